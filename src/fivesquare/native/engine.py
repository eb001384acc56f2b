"""The engine as machine code: the very functions of engine.py, each passed through Numba.

A compiled function takes its setup as one array, made by `pack`, and opens it with `unpack`. The three
tables of a `Setup` are addresses there, and `look` reads from an address; so a setup is nothing but
integers, and costs nothing to hand on.
"""

from types import FunctionType
from typing import Any

import numpy as np
import numpy.typing as npt

from fivesquare import engine
from fivesquare.engine import Setup, State
from fivesquare.native import jit

_TABLE = 64  # words a table, one for each cell of the largest board
_HEADER = 16  # words before the tables: the numbers of a setup
_NUMBERS = Setup._fields[:-3]

PACKED_WORDS = _HEADER + 3 * _TABLE

Packed = npt.NDArray[np.int64]


def pack(setup: Setup) -> Packed:
    """A setup as one array: its numbers, then its three tables."""
    words = [signed(getattr(setup, field)) for field in _NUMBERS]
    words += [0] * (_HEADER - len(words))
    for table in setup[-3:]:
        words += [signed(entry) for entry in table] + [0] * (_TABLE - len(table))
    return np.array(words, dtype=np.int64)


def signed(mask: int) -> int:
    """A mask as the signed 64-bit word that compiled code keeps it in."""
    return mask - (1 << 64) if mask >> 63 else mask


def unsigned(word: int) -> int:
    """The inverse of `signed`."""
    return word & ((1 << 64) - 1)


def _compile_engine() -> dict[str, Any]:
    """Engine functions call each other by name, so each is rebuilt among the compiled ones."""
    space: dict[str, Any] = {**vars(engine), "__name__": __name__}
    space |= {"count": jit.count, "lowest": jit.lowest, "look": jit.look}
    for name, function in vars(engine).items():
        if isinstance(function, FunctionType) and function.__module__ == engine.__name__:
            space[name] = jit.inlined(FunctionType(function.__code__, space, name))
    return space


_ENGINE = _compile_engine()

claims: Any = _ENGINE["claims"]
claim: Any = _ENGINE["claim"]
claim_and_look: Any = _ENGINE["claim_and_look"]
hand_over: Any = _ENGINE["hand_over"]
stop: Any = _ENGINE["stop"]
may_swap: Any = _ENGINE["may_swap"]
swap: Any = _ENGINE["swap"]
all_beside: Any = _ENGINE["all_beside"]
within_reach: Any = _ENGINE["within_reach"]
score: Any = _ENGINE["score"]
has_won: Any = _ENGINE["has_won"]
lead: Any = _ENGINE["lead"]
balanced_lead: Any = _ENGINE["balanced_lead"]
winner: Any = _ENGINE["winner"]


@jit.inlined
def unpack(address):
    """The setup in a packed array at this address; the array must outlive it."""
    return Setup(
        jit.look(address, 0),
        jit.look(address, 1),
        jit.look(address, 2),
        jit.look(address, 3),
        jit.look(address, 4),
        jit.look(address, 5),
        jit.look(address, 6),
        jit.look(address, 7),
        jit.look(address, 8),
        jit.look(address, 9),
        jit.look(address, 10),
        jit.look(address, 11),
        jit.look(address, 12),
        jit.look(address, 13),
        address + 8 * _HEADER,
        address + 8 * (_HEADER + _TABLE),
        address + 8 * (_HEADER + 2 * _TABLE),
    )


def words(state: State) -> tuple[int, int, int, int]:
    """A state as four words for a compiled function."""
    return signed(state.own), signed(state.other), state.turn, state.link
