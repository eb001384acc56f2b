"""No line of ours is longer than 80 characters, whatever is played, by whom and on which board."""

import itertools
import json
import random
import re
from pathlib import Path

import pytest

import fivesquare as fs
from fivesquare.board import Size
from fivesquare.books import NAMED, rebalanced
from fivesquare.match import Step
from fivesquare.rulebook import Komi
from fivesquare.terminal.voices import Voice, voice_for
from fivesquare.words.typed import player_names

from .running import run

LONGEST = 80
SIZES = [Size(rows, columns) for rows in range(1, 9) for columns in range(1, 9) if rows * columns > 1]
SEATS = [
    ("human", "human"),
    ("human", "level:10"),
    ("level:10", "human"),
    ("level:10", "perfect"),
]
REMARK = "estimated: too large to solve"


def game(book: fs.RuleBook, size: Size, seed: int) -> fs.Position:
    """A random game, to its end."""
    chance = random.Random(f"{book.title} {size} {seed}")
    position = fs.start(book, size=size, seed=seed)
    while not position.is_over:
        position = position.play(chance.choice(position.legal))
    return position


def told(end: fs.Position, voice: Voice, seats: tuple[str, str]) -> list[str]:
    """All that a voice says besides the book's own blocks."""
    history = end.history()
    said = [voice.balance(), voice.legend(), voice.key(), voice.komi(end), voice.result(end)]
    for before, after in itertools.pairwise(history):
        step = Step(before, after.moves[-1], after)
        said += [voice.standing(after), voice.tell(step, seats, REMARK)]
        if step.skipped is not None:
            said.append(voice.skipped(after, step.skipped))
    return said


@pytest.mark.parametrize("style", ["book", "clear"])
@pytest.mark.parametrize("name", NAMED)
def test_no_line_about_a_game_is_longer(name: str, style: str) -> None:
    for number, size in enumerate(SIZES):
        seats = SEATS[number % len(SEATS)]
        book = NAMED[name]
        if number % 3 == 1:
            book = rebalanced(book, "swap")
        elif number % 3 == 2 and book.goal == "points":
            book = rebalanced(book, Komi(100.5))
        end = game(book, size, number)
        voice = voice_for(end.book, lambda text, _position, _cell: text, style, seats=seats)
        for text in told(end, voice, seats):
            assert max(map(len, text.split("\n"))) <= LONGEST, text


@pytest.mark.parametrize("player", player_names())
def test_no_line_at_the_start_is_longer_whoever_plays(player: str) -> None:
    for name in NAMED:
        out = run("play", name, "--second", player, "--seed", "1", "--style", "clear").out
        assert max(map(len, out.splitlines())) <= LONGEST, out


NAME = re.compile("The-Right-Honourable-")


@pytest.mark.parametrize("seats", [("human", "{}"), ("{}", "human"), ("{}", "{}"), ("{}", "level:10")])
@pytest.mark.parametrize("length", [21, 63, 2100])
def test_no_name_makes_a_line_longer(seats: tuple[str, str], length: int, games: Path) -> None:
    name = ("The-Right-Honourable-" * 100)[:length]
    end = game(NAMED["sweep"], Size(3, 3), 1)
    games.mkdir(parents=True)
    for number, position in enumerate((end, end.back(1))):
        players = [seat.format(name) for seat in seats]
        record = {**position.to_record(), "players": players}
        (games / f"{number}.json").write_text(json.dumps(record))
    for command in (
        ["games"],
        [],
        ["replay", "1", "--style", "clear"],
        ["review", "1", "--style", "clear"],
    ):
        result = run(*command)
        assert result.status == 0
        assert max(map(len, result.out.splitlines())) <= LONGEST, result.out
    assert NAME.search(run("games").out)
