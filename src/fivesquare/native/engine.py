"""The engine as machine code: the very functions of engine.py, each passed through Numba.

A compiled function takes its setup as one array, made by `packed.pack`, and opens it with `unpack`. The
three tables of a `Setup` are addresses there, and `look` reads from an address; so a setup is nothing but
integers, and costs nothing to hand on.
"""

from types import FunctionType
from typing import Any

from fivesquare import engine
from fivesquare.engine import Setup
from fivesquare.native import jit
from fivesquare.packed import HEADER_WORDS, TABLE_WORDS


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
is_before_swap: Any = _ENGINE["is_before_swap"]
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
        address + 8 * HEADER_WORDS,
        address + 8 * (HEADER_WORDS + TABLE_WORDS),
        address + 8 * (HEADER_WORDS + 2 * TABLE_WORDS),
    )
