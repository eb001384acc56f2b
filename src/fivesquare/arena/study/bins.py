"""Margins put together, so that they are few enough to be looked at."""

from collections.abc import Sequence
from math import gcd
from typing import NamedTuple

_MOST = 18  # bars
_STEPS = [2 * digit * 10**zeros for zeros in range(6) for digit in (1, 2, 5)]  # in half points


class Bin(NamedTuple):
    """Boards whose margin lies from `low` to `high`, both included."""

    low: float
    high: float
    boards: int

    @property
    def name(self) -> str:
        return f"{self.low:g}" if self.low == self.high else f"{self.low:g} to {self.high:g}"


def binned(counts: Sequence[tuple[float, int]]) -> list[Bin]:
    """From [margin, boards], in order: each margin that there can be if they are few, else equal stretches.

    None reaches from below zero to above: the first of those above begins at 0.
    """
    halves = [round(2 * margin) for margin, _ in counts]
    apart = gcd(*(number - halves[0] for number in halves)) or 1  # with some rules margins are always odd
    lowest, highest = halves[0], halves[-1]
    finest, step, begin = apart, apart, lowest
    if (highest - lowest) // apart >= _MOST:
        finest = 1 if any(number % 2 for number in halves) else 2
        step = next(step for step in _STEPS if highest // step - lowest // step < _MOST)
        begin = lowest // step * step
    inside = dict.fromkeys(range(begin, highest + 1, step), 0)
    for number, (_, boards) in zip(halves, counts, strict=True):
        inside[begin + (number - begin) // step * step] += boards
    return [Bin(low / 2, (low + step - finest) / 2, boards) for low, boards in inside.items()]
