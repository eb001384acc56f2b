"""The small boards of a primer, and random games on them."""

import random
from collections.abc import Iterator

from fivesquare import engine
from fivesquare.board import Board, Size
from fivesquare.position import Position
from fivesquare.primer.exercises import Topic
from fivesquare.rulebook import Between, RuleBook
from fivesquare.streams import stream

_SIDES = (3, 4, 5, 6, 8)  # of the boards that are tried, the smallest first


def small_sizes(book: RuleBook) -> tuple[Size, ...]:
    """The board sizes of a primer, the smallest first: none is larger than the book's own."""
    rows, columns = book.size
    sizes = []
    for side in _SIDES:
        narrow_rows, narrow_columns = min(rows, side), min(columns, side)
        room = side * side
        sizes.append(Size(min(rows, room // narrow_columns), min(columns, room // narrow_rows)))
        if narrow_rows == narrow_columns == side:
            sizes[-1] = Size(side, side)
    return tuple(dict.fromkeys(sizes))


def random_games(book: RuleBook, topic: Topic, size: Size, most: int) -> Iterator[list[Position]]:
    """Random games, always the same ones."""
    chance = stream("primer", topic, size, repr(book.answers))
    for _ in range(most):
        game = [Position(book, _dealt(book, size, chance), engine.opening())]
        while not game[-1].is_over:
            game.append(game[-1].play(chance.choice(game[-1].legal)))
        yield game


def _dealt(book: RuleBook, size: Size, chance: random.Random) -> Board:
    """A board of different numbers if the book allows it, so that a cell can be called by its number."""
    values = book.values
    if isinstance(values, Between) and values.high - values.low + 1 >= size.cells:
        return Board(size, tuple(chance.sample(range(values.low, values.high + 1), size.cells)))
    return book.deal(chance, size)
