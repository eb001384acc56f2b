"""Many games at once as machine code, and what Python calls of it (`batch_code.py`)."""

from types import FunctionType
from typing import Any

from fivesquare.native.jit import linked
from fivesquare.research.native.chance import write_words
from fivesquare.research.native.games import draw, first_illegal, measure_leads, reply, reset, step
from fivesquare.research.native.playouts import play

ENTRIES = {
    "draw": draw,
    "first_illegal": first_illegal,
    "measure_leads": measure_leads,
    "reset": reset,
    "write_words": write_words,
}
_SPECIAL = {"step": step, "reply": reply, "play": play}


def special(name: str, kind: tuple[int, ...]) -> Any:
    """A function, compiled with the answers and the size of a kind of books as its module's KIND."""
    function = _SPECIAL[name]
    return linked(FunctionType(function.__code__, {**function.__globals__, "KIND": kind}, name))
