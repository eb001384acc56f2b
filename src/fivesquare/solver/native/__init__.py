"""The search as machine code, the memory that it runs in, and what Python calls of it."""

from fivesquare.solver.native.distance import can_win
from fivesquare.solver.native.label import label
from fivesquare.solver.native.lookahead import look_ahead
from fivesquare.solver.native.search import ask
from fivesquare.solver.native.slices import fill_slices
from fivesquare.solver.native.table import move_over

ENTRIES = {
    "ask": ask,
    "label": label,
    "look_ahead": look_ahead,
    "can_win": can_win,
    "move_over": move_over,
    "fill_slices": fill_slices,
}
