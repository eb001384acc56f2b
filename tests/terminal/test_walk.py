"""`fivesquare review --walk`: every step, every question, and a game played on from there."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

import fivesquare as fs
from fivesquare.books import CATALOGUE
from fivesquare.reviews import review
from fivesquare.terminal.screen import Screen
from fivesquare.terminal.walk import ReviewWalk, walk
from games import combinations, named, play, random_game

from .running import Terminal, run, run_piped

pytestmark = pytest.mark.usefixtures("warm")

GAME = play("sweep", "1,2 1,3 2,2 1,1 3,3 3,1")
COUNTED = {
    "size": [1, 2],
    "values": [0, 9],
    "reach": "anywhere",
    "take": "nothing",
    "again": "never",
    "goal": "points",
    "tie": "draw",
}
PROMPT = "[Enter: next; back, mistake, line, play, help] "


def walked(*lines: str, game: fs.Position = GAME, options: tuple[str, ...] = ()) -> list[str]:
    """What was answered to each line, behind what is shown at first; the last answer is to the end."""
    Path("game.json").write_text(json.dumps(game.to_record()))
    result = run("review", "--walk", "game.json", *options, given="".join(f"{line}\n" for line in lines))
    assert (result.err, result.status) == ("", 0)
    first, *rest = result.out.split(PROMPT)
    return [first, *(text.partition("\n")[2] for text in rest)]


def at(text: str) -> str:
    """Which move stands there."""
    found: list[tuple[str, str]] = re.findall(
        r"^(?:Move (\d+) of \d+:|(The opening)\.)", text, re.MULTILINE
    )
    assert len(found) == 1
    return found[0][0] or found[0][1]


# --- What is shown ---


def test_it_begins_with_what_happened_and_the_opening() -> None:
    assert walked()[0] == (
        "Capture Squares, 6 moves. Mistakes: 1, 2, 4. The turning point: 2.\n"
        "\n"
        "+---+---+---+\n"
        "| 5 | 3 | 8 |\n"
        "+---+---+---+\n"
        "| 2 | 9 | 1 |\n"
        "+---+---+---+\n"
        "| 6 | 4 | 7 |\n"
        "+---+---+---+\n"
        "Player 1: 0, Player 2: 0; 23 points win.\n"
        "The opening. With perfect play Player 1 wins by 17 points. Player 1 is to act.\n"
        "\n"
    )


def test_a_mistake_is_shown_with_what_would_have_been_best() -> None:
    text = walked("1")[1]
    assert text.startswith("+---+---+---+\n| 5 |   | 8 |\n")
    assert text.endswith(
        "Player 1: 3, Player 2: 0; 23 points win.\n"
        "Move 1 of 6: Player 1 selects number 3 at position (1,2). Turn score: 3. Gives\n"
        "away the win; best was (2,2). With perfect play Player 2 wins by 11 points.\n"
        "Player 2 is to act.\n"
        "\n"
    )


def test_the_end_is_shown_with_the_result() -> None:
    text = walked("last", game=play("sweep", "2,2 1,3 3,3 3,1 1,1"))
    assert text[0].startswith("Capture Squares, 5 moves. No mistakes.\n")
    assert text[1].endswith(
        "Move 5 of 5: Player 1 selects number 5 at position (1,1). Turn score: 5.\n"
        "Forced. The game is over. Winner: Player 1\n\n"
    )


def test_what_a_claim_takes_is_named() -> None:
    text = walked("3")[1].replace("\n", " ")
    assert "Move 3 of 6: Player 1 selects number 9 at position (2,2) and captures (2,1)=2, (3,2)=4 " in text
    assert "with it. Turn score: 15. Best." in text


def test_chains_skips_and_swaps() -> None:
    chain = play("chain", "1,1 1,4 1,2 stop", board="1 1 1 1")
    stages = walked("3", "4", game=chain)
    assert "Player 1 (X) is to act again, beside (1,2)." in stages[1].replace("\n", " ")
    text = stages[2].replace("\n", " ")
    assert "Move 4 of 4: Player 1 (X) makes no chain claim. Gives away the win; best was (1,3)." in text
    swap = play({**CATALOGUE["flip"].answers, "balance": "swap"}, "1,1 swap", board="4 1/2 3")
    stages = walked("1", "2", game=swap)
    assert " is to act, or to swap." in stages[1].replace("\n", " ")
    assert "Move 2 of 2: Player B swaps and owns (1,1) now." in stages[2]
    blocked = play("grow", "1,2 1,1", board="1 1 1 1")
    assert "is skipped." not in walked("2", game=blocked)[1]
    skipped = walked("3", game=blocked.play("1,3"))[1].replace("\n", " ")
    assert "Player 2 has no valid move and is skipped." in skipped


# --- Going ---


@pytest.mark.parametrize(
    ("lines", "moves"),
    [
        (["", "", "back"], ["1", "2", "1"]),
        (["n", "next", "forward", "b"], ["1", "2", "3", "2"]),
        (["4", "0", " 6 ", "06"], ["4", "The opening", "6", "6"]),
        (["next 3", "back 2", "b 99", "n 99"], ["3", "1", "The opening", "6"]),
        (["m", "mistake", "MIST", "0", "next mistake"], ["1", "2", "4", "The opening", "1"]),
        (["t", "5", "turning point", "turn"], ["2", "5", "2", "2"]),
        (["last", "first", "la", "f", "end", "start"], ["6", "The opening", "6", "The opening"] * 2),
        (["3", "show", "s"], ["3", "3", "3"]),
    ],
)
def test_going(lines: list[str], moves: list[str]) -> None:
    answers = walked(*lines)[1:-1]
    assert [at(text) for text in answers] == moves[: len(lines)]


@pytest.mark.parametrize(
    ("lines", "answer"),
    [
        (["last", ""], "That was the last move. Type back, a number, line, play, or quit.\n\n"),
        (["b"], "This is the opening. Press Enter for the first move, or type last for the end.\n\n"),
        (["7"], "There is no move 7: the last is 6; 0 is the opening.\n\n"),
        (["5", "m"], "No more mistakes. To see one again, type 1, 2, 4.\n\n"),
        (
            ["2,2"],
            (
                "I don't know '2,2'. Enter shows the next move, a number from 0 to 6 that move,\n"
                "and help what else you can type.\n\n"
            ),
        ),
    ],
)
def test_what_cannot_be_done_is_answered_with_what_can(lines: list[str], answer: str) -> None:
    assert walked(*lines, "show")[len(lines)] == answer


@pytest.mark.parametrize(
    "line", ["x", "-1", "next 0", "back x", "help me", "\x00", "eval 3", "99999999999999"]
)
def test_nonsense_changes_nothing(line: str) -> None:
    here, answer, still = walked("2", line, "s")[1:4]
    assert answer.count("\n") in (2, 3)
    assert "Enter shows the next move" in answer.replace("\n", " ") or "There is no move" in answer
    assert still == here


def test_without_mistakes_there_is_none_to_go_to() -> None:
    stages = walked("m", "t", game=play("sweep", "2,2"))
    assert stages[1:3] == ["No mistakes.\n\n"] * 2


@pytest.mark.parametrize("word", ["quit", "q", "exit", "QUIT"])
def test_quit_leaves(word: str) -> None:
    assert walked(word, "1")[1:] == [""]


def test_help_names_every_command() -> None:
    text = walked("help")[1]
    assert re.findall(r"^  ([a-z]+) ", text, re.MULTILINE) == list(ReviewWalk.commands)
    assert "\n  0 to 6   that move; 0 is the opening\n" in text
    assert max(map(len, text.splitlines())) < 50
    assert walked("?")[1] == walked("h")[1] == text


def test_a_game_without_moves() -> None:
    stages = walked("", "b", "m", "e", "l", game=play("sweep"))
    assert stages[0].startswith("Capture Squares, 0 moves.\n\n")
    assert stages[1].startswith("That was the last move.")
    assert (
        stages[5]
        .replace("\n", " ")
        .startswith("From here, with perfect play: (2,2), (1,3), (3,3), (3,1), (1,1), and it ends 31-14.")
    )


def test_komi_is_told_at_the_start_and_counted_at_the_end() -> None:
    book = {**COUNTED, "balance": {"komi": 2.5}}
    stages = walked("last", game=play(book, "1,1 1,2", board="5 4"))
    assert "\nPlayer 2 has 2.5 points of komi at the end.\n" in stages[0]
    assert "\nWith 2.5 points of komi Player 2 has 6.5 points.\n" in stages[1]


def test_in_a_lost_position_what_holds_out_longest_is_best() -> None:
    game = play("chain", "1,5 1,1", board="1 1 1 1 1")
    text = walked("2", game=game)[1].replace("\n", " ")
    assert " Already lost; loses 1 move sooner; best was (1,3) or (1,4). " in text


@pytest.mark.parametrize(
    ("columns", "shown"),
    [
        ("60", "\x1b[1;31mGives away the win\x1b[0m; best"),
        ("80", "\x1b[1;31mGives\x1b[0m\r\n\x1b[1;31maway the win\x1b[0m; best"),
    ],
)
def test_a_verdict_has_its_colour_though_it_goes_over_two_lines(columns: str, shown: str) -> None:
    Path("game.json").write_text(json.dumps(GAME.to_record()))
    terminal = Terminal(
        "review", "--walk", "game.json", "--style", "book", TERM="xterm-256color", columns=columns
    )
    terminal.answer("1", "q")
    terminal.finish()
    assert shown in terminal.raw


# --- Asking the solver ---


@pytest.mark.parametrize("word", ["eval", "e"])
def test_eval_shows_every_move_of_the_position(word: str) -> None:
    text = walked("1", word)[2]
    shown = run("solve", "sweep", "--board", "5 3 8/2 9 1/6 4 7", "--moves", "1,2").out
    assert text.startswith(shown.partition("\n\n")[0])
    assert text.endswith(
        "With perfect play Player 2 wins by 11 points.\n"
        "Line: (2,2), (1,3), (3,3), (3,1), (1,1), and it ends 17-28.\n\n"
    )


def test_eval_counts_the_moves_until_the_end_as_in_a_game() -> None:
    game = play("chain", "1,1 1,5", board="1 1 1 1 1")
    assert "| win 5 |" in walked("first", "e", game=game)[2]


def test_what_was_solved_after_a_move_that_was_not_has_its_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    in_time = fs.Solver.solve

    def solve(solver: fs.Solver, position: fs.Position, **limits: Any) -> fs.Solution:
        if not position.moves:
            return fs.Solution(position, None, exact=False)
        return in_time(solver, position, **limits)

    monkeypatch.setattr(fs.Solver, "solve", solve)
    monkeypatch.setattr("fivesquare.reviews._AT_ONCE", 0)  # nothing is solved before it is asked for
    lines = iter(["eval", "1", "eval", "line", "quit"])
    monkeypatch.setattr(Screen, "ask", lambda self, prompt, advice: next(lines))
    walk(review(play("sweep", "1,2 2,2")), Screen(plain=True))
    text = capsys.readouterr().out
    assert "\n\nNot solved.\n\n" in text
    assert " Not solved. With perfect play Player 2 wins by 11 points." in text.replace("\n", " ")
    assert "\nLine: (2,2), (1,3), (3,3), (3,1), (1,1), and it ends 17-28.\n" in text
    assert "\nFrom here, with perfect play: (2,2), (1,3), " in text


def test_eval_of_the_last_position_of_a_game_that_is_not_over() -> None:
    text = walked("last", "e", game=play("sweep", "1,2"))[2]
    assert "| +11* |" in text
    assert "With perfect play Player 2 wins by 11 points.\nLine: (2,2), " in text


@pytest.mark.parametrize("word", ["line", "l"])
def test_after_a_mistake_the_line_refutes_it(word: str) -> None:
    assert walked("1", word)[2] == (
        "After (1,2) Player 2 takes (2,2) and wins by 11. Better was (2,2). Best play\n"
        "goes on (1,3), (3,3), (3,1), (1,1) and ends 31-14.\n"
        "From here, with perfect play: (2,2), (1,3), (3,3), (3,1), (1,1), and it ends\n"
        "17-28.\n"
        "\n"
    )


def test_elsewhere_the_line_goes_on_from_here() -> None:
    text = walked("3", "line")[2]
    assert text.startswith("From here, with perfect play: (")
    assert "Better" not in text


def test_at_the_end_nothing_is_left() -> None:
    over = play("sweep", "2,2 1,3 3,3 3,1 1,1")
    stages = walked("last", "line", "eval", "play", game=over)
    assert stages[2] == "The game is over here: nothing follows.\n\n"
    assert stages[3] == "The game is over here: there are no moves left.\n\n"
    assert stages[4] == "The game is over here. Go back first, then play on from there.\n\n"


def test_what_was_not_solved_says_so() -> None:
    large = fs.start("chain", size=(8, 8)).play("1,1").play("8,8")
    stages = walked("", "e", "l", "m", "t", "last", "e", "l", game=large, options=("--time", "0"))
    assert "2 moves. Not every move was solved in time. " in stages[0].replace("\n", " ")
    assert "Move 1 of 2: Player 1 (X) claims (1,1). Not solved. Player 2 (O) is to act." in stages[
        1
    ].replace("\n", " ")
    assert stages[2:4] == stages[7:9] == ["Not solved.\n\n"] * 2
    assert stages[4:6] == ["No mistake is known; not every move was solved in time.\n\n"] * 2


def test_ctrl_c_puts_an_end_to_a_long_answer_only(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As in a game: only whoever sits at a terminal can mean that by it."""

    def interrupted(*_: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("fivesquare.terminal.walk.Advice.evaluate", interrupted)
    lines = iter(["1", "eval", "quit", "1", "eval"])
    monkeypatch.setattr(Screen, "ask", lambda self, prompt, advice: next(lines))
    screen, gone_over = Screen(plain=True), review(play("sweep", "1,2"))
    screen.is_terminal = True
    assert walk(gone_over, screen) is None
    assert capsys.readouterr().out.endswith("\n\nInterrupted.\n\n")
    screen.is_terminal = False
    with pytest.raises(KeyboardInterrupt):
        walk(gone_over, screen)


# --- Playing on ---


def played_on(*lines: str, game: fs.Position = GAME) -> tuple[str, list[dict[str, object]]]:
    """The output, and the games that are kept afterwards, but the one that was walked through."""
    Path("game.json").write_text(json.dumps(game.to_record()))
    before = Path("game.json").read_bytes()
    result = run("review", "--walk", "game.json", given="".join(f"{line}\n" for line in lines))
    assert (result.err, result.status) == ("", 0)
    assert Path("game.json").read_bytes() == before
    kept = Path("state/fivesquare/games").glob("*.json")
    return result.out, [json.loads(path.read_text()) for path in kept]


def test_a_new_game_goes_on_from_there() -> None:
    game = fs.Position.from_record(
        {**GAME.to_record(), "id": "old", "seed": 4, "players": ["ada", "bob"], "note": "old"}
    )
    out, (kept,) = played_on("2", "play", "perfect", "2", game=game)
    assert "A new game starts here; the one you reviewed stays as it is.\n" in out
    assert (kept["book"], kept["board"]) == ("sweep", GAME.board.rows)
    assert kept["moves"][:3] == ["1,2", "1,3", "2,2"]  # type: ignore[index]
    assert kept["players"] == ["perfect", "human"]
    assert set(kept) == {"book", "board", "moves", "seed", "id", "players"}
    assert kept["id"] != "old"
    assert kept["seed"] != 4
    assert "The game is saved. Continue with: fivesquare resume" in out


@pytest.mark.parametrize(
    ("answers", "seats"),
    [
        (["", ""], ["human", "level:3"]),
        (["level 7", "2"], ["level:7", "human"]),
        (["Level:10", "first"], ["human", "level:10"]),
        (["greedy", "second"], ["greedy", "human"]),
        (["friend"], ["human", "human"]),
        (["random", "3", ""], ["human", "random"]),
        (["11", "level", "nobody", "5", ""], ["human", "level:5"]),
    ],
)
def test_against_whom_and_on_which_side(answers: list[str], seats: list[str]) -> None:
    _, (kept,) = played_on("2", "p", *answers)
    assert kept["players"] == seats


def test_the_side_that_is_to_act_is_the_usual_one() -> None:
    out, (kept,) = played_on("1", "play", "greedy", "")
    assert "Which side is yours? (1: Player 1, 2: Player 2) [2] \n" in out
    assert kept["players"] == ["greedy", "human"]


@pytest.mark.parametrize("answers", [["back"], ["q"], ["3", "cancel"], ["b"]])
def test_who_would_rather_not_play_walks_on(answers: list[str]) -> None:
    out, kept = played_on("1", "play", *answers, "")
    assert kept == []
    assert out.count("Move 1 of 6:") == 2
    assert out.count("Move 2 of 6:") == 1


def test_the_end_of_the_input_is_the_end() -> None:
    out, kept = played_on("1", "play")
    assert kept == []
    assert out.endswith("; back) [3] \n")


def test_what_is_refused_is_answered_with_what_would_be_right() -> None:
    out, _ = played_on("1", "play", "11", "3", "third")
    assert "Levels go from level:1 to level:10, not 'level:11'. Or type help.\nAgainst whom?" in out
    assert "'third' is not a side: type 1 or 2. Or type help.\nWhich side is yours?" in out


def test_a_function_that_plays_nothing_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = iter(["2", "play", "4", "1"])
    monkeypatch.setattr(Screen, "ask", lambda self, prompt, advice: next(lines))
    setting = walk(review(GAME), Screen(plain=True), "clear")
    assert setting is not None
    assert (setting.position.moves, setting.seats, setting.style) == (
        ("1,2", "1,3"),
        ("human", "level:4"),
        "clear",
    )


# --- Everywhere ---


@pytest.mark.parametrize("style", ["book", "clear"])
@pytest.mark.parametrize("book", CATALOGUE)
def test_every_book_in_every_style(book: str, style: str) -> None:
    *_, end = random_game(CATALOGUE[book].answers, seed=8)
    lines = ["", "e", "l"] * len(end.moves)
    stages = walked(*lines, game=end, options=("--style", style))
    assert [at(text) for text in stages[1:-1:3]] == [str(n) for n in range(1, len(end.moves) + 1)]


@pytest.mark.parametrize("answers", list(combinations())[::29], ids=named)
def test_books_of_ones_own(answers: dict[str, object]) -> None:
    *_, end = random_game(answers, seed=2)
    stages = walked(*["", "l", "e"] * len(end.moves), game=end)
    assert [at(text) for text in stages[1:-1:3]] == [str(n) for n in range(1, len(end.moves) + 1)]


def screenful(terminal: Terminal, columns: int) -> list[str]:
    """The lines that one step takes on a screen of that width, the prompt among them."""
    begun = len(terminal.raw)
    terminal.wait()
    text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", terminal.raw[begun:]).replace("\r", "")
    return [
        line[at : at + columns] for line in text.split("\n") for at in range(0, len(line) or 1, columns)
    ]


@pytest.mark.parametrize("columns", [80, 40])
@pytest.mark.parametrize("book", CATALOGUE)
def test_a_step_fits_a_screen(book: str, columns: int) -> None:
    *_, end = random_game(CATALOGUE[book].answers, seed=8)
    Path("game.json").write_text(json.dumps(end.to_record()))
    terminal = Terminal(
        "review", "--walk", "game.json", "--style", "book", TERM="xterm", rows="24", columns=str(columns)
    )
    terminal.wait()
    for _ in end.moves:
        terminal.child.send("\r")
        lines = screenful(terminal, columns)
        assert len(lines) <= 24
    terminal.child.sendcontrol("d")
    assert terminal.finish().status == 0


def test_at_a_terminal_words_are_never_broken() -> None:
    Path("game.json").write_text(json.dumps(GAME.to_record()))
    terminal = Terminal("review", "--walk", "game.json", "--plain", rows="24", columns="40")
    terminal.answer("1", "l", "help", "x", "play", "back", "q")
    result = terminal.finish()
    assert result.status == 0
    assert max(map(len, result.out.splitlines())) <= 40


def test_ctrl_c_at_the_prompt_leaves() -> None:
    Path("game.json").write_text(json.dumps(GAME.to_record()))
    terminal = Terminal("review", "--walk", "game.json")
    terminal.press("c")
    result = terminal.finish()
    assert "Traceback" not in result.out
    assert result.status == 130


def test_behind_a_pipe() -> None:
    Path("game.json").write_text(json.dumps(GAME.to_record()))
    result = run_piped("review", "--walk", "game.json", given="m\nl\n")
    told = run("review", "--walk", "game.json", given="m\nl\n").out
    assert (result.out, result.status) == (told, 0)  # a slow machine says how far it is on standard error


@pytest.mark.parametrize("more", [["--json"], ["--svg", "-"]])
def test_what_does_not_go_with_a_walk(more: list[str]) -> None:
    result = run("review", "game.json", "--walk", *more)
    assert (result.out, result.status) == ("", 2)
    assert f"--walk and {' '.join(more)} do not go together." in result.err


def test_a_picture_goes_with_a_walk() -> None:
    walked("q", options=("--svg", "curve.svg"))
    assert Path("curve.svg").exists()
