"""Levels of play against each other and against their equals, from both seats of the same boards."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from fivesquare.arena.measure.openings import EFFORT, MEMORY, Openings
from fivesquare.engine import FIRST, NOBODY
from fivesquare.match import Match
from fivesquare.players import Luck, make_player
from fivesquare.players.adviser import Adviser
from fivesquare.position import Position
from fivesquare.research.skill import Estimate, wilson

LEVELS = (1, 3, 6, 9)

Scores = Mapping[tuple[int, int], float]
"""What the first player got, by the levels of the first and of the second: 1 a win, 1/2 a draw."""


def unit(openings: Openings, seed: int) -> dict[str, Any]:
    """The unit of work that plays on the board of that seed."""
    return openings.unit("levels", seed, levels=list(LEVELS))


def play(told: Mapping[str, Any]) -> dict[str, float] | None:
    """The work: a game of each level first against each level second; None on a board that is left out."""
    position = Openings.from_json(told)[told["seed"]]
    if position is None:
        return None
    adviser = Adviser(EFFORT, MEMORY)  # one for all games: what it finds out about a board stays known
    return {
        f"{first}-{second}": _score(position, (first, second), told["seed"], adviser)
        for first in told["levels"]
        for second in told["levels"]
    }


def _score(position: Position, levels: tuple[int, int], seed: int, adviser: Adviser) -> float:
    names = f"levels {seed} {levels[0]} {levels[1]}"
    first, second = (
        make_player(f"level:{level}", Luck(names, seat), adviser=adviser)
        for level, seat in zip(levels, ("first", "second"), strict=True)
    )
    match = Match(position, first, second)
    for _ in match:
        pass
    assert match.position.outcome is not None
    winner = match.position.outcome.winner
    return 0.5 if winner == NOBODY else float(winner == FIRST)


def read(result: Mapping[str, float]) -> dict[tuple[int, int], float]:
    """What `play` told, by levels as numbers."""
    return {(int(first), int(second)): score for (first, _, second), score in _parted(result)}


def _parted(result: Mapping[str, float]) -> list[tuple[tuple[str, str, str], float]]:
    return [(key.partition("-"), score) for key, score in result.items()]


def ladder(boards: Sequence[Scores]) -> dict[str, Estimate]:
    """What each level gets against each lower one, both seats of a board together."""
    return {
        f"{high}-{low}": wilson(
            sum(scores[high, low] + 1 - scores[low, high] for scores in boards), 2 * len(boards)
        )
        for low, high in combinations(LEVELS, 2)
    }


def equals(boards: Sequence[Scores]) -> dict[str, Estimate]:
    """What the first player gets where both play at the same level."""
    return {
        str(level): wilson(sum(scores[level, level] for scores in boards), len(boards)) for level in LEVELS
    }
