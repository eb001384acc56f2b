"""The cache of machine code on disk, so that it is compiled only once.

    $XDG_CACHE_HOME/fivesquare/           ~/.cache/fivesquare, if that is not set
        1f0a...-cpython-311/              the code of exactly these sources: the name has a hash of them
            CACHEDIR.TAG                  says that we made the folder; backups leave such folders out
            solver.77e0....code

A changed source, by an edit or an upgrade, is another folder, so what is kept is never stale. What is
loaded from here is run, so it must be what we wrote: both folders and the file have to be ours, not links,
and closed to others for writing; and each file begins with a digest of its place and content.

Whatever is wrong with the cache, a game goes on without it: the code is compiled again, and one line on
standard error says why. `loader.py` knows what the files hold.
"""

import errno
import hashlib
import os
import re
import stat
import sys
import threading
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

_USED = {
    *("bits.py", "board.py", "engine.py", "errors.py", "packed.py", "rulebook.py"),
    *("solver/frame.py", "solver/model.py", "research/layout.py"),
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
_OPEN_TO_OTHERS = stat.S_IWGRP | stat.S_IWOTH
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
    return above / f"{hash_of_sources()[:16]}-{python}"


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


def file_name(function: str, key: str) -> str:
    """The name of a file. `key` says what it is, compiled for what; `function` is for people."""
    return f"{function}.{hashlib.blake2b(key.encode(), digest_size=16).hexdigest()}.code"


def load(name: str) -> bytes | None:
    """What was kept under this name, or None if there is nothing, or nothing that can be trusted."""
    try:
        _check_folders()
    except OSError:  # there is no folder, or none to be trusted: `keep` will say so
        return None
    try:
        return _read(name)
    except FileNotFoundError:
        return None
    except OSError as error:
        _set_aside(folder() / name)
        tell(f"Compiled code in {folder()} was damaged and is compiled again: {_reason(error)}.")
        return None


def keep(name: str, content: bytes) -> None:
    """Keep this under a name, if that is possible."""
    place = None
    try:
        place = folder()
        _make_folders()
        _write(place / name, _digest(name, content) + content)
    except OSError as error:
        where = error.filename if place is None or isinstance(error, _UnsafeError) else place
        tell(f"Compiled code cannot be kept in {where}: {_reason(error)}.")


def _reason(error: OSError) -> str:
    return error.strerror or str(error)


def tell(text: str) -> None:
    """One line on standard error, and only one in the life of a process, however many files are damaged."""
    if _has_told.is_set() or sys.stderr is None:
        return
    _has_told.set()
    with suppress(OSError, ValueError):  # it is closed
        sys.stderr.write(f"({text})\n")
        sys.stderr.flush()


# --- Folders: a folder that was checked is believed, because only we can write to it ---


class _UnsafeError(PermissionError):
    """A folder that others could write to, or have written to."""


def _check_folders() -> None:
    _check_folder(folder().parent)
    _check_folder(folder())


def _check_folder(path: Path) -> None:
    """Raise OSError if a folder is not there, is a link, or is not ours alone."""
    if not hasattr(os, "geteuid"):
        raise OSError(errno.ENOTSUP, "this system cannot tell whose a folder is", str(path))
    found = path.lstat()
    if not stat.S_ISDIR(found.st_mode):
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(path))
    if found.st_uid != os.geteuid():
        raise _UnsafeError(errno.EPERM, "it belongs to another user", str(path))
    if found.st_mode & _OPEN_TO_OTHERS:
        raise _UnsafeError(errno.EPERM, "others may write to it (chmod go-w helps)", str(path))


def _make_folders() -> None:
    """Make our folder, mark it as ours, and remove old ones, unless that is done."""
    path = folder()
    path.parent.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with suppress(FileExistsError):
        path.parent.mkdir(mode=0o700)
    _check_folder(path.parent)
    with suppress(FileExistsError):
        path.mkdir(mode=0o700)
        _remove_old_folders()
    _check_folder(path)
    if not _is_marked(path):
        _write(path / _MARK, _MARK_TEXT.format(name=path.name).encode())


def _is_marked(path: Path) -> bool:
    try:
        return _read_file(path / _MARK) == _MARK_TEXT.format(name=path.name).encode()
    except OSError:
        return False


def _remove_old_folders() -> None:
    """Keep the folders written to last. What we did not make stays. Another process may be at the same."""
    ages: dict[Path, float] = {}
    for path in _paths_in(folder().parent):
        if path != folder() and re.fullmatch(_FOLDER, path.name):
            with suppress(OSError):
                _check_folder(path)
                if _is_marked(path):
                    ages[path] = path.stat().st_mtime
    for path in sorted(ages, key=ages.__getitem__, reverse=True)[_KEPT_FOLDERS - 1 :]:
        with suppress(OSError):
            for file in _paths_in(path):
                if re.fullmatch(_FILE, file.name):
                    with suppress(OSError):  # a folder, perhaps
                        file.unlink()
            if _paths_in(path) == [path / _MARK]:
                (path / _MARK).unlink()
            path.rmdir()


def _paths_in(path: Path) -> list[Path]:
    return list(path.iterdir())


# --- Files ---


def _digest(name: str, content: bytes) -> bytes:
    """It tells a file from one that was cut off, changed, or has changed places with another."""
    digest = hashlib.blake2b(f"{folder().name}/{name}\n".encode(), digest_size=_DIGEST)
    digest.update(content)
    return digest.digest()


def _read(name: str) -> bytes:
    found = _read_file(folder() / name)
    digest, content = found[:_DIGEST], found[_DIGEST:]
    if digest != _digest(name, content):
        raise OSError(errno.EIO, "not what was written")
    return content


def _read_file(path: Path) -> bytes:
    with open(path, "rb", opener=_open_to_read) as file:
        found = os.fstat(file.fileno())
        if not stat.S_ISREG(found.st_mode) or found.st_size > _LARGEST:
            raise OSError(errno.EIO, "not a file of ours")
        # It may have been put there while the folder was open to others.
        if found.st_uid != os.geteuid() or found.st_mode & _OPEN_TO_OTHERS:
            raise OSError(errno.EPERM, "another user could have written it")
        return file.read()


def _open_to_read(path: str, _flags: int) -> int:
    return os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)


def _write(path: Path, content: bytes) -> None:
    """Write atomically: a process that reads or writes the same at this moment sees a whole file."""
    new = path.with_name(f"{path.name}.{os.urandom(8).hex()}.new")
    try:
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode=0o600), "wb") as file:
            file.write(content)
        try:
            new.replace(path)
        except IsADirectoryError:
            _set_aside(path)
            new.replace(path)
    except BaseException:
        with suppress(OSError):
            new.unlink()
        raise


def _set_aside(path: Path) -> None:
    """Free a name of ours. A folder there is not ours: if there is anything in it, it is only moved."""
    for free in (Path.unlink, Path.rmdir):
        with suppress(OSError):
            free(path)
            return
    with suppress(OSError):
        path.rename(path.with_name(f"{path.name}.{os.urandom(8).hex()}.aside"))
