"""Puzzles at the full screen: right and wrong tries, hints, the line, the score, the mistakes of a game."""

import json
from pathlib import Path

import pytest

import fivesquare as fs
from fivesquare.books import NAMED
from fivesquare.errors import PuzzleError
from fivesquare.fullscreen.games_page import GamesPage
from fivesquare.fullscreen.puzzle_choice_page import PuzzleChoicePage, recalled
from fivesquare.fullscreen.puzzle_page import PuzzlePage, addressing, endless, of_mistakes
from fivesquare.fullscreen.rules_page import RulesPage
from fivesquare.fullscreen.wishes import MistakesWished
from fivesquare.puzzles import DIFFICULTIES, Difficulty, next_seed
from fivesquare.table import saved_games, settings
from fivesquare.words.questions import NO_MISTAKES, question
from fullscreen.running import SIZES, Shown, show
from terminal.running import Terminal, run

SWEEP = fs.puzzle("sweep", seed=1)
WRONG = next(move for move in SWEEP.position.legal if move != SWEEP.move)
OPENING = {"book": "sweep", "board": [[5, 3, 8], [2, 9, 1], [6, 4, 7]]}
GAME = {**OPENING, "moves": ["1,2", "2,2"]}


def sweep() -> PuzzlePage:
    return endless("sweep", 1, "medium")


@pytest.mark.parametrize("size", [(80, 24), (40, 20)])
@pytest.mark.parametrize("name", NAMED)
def test_two_right_answers_in_a_row_in_every_book(name: str, size: tuple[int, int]) -> None:
    first, second = fs.puzzle(name, seed=1), fs.puzzle(name, seed=next_seed(1))

    async def script(shown: Shown) -> None:
        assert shown.board.position == first.position
        assert "Exactly one of" in shown.text
        await shown.claim(first.move)
        assert "Right: " in shown.text
        await shown.press("enter")
        assert shown.board.position == second.position
        await shown.claim(second.move)
        assert "Right: " in shown.text
        assert ("2 of 2, 2 in a row." if size[0] >= 80 else "2/2") in shown.text

    show(script, lambda: endless(name, 1, "medium"), size=size)


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_every_difficulty(difficulty: Difficulty) -> None:
    made = fs.puzzle("grow", seed=2, difficulty=difficulty)

    async def script(shown: Shown) -> None:
        assert shown.board.position == made.position
        assert difficulty in shown.page.heading()

    show(script, lambda: endless("grow", 2, difficulty))


def test_a_wrong_answer_is_refuted_and_marked_and_asked_again() -> None:
    async def script(shown: Shown) -> None:
        await shown.claim(WRONG)
        assert f"No: after ({WRONG}) your opponent takes (3,2) and wins by 13." in shown.text
        cell = SWEEP.position.all_moves.index(WRONG)
        assert shown.board.notes[cell].result == -1
        assert shown.board.live
        await shown.claim(SWEEP.move)
        assert "Right: (2,1) wins" in shown.text
        assert "Solved on the first try: 0 of 1." in shown.text

    show(script, sweep)


def test_a_cell_that_cannot_be_claimed_does_not_count() -> None:
    async def script(shown: Shown) -> None:
        owned = next(cell for cell in range(9) if SWEEP.position.owner(cell))
        await shown.claim(SWEEP.position.all_moves[owned])
        assert "is already claimed." in shown.text
        await shown.claim(SWEEP.move)
        assert "1 of 1." in shown.text

    show(script, sweep)


def test_hints_narrow_the_choice_and_are_counted() -> None:
    hints = question(SWEEP).hints(addressing(SWEEP.position))

    async def script(shown: Shown) -> None:
        for hint in hints:
            await shown.press("h")
            assert hint in shown.text
        await shown.press("h")
        assert "That was the last hint. a shows the answer." in shown.text
        await shown.claim(SWEEP.move)
        assert "Solved on the first try: 1 of 1 (1 with a hint)." in shown.text

    show(script, sweep)


def test_where_h_moves_the_cursor_i_gives_hints() -> None:
    settings.store(vi_keys=True)

    async def script(shown: Shown) -> None:
        await shown.press("i")
        assert "The right move is in row 2." in shown.text
        before = shown.board.cursor
        await shown.press("h")
        assert shown.board.cursor == before - 1

    show(script, sweep)


def test_the_answer_can_be_shown_and_its_line_played_forwards_and_back() -> None:
    async def script(shown: Shown) -> None:
        await shown.press("a")
        assert "The answer: (2,1) wins" in shown.text
        assert "0 of 1." in shown.text
        line = question(SWEEP).line
        assert shown.board.ghosts == {
            SWEEP.position.all_moves.index(move): str(number) for number, move in enumerate(line[:3], 1)
        }
        position = SWEEP.position
        for move in line:
            await shown.press("right")
            position = position.play(move)
            assert shown.board.position == position
        await shown.press("right")
        assert shown.board.position == position
        assert position.is_over
        await shown.press(*["left"] * 20)
        assert shown.board.position == SWEEP.position

    show(script, sweep)


def test_a_skipped_puzzle_does_not_count() -> None:
    async def script(shown: Shown) -> None:
        await shown.press("n")
        assert shown.board.position == fs.puzzle("sweep", seed=next_seed(1)).position
        assert "Solved" not in shown.text

    show(script, sweep)


def test_stop_is_an_answer_where_it_is_a_move() -> None:
    seed = next(seed for seed in range(400) if "stop" in fs.puzzle("chain", seed=seed).position.legal)
    made = fs.puzzle("chain", seed=seed)

    async def script(shown: Shown) -> None:
        assert "One more claim beside" in shown.text
        await shown.press("s")
        assert ("Right: stop" if made.move == "stop" else "No: after stop") in shown.text

    show(script, lambda: endless("chain", seed, "medium"))


