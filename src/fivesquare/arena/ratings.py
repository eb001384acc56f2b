"""Bradley and Terry's ratings: how strong players are, by the games between them.

A player rated `r` takes 1 / (1 + 10^((s - r) / 400)) points of a game against one rated `s`, on average; a
draw is half a point for each. The ratings are those that make the games most likely, and their mean is 0.
They are not free of all doubt: one drawn game for each rating that is to be found, spread over all pairs
that met, counts as well (for two players that is Firth's correction of the bias). So a table in which
a player won everything has numbers too, and their intervals say what these are worth.

The intervals are bootstraps over boards: one draw of boards for all pairs, so that neither names nor order
matter, and what happened on one board stays together. Where a player lost or won nearly all, or was even on
nearly every board, boards drawn again say too little, and the exact bound of such a record is used if it is
wider: the rating with which it has a chance of 1 in 40. An end is open if nothing holds it: above, if there
is a player who took no point from this one, nor from any who did, and so on; below likewise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, comb, exp, inf, log
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from fivesquare.arrays import np
from fivesquare.research.skill.estimates import FEWEST, tail
from fivesquare.streams import stream

if TYPE_CHECKING:
    from numpy.typing import NDArray

Array: TypeAlias = "NDArray[np.float64]"

ELO = 400 / log(10)
"""Points of a rating for a factor of e in the odds."""

DRAWS = 2000
"""Of the bootstrap."""

_TAIL = 1 / 40
_FEW = 5  # points lost or won, or boards that were not even: a bootstrap needs something to draw from
_AT_ONCE = 2_000_000  # numbers in memory while boards are drawn
_FARTHEST = 60.0  # from here to there odds are as good as certain
_STEPS = 200  # of Newton; some ten are enough


class Result(NamedTuple):
    """A game: the board it was played on, who played, and how much of the point the first of them took."""

    board: Any
    """Sorts, like a number or a text."""
    first: str
    second: str
    score: float


@dataclass(frozen=True)
class Rating:
    """What games say about the strength of a player; without a value they say nothing."""

    value: float | None
    low: float | None = None
    high: float | None = None
    is_open_below: bool = False
    is_open_above: bool = False

    @property
    def has_interval(self) -> bool:
        return any(end is not None for end in (self.low, self.high)) or (
            self.is_open_below and self.is_open_above
        )

    def to_json(self) -> dict[str, Any]:
        return {
            "value": _rounded(self.value),
            "low": _rounded(self.low),
            "high": _rounded(self.high),
            "open": [side for side, is_open in zip(("below", "above"), self._open, strict=True) if is_open],
        }

    @property
    def _open(self) -> tuple[bool, bool]:
        return self.is_open_below, self.is_open_above


def _rounded(number: float | None) -> float | None:
    """Rounded: further digits are not the same on every machine."""
    return None if number is None else round(number, 1) + 0.0


def rated(names: Sequence[str], results: Iterable[Result]) -> dict[str, Rating]:
    """The rating of every player, by all games.

    Players who never met, not even through others, cannot be compared: each such group has its own mean of
    0.
    """
    played = list(results)
    boards = sorted({result.board for result in played})
    places = {name: place for place, name in enumerate(names)}
    if len(places) < len(names):
        raise ValueError("every player has a name of its own")
    counts = _counted(played, places, {board: place for place, board in enumerate(boards)})
    points = counts.sum(axis=0)
    met = (points + points.T) > 0
    prior = _prior(met)
    values = fitted(points + prior)
    reaches = _closed(points > 0)
    together = _closed(met)
    low, high = _bootstrapped(counts, prior) if len(boards) >= FEWEST else (None, None)
    found = {}
    for name, place in places.items():
        if not met[place].any():
            found[name] = Rating(None)
            continue
        below = bool((together[place] & ~reaches[place]).any())
        above = bool((together[place] & ~reaches[:, place]).any())
        lowest = highest = None
        if low is not None and high is not None:
            exact = (
                _exact(place, points, values, reaches, together),
                _exact_if_even(place, counts, values, together),
            )
            lowest = None if below else ELO * float(min(low[place], *(least for least, _ in exact)))
            highest = None if above else ELO * float(max(high[place], *(most for _, most in exact)))
        found[name] = Rating(ELO * float(values[place]), lowest, highest, below, above)
    return found


def _counted(results: Iterable[Result], places: Mapping[str, int], boards: Mapping[Any, int]) -> Array:
    """What each took from each, board by board."""
    counts = np.zeros((len(boards), len(places), len(places)))
    for board, first, second, score in results:
        counts[boards[board], places[first], places[second]] += score
        counts[boards[board], places[second], places[first]] += 1 - score
    return counts


def _prior(met: NDArray[np.bool_]) -> Array:
    """A drawn game for each rating that is to be found, spread over the pairs that met."""
    together = _closed(met)
    pairs = np.where(together, met.sum(axis=1)[None, :], 0).sum(axis=1) / 2
    ratings = together.sum(axis=1) - 1
    weight = np.divide(ratings, pairs, out=np.zeros(len(met)), where=pairs > 0)
    return np.where(met, weight[:, None] / 2, 0.0)


def _closed(edges: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Who reaches whom, by any number of steps (the reflexive transitive closure)."""
    reach = edges | np.eye(len(edges), dtype=bool)
    for middle in range(len(edges)):
        reach |= reach[:, middle, None] & reach[None, middle, :]
    return reach


