"""The solver at a player's side: it stays with the game, and says so where it cannot solve in time.

How long it tries is counted in positions, not in seconds: a player must choose the same move on any
machine, however busy. So it searches in one thread, whose way through the positions is always the same. And
nothing that it does depends on what it could not solve before, so that a game which was left goes on as it
would have.
"""

from collections.abc import Callable

from fivesquare.engine import State
from fivesquare.errors import many
from fivesquare.position import Position
from fivesquare.solver import Hunch, Solution, Solver
from fivesquare.solver.analysis import Progress
from fivesquare.solver.limits import ANSWER, Budget

HUNCH = 0.4  # of the budget for looking ahead, where solving takes longer than that
GLANCE = 0.025  # of the budget for finding out whether solving is worth a try
NEAR = 7  # turns: each multiplies what solving takes, by 1.7 or so, and 1.7 ** 7 glances are the budget


class Adviser:
    """Solves the positions of a game, one after the other, without forgetting in between."""

    def __init__(self, budget: Budget = ANSWER, *, glance: Callable[[], object] | None = None) -> None:
        """`glance` is called now and then while it solves; what it raises ends that, and this adviser."""
        self.budget = budget

        def look(_: Progress) -> None:
            if glance is not None:
                glance()

        self._progress = look
        self._solver: Solver | None = None
        self._solved: dict[State, Solution] = {}
        self._far: set[State] = set()

    def solver(self, position: Position) -> Solver:
        """The solver of this position's game."""
        solver = self._solver
        if solver is None or (solver.book, solver.board) != (position.book, position.board):
            memory = self.budget.memory
            solver = self._solver = Solver(position.book, position.board, memory=memory, threads=1)
            self._solved.clear()
            self._far.clear()
        return solver

    def solve(self, position: Position, nodes: int | None = None) -> Solution | None:
        """The worth of every move, or None if that takes too long.

        A number of `nodes` that is given is spent whatever the chances.
        """
        solver, state = self.solver(position), position.state
        if state in self._solved:
            return self._solved[state]
        if nodes is not None:
            solution = solver.solve(position, nodes=nodes, progress=self._progress)
        elif state in self._far:
            return None
        else:
            solution = solver.solve(position, nodes=self.budget.part(GLANCE), progress=self._progress)
            if not solution.exact and is_near(position, self.budget):
                solution = solver.solve(position, nodes=self.budget.nodes, progress=self._progress)
            if not solution.exact:
                self._far.add(state)
                solver.clear()  # what was in vain must not help later: another process would not have it
        if not solution.exact:
            return None
        self._solved[state] = solution
        return solution

    def distance(self, position: Position, winner: int) -> int | None:
        """The number of moves within which `winner` can force a win; None if it cannot be seen."""
        return self.solver(position).moves_to_win(position, winner)

    def guess(self, position: Position) -> Hunch:
        """The move with the best estimate."""
        nodes = self.budget.part(HUNCH)
        return self.solver(position).look_ahead(position, seconds=None, nodes=nodes)

    def estimate(self, position: Position) -> Hunch:
        """The same with what every move looks worth, which takes longer: it sees less far."""
        nodes = self.budget.part(HUNCH)
        return self.solver(position).look_ahead(position, seconds=None, nodes=nodes, each=True)


def is_near(position: Position, budget: Budget) -> bool:
    """Whether a position can be solved within a budget, as far as a glance can tell.

    The game is played on from here, by the shortest look ahead, and its positions are solved from the end
    backwards until a small part of the budget is spent. How many turns are then left says how far away
    solving is, in any book and on any board, and nothing but the position has a say in it.
    """
    solver = Solver(position.book, position.board, memory=budget.memory, threads=1)
    line = [position]
    while not line[-1].is_over:
        line.append(line[-1].play(solver.look_ahead(line[-1], seconds=None, depth=1).move))
    line.pop()
    spent = solver.nodes + budget.part(GLANCE)
    while line and solver.solve(line[-1], nodes=max(0, spent - solver.nodes)).exact:
        line.pop()
    return sum(not left.in_chain for left in line) <= NEAR


def not_perfect(hunch: Hunch) -> str:
    """What an honest player says of a move that is not proved."""
    return f"too large to solve in time: not perfect here, looked {many(hunch.depth, 'move')} ahead"
