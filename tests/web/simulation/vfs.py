"""The simulated disk beneath SQLite: a VFS, registered in the library that Python's own sqlite3 uses.

So the product's store runs unchanged, with SQLite's own pager, log and recovery. Locks and shared memory
are those of one machine. See https://sqlite.org/vfs.html for what each function has to do.
"""

import _sqlite3
import ctypes
import sqlite3
from collections.abc import Callable
from typing import Any, Protocol

from web.simulation.disk import IOERR_SHORT_READ, Disk, DiskError, File

_OK, _BUSY, _IOERR, _NOTFOUND, _CANTOPEN = 0, 5, 10, 12, 14
_NONE, _SHARED, _RESERVED, _PENDING, _EXCLUSIVE = range(5)
_UNLOCK, _SHM_EXCLUSIVE = 1, 8
_SLOTS = 8
_POWERSAFE_OVERWRITE = 0x1000  # as on Linux
_CREATE, _MAIN_DB = 0x4, 0x100
_JULIAN_1970 = 2440587.5

_int, _ptr, _i64 = ctypes.c_int, ctypes.c_void_p, ctypes.c_int64
_out = ctypes.POINTER(ctypes.c_int)


class Owner(Protocol):
    """The process that has a file open."""

    is_dead: bool


class Machine(Protocol):
    """What the VFS asks of the simulated machine."""

    disk: Disk

    @property
    def owner(self) -> Owner | None:
        """The process whose code runs now."""
        ...

    def wall(self) -> float: ...

    def random_bytes(self, count: int) -> bytes: ...


class Handle:
    """A file that a connection has open, and its locks."""

    def __init__(self, name: str, file: File, owner: Owner | None) -> None:
        self.name, self.file, self.owner = name, file, owner
        self.level = _NONE
        self.shared = self.exclusive = 0  # bits, of the slots of shared memory
        self.shm: Shm | None = None

    @property
    def is_dead(self) -> bool:
        return self.owner is not None and self.owner.is_dead


class Shm:
    """The shared memory of a database, by its name."""

    def __init__(self) -> None:
        self.regions: list[Any] = []
        self.handles: list[Handle] = []


