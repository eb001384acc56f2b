"""The command `games`, and kept games by their numbers."""

import json
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fivesquare import record
from fivesquare.position import Position
from fivesquare.table import saved_games as kept_games
from fivesquare.table.summaries import after_replay, after_resume, in_a_line, standing, when, who
from terminal.running import Terminal, run, run_at_terminal

GROW: dict[str, Any] = {
    "book": "grow",
    "board": [[5, 3, 2, 6, 1], [7, 4, 9, 2, 8], [1, 5, 3, 7, 4], [2, 8, 6, 1, 5], [9, 3, 2, 4, 7]],
    "moves": ["1,1", "5,5", "1,2", "4,5"],
    "players": ["human", "level:3"],
}
CHAIN: dict[str, Any] = {"book": "chain", "board": [[1, 1, 1]], "moves": ["1,1", "1,2", "1,3"]}
OWN: dict[str, Any] = {
    "book": {"like": "sweep", "goal": "majority", "title": "Mine"},
    "board": [[2, 1, 4, 3]],
    "moves": ["1,1"],
    "players": ["greedy", "level:10"],
}


@pytest.fixture
def three(games: Path) -> list[Path]:
    """Three games, the newest first."""
    games.mkdir(parents=True)
    paths = [games / f"{name}.json" for name in ("grow", "chain", "own")]
    for age, (path, content) in enumerate(zip(paths, (GROW, CHAIN, OWN), strict=True)):
        path.write_text(json.dumps(content))
        os.utime(path, (time.time() - 100 * age, time.time() - 100 * age))
    return paths


@pytest.fixture
def held(three: list[Path]) -> Iterator[list[Path]]:
    """The first of the three is being played elsewhere."""
    _, kept = kept_games.go_on(three[0])
    yield three
    kept.close()


def rows(output: str) -> list[list[str]]:
    return [[part for part in line.split("  ") if part] for line in output.splitlines()]


def test_games_are_listed_from_the_newest_on(three: list[Path]) -> None:
    result = run("games")
    listed = rows(result.out)
    assert [row[0] for row in listed] == ["1", "2", "3"]
    assert [row[2] for row in listed] == ["grow", "chain", "own"]
    assert [[part.strip() for part in row[3:]] for row in listed] == [
        ["you against level 3", "4 moves", "you trail 8-12"],
        ["two people", "3 moves", "first won 2-1"],
        ["greedy against level 10", "1 move", "first leads 2-0"],
    ]
    assert max(map(len, result.out.splitlines())) <= 80
    assert (result.err, result.status) == ("", 0)


def test_a_game_that_is_being_played_says_so(held: list[Path]) -> None:
    first, second, _ = run("games").out.splitlines()
    assert first.endswith("4 moves  is being played")
    assert second.endswith("first won 2-1")


def test_without_games_it_says_how_to_get_one() -> None:
    assert run("games").out == "No saved games yet. Play one: fivesquare play\n"


def test_only_some_of_them(three: list[Path]) -> None:
    assert [row[0] for row in rows(run("games", "3", "1").out)] == ["3", "1"]


def test_on_a_narrow_terminal_a_game_has_a_few_lines(three: list[Path]) -> None:
    out = Terminal("games", rows="24", columns="40").finish().out
    assert max(map(len, out.splitlines())) <= 40
    assert "    you against level 3, 4 moves, you\n    trail 8-12\n" in out


def test_files_that_are_no_games_have_no_number(three: list[Path]) -> None:
    (three[0].parent / "letter.json").write_text("Dear Ada,\n")
    assert len(run("games").out.splitlines()) == 3


# --- By number ---


def test_a_number_is_a_kept_game(three: list[Path]) -> None:
    assert run("replay", "2").out.endswith(run("replay", str(three[1])).out)
    result = run("resume", "1", given="2 1\n")
    assert "Player 1 claimed cell (2,1)" in result.out
    assert json.loads(three[0].read_text())["moves"][4] == "2,1"


@pytest.mark.parametrize("command", ["resume", "replay", "review"])
def test_a_number_that_no_game_has_is_refused(command: str, three: list[Path]) -> None:
    result = run(command, "4")
    assert result.err == "fivesquare: there is no saved game 4: they are numbered 1 to 3\n"
    assert (result.out, result.status) == ("", 1)
    assert run("games", "4").err == result.err


def test_a_file_with_a_number_for_a_name_is_named_with_its_folder(place: Path) -> None:
    (place / "3").write_text(json.dumps(CHAIN))
    assert run("replay", "3").err == (
        "fivesquare: there is no saved game 3: none are saved yet; the file is ./3\n"
    )
    assert run("replay", "./3").status == 0
    run("play", "chain", "--size", "1x2", "--save", "./4", given="1 1\n")
    result = run("resume", "./4")
    assert result.out.endswith("The game is saved. Continue with: fivesquare resume ./4\n")


# --- Removing ---


def test_a_game_is_removed_when_somebody_says_yes(three: list[Path]) -> None:
    result = run_at_terminal("games", "--delete", "2", lines=["yes"])
    assert "two people" in result.out
    assert result.out.endswith("Deleted. The remaining games have new numbers.\n")
    assert [path.exists() for path in three] == [True, False, True]


@pytest.mark.parametrize("answer", ["", "no", "n", "what"])
def test_and_not_when_somebody_says_anything_else(answer: str, three: list[Path]) -> None:
    result = run_at_terminal("games", "--delete", "1", "2", "3", lines=[answer])
    assert "Delete these 3 games for good? [no] " in result.out
    assert result.out.endswith("Nothing was deleted.\n")
    assert all(path.exists() for path in three)


