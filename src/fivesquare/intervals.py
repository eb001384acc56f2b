"""Numbers with their confidence intervals, and that of a share."""

from math import sqrt
from typing import NamedTuple

NORMAL = 1.959964
"""The 97.5% quantile of the standard normal distribution."""


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


def wilson(successes: float, trials: int, within: float = NORMAL) -> Estimate:
    """A share with its interval after Wilson, which says something after ten wins of ten as well.

    It is the 95% one, unless `within` says how far from 0 a standard normal variable may be.
    """
    if not trials:
        return Estimate(None)
    share, spread = successes / trials, within**2 / trials
    middle = (share + spread / 2) / (1 + spread)
    half = sqrt(spread * (share * (1 - share) + spread / 4)) / (1 + spread)
    return Estimate(share, max(0.0, middle - half), min(1.0, middle + half))
