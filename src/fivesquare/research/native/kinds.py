"""One function for every rule book and size, compiled anew for each kind of them.

What a book does not ask for costs nothing then, and the compiler knows how long its loops are.
"""

from functools import cache
from types import FunctionType
from typing import Any

from fivesquare.engine import Setup
from fivesquare.native.engine import unpack
from fivesquare.native.jit import compiled, inlined
from fivesquare.packed import signed


def for_kind(function: Any, setup: Setup) -> Any:
    """A function, compiled with the answers and the size of this setup in place of its module's KIND."""
    kind = (
        *(setup.reach, setup.take, setup.again, setup.goal, setup.cells, setup.columns),
        *(setup.full, setup.edge, setup.not_last_column, setup.not_last_row, setup.swap),
    )
    return _compiled_for(function, tuple(signed(number) for number in kind))


@cache
def _compiled_for(function, kind):
    rows, columns = kind[4] // kind[5], kind[5]
    name = f"{function.__name__}_{kind[0]}{kind[1]}{kind[2]}{kind[3]}{kind[-1]}_{rows}x{columns}"
    special = FunctionType(function.__code__, {**function.__globals__, "KIND": kind}, name)
    special.__qualname__ = name
    return compiled(special)


@inlined
def answered(address, kind):
    """The setup that is packed at this address, with what is known of it, constants, in their places."""
    packed = unpack(address)
    reach, take, again, goal, cells, columns, full, edge, not_last_column, not_last_row, swap = kind
    return Setup(
        reach,
        take,
        again,
        goal,
        packed.target,
        packed.tie,
        cells,
        columns,
        full,
        edge,
        not_last_column,
        not_last_row,
        swap,
        packed.komi,
        packed.values,
        packed.beside,
        packed.lower,
    )


@inlined
def on_board(setup, values, lower):
    """The same setup with another board: the addresses of its two tables."""
    return Setup(*setup[:14], values, setup.beside, lower)
