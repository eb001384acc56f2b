"""Sums and unions over masks, by slice tables: see solver/frame.py."""

from fivesquare.native.jit import count, linked, look, store
from fivesquare.packed import HEADER_WORDS, TABLE_WORDS
from fivesquare.solver.frame import (
    BESIDE,
    DIGITS,
    IMAGES,
    LOWER,
    MIRRORS,
    SLICE,
    SLICE_TABLE,
    SUMS,
    TURNS,
)

_REST = (1 << 56) - 1  # cuts off what an arithmetic shift by eight draws in


@linked
def fill_slices(frame, cells):
    """Fill the slice tables of a new frame: what each content of a byte stands for.

    Each is an earlier one with one more cell, its highest. What the symmetries make of a single cell is
    there already.
    """
    for mirror in range(look(frame, MIRRORS)):
        _fill_images(frame + 8 * (IMAGES + mirror * SLICE_TABLE), cells)
    values = frame + 8 * HEADER_WORDS
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
                store(frame, BESIDE + new, look(frame, BESIDE + old) | look(values, TABLE_WORDS + cell))
                store(frame, LOWER + new, look(frame, LOWER + old) | look(values, 2 * TABLE_WORDS + cell))
            digit *= 3
    return 0


@linked
def _fill_images(table, cells):
    for first in range(0, cells, 8):
        for content in range(1 << min(8, cells - first)):
            place = SLICE * (first >> 3)
            lowest = content & -content
            rest = look(table, place + (content ^ lowest))
            store(table, place + content, rest | look(table, place + lowest))


@linked
def sliced_sum(table, mask):
    """The sum over the cells of a mask; `table` is the address of a slice table.

    Four looks without asking whether they are needed cost less than one wrong guess of the processor.
    """
    total = (
        look(table, mask & 255)
        + look(table, SLICE + ((mask >> 8) & 255))
        + look(table, 2 * SLICE + ((mask >> 16) & 255))
        + look(table, 3 * SLICE + ((mask >> 24) & 255))
    )
    if mask >> 32 != 0:
        total += (
            look(table, 4 * SLICE + ((mask >> 32) & 255))
            + look(table, 5 * SLICE + ((mask >> 40) & 255))
            + look(table, 6 * SLICE + ((mask >> 48) & 255))
            + look(table, 7 * SLICE + ((mask >> 56) & 255))
        )
    return total


@linked
def sliced_union(table, mask):
    """The union over the cells of a mask."""
    union = (
        look(table, mask & 255)
        | look(table, SLICE + ((mask >> 8) & 255))
        | look(table, 2 * SLICE + ((mask >> 16) & 255))
        | look(table, 3 * SLICE + ((mask >> 24) & 255))
    )
    if mask >> 32 != 0:
        union |= (
            look(table, 4 * SLICE + ((mask >> 32) & 255))
            | look(table, 5 * SLICE + ((mask >> 40) & 255))
            | look(table, 6 * SLICE + ((mask >> 48) & 255))
            | look(table, 7 * SLICE + ((mask >> 56) & 255))
        )
    return union


@linked
def smallest_image(frame, own, other):
    """The first of all images of a position under the symmetries of the board."""
    smallest_own, smallest_other = own, other
    for mirror in range(look(frame, MIRRORS)):
        table = frame + 8 * (IMAGES + mirror * SLICE_TABLE)
        image = sliced_union(table, own)
        if image <= smallest_own:
            image_other = sliced_union(table, other)
            if image < smallest_own or image_other < smallest_other:
                smallest_own, smallest_other = image, image_other
    return smallest_own, smallest_other


@linked
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
        table += 8 * SLICE
    return total


@linked
def value_sum(frame, mask):
    """The sum of the values of these cells."""
    return sliced_sum(frame + 8 * SUMS, mask)
