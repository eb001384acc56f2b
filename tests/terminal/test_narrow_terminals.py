"""At 40 columns nothing is broken in the middle: words of the books go to the next line, boards fit."""

import json
import random
from pathlib import Path

import pytest

import fivesquare as fs
from fivesquare.books import CATALOGUE

from .running import Terminal, run

COLUMNS = 40


def game(name: str) -> list[str]:
    """The moves of some game, to its end."""
    chance = random.Random(name)
    position = fs.start(name, seed=3)
    while not position.is_over:
        position = position.play(chance.choice(position.legal))
    return list(position.moves)


def played(name: str, columns: int) -> list[str]:
    """The lines that two people see who play that game."""
    options = ("play", name, "--seed", "3", "--save", "game.json")
    terminal = Terminal(*options, columns=str(columns), rows="24")
    terminal.answer(*game(name), "quit")
    return terminal.finish().out.splitlines()


@pytest.mark.parametrize("name", CATALOGUE)
def test_a_game_between_two_people_fits(name: str) -> None:
    lines = played(name, COLUMNS)
    assert max(map(len, lines)) <= COLUMNS
    Path("game.json").unlink()
    wide = played(name, 200)
    assert max(map(len, wide)) > COLUMNS
    said = " ".join(" ".join(wide).split())
    if name != "fifteen":  # whose list is another one on a low terminal
        assert " ".join(" ".join(lines).split()) == said


@pytest.mark.parametrize("name", CATALOGUE)
def test_a_game_shown_again_fits(name: str) -> None:
    given = "\n".join(game(name)) + "\n"
    run("play", name, "--seed", "3", "--save", "game.json", given=given)
    terminal = Terminal("replay", "game.json", columns=str(COLUMNS), rows="24")
    for position in fs.Position.from_record(json.loads(Path("game.json").read_text())).history()[:-1]:
        if not position.in_chain:
            terminal.answer("")
    shown = terminal.finish().out.splitlines()
    assert max(map(len, shown)) <= COLUMNS


def test_the_board_of_chain_keeps_the_books_spaces_where_it_fits() -> None:
    lines = played("chain", 43)
    assert "(1,1) .  (1,2) .  (1,3) .  (1,4) .  (1,5) ." in lines
    assert "(1,1) . (1,2) . (1,3) . (1,4) . (1,5) ." not in lines


@pytest.mark.parametrize("style", ["book", "clear"])
@pytest.mark.parametrize("name", CATALOGUE)
def test_help_and_the_score_fit(name: str, style: str) -> None:
    terminal = Terminal("play", name, "--style", style, columns=str(COLUMNS), rows="24")
    terminal.answer("help", "score", "9 9", "quit")
    lines = terminal.finish().out.splitlines()
    written = [line for line in lines if not line.endswith((": help", ": score", ": 9 9", ": quit"))]
    assert max(map(len, written)) <= COLUMNS
    assert "  save       save FILE: save the game\n             in a file as well\n" in "\n".join(lines)


@pytest.mark.parametrize(
    "arguments",
    [["play", "sweep", "--second", "nobody"], ["resume", "no such file at all.json"], ["games", "7"]],
)
def test_what_goes_wrong_fits(arguments: list[str]) -> None:
    terminal = Terminal(*arguments, columns=str(COLUMNS), rows="24")
    lines = terminal.finish().out.splitlines()
    assert max(map(len, lines)) <= COLUMNS
    assert len(lines) > 1
