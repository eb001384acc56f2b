"""Many games at once as machine code, and what Python calls of it (`batch_code.py`)."""

from types import FunctionType
from typing import Any

from fivesquare.native.jit import linked
from fivesquare.research.native.chance import write_words
from fivesquare.research.native.games import draw, first_illegal, measure_leads, reply, reset, step, turn
from fivesquare.research.native.playouts import play
from fivesquare.research.native.search_tree import grow
from fivesquare.research.native.states import advance, begin, show

ENTRIES = {
    "advance": advance,
    "begin": begin,
    "draw": draw,
    "first_illegal": first_illegal,
    "grow": grow,
    "measure_leads": measure_leads,
    "reset": reset,
    "show": show,
    "turn": turn,
    "write_words": write_words,
}
_SPECIAL = {"step": step, "reply": reply, "play": play}


def special(name: str, kind: tuple[int, ...]) -> Any:
    """A function, compiled with the answers and the size of a kind of books as its module's KIND."""
    function = _SPECIAL[name]
    return linked(FunctionType(function.__code__, {**function.__globals__, "KIND": kind}, name))
