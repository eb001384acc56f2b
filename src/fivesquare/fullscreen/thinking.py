"""Thinking beside the screen: one thing after the other in a thread, which the screen never waits for."""

from collections.abc import Callable
from typing import Any, TypeVar

from textual.message import Message
from textual.message_pump import MessagePump

from fivesquare.lanes import Glance, Job, Lane

Result = TypeVar("Result")


class Thought(Message, bubble=False):
    """A result is there; `show` passes it on, once."""

    def __init__(self, show: Callable[[], object]) -> None:
        super().__init__()
        self.show = show


class Thinker:
    """Does work for a page in a thread of its own. Dropped work is never shown."""

    def __init__(self, page: MessagePump, before: Callable[[], None]) -> None:
        """`before` is called in the thread before each piece of work: it gets the solver ready."""
        self._page = page
        self._lane = Lane("thinking", 1, before=lambda _glance: before())
        self._jobs = list[Job[Any]]()

    @property
    def is_busy(self) -> bool:
        """Whether something is being thought that is still wanted."""
        return any(job.is_wanted and not job.is_done for job in self._jobs)

    def think(
        self,
        work: Callable[[Glance], Result],
        show: Callable[[Result], object],
        failed: Callable[[BaseException], object],
    ) -> Job[Result]:
        """Do the work, then call `show` with its result, or `failed`, in the thread of the screen."""

        def tell() -> None:
            if not job.is_wanted:
                return
            if job.error is not None:
                failed(job.error)
            else:
                show(job.result)  # type: ignore[arg-type]  # None is a result as well

        job: Job[Result] = Job(work, lambda: self._page.post_message(Thought(tell)))
        self._jobs = [each for each in self._jobs if not each.is_done] + [job]
        self._lane.put(job)
        return job

    def drop(self) -> None:
        """Want none of it any more."""
        for job in self._jobs:
            job.is_wanted = False
            self._lane.drop(job)

    def close(self) -> None:
        self.drop()
        self._lane.close()
