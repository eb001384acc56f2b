"""Work in a background thread, while the main thread stays responsive to Ctrl-C.

Python handles Ctrl-C only between bytecodes of the main thread. So compiling and long-running compiled code
happen in a thread here, and the main thread waits in short naps. Where there are no threads, in a browser,
work is done at the moment it is begun.
"""

import gc
import os
import sys
import threading
from collections.abc import Callable
from os import _exit
from typing import Generic, NoReturn, TypeVar

Result = TypeVar("Result")

OURS = "fivesquare"  # prefix of the names of our threads
HAS_THREADS = sys.platform not in ("emscripten", "wasi")
_NAP = 0.1  # seconds between two checks for Ctrl-C


class Work(Generic[Result]):
    """A function running in a daemon thread; abandoned work ends with the process."""

    def __init__(self, work: Callable[[], Result], name: str = "work") -> None:
        self._results: list[Result] = []
        self._error: BaseException | None = None
        self._done = threading.Event()  # a thread whose `join` was interrupted may pass for one that ended
        if HAS_THREADS:
            threading.Thread(target=self._run, args=(work,), name=f"{OURS} {name}", daemon=True).start()
        else:
            self._run(work)

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

    @property
    def has_failed(self) -> bool:
        """Whether it is done, and raised something."""
        return self.is_done and self._error is not None

    def wait(self, seconds: float) -> bool:
        """Wait for at most this time; whether it is done."""
        return self._done.wait(seconds)

    def join(self) -> None:
        """Wait until it is done, even if it raises."""
        self._done.wait()

    def result(self) -> Result:
        """Wait for the work, and return or raise what it did."""
        while not self.wait(_NAP):
            pass
        if self._error is not None:
            raise self._error
        return self._results[0]


def finish(work: Callable[[], Result]) -> Result:
    """Run `work` in the background and return or raise what it does."""
    return Work(work).result()


def leave(status: int) -> NoReturn:
    """End the process. Python's own exit would crash on a thread that is still compiling or searching.

    If no thread runs, garbage collection is skipped: everything is freed with the process anyway.
    """
    if not any(thread.name.startswith(OURS) for thread in threading.enumerate()):
        gc.freeze()
        sys.exit(status)
    sys.stdout.flush()
    sys.stderr.flush()
    _exit(status)


def cores() -> int:
    """How many cores of this machine we may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