class Vfs:
    """Serves one machine at a time."""

    machine: Machine

    def __init__(self) -> None:
        self._handles: dict[int, Handle] = {}
        self._shms: dict[str, Shm] = {}
        self._library = ctypes.CDLL(_library_path())
        functions: tuple[Callable[..., object], ...] = (
            self._close, self._read, self._write, self._truncate, self._sync, self._size, self._lock,
            self._unlock, self._check_reserved, self._control, self._sector, self._characteristics,
            self._shm_map, self._shm_lock, self._barrier, self._shm_unmap,
        )  # fmt: skip
        kinds: list[Any] = [kind for _, kind in _METHODS]
        self._methods = _Methods(2, *(kind(each) for kind, each in zip(kinds, functions, strict=True)))
        self._methods_at = ctypes.addressof(self._methods)
        self._record = _Vfs(
            1, 16, 512, None, b"simulated", None,
            _OPEN(self._open), _DELETE(self._delete), _ACCESS(self._access), _FULL_NAME(self._full_name),
            None, None, None, None,
            _RANDOMNESS(self._randomness), _SLEEP(self._sleep), _TIME(self._time), _LAST(self._last_error),
        )  # fmt: skip

    def register(self) -> None:
        """Become the default of this process."""
        if self._library.sqlite3_vfs_register(ctypes.byref(self._record), 1) != _OK:
            raise RuntimeError("SQLite takes no VFS")

    def is_reached(self) -> bool:
        """Whether Python's sqlite3 uses the library in which this is registered."""
        before = len(self._handles)
        connection = sqlite3.connect("/simulated/probe")
        try:
            connection.execute("PRAGMA user_version").fetchone()
            return len(self._handles) > before
        finally:
            connection.close()

    def restart(self, machine: Machine) -> None:
        """Serve another machine, with a fresh stream of random numbers."""
        self.machine = machine
        self._library.sqlite3_randomness(0, None)
        self._shms.clear()

    def release(self, owner: Owner | None) -> None:
        """A process has ended: its locks are gone. None: all of them, the machine is off."""
        for handle in self._handles.values():
            if owner is None or handle.owner is owner:
                handle.level = handle.shared = handle.exclusive = 0
                if handle.shm is not None and handle in handle.shm.handles:
                    self._drop_shm(handle)

    # --- Files ---

    def _open(self, _vfs: int, name: bytes | None, file: int, flags: int, out: Any) -> int:
        ctypes.c_void_p.from_address(file).value = None
        try:
            if name is None:
                handle = Handle("", File(), None)
            else:
                text = name.decode()
                disk = self.machine.disk
                handle = Handle(text, disk.open(text, bool(flags & _CREATE)), self.machine.owner)
        except DiskError as error:
            return error.code
        self._handles[file] = handle
        ctypes.c_void_p.from_address(file).value = self._methods_at
        if out:
            out[0] = flags
        return _OK

    def _close(self, file: int) -> int:
        handle = self._handles.pop(file)
        handle.level = _NONE
        return _OK

    def _read(self, file: int, buffer: int, size: int, offset: int) -> int:
        handle = self._handles[file]
        try:
            self._check(handle)
            data = self.machine.disk.read(handle.file, offset, size)
        except DiskError as error:
            return error.code
        ctypes.memmove(buffer, data, len(data))
        if len(data) < size:
            ctypes.memset(buffer + len(data), 0, size - len(data))
            return IOERR_SHORT_READ
        return _OK

    def _write(self, file: int, buffer: int, size: int, offset: int) -> int:
        handle = self._handles[file]
        try:
            self._check(handle)
            self.machine.disk.write(handle.file, offset, ctypes.string_at(buffer, size))
        except DiskError as error:
            return error.code
        return _OK

    def _truncate(self, file: int, size: int) -> int:
        handle = self._handles[file]
        return self._tried(handle, lambda: self.machine.disk.truncate(handle.file, size))

    def _sync(self, file: int, _flags: int) -> int:
        handle = self._handles[file]
        return self._tried(handle, lambda: self.machine.disk.sync(handle.file))

    def _size(self, file: int, out: Any) -> int:
        out[0] = len(self._handles[file].file.content)
        return _OK

    def _tried(self, handle: Handle, work: Callable[[], None]) -> int:
        try:
            self._check(handle)
            work()
        except DiskError as error:
            return error.code
        return _OK

    def _check(self, handle: Handle) -> None:
        if handle.is_dead:
            raise DiskError(_IOERR)

    def _control(self, _file: int, _operation: int, _argument: int) -> int:
        return _NOTFOUND

    def _sector(self, _file: int) -> int:
        return 4096

    def _characteristics(self, _file: int) -> int:
        return _POWERSAFE_OVERWRITE

    # --- Locks of the file ---

    def _lock(self, file: int, level: int) -> int:
        handle = self._handles[file]
        if handle.is_dead:
            return _IOERR
        if handle.level >= level:
            return _OK
        others = [
            each.level
            for each in self._handles.values()
            if each is not handle and each.file is handle.file and each.name
        ]
        highest = max(others, default=_NONE)
        if level == _SHARED and highest >= _PENDING:
            return _BUSY
        if level == _RESERVED and highest >= _RESERVED:
            return _BUSY
        if level == _EXCLUSIVE and highest > _NONE:
            if highest < _RESERVED:
                handle.level = _PENDING
            return _BUSY
        handle.level = level
        return _OK

    def _unlock(self, file: int, level: int) -> int:
        handle = self._handles[file]
        handle.level = min(handle.level, level)
        return _OK

    def _check_reserved(self, file: int, out: Any) -> int:
        handle = self._handles[file]
        out[0] = any(each.level >= _RESERVED for each in self._handles.values() if each.file is handle.file)
        return _OK

    # --- Shared memory ---

    def _shm_map(self, file: int, region: int, size: int, extend: int, out: Any) -> int:
        handle = self._handles[file]
        if handle.is_dead:
            return _IOERR
        if handle.shm is None:
            handle.shm = self._shms.setdefault(handle.name, Shm())
            handle.shm.handles.append(handle)
        regions = handle.shm.regions
        while extend and len(regions) <= region:
            regions.append(ctypes.create_string_buffer(size))
        out[0] = ctypes.addressof(regions[region]) if region < len(regions) else None
        return _OK

    def _shm_lock(self, file: int, first: int, count: int, flags: int) -> int:
        handle = self._handles[file]
        if handle.is_dead or handle.shm is None:
            return _IOERR
        mask = ((1 << count) - 1) << first
        if flags & _UNLOCK:
            handle.shared &= ~mask
            handle.exclusive &= ~mask
            return _OK
        for each in handle.shm.handles:
            if each is not handle and (
                each.exclusive & mask or (flags & _SHM_EXCLUSIVE and each.shared & mask)
            ):
                return _BUSY
        if flags & _SHM_EXCLUSIVE:
            handle.exclusive |= mask
        else:
            handle.shared |= mask
        return _OK

    def _barrier(self, _file: int) -> None:
        """There is one thread at a time."""

    def _shm_unmap(self, file: int, _delete: int) -> int:
        handle = self._handles[file]
        if handle.shm is not None and handle in handle.shm.handles:
            self._drop_shm(handle)
        return _OK

    def _drop_shm(self, handle: Handle) -> None:
        """The last to leave shared memory takes it along: whoever comes next begins anew."""
        assert handle.shm is not None
        handle.shm.handles.remove(handle)
        if not handle.shm.handles and self._shms.get(handle.name) is handle.shm:
            del self._shms[handle.name]
        if not handle.is_dead:
            handle.shm = None

    # --- Names, time and chance ---

    def _delete(self, _vfs: int, name: bytes, is_synced: int) -> int:
        try:
            self.machine.disk.delete(name.decode(), bool(is_synced))
        except DiskError as error:
            return error.code
        return _OK

    def _access(self, _vfs: int, name: bytes, _flags: int, out: Any) -> int:
        file = self.machine.disk.files.get(name.decode())
        out[0] = file is not None
        return _OK

    def _full_name(self, _vfs: int, name: bytes, size: int, out: int) -> int:
        ctypes.memmove(out, name + b"\0", min(size, len(name) + 1))
        return _OK

    def _randomness(self, _vfs: int, size: int, out: int) -> int:
        ctypes.memmove(out, self.machine.random_bytes(size), size)
        return size

    def _sleep(self, _vfs: int, microseconds: int) -> int:
        return microseconds

    def _time(self, _vfs: int, out: Any) -> int:
        out[0] = _JULIAN_1970 + self.machine.wall() / 86400
        return _OK

    def _last_error(self, _vfs: int, _size: int, _out: int) -> int:
        return _OK


