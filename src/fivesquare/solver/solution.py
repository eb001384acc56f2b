"""What the solver says about a position."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple


class Worth(NamedTuple):
    """What perfect play leads to: who wins (0: a draw), and the final first-minus-second score.

    The margin is None in games whose goal is not most points.
    """

    winner: int
    margin: int | None

    def result(self, player: int) -> int:
        """As `player` sees it: 1 won, 0 drawn, -1 lost."""
        if self.winner == 0:
            return 0
        return 1 if self.winner == player else -1

    def value(self, player: int) -> int:
        """One number by which `player` ranks worths: twice the margin, a tie won 1, a tie lost -1.

        In games without margins it is the result.
        """
        if not self.margin:
            return self.result(player)
        return 2 * self.margin if player == 1 else -2 * self.margin


@dataclass(frozen=True, slots=True)
class Solution:
    """The worth of a position, and of each move in it.

    If a limit stopped the search, `exact` is False, `winner` and `margin` are None unless they were
    settled before, `each` holds only the moves that were settled, and `at_least` and `at_most` say what
    is known: the first player gets no less than the one and no more than the other.
    """

    winner: int | None
    margin: int | None
    best: tuple[str, ...] = ()
    each: Mapping[str, Worth] = field(default_factory=dict)
    nodes: int = 0
    seconds: float = 0.0
    exact: bool = True
    at_least: Worth | None = None
    at_most: Worth | None = None
    value_only: bool = False

    def to_json(self) -> dict[str, Any]:
        """The object of `fivesquare solve`."""
        answer: dict[str, Any] = {"winner": self.winner, "margin": self.margin}
        if not self.value_only:
            answer["best"] = list(self.best)
            answer["each"] = {move: worth._asdict() for move, worth in self.each.items()}
        answer |= {"nodes": self.nodes, "seconds": self.seconds}
        if not self.exact:
            answer["exact"] = False
            answer["at_least"] = self.at_least._asdict() if self.at_least else None
            answer["at_most"] = self.at_most._asdict() if self.at_most else None
        return answer


@dataclass(frozen=True, slots=True)
class Hunch:
    """What looking ahead suggests, where solving takes too long: a move, and how deep one looked."""

    move: str
    depth: int
    nodes: int
    seconds: float
    exact: bool = False
