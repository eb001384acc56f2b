"""The compiled library of this package: the search, and the counting of move sequences.

    shipped  in `compiled/`, in a wheel that was built for this kind of machine
    saved    in the cache, since it was first needed after an installation or an upgrade
    made     now, by Numba, which takes seconds; then it is saved

All three are a shared library of the same functions from the same sources (`loader.py`). There is one as
WebAssembly too, `wasm`, found in the same three places.

Beside a shipped library stands its digest, because damaged code ends a process without a word; and of which
sources and for which kind of machine it was made. One that does not match is not loaded.
"""

import hashlib
import threading
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from fivesquare import cache as disk
from fivesquare.errors import needing
from fivesquare.loader import (
    Functions,
    Library,
    bind,
    build,
    compiled_here,
    machine,
    opened,
    tell_of,
)

FOLDER = Path(__file__).with_name("compiled")

_NAME = "library"
_ENTRIES = "fivesquare.solver.native.module"  # what has the functions
_HERE, _WASM = "here", "wasm32"  # for the linker
_SUITED = {"is_suited": 0}
_ENDINGS = {"macos": "dylib", "windows": "dll", _WASM: "wasm"}
_alone = threading.RLock()


def functions(arguments: Mapping[str, int]) -> Functions:
    """Functions of the library by name; `arguments` says how many each takes.

    The first caller may have to wait until they are compiled; MissingExtraError if that is not possible.
    """
    with _alone:
        library = _found()
        if library is None:
            try:
                library = _made()
            except ModuleNotFoundError:
                raise
            except Exception as error:  # an unknown version of Numba or LLVM may fail in any way
                tell_of(_NAME, error)
                return compiled_here(import_module(_ENTRIES).ENTRIES, arguments)
        return bind(library, arguments)


def is_ready() -> bool:
    """Whether there is a library for this machine, so that nothing has to be compiled."""
    with _alone:
        return _found() is not None


_loaded: list[Library] = []  # at most one


def _found() -> Library | None:
    """The library, shipped or saved, if it is for this processor."""
    if not _loaded:
        for content in (_shipped(machine()), disk.load(_saved_as(machine()))):
            library = None if content is None else _suited(content)
            if library is not None:
                _loaded.append(library)
                break
    return _loaded[0] if _loaded else None


def _made() -> Library:
    """Compile the library, save it and load it."""
    found = _compiled([_HERE])[_HERE]
    disk.keep(_saved_as(machine()), found)
    library = opened(found)
    _loaded.append(library)
    return library


def _compiled(kinds: Sequence[str]) -> dict[str, bytes]:
    need_compiler()
    return build(_ENTRIES, kinds)


def need_compiler() -> None:
    """MissingExtraError if nothing can be compiled."""
    with needing("Compiling the solver", "compile"):
        if find_spec("numba") is None:
            raise ModuleNotFoundError(name="numba")


def _suited(content: bytes | Path) -> Library | None:
    """A library, if it can be loaded, and if this processor has all that it was made for."""
    try:
        library = opened(content)
        return library if bind(library, _SUITED)["is_suited"]() else None
    except (AttributeError, OSError):
        return None


def _saved_as(kind: str) -> str:
    return disk.file_name("wasm" if kind == _WASM else _NAME, kind)


def is_complete() -> bool:
    """Whether nothing has to be compiled on this machine, not even WebAssembly."""
    return is_ready() and _found_wasm() is not None


def complete() -> None:
    """Compile what is missing, all at once: it takes little longer than a part of it."""
    with _alone:
        kinds = [*([] if is_ready() else [_HERE]), *([] if _found_wasm() else [_WASM])]
        for kind, content in _compiled(kinds).items():
            disk.keep(_saved_as(machine() if kind == _HERE else kind), content)


# --- WebAssembly ---


def wasm() -> bytes:
    """The functions as a WebAssembly module: shipped, from the cache, or compiled now, which takes seconds.

    It imports a memory, `env.__linear_memory`, and a global for its stack, `env.__stack_pointer`. Each
    function takes, before its words, two addresses: where to write the answer, and where an error, which
    there never is.
    """
    with _alone:
        content = _found_wasm()
        if content is None:
            content = _compiled([_WASM])[_WASM]
            disk.keep(_saved_as(_WASM), content)
        return content


def _found_wasm() -> bytes | None:
    shipped = _shipped(_WASM)
    return disk.load(_saved_as(_WASM)) if shipped is None else shipped.read_bytes()


# --- Shipping ---


def to_ship(kinds: Sequence[str]) -> dict[str, dict[str, bytes]]:
    """For each kind of machine, and for WebAssembly, the files to put into `compiled/`, by name."""
    return {kind: files(kind, content) for kind, content in build(_ENTRIES, kinds).items()}


def files(kind: str, content: bytes) -> dict[str, bytes]:
    """A library and its digest, as they stand in `compiled/`."""
    file = _shipped_as(kind)
    return {file.name: content, _digest_of(file).name: _label(kind, content)}


def _shipped_as(kind: str) -> Path:
    ending = _ENDINGS.get(kind.partition("-")[0], "so")
    return FOLDER / f"fivesquare.{ending}"


def _digest_of(file: Path) -> Path:
    return file.with_name(f"{file.name}.digest")


@cache
def _shipped(kind: str) -> Path | None:
    """What came with the package, if it is not damaged and was made of these sources for such a machine."""
    file = _shipped_as(kind)
    try:
        label, content = _digest_of(file).read_bytes(), file.read_bytes()
    except OSError:  # usually there is none
        return None
    expected = _label(kind, content)
    if label == expected:
        return file
    if label.split(b"\n")[:2] == expected.split(b"\n")[:2]:
        disk.tell("The compiled solver of this installation is damaged and is not used.")
    return None


def _label(kind: str, content: bytes) -> bytes:
    """What a library was made for and of, and its digest; a line each."""
    return f"{kind}\n{disk.hash_of_sources()}\nsha256 {hashlib.sha256(content).hexdigest()}\n".encode()
