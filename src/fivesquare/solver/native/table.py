"""The table of positions already searched, and what is known about each: two bounds and a good move.

A position without a chain under way is written in base 3, one digit a cell: 0 free, 1 own, 2 other. A tag
comes behind it (sameness.py). The number is mixed, one to one, so that no two positions share a key; its
high bits choose a pair of slots and only the low ones are kept. An entry is one word:

     63                                                                   0
    +--------------------------------+--------+--------------+--------------+
    | check: KEY_BITS - TABLE_BITS+1 | move 6 | upper bound  | lower bound  |
    +--------------------------------+--------+--------------+--------------+

An empty slot is 0, which no entry is, because a bound is kept as its distance from below the lowest.
Where that does not fit, on boards of some 36 cells and more, an entry has four words: own, other, the word
above with the tag for a check, and one unused. A position may lie in either slot of its pair. Two
different positions never look alike, so whatever a table has lost or kept, the answers are the same.
"""

from typing import NamedTuple

from fivesquare.native.jit import linked, look, prefetch, store
from fivesquare.solver.entry import MOVE_BITS, WIDE_WORDS
from fivesquare.solver.frame import (
    BOUND_BITS,
    DIGITS,
    FILL_LIMIT,
    FILLED,
    FULL,
    KEY_BITS,
    KIND,
    SPAN,
    STATUS,
    TABLE,
    TABLE_BITS,
    TAGS,
)
from fivesquare.solver.native.slices import sliced_sum

NO_MOVE = 63  # no move is remembered, or it is a claim of the last of 64 cells: trying it first is no harm

_ODD = 0x1E3779B97F4A7C15
_ODD_TOO = 0x3F58476D1CE4E5B9
_WORD = (1 << 62) - 1


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
            entry = look(table, at + 2)
            same = look(table, at) == key.own and look(table, at + 1) == key.other
            if same and entry != 0 and entry >> known_bits == key.tag:
                return entry & cut
        return 0
    check = key.word & ((1 << check_bits) - 1)
    entry = look(table, pair)
    if entry != 0 and (entry >> known_bits) & ((1 << check_bits) - 1) == check:
        return entry & cut
    entry = look(table, pair + 1)
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
        chosen = pair + (key.word & 1)
        for slot in range(pair + 1, pair - 1, -1):
            at = slot * WIDE_WORDS
            entry = look(table, at + 2)
            same = look(table, at) == key.own and look(table, at + 1) == key.other
            if entry == 0 or (same and entry >> known_bits == key.tag):
                chosen = slot
        at = chosen * WIDE_WORDS
        if look(table, at + 2) == 0:
            _fill(frame)
        store(table, at, key.own)
        store(table, at + 1, key.other)
        store(table, at + 2, (key.tag << known_bits) | known)
        return
    cut = (1 << check_bits) - 1
    check = key.word & cut
    one = look(table, pair)
    two = look(table, pair + 1)
    chosen = pair + (key.word & 1)
    if one == 0 or (one >> known_bits) & cut == check:
        chosen = pair
    elif two == 0 or (two >> known_bits) & cut == check:
        chosen = pair + 1
    if look(table, chosen) == 0:
        _fill(frame)
    store(table, chosen, (check << known_bits) | known)


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
            key = key_of(frame, own, other, entry >> known_bits)
        else:
            entry = look(old, slot)
            check_bits = bits - old_bits + 1
            word = ((slot >> 1) << check_bits) | ((entry >> known_bits) & ((1 << check_bits) - 1))
            key = Key(word, 0, 0, 0)
        if entry != 0:
            keep(frame, key, entry & cut)
    return 0
