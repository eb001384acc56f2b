"""Perft: how many sequences of exactly so many moves there are. The classic check of a rules engine."""

from fivesquare.compiled import claim, claims, pack, stop, unpack, words
from fivesquare.engine import NONE, Setup, State
from fivesquare.jit import compiled, count, lowest


def perft(setup: Setup, state: State, depth: int) -> int:
    """Sequences of exactly `depth` moves from `state`; a game that ends sooner adds none."""
    return int(_perft(pack(setup), *words(state), depth))


@compiled
def _perft(packed, own, other, turn, link, depth):
    if depth == 0:
        return 1
    return _walk(packed.ctypes.data, own, other, turn, link, depth)


@compiled
def _walk(address, own, other, turn, link, depth):
    """Depth is 1 or more. The last move is counted, not made."""
    setup = unpack(address)
    state = State(own, other, turn, link)
    open_cells = claims(setup, state)
    total = 0
    if depth == 1:
        total = count(open_cells)
        if link != NONE:
            total += 1
        return total
    while open_cells != 0:
        cell = lowest(open_cells)
        open_cells &= open_cells - 1
        after = claim(setup, state, cell)
        total += _walk(address, after.own, after.other, after.turn, after.link, depth - 1)
    if link != NONE:
        after = stop(setup, state)
        total += _walk(address, after.own, after.other, after.turn, after.link, depth - 1)
    return total
