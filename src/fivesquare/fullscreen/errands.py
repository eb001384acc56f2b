"""Requests to a server on behalf of a page, each in a thread of its own: the screen never waits for one."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TypeVar

from textual.message_pump import MessagePump

from fivesquare.background import Work
from fivesquare.errors import FivesquareError
from fivesquare.fullscreen.thinking import Thought

Result = TypeVar("Result")


class Errands:
    """The requests of one page. What comes after the page has gone is not shown."""

    def __init__(self, page: MessagePump) -> None:
        self._page = page
        self._running = 0

    @property
    def is_busy(self) -> bool:
        """Whether an answer is still to come."""
        return self._running > 0

    def run(
        self,
        work: Callable[[], Result],
        show: Callable[[Result], object],
        failed: Callable[[FivesquareError], object],
    ) -> None:
        """Do the work, then call `show` with its result, or `failed`, in the thread of the screen."""
        self._running += 1
        Work(partial(self._do, work, show, failed), "errand")

    def _do(
        self,
        work: Callable[[], Result],
        show: Callable[[Result], object],
        failed: Callable[[FivesquareError], object],
    ) -> None:
        try:
            told: Callable[[], object] = partial(show, work())
        except FivesquareError as error:
            told = partial(failed, error)
        except Exception as fault:
            told = partial(_raise, fault)
        self.tell(partial(self._end, told))

    def tell(self, told: Callable[[], object]) -> None:
        """Call a function in the thread of the screen; may be called in any."""
        with suppress(RuntimeError):  # the program has ended meanwhile
            self._page.post_message(Thought(told))

    def _end(self, told: Callable[[], object]) -> None:
        self._running -= 1
        told()


def _raise(fault: Exception) -> None:
    raise fault
