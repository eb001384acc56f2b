"""`hint` and `eval` at the prompt, and a game against players that search."""

import json
import re
from pathlib import Path

import pytest

import fivesquare as fs
from fivesquare.books import CATALOGUE
from fivesquare.players.adviser import Adviser
from fivesquare.solver import Solution, Worth
from fivesquare.terminal.voices import voice_for
from fivesquare.terminal.worths import hint, in_words, short, verdict
from games import play

from .running import run

pytestmark = pytest.mark.usefixtures("warm")

LIKE_ALL = "(1,1), like every other move:"
GIVE = "any other move would give it away."
COST = "any other move would cost at least"


def no_paint(text: str, _position: fs.Position, _cell: int) -> str:
    return text


def said(player: int, best: tuple[str, ...], each: dict[str, Worth]) -> str:
    """The hint in a position of sweep, if moves were worth this."""
    position = play("sweep", "" if player == 1 else "2,2")
    solution = Solution(position, each[best[0]], best, each)
    return hint(position, solution, best[0], voice_for(position.book, no_paint))


@pytest.mark.parametrize(
    ("player", "each", "sentence"),
    [
        (1, {"1,1": Worth(1, 5)}, "(1,1) is the only move."),
        (1, {"1,1": Worth(1, 5), "1,2": Worth(1, 5)}, f"{LIKE_ALL} Player 1 wins by 5 points."),
        (1, {"1,1": Worth(2, None), "1,2": Worth(2, None)}, f"{LIKE_ALL} Player 2 wins."),
        (1, {"1,1": Worth(0, 0), "1,2": Worth(0, 0)}, f"{LIKE_ALL} it is a draw."),
        (
            1,
            {"1,1": Worth(1, 5), "1,2": Worth(2, -1), "1,3": Worth(0, 0)},
            f"(1,1) keeps the win: {GIVE}",
        ),
        (
            2,
            {"1,1": Worth(2, None), "1,2": Worth(2, None), "1,3": Worth(1, None)},
            "(1,1) keeps the win: 1 of 3 moves would give it away.",
        ),
        (2, {"1,1": Worth(0, 0), "1,2": Worth(1, 2)}, f"(1,1) keeps the draw: {GIVE}"),
        (
            1,
            {"1,1": Worth(1, 5), "1,2": Worth(1, 2), "1,3": Worth(2, -9)},
            "(1,1) keeps the win by 5 points: any other move would cost at least 3 points.",
        ),
        (
            2,
            {"1,1": Worth(1, 5), "1,2": Worth(1, 6)},
            "(1,1) keeps the loss down to 5 points: any other move would cost at least 1 point.",
        ),
        (1, {"1,1": Worth(2, 0), "1,2": Worth(2, -6)}, f"(1,1) loses only on the tie: {COST} 6 points."),
        (1, {"1,1": Worth(1, 0), "1,2": Worth(2, 0)}, f"(1,1) keeps the win: {GIVE}"),
    ],
)
def test_the_reason_in_one_sentence(player: int, each: dict[str, Worth], sentence: str) -> None:
    top = max(worth.value(player) for worth in each.values())
    best = tuple(move for move, worth in each.items() if worth.value(player) == top)
    assert said(player, best, each) == sentence


def test_a_hint_to_stop() -> None:
    position = play("chain", "3,3 1,1 3,2")
    each = {"2,2": Worth(2, None), "stop": Worth(1, None)}
    solution = Solution(position, Worth(1, None), ("stop",), each)
    sentence = hint(position, solution, "stop", voice_for(position.book, no_paint))
    assert sentence == "stop keeps the win: any other move would give it away."


@pytest.mark.parametrize(
    ("worth", "words"),
    [
        (Worth(1, 1), "Player 1 wins by 1 point"),
        (Worth(2, -7), "Player 2 wins by 7 points"),
        (Worth(2, 0), "Player 2 wins on the tie"),
        (Worth(1, None), "Player 1 wins"),
        (Worth(0, 0), "it is a draw"),
    ],
)
def test_worths_in_words(worth: Worth, words: str) -> None:
    assert in_words(worth, voice_for(CATALOGUE["grow"], no_paint)) == words


