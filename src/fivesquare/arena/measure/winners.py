"""Who wins with perfect play, counted board after board until it is clear."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from fivesquare.arena.measure.openings import Openings, worth
from fivesquare.engine import FIRST, NOBODY, SECOND
from fivesquare.research.skill import Estimate, wilson

FAIR = (0.45, 0.55)
"""A game is called fair if the first player gets a share of it between these, a draw counted as half."""

_PART = 20  # boards that are counted in one unit of work

STEP = 100
"""Boards after which one looks whether it is clear."""

SURELY = 3.290527  # a standard normal variable lies within so much of 0 in 999 of 1000 cases


@dataclass(frozen=True)
class Winners:
    """How many boards each player wins with perfect play."""

    first: int = 0
    second: int = 0
    drawn: int = 0
    left_out: int = 0
    """Boards without a fair komi, where one is wanted, and those that are too large to solve."""
    margins: float = 0
    """The sum of what the first player wins by, where the book counts points."""

    @property
    def boards(self) -> int:
        return self.first + self.second + self.drawn

    def __add__(self, other: "Winners") -> "Winners":
        return Winners(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(self)))

    @property
    def share(self) -> Estimate:
        """What the first player gets, a draw counted as half."""
        return wilson(self.first + self.drawn / 2, self.boards)

    @property
    def is_clear(self) -> bool:
        """Whether the game is surely not fair, or surely always the same: more boards would say no more."""
        sure = wilson(self.first + self.drawn / 2, self.boards, SURELY)
        if sure.low is None or sure.high is None:
            return False
        return sure.high < FAIR[0] or sure.low > FAIR[1]

    def to_json(self) -> dict[str, Any]:
        return {f.name: getattr(self, f.name) for f in fields(self)}


def units(openings: Openings, seed: int, number: int) -> list[dict[str, Any]]:
    """The units of work that count so many boards from that seed on."""
    end = seed + number
    return [
        openings.unit("winners", begin, boards=min(_PART, end - begin)) for begin in range(seed, end, _PART)
    ]


def count(told: Mapping[str, Any]) -> dict[str, Any]:
    """The work: who wins on the boards of a unit."""
    openings = Openings.from_json(told)
    found = Winners()
    for seed in range(told["seed"], told["seed"] + told["boards"]):
        found += _winner(openings, seed)
    return found.to_json()


def _winner(openings: Openings, seed: int) -> Winners:
    position = openings[seed]
    solution = None if position is None else worth(position)
    if solution is None or solution.winner is None:
        return Winners(left_out=1)
    counted = {FIRST: Winners(1), SECOND: Winners(0, 1), NOBODY: Winners(0, 0, 1)}[solution.winner]
    return counted + Winners(margins=solution.margin or 0)
