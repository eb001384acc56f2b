"""Perft: the number of move sequences of a given depth, the classic check of a rules engine."""

from collections.abc import Iterator
from functools import cache

from fivesquare import engine, library
from fivesquare.board import cells_of
from fivesquare.engine import NONE, Setup, State
from fivesquare.loader import Function
from fivesquare.packed import address_of, pack, signed, words_of

ARGUMENTS = {"walk": 7}
"""Of the compiled function: how many words it takes."""


def perft(setup: Setup, state: State, depth: int) -> int:
    """Sequences of exactly `depth` moves from `state`; a game that ends sooner adds none."""
    if not 0 <= depth <= 2 * setup.cells:  # the longest game: each cell claimed, and "stop" or "swap"
        return 0
    walk, packed = _walk(), pack(setup)

    def without_swap(state: State, depth: int) -> int:
        open_cells = signed(engine.claims(setup, state))
        return walk(address_of(packed), *words_of(state), open_cells, depth)

    total = without_swap(state, depth)
    return total + sum(without_swap(after, rest) for after, rest in _swaps(setup, state, depth))


def _swaps(setup: Setup, state: State, depth: int) -> Iterator[tuple[State, int]]:
    """The state after every swap within `depth` moves, and the remaining depth there."""
    if depth == 0:
        return
    if engine.may_swap(setup, state):
        yield engine.swap(setup, state), depth - 1
    elif engine.is_before_swap(setup, state):
        afters = [engine.claim(setup, state, cell) for cell in cells_of(engine.claims(setup, state))]
        if state.link != NONE:  # only a setup has a chain before the second player's first turn
            afters.append(engine.stop(setup, state))
        for after in afters:
            yield from _swaps(setup, after, depth - 1)


@cache
def _walk() -> Function:
    """The compiled count."""
    return library.functions(ARGUMENTS)["walk"]
