"""Progress messages: compiling the solver, thinking, and how far long work has come."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache

from fivesquare.background import Work
from fivesquare.library import need_compiler
from fivesquare.position import Position
from fivesquare.solver import Progress, is_warm, solve
from fivesquare.table.compilation import announced, get_ready
from fivesquare.terminal.screen import Screen

_FIRST_WORD = 2.0  # seconds before a long solve first reports progress
_NEXT_WORD = 5.0
_INTERVAL = 0.5  # seconds between two looks at the clock
_SECOND = 1.0
_THOUGHTFUL = 0.5  # seconds of thinking that need no message


# --- Compiling the solver ---


@cache
def _warming() -> Work[None]:
    """The background warm-up of the solver, started once per process."""
    return Work(get_ready, "solver")


def begin_to_warm_up() -> None:
    """Start loading the solver in the background, or compiling it the first time."""
    _warming()


def warm_up_aloud(screen: Screen) -> None:
    """Wait until the solver is ready, with a message if it has to be compiled."""
    if is_warm():
        _warming().result()
        return
    wait_aloud(screen, _warming())


def wait_aloud(screen: Screen, compiling: Work[None]) -> None:
    """Wait until the solver is compiled, with messages."""
    need_compiler()
    begun = time.monotonic()
    screen.warn(f"({announced()})")
    with _counting(screen, begun):
        compiling.result()
    screen.warn(f"(Done in {time.monotonic() - begun:.0f} s.)")


@contextmanager
def _counting(screen: Screen, begun: float) -> Iterator[None]:
    """Show the seconds while the block runs, where a line can be erased."""
    if not screen.can_erase:
        yield
        return
    over = threading.Event()

    def tell() -> None:
        while not over.wait(_SECOND):
            screen.erase_line()
            screen.write_passing(f"{time.monotonic() - begun:.0f} s ...")
        screen.erase_line()

    with _beside(tell, over):
        yield


# --- Thinking ---


@contextmanager
def thinking(screen: Screen, text: str) -> Iterator[None]:
    """Show a line while the block takes longer than a moment, and erase it afterwards.

    Does nothing on a pipe or a plain screen, which cannot erase.
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

    with _beside(tell, over):
        yield


@contextmanager
def _beside(tell: Callable[[], None], over: threading.Event) -> Iterator[None]:
    """Call `tell` in a thread, which ends when the block does and `over` is set."""
    teller = threading.Thread(target=tell, daemon=True)
    teller.start()
    try:
        yield
    finally:
        over.set()
        teller.join()


# --- Long work ---


class Teller:
    """Reports the progress of long work now and then, on standard error."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._next = time.monotonic() + _FIRST_WORD

    def say(self, text: Callable[[], str]) -> None:
        if time.monotonic() >= self._next:
            self._screen.warn(f"({text()})")
            self._next = time.monotonic() + _NEXT_WORD

    @contextmanager
    def meanwhile(self, text: Callable[[], str]) -> Iterator[None]:
        """Report while the block runs, without calls from inside it."""
        over = threading.Event()

        def tell() -> None:
            while not over.wait(_INTERVAL):
                self.say(text)

        with _beside(tell, over):
            yield

    def solving(self, progress: Progress) -> None:
        done = f", {progress.moves_done} of {progress.moves} moves" if progress.moves else ""
        self.say(
            lambda: f"solving: {progress.nodes / 1e6:.1f} million positions, {progress.seconds:.0f} s{done}"
        )


def solved_margin(screen: Screen) -> Callable[[Position], float]:
    """A function that solves an opening, reporting progress, and returns the margin of perfect play."""

    def margin(position: Position) -> float:
        warm_up_aloud(screen)
        found = solve(position, value_only=True, progress=Teller(screen).solving).margin
        assert found is not None
        return found

    return margin
