"""The solver made ready: loaded, or compiled once after an installation, and how long that takes here."""

import subprocess
import sys
import time

from fivesquare.solver import is_warm, warm_up
from fivesquare.table import settings

_COMPILING = 15  # seconds, until this machine has been measured
_ELSEWHERE = "from fivesquare.solver import warm_up; warm_up()"


def get_ready() -> None:
    """Load the solver, or compile it here, remembering how long that took."""
    was_cold, begun = not is_warm(), time.monotonic()
    warm_up()
    if was_cold:
        settings.store(compiling=round(time.monotonic() - begun))


def announced() -> str:
    """What is said while the solver is compiled."""
    return f"Compiling the solver, once after an installation or an upgrade: {_how_long()} ..."


def _how_long() -> str:
    """How long compiling takes, as far as is known."""
    seconds = settings.recall("compiling")
    if not isinstance(seconds, int) or seconds <= 0:
        return f"about {_COMPILING} seconds"
    return f"it took {seconds} s last time"


class Compiler:
    """Compiles in a process of its own, which can be left at any moment and holds up nothing here."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._is_stopped = False

    @property
    def is_running(self) -> bool:
        """Whether it is compiling."""
        return self._process is not None and self._process.poll() is None

    @property
    def is_needed(self) -> bool:
        """Whether the solver has to be compiled before it can be called."""
        return not is_warm()

    def get_ready(self) -> None:
        """Return when the solver can be called; where code cannot be kept on disk it is compiled here."""
        begun = time.monotonic()
        if self.is_needed:
            self._process = subprocess.Popen(
                [sys.executable, "-c", _ELSEWHERE],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            if self._process.wait() == 0:
                settings.store(compiling=round(time.monotonic() - begun))
        if not self._is_stopped:
            warm_up()

    def stop(self) -> None:
        """Give up compiling."""
        self._is_stopped = True
        if self._process is not None:
            self._process.kill()
