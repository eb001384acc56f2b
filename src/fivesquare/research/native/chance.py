"""Chance as machine code: random words, and boards and moves that are drawn by them.

A word has 64 bits and is found from a key and its number alone. The words are those of SplitMix64 (Steele,
Lea and Flood, 2014), whose state is a counter: word number `n` of the stream that has this key is
`mixed(key + (n + 1) * STEP)`. So any word can be drawn at any time, by any thread, and a word can be the
key of a stream below it.
"""

from fivesquare.engine import NEVER, NONE, NOTHING
from fivesquare.native.engine import claim_and_look, claims, hand_over, may_swap, swap
from fivesquare.native.jit import count, deposit, has_fast_deposit, inlined, linked, look, lowest, store
from fivesquare.packed import signed
from fivesquare.research.layout import AS_IT_IS, BETWEEN, SHUFFLED

STEP = signed(0x9E3779B97F4A7C15)
_FIRST_FACTOR = signed(0xBF58476D1CE4E5B9)
_SECOND_FACTOR = signed(0x94D049BB133111EB)
_33_BITS, _34_BITS, _37_BITS = ((1 << bits) - 1 for bits in (33, 34, 37))
_32_BITS = (1 << 32) - 1


@inlined
def word(key, number):
    """Word number `number` of the stream that has this key."""
    return mixed(key + (number + 1) * STEP)


@linked
def write_words(key, amount, place):
    """Write down the first words of the stream that has this key."""
    for number in range(amount):
        store(place, number, word(key, number))


@inlined
def mixed(counter):
    """What SplitMix64 makes of its counter. An arithmetic shift draws in signs, which the masks cut off."""
    half = (counter ^ (counter >> 30 & _34_BITS)) * _FIRST_FACTOR
    whole = (half ^ (half >> 27 & _37_BITS)) * _SECOND_FACTOR
    return whole ^ (whole >> 31 & _33_BITS)


@inlined
def below(bound, drawn):
    """A number from 0 up to, not including, a small `bound`, from the upper half of a word."""
    return (drawn >> 32 & _32_BITS) * bound >> 32


@inlined
def nth_by_deposit(mask, number):
    """The cell that has this many cells of the mask before it."""
    return lowest(deposit(1 << number, mask))


@inlined
def nth_by_halves(mask, number):
    """The same on any processor: is it in the lower or the upper half, and then again."""
    cell = 0
    for width in (32, 16, 8, 4, 2, 1):
        below_here = count(mask & ((1 << width) - 1))
        is_above = int(number >= below_here)
        number -= below_here * is_above
        mask >>= width * is_above
        cell += width * is_above
    return cell


nth = nth_by_deposit if has_fast_deposit() else nth_by_halves


# --- Boards ---


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


# --- Moves ---


@inlined
def other_move(setup, state, open_cells):
    """The number of the move that is no claim, "stop" or "swap", if there is one now; else NONE."""
    if open_cells == 0:
        return NONE
    if state.link != NONE:
        return setup.cells
    if may_swap(setup, state):
        return setup.cells + setup.again
    return NONE


@inlined
def move(setup, state, open_cells, action):
    """The state after the legal move that has this number, and the claims there."""
    has_only_claims = setup.again == NEVER and setup.swap == 0  # known to the compiler
    if has_only_claims or action < setup.cells:
        return claim_and_look(setup, state, action)
    if state.link != NONE:
        return hand_over(setup, state.own, state.other, state.turn)
    after = swap(setup, state)
    return after, claims(setup, after)


@inlined
def drawn_move(setup, state, open_cells, drawn):
    """The number of one of the legal moves, each as likely as the next, by a word that was drawn."""
    return drawn_of(open_cells, other_move(setup, state, open_cells), drawn)


@inlined
def drawn_of(open_cells, other, drawn):
    """The same of these claims and this other move, if it is not NONE."""
    amount = count(open_cells)
    if other == NONE:
        return nth(open_cells, below(amount, drawn))
    choice = below(amount + 1, drawn)
    if choice < amount:
        return nth(open_cells, choice)
    return other
