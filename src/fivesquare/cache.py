"""Where machine code is kept on disk, so that it is compiled only once.

    $XDG_CACHE_HOME/fivesquare/           ~/.cache/fivesquare, if that is not set
        1f0a...-cpython-311/              the code of exactly these sources: the name has a hash of them
            CACHEDIR.TAG                  says that we made the folder; backups leave such folders out
            solver.77e0....code

A changed source, by an edit or an upgrade, is another folder, so what is kept is never stale. What is
loaded from here is run, so it must be what we wrote: both folders have to be ours, with nobody else allowed
to write to them; links are not followed; and each file begins with a digest of its place and content.

Whatever is wrong with the cache, a game goes on without it: the code is compiled again, and one line on
standard error says why. This module is ordinary Python; `solver/code.py` and `native/jit.py` know what the
files hold.
"""

import errno
import hashlib
import os
import re
import stat
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

_USED = {
    *("bits.py", "board.py", "engine.py", "errors.py", "packed.py", "rulebook.py"),
    *("solver/entry.py", "solver/frame.py", "solver/model.py"),
}  # all that the native folders use of the others; a test holds it
_KEPT_FOLDERS = 8  # some megabytes each; several copies of the sources may be in use
_FOLDER = r"[0-9a-f]{16}-[a-z0-9-]+"
_FILE = r".+\.[0-9a-f]{32}\.code(\.[0-9a-f]{16}\.new)?"
_MARK = "CACHEDIR.TAG"
_MARK_TEXT = """Signature: 8a477f597d28d172789f06886806bc55
# Fivesquare keeps machine code here, in {name}. It may be deleted at any time.
"""
_DIGEST = 32  # bytes of it before the content of a file
_LARGEST = 1 << 28  # bytes of a file: hundreds of times what a function takes
_has_told = threading.Event()


@lru_cache(maxsize=1)
def folder() -> Path:
    """Where the machine code of exactly these sources is kept. Raises OSError if there is no such place."""
    home = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    try:
        above = Path(home).expanduser() / "fivesquare"
    except RuntimeError:
        raise FileNotFoundError(errno.ENOENT, "there is no home folder", home) from None
    python = f"{sys.implementation.cache_tag}{getattr(sys, 'abiflags', '')}"
    decisive = f"{hash_of_sources()} {_numba_version()}"
    return above / f"{hashlib.sha256(decisive.encode()).hexdigest()[:16]}-{python}"


