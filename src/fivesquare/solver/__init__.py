"""Exact search: who wins a position under perfect play, by how much, and what each move is worth.

Nothing here imports Numba, and what compiles the search, once, is another process (library.py).
"""

from fivesquare.solver.analysis import Progress, Solver, regret, solve
from fivesquare.solver.bulk import solve_many
from fivesquare.solver.code import is_warm, warm_up
from fivesquare.solver.labels import Labels
from fivesquare.solver.solution import Hunch, Regret, Solution, Worth

__all__ = [
    "Hunch",
    "Labels",
    "Progress",
    "Regret",
    "Solution",
    "Solver",
    "Worth",
    "is_warm",
    "regret",
    "solve",
    "solve_many",
    "warm_up",
]
