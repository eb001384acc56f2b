"""What is asked after a game at a terminal."""

import json
from pathlib import Path
from typing import Any

import pytest

from fivesquare.table.settings import remembered

from .running import Terminal, run, run_at_terminal

OFFERS = "(a)gain, (s)wap seats, (t)ake back the last move, (w)alk through it, (m)enu,\n(q)uit.\n"
SEE = "\nShow it again: fivesquare replay\nWhat each move was worth: fivesquare review\n"
GAME = ["play", "sweep", "--board", "2 1 4 3", "--first", "greedy"]
"""The computer takes all but the first cell, and the person that one: then it is over."""


def kept(games: Path) -> list[dict[str, Any]]:
    """The kept games, the oldest first."""
    paths = sorted(games.glob("*.json"), key=lambda path: path.stat().st_mtime_ns)
    return [json.loads(path.read_text()) for path in paths]


def test_through_a_pipe_nobody_is_asked() -> None:
    result = run(*GAME, given="1 1\n")
    assert "What now?" not in result.out
    assert result.out.endswith(SEE)
    assert run("replay").status == 0


def test_two_computers_are_not_asked() -> None:
    assert "What now?" not in run_at_terminal(*GAME, "--second", "greedy", lines=[]).out


@pytest.mark.parametrize("word", ["q", "QUIT", "exit"])
def test_quit_leaves_and_says_how_to_see_the_game_again(word: str) -> None:
    result = run_at_terminal(*GAME, lines=["1 1", word])
    assert OFFERS in result.out
    assert result.out.endswith(SEE)
    assert result.status == 0


def test_a_file_of_ones_own_is_named() -> None:
    result = run_at_terminal(*GAME, "--save", "game.json", lines=["1 1", "q"])
    assert result.out.endswith("replay game.json\nWhat each move was worth: fivesquare review game.json\n")


@pytest.mark.parametrize(("key", "status"), [("c", 130), ("d", 0)])
def test_keys_that_leave_keep_the_game(key: str, status: int, games: Path) -> None:
    terminal = Terminal(*GAME)
    terminal.answer("1 1")
    terminal.press(key)
    result = terminal.finish()
    assert (result.status, len(kept(games))) == (status, 1)
    assert "Traceback" not in result.out


def test_an_odd_word_is_answered_with_those_that_there_are() -> None:
    result = run_at_terminal(*GAME, lines=["1 1", "dance", "q"])
    words = "again, swap seats, take back, walk, menu, quit; or help."
    said = f"I don't know 'dance'. Type one of these words, or its first letter: {words}"
    assert said in result.out.replace("\n", " ")


@pytest.mark.parametrize("word", ["help", "?"])
def test_help_says_what_each_word_does(word: str) -> None:
    result = run_at_terminal(*GAME, lines=["1 1", word, "q"])
    assert "\n  again       play again on a new board; Enter alone too\n" in result.out
    assert "\n  menu        go to the menu\n" in result.out
    assert "harder" not in result.out
    assert result.out.count("What now? [again] ") == 2


@pytest.mark.parametrize("word", ["m", "menu"])
def test_the_menu_can_be_had_after_a_game(word: str) -> None:
    result = run_at_terminal(*GAME, lines=["1 1", word, "q"])
    assert "\n  4  review  your last game: sweep against greedy, 2 moves," in result.out
    assert result.out.endswith("or choose: q\n")
    assert "Show it again" not in result.out
    assert result.status == 0


def test_a_game_from_the_menu_can_end_in_the_menu() -> None:
    terminal = Terminal()
    terminal.answer("sweep", "more", "board 2 1 4 3", "", "friend", "", "1 3", "1 1", "menu", "q")
    result = terminal.finish()
    assert result.out.count("or choose: ") == 2
    assert result.status == 0


@pytest.mark.parametrize("word", ["", "a", "again"])
def test_another_game_is_another(word: str, games: Path) -> None:
    terminal = Terminal(*GAME)
    terminal.answer("1 1", word)
    terminal.press("d")
    terminal.finish()
    first, second = kept(games)
    assert first["moves"] == ["1,3", "1,1"]
    assert second["players"] == first["players"] == ["greedy", "human"]
    assert second["id"] != first["id"]
    assert (second["book"], len(second["board"][0])) == ("sweep", 4)


def test_another_game_is_as_large_as_the_board_that_was_given_in_the_menu(games: Path) -> None:
    terminal = Terminal()
    terminal.answer("play", "sweep", "more", "board 2 1 4 3", "", "friend", "", "1 3", "1 1", "a")
    terminal.press("d")
    result = terminal.finish()
    assert result.out.count("\n+---+---+---+---+\n") == result.out.count("\n+---+") > 4


