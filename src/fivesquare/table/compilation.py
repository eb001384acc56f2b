"""The solver made ready: loaded, or compiled once after an installation, and how long that takes here."""

import time
from collections.abc import Callable

from fivesquare.solver import is_warm, warm_up
from fivesquare.table import settings

_COMPILING = 20  # seconds, until this machine has been measured


def get_ready(make: Callable[[], None] = warm_up) -> None:
    """Load the solver, or compile it here, remembering how long that took."""
    was_cold, begun = not is_warm(), time.monotonic()
    make()
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
    """Compiles the solver for a screen, in a thread beside it, and says that it does."""

    def __init__(self) -> None:
        self._is_running = False

    @property
    def is_running(self) -> bool:
        """Whether it is compiling."""
        return self._is_running

    @property
    def is_needed(self) -> bool:
        """Whether the solver has to be compiled before it can be called."""
        return not is_warm()

    def get_ready(self) -> None:
        """Return when the solver can be called."""
        self._is_running = self.is_needed
        try:
            get_ready()
        finally:
            self._is_running = False
