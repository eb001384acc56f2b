"""The user's files: small ones read, written atomically, and locked by one process at a time.

Only a `Growing` file is written in place, at its end, and an incomplete write is undone. System errors
become FileErrors that name the file.
"""

import errno
import os
import secrets
import stat
import struct
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from fivesquare.errors import BusyFileError, FileError

try:
    import fcntl
except ImportError:  # a system without file locks
    fcntl = None  # type: ignore[assignment]

LARGEST = 16 * 1024 * 1024
_LONGEST_NAME = 200
_MOST_TRIES = 100  # on some file systems a file is never the same as before
_PIECE = 8192
_FLOCK = "hhqqi0q"  # the kernel's struct flock: kind, from where, start, length, process
_PASSING = (errno.EIO, errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.ESTALE, errno.ETIMEDOUT)
_NO_WAITING = getattr(os, "O_NONBLOCK", 0)  # opening a FIFO would wait for a writer


def named(path: Path | str) -> str:
    """A path for use in a message: printable, on one line, long ones cut to their end."""
    text = str(path)
    return repr(text if len(text) <= _LONGEST_NAME else f"...{text[-_LONGEST_NAME:]}")


def read_text(path: Path, largest: int = LARGEST) -> str:
    """The text of a small regular file, without a UTF-8 byte order mark."""
    with _blaming("read", path):
        return _decoded(_bytes_of(path, largest))


def write_whole(path: Path, text: str) -> None:
    """Write a file atomically: a crash at any moment leaves either the old file or the new one.

    The target of a link is replaced, not the link; an existing file's mode is preserved.
    """
    with _blaming("write", path):
        _close(_replace(Path(os.path.realpath(path)), text))


@contextmanager
def new_file(path: Path, replace: bool = True) -> Iterator[IO[bytes]]:
    """A file written atomically: it appears when all is written, or not at all.

    Without `replace` a FileExistsError says that the name was taken in the meantime.
    """
    place = Path(os.path.realpath(path))
    part = place.with_name(f".fivesquare-{secrets.token_hex(4)}.part")
    try:
        with _made_like(place, part) as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        if replace:
            part.replace(place)
        else:
            _take_free_name(part, place)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    _sync_folder(place.parent)


def _take_free_name(part: Path, place: Path) -> None:
    try:
        place.hardlink_to(part)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        with place.open("xb"):
            part.replace(place)
    else:
        part.unlink()


def by_age(folder: Path, pattern: str) -> list[Path]:
    """The files in a folder whose names match, newest first; none if there is no such folder."""
    with _blaming("read", folder):
        try:
            found = [path for path in folder.iterdir() if path.match(pattern)]
        except (FileNotFoundError, NotADirectoryError, PermissionError):
            return []
        return sorted(found, key=_time_of, reverse=True)


def _time_of(path: Path) -> float:
    """When a file was last written; 0 if it has been deleted since, or is a link to nothing."""
    try:
        return path.stat().st_mtime
    except OSError as error:
        if error.errno in _PASSING:
            raise  # any other order would be wrong
        return 0.0


def remove_link(path: Path) -> None:
    """Remove a link, but not its target."""
    with _blaming("remove", path):
        path.unlink(missing_ok=True)


def put_link(path: Path, target: Path) -> None:
    """Replace a file by a link, atomically."""
    part = path.with_name(f".fivesquare-{secrets.token_hex(4)}.part")
    with _blaming("write", path):
        part.symlink_to(os.path.realpath(target))
        try:
            part.replace(path)
        except BaseException:
            part.unlink(missing_ok=True)
            raise
        _sync_folder(path.parent)


def make_folder(path: Path) -> None:
    """Make a folder with its parents, readable by the user alone."""
    with _blaming("make", path):
        for folder in (*reversed(path.parents), path):
            with suppress(FileExistsError):
                folder.mkdir(mode=0o700)
        if not path.is_dir():
            raise OSError(errno.ENOTDIR, "there is something else of that name")


