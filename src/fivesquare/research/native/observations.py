"""What a batch shows of its games: masks, planes, rewards, and which are over."""

import numpy as np

from fivesquare.engine import FIRST, NEVER, NOBODY, NONE, SECOND, State
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
    LINK,
    MASKS,
    MORE,
    OPEN,
    OTHER,
    OWN,
    PLANES,
    RESULT,
    REWARDS,
    TURN,
    TURNS,
    VIEWER,
)
from fivesquare.research.native.chance import other_move
from fivesquare.research.native.frame import game_at

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
    store(game, OWN, state.own)
    store(game, OTHER, state.other)
    store(game, TURN, state.turn)
    store(game, LINK, state.link)
    store(game, OPEN, open_cells)
    store(game, MORE, more)
    store(game, RESULT, NONE if open_cells != 0 else winner(setup, state))
    store_byte(look(frame, DONE), number, int(open_cells == 0))
    store_byte(look(frame, TURNS), number, state.turn * int(open_cells != 0))
    viewer, is_over = look(game, VIEWER), int(open_cells == 0)
    if viewer == NOBODY or viewer == state.turn:
        _show_planes(frame, setup, number, state, state.turn, open_cells)
        _show_moves(frame, setup, number, open_cells, more, is_over)
    else:
        turned = State(state.other, state.own, state.turn, NONE)
        _show_planes(frame, setup, number, turned, viewer, 0)
        _show_moves(frame, setup, number, 0, NONE, is_over)


@inlined
def _show_planes(frame, setup, number, state, viewer, open_cells):
    cells = setup.cells
    board = _FLOAT * cells
    planes = look(frame, PLANES) + number * _PLANES * board
    _lay_floats(planes, cells, state.own)
    _lay_floats(planes + board, cells, state.other)
    _lay_floats(planes + 3 * board, cells, open_cells)
    if setup.again != NEVER:
        link = 0
        if state.link != NONE:
            link = 1 << state.link
        _lay_floats(planes + 4 * board, cells, link)
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
def show_values(frame, setup, number):
    """Each value as a share of the highest, as `actions.planes` has it."""
    highest = 1
    for cell in range(setup.cells):
        highest = max(highest, look(setup.values, cell))
    board = _FLOAT * setup.cells
    plane = look(frame, PLANES) + number * _PLANES * board + 2 * board
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
