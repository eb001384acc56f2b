"""Values: one number for the worth of a position, seen by whoever acts.

    in games with margins      twice the margin; of a tie one more if it is won, one less if it is lost
    in games without margins   1, 0, -1: won, drawn, lost

The komi is left out of values, so that they are what the search knows; it only says where the tie lies.
"""

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


class Scale:
    """The values of one game."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.has_margins = setup.goal == POINTS
        self.most = 2 * sum(setup.values) + 1 if self.has_margins else 1
        """No value is further from 0."""

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

    def even(self, turn: int, value: int) -> int:
        """Twice the margin of a value: a tie, won or lost, is the tie."""
        tie = self.tie(turn)
        return tie if tie % 2 == 0 and abs(value - tie) <= 1 else value // 2 * 2

    def worth(self, turn: int, value: int) -> Worth:
        """A value in words that both players share."""
        ahead = value - self.tie(turn)
        winner = turn if ahead > 0 else engine.other_player(turn) if ahead < 0 else NOBODY
        if not self.has_margins:
            return Worth(winner, None)
        if self.setup.komi % 2:  # half a point is left over, and there are no ties
            return Worth(winner, (ahead if turn == FIRST else -ahead) / 2)
        margin = abs(ahead) // 2
        return Worth(winner, margin if winner == FIRST else -margin)

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