@pytest.mark.parametrize(
    ("worth", "player", "text"),
    [
        (Worth(1, 17), 1, "+17"),
        (Worth(1, 17), 2, "-17"),
        (Worth(2, 0), 2, "+0"),
        (Worth(2, 0), 1, "-0"),
        (Worth(1, None), 1, "win"),
        (Worth(2, None), 1, "loss"),
        (Worth(0, 0), 1, "draw"),
    ],
)
def test_worths_in_a_few_characters(worth: Worth, player: int, text: str) -> None:
    assert short(worth, player) == text


def test_a_value_without_every_move_says_so() -> None:
    position = play("sweep")
    solution = Solution(position, Worth(1, 17), exact=False, at_least=Worth(1, 17), at_most=Worth(1, 17))
    assert verdict(position, solution, voice_for(position.book, no_paint)) == (
        "With perfect play Player 1 wins by 17 points. Not every move was solved in time."
    )


# --- At the prompt ---


@pytest.mark.parametrize("book", CATALOGUE)
def test_hint_names_a_best_move_and_goes_on(book: str) -> None:
    result = run("play", book, "--seed", "3", "--save", "game.json", given="hint\n1,1\n")
    board = json.loads(Path("game.json").read_text())["board"]
    best = fs.solve(fs.start(book, board=board)).best
    (line,) = [line for line in result.out.splitlines() if line.startswith("Hint: ")]
    assert any(f"({move})" in line for move in best)
    assert (result.err, result.status) == ("", 0)
    assert json.loads(Path("game.json").read_text())["moves"] == ["1,1"]


def test_eval_shows_the_board_and_the_verdict() -> None:
    result = run("play", "sweep", "--board", "5 3 8/2 9 1/6 4 7", given="eval\n")
    assert "| 9    |" in result.out
    assert "| +17* |" in result.out
    assert "\nWith perfect play Player 1 wins by 17 points.\n\n" in result.out


@pytest.mark.parametrize("word", ["hint", "eval"])
def test_on_a_board_too_large_to_solve_both_are_honest(word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Adviser.__init__, "__defaults__", (100_000,))
    output = run("play", "grow", "--size", "8x8", "--seed", "1", given=f"{word}\n").out
    assert " looks best (too large to solve in time: not perfect here, looked " in output


@pytest.mark.parametrize("player", ["perfect", "level:1", "level:10"])
@pytest.mark.parametrize("book", CATALOGUE)
def test_a_whole_game_against_it(book: str, player: str) -> None:
    """Greedy sits in the other seat, so that nobody has to be asked."""
    arguments = ("--first", "greedy", "--second", player, "--seed", "2", "--save", "game.json")
    result = run("play", book, *arguments)
    assert result.status == 0
    assert f" is played by the computer: {player.replace(':', ' ')}.)" in result.out
    assert fs.Position.from_record(json.loads(Path("game.json").read_text())).is_over


def test_undo_against_a_player_that_searches() -> None:
    lines = "1,1\nundo\n2,2\nundo\nundo\n"
    result = run("play", "sweep", "--second", "perfect", "--seed", "2", "--save", "game.json", given=lines)
    assert result.out.count("Taken back.\n") == 2
    assert "There is no move to take back.\n" in result.out
    assert json.loads(Path("game.json").read_text())["moves"] == []
    assert result.status == 0


def test_the_remark_of_a_player_that_is_not_perfect(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Adviser.__init__, "__defaults__", (100_000,))
    output = run("play", "grow", "--size", "8x8", "--seed", "1", "--second", "perfect", given="1,1\n").out
    told = re.search(
        r"^Player 2 \(perfect\) claims .*\. \(too large to solve in time: .*\)$", output, re.MULTILINE
    )
    assert told is not None


def test_the_compiler_is_announced_when_somebody_waits_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fivesquare.background.Work.is_done", False)
    monkeypatch.setattr("fivesquare.background.Work.wait", lambda work, _: work.join() or True)
    monkeypatch.setattr("fivesquare.terminal.waiting.is_warm", lambda: False)
    alone = run("play", "sweep", "--seed", "1", given="2,2\n")
    assert alone.err == ""
    result = run("play", "sweep", "--seed", "1", "--second", "perfect", given="2,2\n")
    assert result.err.startswith("(Compiling the solver, once after an installation or an upgrade")
