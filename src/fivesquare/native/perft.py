"""Perft: how many sequences of exactly so many moves there are. The classic check of a rules engine."""

from collections.abc import Iterator
from functools import cache
from types import FunctionType

from fivesquare import engine
from fivesquare.board import cells_of
from fivesquare.engine import NONE, Setup, State
from fivesquare.native.engine import claim_and_look, hand_over, unpack
from fivesquare.native.jit import compiled, count, inlined, lowest
from fivesquare.packed import address_of, pack, signed, words_of

REACH = TAKE = AGAIN = GOAL = 0  # of the book that `_walk` is compiled for


def perft(setup: Setup, state: State, depth: int) -> int:
    """Sequences of exactly `depth` moves from `state`; a game that ends sooner adds none."""
    if not 0 <= depth <= 2 * setup.cells:  # the longest game: each cell claimed, and "stop" or "swap"
        return 0
    walk = _walk_for(setup.reach, setup.take, setup.again, setup.goal)
    packed = pack(setup)

    def without_swap(state: State, depth: int) -> int:
        open_cells = signed(engine.claims(setup, state))
        return int(walk(address_of(packed), *words_of(state), open_cells, depth))

    total = without_swap(state, depth)
    return total + sum(without_swap(after, rest) for after, rest in _swaps(setup, state, depth))


def _swaps(setup: Setup, state: State, depth: int) -> Iterator[tuple[State, int]]:
    """The state after every swap within `depth` moves, and how many moves are left there."""
    if depth == 0:
        return
    if engine.may_swap(setup, state):
        yield engine.swap(setup, state), depth - 1
    elif engine.is_before_swap(setup, state):
        for cell in cells_of(engine.claims(setup, state)):
            yield from _swaps(setup, engine.claim(setup, state, cell), depth - 1)


@cache
def _walk_for(reach, take, again, goal):
    """`_walk`, compiled with these answers as constants: what they do not ask for costs nothing."""
    name = f"_walk_{reach}{take}{again}{goal}"
    space = {**globals(), "REACH": reach, "TAKE": take, "AGAIN": again, "GOAL": goal}
    function = FunctionType(_walk.__code__, space, name)
    function.__qualname__ = name
    space["_walk"] = compiled(function)
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
