"""Named random streams: one seed gives many independent streams.

The board of a game, each player and each puzzle have streams of their own, so that a random player's first
move says nothing about the board.
"""

import random

from fivesquare.board import whole
from fivesquare.errors import BoardError, quote

_LONG = 1000  # bits


def stream(*names: object) -> random.Random:
    """The random stream of that name, like `stream(7, "board")`; the same on any machine."""
    return random.Random(" ".join(map(_written, names)))


def check_seed(
    seed: object, error: type[Exception] = BoardError, limit: int | None = None, limit_words: str = ""
) -> int:
    """A seed as an int; the error if it is not an integer, or not below the limit in size."""
    number = whole(seed)
    if number is None or (limit is not None and abs(number) >= limit):
        raise error(f"a seed is a whole number{limit_words}, not {quote(seed)}")
    return number


def _written(name: object) -> str:
    """A name as text; Python writes numbers of thousands of digits only in hexadecimal."""
    return hex(name) if isinstance(name, int) and name.bit_length() > _LONG else str(name)
