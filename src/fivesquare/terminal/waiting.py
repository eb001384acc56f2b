"""What is said while one waits: that the solver is compiled, that somebody thinks, how far work is."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache

from fivesquare.background import Work
from fivesquare.solver import Progress, is_warm, warm_up
from fivesquare.terminal import memory
from fivesquare.terminal.screen import Screen

_FIRST_WORD = 2.0  # seconds of silence before a long solve says how far it is
_NEXT_WORD = 5.0
_GLANCE = 0.5  # seconds between two looks at the clock
_THOUGHTFUL = 0.5  # seconds of thinking that nobody has to be told of
_COMPILING = 15  # seconds, where nothing is known about this machine


# --- Compiling the solver ---


@cache
def _warming() -> Work[None]:
    """The solver getting ready, once a process, whether or not somebody is still waiting for it."""
    return Work(_warm_up, "solver")


def _warm_up() -> None:
    was_cold, begun = not is_warm(), time.monotonic()
    warm_up()
    if was_cold:
        memory.remember(compiling=round(time.monotonic() - begun))


def begin_to_warm_up() -> None:
    """Let the solver get ready while something else goes on.

    It takes some hundredths of a second to load, and seconds to compile the first time.
    """
    _warming()


def warm_up_aloud(screen: Screen) -> None:
    """Wait until the solver is ready; the first time after an installation takes seconds, and is told."""
    if is_warm():
        _warming().result()
        return
    begun = time.monotonic()
    screen.warn(f"(Compiling the solver, once after an installation or an upgrade: {_how_long()} ...)")
    _warming().result()
    screen.warn(f"(Done in {time.monotonic() - begun:.0f} s.)")


def _how_long() -> str:
    seconds = memory.recall("compiling")
    if not isinstance(seconds, int) or seconds <= 0:
        return f"about {_COMPILING} seconds"
    return f"it took {seconds} s last time"


# --- Thinking ---


@contextmanager
def thinking(screen: Screen, text: str) -> Iterator[None]:
    """While what is in here takes longer than a moment, a line says so; afterwards it is gone.

    Only on a screen from which a line can go: a pipe and a plain screen keep what is written.
    """
    if not screen.can_erase:
        yield
        return
    over = threading.Event()

    def tell() -> None:
        if not over.wait(_THOUGHTFUL):
            screen.write_passing(text)
            over.wait()
            screen.erase_line()

    teller = threading.Thread(target=tell, daemon=True)
    teller.start()
    try:
        yield
    finally:
        over.set()
        teller.join()


# --- Long work ---


class Teller:
    """Says now and then how far a long piece of work has come, a line at a time, on standard error."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._next = time.monotonic() + _FIRST_WORD

    def say(self, text: Callable[[], str]) -> None:
        if time.monotonic() >= self._next:
            self._screen.warn(f"({text()})")
            self._next = time.monotonic() + _NEXT_WORD

    @contextmanager
    def meanwhile(self, text: Callable[[], str]) -> Iterator[None]:
        """The same while what is in here goes on, which need not say anything itself."""
        over = threading.Event()

        def tell() -> None:
            while not over.wait(_GLANCE):
                self.say(text)

        teller = threading.Thread(target=tell, daemon=True)
        teller.start()
        try:
            yield
        finally:
            over.set()
            teller.join()

    def solving(self, progress: Progress) -> None:
        done = f", {progress.moves_done} of {progress.moves} moves" if progress.moves else ""
        self.say(
            lambda: f"solving: {progress.nodes / 1e6:.1f} million positions, {progress.seconds:.0f} s{done}"
        )
