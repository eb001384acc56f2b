"""The order in which moves are tried: the best first means that the others need not be tried at all.

First the move that the table remembers; then by what the claim does on the board; among equals, those that
decided most positions so far in this search.
"""

from fivesquare.engine import ANYWHERE, CHAIN, LOWER_FREE, NEVER
from fivesquare.native.engine import all_beside
from fivesquare.native.jit import compiled, count, look, lowest, store
from fivesquare.solver.native.frame import BESIDE, HISTORY, sliced_union, value_sum

_FIRST = 1 << 50
_SHIFT = 32  # history stays below this bit, in any search that ends
_LIKED = 8  # more than the four neighbours of a cell can count


@compiled
def list_moves(frame, setup, own, other, open_cells, first, moves):
    """Write the claims of `open_cells` down, the most promising first; return how many there are.

    `first` is a cell to try before all others. Where claims spread from cell to cell, the best ones stand
    in the other's way and open the way to many further cells; where a claim may be followed by a second
    one, those that will be; and where neither is so, those that bring the most from the free cells.
    """
    liked = 0
    opening = 0
    if setup.reach != ANYWHERE:
        liked = all_beside(setup, other)
        opening = ~(own | other | all_beside(setup, own))
    elif setup.again == CHAIN:
        beside = frame + 8 * BESIDE
        free = setup.full & ~(own | other)
        near = sliced_union(beside, own)
        liked = near & sliced_union(beside, free)
        opening = free & ~near
    by_value = setup.reach == ANYWHERE and setup.again == NEVER
    amount = 0
    while open_cells != 0:
        cell = lowest(open_cells)
        open_cells &= open_cells - 1
        promise = count(look(setup.beside, cell) & opening)
        if liked & (1 << cell) != 0:
            promise += _LIKED
        if by_value:
            promise = _claim_value(frame, setup, own, other, cell)
        promise = (promise << _SHIFT) + look(frame, HISTORY + cell)
        if cell == first:
            promise = _FIRST
        entry = (promise << 6) | cell
        place = amount
        while place > 0 and look(moves, place - 1) < entry:
            store(moves, place, look(moves, place - 1))
            place -= 1
        store(moves, place, entry)
        amount += 1
    return amount


@compiled
def _claim_value(frame, setup, own, other, cell):
    """The value of a cell, with the free cells that a claim of it brings."""
    cells = 1 << cell
    if setup.take == LOWER_FREE:
        cells |= look(setup.lower, cell) & ~(own | other)
    return value_sum(frame, cells)
