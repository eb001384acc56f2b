"""The transposition table: positions already searched, and what is known of each, two bounds and a move.

A position without a chain under way is written in base 3, one digit a cell: 0 free, 1 own, 2 other. A tag
comes behind it (canonical.py). The number is mixed, one to one, so that no two positions share a key; its
high bits choose a pair of slots and only the low ones are kept. An entry is one word:

     63                                                                   0
    +--------------------------------+--------+--------------+--------------+
    | check: KEY_BITS - TABLE_BITS+1 | move 6 | upper bound  | lower bound  |
    +--------------------------------+--------+--------------+--------------+

An empty slot is 0, which no entry is, because a bound is kept as its distance from below the lowest.
Where that does not fit, on boards of some 36 cells and more, an entry has four words: own, other, the word
above with the tag for a check, and a seal. A position may lie in either slot of its pair. If both are
taken, one entry has to go: any of two narrow ones, but of two wide ones the position with fewer free cells.
Two different positions never look alike, so whatever a table has lost or kept, the answers are the same.

Several threads may read and write one table (abdada.py), without waiting for each other. A word is always
read and written whole, so an entry of one word is whole, and a fact. Of four words some may be one
thread's and some another's. That is what the seal is for: it follows from the other three, and an entry
that it does not fit is none. The seal is one to one in each of the three while the other two stay, so
a single strange word among the four is always seen; and so is every mixture of entries of one
position, which differ in one word and the seal. What is left are two words and two, or three threads at
once, of different positions: there the seal fits by chance, one time in 2**64.
"""

from typing import NamedTuple

from fivesquare.native.jit import count, inlined, linked, look, look_shared, prefetch, store, store_shared
from fivesquare.solver.frame import (
    BOUND_BITS,
    DIGITS,
    FILL_LIMIT,
    FILLED,
    FULL,
    KEY_BITS,
    KIND,
    MOVE_BITS,
    SPAN,
    STATUS,
    TABLE,
    TABLE_BITS,
    TAGS,
    WIDE_WORDS,
)
from fivesquare.solver.native.slices import sliced_sum

NO_MOVE = 63  # no move is remembered, or it is a claim of the last of 64 cells: trying it first is no harm

_ODD = 0x1E3779B97F4A7C15
_ODD_TOO = 0x3F58476D1CE4E5B9
_WORD = (1 << 62) - 1
_HALF = (1 << 32) - 1


class Key(NamedTuple):
    """A position as the table sees it."""

    word: int  # unique if narrow, else only a place to start looking
    own: int
    other: int
    tag: int


@linked
def key_of(frame, own, other, tag):
    """The key of a position."""
    return Key(_word_of(frame, own, other, tag), own, other, tag)


@linked
def _word_of(frame, own, other, tag):
    bits = look(frame, KEY_BITS)
    if bits == 0:
        mixed = (own * _ODD) ^ ((other + tag) * _ODD_TOO)
        mixed ^= (mixed >> 29) & _WORD
        return (mixed * _ODD) & _WORD
    digits = frame + 8 * DIGITS
    key = sliced_sum(digits, own) + 2 * sliced_sum(digits, other)
    key = key * look(frame, TAGS) + tag
    cut = (1 << bits) - 1
    key = (key * _ODD) & cut
    key ^= key >> (bits >> 1)
    return (key * _ODD_TOO) & cut


@linked
def will_find(frame, key):
    """Let the processor fetch the slots of a key while it does something else."""
    pair = (key.word >> _check_bits(frame)) << 1
    if look(frame, KEY_BITS) == 0:
        pair *= WIDE_WORDS
    prefetch(look(frame, TABLE), pair)


@linked
def find(frame, key):
    """What is known about a position: the low bits of its entry, or 0."""
    table = look(frame, TABLE)
    known_bits = _known_bits(frame)
    check_bits = _check_bits(frame)
    pair = (key.word >> check_bits) << 1
    cut = (1 << known_bits) - 1
    if look(frame, KEY_BITS) == 0:
        for slot in range(pair, pair + 2):
            at = slot * WIDE_WORDS
            entry = look_shared(table, at + 2)
            found = entry != 0 and _is_of(table, at, entry >> known_bits, key)
            if found and look_shared(table, at + 3) == _seal(key.own, key.other, entry):
                return entry & cut
        return 0
    check = key.word & ((1 << check_bits) - 1)
    entry = look_shared(table, pair)
    if entry != 0 and (entry >> known_bits) & ((1 << check_bits) - 1) == check:
        return entry & cut
    entry = look_shared(table, pair + 1)
    if entry != 0 and (entry >> known_bits) & ((1 << check_bits) - 1) == check:
        return entry & cut
    return 0


