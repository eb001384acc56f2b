"""Skill with its interval, by kind of game and in all, and the difference between two players.

Skill is a ratio of sums, so its variance is that of what linearization leaves of each unit (the delta
method): questions of a track, or boards with both of their games. Groups are independent, and all count the
same. The quantile is Student's, with the degrees of freedom after Welch and Satterthwaite.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import ceil, fsum, sqrt
from typing import NamedTuple

from fivesquare.intervals import NORMAL, Estimate
from fivesquare.research.skill.estimates import student

_FEWEST = 5  # degrees of freedom for an interval

POWER = 0.8416
"""The 80% quantile of the standard normal distribution."""


class Unit(NamedTuple):
    """What was lost in one question, or on one board, and what a random mover would have lost."""

    lost: float
    expected: float


Groups = Mapping[str, Sequence[Unit]]
"""The units of each kind of game."""


class Spread(NamedTuple):
    """A number, its variance, and the degrees of freedom of that."""

    value: float
    variance: float
    freedom: float

    @property
    def estimate(self) -> Estimate:
        if self.freedom < _FEWEST and self.variance:
            return Estimate(self.value)
        half = student(self.freedom) * sqrt(self.variance) if self.variance else 0.0
        return Estimate(self.value, self.value - half, self.value + half)


def skill_of_group(units: Sequence[Unit]) -> float | None:
    """The skill over some units; None if nothing was at stake."""
    expected = fsum(unit.expected for unit in units)
    return 1 - fsum(unit.lost for unit in units) / expected if expected else None


def _residuals(units: Sequence[Unit]) -> list[float]:
    """What each unit adds to skill, around its value: their mean is 0."""
    skill = skill_of_group(units)
    assert skill is not None
    scale = fsum(unit.expected for unit in units) / len(units)
    return [((1 - skill) * unit.expected - unit.lost) / scale for unit in units]


def _spread(value: float, residuals: Sequence[float]) -> Spread:
    number = len(residuals)
    if number < 2:
        return Spread(value, 0.0, 0)
    return Spread(value, fsum(each * each for each in residuals) / (number * (number - 1)), number - 1)


def _mean(spreads: Sequence[Spread]) -> Spread:
    """The plain mean of independent numbers."""
    number = len(spreads)
    variance = fsum(each.variance for each in spreads) / number**2
    parts = fsum((each.variance / number**2) ** 2 / each.freedom for each in spreads if each.freedom)
    freedom = variance**2 / parts if parts else min(each.freedom for each in spreads)
    return Spread(fsum(each.value for each in spreads) / number, variance, freedom)


def skill_by_group(groups: Groups) -> dict[str, Spread]:
    """The skill in each kind of game in which something was at stake."""
    found = dict[str, Spread]()
    for name, units in groups.items():
        skill = skill_of_group(units)
        if skill is not None:
            found[name] = _spread(skill, _residuals(units))
    return found


def skill(groups: Groups) -> Spread | None:
    """The plain mean of the skills in all kinds of games."""
    found = skill_by_group(groups)
    return _mean(list(found.values())) if found else None


def mean_of(spreads: Iterable[Spread | None]) -> Spread | None:
    """The plain mean of independent skills; None if one is missing."""
    known = [each for each in spreads if each is not None]
    return _mean(known) if known else None


def difference(ours: Groups, theirs: Groups) -> Spread | None:
    """By how much the first skill is above the second, told by units that both have answered, in pairs."""
    found = []
    for name in ours:
        pair = ours[name], theirs[name]
        skills = [skill_of_group(units) for units in pair]
        if skills[0] is not None and skills[1] is not None:
            apart = [one - other for one, other in zip(*map(_residuals, pair), strict=True)]
            found.append(_spread(skills[0] - skills[1], apart))
    return _mean(found) if found else None


def gap(ours: Groups, theirs: Groups) -> Spread | None:
    """The same for units that differ, like those of a frozen and of a fresh set: each group with itself."""
    one, other = skill_by_group(ours), skill_by_group(theirs)
    apart = [
        Spread(
            one[name].value - other[name].value,
            one[name].variance + other[name].variance,
            one[name].freedom + other[name].freedom,
        )
        for name in one
        if name in other
    ]
    return _mean(apart) if apart else None


def units_needed(found: Spread, units: int, apart: float | None = None) -> int | None:
    """How many units in all tell such a difference from 0 in four of five tries, at 95%.

    `found` is a difference over `units` of them, and `apart` the true difference, by default the one found.
    None if there is no difference.
    """
    apart = found.value if apart is None else apart
    if not apart:
        return None
    return ceil((NORMAL + POWER) ** 2 * found.variance * units / apart**2)
