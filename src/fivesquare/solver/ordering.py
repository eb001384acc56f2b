"""The order in which moves are tried: the best first means that the others need not be tried at all."""

from fivesquare.jit import compiled, look, lowest, store
from fivesquare.solver.frame import HISTORY


@compiled
def list_moves(frame, open_cells, first, liked, moves):
    """Write the claims of `open_cells` down, the most promising first; return how many there are.

    `first` is a cell to try before all others. Then come those that decided most positions so far.
    """
    amount = 0
    while open_cells != 0:
        cell = lowest(open_cells)
        open_cells &= open_cells - 1
        promise = look(frame, HISTORY + cell)
        if liked & (1 << cell) != 0:
            promise += 1 << 40
        if cell == first:
            promise = 1 << 50
        entry = (promise << 6) | cell
        place = amount
        while place > 0 and look(moves, place - 1) < entry:
            store(moves, place, look(moves, place - 1))
            place -= 1
        store(moves, place, entry)
        amount += 1
    return amount
