"""Files of the user's: read if they are small, written whole or not at all, held by one process at a time.

Only a `Growing` file is ever written in part: at its end, and what was not written whole is taken back.
What the system refuses is a FileError that names the file.
"""

import errno
import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from fivesquare.errors import BusyFileError, FileError

try:
    import fcntl
except ImportError:  # a system without locks: do without
    fcntl = None  # type: ignore[assignment]

LARGEST = 16 * 1024 * 1024
_LONGEST_NAME = 200
_MOST_TRIES = 100  # there are file systems where a file is never the same as before
_PIECE = 8192
_NO_WAITING = getattr(os, "O_NONBLOCK", 0)  # opening a FIFO waits for whoever writes into it


def named(path: Path | str) -> str:
    """A path for use in a message: printable, on one line, and of a long one the end."""
    text = str(path)
    return repr(text if len(text) <= _LONGEST_NAME else f"...{text[-_LONGEST_NAME:]}")


def read_text(path: Path, largest: int = LARGEST) -> str:
    """The text of a small regular file, without the mark that some editors put before UTF-8."""
    with _blaming("read", path):
        return _decoded(_bytes_of(path, largest))


def write_whole(path: Path, text: str) -> None:
    """Write a file so that a crash at any moment leaves the old one or the new one, whole.

    What a link leads to is replaced, not the link; the mode of a file that was there is kept.
    """
    with _blaming("write", path):
        os.close(_replace(Path(os.path.realpath(path)), text))


def remove_link(path: Path) -> None:
    """Remove a link; what it leads to stays."""
    with _blaming("remove", path):
        path.unlink(missing_ok=True)


def make_folder(path: Path) -> None:
    """Make a folder of our own, and what is missing above it, for nobody else to look into."""
    with _blaming("make", path):
        for folder in (*reversed(path.parents), path):
            with suppress(FileExistsError):
                folder.mkdir(mode=0o700)
        if not path.is_dir():
            raise OSError(errno.ENOTDIR, "there is something else of that name")


class Hold:
    """A hold on a file: whoever else wants one is refused, until it is released or this process ends.

    The lock is on the file itself, so that nothing has to lie beside it; every new version is locked before
    it takes the old one's place. Where the file system has no locks, two processes can still not overwrite
    each other: a file that is not as we left it is not written.
    """

    def __init__(self, path: Path, create: bool = False) -> None:
        """Take hold of a file that is there or, with `create`, of a new and empty one."""
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
        """What stands in the file."""
        with _blaming("read", self._given):
            return _decoded(self._content)

    def write(self, text: str) -> None:
        """Write the file whole, as `write_whole` does, if it is as we left it."""
        with _blaming("write", self._given):
            self._check_unchanged()
            handle = _replace(self.path, text)
        os.close(self._handle)
        self._handle, self._content, self._is_blank = handle, text.encode(), False

    def remove(self) -> None:
        """Remove the file, if it is as we left it."""
        with _blaming("remove", self._given):
            self._check_unchanged()
            self.path.unlink(missing_ok=True)
        self._is_blank = False

    def release(self) -> None:
        """Let go. A file that was made and never written goes as well."""
        if self._handle < 0:
            return
        if self._is_blank:
            with suppress(FileError):
                self.remove()
        os.close(self._handle)
        self._handle = -1

    def _check_unchanged(self) -> None:
        try:
            content = _bytes_of(self.path, LARGEST)
        except FileNotFoundError:
            return
        if content != self._content:
            raise OSError(errno.EBUSY, "something else has changed it meanwhile")


class Growing:
    """A file that only grows, a piece at a time, and is held by one process at a time.

    What was appended lasts through a power cut. A piece that could not be written whole is taken back.
    """

    def __init__(self, path: Path) -> None:
        """Take hold of a file that is there, or of a new and empty one."""
        with _blaming("write", path):
            self._given, real = path, Path(os.path.realpath(path))
            self._handle, is_new = _take(real, create=True)
            self.size = os.fstat(self._handle).st_size
            if is_new:
                _sync_folder(real.parent)
            elif not os.access(real, os.W_OK):
                self.release()
                raise OSError(errno.EACCES, os.strerror(errno.EACCES))

    def lines(self) -> Iterator[tuple[int, bytes]]:
        """Every line and where it begins; the last one may have no end, and one too large has none."""
        start = 0
        with _blaming("read", self._given), os.fdopen(os.dup(self._handle), "rb") as file:
            file.seek(0)
            while line := file.readline(LARGEST):
                yield start, line
                start += len(line)

    def line_at(self, start: int) -> bytes:
        """The line that begins there."""
        with _blaming("read", self._given):
            line = b""
            while not line.endswith(b"\n") and (more := os.pread(self._handle, _PIECE, start + len(line))):
                line += more[: more.find(b"\n") + 1 or len(more)]
            return line

    def append(self, data: bytes) -> None:
        """Write at the end; it is on the disk when this returns, or else nothing of it is."""
        with _blaming("write", self._given):
            try:
                os.ftruncate(self._handle, self.size)  # in case that taking back has failed before
                done = 0
                while done < len(data):
                    done += os.pwrite(self._handle, data[done:], self.size + done)
                os.fsync(self._handle)
                self.size += len(data)
            except BaseException:  # Ctrl-C as well
                with suppress(OSError):
                    os.ftruncate(self._handle, self.size)
                raise

    def cut(self, size: int) -> None:
        """Take away what stands behind the first `size` bytes."""
        with _blaming("write", self._given):
            os.ftruncate(self._handle, size)
            os.fsync(self._handle)
        self.size = size

    def release(self) -> None:
        """Let go."""
        if self._handle >= 0:
            os.close(self._handle)
        self._handle = -1


@contextmanager
def _blaming(verb: str, path: Path) -> Iterator[None]:
    """What the system refuses in here is about this file."""
    try:
        yield
    except BlockingIOError:
        raise BusyFileError(f"{named(path)} is in use by another process") from None
    except OSError as error:
        raise FileError(f"cannot {verb} {named(path)}: {error.strerror}") from None
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
    """An open handle. Nothing but a regular file is opened: FIFOs and devices act when they are."""
    _check_regular(path.stat())
    handle = os.open(path, access | _NO_WAITING)
    try:
        _check_regular(os.fstat(handle))
    except BaseException:
        os.close(handle)
        raise
    return handle


def _check_regular(status: os.stat_result) -> None:
    if stat.S_ISDIR(status.st_mode):
        raise OSError(errno.EISDIR, "it is a folder")
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "it is not a regular file")


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


def _take(path: Path, create: bool) -> tuple[int, bool]:
    """A handle of the file of that name, locked, and whether we have just made it."""
    tries = 0
    while True:
        handle, is_new = _open_to_hold(path, create)
        if not _lock(handle):
            os.close(handle)
            raise BlockingIOError
        tries += 1
        if _is_at(path, handle) or tries == _MOST_TRIES:
            return handle, is_new
        os.close(handle)  # it was replaced or removed before we had the lock


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
    """Whether a name still leads to the file that was opened by it."""
    try:
        return os.path.samestat(path.stat(), os.fstat(handle))
    except FileNotFoundError:
        return False


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
