"""Bounded executors: a few threads, and a queue before them that refuses more than it may hold.

The queue is fair. Each asker has one job done in turn, and in a full queue the asker with most jobs gives
way to the others. The threads are daemons, and their names say that they are ours, so that a process can
leave while they run (`background.leave`).
"""

import asyncio
import math
import threading
from collections import OrderedDict, deque
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import Any, Generic, TypeVar

from fivesquare.background import OURS
from fivesquare.errors import FivesquareError

Result = TypeVar("Result")

_TOO_MUCH = "too much is being thought about already; try again in a moment"

Glance = Callable[[], None]
"""A progress callback, called now and then by running work: raises AbandonedError once no one waits."""


class AbandonedError(Exception):
    """No one waits for this work any more."""


class BusyError(FivesquareError):
    """Too much is waiting already; `wait` is the number of seconds after which to try again."""

    def __init__(self, sentence: str, wait: int = 1) -> None:
        super().__init__(sentence, wait)
        self.sentence, self.wait = sentence, wait

    def __str__(self) -> str:
        return self.sentence


class Job(Generic[Result]):
    """A function on its way through a lane, and what came of it."""

    def __init__(
        self, work: Callable[[Glance], Result], on_done: Callable[[], object], asker: str = ""
    ) -> None:
        """`on_done` is called in the thread of the lane."""
        self.asker = asker
        self.made_at = monotonic()
        self.is_wanted = True
        self.is_done = False
        self.error: BaseException | None = None
        self._work, self._on_done = work, on_done
        self._results: list[Result] = []

    @property
    def result(self) -> Result | None:
        """What the function returned, if it has."""
        return self._results[0] if self._results else None

    def glance(self) -> None:
        if not self.is_wanted:
            raise AbandonedError

    def run(self, before: Callable[[Glance], object] | None) -> None:
        try:
            if before is not None:
                before(self.glance)
            self._results.append(self._work(self.glance))
        except BaseException as error:
            self.error = error
        self._end()

    def refuse(self, error: BusyError) -> None:
        """End it undone."""
        self.error = error
        self._end()

    def _end(self) -> None:
        self.is_done = True
        with suppress(RuntimeError):  # the event loop is closed: no one waits any more
            self._on_done()

    def tell(self, waiter: asyncio.Future[Result]) -> None:
        """Give a future what came of it, in the event loop of that future."""
        if waiter.done():
            return
        if self.error is not None:
            waiter.set_exception(self.error)
        else:
            waiter.set_result(self._results[0])


class _FairQueue:
    """Jobs by asker: each asker has one job done in turn."""

    def __init__(self) -> None:
        self._by_asker: OrderedDict[str, deque[Job[Any]]] = OrderedDict()
        self._length = 0

    def __len__(self) -> int:
        return self._length

    def append(self, job: Job[Any]) -> None:
        self._by_asker.setdefault(job.asker, deque()).append(job)
        self._length += 1

    def popleft(self) -> Job[Any]:
        """The next job; after it, other askers have their turn."""
        asker = next(iter(self._by_asker))
        job = self._by_asker[asker][0]
        self.remove(job)
        if asker in self._by_asker:
            self._by_asker.move_to_end(asker)
        return job

    def remove(self, job: Job[Any]) -> None:
        """ValueError if it is not waiting."""
        jobs = self._by_asker.get(job.asker, deque())
        jobs.remove(job)
        self._length -= 1
        if not jobs:
            del self._by_asker[job.asker]

    def clear(self) -> None:
        self._by_asker.clear()
        self._length = 0

    def who_gives_way(self, asker: str) -> Job[Any] | None:
        """The last job of the asker with most, if those are more than this asker would have."""
        most = max(self._by_asker.values(), key=len, default=deque())
        return most[-1] if len(most) > len(self._by_asker.get(asker, ())) + 1 else None


class Lane:
    """A few threads for one kind of work, and a bounded queue before them. Thread-safe."""

    def __init__(
        self,
        name: str,
        threads: int,
        most_waiting: float = math.inf,
        retry_after: int = 1,
        before: Callable[[Glance], object] | None = None,
    ) -> None:
        """`before` is called before each job, in its thread; `retry_after` seconds are in its BusyError."""
        self.name = name
        self._threads, self._most_waiting = threads, most_waiting
        self._retry_after, self._before = retry_after, before
        self._waiting = _FairQueue()
        self._change = threading.Condition()
        self._started = 0
        self._busy = 0
        self._is_closed = False

    @property
    def waiting(self) -> int:
        """How many jobs wait for a thread."""
        return len(self._waiting)

    async def do(self, work: Callable[[], Result]) -> Result:
        """What `work` returns or raises. If cancelled, work that has begun still runs to its end."""
        loop = asyncio.get_running_loop()
        waiter: asyncio.Future[Result] = loop.create_future()
        job: Job[Result] = Job(
            lambda _glance: work(), lambda: loop.call_soon_threadsafe(lambda: job.tell(waiter))
        )
        self.put(job)
        try:
            return await waiter
        finally:
            self.drop(job)

    def put(self, job: Job[Any]) -> None:
        """Have it done as soon as a thread is free; BusyError if too many wait."""
        with self._change:
            if self._is_closed:
                raise self.busy_error()
            if len(self._waiting) >= self._most_waiting + self._threads - self._busy:
                self._make_room(job)
            self._waiting.append(job)
            self._call_thread()

    def _call_thread(self) -> None:
        """See to it that the next job is done: wake a thread, or start one."""
        if self._started < self._threads and self._started - self._busy < len(self._waiting):
            self._started += 1
            name = f"{OURS} {self.name} {self._started}"
            threading.Thread(target=self._run, name=name, daemon=True).start()
        self._change.notify()

    def _make_room(self, job: Job[Any]) -> None:
        other = self._waiting.who_gives_way(job.asker)
        if other is None:
            raise self.busy_error()
        self._waiting.remove(other)
        other.refuse(self.busy_error())

    def busy_error(self) -> BusyError:
        return BusyError(
            "too much is being thought about already; try again in a moment", self._retry_after
        )

    def drop(self, job: Job[Any]) -> bool:
        """Take a job out of the queue; False if it is not waiting there."""
        with self._change:
            try:
                self._waiting.remove(job)
            except ValueError:
                return False
            return True

    def close(self) -> None:
        with self._change:
            self._is_closed = True
            self._waiting.clear()
            self._change.notify_all()

    def _run(self) -> None:
        while True:
            with self._change:
                self._change.wait_for(lambda: len(self._waiting) or self._is_closed)
                if self._is_closed:
                    return
                job = self._waiting.popleft()
                self._busy += 1
            self._do(job)
            del job  # a waiting thread keeps no reference
            with self._change:
                self._busy -= 1

    def _do(self, job: Job[Any]) -> None:
        job.run(self._before)


class LoopLane(Lane):
    """The same where there are no threads: one job after the other, in the event loop itself."""

    def _call_thread(self) -> None:
        asyncio.get_running_loop().call_soon(self._do_next)

    def _do_next(self) -> None:
        if len(self._waiting):
            self._do(self._waiting.popleft())
