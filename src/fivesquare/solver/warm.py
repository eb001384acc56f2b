"""Compile everything once, on the smallest game there is, so that nothing later has to wait for it."""

from fivesquare.cache import is_cached
from fivesquare.position import Position
from fivesquare.solver.analysis import Solver


def is_warm() -> bool:
    """Whether the solver was compiled from these sources before."""
    return is_cached("distance")  # what `warm_up` compiles last


def warm_up() -> None:
    """Compile, or load what was compiled before. A lazy call would do the same, a piece at a time."""
    position = Position.start("grow", board=[[1, 2]])
    solver = Solver(position.book, position.board)
    solver.solve(position)
    solver.look_ahead(position, depth=1)
    solver.grow()
    solver.moves_to_win(position, 1)
