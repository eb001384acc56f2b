"""Rewards of moves and games for a learner, in natural units that are never scaled.

- `outcome`: at the end 1 for a win, 0 for a draw, -1 for a loss
- `margin`: at the end how far ahead the player is, as the book counts it, with the komi: points, or cells
  where the goal is a majority of them
- `regret`: at each move what it costs against perfect play, as a negative number, and nothing at the end;
  so 0 is a game without a mistake

>>> import fivesquare as fs
>>> from fivesquare.research.rewards import Rewards
>>> position = fs.start("sweep", board="5 3 8/2 9 1/6 4 7")
>>> Rewards("regret").of_move(position, "1,2")
-28.0
>>> Rewards("margin").of_fault(position)
-45.0
"""

from typing import Any, Literal, get_args

from fivesquare import engine
from fivesquare.errors import BoardError, quote
from fivesquare.position import Position
from fivesquare.rulebook import Komi
from fivesquare.solver import Solver
from fivesquare.solver.limits import REGRET

Reward = Literal["outcome", "margin", "regret"]
REWARDS: tuple[Reward, ...] = get_args(Reward)


def check_reward(reward: str) -> Reward:
    """The kind of reward that is named; refuses a word that names none."""
    for kind in REWARDS:
        if kind == reward:
            return kind
    raise ValueError(f"a reward is {', '.join(REWARDS[:-1])} or {REWARDS[-1]}, not {quote(reward)}")


class Rewards:
    """Rewards of one kind. Solutions are kept while a game lasts."""

    def __init__(self, kind: str = "outcome", *, effort: int = REGRET.nodes) -> None:
        """`effort` is how many positions are searched for one regret before it is given up, by an error."""
        self.kind: Reward = check_reward(kind)
        self.effort = effort
        self._solver: Solver | None = None

    def of_move(self, position: Position, move: str) -> float:
        """The reward of the player to move for a legal move, right away."""
        if self.kind != "regret" or len(position.legal) == 1:
            return 0.0
        solution = self._solver_of(position).solve(position, nodes=self.effort)
        if not solution.exact:
            raise BoardError(
                f'this position is too large for the reward "regret": {position!r} was not solved in '
                f'{self.effort:,} positions; a smaller board would be right, or the reward "margin"'
            )
        return 0.0 - solution.regret(move).lost

    def of_end(self, position: Position, player: int) -> float:
        """What `player` gets because the game is over; 0 before that."""
        return end_reward(self.kind, position, player)

    def of_fault(self, position: Position) -> float:
        """The reward of the player to move for an illegal move, if that loses the game."""
        return fault_reward(self.kind, position)

    def _solver_of(self, position: Position) -> Solver:
        solver = self._solver
        if solver is None or (solver.book, solver.board) != (position.book, position.board):
            solver = self._solver = Solver(position.book, position.board, threads=1)
        return solver

    def __getstate__(self) -> dict[str, Any]:
        """A copy, here or in another process, learns by itself: no solver is copied."""
        return {**self.__dict__, "_solver": None}


def end_reward(kind: Reward, position: Position, player: int) -> float:
    """What `player` gets because the game is over; 0 before that."""
    outcome = position.outcome
    if outcome is None or kind == "regret":
        return 0.0
    if kind == "margin":
        lead = engine.balanced_lead(position.setup, position.state) / 2
        return lead if position.state.turn == player else 0.0 - lead
    if outcome.winner == engine.NOBODY:
        return 0.0
    return 1.0 if outcome.winner == player else -1.0


def fault_reward(kind: Reward, position: Position) -> float:
    """What a move that is not legal gets, if that loses the game.

    A loss; or minus all that can be lost by: all that is on the board and the komi, in points, or in cells
    where the goal is a majority. Regret is the most that a legal move could cost: from all points to none
    where the book has margins, else a lost result.
    """
    goal, balance = position.book.goal, position.book.balance
    if kind == "outcome" or (kind == "regret" and goal != "points"):
        return -1.0
    points = sum(position.board.values)
    if kind == "regret":
        return 0.0 - 2 * points
    komi = balance.points if isinstance(balance, Komi) else 0
    return 0.0 - (position.size.cells if goal == "majority" else points + komi)
