"""Chance, by name. One seed has many streams, and none of them knows anything of another.

The board of a game, each of its players and each puzzle draw from a stream of their own, so that a random
player's first cell says nothing about the board it lies on.
"""

import random

_LONG = 1000  # bits


def stream(*names: object) -> random.Random:
    """The stream of that name, like `stream(7, "board")`: the same for the same names, on any machine."""
    return random.Random(" ".join(map(_written, names)))


def _written(name: object) -> str:
    """A name as text; Python writes numbers of thousands of digits only in hexadecimal."""
    return hex(name) if isinstance(name, int) and name.bit_length() > _LONG else str(name)
