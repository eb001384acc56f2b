"""Who wins with perfect play: measured for each named book, and read by what shows how fair a game is.

docs/fair/books.jsonl has every number with its interval; a test keeps the two equal.
"""

from typing import NamedTuple

_ALL = 100


class WinShares(NamedTuple):
    """Of a hundred boards, how many each player wins, and how many are drawn."""

    first: float
    second: float
    draw: float = 0.0


WIN_SHARES: dict[str, WinShares] = {
    "flip": WinShares(100.0, 0.0),
    "sweep": WinShares(100.0, 0.0),
    "grow": WinShares(99.0, 1.0),
    "chain": WinShares(100.0, 0.0),  # there is only one board
    "fifteen": WinShares(100.0, 0.0),
    "twenty-one": WinShares(51.7, 48.3),
    "forty-two": WinShares(47.8, 42.9, 9.3),
    "raid": WinShares(46.6, 53.4),
}
"""By the name of the book, on boards of its own size."""


def in_a_sentence(name: str) -> str:
    """Who wins the boards of a named book."""
    first, second, draw = map(round, WIN_SHARES[name])
    if first == _ALL:
        return "With perfect play the first player wins every board."
    drawn = f", and {draw} are drawn" if draw else ""
    return f"With perfect play the first player wins {first} of 100 boards, the second {second}{drawn}."
