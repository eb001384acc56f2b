"""Warming up leaves nothing to compile for later."""

import subprocess
import sys

SEEN = """
import sys

import fivesquare as fs
from fivesquare.solver import Solver, is_warm, warm_up

warm_up()
assert is_warm()
sys.modules["numba"] = None  # whoever wants to compile something from here on fails
for name in fs.CATALOGUE:
    position = fs.start(name, seed=1, size=(4, 4)).play("1,1")
    solver = Solver(position.book, position.board)
    solver.solve(position)
    solver.grow()
    solver.look_ahead(position, depth=2)
    solver.moves_to_win(position, 1)
"""


def test_everything_compiles_ahead_of_time() -> None:
    subprocess.run([sys.executable, "-W", "error", "-c", SEEN], check=True)
