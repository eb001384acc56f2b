"""Perft: how many sequences of exactly so many moves there are. The classic check of a rules engine."""

from functools import cache
from types import FunctionType

from fivesquare import engine
from fivesquare.engine import NONE, Setup, State
from fivesquare.native.engine import (
    claim_and_look,
    hand_over,
    is_first_reply,
    pack,
    signed,
    swap,
    unpack,
    words,
)
from fivesquare.native.jit import compiled, count, inlined, lowest

REACH = TAKE = AGAIN = GOAL = SWAP = 0  # of the book that `_walk` is compiled for


def perft(setup: Setup, state: State, depth: int) -> int:
    """Sequences of exactly `depth` moves from `state`; a game that ends sooner adds none."""
    if not 0 <= depth <= 2 * setup.cells:  # a claim, and a "stop" or a "swap" for each cell
        return 0
    walk = _walk_for(setup.reach, setup.take, setup.again, setup.goal, setup.swap)
    packed = pack(setup)
    open_cells = signed(engine.claims(setup, state))
    return int(walk(packed.ctypes.data, *words(state), open_cells, depth))


@cache
def _walk_for(reach, take, again, goal, swap):
    """`_walk`, compiled with these answers as constants: what they do not ask for costs nothing."""
    name = f"_walk_{reach}{take}{again}{goal}{swap}"
    space = {**globals(), "REACH": reach, "TAKE": take, "AGAIN": again, "GOAL": goal, "SWAP": swap}
    function = FunctionType(_walk.__code__, space, name)
    function.__qualname__ = name
    space["_walk"] = compiled(function)
    return space["_walk"]


def _walk(address, own, other, turn, link, open_cells, depth):
    """Sequences from a state whose claims are `open_cells`. The last move is counted, not made."""
    if depth == 0:
        return 1
    setup = Setup(REACH, TAKE, AGAIN, GOAL, *unpack(address)[4:])
    state = State(own, other, turn, link)
    if depth == 1:
        return _moves(setup, state, open_cells, SWAP)
    total = 0
    if SWAP and open_cells != 0 and is_first_reply(setup, state):
        after = swap(setup, state)
        total += _walk(address, after.own, after.other, after.turn, after.link, open_cells, depth - 1)
    while open_cells != 0:
        after, then_open = claim_and_look(setup, state, lowest(open_cells))
        open_cells &= open_cells - 1
        if depth == 2:
            total += _moves(setup, after, then_open, SWAP)
        else:
            total += _walk(address, after.own, after.other, after.turn, after.link, then_open, depth - 1)
    if link != NONE:
        after, then_open = hand_over(setup, own, other, turn)
        total += _walk(address, after.own, after.other, after.turn, after.link, then_open, depth - 1)
    return total


@inlined
def _moves(setup, state, open_cells, has_swap):
    moves = count(open_cells)
    if state.link != NONE or (has_swap and moves != 0 and is_first_reply(setup, state)):
        return moves + 1
    return moves
