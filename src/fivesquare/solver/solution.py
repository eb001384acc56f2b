"""What the solver says about a position."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

from fivesquare.errors import IllegalMoveError, quote
from fivesquare.position import Position


class Worth(NamedTuple):
    """What perfect play leads to: who wins (0: a draw), and the final first-minus-second score.

    The margin is None in games whose goal is not most points. With komi it is what is left of the first
    player's lead, and not always whole.
    """

    winner: int
    margin: float | None

    def result(self, player: int) -> int:
        """As `player` sees it: 1 won, 0 drawn, -1 lost."""
        if self.winner == 0:
            return 0
        return 1 if self.winner == player else -1

    def lead(self, player: int) -> float:
        """The margin as `player` sees it; 0 in games without margins."""
        margin = self.margin or 0
        return margin if player == 1 else -margin

    def value(self, player: int) -> float:
        """One number by which `player` ranks worths: twice the margin, a tie won 1, a tie lost -1.

        In games without margins it is the result. (A komi with half a point leaves no ties.)
        """
        return 2 * self.lead(player) or self.result(player)


class Regret(NamedTuple):
    """What a move costs its player, against the best one.

    In points where the game has margins, else in results: a win is 1, a draw 1/2, a loss 0.
    """

    lost: float
    expected: float  # the same averaged over all legal moves: what a random mover loses here
    is_critical: bool  # whether the best and the worst move differ at all
    result_lost: int  # steps down from win over draw to loss: 0, 1 or 2


def skill(lost: float, expected: float) -> float | None:
    """The skill of decisions by the sums of their regrets: 0 for a random mover, 1 for a perfect one.

    None if nothing was at stake.
    """
    return 1 - lost / expected if expected else None


class Hunch(NamedTuple):
    """What looking ahead suggests, where solving takes too long: a move, and how deep one looked, in turns.

    `each`, if it was asked for, says of every move how far ahead its player will be at the end, as it
    looks: in points, with the komi, or in cells where the goal is a majority of cells that are never lost.
    Other games have no such number. The better moves come before the worse.
    """

    move: str
    depth: int
    nodes: int
    seconds: float
    each: Mapping[str, float] = MappingProxyType({})


class FindsLines(Protocol):
    """The source of lines: a solver whose transposition table is still there."""

    def line(self, position: Position) -> tuple[str, ...]: ...


@dataclass(frozen=True)
class Solution:
    """The worth of a position, and of each move in it.

    If a limit stopped the search, `exact` is False, `worth` is None unless it was settled before, `each`
    holds only the moves that were settled, and `at_least` and `at_most` say what is known: the first player
    gets no less than the one and no more than the other.

    Two solutions are equal if they say the same, whatever it took to find out.
    """

    position: Position
    worth: Worth | None
    best: tuple[str, ...] = ()
    each: Mapping[str, Worth] = field(default_factory=dict)
    exact: bool = True
    at_least: Worth | None = None
    at_most: Worth | None = None
    value_only: bool = False
    nodes: int = field(default=0, compare=False)
    seconds: float = field(default=0.0, compare=False)
    _solver: FindsLines | None = field(default=None, compare=False, repr=False)

    @property
    def winner(self) -> int | None:
        """Who wins with perfect play; 0 is a draw, None not known."""
        return self.worth.winner if self.worth else None

    @property
    def margin(self) -> float | None:
        """The final first-minus-second score; None in games without margins, or if it is not known."""
        return self.worth.margin if self.worth else None

    @cached_property
    def line(self) -> tuple[str, ...]:
        """One perfect continuation, to the end of the game; empty if the position is not solved.

        It is looked for when it is first asked for, by the solver that found the rest.
        """
        if not self.exact or self._solver is None:
            return ()
        return self._solver.line(self.position)

    def __getstate__(self) -> dict[str, Any]:
        """A copy, in this process or another, has the line instead of the solver that finds it."""
        return {**self.__dict__, "line": self.line, "_solver": None}

    def regret(self, move: str) -> Regret:
        """What `move` costs the player to move."""
        if move not in self.each:
            raise IllegalMoveError(f"{quote(move)} is not a move whose worth is known here")
        player = self.position.state.turn
        costs = [_cost(worth, self.each[self.best[0]], player) for worth in self.each.values()]
        best, worth = self.each[self.best[0]], self.each[move]
        return Regret(
            lost=_cost(worth, best, player),
            expected=sum(costs) / len(costs),
            is_critical=len(set(self.each.values())) > 1,
            result_lost=best.result(player) - worth.result(player),
        )

    def to_json(self) -> dict[str, Any]:
        """The object of `fivesquare solve`."""
        answer: dict[str, Any] = {"winner": self.winner, "margin": self.margin}
        if not self.value_only:
            answer["best"] = list(self.best)
            answer["each"] = {move: worth._asdict() for move, worth in self.each.items()}
            answer["line"] = list(self.line)
        answer |= {"nodes": self.nodes, "seconds": self.seconds}
        if not self.exact:
            answer["exact"] = False
            answer["at_least"] = self.at_least._asdict() if self.at_least else None
            answer["at_most"] = self.at_most._asdict() if self.at_most else None
        return answer


def _cost(worth: Worth, best: Worth, player: int) -> float:
    if best.margin is None:
        return (best.result(player) - worth.result(player)) / 2
    return best.lead(player) - worth.lead(player)
