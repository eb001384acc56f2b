"""Numbers that are told from a part of all there is, and how far they may be off."""

from collections.abc import Sequence
from math import fsum, sqrt
from statistics import NormalDist
from typing import NamedTuple

from fivesquare.streams import stream

FEWEST = 6
"""Boards for an interval: all of five lie on one side of the middle once in 16 times, too often for 95%."""

_DRAWS = 2000  # of the bootstrap
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
    chance = stream("interval of skill")
    skills = []
    for _ in range(_DRAWS):
        drawn = chance.choices(known, k=len(known))
        skills.append(1 - fsum(board.lost for board in drawn) / fsum(board.expected for board in drawn))
    skills.sort()
    outside = int(_DRAWS * tail(len(known)))
    return skills[outside], skills[-1 - outside]


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