@pytest.mark.parametrize(("key", "status"), [("c", 130), ("d", 0)])
def test_nor_when_somebody_leaves(key: str, status: int, three: list[Path]) -> None:
    terminal = Terminal("games", "--delete", "1")
    terminal.press(key)
    assert terminal.finish().status == status
    assert all(path.exists() for path in three)


def test_through_a_pipe_it_must_be_said_beforehand(three: list[Path]) -> None:
    result = run("games", "--delete", "1", given="yes\n")
    assert result.err.endswith("Error: There is no terminal to ask for confirmation: add --yes.\n")
    assert (result.status, all(path.exists() for path in three)) == (2, True)
    assert run("games", "--delete", "--yes", "3", "1", "3").status == 0
    assert [path.exists() for path in three] == [False, True, False]


def test_what_is_being_played_is_not_removed_nor_anything_with_it(held: list[Path]) -> None:
    result = run("games", "--delete", "--yes", "2", "1")
    assert result.err == f"fivesquare: the game in '{held[0]}' is being played elsewhere\n"
    assert result.status == 1
    assert all(path.exists() for path in held)


def test_while_one_is_asked_nobody_else_can_go_on_with_it(three: list[Path]) -> None:
    terminal = Terminal("games", "--delete", "1")
    terminal.wait()
    assert "is being played elsewhere" in run("resume", "1").err
    terminal.child.send("yes\r")
    terminal.finish()
    assert not three[0].exists()


def test_of_a_link_only_the_link_is_removed(three: list[Path], place: Path) -> None:
    three[0].rename(place / "mine.json")
    three[0].symlink_to(place / "mine.json")
    assert run("games", "--delete", "--yes", "1").status == 0
    assert not three[0].is_symlink()
    assert json.loads((place / "mine.json").read_text()) == GROW


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--delete"], "Which ones? Give their numbers: --delete 3 4"),
        (["--yes"], "--yes is for --delete."),
        (["--delete", "0"], "0 is not in the range"),
    ],
)
def test_a_wrong_command_line(arguments: list[str], problem: str, three: list[Path]) -> None:
    result = run("games", *arguments)
    assert problem in result.err
    assert (result.status, all(path.exists() for path in three)) == (2, True)


# --- In words ---


def position(content: dict[str, Any], **more: Any) -> Position:
    return Position.from_record({**content, **more})


@pytest.mark.parametrize(
    ("players", "said", "standing_said"),
    [
        (["human", "level:3"], "you against level 3", "you trail 8-12"),
        (["level:3", "human"], "level 3 against you", "you lead 12-8"),
        (["human", "human"], "two people", "second leads 12-8"),
        (["greedy", "random"], "greedy against random", "second leads 12-8"),
        ("nonsense", "two people", "second leads 12-8"),
    ],
)
def test_a_running_game_in_words(players: object, said: str, standing_said: str) -> None:
    game = position(GROW, players=players)
    assert (who(game), standing(game)) == (said, standing_said)


@pytest.mark.parametrize(
    ("content", "players", "said"),
    [
        (CHAIN, ["human", "greedy"], "you won 2-1"),
        (CHAIN, ["greedy", "human"], "you lost 1-2"),
        ({**CHAIN, "board": [[1, 1]], "moves": ["1,1", "1,2"]}, ["human", "greedy"], "a draw, 1-1"),
        ({**CHAIN, "moves": []}, ["human", "greedy"], "even, 0-0"),
        (
            {"book": {"like": "sweep", "balance": {"komi": 4.5}}, "board": [[2, 1]], "moves": ["1,1"]},
            ["human", "greedy"],
            "you lost 3-4.5",
        ),
        ({**OWN, "moves": ["1,1", "1,4"]}, ["human", "greedy"], "you lead 2-1"),  # cells, not points
    ],
)
def test_who_is_ahead_is_what_the_goal_counts(
    content: dict[str, Any], players: list[str], said: str
) -> None:
    assert standing(position(content, players=players)) == said


def test_a_game_in_a_line() -> None:
    assert in_a_line(position(GROW)) == "grow against level 3, 4 moves, you trail 8-12"
    assert in_a_line(position(CHAIN)) == "chain between two people, 3 moves, first won 2-1"
    assert in_a_line(position(OWN)).startswith("own between greedy and level 10, 1 move, ")


def test_when_a_game_was_played_is_short(three: list[Path]) -> None:
    now = time.localtime()
    assert when(three[0]) in (time.strftime("today %H:%M", now), time.strftime("%d %b %H:%M", now))
    os.utime(three[0], (0, 0))
    assert when(three[0]) in ("01 Jan 1970", "31 Dec 1969")


def test_what_to_type_is_as_short_as_is_true(three: list[Path], place: Path) -> None:
    assert after_replay(three[1]) == ""
    assert record.load(kept_games.finished(None)) == position(CHAIN)
    three[2].write_text(json.dumps({**CHAIN, "id": "newer"}))
    assert after_replay(three[1]) == " 3"
    assert after_resume(three[0]) == ""
    three[1].write_text(json.dumps({**GROW, "id": "newer"}))
    assert after_resume(three[0]) == " 3"
    _, kept = kept_games.go_on(three[1])
    assert after_resume(three[0]) == ""
    kept.close()
    assert after_resume(place / "a b.json") == after_replay(place / "a b.json") == f" '{place}/a b.json'"


def test_names_that_are_no_names_cannot_disturb_the_list(games: Path) -> None:
    games.mkdir(parents=True)
    (games / "odd.json").write_text(json.dumps({**GROW, "players": ["\x1bA\n", "Bob"]}))
    out = run("games").out
    assert r"'\x1bA\n' against Bob" in out
    assert "\x1b" not in out
    assert len(out.splitlines()) == 1
