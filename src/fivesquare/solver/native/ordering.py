"""Move ordering: the best first means that the others need not be tried at all.

First the move that the table remembers; then by what the claim does on the board; among equals, those that
look more promising on the empty board. The history heuristic, by which what decided many positions so far
comes first, is a worse guide: an order that never changes leads to fewer different positions.
"""

from fivesquare.engine import ANYWHERE, CHAIN, LOWER_FREE, NEVER, NONE
from fivesquare.native.engine import all_beside
from fivesquare.native.jit import count, inlined, linked, look, lowest, store
from fivesquare.solver.frame import BESIDE, WEIGHTS
from fivesquare.solver.model import MARGIN, WHOLE_TURNS
from fivesquare.solver.native.slices import sliced_union, value_sum

_FIRST = 1 << 50
_SHIFT = 6  # weights stay below this bit: they number the cells
_PREFERRED = 8  # more than the four neighbours of a cell can count
_DOUBLE = 512  # more than the doubles that turns leave can differ by


@inlined
def list_moves(frame, setup, flags, kind, state, open_cells, first, moves):
    """Write down the moves that begin in `open_cells`; return whether they are whole turns, how many."""
    if flags & WHOLE_TURNS and kind == MARGIN and state.link == NONE:
        return True, list_turns(frame, setup, state.own, state.other, open_cells, first, moves)
    return False, list_claims(frame, setup, state.own, state.other, open_cells, first, moves)


@linked
def list_claims(frame, setup, own, other, open_cells, first, moves):
    """Write the claims of `open_cells` down, the most promising first; return how many there are.

    `first` is a cell to try before all others. Where claims spread from cell to cell, the best ones stand
    in the other's way and open the way to many further cells; where a claim may be followed by a second
    one, those that will be; and where neither is so, those that bring the most from the free cells.
    """
    preferred = 0
    opening = 0
    if setup.reach != ANYWHERE:
        preferred = all_beside(setup, other)
        opening = ~(own | other | all_beside(setup, own))
    elif setup.again == CHAIN:
        beside = frame + 8 * BESIDE
        free = setup.full & ~(own | other)
        near = sliced_union(beside, own)
        preferred = near & sliced_union(beside, free)
        opening = free & ~near
    by_value = setup.reach == ANYWHERE and setup.again == NEVER
    amount = 0
    while open_cells != 0:
        cell = lowest(open_cells)
        open_cells &= open_cells - 1
        promise = count(look(setup.beside, cell) & opening)
        if preferred & (1 << cell) != 0:
            promise += _PREFERRED
        if by_value:
            promise = _claim_value(frame, setup, own, other, cell)
        promise = (promise << _SHIFT) + look(frame, WEIGHTS + cell)
        if cell == first:
            promise = _FIRST
        amount = _insert(moves, amount, (promise << 6) | cell)
    return amount


@inlined
def _insert(moves, amount, entry):
    """Add an entry to a list in falling order; return the new length."""
    place = amount
    while place > 0 and look(moves, place - 1) < entry:
        store(moves, place, look(moves, place - 1))
        place -= 1
    store(moves, place, entry)
    return amount + 1


@linked
def _claim_value(frame, setup, own, other, cell):
    """The value of a cell, with the free cells that a claim of it brings."""
    cells = 1 << cell
    if setup.take == LOWER_FREE:
        cells |= look(setup.lower, cell) & ~(own | other)
    return value_sum(frame, cells)


@linked
def list_turns(frame, setup, own, other, open_cells, first, moves):
    """Write the whole turns down that begin in `open_cells`, the most promising first; return how many.

    A claim beside an own cell lets one go on, which is never worse than stopping (canonical.py): a turn
    is two free neighbours, one of them beside an own cell; or one cell from which one cannot go on. The
    order of the two makes no difference, for nothing happens in between, and a majority that the first of
    them brings is one after the second as well: they are written down once.

    `first` is a cell: turns that begin there are tried before all others. Then come the turns of two, and
    among these the ones that leave many doubles to their maker, few to the other, and few altogether.
    """
    beside = frame + 8 * BESIDE
    free = setup.full & ~(own | other)
    near, near_other = sliced_union(beside, own), sliced_union(beside, other)
    starts = open_cells & near & sliced_union(beside, free)
    left = free  # the cells that can still be the second of a turn
    amount = 0
    while open_cells != 0:
        cell = lowest(open_cells)
        open_cells &= open_cells - 1
        seconds = 1 << cell
        if starts & seconds != 0:
            left ^= seconds
            seconds = look(setup.beside, cell) & left
        while seconds != 0:
            turn = (1 << cell) | (seconds & -seconds)
            promise = _turn_promise(setup, free & ~turn, near | all_beside(setup, turn), near_other)
            if turn & (turn - 1) != 0:
                promise += _DOUBLE
            promise = (promise << _SHIFT) + look(frame, WEIGHTS + cell)
            if cell == first:
                promise += _FIRST
            amount = _insert(moves, amount, (promise << 12) | (lowest(seconds) << 6) | cell)
            seconds &= seconds - 1
    return amount


@inlined
def _turn_promise(setup, free, near, near_other):
    """What a turn looks worth, by the cells with free neighbours that it leaves.

    Those from which its maker can go on are good, those from which the other can are bad; and the fewer
    there are at all, the sooner the game is decided.
    """
    pairing = free & all_beside(setup, free)
    return count(pairing & near) - count(pairing & near_other) - count(pairing)


@inlined
def turn_cells(entry):
    """The cells of a turn in the list: two, or one twice."""
    return (1 << (entry & 63)) | (1 << ((entry >> 6) & 63))
