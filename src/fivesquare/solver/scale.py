"""Values: one number for the worth of a position, seen by the player to move.

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


class Scale:
    """The values of one game."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.has_margins = setup.goal == POINTS
        self.most = 2 * sum(setup.values) + 1 if self.has_margins else 1
        """No value is further from 0."""
        self.tie = {FIRST: setup.komi, SECOND: -setup.komi}
        """Where the players are even, as each sees it. Odd, where nothing ever lies: no ties."""

    @property
    def widest(self) -> Range:
        return Range(-self.most, self.most)

    def tied(self, turn: int) -> int:
        """The value of a tie, if the last claim does not decide it."""
        if self.setup.tie == DRAW:
            return self.tie[turn]
        return self.tie[turn] + (1 if turn == SECOND else -1)

    def worth(self, turn: int, value: int) -> Worth:
        """A value in words that both players share."""
        ahead = value - self.tie[turn]
        winner = turn if ahead > 0 else engine.other_player(turn) if ahead < 0 else NOBODY
        if not self.has_margins:
            return Worth(winner, None)
        if self.setup.komi % 2:  # half a point is left over, and there are no ties
            return Worth(winner, (ahead if turn == FIRST else -ahead) / 2)
        margin = abs(ahead) // 2
        return Worth(winner, margin if winner == FIRST else -margin)

    def ends(self, turn: int, known: Range) -> tuple[Worth, Worth]:
        """The least and the most that the first player gets."""
        low, high = self.worth(turn, known.low), self.worth(turn, known.high)
        return (low, high) if turn == FIRST else (high, low)

    def final(self, state: State) -> int:
        """The value of a game that is over."""
        winner = engine.winner(self.setup, state)
        sign = 0 if winner == NOBODY else 1 if winner == state.turn else -1
        if not self.has_margins:
            return sign
        margin = 2 * engine.lead(self.setup, state)
        return margin + sign if margin == self.tie[state.turn] else margin

    def aim(self, turn: int, known: Range, guess: int) -> int:
        """What to ask next about a value: the guess, or what is closest to it and not known yet.

        Who wins a tie by the last claim is a question of its own, whose answers help no other one: it comes
        last.
        """
        aim = max(known.low + 1, min(known.high, guess))
        if self.setup.tie == LAST and self.question(turn, aim)[0] == LAST_CLAIM:
            tie = self.tie[turn]
            if known.low < tie - 1:
                return tie - 1
            if known.high > tie + 1:
                return tie + 2
        return aim

    def question(self, turn: int, value: int) -> tuple[int, int]:
        """The kind and the aim of the question whose answer says whether a value is reached."""
        tie = self.tie[turn]
        if tie % 2 or value not in (tie, tie + 1):
            return MARGIN, value + value % 2
        if self.setup.tie == LAST:
            return LAST_CLAIM, tie + 1
        return MARGIN, tie if self.tied(turn) >= value else tie + 2

    def bound(self, turn: int, kind: int, answer: int, is_lower: bool) -> int:
        """What the answer to such a question says about the value: a bound from below or from above."""
        tie = self.tie[turn]
        if kind == LAST_CLAIM:
            return tie + 1 if is_lower else tie - 1
        if answer == tie:
            if self.setup.tie != LAST:
                return self.tied(turn)
            return tie - 1 if is_lower else tie + 1
        return answer if self.has_margins else 1 if answer > tie else -1