def test_another_game_has_the_same_balance(games: Path) -> None:
    terminal = Terminal("play", "chain", "--size", "1x2", "--swap")
    terminal.answer("1 1", "1 2", "a", "1 2", "1 1", "q")
    terminal.finish()
    assert [game["book"] for game in kept(games)] == [{"like": "chain", "balance": "swap"}] * 2


def test_the_seats_are_swapped(games: Path) -> None:
    terminal = Terminal("play", "chain", "--size", "1x2", "--second", "greedy")
    terminal.answer("1 1", "s")
    terminal.press("d")
    terminal.finish()
    first, second = kept(games)
    assert (first["players"], second["players"]) == (["human", "greedy"], ["greedy", "human"])
    assert len(second["moves"]) == 1


@pytest.mark.usefixtures("warm")
@pytest.mark.parametrize(("word", "level"), [("h", 4), ("e", 2)])
def test_a_level_up_or_down_is_remembered(word: str, level: int, games: Path) -> None:
    terminal = Terminal("play", "chain", "--size", "1x2", "--second", "level:3")
    terminal.answer("1 1", word, "1 1")
    terminal.wait()
    terminal.child.send("q\r")
    terminal.finish()
    assert [game["players"][1] for game in kept(games)] == ["level:3", f"level:{level}"]
    assert remembered().opponent == f"level:{level}"


@pytest.mark.usefixtures("warm")
@pytest.mark.parametrize(("level", "offered"), [(1, "harder"), (10, "easier")])
def test_there_is_no_level_below_the_first_nor_above_the_last(level: int, offered: str) -> None:
    result = run_at_terminal(
        "play", "chain", "--size", "1x2", "--second", f"level:{level}", lines=["1 1", "q"]
    )
    for word in ("harder", "easier"):
        assert (f"({word[0]}){word[1:]}: level " in result.out) == (word == offered)


def test_the_last_move_can_be_taken_back_and_the_game_goes_on_in_its_file(games: Path) -> None:
    terminal = Terminal(*GAME)
    terminal.answer("1 1", "t")
    terminal.wait()
    (taken_back,) = kept(games)
    assert taken_back["moves"] == ["1,3"]
    terminal.child.send("1 1\r")
    terminal.answer("q")
    result = terminal.finish()
    (again,) = kept(games)
    assert (again["moves"], again["id"]) == (["1,3", "1,1"], taken_back["id"])
    assert "Taken back.\n" in result.out
    assert result.out.endswith(SEE)


def test_nobody_goes_back_to_a_game_without_a_move() -> None:
    """It would not be kept, and what was kept would be gone."""
    result = run_at_terminal(
        "play", "chain", "--size", "1x2", "--second", "greedy", lines=["1 1", "t", "q"]
    )
    assert "(t)ake" not in result.out
    assert result.out.endswith(SEE)


@pytest.mark.usefixtures("warm")
def test_the_game_can_be_walked_through_and_played_on_from_there(games: Path) -> None:
    terminal = Terminal(*GAME)
    terminal.answer("1 1", "w", "quit", "w", "1", "play", "friend", "1 1", "q")
    result = terminal.finish()
    assert result.out.count("What now? [again] ") == 3
    first, second = kept(games)
    assert (first["moves"], second["moves"]) == (["1,3", "1,1"], ["1,3", "1,1"])
    assert first["id"] != second["id"]
    assert second["players"] == ["human", "human"]


def test_two_people_have_no_seats_to_swap() -> None:
    result = run_at_terminal("play", "chain", "--size", "1x3", lines=["1 1", "1 2", "1 3", "q"])
    assert "\n(a)gain, (t)ake back the last move, (w)alk through it, (m)enu, (q)uit.\n" in result.out


LONGER = ["play", "sweep", "--board", "5 3 8/2 9 1/6 4 7", "--second", "greedy", "--seed", "1"]
MOVES = ["2 2", "3 3", "1 1"]


@pytest.mark.parametrize("answer", ["no", "mine.json"])
def test_a_finished_game_that_is_taken_back_and_left_is_not_lost(answer: str, games: Path) -> None:
    run(*LONGER, given="".join(f"{move}\n" for move in MOVES))
    (whole,) = kept(games)
    run("games", "--delete", "1", "--yes")
    result = run_at_terminal(*LONGER, lines=[*MOVES, "t", "quit", answer])
    assert "The game is saved as it was before you continued it.\n" in result.out
    assert [game["moves"] for game in kept(games)] == [whole["moves"]]


@pytest.mark.parametrize("end", [["quit"], []])
def test_a_game_whose_moves_are_all_taken_back_later_is_not_lost(end: list[str], games: Path) -> None:
    run("play", "grow", given="1 1\n1 2\n")
    lines = ["undo", "undo", *end]
    result = run("resume", given="".join(f"{line}\n" for line in lines))
    assert result.out.endswith("The game is saved as it was before you continued it.\n")
    assert [game["moves"] for game in kept(games)] == [["1,1", "1,2"]]
