"""The solver at a player's side: it stays with the game, and says so where it cannot solve in time."""

from fivesquare.position import Position
from fivesquare.solver import Hunch, Solution, Solver

SECONDS = 10.0  # the longest that anybody is kept waiting for one answer
_HUNCH = 0.4  # the part of that for looking ahead, where solving takes too long


class Adviser:
    """Solves the positions of a game, one after the other, without forgetting in between."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self.seconds = seconds
        self._solver: Solver | None = None

    def solver(self, position: Position) -> Solver:
        """The solver of this position's game."""
        solver = self._solver
        if solver is None or (solver.book, solver.board) != (position.book, position.board):
            solver = self._solver = Solver(position.book, position.board)
        return solver

    def solve(self, position: Position) -> Solution | None:
        """The worth of every move, or None if that takes too long."""
        solution = self.solver(position).solve(position, seconds=self.seconds * (1 - _HUNCH))
        return solution if solution.exact else None

    def guess(self, position: Position) -> Hunch:
        """The best move as far as one can see in the time."""
        return self.solver(position).look_ahead(position, seconds=self.seconds * _HUNCH)


def not_perfect(hunch: Hunch) -> str:
    """What an honest player says of a move that is not proved."""
    return f"too large to solve in time: not perfect here, looked {hunch.depth} moves ahead"
