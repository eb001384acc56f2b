"""The rules as functions of addresses, for callers without Python, such as boards in web pages.

A state lies in four words, as `packed.words_of` writes it.
"""

from fivesquare.engine import State
from fivesquare.native.engine import claim, claims, may_swap, stop, swap, unpack, winner
from fivesquare.native.jit import inlined, linked, look, store

STOP, SWAP = -1, -2  # moves beside the cells


@linked
def open_cells(setup, state):
    """The cells that may be claimed."""
    return claims(unpack(setup), _read(state))


@linked
def swap_is_open(setup, state):
    """1 if the player to move may swap."""
    if may_swap(unpack(setup), _read(state)):
        return 1
    return 0


@linked
def advance(setup, state, move):
    """Make a legal move in place; the cells that may be claimed afterwards."""
    rules, before = unpack(setup), _read(state)
    if move == STOP:
        after = stop(rules, before)
    elif move == SWAP:
        after = swap(rules, before)
    else:
        after = claim(rules, before, move)
    store(state, 0, after.own)
    store(state, 1, after.other)
    store(state, 2, after.turn)
    store(state, 3, after.link)
    return claims(rules, after)


@linked
def winner_of(setup, state):
    """The winner of a finished game."""
    return winner(unpack(setup), _read(state))


@inlined
def _read(state):
    return State(look(state, 0), look(state, 1), look(state, 2), look(state, 3))


ENTRIES = {
    "open_cells": open_cells,
    "swap_is_open": swap_is_open,
    "advance": advance,
    "winner_of": winner_of,
}
