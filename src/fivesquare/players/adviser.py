"""The solver at a player's side: it stays with the game, and says so where it cannot solve in time."""

from fivesquare.engine import State
from fivesquare.position import Position
from fivesquare.solver import Hunch, Solution, Solver, moves_to_win

SECONDS = 6.0  # about the longest that anybody is kept waiting for one answer
_HUNCH = 0.4  # the part of that for looking ahead, where solving takes too long


class Adviser:
    """Solves the positions of a game, one after the other, without forgetting in between."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self.seconds = seconds
        self._solver: Solver | None = None
        self._solved: dict[State, Solution] = {}
        self._distances: dict[tuple[State, int], int | None] = {}

    def solver(self, position: Position) -> Solver:
        """The solver of this position's game."""
        solver = self._solver
        if solver is None or (solver.book, solver.board) != (position.book, position.board):
            solver = self._solver = Solver(position.book, position.board)
            self._solved.clear()
            self._distances.clear()
        return solver

    def solve(self, position: Position, seconds: float | None = None) -> Solution | None:
        """The worth of every move, or None if that takes too long."""
        solver = self.solver(position)
        if position.state not in self._solved:
            limit = self.seconds * (1 - _HUNCH) if seconds is None else seconds
            solution = solver.solve(position, seconds=limit)
            if not solution.exact:
                return None
            self._solved[position.state] = solution
        return self._solved[position.state]

    def distance(self, position: Position, winner: int) -> int | None:
        """The number of moves within which `winner` can force a win; None if it cannot be seen."""
        self.solver(position)
        key = position.state, winner
        if key not in self._distances:
            self._distances[key] = moves_to_win(position, winner)
        return self._distances[key]

    def guess(self, position: Position) -> Hunch:
        """The best move as far as one can see in the time."""
        return self.solver(position).look_ahead(position, seconds=self.seconds * _HUNCH)


def not_perfect(hunch: Hunch) -> str:
    """What an honest player says of a move that is not proved."""
    moves = "1 move" if hunch.depth == 1 else f"{hunch.depth} moves"
    return f"too large to solve in time: not perfect here, looked {moves} ahead"
