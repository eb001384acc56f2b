"""The compiled search, ready to be called: functions of the package's library (`library.py`).

Where none can be loaded, in a browser, they are handed in: `use`.
"""

import threading
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from fivesquare import library
from fivesquare.loader import Function

_alone = threading.Lock()
_handed_in: list["Code"] = []  # at most one


class Code(NamedTuple):
    """The functions of `native/` that Python calls. What they take and answer is written there."""

    ask: Function
    label: Function
    look_ahead: Function
    can_win: Function
    move_over: Function
    fill_slices: Function


ARGUMENTS = {"ask": 6, "label": 3, "look_ahead": 8, "can_win": 8, "move_over": 3, "fill_slices": 2}


def code() -> Code:
    """The compiled search; the first caller may have to wait until it is compiled."""
    with _alone:
        return _handed_in[0] if _handed_in else _code()


def use(functions: Mapping[str, Function]) -> None:
    """Search with these functions from now on; nothing is loaded or compiled any more.

    They are those of ARGUMENTS, and take and answer 64-bit words, addresses of this process among them.
    """
    with _alone:
        _handed_in[:] = [Code(**{name: functions[name] for name in ARGUMENTS})]


def warm_up() -> None:
    """Compile the search, or load it if it was compiled before, so that the first solve need not wait."""
    code()


def is_warm() -> bool:
    """Whether the search was compiled from these sources before."""
    return bool(_handed_in) or library.is_ready()


@cache
def _code() -> Code:
    return Code(**library.functions(ARGUMENTS))
