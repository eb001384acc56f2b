"""A game at the full screen: claims by keys, digits and mouse, advice, undo, the computer, the file."""

import random
import threading
from pathlib import Path

import pytest

import fivesquare as fs
from fivesquare import record
from fivesquare.books import NAMED, find_book
from fivesquare.errors import FileError, RecordError
from fivesquare.fullscreen.wishes import PageWished
from fivesquare.match import Match
from fivesquare.players import Luck, make_player
from fivesquare.players.perfect import Perfect
from fivesquare.table import saved_games
from fivesquare.table.advice import RESULTS_ONLY, Advice
from fivesquare.table.summaries import in_a_line
from fivesquare.words import my_games
from fivesquare.words.worths import worth_notes
from fullscreen.running import SIZES, Shown, show, table
from patience import PATIENCE
from solver_oracle import random_book

SWEEP = fs.start("sweep", board=[[5, 3, 8], [2, 9, 1], [6, 4, 7]])


# --- Claims ---


@pytest.mark.parametrize(
    ("name", "size"), [*((name, SIZES[0]) for name in NAMED), *(("raid", size) for size in SIZES[1:])]
)
def test_a_whole_game_of_each_book_by_typing_cells(name: str, size: tuple[int, int]) -> None:
    chance = random.Random(f"{name} {size}")

    async def script(shown: Shown) -> None:
        expected = shown.game.table.position
        while not expected.is_over:
            move = chance.choice(expected.legal)
            expected = expected.play(move)
            await shown.claim(move)
            assert shown.game.table.position == expected
            assert shown.board.position == expected
        assert "again" in shown.text

    show(script, table(fs.start(name, seed=3)), size=size)


def test_arrows_move_the_cursor_and_enter_claims() -> None:
    async def script(shown: Shown) -> None:
        await shown.press("right", "down", "left", "right", "up", "down", "down", "down", "enter")
        assert shown.game.table.position.moves == ("3,2",)
        await shown.press("space")
        assert shown.game.table.position.moves == ("3,2",)
        assert "(3,2) is already claimed." in shown.text

    show(script, table(SWEEP))


def test_a_click_claims_and_what_it_takes_is_shown_before() -> None:
    async def script(shown: Shown) -> None:
        await shown.pilot.hover("#board", offset=shown.middle_of(4))
        assert "(2,2) is worth 9 and takes (1,2), (2,1), (2,3), (3,2): 19-0" in shown.text
        assert "0 → 19" in shown.text
        await shown.click(4)
        assert shown.game.table.position.moves == ("2,2",)

    show(script, table(SWEEP))


def test_a_cell_that_may_not_be_claimed_says_why() -> None:
    async def script(shown: Shown) -> None:
        await shown.press("3", "3", "enter")
        assert not shown.game.table.position.moves
        assert "(3,3) is not on the outer edge." in shown.text

    show(script, table(fs.start("grow", seed=1)))


def test_the_second_claim_of_a_chain_can_be_declined() -> None:
    async def script(shown: Shown) -> None:
        for move in ("3,3", "1,1", "3,4"):
            await shown.claim(move)
        assert "One more claim beside (3,4), or stop." in shown.text
        await shown.press("1", "2", "enter")
        assert "(1,2) is not beside the cell just claimed." in shown.text
        await shown.press("s")
        assert shown.game.table.position.moves[-1] == "stop"

    show(script, table(fs.start("chain", seed=1)))


def test_a_swap() -> None:
    book = find_book({"like": "sweep", "balance": "swap"})

    async def script(shown: Shown) -> None:
        await shown.claim("2,2")
        assert "or swap: (1,2), (2,1), (2,2), (2,3), (3,2) becomes Second's" in shown.text
        await shown.press("s")
        assert shown.game.table.position.moves == ("2,2", "swap")
        assert shown.board.position.owner(4) == 2

    show(script, table(fs.start(book, board=[[5, 3, 8], [2, 9, 1], [6, 4, 7]])))


def test_hjkl_move_the_cursor_if_set() -> None:
    async def script(shown: Shown) -> None:
        shown.program.has_vi_keys = True
        await shown.press("l", "l", "j", "h", "k", "j", "j", "enter")
        assert shown.game.table.position.moves == ("3,2",)

    show(script, table(SWEEP))


# --- Undo, advice ---


def test_the_page_of_keys_explains_the_signs_too() -> None:
    async def script(shown: Shown) -> None:
        await shown.press("question_mark")
        assert "go to a cell: type its row, then its column" in shown.text
        assert "○ ◇ what this claim would take" in shown.text

    show(script, table(SWEEP))


