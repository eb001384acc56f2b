"""One array of words holds everything a search reads and writes; the search is handed its address.

    packed setup | control words | history | levels of value | slice tables | lists of moves

A *slice table* gives a sum over any mask with one look per eight cells: it holds, for each byte of the
mask and each of its 256 contents, the sum of that byte's cells. Five sums are kept so: of the values, of
the key's digits, of values with alternating sign, and the unions of neighbours and lower neighbours.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from fivesquare.engine import Setup
from fivesquare.native.engine import PACKED_WORDS, Packed, pack, signed
from fivesquare.native.jit import compiled, count, look, store

# Control words.
FLAGS = PACKED_WORDS  # which proofs hold in this game, as bits of model.py
KIND = FLAGS + 1  # the question: 0 for the margin alone, 1 if whoever claims last wins a tie
NODES = FLAGS + 2  # positions entered so far
LIMIT = FLAGS + 3  # the search pauses when NODES passes this; 0 stops it at once, from any thread
STATUS = FLAGS + 4  # why the search came back: DONE, PAUSED or FULL
TABLE = FLAGS + 5  # the address of the table
TABLE_BITS = FLAGS + 6  # two to this many slots
FILLED = FLAGS + 7  # slots in use
FILL_LIMIT = FLAGS + 8  # beyond this many the table should grow
KEY_BITS = FLAGS + 9  # bits of a key; 0 if keys are wide
BOUND_BITS = FLAGS + 10  # bits of one bound in an entry
SPAN = FLAGS + 11  # no position is worth more than this
TAGS = FLAGS + 12  # how many tags there are
DARK = FLAGS + 13  # the dark cells, if the board is coloured like a chessboard
MIRRORS = FLAGS + 14  # how many symmetries the board has, besides the identity
MIRRORED = FLAGS + 15  # symmetries are used up to this many owned cells
HISTORY = FLAGS + 16  # cell -> how often a claim of it decided a position
LEVEL_MASKS = HISTORY + 64  # level, highest value first -> the cells of that value
LEVEL_VALUES = LEVEL_MASKS + 64
SLICES = LEVEL_VALUES + 64

DONE, PAUSED, FULL = range(3)

MIRRORED_CELLS = 16  # beyond this many owned cells few positions have an image that was met before

_SLICE = 256
_TABLE = 8 * _SLICE
SUMS = SLICES
DIGITS = SUMS + _TABLE
TURNS = DIGITS + _TABLE  # values with alternating sign, in the order of the cells
BESIDE = TURNS + _TABLE
LOWER = BESIDE + _TABLE
IMAGES = LOWER + _TABLE  # mask -> its image, one slice table a symmetry

_REST = (1 << 56) - 1  # cuts off what an arithmetic shift by eight draws in


def make_frame(setup: Setup, dark: int, mirrors: Sequence[Sequence[int]]) -> Packed:
    """A frame for this game, without a table yet."""
    start = moves_start(len(mirrors))
    frame: Packed = np.zeros(start + _move_words(setup.cells), dtype=np.int64)
    frame[:PACKED_WORDS] = pack(setup)
    frame[DARK] = signed(dark)
    frame[MIRRORS] = len(mirrors)
    frame[MIRRORED] = MIRRORED_CELLS if mirrors else -1
    for number, mirror in enumerate(mirrors):
        _fill_images(frame, IMAGES + number * _TABLE, mirror)
    levels: dict[int, int] = {}
    for cell, value in enumerate(setup.values):
        levels[value] = levels.get(value, 0) | 1 << cell
    for level, (value, cells) in enumerate(sorted(levels.items(), reverse=True)):
        frame[LEVEL_MASKS + level] = signed(cells)
        frame[LEVEL_VALUES + level] = value
    _fill_slices(frame.ctypes.data, setup.cells)
    return frame


def moves_start(mirrors: int) -> int:
    """Where the lists of moves of the positions being searched begin, one behind the other."""
    return IMAGES + mirrors * _TABLE


def _move_words(cells: int) -> int:
    """Each claim leaves one cell fewer to claim; inside a chain there are up to four more.

    Turns of two claims are pairs of neighbours, fewer than two for each cell.
    """
    return 3 * (cells + 1) * (cells + 8) // 2


def _fill_images(frame: Packed, table: int, mirror: Sequence[int]) -> None:
    for cell, image in enumerate(mirror):
        start, bit = table + 32 * (cell & ~7), 1 << (cell & 7)
        frame[start + bit : start + 2 * bit] = frame[start : start + bit] | signed(1 << image)


@compiled
def _fill_slices(frame, cells):
    """Each content of a byte is an earlier one with one more cell, its highest."""
    values = frame + 8 * 16
    digit = 1
    for first in range(0, cells, 8):
        for bit in range(min(8, cells - first)):
            cell = first + bit
            for rest in range(1 << bit):
                old = 32 * first + rest
                new = old + (1 << bit)
                value = look(values, cell)
                store(frame, SUMS + new, look(frame, SUMS + old) + value)
                store(frame, DIGITS + new, look(frame, DIGITS + old) + digit)
                sign = 1 - 2 * (count(rest) & 1)
                store(frame, TURNS + new, look(frame, TURNS + old) + sign * value)
                store(frame, BESIDE + new, look(frame, BESIDE + old) | look(values, 64 + cell))
                store(frame, LOWER + new, look(frame, LOWER + old) | look(values, 128 + cell))
            digit *= 3


@compiled
def sliced_sum(table, mask):
    """The sum over the cells of a mask; `table` is the address of a slice table.

    Four looks without asking whether they are needed cost less than one wrong guess of the processor.
    """
    total = (
        look(table, mask & 255)
        + look(table, _SLICE + ((mask >> 8) & 255))
        + look(table, 2 * _SLICE + ((mask >> 16) & 255))
        + look(table, 3 * _SLICE + ((mask >> 24) & 255))
    )
    if mask >> 32 != 0:
        total += (
            look(table, 4 * _SLICE + ((mask >> 32) & 255))
            + look(table, 5 * _SLICE + ((mask >> 40) & 255))
            + look(table, 6 * _SLICE + ((mask >> 48) & 255))
            + look(table, 7 * _SLICE + ((mask >> 56) & 255))
        )
    return total


@compiled
def sliced_union(table, mask):
    """The union over the cells of a mask."""
    union = (
        look(table, mask & 255)
        | look(table, _SLICE + ((mask >> 8) & 255))
        | look(table, 2 * _SLICE + ((mask >> 16) & 255))
        | look(table, 3 * _SLICE + ((mask >> 24) & 255))
    )
    if mask >> 32 != 0:
        union |= (
            look(table, 4 * _SLICE + ((mask >> 32) & 255))
            | look(table, 5 * _SLICE + ((mask >> 40) & 255))
            | look(table, 6 * _SLICE + ((mask >> 48) & 255))
            | look(table, 7 * _SLICE + ((mask >> 56) & 255))
        )
    return union


@compiled
def smallest_image(frame, own, other):
    """The first of all images of a position under the symmetries of the board."""
    smallest_own, smallest_other = own, other
    for mirror in range(look(frame, MIRRORS)):
        table = frame + 8 * (IMAGES + mirror * _TABLE)
        image = sliced_union(table, own)
        if image <= smallest_own:
            image_other = sliced_union(table, other)
            if image < smallest_own or image_other < smallest_other:
                smallest_own, smallest_other = image, image_other
    return smallest_own, smallest_other


@compiled
def alternating_sum(table, mask):
    """First cell minus second plus third and so on."""
    total = 0
    sign = 1
    while mask != 0:
        byte = mask & 255
        total += sign * look(table, byte)
        if count(byte) & 1:
            sign = -sign
        mask = (mask >> 8) & _REST
        table += 8 * _SLICE
    return total


@compiled
def value_sum(frame, mask):
    """The sum of the values of these cells."""
    return sliced_sum(frame + 8 * SUMS, mask)


def address_of(array: Any) -> int:
    return int(array.ctypes.data)