def _library_path() -> str:
    """The library that Python's sqlite3 is linked with."""
    path = getattr(_sqlite3, "__file__", None)
    if path is not None:
        ctypes.CDLL(path)  # with its symbols come those of the library it needs
        return str(path)
    raise RuntimeError("the SQLite of this Python cannot be reached")


def _function(*arguments: Any) -> Any:
    return ctypes.CFUNCTYPE(_int, *arguments)


_METHODS: list[tuple[str, Any]] = [
    ("close", _function(_ptr)),
    ("read", _function(_ptr, _ptr, _int, _i64)),
    ("write", _function(_ptr, _ptr, _int, _i64)),
    ("truncate", _function(_ptr, _i64)),
    ("sync", _function(_ptr, _int)),
    ("size", _function(_ptr, ctypes.POINTER(_i64))),
    ("lock", _function(_ptr, _int)),
    ("unlock", _function(_ptr, _int)),
    ("check_reserved", _function(_ptr, _out)),
    ("control", _function(_ptr, _int, _ptr)),
    ("sector", _function(_ptr)),
    ("characteristics", _function(_ptr)),
    ("shm_map", _function(_ptr, _int, _int, _int, ctypes.POINTER(_ptr))),
    ("shm_lock", _function(_ptr, _int, _int, _int)),
    ("barrier", ctypes.CFUNCTYPE(None, _ptr)),
    ("shm_unmap", _function(_ptr, _int)),
]


class _Methods(ctypes.Structure):
    _fields_ = [("version", _int), *_METHODS]


_OPEN = _function(_ptr, ctypes.c_char_p, _ptr, _int, _out)
_DELETE = _function(_ptr, ctypes.c_char_p, _int)
_ACCESS = _function(_ptr, ctypes.c_char_p, _int, _out)
_FULL_NAME = _function(_ptr, ctypes.c_char_p, _int, _ptr)
_RANDOMNESS = _function(_ptr, _int, _ptr)
_SLEEP = _function(_ptr, _int)
_TIME = _function(_ptr, ctypes.POINTER(ctypes.c_double))
_LAST = _function(_ptr, _int, _ptr)


class _Vfs(ctypes.Structure):
    _fields_ = [
        ("version", _int),
        ("file_size", _int),
        ("longest_name", _int),
        ("next", _ptr),
        ("name", ctypes.c_char_p),
        ("data", _ptr),
        ("open", _OPEN),
        ("delete", _DELETE),
        ("access", _ACCESS),
        ("full_name", _FULL_NAME),
        ("dl_open", _ptr),
        ("dl_error", _ptr),
        ("dl_symbol", _ptr),
        ("dl_close", _ptr),
        ("randomness", _RANDOMNESS),
        ("sleep", _SLEEP),
        ("time", _TIME),
        ("last_error", _LAST),
    ]
