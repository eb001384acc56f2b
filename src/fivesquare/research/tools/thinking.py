"""Whatever takes longer than a moment, in threads of our own: the event loop goes on meanwhile.

There are two lanes, so that who needs no solver does not wait for those who do. Each does so many pieces of
work at once. Work that nobody waits for any more still has its place until it is done: so much work at once
and no more, whatever is cancelled. The threads are named as ours: a process can leave while they run.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

import anyio

from fivesquare.background import Work
from fivesquare.errors import FivesquareError

Result = TypeVar("Result")

MOST_WAITING = 100


class BusyError(FivesquareError):
    """So much is being thought about that there is no room for more."""


class Lane:
    """So many threads for one kind of work; whoever comes later waits."""

    def __init__(self, name: str, threads: int, before: Callable[[], object] | None = None) -> None:
        """`before` is called before each piece of work, in its thread."""
        self._name, self._before = name, before
        self._places = anyio.CapacityLimiter(threads)

    async def do(self, work: Callable[[], Result]) -> Result:
        """What `work` returns or raises."""
        if self._places.statistics().tasks_waiting >= MOST_WAITING:
            raise BusyError("too much is being thought about already; try again in a moment")
        place = object()
        await self._places.acquire_on_behalf_of(place)
        loop = asyncio.get_running_loop()
        done: asyncio.Future[Result] = loop.create_future()

        def settle(result: Result | None, error: BaseException | None) -> None:
            self._places.release_on_behalf_of(place)
            if done.done():  # nobody waits any more
                return
            if error is not None:
                done.set_exception(error)
            else:
                done.set_result(result)  # type: ignore[arg-type]

        def run() -> None:
            result: Result | None = None
            error: BaseException | None = None
            try:
                if self._before is not None:
                    self._before()
                result = work()
            except BaseException as raised:
                error = raised
            with suppress(RuntimeError):  # the event loop is closed: nobody waits any more
                loop.call_soon_threadsafe(settle, result, error)

        Work(run, self._name)
        return await done