class LockedFile:
    """An exclusive lock on a file, until it is released or this process ends.

    The file itself is locked, not a lock file beside it; every new version is locked before it replaces the
    old one. Even on a file system without locks two processes cannot overwrite each other: a file that is
    not as we left it is not written.
    """

    def __init__(self, path: Path, create: bool = False) -> None:
        """Lock an existing file or, with `create`, a new empty one."""
        with _blaming("write" if create else "read", path):
            self._given, self.path = path, Path(os.path.realpath(path))
            self._handle, self._is_blank = _take(self.path, create)
            self._content = b""
            try:
                self._content = _bytes_of(self.path, LARGEST)
            except BaseException:
                self.release()
                raise

    @property
    def text(self) -> str:
        """The contents of the file."""
        with _blaming("read", self._given):
            return _decoded(self._content)

    def write(self, text: str) -> None:
        """Write the file atomically, as `write_whole` does, if it is as we left it."""
        with _blaming("write", self._given):
            self._check_unchanged()
            handle = _replace(self.path, text)
        _close(self._handle)
        self._handle, self._content, self._is_blank = handle, text.encode(), False

    def remove(self) -> None:
        """Remove the file, if it is as we left it."""
        with _blaming("remove", self._given):
            self._check_unchanged()
            self.path.unlink(missing_ok=True)
        self._is_blank = False

    def release(self) -> None:
        """Release the lock. A file that was created and never written is removed."""
        if self._handle < 0:
            return
        if self._is_blank:
            with suppress(FileError):
                self.remove()
        _close(self._handle)
        self._handle = -1

    def _check_unchanged(self) -> None:
        try:
            content = _bytes_of(self.path, LARGEST)
        except FileNotFoundError:
            return
        if content != self._content:
            raise OSError(errno.EBUSY, "something else has changed it")


class DatabaseLock:
    """A lock on a file that another library writes and locks itself: SQLite's.

    It locks the file, not its name, so hard links share it. It is an open file description lock, which
    closing the file elsewhere in this process does not release, on the first byte, which SQLite never
    locks. Only Linux has these locks; elsewhere nothing is locked.
    """

    def __init__(self, path: Path) -> None:
        """Lock a file, made for the user alone if missing; BusyFileError if another process has it."""
        with _blaming("write", path):
            self._handle = os.open(path, os.O_RDWR | os.O_CREAT | _NO_WAITING, 0o600)
            if not _lock_first_byte(self._handle):
                self.release()
                raise BlockingIOError

    def release(self) -> None:
        """Release the lock."""
        if self._handle >= 0:
            _close(self._handle)
        self._handle = -1


class Growing:
    """An append-only file, locked by one process at a time.

    What was appended survives a power cut. An incomplete append is undone.
    """

    def __init__(self, path: Path) -> None:
        """Lock an existing file, or a new empty one."""
        with _blaming("write", path):
            self._given, real = path, Path(os.path.realpath(path))
            self._handle, is_new = _take(real, create=True)
            try:
                self.size = os.fstat(self._handle).st_size
                if not (is_new or os.access(real, os.W_OK)):
                    raise OSError(errno.EACCES, os.strerror(errno.EACCES))
            except BaseException:
                self.release()
                raise
            if is_new:
                _sync_folder(real.parent)

    def lines(self) -> Iterator[tuple[int, bytes]]:
        """Every line and its offset; the last may be incomplete, and a very long one comes in pieces."""
        start = 0
        with _blaming("read", self._given), os.fdopen(os.dup(self._handle), "rb") as file:
            file.seek(0)
            while line := file.readline(LARGEST):
                yield start, line
                start += len(line)

    def line_at(self, start: int) -> bytes:
        """The line at this offset."""
        with _blaming("read", self._given):
            line = b""
            while not line.endswith(b"\n") and (more := os.pread(self._handle, _PIECE, start + len(line))):
                line += more[: more.find(b"\n") + 1 or len(more)]
            return line

    def append(self, data: bytes) -> None:
        """Append data durably: it is all on disk when this returns, or none of it is."""
        with _blaming("write", self._given):
            try:
                os.ftruncate(self._handle, self.size)  # in case an earlier undo failed
                done = 0
                while done < len(data):
                    done += os.pwrite(self._handle, data[done:], self.size + done)
                os.fsync(self._handle)
                self.size += len(data)
            except BaseException:  # Ctrl-C too
                with suppress(OSError):
                    os.ftruncate(self._handle, self.size)
                raise

    def cut(self, size: int) -> None:
        """Remove everything after the first `size` bytes."""
        with _blaming("write", self._given):
            os.ftruncate(self._handle, size)
            os.fsync(self._handle)
        self.size = size

    def release(self) -> None:
        """Release the lock."""
        if self._handle >= 0:
            _close(self._handle)
        self._handle = -1


