"""Work in a thread of its own, while whoever waits for it stays awake for Ctrl-C.

Python hears Ctrl-C only between two of its own steps, in the main thread. So whatever compiles or runs
compiled code for longer than a moment does it here, and is waited for in short naps.
"""

import gc
import os
import sys
import threading
from collections.abc import Callable
from os import _exit
from typing import Generic, NoReturn, TypeVar

Result = TypeVar("Result")

OURS = "fivesquare"  # how the names of our threads begin
_NAP = 0.1  # seconds between two looks at the keyboard


class Work(Generic[Result]):
    """A piece of work that has begun. Work that is abandoned ends with the process."""

    def __init__(self, work: Callable[[], Result], name: str = "work") -> None:
        self._results: list[Result] = []
        self._error: BaseException | None = None
        self._done = threading.Event()  # a thread whose `join` was interrupted may pass for one that ended
        threading.Thread(target=self._run, args=(work,), name=f"{OURS} {name}", daemon=True).start()

    def _run(self, work: Callable[[], Result]) -> None:
        try:
            self._results.append(work())
        except BaseException as error:
            self._error = error
        finally:
            self._done.set()

    @property
    def is_done(self) -> bool:
        return self._done.is_set()

    def wait(self, seconds: float) -> bool:
        """Wait no longer than that; whether it is done."""
        return self._done.wait(seconds)

    def join(self) -> None:
        """Wait until it is done, whatever comes of it."""
        self._done.wait()

    def result(self) -> Result:
        """What the work returned or raised, as soon as it has."""
        while not self.wait(_NAP):
            pass
        if self._error is not None:
            raise self._error
        return self._results[0]


def finish(work: Callable[[], Result]) -> Result:
    """What `work` returns or raises."""
    return Work(work).result()


def leave(status: int) -> NoReturn:
    """End the process. Python's own way out trips over a thread that is still compiling or searching.

    Where it is taken, nothing is looked through for what could be thrown away: all of it goes at once.
    """
    if not any(thread.name.startswith(OURS) for thread in threading.enumerate()):
        gc.freeze()
        sys.exit(status)
    sys.stdout.flush()
    sys.stderr.flush()
    _exit(status)


def cores() -> int:
    """How many cores of this machine are for us."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
