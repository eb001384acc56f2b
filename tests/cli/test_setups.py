"""Every command that reads a record reads one that starts at a position set up by hand."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

import fivesquare as fs
from fivesquare.errors import RecordError
from terminal.running import run
from test_placement import drawn, random_setup

BOARD = [[5, 3, 8], [2, 9, 1], [6, 4, 7]]
RECORD: dict[str, Any] = {
    "book": "sweep",
    "board": BOARD,
    "setup": {"owners": [[1, 0, 0], [0, 0, 2], [0, 0, 0]], "turn": 2},
    "moves": ["1,3"],
}


def line(record: dict[str, Any]) -> str:
    return json.dumps(record) + "\n"


def some_record(seed: int) -> dict[str, Any]:
    """A game from a random setup, of one of the five books or of any other."""
    chance = random.Random(seed)
    position = fs.start("sweep")
    while not position.is_set_up:  # the opening may be drawn too
        position = drawn(chance, 8)[0] if seed % 2 else _of_the_five(chance)
    for _ in range(chance.randint(0, 5)):
        if not position.is_over:
            position = position.play(chance.choice(position.legal))
    return position.to_record()


def _of_the_five(chance: random.Random) -> fs.Position:
    while True:
        opening = fs.start(
            chance.choice(list(fs.CATALOGUE)),
            seed=chance.randrange(99),
            size=chance.choice([(3, 3), (2, 4)]),
        )
        try:
            return fs.start(opening.book, board=opening.board, setup=random_setup(chance, opening))
        except RecordError:
            continue


def test_state_starts_at_the_setup() -> None:
    told = json.loads(run("state", given=line(RECORD)).out)
    assert told == fs.Position.from_record(RECORD).view()
    assert told["owners"][0] == [1, 2, 2]


def test_a_bad_setup_is_an_error_in_its_place() -> None:
    bad = {**RECORD, "setup": {"owners": [], "turn": 1}}
    result = run("state", given=line(bad) + line(RECORD))
    errors = [json.loads(each) for each in result.out.splitlines()]
    assert errors[0] == {"error": '"owners" of the setup are 3 rows, not a list of 0', "at": None}
    assert errors[1]["turn"] == 1
    assert result.status == 1


def test_solve_and_perft_start_at_the_setup() -> None:
    told = json.loads(run("solve", given=line(RECORD)).out)
    found = fs.solve(fs.Position.from_record(RECORD))
    assert (told["best"], told["line"]) == (list(found.best), list(found.line))
    start = {**RECORD, "moves": []}
    legal = len(fs.Position.from_record(start).legal)
    assert json.loads(run("perft", "--depth", "1", given=line(start)).out) == {"depth": 1, "count": legal}


def test_replay_adds_up_what_the_setup_brought(tmp_path: Path) -> None:
    position = fs.Position.from_record(RECORD)
    while not position.is_over:
        position = position.play(position.legal[0])
    path = tmp_path / "game.json"
    path.write_text(line(position.to_record()))
    shown = run("replay", str(path)).out
    assert "Total Score: 5 + " in shown
    assert "Total Score: 1 + 11 + " in shown


def test_fifteen_lists_the_squares_of_the_setup(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    setup = {"owners": [[1, 1], [0, 2]], "turn": 1}
    path.write_text(line({"book": "fifteen", "board": [[1, 2], [3, 4]], "setup": setup, "moves": ["2,1"]}))
    assert "Your claimed squares: (1,1), (1,2)" in run("replay", str(path)).out


@pytest.mark.parametrize("seed", range(12))
def test_every_command_takes_any_setup(tmp_path: Path, seed: int) -> None:
    record = some_record(seed)
    path = tmp_path / "game.json"
    path.write_text(line(record))
    commands = [
        ["replay", str(path)],
        ["replay", str(path), "--style", "clear"],
        ["review", str(path)],
        ["review", str(path), "--json"],
        ["picture", str(path), "--svg", str(tmp_path / "picture.svg")],
    ]
    for command in commands:
        result = run(*command)
        assert (result.err, result.status) == ("", 0), (command, record)
    for words in (["state"], ["perft", "--depth", "3"], ["solve"]):
        assert "error" not in run(*words, given=line(record)).out, (words, record)
    if not fs.Position.from_record(record).is_over:
        played = run("resume", str(path), given="score\nmoves\nundo\nhint\nboard\nquit\n")
        assert played.status == 0, record
        assert json.loads(path.read_text())["setup"] == record["setup"]
