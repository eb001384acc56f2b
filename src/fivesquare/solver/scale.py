"""Values: one number for the worth of a position, seen by whoever acts.

    in games with margins      twice the margin; of a tie one more if it is won, one less if it is lost
    in games without margins   1, 0, -1: won, drawn, lost

The komi is left out of values, so that they are what the search knows; it only says where the tie lies.
"""

from typing import NamedTuple

from fivesquare import engine
from fivesquare.engine import DRAW, FIRST, LAST, NOBODY, POINTS, SECOND, Setup, State
from fivesquare.solver.model import LAST_CLAIM, MARGIN
from fivesquare.solver.solution import Worth


class Range:
    """What is known of a value: no less than `low`, no more than `high`."""

    def __init__(self, low: int, high: int) -> None:
        self.low = low
        self.high = high

    @property
    def is_exact(self) -> bool:
        return self.low == self.high

    def settle(self, value: int) -> None:
        self.low = self.high = value


class Scale(NamedTuple):
    """The values of one game."""

    setup: Setup

    @property
    def has_margins(self) -> bool:
        return self.setup.goal == POINTS

    @property
    def most(self) -> int:
        """No value is further from 0."""
        return 2 * sum(self.setup.values) + 1 if self.has_margins else 1

    @property
    def widest(self) -> Range:
        return Range(-self.most, self.most)

    def tie(self, turn: int) -> int:
        """Where the players are even, as `turn` sees it. Odd, where nothing ever lies: no ties."""
        return self.setup.komi if turn == FIRST else -self.setup.komi

    def tied(self, turn: int) -> int:
        """The value of a tie, if the last claim does not decide it."""
        if self.setup.tie == DRAW:
            return self.tie(turn)
        return self.tie(turn) + (1 if turn == SECOND else -1)

    def is_tie(self, turn: int, value: int) -> bool:
        return self.tie(turn) % 2 == 0 and abs(value - self.tie(turn)) <= 1

    def even(self, turn: int, value: int) -> int:
        """Twice the margin of a value: a tie, won or lost, is the tie."""
        return self.tie(turn) if self.is_tie(turn, value) else value // 2 * 2

    def worth(self, turn: int, value: int) -> Worth:
        """A value in words that both players share."""
        ahead = value - self.tie(turn)
        winner = turn if ahead > 0 else engine.other_player(turn) if ahead < 0 else NOBODY
        if not self.has_margins:
            return Worth(winner, None)
        halves = self.even(turn, value) - self.tie(turn)
        halves = halves if turn == FIRST else -halves
        return Worth(winner, halves / 2 if halves % 2 else halves // 2)

    def final(self, state: State) -> int:
        """The value of a game that is over."""
        winner = engine.winner(self.setup, state)
        sign = 0 if winner == NOBODY else 1 if winner == state.turn else -1
        if not self.has_margins:
            return sign
        margin = 2 * engine.lead(self.setup, state)
        return margin + sign if margin == self.tie(state.turn) else margin

    def question(self, turn: int, value: int) -> tuple[int, int]:
        """The kind and the aim of the question whose answer says whether a value is reached."""
        tie = self.tie(turn)
        if tie % 2 or value not in (tie, tie + 1):
            return MARGIN, value + value % 2
        if self.setup.tie == LAST:
            return LAST_CLAIM, tie + 1
        return MARGIN, tie if self.tied(turn) >= value else tie + 2
