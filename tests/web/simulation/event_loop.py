"""An asyncio event loop in simulated time: callbacks run in the order in which they are asked for."""

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable, Coroutine
from contextvars import Context
from typing import Any, cast

from web.simulation.scheduler import Scheduler
from web.simulation.threads import Threads

_serials = [0]


def restart_serials() -> None:
    """Count from the start again: a new world."""
    _serials[0] = 0


def next_serial() -> int:
    """A number for what would otherwise be ordered by its address."""
    _serials[0] += 1
    return _serials[0]


class SimulatedTask(asyncio.Task[Any]):
    """A task whose place in a set does not depend on its address."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        self.serial = next_serial()
        super().__init__(*arguments, **options)

    def __hash__(self) -> int:
        return self.serial

    def __eq__(self, other: object) -> bool:
        return self is other


class SimulatedLoop:
    """The event loop of one process: as much of asyncio's as the product asks for."""

    def __init__(
        self, scheduler: Scheduler, threads: Threads, on_error: Callable[[dict[str, Any]], None]
    ) -> None:
        self._scheduler, self._threads, self._on_error = scheduler, threads, on_error
        self.ready: deque[asyncio.Handle] = deque()
        self._tasks: dict[SimulatedTask, Coroutine[Any, Any, Any]] = {}
        self._reading = 0
        self._waiting_to_read: deque[Callable[[], None]] = deque()
        self.is_dead = False

    def run_next(self) -> None:
        """Run the callback that waits longest."""
        handle = self.ready.popleft()
        if not handle.cancelled():
            asyncio._set_running_loop(cast(Any, self))
            try:
                handle._run()
            finally:
                asyncio._set_running_loop(None)

    def kill(self) -> None:
        """End without finishing anything."""
        self.is_dead = True
        self.ready.clear()
        for task, coroutine in list(self._tasks.items()):
            task._log_destroy_pending = False  # type: ignore[attr-defined]
            with contextlib.suppress(Exception):
                coroutine.close()
        self._tasks.clear()

    # --- What asyncio asks of a loop ---

    def time(self) -> float:
        return self._scheduler.awake

    def is_running(self) -> bool:
        return not self.is_dead

    def is_closed(self) -> bool:
        return self.is_dead

    def get_debug(self) -> bool:
        return False

    def call_soon(self, callback: Any, *arguments: Any, context: Context | None = None) -> asyncio.Handle:
        handle = asyncio.Handle(callback, arguments, cast(Any, self), context)
        if not self.is_dead:
            self.ready.append(handle)
        return handle

    def call_soon_threadsafe(
        self, callback: Any, *arguments: Any, context: Context | None = None
    ) -> asyncio.Handle:
        if self.is_dead:
            raise RuntimeError("Event loop is closed")
        return self.call_soon(callback, *arguments, context=context)

    def call_later(
        self, delay: float, callback: Any, *arguments: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        return self.call_at(self.time() + delay, callback, *arguments, context=context)

    def call_at(
        self, when: float, callback: Any, *arguments: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        handle = asyncio.TimerHandle(when, callback, arguments, cast(Any, self), context)
        self._scheduler.at(when, self._due, handle)
        return handle

    def _due(self, handle: asyncio.TimerHandle) -> None:
        if not self.is_dead and not handle.cancelled():
            self.ready.append(handle)

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        """It stays among the events, and does nothing there."""

    def create_future(self) -> asyncio.Future[Any]:
        return asyncio.Future(loop=cast(Any, self))

    def create_task(
        self, coro: Any, *, name: str | None = None, context: Context | None = None, **_more: Any
    ) -> SimulatedTask:
        task = SimulatedTask(coro, loop=cast(Any, self), name=name or "task", context=context)
        self._tasks[task] = coro
        task.add_done_callback(lambda done: self._tasks.pop(done, None))
        return task

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        if not self.is_dead:
            self._on_error(context)

    # --- Threads that read ---

    def run_in_executor(self, executor: Any, func: Any, *arguments: Any) -> Any:
        """As a ThreadPoolExecutor: at most as many at a time as it has threads."""
        if executor._shutdown:
            raise RuntimeError("cannot schedule new futures after shutdown")
        future = self.create_future()

        def work() -> None:
            try:
                answer, error = func(*arguments), None
            except Exception as raised:
                answer, error = None, raised
            self._reading -= 1
            if not self.is_dead:
                if self._waiting_to_read:
                    self._begin(self._waiting_to_read.popleft())
                self.call_soon(_give, future, answer, error)

        if self._reading < executor._max_workers:
            self._begin(work)
        else:
            self._waiting_to_read.append(work)
        return future

    def _begin(self, work: Callable[[], None]) -> None:
        self._reading += 1
        self._threads.start(work)


def _give(future: asyncio.Future[Any], answer: Any, error: Exception | None) -> None:
    if future.done():
        return
    if error is not None:
        future.set_exception(error)
    else:
        future.set_result(answer)
