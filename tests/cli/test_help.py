"""`help` and `?` answer wherever something is asked, and the question is asked again."""

from pathlib import Path

import pytest

from terminal.running import Terminal, run, run_at_terminal

pytestmark = [pytest.mark.parametrize("word", ["help", "?", "HELP"]), pytest.mark.usefixtures("warm")]

SWEEP = ["play", "sweep", "--board", "5 3 8/2 9 1/6 4 7", "--save", "game.json"]
OVER = ["1 1", "2 2", "1 3", "3 1", "3 3"]


@pytest.fixture
def over() -> Path:
    """A game between two people that is over, and whose moves were not all good."""
    run(*SWEEP, given="".join(f"{line}\n" for line in OVER))
    return Path("game.json")


def test_before_a_move_that_the_tutor_objects_to(word: str) -> None:
    result = run(*SWEEP, "--tutor", given=f"1 2\n{word}\nyes\n")
    assert "yes plays it; no asks again; or type another move.\n" in result.out
    assert result.out.count("Play it anyway? ") == 2


def test_in_a_replay(word: str, over: Path) -> None:
    result = run_at_terminal("replay", str(over), lines=[word, "q"])
    assert "Enter shows the next turn; q quits.\n" in result.out
    assert result.out.count("(Enter continues, q quits) ") == 2


def test_before_games_are_removed(word: str, games: Path) -> None:
    run("play", "grow", given="1 1\n")
    result = run_at_terminal("games", "--delete", "1", lines=[word, "no"])
    assert "yes deletes the games listed above for good;" in result.out
    assert len(list(games.glob("*.json"))) == 1


def test_in_a_puzzle_and_after_it(word: str) -> None:
    result = run("puzzle", "sweep", "--seed", "1", given=f"{word}\nshow\n{word}\nquit\n")
    assert "Besides a move you can type:\n" in result.out
    assert "Enter shows the next puzzle; quit quits.\n" in result.out
    assert result.out.count("Enter for the next, or quit: ") == 2


def test_in_a_walk_and_when_one_plays_on_from_there(word: str, over: Path) -> None:
    given = f"{word}\nplay\n{word}\n3\n{word}\nback\nquit\n"
    result = run("review", str(over), "--walk", given=given)
    assert "You can type, by the first letter too:\n" in result.out
    assert "A number is a level: " in result.out
    assert "Type 1 or 2. It is Player 1's turn here." in result.out
    assert result.out.count("Against whom? ") == result.out.count("Which side is yours? ") == 2


def test_where_one_only_goes_back_to_the_menu(word: str) -> None:
    result = run_at_terminal(lines=["rules", "grow", word, "", "q"])
    assert "Press Enter to return to the menu.\n" in result.out
    assert result.out.count("or choose: ") == 2


def test_while_the_computer_is_interrupted(word: str) -> None:
    terminal = Terminal("play", "chain", "--size", "8x8", "--second", "perfect", TERM="xterm")
    terminal.answer("1,1")
    terminal.hear("is thinking ...")
    terminal.child.sendcontrol("c")
    terminal.answer(word, "dance")
    terminal.press("c")
    result = terminal.finish()
    _, _, after = result.out.partition("has not moved yet.")
    assert "Besides a move you can type:\n" in after
    assert "You may claim" not in after  # it is not this person's turn
    assert "It is the computer's turn: press Enter, or type help.\n" in after