@linked
def keep(frame, key, known):
    """Write down what is known about a position, in place of something else if need be."""
    table = look(frame, TABLE)
    known_bits = _known_bits(frame)
    check_bits = _check_bits(frame)
    pair = (key.word >> check_bits) << 1
    if look(frame, KEY_BITS) == 0:
        chosen = pair
        if _owned_cells(table, pair + 1) > _owned_cells(table, pair):
            chosen += 1
        for slot in range(pair + 1, pair - 1, -1):
            at = slot * WIDE_WORDS
            entry = look_shared(table, at + 2)
            if entry == 0 or _is_of(table, at, entry >> known_bits, key):
                chosen = slot
        at = chosen * WIDE_WORDS
        if look_shared(table, at + 2) == 0:
            _fill(frame)
        entry = (key.tag << known_bits) | known
        store_shared(table, at, key.own)
        store_shared(table, at + 1, key.other)
        store_shared(table, at + 2, entry)
        store_shared(table, at + 3, _seal(key.own, key.other, entry))
        return
    cut = (1 << check_bits) - 1
    check = key.word & cut
    one = look_shared(table, pair)
    two = look_shared(table, pair + 1)
    chosen = pair + (key.word & 1)
    if one == 0 or (one >> known_bits) & cut == check:
        chosen = pair
    elif two == 0 or (two >> known_bits) & cut == check:
        chosen = pair + 1
    if look_shared(table, chosen) == 0:
        _fill(frame)
    store_shared(table, chosen, (check << known_bits) | known)


@inlined
def _is_of(table, at, tag, key):
    """Whether a wide entry speaks of this position, as it looks before its seal is checked."""
    return look_shared(table, at) == key.own and look_shared(table, at + 1) == key.other and tag == key.tag


@linked
def _seal(own, other, entry):
    """The fourth word of an entry: each step is one to one in what it takes in.

    The position comes first, so that the processor can be done with it when the entry arrives.
    """
    seal = own * _ODD
    seal = ((seal ^ ((seal >> 32) & _HALF)) + other) * _ODD_TOO
    return (seal ^ ((seal >> 32) & _HALF)) + entry


@linked
def _owned_cells(table, slot):
    """Of a wide entry: the more there are, the less it costs to find out again what the entry knows."""
    return count(look_shared(table, slot * WIDE_WORDS) | look_shared(table, slot * WIDE_WORDS + 1))


@linked
def _check_bits(frame):
    """The bits of a key that do not choose a pair."""
    bits = look(frame, KEY_BITS)
    if bits == 0:
        bits = 62
    return bits - look(frame, TABLE_BITS) + 1


@linked
def _known_bits(frame):
    return 2 * look(frame, BOUND_BITS) + MOVE_BITS


@linked
def _fill(frame):
    filled = look(frame, FILLED) + 1
    store(frame, FILLED, filled)
    if filled > look(frame, FILL_LIMIT):
        store(frame, STATUS, FULL)


# --- What is known: two bounds and a move. All worths of one kind are odd, or all even. ---


@linked
def pack_known(frame, lower, upper, move):
    kind = look(frame, KIND)
    bits = look(frame, BOUND_BITS)
    lowest = look(frame, SPAN) + 2
    low = ((lower - kind) >> 1) + lowest
    high = ((upper + kind) >> 1) + lowest
    return (move << (2 * bits)) | (high << bits) | low


@linked
def known_lower(frame, known):
    bits = look(frame, BOUND_BITS)
    return 2 * ((known & ((1 << bits) - 1)) - look(frame, SPAN) - 2) + look(frame, KIND)


@linked
def known_upper(frame, known):
    bits = look(frame, BOUND_BITS)
    return 2 * (((known >> bits) & ((1 << bits) - 1)) - look(frame, SPAN) - 2) - look(frame, KIND)


@linked
def known_move(frame, known):
    return known >> (2 * look(frame, BOUND_BITS))


@linked
def move_over(frame, old, old_bits):
    """Copy the table of `old_bits` at address `old` into the larger one that the frame has now."""
    bits = look(frame, KEY_BITS)
    known_bits = _known_bits(frame)
    cut = (1 << known_bits) - 1
    for slot in range(1 << old_bits):
        if bits == 0:
            entry = look(old, slot * WIDE_WORDS + 2)
            own, other = look(old, slot * WIDE_WORDS), look(old, slot * WIDE_WORDS + 1)
            if look(old, slot * WIDE_WORDS + 3) != _seal(own, other, entry):
                entry = 0
            key = key_of(frame, own, other, entry >> known_bits)
        else:
            entry = look(old, slot)
            check_bits = bits - old_bits + 1
            word = ((slot >> 1) << check_bits) | ((entry >> known_bits) & ((1 << check_bits) - 1))
            key = Key(word, 0, 0, 0)
        if entry != 0:
            keep(frame, key, entry & cut)
    return 0
