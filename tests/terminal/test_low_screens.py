"""At 80x24 every board stays on the screen while one is asked; nothing else changes the book's lines."""

import random
from pathlib import Path

import pytest

import fivesquare as fs
from fivesquare.books import CATALOGUE

from .running import Terminal, run

BOARDS = {"flip": 9, "sweep": 7, "grow": 12, "chain": 5, "fifteen": 4}
"""How many lines the board of each book has."""


def game(name: str, moves: int) -> list[str]:
    """The first moves of some game."""
    chance = random.Random(name)
    position = fs.start(name, seed=3)
    for _ in range(moves):
        position = position.play(chance.choice([move for move in position.legal if move != "stop"]))
    return list(position.moves)


def screens(name: str, *options: str, size: str = "80x24", moves: int = 4) -> list[list[str]]:
    """What the screen shows at each prompt, from its top line to the prompt."""
    columns, lines = map(int, size.split("x"))
    terminal = Terminal("play", name, "--seed", "3", *options, columns=str(columns), rows=str(lines))
    shown = []
    for move in game(name, moves):
        terminal.wait()
        text = terminal.raw.replace("\r\n", "\n").split("\n")
        rows = [
            line[start : start + columns] for line in text for start in range(0, len(line) or 1, columns)
        ]
        shown.append(rows[-lines:])
        terminal.child.send(move + "\r")
    terminal.press("d")
    terminal.finish()
    return shown


@pytest.mark.parametrize("name", CATALOGUE)
def test_the_board_the_scores_and_the_question_are_seen_at_80x24(name: str) -> None:
    for number, rows in enumerate(screens(name)):
        drawn = [
            row
            for row in rows
            if row.startswith(("+--", "|", "[", "<", "{", "(1,", "(2,", "(3,", "(4,", "(5,"))
        ]
        drawn += [row for row in rows if name == "grow" and (row[:1].isdigit() or row.startswith("     1"))]
        drawn += [row for row in rows if name == "grow" and row.startswith("   +")]
        boards = [row for row in drawn if not row.startswith("[ ]")]
        assert len(boards) >= BOARDS[name]
        assert number == 0 or any(" win" in row for row in rows)


def test_fifteens_first_list_goes_into_columns_on_a_low_terminal_only() -> None:
    first = screens("fifteen", moves=1)[0]
    assert [row for row in first if row.startswith("1. ")] == ["1. (1,1) - Value: 2   9. (3,1) - Value: 4"]
    assert [row for row in first if row.startswith("8. ")] == ["8. (2,4) - Value: 5   16. (4,4) - Value: 5"]
    book = run("play", "fifteen", "--seed", "3").out
    assert "\n9. (3,1) - Value: 4\n" in book
    for rows in (
        screens("fifteen", "--plain", moves=1)[0],
        screens("fifteen", size="80x26", moves=1)[0],
    ):
        assert "9. (3,1) - Value: 4" in rows
    assert "9. (3,1) - Value: 4" not in screens("fifteen", size="80x25", moves=1)[0]


def test_at_40_columns_the_list_is_shorter_and_a_number_of_it_is_understood() -> None:
    rows = screens("fifteen", size="40x24", moves=1)[0]
    assert "1. (1,1): 2   9. (3,1): 4" in rows
    terminal = Terminal("play", "fifteen", "--seed", "3", "--save", "game.json", columns="40", rows="24")
    terminal.answer("9")
    terminal.press("d")
    terminal.finish()
    assert '"moves": ["3,1"]' in Path("game.json").read_text()


@pytest.mark.parametrize("name", CATALOGUE)
def test_a_list_that_fits_and_every_other_prompt_is_as_through_a_pipe(name: str) -> None:
    """With a screen as high as it takes, what is shown is the same as through a pipe."""
    lines = "".join(f"{move}\n" for move in game(name, 4))
    piped = run("play", name, "--seed", "3", "--save", "one.json", given=lines).out
    terminal = Terminal("play", name, "--seed", "3", "--save", "two.json", columns="200", rows="50")
    terminal.answer(*lines.split())
    terminal.press("d")
    assert terminal.finish().out.replace("two.json", "one.json") == piped
