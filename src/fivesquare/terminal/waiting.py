"""What is said while one waits: that the solver is being compiled, and how far a long piece of work is."""

import time
from collections.abc import Callable

from fivesquare.background import finish
from fivesquare.solver import Progress, is_warm, warm_up
from fivesquare.terminal.screen import Screen

_FIRST_WORD = 2.0  # seconds of silence before a long solve says how far it is
_NEXT_WORD = 5.0


def say_if_cold(screen: Screen) -> bool:
    """The first search after an installation takes seconds: say so."""
    if is_warm():
        return False
    screen.warn("(Compiling the solver, once after an installation or an upgrade: some seconds ...)")
    return True


def warm_up_aloud(screen: Screen) -> None:
    """Compile what has to be compiled, and say so."""
    if say_if_cold(screen):
        begun = time.monotonic()
        finish(warm_up)
        screen.warn(f"(Done in {time.monotonic() - begun:.0f} s.)")


class Teller:
    """Says now and then how far a long piece of work has come, a line at a time, on standard error."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._next = time.monotonic() + _FIRST_WORD

    def say(self, text: Callable[[], str]) -> None:
        if time.monotonic() >= self._next:
            self._screen.warn(f"({text()})")
            self._next = time.monotonic() + _NEXT_WORD

    def solving(self, progress: Progress) -> None:
        done = f", {progress.moves_done} of {progress.moves} moves" if progress.moves else ""
        self.say(
            lambda: f"solving: {progress.nodes / 1e6:.1f} million positions, {progress.seconds:.0f} s{done}"
        )
