"""What a batch shows of its games: masks, planes, rewards, and which are over."""

import numpy as np

from fivesquare.engine import FIRST, NEVER, NOBODY, NONE, SECOND
from fivesquare.native.engine import winner
from fivesquare.native.jit import (
    inlined,
    look,
    store,
    store_byte,
    store_eight_bytes,
    store_eight_floats,
    store_float,
)
from fivesquare.research.layout import (
    DONE,
    MASKS,
    MORE,
    OPEN,
    PLANES,
    RESULT,
    REWARDS,
    TURNS,
    VIEWER,
)
from fivesquare.research.native.chance import other_move
from fivesquare.research.native.frame import game_at, lay_state

_PLANES = 6
_FLOAT = 4  # bytes


@inlined
def reward(frame, number, result):
    """1 for the winner and -1 for the other; 0 for both, if neither has won."""
    store_float(look(frame, REWARDS), 2 * number, float((result == FIRST) - (result == SECOND)))
    store_float(look(frame, REWARDS), 2 * number + 1, float((result == SECOND) - (result == FIRST)))


@inlined
def keep(frame, setup, number, state, open_cells):
    """Keep a game's new state, and show it: everything but its values and rewards."""
    game, more = game_at(frame, number), other_move(setup, state, open_cells)
    lay_state(game, state)
    store(game, OPEN, open_cells)
    store(game, MORE, more)
    store(game, RESULT, NONE if open_cells != 0 else winner(setup, state))
    store_byte(look(frame, DONE), number, int(open_cells == 0))
    store_byte(look(frame, TURNS), number, state.turn * int(open_cells != 0))
    viewer, is_over = look(game, VIEWER), int(open_cells == 0)
    if viewer == NOBODY:
        viewer = state.turn
    show_planes(planes_at(frame, setup, number), setup, state, viewer, open_cells)
    if viewer == state.turn:
        _show_moves(frame, setup, number, open_cells, more, is_over)
    else:
        _show_moves(frame, setup, number, 0, NONE, is_over)


@inlined
def planes_at(frame, setup, number):
    """The address of a game's planes."""
    return look(frame, PLANES) + number * _PLANES * _FLOAT * setup.cells


@inlined
def show_planes(planes, setup, state, viewer, open_cells):
    """A state as this player sees it: all planes but the values."""
    cells = setup.cells
    board = _FLOAT * cells
    own, other, link = state.own, state.other, state.link
    if viewer != state.turn:
        own, other, link, open_cells = other, own, NONE, 0
    _lay_floats(planes, cells, own)
    _lay_floats(planes + board, cells, other)
    _lay_floats(planes + 3 * board, cells, open_cells)
    if setup.again != NEVER:
        beside = 0
        if link != NONE:
            beside = 1 << link
        _lay_floats(planes + 4 * board, cells, beside)
    _lay_floats(planes + 5 * board, cells, setup.full * int(viewer == FIRST))


@inlined
def _show_moves(frame, setup, number, open_cells, more, is_over):
    """What is legal, as `actions.mask` has it: everything, after the end."""
    amount = setup.cells + setup.again + setup.swap
    mask = look(frame, MASKS) + number * amount
    _lay_bytes(mask, setup.cells, open_cells | setup.full * is_over)
    if setup.again != NEVER:
        store_byte(mask, setup.cells, int(more == setup.cells) | is_over)
    if setup.swap != 0:
        store_byte(mask, amount - 1, int(more == amount - 1) | is_over)


@inlined
def show_values(planes, setup):
    """Each value as a share of the highest, as `actions.planes` has it."""
    highest = 1
    for cell in range(setup.cells):
        highest = max(highest, look(setup.values, cell))
    plane = planes + 2 * _FLOAT * setup.cells
    for cell in range(setup.cells):
        store_float(plane, cell, np.float32(look(setup.values, cell)) / np.float32(highest))


@inlined
def _lay_floats(place, cells, mask):
    """A mask as floats, eight at once; the last eight lie over some of those before."""
    if cells < 8:
        for cell in range(cells):
            store_float(place, cell, float(mask >> cell & 1))
    else:
        for cell in range(0, cells - 8, 8):
            store_eight_floats(place + _FLOAT * cell, mask >> cell)
        store_eight_floats(place + _FLOAT * (cells - 8), mask >> cells - 8)


@inlined
def _lay_bytes(place, cells, mask):
    """The same as bytes."""
    if cells < 8:
        for cell in range(cells):
            store_byte(place, cell, mask >> cell & 1)
    else:
        for cell in range(0, cells - 8, 8):
            store_eight_bytes(place + cell, mask >> cell)
        store_eight_bytes(place + cells - 8, mask >> cells - 8)
