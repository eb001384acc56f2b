"""Three steps that a processor does at once, for the engine as ordinary Python.

`native/engine.py` puts machine instructions in their place; everything else of the engine is shared.
"""

from collections.abc import Sequence


def count(mask: int) -> int:
    """How many cells."""
    return mask.bit_count()


def lowest(mask: int) -> int:
    """The first cell of a mask that has one."""
    return (mask & -mask).bit_length() - 1


def look(table: Sequence[int], index: int) -> int:
    """One entry of a table."""
    return table[index]
