"""Bit operations of the engine, in ordinary Python: population count, lowest bit, table lookup.

`native/engine.py` replaces them by machine instructions; the rest of the engine is shared.
"""

from collections.abc import Sequence


def count(mask: int) -> int:
    """The number of cells in a mask (population count)."""
    return mask.bit_count()


def lowest(mask: int) -> int:
    """The first cell of a mask that is not empty (lowest set bit)."""
    return (mask & -mask).bit_length() - 1


def look(table: Sequence[int], index: int) -> int:
    """One entry of a table."""
    return table[index]