def fitted(points: Array) -> Array:
    """The most likely ratings, by Newton's method, for one table of points or for many in parallel."""
    games = points + np.swapaxes(points, -1, -2)
    together = _closed(np.asarray(games.reshape(-1, *games.shape[-2:]).sum(axis=0) > 0))
    level = together / together.sum(axis=1)  # what holds the mean of each group at 0
    ratings: Array = np.zeros(points.shape[:-1])
    identity = np.eye(points.shape[-1])
    for _ in range(_STEPS):
        chances = 1 / (1 + np.exp(-(ratings[..., :, None] - ratings[..., None, :])))
        slope = (points - games * chances).sum(axis=-1)
        weights = games * chances * (1 - chances)
        curvature = identity * weights.sum(axis=-1)[..., None] - weights + level
        step = np.linalg.solve(curvature, slope[..., None])[..., 0]
        step = np.clip(step, -2, 2)
        ratings = ratings + step
        if np.abs(step).max(initial=0) < 1e-10:
            break
    return np.asarray(ratings - (ratings[..., None, :] * level).sum(axis=-1))


def _bootstrapped(counts: Array, prior: Array) -> tuple[Array, Array]:
    """The ends of the intervals, from boards drawn again."""
    boards, players = counts.shape[:2]
    flat = counts.reshape(boards, -1)
    chance = np.random.default_rng(stream("interval of ratings").getrandbits(64))
    ratings = []
    size = max(1, min(DRAWS, _AT_ONCE // max(boards, players**2)))
    for begin in range(0, DRAWS, size):
        often = chance.multinomial(boards, [1 / boards] * boards, size=min(size, DRAWS - begin))
        drawn = (often @ flat).reshape(-1, players, players)
        ratings.append(fitted(drawn + prior))
    ordered = np.sort(np.concatenate(ratings), axis=0)
    outside = int(DRAWS * tail(boards))
    return ordered[outside], ordered[-1 - outside]


# --- Exact bounds ---------------------------------------------------------------------------------


def _exact(
    place: int, points: Array, values: Array, reaches: NDArray[np.bool_], together: NDArray[np.bool_]
) -> tuple[float, float]:
    """How low and how high the rating of a player may be whose record is nearly clean, the others' being
    as they are.

    A player who lost no point to a group of others shares that with all who took points from them; these
    go up and down together. So do those who won none.
    """
    group, alone = together[place], np.arange(len(points)) == place
    low = high = values[place]
    for mine, above in ((alone, True), (reaches[:, place], True), (alone, False), (reaches[place], False)):
        others = group & ~mine
        here, there = (mine, others) if above else (others, mine)
        lost = points[np.ix_(there, here)].sum()
        if not others.any() or lost >= _FEW:
            continue
        games = (points + points.T)[np.ix_(here, there)].ravel()
        gaps = (values[here][:, None] - values[there]).ravel()
        least, most = _shifts(games, gaps, ceil(lost))
        part = others.sum() / group.sum()  # of a shift, when the mean has been brought back to 0
        down, up = (least, most) if above else (-most, -least)
        low, high = min(low, values[place] + part * down), max(high, values[place] + part * up)
    return float(low), float(high)


def _shifts(games: Array, gaps: Array, lost: int) -> tuple[float, float]:
    """By how much the gaps may change, down and up, before a record with so few points lost has a chance
    of less than 1 in 40; without end upwards, if nothing was lost."""
    least = _solved(lambda shift: _chance(games, gaps + shift, lost) - _TAIL)
    if not lost:
        return least, inf
    return least, _solved(lambda shift: _chance(games, gaps + shift, lost - 1) - (1 - _TAIL))


def _chance(games: Array, gaps: Array, most: int) -> float:
    """The probability of losing at most that many of these games."""
    total = np.zeros(most + 1)
    total[0] = 1
    for number, gap in zip(games, gaps, strict=True):
        won, lost = -np.logaddexp(0, -gap), -np.logaddexp(0, gap)  # logarithms of the chances
        terms = [
            comb(int(number), few) * exp(few * lost + (number - few) * won)
            for few in range(min(most, int(number)) + 1)
        ]
        total = np.convolve(total, terms)[: most + 1]
    return float(total.sum())


def _exact_if_even(
    place: int, counts: Array, values: Array, together: NDArray[np.bool_]
) -> tuple[float, float]:
    """How low and how high the rating of a player may be who took half of the points of nearly every board,
    as two do who draw, or win whenever they are first."""
    taken, given = counts[:, place].sum(axis=1), counts[:, :, place].sum(axis=1)
    better, worse = int((taken > given).sum()), int((taken < given).sum())
    boards = int((taken + given > 0).sum())
    value = float(values[place])
    if better + worse >= min(_FEW, boards - better - worse):
        return value, value
    part = 1 - 1 / together[place].sum()
    gap = log(taken.sum() / given.sum())
    low, high = _widest_gap(worse, boards) + gap, _widest_gap(better, boards) - gap
    return float(value - part * low), float(value + part * high)


def _widest_gap(uneven: int, boards: int) -> float:
    """How far apart two may be if one of them was better on so few boards, and the other one on none: as if
    such a board were won whole."""
    least, _ = _shifts(np.array([boards]), np.zeros(1), uneven)
    return log(1 + 2 * exp(-least))  # a part of m of the boards is 1 / (1 + exp(least)): (1 + m) / (1 - m)


def _solved(rising: Callable[[float], float]) -> float:
    """Where a function that rises is 0."""
    low, high = -_FARTHEST, _FARTHEST
    while high - low > 1e-9:
        middle = (low + high) / 2
        low, high = (middle, high) if rising(middle) < 0 else (low, middle)
    return low
