"""The compiled search, ready to be called.

    shipped   beside this file, in a wheel that was built for this kind of machine
    kept      on disk, since the first search after an installation or an upgrade
    made      now, by Numba, which takes seconds; then it is kept

All three are an object of machine code, of the same functions from the same sources. Where none can be made
or loaded, Numba runs what it has compiled.
"""

import threading
from functools import cache
from pathlib import Path
from typing import NamedTuple

from fivesquare import cache as disk
from fivesquare.loader import Function, Target, common_processor, function_at, load, this_processor

SHIPPED = Path(__file__).with_name("code.object")

_NAME = "solver"
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
    """The compiled search; whoever asks first may have to wait until it is compiled."""
    with _alone:
        return _code()


def is_compiled() -> bool:
    """Whether it was compiled from these sources before."""
    return _shipped() is not None or disk.is_cached(_NAME)


@cache
def _code() -> Code:
    try:
        return Code(**load(_object(), ARGUMENTS))
    except Exception as error:  # Numba or LLVM are not as we know them, in whatever way
        disk.tell(f"The solver needs Numba for every start here: {type(error).__name__}.")
        return compiled_here()


def _object() -> bytes:
    shipped = _shipped()
    if shipped is not None:
        return shipped
    target = this_processor()
    name = disk.file_name(_NAME, " ".join(target))
    kept = disk.load(name)
    if kept is not None:
        return kept
    made = make_object(target)
    disk.keep(name, made)
    return made


def make_object(target: Target) -> bytes:
    """Compile everything into an object."""
    from fivesquare.native import linker  # Numba: here it compiles
    from fivesquare.solver.native.entries import ENTRIES

    return linker.make_object(ENTRIES, target.processor, target.features)


def compiled_here() -> Code:
    """The functions as Numba itself has compiled them, for this process."""
    from fivesquare.native import linker
    from fivesquare.solver.native.entries import ENTRIES

    return Code(
        **{name: function_at(linker.address_here(ENTRIES[name]), ARGUMENTS[name]) for name in ARGUMENTS}
    )


# --- Shipping ---


def to_ship() -> bytes:
    """What to put where SHIPPED is, for all machines of this kind but very old ones."""
    target = common_processor()
    if target is None:
        raise RuntimeError("nobody knows what the machines of this kind have in common")
    return _label(target) + make_object(target)


@cache
def _shipped() -> bytes | None:
    """The object that came with the package, if it was made of these sources for such a machine."""
    try:
        content = SHIPPED.read_bytes()
    except OSError:  # there is none, which is as usual
        return None
    target = common_processor()
    if target is None or not content.startswith(_label(target)):
        return None
    return content[len(_label(target)) :]


def _label(target: Target) -> bytes:
    return f"{disk.hash_of_sources()} {target.machine} {target.processor}\n".encode()
