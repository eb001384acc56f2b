"""Exact search: who wins a position under perfect play, by how much, and what each move is worth."""

from fivesquare.solver.analysis import Progress, Solver, solve, warm_up
from fivesquare.solver.solution import Hunch, Solution, Worth

__all__ = ["Hunch", "Progress", "Solution", "Solver", "Worth", "solve", "warm_up"]
