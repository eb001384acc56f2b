"""Files of the user's: read if they are small, written whole or not at all, held by one process at a time.

What the system refuses is a FileError that names the file.
"""

import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from fivesquare.errors import FileError

try:
    import fcntl
except ImportError:  # a system without locks: do without
    fcntl = None  # type: ignore[assignment]

LARGEST = 16 * 1024 * 1024
_LONGEST_NAME = 200
_NO_WAITING = getattr(os, "O_NONBLOCK", 0)  # opening a FIFO waits for whoever writes into it


def named(path: Path | str) -> str:
    """A path for use in a message: printable, on one line, and of a long one the end."""
    text = str(path)
    return repr(text if len(text) <= _LONGEST_NAME else f"...{text[-_LONGEST_NAME:]}")


def read_text(path: Path, largest: int = LARGEST) -> str:
    """The text of a small regular file, without the mark that some editors put before UTF-8."""
    with _blaming("read", path):
        with os.fdopen(_open_regular(path), "rb") as file:
            data = file.read(largest + 1)
        if len(data) > largest:
            raise FileError(f"cannot read {named(path)}: it is larger than {largest:,} bytes")
        try:
            return data.decode("utf-8-sig")
        except UnicodeDecodeError:
            raise FileError(f"cannot read {named(path)}: not a text file") from None


def write_whole(path: Path, text: str) -> None:
    """Write a file so that a crash at any moment leaves the old one or the new one, whole.

    What a link leads to is replaced, not the link; the mode of a file that was there is kept.
    """
    with _blaming("write", path):
        os.close(_replace(Path(os.path.realpath(path)), text))


def make_folder(path: Path) -> None:
    """Make a folder of our own, and what is missing above it, for nobody else to look into."""
    with _blaming("make", path):
        for folder in (*reversed(path.parents), path):
            with suppress(FileExistsError):
                folder.mkdir(mode=0o700)
        if not path.is_dir():
            raise FileError(f"cannot make {named(path)}: there is something else of that name")


@contextmanager
def _blaming(verb: str, path: Path) -> Iterator[None]:
    """What the system refuses in here is about this file."""
    try:
        yield
    except FileError:
        raise
    except OSError as error:
        raise FileError(f"cannot {verb} {named(path)}: {error.strerror}") from None
    except ValueError:  # a NUL in the name, or letters that the locale does not have
        raise FileError(f"{named(path)} cannot be the name of a file") from None


def _open_regular(path: Path) -> int:
    """A handle to read from. Nothing but a regular file is opened: devices and FIFOs act when they are."""
    _check_regular(path.stat(), path)
    handle = os.open(path, os.O_RDONLY | _NO_WAITING)
    try:
        _check_regular(os.fstat(handle), path)
    except BaseException:
        os.close(handle)
        raise
    return handle


def _check_regular(status: os.stat_result, path: Path) -> None:
    if stat.S_ISDIR(status.st_mode):
        raise FileError(f"cannot read {named(path)}: it is a folder")
    if not stat.S_ISREG(status.st_mode):
        raise FileError(f"cannot read {named(path)}: it is not a regular file")


def _replace(path: Path, text: str) -> int:
    """Put a new file in the place of an old one; a handle of the new one, which is locked."""
    part = path.with_name(f".fivesquare-{secrets.token_hex(4)}.part")
    handle = -1
    try:
        with part.open("x", encoding="utf-8") as file:
            handle = os.dup(file.fileno())
            _lock(handle)
            _take_after(path, handle)
            file.write(text)
            file.flush()
            os.fsync(handle)
        part.replace(path)
    except BaseException:
        if handle >= 0:
            os.close(handle)
        part.unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)
    return handle


def _take_after(old: Path, handle: int) -> None:
    """Give a new file the mode of the one it replaces, and its owner where that is allowed."""
    try:
        status = old.stat()
    except FileNotFoundError:
        return
    mine = os.fstat(handle)
    if (status.st_uid, status.st_gid) != (mine.st_uid, mine.st_gid):
        with suppress(OSError):
            os.chown(handle, status.st_uid, status.st_gid)
    if status.st_mode != mine.st_mode:
        with suppress(OSError):  # some file systems know no modes
            os.chmod(handle, stat.S_IMODE(status.st_mode))


def _sync_folder(folder: Path) -> None:
    """Make the rename last through a power cut; where folders cannot be opened or synced, do without."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _lock(handle: int) -> bool:
    """Lock an open file for this process; False if another one has it.

    The lock goes with the handle, so a dead process holds nothing. Where locks are refused, do without.
    """
    if fcntl is None:
        return True
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True
