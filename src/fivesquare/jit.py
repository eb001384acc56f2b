"""Numba, with a disk cache that can never be stale.

Numba's own cache notices an edit in the file of a function, but not in a file that the function calls
into. So ours lies in a folder named after a hash of every source file of the package: a changed source,
by an edit or an upgrade, is another folder. Importing this module imports Numba, which takes a third of a
second: whoever does not search must not import it.
"""

import hashlib
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

import numba
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

_KEPT_FOLDERS = 3
_numba_config: Any = numba.config


def compiled(function: Callable[..., Any]) -> Any:
    """Compile when first called, and keep the machine code on disk. Runs without the GIL."""
    with _cache_folder():
        try:
            return _njit(function, cache=True)
        except RuntimeError:  # nowhere to keep it: a read-only home
            return _njit(function, cache=False)


def _njit(function: Callable[..., Any], cache: bool) -> Any:
    return numba.njit(cache=cache, nogil=True, error_model="numpy")(function)


@lru_cache(maxsize=1)
def cache_folder() -> Path:
    """Where the machine code of exactly these sources is kept."""
    home = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(home).expanduser() / "fivesquare" / f"{_hash_of_sources()}-{sys.implementation.cache_tag}"


def is_cached() -> bool:
    """Whether anything was compiled from these sources before; if not, the first search takes seconds."""
    return any(cache_folder().glob("**/*.nbi"))


def _hash_of_sources() -> str:
    digest = hashlib.sha256(numba.__version__.encode())
    root = Path(__file__).parent
    for path in sorted(root.rglob("*.py")):
        digest.update(str(path.relative_to(root)).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


@contextmanager
def _cache_folder() -> Iterator[None]:
    """Point Numba at our folder while it decides where a function is cached, and only then."""
    folder = cache_folder()
    if not folder.exists():
        _forget_old_folders(folder.parent)
    before = _numba_config.CACHE_DIR
    _numba_config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        _numba_config.CACHE_DIR = before


def _forget_old_folders(home: Path) -> None:
    if home.is_dir():
        folders = sorted(home.iterdir(), key=lambda folder: folder.stat().st_mtime, reverse=True)
        for folder in folders[_KEPT_FOLDERS - 1 :]:
            shutil.rmtree(folder, ignore_errors=True)


def _instruction(code: Callable[..., Any]) -> Any:
    """A function that compiled code can call, written in the compiler's own terms."""
    return intrinsic(code)


@_instruction
def count(_context: Any, mask: Any) -> Any:
    """The number of set bits."""

    def code(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), code


@_instruction
def lowest(_context: Any, mask: Any) -> Any:
    """The index of the lowest set bit; 64 if there is none."""

    def code(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), code


@_instruction
def look(_context: Any, address: Any, index: Any) -> Any:
    """The 64-bit word number `index` behind an address."""

    def code(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        word = ir.IntType(64)
        start = builder.inttoptr(arguments[0], word.as_pointer())
        return builder.load(builder.gep(start, [arguments[1]]))

    return types.int64(types.int64, types.int64), code


@_instruction
def store(_context: Any, address: Any, index: Any, value: Any) -> Any:
    """Write the 64-bit word number `index` behind an address."""

    def code(target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        word = ir.IntType(64)
        start = builder.inttoptr(arguments[0], word.as_pointer())
        builder.store(arguments[2], builder.gep(start, [arguments[1]]))
        return target.get_dummy_value()

    return types.void(types.int64, types.int64, types.int64), code


@_instruction
def prefetch(_context: Any, address: Any, index: Any) -> Any:
    """Begin to fetch the 64-bit word number `index` behind an address, for a later `look`."""

    def code(target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        word, number = ir.IntType(64), ir.IntType(32)
        start = builder.inttoptr(arguments[0], word.as_pointer())
        place = builder.bitcast(builder.gep(start, [arguments[1]]), ir.IntType(8).as_pointer())
        kind = ir.FunctionType(ir.VoidType(), [ir.IntType(8).as_pointer(), number, number, number])
        function = builder.module.declare_intrinsic("llvm.prefetch", [ir.IntType(8).as_pointer()], kind)
        to_read, keep_near, data = (ir.Constant(number, option) for option in (0, 3, 1))
        builder.call(function, [place, to_read, keep_near, data])
        return target.get_dummy_value()

    return types.void(types.int64, types.int64), code
