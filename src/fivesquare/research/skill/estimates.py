"""Estimates from samples, with their confidence intervals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import fsum, sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from fivesquare.arrays import np
from fivesquare.intervals import NORMAL, Estimate
from fivesquare.solver.solution import skill
from fivesquare.streams import stream

if TYPE_CHECKING:
    from numpy.typing import NDArray

Array: TypeAlias = "NDArray[np.float64]"

FEWEST = 6
"""Boards for an interval: all of five lie on one side of the middle once in 16 times, too often for 95%."""

_DRAWS = 2000  # of the bootstrap
_AT_ONCE = 1_000_000  # boards that are drawn at the same time


class Losses(NamedTuple):
    """What was lost in some critical decisions, and what a random mover would have lost."""

    critical: int
    lost: float
    expected: float

    @property
    def skill(self) -> float | None:
        return skill(self.lost, self.expected)


def added(losses: Iterable[Losses]) -> Losses:
    """Several losses together."""
    each = list(losses)
    return Losses(
        sum(one.critical for one in each),
        fsum(one.lost for one in each),
        fsum(one.expected for one in each),
    )


def skill_of(books: Iterable[Sequence[Losses]]) -> Estimate:
    """The plain mean of the skills in some books, each told by its boards.

    The interval is a bootstrap: if other boards of the same books had been dealt.
    """
    return _bootstrapped([[(board,) for board in boards] for boards in books], (1,))


def difference_of(books: Iterable[Sequence[tuple[Losses, Losses]]]) -> Estimate:
    """By how much the skill of one player is above that of another, told by boards that both have played.

    Both are drawn together, so that what a board does to both of them does not widen the interval.
    """
    return _bootstrapped(books, (1, -1))


def _bootstrapped(books: Iterable[Sequence[tuple[Losses, ...]]], signs: tuple[int, ...]) -> Estimate:
    """The mean over books of the skills of some players, added with these signs."""
    arrays = [_array(boards, len(signs)) for boards in books]
    known = [array for array in arrays if array[:, :, 1].sum(axis=0).all()]
    if not known:
        return Estimate(None)
    value = fsum(_told(array, signs) for array in known) / len(known)
    fewest = min(map(len, known))
    if fewest < FEWEST:
        return Estimate(value)
    chance = _chance()
    drawn = np.sum([_drawn(array, chance) for array in known], axis=0) @ np.array(signs) / len(known)
    ordered = sorted(drawn[np.isfinite(drawn)].tolist())  # a draw may have no critical decision
    outside = int(len(ordered) * tail(fewest))
    return Estimate(value, ordered[outside], ordered[-1 - outside])


def _array(boards: Sequence[tuple[Losses, ...]], players: int) -> Array:
    """(boards, players, 2): lost and expected, of boards where any player had something to lose."""
    known = [board for board in boards if any(player.expected for player in board)]
    numbers = [[(player.lost, player.expected) for player in board] for board in known]
    return np.array(numbers, dtype=float).reshape(len(known), players, 2)


def _told(array: Array, signs: tuple[int, ...]) -> float:
    """The skills on all of these boards, added with these signs."""
    skills = [1 - fsum(array[:, place, 0]) / fsum(array[:, place, 1]) for place in range(len(signs))]
    return fsum(sign * skill for sign, skill in zip(signs, skills, strict=True))


def _chance() -> np.random.RandomState:
    """The same for every interval, so that compared players get the same draws."""
    chance = np.random.RandomState()
    *words, place = stream("interval of skill").getstate()[1]
    chance.set_state(("MT19937", np.array(words, dtype=np.uint32), place, 0, 0.0))
    return chance


def _drawn(array: Array, chance: np.random.RandomState) -> Array:
    """(draws, players): their skills, if these boards are drawn again."""
    boards, parts = len(array), []
    for draws in _split(_DRAWS, _AT_ONCE // boards):
        drawn = (chance.random_sample((draws, boards)) * boards).astype(int)
        sums = array[drawn].sum(axis=1)
        with np.errstate(invalid="ignore"):
            parts.append(1 - sums[:, :, 0] / sums[:, :, 1])
    return np.concatenate(parts)


def _split(number: int, most: int) -> list[int]:
    """A number as a sum of such as are not too large."""
    parts = [max(1, most)] * (number // max(1, most))
    return [*parts, number - sum(parts)]


def tail(boards: int) -> float:
    """The part of the draws that lies outside of the interval, at either end.

    It would be 1/40, but few boards vary less than all there are. This is Hesterberg's correction ("What
    teachers should know about the bootstrap", 2015).
    """
    return NormalDist().cdf(-student(boards - 1) * sqrt(boards / (boards - 1)))


def student(others: float) -> float:
    """The 97.5% quantile of Student's t distribution with this many degrees of freedom, by a series."""
    z = NORMAL
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
    half = student(others) * spread / sqrt(len(numbers))
    return Estimate(mean, mean - half, mean + half)
