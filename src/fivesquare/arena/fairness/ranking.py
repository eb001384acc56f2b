"""The best of the fair games: fair between players of every level, and worth being good at.

A game may be fair between perfect players because it is drawn, and unfair between people. So the candidates
of the survey are measured as a whole, and what counts is the worst of five shares: that of perfect play,
and those between equals of four levels.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from fivesquare.arena.fairness.survey import Row, Spot

_MOST_DRAWN = 0.2
_LEAST_WON = 0.75  # by level 9 against level 1: a game that skill decides


def candidates(rows: Iterable[Row]) -> list[Row]:
    """The fair ones that are seldom drawn; of those that differ only in the tie, the fairest."""
    fairest: dict[tuple[Any, ...], Row] = {}
    for row in sorted(rows, key=lambda row: abs(row.share - 0.5)):
        if row.is_fair and row.draws <= _MOST_DRAWN:
            fairest.setdefault(_but_for_the_tie(row.spot), row)
    return list(fairest.values())


def _but_for_the_tie(spot: Spot) -> tuple[Any, ...]:
    return (*spot.kind._replace(tie="draw"), spot.size, spot.values)


def unfairness(measured: Mapping[str, Any]) -> float:
    """How far the worst of the five shares is from a half."""
    shares = [measured["share"], *measured["equals"].values()]
    return float(max(abs(share["value"] - 0.5) for share in shares))


def is_of_skill(measured: Mapping[str, Any]) -> bool:
    """Whether the better player mostly wins."""
    return bool(measured["ladder"]["9-1"]["value"] >= _LEAST_WON)


def best(measured: Sequence[Mapping[str, Any]], number: int) -> list[Mapping[str, Any]]:
    """So many of the measured games, the fairest in front, of those that skill decides."""
    return sorted(filter(is_of_skill, measured), key=unfairness)[:number]
