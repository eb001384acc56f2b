"""Faults, and the library that makes them: it answers calls of this process in the place of libc."""

import ctypes
import errno
import os
import subprocess
from enum import IntFlag
from pathlib import Path
from typing import NamedTuple

SOURCE = Path(__file__).with_name("shim.c")
LIBRARY = "shim.so"


class Calls(IntFlag):
    """Kinds of calls, with the numbers of the library."""

    OPEN = 1
    READ = 2
    WRITE = 4
    SYNC = 8
    NAME = 16  # rename, link
    FOLDER = 32  # made, or opened to be listed
    LOOK = 64  # stat and its like
    LOCK = 128
    SIZE = 256  # ftruncate
    MODE = 512  # chmod, chown
    CLOSE = 1024
    REMOVE = 2048
    MAKE = 4096  # opened, and made if missing


_FILLING = Calls.MAKE | Calls.WRITE | Calls.SYNC | Calls.NAME | Calls.FOLDER | Calls.SIZE
_SHORT, _KILL = -1, -2


class Fault(NamedTuple):
    """What happens at a call, and to which kinds of calls it can happen."""

    what: int
    calls: Calls
    lasts: bool = False
    """Whether all later calls fail as well."""

    is_harmless: bool = False
    """Whether the system means: try again, or write the rest."""

    @property
    def kills(self) -> bool:
        return self.what == _KILL


FAULTS = {
    "error": Fault(errno.EIO, ~Calls(0)),
    "bad disk": Fault(errno.EIO, Calls.READ | Calls.WRITE | Calls.SYNC | Calls.SIZE | Calls.MAKE),
    "full disk": Fault(errno.ENOSPC, _FILLING, lasts=True),
    "no space once": Fault(errno.ENOSPC, _FILLING),
    "not allowed": Fault(
        errno.EACCES, Calls.OPEN | Calls.MAKE | Calls.NAME | Calls.REMOVE | Calls.FOLDER | Calls.MODE
    ),
    "too many files": Fault(errno.EMFILE, Calls.OPEN | Calls.MAKE, lasts=True),
    "no locks": Fault(errno.ENOLCK, Calls.LOCK, lasts=True, is_harmless=True),
    "interrupted": Fault(errno.EINTR, Calls.READ | Calls.WRITE | Calls.OPEN | Calls.MAKE, is_harmless=True),
    "short": Fault(_SHORT, Calls.READ | Calls.WRITE, is_harmless=True),
    "killed": Fault(_KILL, ~(Calls.LOOK | Calls.READ)),  # what only looks changes nothing
}


def build(folder: Path) -> None:
    """Compile the library into a new folder."""
    folder.mkdir()
    command = ["gcc", "-O2", "-Wall", "-Werror", "-shared", "-fPIC", str(SOURCE), "-ldl"]
    subprocess.run([*command, "-o", str(folder / LIBRARY)], check=True)


class Injector:
    """The library in a process that was started with it."""

    def __init__(self) -> None:
        self._library = ctypes.CDLL(os.environ["LD_PRELOAD"])
        self._library.faults_struck.restype = ctypes.c_char_p

    def arm(self, folder: Path, number: int, fault: Fault) -> None:
        """Let the call of this number fail, from 1, of those that concern files in the folder."""
        kinds = fault.calls & Calls((1 << 13) - 1)
        self._library.faults_arm(
            os.fsencode(folder), ctypes.c_long(number), fault.what, int(kinds), int(fault.lasts)
        )

    def disarm(self) -> str:
        """No more faults; the name of the call that failed, if any did."""
        self._library.faults_disarm()
        name: bytes = self._library.faults_struck()
        return name.decode()
