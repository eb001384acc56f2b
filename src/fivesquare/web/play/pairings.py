"""Who plays whom: round by round, for people who come late and leave early. Pure arithmetic on numbers.

A player is a number, a meeting a pair of numbers, the first of which begins. In a round each player is in
one pair at the most; whoever is left over has a free round.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, combinations

Pair = tuple[int, int]
Pairs = tuple[Pair, ...]
Met = Counter[frozenset[int]]
"""How often two players have met."""

_MOST_STEPS = 2000  # of a search for pairs; what it has not found by then is hardly there


def met(pairs: Iterable[Pair]) -> Met:
    """How often the players of these meetings have met."""
    return Counter(map(frozenset, pairs))


# --- Everybody against everybody ---


def everybody(players: Sequence[int], past: Iterable[Pair], legs: int = 1) -> list[Pair]:
    """The next round in which everybody meets everybody `legs` times; none when all have met.

    The rounds of a circle as long as one fits: then all are done in the fewest rounds. Otherwise, after
    somebody came late, those with the most meetings ahead are paired first.
    """
    times = met(past)
    for leg in range(legs):
        for pairs in circle(players):
            if all(times[frozenset(pair)] <= leg for pair in pairs):
                return [begins(*pair, times[frozenset(pair)]) for pair in pairs]
    return [begins(*pair, times[frozenset(pair)]) for pair in _most_ahead(players, times, legs)]


@lru_cache(maxsize=256)
def rounds_ahead(players: tuple[int, ...], past: tuple[Pair, ...], legs: int) -> tuple[Pairs, ...]:
    """All rounds until everybody has met, if the same players stay. Kept, because it is asked for often."""
    ahead: list[Pairs] = []
    while pairs := everybody(players, [*past, *chain.from_iterable(ahead)], legs):
        ahead.append(tuple(pairs))
    return tuple(ahead)


def circle(players: Sequence[int]) -> Iterator[list[Pair]]:
    """The rounds of the circle method: the first stays, the others move on by one place a round."""
    if len(players) < 2:
        return
    ring: list[int | None] = [*players, *([None] if len(players) % 2 else [])]
    for _ in range(len(ring) - 1):
        half = len(ring) // 2
        sides = zip(ring[:half], reversed(ring[half:]), strict=True)
        yield [(one, other) for one, other in sides if one is not None and other is not None]
        ring = [ring[0], ring[-1], *ring[1:-1]]


def begins(one: int, other: int, before: int = 0) -> Pair:
    """The two with the one first who begins; the next time they meet it is the other.

    By their numbers: among any players numbered without a gap each begins half of the time, to within one.
    """
    low, high = min(one, other), max(one, other)
    first = low if (low + high + before) % 2 else high
    return first, low + high - first


def _most_ahead(players: Sequence[int], times: Met, legs: int) -> list[Pair]:
    """Pairs of players who have meetings ahead; as many as are found with those first who have the most."""
    may = {frozenset(pair) for pair in combinations(players, 2) if times[frozenset(pair)] < legs}
    ahead = Counter(player for pair in may for player in pair)
    order = sorted(ahead, key=lambda player: (-ahead[player], players.index(player)))
    even = [order[:-1], [*order[:-2], *order[-1:]]] if len(order) % 2 else [order]
    searched = (_paired(each, may) for each in even)
    return next((pairs for pairs in searched if pairs is not None), None) or _greedily(order, may)


def _greedily(order: Sequence[int], may: set[frozenset[int]]) -> list[Pair]:
    free, pairs = list(order), []
    while free:
        one = free.pop(0)
        other = next((each for each in free if frozenset((one, each)) in may), None)
        if other is not None:
            free.remove(other)
            pairs.append((one, other))
    return pairs


def _paired(order: Sequence[int], may: set[frozenset[int]]) -> list[Pair] | None:
    """Everybody in a pair, each with the nearest in order that is possible; None if that was not found."""
    steps = 0

    def search(free: tuple[int, ...]) -> list[Pair] | None:
        nonlocal steps
        if not free:
            return []
        one, *others = free
        for other in others:
            if frozenset((one, other)) not in may:
                continue
            steps += 1
            if steps > _MOST_STEPS:
                return None
            rest = search(tuple(each for each in others if each != other))
            if rest is not None:
                return [(one, other), *rest]
        return None

    return search(tuple(order))


# --- A ladder: neighbours in the standing ---


def ladder(
    standing: Sequence[int], past: Sequence[Pair], free: Mapping[int, int] | None = None
) -> list[Pair]:
    """The next round of a ladder: neighbours in the standing, who have met as seldom as possible.

    With an odd number the last of those sits out who had the fewest `free` rounds. Who began less often
    begins; if both did as often, the one who began longer ago, or the lower one in the standing.
    """
    order = list(standing)
    if len(order) % 2:
        had = free or {}
        fewest = min(had.get(player, 0) for player in order)
        order.remove(next(each for each in reversed(order) if had.get(each, 0) == fewest))
    times = met(past)
    return [_seated(one, other, past) for one, other in _seldom(order, times)]


def _seldom(order: Sequence[int], times: Met) -> list[Pair]:
    """Pairs of neighbours who have met as seldom as can be found."""
    every = [frozenset(pair) for pair in combinations(order, 2)]
    for most in sorted({times[pair] for pair in every}):
        found = _paired(order, {pair for pair in every if times[pair] <= most})
        if found is not None:
            return found
    return []


def _seated(one: int, other: int, past: Sequence[Pair]) -> Pair:
    """Who of two begins; `one` is the higher in the standing."""
    ahead = _turns(one, past) - _turns(other, past)
    if ahead:
        return (other, one) if ahead > 0 else (one, other)
    return (one, other) if _began_last(other, past) > _began_last(one, past) else (other, one)


def _turns(player: int, past: Sequence[Pair]) -> int:
    """How much more often a player has begun than not."""
    return sum(1 if first == player else -1 for first, second in past if player in (first, second))


def _began_last(player: int, past: Sequence[Pair]) -> int:
    """In which of these meetings a player began last."""
    return max((number for number, (first, _) in enumerate(past) if first == player), default=-1)
