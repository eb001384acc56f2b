"""The boards of a study: as many as are wanted from their seeds, or all that there are."""

from collections.abc import Iterable, Iterator
from itertools import permutations, product
from math import factorial
from operator import itemgetter
from typing import NamedTuple

from fivesquare.board import Board, Size, Symmetry, symmetries
from fivesquare.errors import BoardError
from fivesquare.position import Position
from fivesquare.rulebook import RuleBook

MOST = 362_880
"""Boards of which all are studied, if that is wanted: those of the numbers 1 to 9."""


class Weighed(NamedTuple):
    """A board, and for how many it stands: itself and its mirror images."""

    board: Board
    weight: int


def dealt(book: RuleBook, size: Size, first_seed: int, number: int) -> list[Weighed]:
    """The boards of so many seeds in a row, each by itself."""
    seeds = range(first_seed, first_seed + number)
    return [Weighed(Position.start(book, seed=seed, size=size).board, 1) for seed in seeds]


def how_many(book: RuleBook, size: Size) -> int:
    """How many boards this book has."""
    if book.values == "ones":
        return 1
    if book.values == "shuffled":
        return factorial(size.cells)
    low, high = book.values
    return int((high - low + 1) ** size.cells)


def every(book: RuleBook, size: Size) -> list[Weighed]:
    """All boards: one of each set of those that are mirror images of each other."""
    number = how_many(book, size)
    if number > MOST:
        raise BoardError(
            f"there are {_short(number)} boards of {size}, and more than {MOST:,} take too long"
        )
    return list(_one_of_each(size, _all_values(book, size)))


def _short(number: int) -> str:
    return f"{number:,}" if number < 10**15 else f"about 10^{len(str(number)) - 1}"


def _all_values(book: RuleBook, size: Size) -> Iterable[tuple[int, ...]]:
    if book.values == "ones":
        return [(1,) * size.cells]
    if book.values == "shuffled":
        return permutations(range(1, size.cells + 1))
    return product(range(book.values.low, book.values.high + 1), repeat=size.cells)


def _one_of_each(size: Size, all_values: Iterable[tuple[int, ...]]) -> Iterator[Weighed]:
    """Of boards that are images of each other, the one whose values come first in the dictionary."""
    laid = [itemgetter(*symmetry.goes_to) for symmetry in onto_itself(size)]
    for values in all_values:
        images = {image(values) for image in laid}
        if values == min(images):
            yield Weighed(Board(size, values), len(images))


def onto_itself(size: Size) -> list[Symmetry]:
    """The turns and mirrors that leave rows as many as they are, and columns too."""
    return [symmetry for symmetry in symmetries(size) if symmetry.size == size]
