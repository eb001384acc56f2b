"""Boards dealt by machine code, each from a key of its own: cell after cell takes the next word.

Boards are dealt as `RuleBook.deal` deals them, only from another source of chance.
"""

from fivesquare.engine import NOTHING
from fivesquare.native.jit import inlined, look, store
from fivesquare.research.native.chance import below, word
from fivesquare.rulebook import Between, Values

AS_IT_IS, SHUFFLED, BETWEEN = range(3)

Way = tuple[int, int, int]


def way_to_deal(values: Values) -> Way:
    """How to deal a board of these values, a rule book's answer: three numbers for `deal`."""
    if isinstance(values, Between):
        return BETWEEN, values.low, values.high - values.low + 1
    return (SHUFFLED if values == "shuffled" else AS_IT_IS), 0, 0


@inlined
def deal(setup, way, low, span, key):
    """Lay a board into the tables of a setup."""
    if way == SHUFFLED:
        store(setup.values, 0, 1)
        for cell in range(1, setup.cells):  # each new value goes anywhere, and what lay there to the end
            place = below(cell + 1, word(key, cell))
            store(setup.values, cell, look(setup.values, place))
            store(setup.values, place, cell + 1)
    elif way == BETWEEN:
        for cell in range(setup.cells):
            store(setup.values, cell, low + below(span, word(key, cell)))
    if way != AS_IT_IS and setup.take != NOTHING:
        _note_lower(setup)


@inlined
def copy_board(setup, other):
    """Lay the board of a setup into the tables of another."""
    for cell in range(setup.cells):
        store(other.values, cell, look(setup.values, cell))
        if setup.take != NOTHING:
            store(other.lower, cell, look(setup.lower, cell))


@inlined
def _note_lower(setup):
    """For each cell its neighbours with a lower value: a table of the setup."""
    columns = setup.columns
    left, right = _lower_of_pairs(setup, 1)
    upper, under = _lower_of_pairs(setup, columns)
    left &= setup.not_last_column
    right &= setup.not_last_column
    for cell in range(setup.cells):
        here = 1 << cell
        beside = left & here >> 1 | (right & here) << 1
        store(setup.lower, cell, beside | upper & here >> columns | (under & here) << columns)


@inlined
def _lower_of_pairs(setup, distance):
    """All cells whose value is lower than that of the cell so far on, and all where that one is lower."""
    one, other = 0, 0
    for cell in range(setup.cells - distance):
        here, there = look(setup.values, cell), look(setup.values, cell + distance)
        one |= int(here < there) << cell
        other |= int(there < here) << cell
    return one, other