@contextmanager
def _blaming(verb: str, path: Path) -> Iterator[None]:
    """Turn system errors in the block into FileErrors about this file."""
    try:
        yield
    except BlockingIOError:
        raise BusyFileError(f"{named(path)} is in use by another process") from None
    except OSError as error:
        failure = FileError(f"cannot {verb} {named(path)}: {error.strerror}")
        failure.is_passing = error.errno in _PASSING
        raise failure from None
    except ValueError:  # a NUL in the name, or letters that the locale does not have
        raise FileError(f"{named(path)} cannot be the name of a file") from None


def _bytes_of(path: Path, largest: int) -> bytes:
    with os.fdopen(_open_regular(path), "rb") as file:
        data = file.read(largest + 1)
    if len(data) > largest:
        raise OSError(errno.EFBIG, f"it is larger than {largest:,} bytes")
    return data


def _decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise OSError(errno.EILSEQ, "not a text file") from None


def _open_regular(path: Path, access: int = os.O_RDONLY) -> int:
    """An open handle of a regular file; opening a FIFO or a device could have effects."""
    _check_regular(path.stat())
    handle = os.open(path, access | _NO_WAITING)
    try:
        _check_regular(os.fstat(handle))
    except BaseException:
        _close(handle)
        raise
    return handle


def _close(handle: int) -> None:
    """Close a handle. What was written is on the disk by then, so a late error means nothing."""
    with suppress(OSError):
        os.close(handle)


def _check_regular(status: os.stat_result) -> None:
    if stat.S_ISDIR(status.st_mode):
        raise OSError(errno.EISDIR, "it is a folder")
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "it is not a regular file")


def _replace(path: Path, text: str) -> int:
    """Replace a file by a new one, and return a locked handle of the new one."""
    handle = -1
    try:
        with new_file(path) as file:
            handle = os.dup(file.fileno())
            _lock(handle)
            file.write(text.encode())
    except BaseException:
        if handle >= 0:
            _close(handle)
        raise
    return handle


def _made_like(old: Path, new: Path) -> IO[bytes]:
    """A new file with the mode of the one that it will replace, and its owner where that is allowed."""
    try:
        status = old.stat()
    except FileNotFoundError:
        return new.open("xb")
    mode = stat.S_IMODE(status.st_mode)
    # Never open to more people, not for a moment.
    file = open(new, "xb", opener=lambda path, flags: os.open(path, flags, mode))  # noqa: SIM115
    with suppress(OSError):  # some file systems have no modes
        mine = os.fstat(file.fileno())
        if (status.st_uid, status.st_gid) != (mine.st_uid, mine.st_gid):
            with suppress(OSError):
                os.chown(file.fileno(), status.st_uid, status.st_gid)
        if mode != stat.S_IMODE(mine.st_mode):
            os.fchmod(file.fileno(), mode)
    return file


def _sync_folder(folder: Path) -> None:
    """Make a rename durable, on systems where folders can be synced."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _take(path: Path, create: bool) -> tuple[int, bool]:
    """A locked handle of the file, and whether we have just created it."""
    tries = 0
    while True:
        handle, is_new = _open_to_hold(path, create)
        try:
            if not _lock(handle):
                raise BlockingIOError
            tries += 1
            if _is_at(path, handle) or tries == _MOST_TRIES:
                return handle, is_new
        except BaseException:  # with the handle goes the lock
            _close(handle)
            raise
        _close(handle)  # replaced or removed before we had the lock


def _open_to_hold(path: Path, create: bool) -> tuple[int, bool]:
    if create:
        with suppress(FileExistsError):
            return os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o666), True
    try:
        return _open_regular(path, os.O_RDWR), False  # some systems lock only what may be written
    except PermissionError:
        return _open_regular(path), False
    except OSError as error:
        if error.errno != errno.EROFS:
            raise
        return _open_regular(path), False


def _is_at(path: Path, handle: int) -> bool:
    """Whether a path still names the file that was opened by it."""
    try:
        return os.path.samestat(path.stat(), os.fstat(handle))
    except FileNotFoundError:
        return False


def _lock(handle: int) -> bool:
    """Lock an open file for this process; False if another process has it.

    The lock ends with the handle, so a dead process holds nothing. A system that refuses locks is ignored.
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


def _lock_first_byte(handle: int) -> bool:
    """Lock one byte with an open file description lock; False if another process has it."""
    how = getattr(fcntl, "F_OFD_SETLK", None)
    if how is None:
        return True
    try:
        fcntl.fcntl(handle, how, struct.pack(_FLOCK, fcntl.F_WRLCK, os.SEEK_SET, 0, 1, 0))
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True
