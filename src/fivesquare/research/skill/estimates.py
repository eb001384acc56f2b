"""Numbers that are told from a part of all there is, and how far they may be off."""

from collections.abc import Sequence
from math import fsum, sqrt
from statistics import NormalDist
from typing import NamedTuple

import numpy as np

from fivesquare.streams import stream

FEWEST = 6
"""Boards for an interval: all of five lie on one side of the middle once in 16 times, too often for 95%."""

_DRAWS = 2000  # of the bootstrap
_AT_ONCE = 1_000_000  # boards that are drawn at the same time
_NORMAL = 1.959964  # a standard normal variable lies within so much of 0 in 95 of 100 cases


class Estimate(NamedTuple):
    """A number with its 95% interval; None where there is nothing to tell it from."""

    value: float | None
    low: float | None = None
    high: float | None = None

    def __str__(self) -> str:
        if self.value is None:
            return "-"
        shown = f"{self.value:.2f}"
        return shown if self.low is None else f"{shown} ({self.low:.2f} to {self.high:.2f})"


class Losses(NamedTuple):
    """What was lost in some critical decisions, and what a random mover would have lost."""

    critical: int
    lost: float
    expected: float

    @property
    def skill(self) -> float | None:
        return 1 - self.lost / self.expected if self.expected else None


def bootstrapped(boards: Sequence[Losses]) -> tuple[float | None, float | None]:
    """The interval of the skill if other boards had been dealt; a few say too little about others."""
    known = [board for board in boards if board.expected]
    if len(known) < FEWEST:
        return None, None
    lost, expected = np.array([(board.lost, board.expected) for board in known]).T
    chance = np.random.RandomState()
    *words, place = stream("interval of skill").getstate()[1]
    chance.set_state(("MT19937", np.array(words, dtype=np.uint32), place, 0, 0.0))
    skills: list[float] = []
    for draws in _split(_DRAWS, _AT_ONCE // len(known)):
        drawn = (chance.random_sample((draws, len(known))) * len(known)).astype(int)
        skills += (1 - lost[drawn].sum(axis=1) / expected[drawn].sum(axis=1)).tolist()
    skills.sort()
    outside = int(_DRAWS * tail(len(known)))
    return skills[outside], skills[-1 - outside]


def _split(number: int, most: int) -> list[int]:
    """A number as a sum of such as are not too large."""
    parts = [max(1, most)] * (number // max(1, most))
    return [*parts, number - sum(parts)]


def tail(boards: int) -> float:
    """The part of the draws that lies outside of the interval, at either end.

    It would be 1/40, but few boards vary less than all there are. This is Hesterberg's correction ("What
    teachers should know about the bootstrap", 2015).
    """
    return NormalDist().cdf(-_student(boards - 1) * sqrt(boards / (boards - 1)))


def _student(others: int) -> float:
    """Student's variable lies within so much of 0 in 95 of 100 cases; by the usual series."""
    z = _NORMAL
    return z + (z**3 + z) / (4 * others) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * others**2)


def averaged(numbers: Sequence[float]) -> Estimate:
    """A mean with its 95% interval after Student; a few numbers say too little about others."""
    if not numbers:
        return Estimate(None)
    mean = fsum(numbers) / len(numbers)
    if len(numbers) < FEWEST:
        return Estimate(mean)
    others = len(numbers) - 1
    spread = sqrt(fsum((number - mean) ** 2 for number in numbers) / others)
    half = _student(others) * spread / sqrt(len(numbers))
    return Estimate(mean, mean - half, mean + half)


def wilson(successes: float, trials: int, within: float = _NORMAL) -> Estimate:
    """A share with its interval after Wilson, which says something after ten wins of ten as well.

    It is the 95% one, unless `within` says how far from 0 a standard normal variable may be.
    """
    if not trials:
        return Estimate(None)
    share, spread = successes / trials, within**2 / trials
    middle = (share + spread / 2) / (1 + spread)
    half = sqrt(spread * (share * (1 - share) + spread / 4)) / (1 + spread)
    return Estimate(share, max(0.0, middle - half), min(1.0, middle + half))
