"""A simulated disk: what was written since the last sync may be lost, torn or reordered by a power cut."""

import os
import random
from collections.abc import Callable
from pathlib import Path

SECTOR = 512
"""Bytes that a power cut writes completely or not at all."""

IOERR_READ, IOERR_SHORT_READ, IOERR_WRITE, IOERR_FSYNC, IOERR_TRUNCATE = 266, 522, 778, 1034, 1546
FULL = 13
_IOERR = 10


class DiskError(Exception):
    """An operation failed; `code` is what SQLite calls it."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class File:
    """The bytes of a file: as programs see them, and as they are on the medium."""

    def __init__(self) -> None:
        self.content = bytearray()
        self.durable = bytearray()
        self.pending: list[tuple[int, bytes | None]] = []  # offset and bytes; None cuts the file off there
        self.is_named_durably = False
        self.mirror: Path | None = None  # a real file with the same bytes, for those who look at its header

    def put(self, offset: int, data: bytes | None) -> None:
        _apply(self.content, offset, data)
        self.pending.append((offset, data))

    def settle(self) -> None:
        """What a sync does."""
        for offset, data in self.pending:
            _apply(self.durable, offset, data)
        self.pending.clear()

    def lose(self, chance: random.Random) -> None:
        """What a power cut does: of what was not synced, some is there, in any order, and some is torn."""
        survivors = []
        fate = chance.random()  # all, none, or each by itself
        for offset, data in self.pending:
            if fate < 0.25 or (fate >= 0.5 and chance.random() < 0.5):
                survivors.append((offset, _torn(data, chance)))
        if fate >= 0.75:
            chance.shuffle(survivors)
        for offset, data in survivors:
            _apply(self.durable, offset, data)
        self.pending.clear()
        self.content = bytearray(self.durable)


def _apply(content: bytearray, offset: int, data: bytes | None) -> None:
    if data is None:
        del content[offset:]
        return
    if offset > len(content):
        content.extend(bytes(offset - len(content)))
    content[offset : offset + len(data)] = data


def _torn(data: bytes | None, chance: random.Random) -> bytes | None:
    if data is None or chance.random() < 0.7:
        return data
    return data[: chance.randrange(0, len(data), SECTOR)]


class Disk:
    """The files of a machine by their names. `tick` is called before every operation, and may raise."""

    def __init__(self, tick: Callable[[str, File | None], None]) -> None:
        self.tick = tick
        self.files: dict[str, File] = {}
        self._deleted: dict[str, File] = {}  # names that a power cut may bring back
        self.is_full = False
        self.writes = 0

    def open(self, name: str, create: bool) -> File:
        self.tick("open", None)
        file = self.files.get(name)
        if file is None:
            if not create:
                raise DiskError(14)
            file = self.files[name] = File()
        return file

    def link(self, name: str, other: str) -> None:
        """A second name for a file."""
        self.files[other] = self.files[name]

    def unlink(self, name: str) -> None:
        self.files.pop(name, None)

    def delete(self, name: str, is_synced: bool) -> None:
        self.tick("delete", None)
        file = self.files.pop(name, None)
        if file is None:
            raise DiskError(5898)
        if not is_synced and file.is_named_durably:
            self._deleted[name] = file

    def read(self, file: File, offset: int, size: int) -> bytes:
        self.tick("read", file)
        return bytes(file.content[offset : offset + size])

    def write(self, file: File, offset: int, data: bytes) -> None:
        self.tick("write", file)
        if self.is_full and offset + len(data) > len(file.content):
            raise DiskError(FULL)
        file.put(offset, data)
        self.writes += 1
        if file.mirror is not None:
            _mirror(file, offset, data)

    def truncate(self, file: File, size: int) -> None:
        self.tick("truncate", file)
        file.put(size, None)

    def sync(self, file: File) -> None:
        """The folder as well, for a new file: SQLite does so for its logs."""
        self.tick("sync", file)
        if not file.is_named_durably:
            self._deleted.clear()
            for each in self.files.values():
                each.is_named_durably = True
        file.settle()

    def cut_power(self, chance: random.Random) -> None:
        """Lose what was not synced, names as well."""
        for name, file in self._deleted.items():
            if name not in self.files and chance.random() < 0.5:
                self.files[name] = file
        self._deleted.clear()
        for name, file in list(self.files.items()):
            if not file.is_named_durably and chance.random() < 0.5:
                del self.files[name]
                file.durable.clear()
                file.pending.clear()
            file.lose(chance)
            if file.mirror is not None:
                _mirror(file, 0, bytes(file.content))


def _mirror(file: File, offset: int, data: bytes) -> None:
    """Only the first bytes, which say whose file it is: nothing else is read but through SQLite."""
    assert file.mirror is not None
    if offset == 0:
        handle = os.open(file.mirror, os.O_WRONLY)
        os.pwrite(handle, data[:100], 0)
        if not data:
            os.ftruncate(handle, 0)
        os.close(handle)