def test_the_other_keys_of_the_page() -> None:
    async def script(shown: Shown) -> None:
        await shown.press("r")
        assert isinstance(shown.page, RulesPage)
        await shown.press("escape", "question_mark")
        assert "narrow the choice; again for more" in shown.text
        await shown.press("escape", "t", "t", "x")
        assert shown.board.position == SWEEP.position
        await shown.press("escape")
        assert not isinstance(shown.page, PuzzlePage)

    show(script, sweep)


def test_another_game_and_difficulty_are_chosen_and_remembered() -> None:
    async def script(shown: Shown) -> None:
        await shown.claim(WRONG)
        await shown.press("o")
        assert isinstance(shown.page, PuzzleChoicePage)
        assert "< Any game >" in shown.text
        await shown.press("right", "down", "right", "right", "enter")
        assert isinstance(shown.page, PuzzlePage)
        assert ": a puzzle, easy, seed" in shown.text
        assert shown.board.position.book == NAMED["flip"]
        assert "Solved" not in shown.text

    show(script, sweep)
    assert recalled() == ("flip", "easy")


@pytest.mark.parametrize("stored", [None, 3, {"name": "chess", "difficulty": "mild"}, {"name": []}])
def test_nonsense_in_the_settings_is_ignored(stored: object) -> None:
    settings.store(puzzles=stored)
    assert recalled() == (None, "medium")


def test_puzzles_from_home_are_as_they_were_last_chosen() -> None:
    settings.store(puzzles={"name": "fifteen", "difficulty": "hard"})

    async def script(shown: Shown) -> None:
        while "▸ Puzzles" not in shown.text:
            await shown.press("down")
        await shown.press("enter")
        assert isinstance(shown.page, PuzzlePage)
        assert shown.board.position.book == NAMED["fifteen"]
        assert "hard" in shown.page.heading()

    show(script)


def test_a_search_that_found_nothing_can_be_tried_again() -> None:
    found = [PuzzleError("no puzzle was found in 5000 games"), question(SWEEP), question(SWEEP)]

    class Luckless:
        def next(self, tell: object) -> object:
            each = found.pop(0) if found else None
            if isinstance(each, Exception):
                raise each
            return each

    async def script(shown: Shown) -> None:
        assert "No puzzle was found in 5000 games." in shown.text
        await shown.press("n")
        assert shown.board.position == SWEEP.position

    show(script, lambda: PuzzlePage(Luckless()))  # type: ignore[arg-type]


# --- The mistakes of a game ---


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("is_reviewed", [False, True])
def test_the_mistakes_of_a_game(is_reviewed: bool, size: tuple[int, int]) -> None:
    game = fs.Position.from_record(GAME)
    review = fs.review(game)
    lessons = fs.lessons(review)

    async def script(shown: Shown) -> None:
        for number, lesson in enumerate(lessons, 1):
            assert shown.board.position == lesson.position
            assert f"mistake {number} of {len(lessons)}" in shown.page.heading()
            await shown.claim(lesson.right[-1])
            assert "Right: " in shown.text
            await shown.press("enter")
        total = len(lessons)
        assert f"Solved on the first try: {total} of {total}" in shown.text
        await shown.press("enter", "n", "h", "a", "s")
        assert not shown.board.live

    show(script, lambda: of_mistakes(review if is_reviewed else game), size=size)


def test_a_game_without_mistakes_has_nothing_to_practise() -> None:
    async def script(shown: Shown) -> None:
        assert NO_MISTAKES in shown.text

    show(script, lambda: of_mistakes(fs.Position.from_record({**OPENING, "moves": []})))


def test_the_wish_for_mistakes_opens_them() -> None:
    async def script(shown: Shown) -> None:
        shown.page.post_message(MistakesWished(fs.Position.from_record(GAME)))
        await shown.settle()
        await shown.settle()
        assert isinstance(shown.page, PuzzlePage)
        assert "mistake 1 of" in shown.page.heading()

    show(script)


def test_a_finished_game_in_the_list_leads_to_its_mistakes() -> None:
    game = saved_games.with_identity(fs.Position.from_record(GAME))
    while not game.is_over:
        game = game.play(game.legal[0])
    kept = saved_games.keep_here("sweep")
    kept.save(game)
    kept.close()

    async def script(shown: Shown) -> None:
        await shown.press("m")
        assert isinstance(shown.page, PuzzlePage)

    show(script, GamesPage)


# --- The command ---


@pytest.mark.parametrize(
    ("arguments", "asked"), [(("sweep", "--seed", "1"), "seed 1"), (("--from", "game.json"), "mistake 1")]
)
def test_the_command_opens_the_full_screen(
    arguments: tuple[str, ...], asked: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.json").write_text(json.dumps(GAME))
    terminal = Terminal("puzzle", *arguments, "--style", "full", TERM="xterm", rows="24", columns="80")
    terminal.hear(asked)
    terminal.child.send("q")
    terminal.hear("New game")
    terminal.child.send("q")
    assert terminal.finish().status == 0


def test_a_small_or_dumb_terminal_stays_in_the_line_mode() -> None:
    for more in ({"TERM": "dumb"}, {"TERM": "xterm", "rows": "19"}):
        terminal = Terminal("puzzle", "sweep", "--seed", "1", **more)
        terminal.answer("quit")
        assert "Your move: " in terminal.finish().out


def test_the_clear_style_is_known_to_puzzles() -> None:
    out = run("puzzle", "flip", "--seed", "1", "--style", "clear", given="quit\n").out
    assert "\n      1     2     3     4\n" in out
    assert "\n1  |  11 |  A8 |" in out
