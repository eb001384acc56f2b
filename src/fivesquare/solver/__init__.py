"""Exact search: who wins a position under perfect play, by how much, and what each move is worth."""

from fivesquare.solver.analysis import Progress, Solver, solve
from fivesquare.solver.native.distance import moves_to_win
from fivesquare.solver.solution import Hunch, Solution, Worth
from fivesquare.solver.warm import is_warm, warm_up

__all__ = [
    "Hunch",
    "Progress",
    "Solution",
    "Solver",
    "Worth",
    "is_warm",
    "moves_to_win",
    "solve",
    "warm_up",
]
