"""Loads and calls compiled functions without the compiler.

Numba takes a third of a second to import, which is longer than most searches, and a quarter of a gigabyte
of disk. So the compiled functions that Python calls are in shared libraries, which `native/linker.py` makes
and the system loads. Their arguments and answers are 64-bit words, addresses among them. They run without
the GIL.
"""

import ctypes
import os
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from fivesquare import cache
from fivesquare.errors import needing

Function = Callable[..., int]
Functions = dict[str, Function]
Sources = Callable[[], Mapping[str, Any]]
Library: TypeAlias = ctypes.CDLL

_LINKER = "fivesquare.native.linker"
_alone = threading.Lock()
_opened = count()
_foreign: dict[Function, Any] = {}  # what ctypes calls, by what we call


class Processor(NamedTuple):
    """LLVM's names of a kind of machine, of its processor, and of what that has."""

    triple: str
    name: str
    features: str


def machine() -> str:
    """The kind of machine at hand, as the linker calls those that it knows: "linux-x86_64"."""
    system = {"darwin": "macos", "win32": "windows"}.get(sys.platform, sys.platform)
    found = os.uname().machine if hasattr(os, "uname") else _windows_machine()
    name = {"amd64": "x86_64"}.get(found.lower(), found.lower())
    return f"{system}-{name}" if sys.maxsize > 1 << 32 else f"{system}-{name}-32"


def _windows_machine() -> str:
    import platform  # only there

    return platform.machine()


# --- Functions compiled for exactly this machine ---


def functions(
    name: str,
    arguments: Mapping[str, int],
    sources: Sources,
    *,
    kind: str = "",
    on_compile: Callable[[], None] = lambda: None,
) -> Functions:
    """Compiled functions by name: loaded from the cache, or compiled now and saved there.

    `arguments` says how many each takes; `sources` imports what Numba compiles. They are saved under
    `name`, and under `kind` if the same sources are compiled in several ways. `on_compile` is called before
    they are compiled, which takes seconds. Where no library can be made or loaded, Numba runs what it has
    compiled.
    """
    with _alone, needing("Compiling", "compile"):
        processor = _this_processor()
        try:
            return bind(opened(_library(name, kind, processor, sources, on_compile)), arguments)
        except ModuleNotFoundError:
            raise
        except Exception as error:  # an unknown version of Numba or LLVM may fail in any way
            tell_of(name, error)
            return compiled_here(sources(), arguments)


def _this_processor() -> Processor:
    from llvmlite import binding as llvm  # takes some hundredths of a second

    features = llvm.get_host_cpu_features().flatten()
    return Processor(llvm.get_default_triple(), llvm.get_host_cpu_name(), features)


def _library(
    name: str, kind: str, processor: Processor, sources: Sources, on_compile: Callable[[], None]
) -> bytes:
    file = cache.file_name(name, " ".join((kind, *processor)))
    content = cache.load(file)
    if content is None:
        on_compile()
        from fivesquare.native import linker  # Numba: here it compiles

        content = linker.make_library(sources(), *processor)
        cache.keep(file, content)
    return content


def tell_of(name: str, error: Exception) -> None:
    """Say that there is no library of that name, and why."""
    cache.tell(f"Compiled code ({name}) needs Numba at every start here: {type(error).__name__}.")


def compiled_here(entries: Mapping[str, Any], arguments: Mapping[str, int]) -> Functions:
    """The functions as Numba itself has compiled them, for this process."""
    from fivesquare.native import linker

    return {name: function_at(linker.address_here(entries[name]), arguments[name]) for name in arguments}


# --- Libraries for kinds of machines ---


def build(package: str, kinds: Sequence[str]) -> dict[str, bytes]:
    """The library of a package, for kinds of machines; in a process of its own (`native/linker.py`)."""
    import subprocess  # only who compiles needs it, and a browser does not have it
    from tempfile import TemporaryDirectory

    ours = str(Path(__file__).parents[1])
    paths = os.pathsep.join([ours, *filter(None, sys.path)])
    environment = {**os.environ, "PYTHONPATH": paths, "NUMBA_OPT": "0"}
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-P", "-m", _LINKER, folder, package, *kinds]
        # Ours is the other end of its standard input: it ends when this process does.
        pipe, nowhere = subprocess.PIPE, subprocess.DEVNULL
        with subprocess.Popen(command, env=environment, stdin=pipe, stdout=nowhere, stderr=pipe) as process:
            try:
                assert process.stderr is not None
                said = process.stderr.read().decode(errors="replace").strip()
            except BaseException:  # Ctrl-C too
                process.kill()
                raise
        if process.returncode != 0:
            raise RuntimeError(said.rpartition("\n")[2] or f"the linker ended with {process.returncode}")
        return {kind: Path(folder, kind).read_bytes() for kind in kinds}


# --- Loading ---


def opened(content: bytes | Path) -> Library:
    """A library from its file, or from its content, which is then no file for longer than it takes.

    It must be one that was made for this machine, and stays as long as the process. OSError if it cannot
    be loaded.
    """
    if isinstance(content, Path):
        return ctypes.CDLL(str(content))
    with _as_file(content) as file:
        return ctypes.CDLL(file)


@contextmanager
def _as_file(content: bytes) -> Iterator[str]:
    """A path with this content. On Linux it is in memory: code on a disk may be forbidden to run."""
    if hasattr(os, "memfd_create"):
        handle = os.memfd_create("fivesquare")
        try:
            with os.fdopen(os.dup(handle), "wb") as file:
                file.write(content)
            # A path that the system knows gives the library that it has, and handles are used again.
            yield f"/proc/self/fd/{'./' * next(_opened)}{handle}"
        finally:
            os.close(handle)
    else:
        from tempfile import TemporaryDirectory

        # Windows keeps the file of a library that is loaded.
        with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            path = Path(folder, "library")
            path.write_bytes(content)
            yield str(path)


def bind(library: Library, arguments: Mapping[str, int]) -> Functions:
    """The functions of a library by name; `arguments` says how many each takes.

    AttributeError if it lacks one.
    """
    addresses = {name: ctypes.cast(library[name], ctypes.c_void_p).value for name in arguments}
    return {name: function_at(address or 0, arguments[name]) for name, address in addresses.items()}


def function_at(address: int, arguments: int) -> Function:
    """The compiled function at an address.

    It has Numba's calling convention: the result is written to a word passed by address, an exception to
    another. Nothing compiled here can raise one.
    """
    words = [ctypes.c_int64] * arguments
    kind = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, *words)
    function = kind(address)

    def call(*arguments: int) -> int:
        answer, exception = ctypes.c_int64(), ctypes.c_void_p()
        function(ctypes.byref(answer), ctypes.byref(exception), *arguments)
        return answer.value

    _foreign[call] = function
    return call


def bound(function: Function, *arguments: int) -> Callable[..., object]:
    """A compiled function with its first arguments laid ready: faster to call. Its answer is lost."""
    words = map(ctypes.c_int64, arguments)
    unread = ctypes.byref(ctypes.c_int64()), ctypes.byref(ctypes.c_void_p())
    return partial(_foreign[function], *unread, *words)
