"""One function for every rule book, compiled anew for each kind of book.

What a book does not ask for costs nothing then.
"""

from functools import cache
from types import FunctionType
from typing import Any

from fivesquare.engine import Setup
from fivesquare.native.engine import unpack
from fivesquare.native.jit import compiled, inlined


def for_kind(function: Any, setup: Setup) -> Any:
    """A function, compiled with answers of this setup in place of its module's REACH, TAKE and so on."""
    return _compiled_for(function, setup.reach, setup.take, setup.again, setup.goal, setup.swap)


@cache
def _compiled_for(function, reach, take, again, goal, swap):
    name = f"{function.__name__}_{reach}{take}{again}{goal}{swap}"
    answers = {"REACH": reach, "TAKE": take, "AGAIN": again, "GOAL": goal, "SWAP": swap}
    special = FunctionType(function.__code__, {**function.__globals__, **answers}, name)
    special.__qualname__ = name
    return compiled(special)


@inlined
def answered(address, reach, take, again, goal, swap):
    """The setup that is packed at this address, with these answers, constants, in their places."""
    packed = unpack(address)
    return Setup(reach, take, again, goal, *packed[4:12], swap, *packed[13:])


@inlined
def on_board(setup, values, lower):
    """The same setup with another board: the addresses of its two tables."""
    return Setup(*setup[:14], values, setup.beside, lower)