def hash_of_sources() -> str:
    """Of all sources that can be part of what is compiled; not of where they lie."""
    digest = hashlib.sha256()
    root = Path(__file__).parent
    natives = [place.relative_to(root) for place in root.glob("**/native/**/*.py")]
    sources = sorted([*natives, *(Path(used) for used in _USED if (root / used).exists())])
    if not sources:
        raise FileNotFoundError(errno.ENOENT, "there are no source files", str(root))
    for place in sources:
        content = (root / place).read_bytes()
        digest.update(f"\n{place.as_posix()} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()


def may_be_compiled(source: Path) -> bool:
    """Whether a source, by its place among ours, can be part of what is compiled."""
    return "native" in source.parts or source.as_posix() in _USED


def _numba_version() -> str:
    """What the file with its version says; Numba need not be imported for it."""
    numba = find_spec("numba")
    if numba is None or numba.origin is None:
        raise FileNotFoundError(errno.ENOENT, "nobody knows the version of Numba", "numba")
    return Path(numba.origin).with_name("_version.py").read_text(encoding="utf-8")


def file_name(function: str, key: str) -> str:
    """The name of a file. `key` says which function it is, compiled for what; `function` is for people."""
    return f"{function}.{hashlib.blake2b(key.encode(), digest_size=16).hexdigest()}.code"


def is_cached(module: str) -> bool:
    """Whether functions of a module, named by its last part, were compiled from these sources before."""
    try:
        with _opened() as place:
            return any(name.startswith(f"{module}.") and name.endswith(".code") for name in _names(place))
    except OSError:
        return False


def load(name: str) -> bytes | None:
    """What was kept under this name, or None if there is nothing, or nothing that can be trusted."""
    try:
        with _opened() as place:
            try:
                return _read(place, name)
            except FileNotFoundError:
                return None
            except OSError as error:
                _set_aside(place, name)
                tell(f"Compiled code in {folder()} was damaged and is compiled again: {_reason(error)}.")
    except OSError:
        pass  # there is no folder, or none to be trusted: `keep` will say so
    return None


def keep(name: str, content: bytes) -> None:
    """Keep this under a name, if that is possible."""
    try:
        _make()
        with _opened() as place:
            _write(place, name, _digest(name, content) + content)
    except OSError as error:
        where = error.filename if isinstance(error, _UnsafeError) else _shown_folder()
        tell(f"Compiled code cannot be kept in {where}: {_reason(error)}.")


def drop(name: str, error: Exception) -> None:
    """What was kept under this name turned out to be of no use."""
    with suppress(OSError), _opened() as place:
        _set_aside(place, name)
    tell(f"Compiled code in {_shown_folder()} was of no use and is compiled again: {type(error).__name__}.")


def _shown_folder() -> str:
    try:
        return str(folder())
    except OSError as error:
        return str(error.filename)


def _reason(error: OSError) -> str:
    return error.strerror or str(error)


def tell(text: str) -> None:
    """One line on standard error, and only one in the life of a process, however many files are damaged."""
    if _has_told.is_set() or sys.stderr is None:
        return
    _has_told.set()
    with suppress(OSError, ValueError):  # nobody listens
        sys.stderr.write(f"({text})\n")
        sys.stderr.flush()


# Folders. They are opened, checked and only then used through what was opened, never again by name.


class _UnsafeError(PermissionError):
    """A folder that others could write to, or have written to."""


@contextmanager
def _opened() -> Iterator[int]:
    """Our folder, open, if it and the one above are ours alone."""
    path = folder()
    with _opened_folder(path.parent) as above, _opened_folder(path, above) as place:
        yield place


@contextmanager
def _opened_folder(path: Path, above: int | None = None) -> Iterator[int]:
    if os.open not in os.supports_dir_fd:
        raise OSError(errno.ENOTSUP, "this system cannot tell whose a folder is", str(path))
    options = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW
    place = os.open(path if above is None else path.name, options, dir_fd=above)
    try:
        found = os.fstat(place)
        if found.st_uid != os.geteuid():
            raise _UnsafeError(errno.EPERM, "it belongs to somebody else", str(path))
        if found.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
            raise _UnsafeError(errno.EPERM, "others may write to it (chmod go-w helps)", str(path))
        yield place
    finally:
        os.close(place)


def _names(place: int) -> list[str]:
    with os.scandir(place) as entries:
        return [entry.name for entry in entries]


def _make() -> None:
    """Make our folder, mark it as ours, and forget old ones, unless that is done."""
    path = folder()
    path.parent.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with suppress(FileExistsError):
        path.parent.mkdir(mode=0o700)
    with _opened_folder(path.parent) as above:
        with suppress(FileExistsError):
            os.mkdir(path.name, mode=0o700, dir_fd=above)
            _forget_old_folders(path.parent, above, but=path.name)
        with _opened_folder(path, above) as place:
            if not _is_marked(place, path.name):
                _write(place, _MARK, _MARK_TEXT.format(name=path.name).encode())


def _is_marked(place: int, name: str) -> bool:
    try:
        return _read_file(place, _MARK) == _MARK_TEXT.format(name=name).encode()
    except OSError:
        return False


def _forget_old_folders(path: Path, above: int, but: str) -> None:
    """Keep the folders written to last. What we did not make stays. Another process may be at the same."""
    ages: dict[str, float] = {}
    for name in _names(above):
        if name != but and re.fullmatch(_FOLDER, name):
            with suppress(OSError), _opened_folder(path / name, above) as place:
                if _is_marked(place, name):
                    ages[name] = os.fstat(place).st_mtime
    for name in sorted(ages, key=ages.__getitem__, reverse=True)[_KEPT_FOLDERS - 1 :]:
        with suppress(OSError), _opened_folder(path / name, above) as place:
            _empty(place)
            os.rmdir(name, dir_fd=above)


def _empty(place: int) -> None:
    """Remove our files from a folder, the mark last, and only if nothing else is left."""
    for name in _names(place):
        if re.fullmatch(_FILE, name):
            with suppress(OSError):  # a folder, perhaps
                os.unlink(name, dir_fd=place)
    if _names(place) == [_MARK]:
        os.unlink(_MARK, dir_fd=place)


# Files


def _digest(name: str, content: bytes) -> bytes:
    """It tells a file from one that was cut off, changed, or has changed places with another."""
    digest = hashlib.blake2b(f"{folder().name}/{name}\n".encode(), digest_size=_DIGEST)
    digest.update(content)
    return digest.digest()


def _read(place: int, name: str) -> bytes:
    found = _read_file(place, name)
    digest, content = found[:_DIGEST], found[_DIGEST:]
    if digest != _digest(name, content):
        raise OSError(errno.EIO, "not what was written")
    return content


def _read_file(place: int, name: str) -> bytes:
    opened = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=place)
    try:
        found = os.fstat(opened)
        if not stat.S_ISREG(found.st_mode) or found.st_size > _LARGEST:
            raise OSError(errno.EIO, "no file of ours")
        with os.fdopen(opened, "rb", closefd=False) as file:
            return file.read()
    finally:
        os.close(opened)


def _write(place: int, name: str, content: bytes) -> None:
    """All of it or nothing: whoever reads or writes the same at this moment sees a whole file."""
    new = f"{name}.{os.urandom(8).hex()}.new"
    opened = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, mode=0o600, dir_fd=place)
    try:
        with os.fdopen(opened, "wb") as file:
            file.write(content)
        try:
            os.replace(new, name, src_dir_fd=place, dst_dir_fd=place)
        except IsADirectoryError:
            _set_aside(place, name)
            os.replace(new, name, src_dir_fd=place, dst_dir_fd=place)
    except BaseException:
        with suppress(OSError):
            os.unlink(new, dir_fd=place)
        raise


def _set_aside(place: int, name: str) -> None:
    """Free a name of ours. A folder there is not ours: if there is anything in it, it is only moved."""
    with suppress(OSError):
        os.unlink(name, dir_fd=place)
        return
    with suppress(OSError):
        os.rmdir(name, dir_fd=place)
        return
    with suppress(OSError):
        os.rename(name, f"{name}.{os.urandom(8).hex()}.aside", src_dir_fd=place, dst_dir_fd=place)
