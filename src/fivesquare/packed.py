"""Setups and states packed into 64-bit words, the only data that compiled code reads.

    numbers of the setup | values | neighbours | lower neighbours

Masks are ints in Python and signed words there, so cell 63 is the sign bit. Nothing here needs NumPy.
"""

from array import array
from typing import TypeAlias

from fivesquare.engine import Setup, State

TABLE_WORDS = 64  # a table, one word for each cell of the largest board
HEADER_WORDS = 16  # before the tables: the numbers of a setup
PACKED_WORDS = HEADER_WORDS + 3 * TABLE_WORDS

_NUMBERS = Setup._fields[:-3]

Words: TypeAlias = "array[int]"  # of type "q": signed 64-bit words


def pack(setup: Setup) -> Words:
    """A setup as one array: its numbers, then its three tables."""
    words = [signed(getattr(setup, field)) for field in _NUMBERS]
    words += [0] * (HEADER_WORDS - len(words))
    for table in setup[-3:]:
        words += [signed(entry) for entry in table] + [0] * (TABLE_WORDS - len(table))
    return array("q", words)


def address_of(words: Words) -> int:
    """The address of an array; the caller must keep a reference to the array."""
    return words.buffer_info()[0]


def signed(mask: int) -> int:
    """A mask as a signed 64-bit word, as compiled code has it."""
    return mask - (1 << 64) if mask >> 63 else mask


def unsigned(word: int) -> int:
    """The inverse of `signed`."""
    return word & ((1 << 64) - 1)


def words_of(state: State) -> tuple[int, int, int, int]:
    """A state as four words for a compiled function."""
    return signed(state.own), signed(state.other), state.turn, state.link