def test_undo_takes_back_the_last_move() -> None:
    async def script(shown: Shown) -> None:
        await shown.claim("2,2")
        await shown.press("u")
        assert not shown.game.table.position.moves
        await shown.press("u")
        assert "There is no move to take back." in shown.text

    show(script, table(SWEEP))


def test_values_are_those_of_the_solver() -> None:
    position = SWEEP.play("2,2")

    async def script(shown: Shown) -> None:
        await shown.press("v")
        assert shown.board.notes == worth_notes(position, fs.solve(position))
        await shown.press("v")
        assert not shown.board.notes
        await shown.press("v")
        await shown.claim("1,1")
        after = shown.game.table.position
        assert shown.board.notes == worth_notes(after, fs.solve(after))

    show(script, table(position))


def test_a_hint_is_that_of_the_line_mode_and_numbered_on_the_board() -> None:
    async def script(shown: Shown) -> None:
        await shown.press("h")
        hint = Advice(shown.game.listener, lambda: None).hint(shown.game.table.position)
        assert hint.sentence.split()[:6] == shown.text[shown.text.index("Hint:") :].split()[:6]
        move = shown.board.position.all_moves.index(hint.moves[0])
        assert shown.board.ghosts[move] == "1"
        await shown.claim(hint.moves[0])
        assert not shown.board.ghosts

    show(script, table(SWEEP, ("human", "level:3")))


def test_the_tutor_warns_once() -> None:
    async def script(shown: Shown) -> None:
        await shown.claim("1,2")
        assert "(1,2) would give away the win. Enter plays it anyway." in shown.text
        assert not shown.game.table.position.moves
        await shown.press("enter")
        assert shown.game.table.position.moves[0] == "1,2"

    show(script, table(SWEEP, tutor=RESULTS_ONLY))


# --- The computer ---


@pytest.mark.parametrize("level", ["level:1", "level:6", "greedy", "perfect"])
def test_the_computer_plays_as_everywhere(level: str) -> None:
    opening = fs.start("sweep", seed=5)
    seed = opening.extra.get("seed", 0)
    expected = Match(opening, make_player("random", Luck(1)), make_player(level, Luck(seed, "second")))

    async def script(shown: Shown) -> None:
        while not expected.position.is_over:
            if expected.position.state.turn == 1:
                move = expected.position.legal[0]
                expected.play(move)
                await shown.claim(move)
            else:
                expected.advance()
                assert (
                    shown.game.table.position.moves[: len(expected.position.moves)]
                    == expected.position.moves
                )
        assert shown.game.table.position.moves == expected.position.moves

    show(script, table(opening, ("human", level)))


def test_the_computer_can_be_stopped_and_continues(monkeypatch: pytest.MonkeyPatch) -> None:
    is_done = threading.Event()
    monkeypatch.setattr(Perfect, "choose", lambda _, position: is_done.wait(PATIENCE) and position.legal[3])

    async def script(shown: Shown) -> None:
        await shown.claim("2,2", is_settled=False)
        assert "Perfect is thinking ..." in shown.text
        await shown.pilot.press("escape")
        assert "Stopped. Enter lets the computer continue; u takes back; q leaves." in shown.text
        assert "Perfect waits" in shown.text
        is_done.set()
        await shown.settle()
        assert shown.game.table.position.moves == ("2,2",)
        await shown.press("enter")
        assert len(shown.game.table.position.moves) == 2

    show(script, table(SWEEP, ("human", "perfect")))


def test_a_move_can_be_taken_back_while_the_computer_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    is_done = threading.Event()
    monkeypatch.setattr(Perfect, "choose", lambda _, position: is_done.wait(PATIENCE) and position.legal[3])

    async def script(shown: Shown) -> None:
        await shown.claim("2,2", is_settled=False)
        await shown.pilot.press("u")
        is_done.set()
        await shown.settle()
        assert shown.game.table.position.moves == ()

    show(script, table(SWEEP, ("human", "perfect")))


# --- The end ---


def test_after_a_game_another_one_is_one_key_away() -> None:
    async def script(shown: Shown) -> None:
        while not shown.game.table.position.is_over:
            await shown.claim(shown.game.table.position.legal[0])
        assert "again" in shown.text
        finished = shown.page
        await shown.press("enter")
        assert shown.page is not finished
        assert len(shown.game.table.position.moves) == 0

    show(script, table(fs.start("sweep", seed=9)))


