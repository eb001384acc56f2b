"""Perft as machine code."""

from types import FunctionType

from fivesquare.engine import (
    ADJACENT,
    ANYWHERE,
    CHAIN,
    EDGE,
    EXACTLY,
    LOWER_ENEMY,
    LOWER_FREE,
    MAJORITY,
    NEVER,
    NONE,
    NOTHING,
    POINTS,
    Setup,
    State,
)
from fivesquare.native.engine import claim_and_look, hand_over, unpack
from fivesquare.native.jit import count, inlined, linked, lowest


@linked
def walk(address, own, other, turn, link, open_cells, depth):
    """Sequences from a state whose claims are `open_cells`, in books with any answers."""
    rules = unpack(address)
    answers = rules.reach, rules.take, rules.again, rules.goal
    if answers == _FLIP:
        return _in_flip(address, own, other, turn, link, open_cells, depth)
    if answers == _SWEEP:
        return _in_sweep(address, own, other, turn, link, open_cells, depth)
    if answers == _GROW:
        return _in_grow(address, own, other, turn, link, open_cells, depth)
    if answers == _CHAINS:
        return _in_chain(address, own, other, turn, link, open_cells, depth)
    if answers == _FIFTEEN:
        return _in_fifteen(address, own, other, turn, link, open_cells, depth)
    return _in_any(address, own, other, turn, link, open_cells, depth)


def _walk(address, own, other, turn, link, open_cells, depth):
    """The same, in books with the answers of `_rules`. The last move is counted, not made."""
    if depth == 0:
        return 1
    if depth == 1:
        return _moves(link, open_cells)
    setup = _rules(address)
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


_rules = unpack
ANSWERS = ()


def _known_rules(address):
    """The rules of a book whose answers the compiler knows: what they do not ask for costs nothing."""
    return Setup(ANSWERS[0], ANSWERS[1], ANSWERS[2], ANSWERS[3], *unpack(address)[4:])


def _compiled_for(answers):
    rules = inlined(FunctionType(_known_rules.__code__, {**globals(), "ANSWERS": answers}, "_rules"))
    return _compiled_with(rules)


def _compiled_with(rules):
    space = {**globals(), "_rules": rules}
    space["_walk"] = linked(FunctionType(_walk.__code__, space, "_walk"))
    return space["_walk"]


_FLIP = (ANYWHERE, LOWER_ENEMY, NEVER, POINTS)
_SWEEP = (ANYWHERE, LOWER_FREE, NEVER, POINTS)
_GROW = (EDGE, NOTHING, NEVER, POINTS)
_CHAINS = (ANYWHERE, NOTHING, CHAIN, MAJORITY)
_FIFTEEN = (ADJACENT, NOTHING, NEVER, EXACTLY)

_in_flip, _in_sweep, _in_grow = _compiled_for(_FLIP), _compiled_for(_SWEEP), _compiled_for(_GROW)
_in_chain, _in_fifteen = _compiled_for(_CHAINS), _compiled_for(_FIFTEEN)
_in_any = _compiled_with(unpack)

ENTRIES = {"walk": walk}
