"""Puts the simulated machine beneath the product: time, random numbers, threads and the disk of SQLite.

Nothing of the product is changed. What it asks of Python (`time.time`, `secrets`, `threading.Thread` in the
writer, `sqlite3.connect`) is answered by the world that runs. So a simulation needs a process of its own.
"""

import random
import secrets
import sqlite3
import time
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from fivesquare.web.play.evening_rooms import EveningRoom
from fivesquare.web.play.rooms import Room, Stream
from fivesquare.web.store import writer
from web.simulation.disk import Disk
from web.simulation.event_loop import next_serial, restart_serials
from web.simulation.threads import PausingConnection, Queue, Thread
from web.simulation.vfs import Vfs

if TYPE_CHECKING:
    from web.simulation.world import World

VFS = Vfs()
_connect = sqlite3.connect
_worlds: list["World"] = []


def _world() -> "World":
    return _worlds[-1]


def connect(*arguments: Any, **options: Any) -> sqlite3.Connection:
    """A connection to a simulated disk."""
    connection: sqlite3.Connection = _connect(*arguments, **{"factory": PausingConnection, **options})
    return connection


def install(world: "World") -> None:
    """Run the product on this world from now on."""
    if not _worlds:
        _install_once()
    _worlds[:] = [world]
    restart_serials()
    VFS.restart(world)


def _install_once() -> None:
    _worlds.append(None)  # type: ignore[arg-type]
    VFS.machine = _Nothing()
    VFS.register()
    if not VFS.is_reached():
        raise RuntimeError("the sqlite3 of this Python does not use the SQLite that can be reached")
    replaced: tuple[tuple[Any, str, Any], ...] = (
        (time, "time", lambda: _world().wall()),
        (time, "monotonic", lambda: _world().scheduler.awake),
        (time, "clock_gettime", lambda _clock: _world().scheduler.now),
        (secrets, "token_bytes", lambda nbytes=None: _world().random_bytes(nbytes or 32)),
        (random, "_urandom", lambda count: _world().random_bytes(count)),
        (sqlite3, "connect", lambda *given, **options: _world().connect(*given, **options)),
        (writer, "threading", SimpleNamespace(Thread=_thread)),
        (writer, "SimpleQueue", _queue),
        *((kind, "__hash__", _serial) for kind in (Room, Stream, EveningRoom)),
    )
    for place, name, replacement in replaced:
        setattr(place, name, replacement)


def _thread(*, target: Any, name: str, daemon: bool) -> Thread:
    process = _world().process
    assert process is not None
    return Thread(process.threads, target)


def _queue() -> Queue:
    process = _world().process
    assert process is not None
    return Queue(process.threads)


def _serial(self: Any) -> int:
    """A hash that is not an address: sets are in the same order in every run."""
    try:
        return int(self._serial)
    except AttributeError:
        self._serial = next_serial()
        return int(self._serial)


class _Nothing:
    """The machine before there is a world: to see whether SQLite is reached."""

    def __init__(self) -> None:
        self.disk = Disk(lambda kind, file: None)
        self.owner: None = None

    def wall(self) -> float:
        return 0.0

    def random_bytes(self, count: int) -> bytes:
        return random.Random(0).randbytes(count)
