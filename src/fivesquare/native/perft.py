"""Perft as machine code."""

from types import FunctionType
from typing import Any

from fivesquare.engine import NONE, Setup, State
from fivesquare.native.engine import claim_and_look, hand_over, unpack
from fivesquare.native.jit import count, inlined, linked, lowest

REACH = TAKE = AGAIN = GOAL = 0  # of the book that `_walk` is compiled for


def walk_for(reach: int, take: int, again: int, goal: int) -> Any:
    """`_walk`, compiled with these answers as constants: what they do not ask for costs nothing."""
    space = {**globals(), "REACH": reach, "TAKE": take, "AGAIN": again, "GOAL": goal}
    space["_walk"] = linked(FunctionType(_walk.__code__, space, "_walk"))
    return space["_walk"]


def _walk(address, own, other, turn, link, open_cells, depth):
    """Sequences from a state whose claims are `open_cells`. The last move is counted, not made."""
    if depth == 0:
        return 1
    if depth == 1:
        return _moves(link, open_cells)
    setup = Setup(REACH, TAKE, AGAIN, GOAL, *unpack(address)[4:])
    state = State(own, other, turn, link)
    total = 0
    while open_cells != 0:
        after, then_open = claim_and_look(setup, state, lowest(open_cells))
        open_cells &= open_cells - 1
        if depth == 2:
            total += _moves(after.link, then_open)
        else:
            total += _walk(address, after.own, after.other, after.turn, after.link, then_open, depth - 1)
    if link != NONE:
        after, then_open = hand_over(setup, own, other, turn)
        total += _walk(address, after.own, after.other, after.turn, after.link, then_open, depth - 1)
    return total


@inlined
def _moves(link, open_cells):
    if link != NONE:
        return count(open_cells) + 1
    return count(open_cells)
