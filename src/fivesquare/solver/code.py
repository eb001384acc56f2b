"""The compiled search, ready to be called.

    shipped   beside this file, in a wheel that was built for this kind of machine
    saved     in the cache, since the first search after an installation or an upgrade
    compiled  now, by Numba, which takes seconds; then it is saved

All three are an object of machine code, of the same functions from the same sources (`loader.py`).
"""

import hashlib
import threading
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from fivesquare import cache as disk
from fivesquare.loader import Function, Target, common_processor, functions, make_object

SHIPPED = Path(__file__).with_name("code.object")

_NAME = "solver"
_DIGEST = 32  # bytes of it before a shipped object
_alone = threading.Lock()


class Code(NamedTuple):
    """The functions of `native/` that Python calls. What they take and answer is written there."""

    ask: Function
    look_ahead: Function
    can_win: Function
    move_over: Function
    fill_slices: Function


ARGUMENTS = {"ask": 6, "look_ahead": 8, "can_win": 8, "move_over": 3, "fill_slices": 2}


def code() -> Code:
    """The compiled search; the first caller may have to wait until it is compiled."""
    with _alone:
        return _code()


def warm_up() -> None:
    """Compile the search, or load it if it was compiled before, so that the first solve need not wait."""
    code()


def is_warm() -> bool:
    """Whether the search was compiled from these sources before."""
    return _shipped() is not None or disk.is_cached(_NAME)


@cache
def _code() -> Code:
    return Code(**functions(_NAME, ARGUMENTS, entries, shipped=_shipped()))


def entries() -> Mapping[str, Any]:
    """The functions for Numba to compile."""
    from fivesquare.solver.native import ENTRIES  # Numba: only who compiles waits for it

    return ENTRIES


# --- Shipping ---


def to_ship() -> bytes:
    """What to put where SHIPPED is, for all machines of this kind but very old ones."""
    target = common_processor()
    if target is None:
        raise RuntimeError("what the machines of this kind have in common is unknown")
    content = make_object(entries, target)
    return _label(target) + _digest(content) + content


@cache
def _shipped() -> bytes | None:
    """The object that came with the package, if it was made of these sources for such a machine.

    It is run, and damaged machine code ends a process without a word: so its digest stands before it.
    """
    try:
        shipped = SHIPPED.read_bytes()
    except OSError:  # usually there is none
        return None
    target = common_processor()
    if target is None or not shipped.startswith(_label(target)):
        return None
    found = shipped[len(_label(target)) :]
    content = found[_DIGEST:]
    if found[:_DIGEST] != _digest(content):
        disk.tell("The compiled solver of this installation is damaged and is not used.")
        return None
    return content


def _label(target: Target) -> bytes:
    return f"{disk.hash_of_sources()} {target.machine} {target.processor}\n".encode()


def _digest(content: bytes) -> bytes:
    return hashlib.blake2b(content, digest_size=_DIGEST).digest()
