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
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
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
    return _compiled(function, inline=False)


def inlined(function: Callable[..., Any]) -> Any:
    """The same, and its code becomes part of every compiled function that calls it."""
    return _compiled(function, inline=True)


def _compiled(function: Callable[..., Any], inline: bool) -> Any:
    with _cache_folder():
        return numba.njit(cache=_can_be_kept(), nogil=True, error_model="numpy", forceinline=inline)(
            function
        )


@lru_cache(maxsize=1)
def cache_folder() -> Path:
    """Where the machine code of exactly these sources is kept."""
    home = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return _expanded(home) / "fivesquare" / f"{_hash_of_sources()}-{sys.implementation.cache_tag}"


def _expanded(home: str) -> Path:
    try:
        return Path(home).expanduser()
    except RuntimeError:  # nobody has a home here
        return Path(os.devnull)  # which is no folder: nothing will be kept


def is_cached(module: str) -> bool:
    """Whether functions of a module, by its file's name, were compiled from these sources before."""
    return any(cache_folder().glob(f"**/{module}.*.nbi"))


def _hash_of_sources() -> str:
    """Where they lie and when they were written belongs to it: Numba compiles anew if that changes."""
    root = Path(__file__).parent.parent
    digest = hashlib.sha256(f"{numba.__version__} {root}".encode())
    for path in sorted(root.rglob("*.py")):
        digest.update(f"{path.relative_to(root)} {path.stat().st_mtime_ns}".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


@contextmanager
def _cache_folder() -> Iterator[None]:
    """Point Numba at our folder while it decides where a function is cached, and only then."""
    before = _numba_config.CACHE_DIR
    _numba_config.CACHE_DIR = str(cache_folder())
    try:
        yield
    finally:
        _numba_config.CACHE_DIR = before


@lru_cache(maxsize=1)
def _can_be_kept() -> bool:
    """Whether our folder can be written to. If not, Numba must not keep anything: it would choose a folder
    of its own, where machine code of older sources may lie."""
    folder = cache_folder()
    try:
        if not folder.is_dir():
            _forget_old_folders(folder.parent)
            folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _forget_old_folders(home: Path) -> None:
    """Keep the folders used last. Another process may be at the same."""
    ages: dict[Path, float] = {}
    for folder in home.iterdir() if home.is_dir() else ():
        with suppress(OSError):
            ages[folder] = folder.stat().st_mtime
    for folder in sorted(ages, key=ages.__getitem__, reverse=True)[_KEPT_FOLDERS - 1 :]:
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
