"""Warming up leaves nothing to compile for later."""

import subprocess
import sys

SEEN = """
import fivesquare as fs
from fivesquare.solver import Solver, warm_up

warm_up()

from fivesquare.solver.native.distance import _can_win
from fivesquare.solver.native.lookahead import look_ahead
from fivesquare.solver.native.search import ask
from fivesquare.solver.native.table import move_over

ENTRIES = ask, look_ahead, move_over, _can_win
assert all(len(entry.signatures) == 1 for entry in ENTRIES), "something was not compiled"
for name in fs.CATALOGUE:
    position = fs.start(name, seed=1, size=(4, 4)).play("1,1")
    solver = Solver(position.book, position.board)
    solver.solve(position)
    solver.grow()
    solver.look_ahead(position, depth=2)
    solver.moves_to_win(position, 1)
assert all(len(entry.signatures) == 1 for entry in ENTRIES), "something was compiled later"
"""


def test_everything_compiles_ahead_of_time() -> None:
    subprocess.run([sys.executable, "-W", "error", "-c", SEEN], check=True)
