"""Where the games of a run begin: boards of a book, or games of the family."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from fivesquare.board import parse_size
from fivesquare.books import NAMED, find_book
from fivesquare.errors import quote
from fivesquare.position import Position
from fivesquare.record import naming, read_json
from fivesquare.research.family.levels import curriculum
from fivesquare.research.family.members import game
from fivesquare.research.family.names import VERSION
from fivesquare.research.family.splits import SPLITS
from fivesquare.rulebook import RuleBook
from fivesquare.streams import stream

LEVEL = "family:"
"""How the games of a level of the family's curriculum are asked for: "family:3", "family:3:held-out"."""

_SEED_BITS = 32


class Opening(NamedTuple):
    """A place to begin, what it is called, and the seed of the luck in its games."""

    name: str
    position: Position
    seed: int


def openings(book: object, boards: int, seed: int, size: str | None) -> Iterator[Opening]:
    """So many boards of a book, or of a level of the family; a game of the family has its own one."""
    if isinstance(book, str) and book.startswith((LEVEL, f"{VERSION}/")):
        if size is not None:
            raise ValueError(f"a game of the family has a size of its own: {book} does not go with a size")
        named = [book] if book.startswith(VERSION) else _of_level(book, boards, seed)
        for number, name in enumerate(named, 1):
            yield Opening(name, game(name).position, drawn(seed, "board", number))
        return
    rules = read_book(book)
    rectangle = None if size is None else parse_size(size)
    for number in range(1, boards + 1):
        luck = drawn(seed, "board", number)
        position = Position.start(rules, seed=luck, size=rectangle)
        yield Opening(f"{rules.title}, board {number}", position, luck)


def read_book(book: object) -> RuleBook:
    """The book that is meant: a name, an object, or a file with one."""
    if isinstance(book, str) and book not in NAMED and Path(book).is_file():
        answers = read_json(Path(book))
        with naming(Path(book)):
            return find_book(answers)
    return find_book(book)


def _of_level(asked: str, boards: int, seed: int) -> list[str]:
    """The names of so many games of a level."""
    level, _, split = asked.removeprefix(LEVEL).partition(":")
    if not level.isdecimal() or split not in ("", *SPLITS):
        splits = " or ".join(f"{LEVEL}3:{split}" for split in SPLITS)
        raise ValueError(f"levels of the family are written {LEVEL}3, {splits}, not {quote(asked)}")
    found = curriculum(int(level), split=split or None, seed=seed)
    return [each.name for each in islice(found, boards)]


def drawn(seed: int, name: str, number: int) -> int:
    """A seed drawn by another one."""
    return stream(seed, f"evaluation {name}", number).getrandbits(_SEED_BITS)
