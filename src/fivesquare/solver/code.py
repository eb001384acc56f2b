"""The compiled search, ready to be called.

    shipped   beside this file, in a wheel that was built for this kind of machine
    saved     in the cache, since the first search after an installation or an upgrade
    compiled  now, by Numba, which takes seconds; then it is saved

All three are an object of machine code, of the same functions from the same sources (`loader.py`). The same
functions are also one WebAssembly module, `wasm`, found in the same three places. Where no machine code can
be loaded, in a browser, they are handed in: `use`.
"""

import hashlib
import threading
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from fivesquare import cache as disk
from fivesquare.loader import Function, Target, common_processor, functions, make_object, make_wasm

SHIPPED = Path(__file__).with_name("code.object")
SHIPPED_WASM = Path(__file__).with_name("code.wasm")

_NAME = "solver"
_WASM_NAME = "solver-wasm"
_ENTRIES = "fivesquare.solver.native.module"  # what has the functions
_DIGEST = 32  # bytes of it before a shipped object
_WASM_TARGET = Target("wasm32", "", "")
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
    return bool(_handed_in) or _shipped() is not None or disk.is_cached(_NAME)


@cache
def _code() -> Code:
    return Code(**functions(_NAME, ARGUMENTS, entries, shipped=_shipped()))


def entries() -> Mapping[str, Any]:
    """The functions for Numba to compile."""
    from fivesquare.solver.native import ENTRIES  # Numba: only who compiles waits for it

    return ENTRIES


# --- WebAssembly ---


def wasm() -> bytes:
    """The functions as a WebAssembly module: shipped, from the cache, or compiled now, which takes seconds.

    It imports a memory, `env.__linear_memory`, and a global for its stack, `env.__stack_pointer`. Each
    function takes, before its words, two addresses: where to write the answer, and where an error, which
    there never is.
    """
    with _alone:
        return _shipped_wasm() or _compiled_wasm()


def _compiled_wasm() -> bytes:
    file = disk.file_name(_WASM_NAME, _WASM_TARGET.machine)
    content = disk.load(file)
    if content is None:
        content = make_wasm(_ENTRIES)
        disk.keep(file, content)
    return content


# --- Shipping ---


def to_ship() -> bytes:
    """What to put where SHIPPED is, for all machines of this kind but very old ones."""
    target = common_processor()
    if target is None:
        raise RuntimeError("what the machines of this kind have in common is unknown")
    return _sealed(target, make_object(entries, target))


def wasm_to_ship() -> bytes:
    """What to put where SHIPPED_WASM is, for all machines."""
    return _sealed(_WASM_TARGET, wasm())


@cache
def _shipped() -> bytes | None:
    """The object that came with the package, if it was made of these sources for such a machine."""
    if not SHIPPED.exists():  # usually there is none, and the processor need not be asked
        return None
    target = common_processor()
    return None if target is None else _opened(SHIPPED, target)


@cache
def _shipped_wasm() -> bytes | None:
    """The module that came with the package, if it was made of these sources."""
    return _opened(SHIPPED_WASM, _WASM_TARGET)


def _sealed(target: Target, content: bytes) -> bytes:
    return _label(target) + _digest(content) + content


def _opened(file: Path, target: Target) -> bytes | None:
    """What was sealed for a target; None if there is nothing, or it was made of other sources.

    It is run, and damaged machine code ends a process without a word: so its digest stands before it.
    """
    try:
        shipped = file.read_bytes()
    except OSError:
        return None
    if not shipped.startswith(_label(target)):
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
