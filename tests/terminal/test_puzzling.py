"""`fivesquare puzzle`: right, wrong, nonsense, and every way to leave."""

import re

import pytest

import fivesquare as fs
from fivesquare.books import CATALOGUE
from fivesquare.books.explain import explain
from fivesquare.puzzles import DIFFICULTIES

from .running import Result, Terminal, run

pytestmark = pytest.mark.usefixtures("warm")


def puzzle(*lines: str, book: str = "sweep", options: tuple[str, ...] = ()) -> Result:
    result = run("puzzle", book, "--seed", "1", *options, given="".join(f"{line}\n" for line in lines))
    assert (result.err, result.status) == ("", 0)
    return result


SWEEP = fs.puzzle("sweep", seed=1)
WRONG = next(move for move in SWEEP.position.legal if move != SWEEP.move)


def test_what_is_shown() -> None:
    output = puzzle().out
    assert output.startswith("Capture Squares: a puzzle, medium, seed 1\n\n+---+")
    number = len(SWEEP.position.legal)
    name = f"Player {SWEEP.position.turn}"
    assert f"{name} is to act, and exactly one of {number} moves wins. Type your move, or show" in output
    assert output.endswith("\nYour move: \n")


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
@pytest.mark.parametrize("book", CATALOGUE)
def test_the_right_move_of_every_kind_of_puzzle(book: str, difficulty: fs.puzzles.Difficulty) -> None:
    made = fs.puzzle(book, seed=1, difficulty=difficulty)
    output = puzzle(made.move, book=book, options=("--difficulty", difficulty)).out
    assert re.search(r"\nYour move: .*\nRight: .* wins.*, and no other move does it\.\n$", output)


def test_a_wrong_move_says_what_it_leads_to_and_asks_again() -> None:
    output = puzzle(WRONG, SWEEP.move).out
    assert f"\nNo: after {WRONG}, with perfect play " in output
    assert output.count("Your move: ") == 2
    assert "\nRight: " in output


@pytest.mark.parametrize("line", ["9,9", "what?", "", "\x00", "0"])
def test_nonsense_is_answered_and_asked_again(line: str) -> None:
    output = puzzle(line, SWEEP.move).out
    assert output.count("Your move: ") == 2
    assert output.count(" Type your move, or show (the answer), rules, quit.\n") == 2
    assert "\nRight: " in output


@pytest.mark.parametrize("word", ["show", "answer", " SHOW "])
def test_show_tells_the_answer_and_leaves(word: str) -> None:
    assert puzzle(word, "2,2").out.endswith(f"The answer is {SWEEP.move}.\n")


@pytest.mark.parametrize("word", ["quit", "q", "exit", "QUIT"])
def test_quit_leaves(word: str) -> None:
    output = puzzle(word, SWEEP.move).out
    assert output.endswith(f"Your move: {word}\n")


def test_rules_explains_the_game() -> None:
    assert explain(SWEEP.position.book, SWEEP.position.size) in puzzle("rules").out


def test_inside_a_chain_it_says_where_one_stands() -> None:
    for seed in range(40):
        made = fs.puzzle("chain", seed=seed, difficulty="easy")
        if made.position.in_chain:
            break
    output = run("puzzle", "chain", "--seed", str(seed), "--difficulty", "easy", given="show\n").out
    assert f" has just claimed ({made.position.moves[-1]}).\n" in output


def test_without_a_book_it_is_any_game_and_the_seed_decides() -> None:
    titles = set()
    for seed in ("1", "2", "3", "4"):
        one, same = (run("puzzle", "--seed", seed, "--difficulty", "easy").out for _ in range(2))
        assert one == same
        titles.add(one.partition(": a puzzle")[0])
    assert len(titles) > 1


def test_without_a_seed_it_says_which_it_was() -> None:
    output = run("puzzle", "sweep", "--difficulty", "easy", given="show\n").out
    match = re.search(r"seed (\d+)\n", output)
    assert match is not None
    assert run("puzzle", "sweep", "--difficulty", "easy", "--seed", match[1], given="show\n").out == output


@pytest.mark.parametrize(("key", "status"), [("c", 130), ("d", 0)])
def test_keys_that_leave(key: str, status: int) -> None:
    terminal = Terminal("puzzle", "sweep", "--seed", "1")
    terminal.child.expect("Your move: ")
    terminal.child.sendcontrol(key)
    result = terminal.finish()
    assert "Traceback" not in result.out
    assert result.status == status


@pytest.mark.parametrize(
    "arguments", [("chess",), ("sweep", "--difficulty", "brutal"), ("sweep", "--seed", "x")]
)
def test_a_wrong_command_line(arguments: tuple[str, ...]) -> None:
    result = run("puzzle", *arguments)
    assert (result.out, result.status) == ("", 2)
    assert "Error: Invalid value for " in result.err


def test_a_long_search_says_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fivesquare.terminal.waiting._FIRST_WORD", 0.0)
    assert run("puzzle", "sweep", "--seed", "1").err == "(looking for a puzzle: 0 games tried)\n"
