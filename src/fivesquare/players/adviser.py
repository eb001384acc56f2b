"""The solver at a player's side: it stays with the game, and says so where it cannot solve in time.

How long it tries is counted in positions, not in seconds: a player must choose the same move on any
machine, however busy. So it searches in one thread, whose way through the positions is always the same.
"""

from fivesquare.engine import State
from fivesquare.errors import many
from fivesquare.position import Position
from fivesquare.solver import Hunch, Solution, Solver
from fivesquare.solver.limits import DEFAULT_MEMORY

EFFORT = 15_000_000  # positions for one answer, some three seconds
HUNCH = 0.4  # so much more for looking ahead, where that was not enough


class Adviser:
    """Solves the positions of a game, one after the other, without forgetting in between."""

    def __init__(self, effort: int = EFFORT, memory: int = DEFAULT_MEMORY) -> None:
        self.effort = effort
        self.memory = memory
        self._solver: Solver | None = None
        self._solved: dict[State, Solution] = {}
        self._distances: dict[tuple[State, int], int | None] = {}

    def solver(self, position: Position) -> Solver:
        """The solver of this position's game."""
        solver = self._solver
        if solver is None or (solver.book, solver.board) != (position.book, position.board):
            solver = self._solver = Solver(position.book, position.board, memory=self.memory, threads=1)
            self._solved.clear()
            self._distances.clear()
        return solver

    def solve(self, position: Position, effort: int | None = None) -> Solution | None:
        """The worth of every move, or None if that takes too long."""
        solver = self.solver(position)
        if position.state not in self._solved:
            solution = solver.solve(position, nodes=self.effort if effort is None else effort)
            if not solution.exact:
                return None
            self._solved[position.state] = solution
        return self._solved[position.state]

    def distance(self, position: Position, winner: int) -> int | None:
        """The number of moves within which `winner` can force a win; None if it cannot be seen."""
        solver = self.solver(position)
        key = position.state, winner
        if key not in self._distances:
            self._distances[key] = solver.moves_to_win(position, winner)
        return self._distances[key]

    def guess(self, position: Position) -> Hunch:
        """The best move as far as one can see."""
        nodes = int(self.effort * HUNCH)
        return self.solver(position).look_ahead(position, seconds=None, nodes=nodes)

    def estimate(self, position: Position) -> Hunch:
        """The same with what every move looks worth, which takes longer: it sees less far."""
        nodes = int(self.effort * HUNCH)
        return self.solver(position).look_ahead(position, seconds=None, nodes=nodes, each=True)


def not_perfect(hunch: Hunch) -> str:
    """What an honest player says of a move that is not proved."""
    return f"too large to solve in time: not perfect here, looked {many(hunch.depth, 'move')} ahead"
