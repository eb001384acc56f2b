"""The best of the fair games: fair between players of every level, and worth being good at.

A game may be fair between perfect players and unfair between people. So the fair ones of the survey are
measured as a whole, and what counts is the worst of five shares: that of perfect play, and those between
equals of four levels.
"""

from collections.abc import Mapping, Sequence
from typing import Any

_LEAST_WON = 0.75  # by level 9 against level 1: a game that skill decides


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