def test_resigning_takes_two_presses_and_ends_the_game() -> None:
    async def script(shown: Shown) -> None:
        await shown.claim("1,1")
        await shown.press("R")
        assert "Resign? Press R again to give up this game." in shown.text
        await shown.press("right", "R")
        assert not shown.game.table.is_ended
        await shown.press("R")
        assert "You resigned. Level 1 wins!" in shown.text
        assert "▸" not in shown.text
        assert [key.label for key in shown.page._offered()][:2] == ["again", "review"]
        kept = shown.game.table.keeper.kept
        assert kept is not None
        assert record.load(kept.path).extra["result"] == {"winner": 2, "reason": "resignation"}
        await shown.press("q")
        shown.program.post_message(PageWished("games"))
        await shown.settle()
        assert "Enter review" in shown.text

    show(script, table(SWEEP, ("human", "level:1"), kept=saved_games.keep_here("sweep")))
    with pytest.raises(RecordError, match="there is no game to continue"):
        saved_games.last_left()
    ((_, game),) = saved_games.every()
    assert "you resigned" in in_a_line(game)


@pytest.mark.parametrize("key", ["enter", "n", "s", "1", "right", "escape"])
def test_any_other_key_keeps_on_playing_and_does_nothing_else(key: str) -> None:
    async def script(shown: Shown) -> None:
        await shown.press("R", key)
        assert "You play on." in shown.text
        assert shown.game.table.position.moves == ()
        assert shown.board.cursor == 0
        await shown.press("R")
        assert not shown.game.table.is_ended

    show(script, table(SWEEP))


def test_help_that_costs_a_rung_is_named_when_it_is_asked_for() -> None:
    async def script(shown: Shown) -> None:
        await shown.claim("3,3")
        assert my_games.HELPED not in shown.text
        await shown.press("v")
        assert my_games.HELPED in shown.text

    show(script, table(SWEEP, ("human", "level:1"), kept=saved_games.keep_here("sweep")))


def test_an_end_is_not_hidden_by_a_key_too_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("fivesquare.fullscreen.game_page.BREATH", 60.0)

    async def script(shown: Shown) -> None:
        await shown.press("R", "R", "enter")
        assert "You resigned." in shown.text

    show(script, table(SWEEP, ("human", "level:1")))


def test_a_resignation_can_be_taken_back() -> None:
    async def script(shown: Shown) -> None:
        await shown.claim("1,1")
        await shown.press("R", "R", "u")
        assert not shown.game.table.is_ended
        assert shown.game.table.position.moves == ("1,1",)

    show(script, table(SWEEP))


# --- The file ---


def test_every_move_is_on_disk_before_it_is_shown(tmp_path: Path) -> None:
    async def script(shown: Shown) -> None:
        kept = shown.game.table.keeper.kept
        assert kept is not None
        for move in ("2,2", "1,3"):
            await shown.claim(move)
            assert record.load(kept.path).moves == shown.board.position.moves
        await shown.press("u")
        assert record.load(kept.path).moves == ("2,2",)

    show(script, table(SWEEP, kept=saved_games.keep_here("sweep")))
    position, kept = saved_games.last_left()
    assert position.moves == ("2,2",)
    kept.close()


def test_a_game_without_moves_leaves_no_file() -> None:
    async def script(shown: Shown) -> None:
        assert list(saved_games.games_folder().glob("*.json"))
        await shown.press("q")

    show(script, table(SWEEP, kept=saved_games.keep_here("sweep")))
    assert not list(saved_games.games_folder().glob("*.json"))


def test_a_game_that_cannot_be_saved_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise FileError("the disk is full")

    monkeypatch.setattr(saved_games.Kept, "save", refuse)

    async def script(shown: Shown) -> None:
        assert "The game cannot be saved: the disk is full." in shown.text

    show(script, table(SWEEP, kept=saved_games.keep_here("sweep")))


# --- Anything at all ---

_ANY = ["up", "down", "left", "right", "enter", "space", *"123589vhustrq", "escape", "question_mark", "tab"]


@pytest.mark.parametrize("number", range(12))
def test_blind_typing_over_random_books_never_fails(number: int) -> None:
    chance = random.Random(f"blind {number}")
    book = random_book(chance, most_cells=12)
    seats = chance.choice([("human", "human"), ("human", "level:2"), ("random", "human")])

    async def script(shown: Shown) -> None:
        for _ in range(60):
            await shown.pilot.press(chance.choice(_ANY))
            if chance.random() < 0.1:
                await shown.pilot.resize_terminal(chance.randint(30, 130), chance.randint(10, 45))
        await shown.settle()

    show(script, table(fs.start(book, seed=number), seats))
