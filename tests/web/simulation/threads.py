"""Threads of a simulated process: greenlets that give way where a real thread could be interrupted.

That is before and after each statement, and wherever it waits. Each statement takes as long as its disk
operations took.
"""

import sqlite3
from collections import deque
from collections.abc import Callable
from queue import Empty
from typing import Any

from greenlet import GreenletExit, getcurrent, greenlet

from web.simulation.invariant import InvariantError
from web.simulation.scheduler import Scheduler


class Threads:
    """The threads of one process."""

    def __init__(
        self, scheduler: Scheduler, take_delay: Callable[[], float], enter: Callable[[], None]
    ) -> None:
        """`take_delay` says how long the last disk operations took; `enter` is called when one goes on."""
        self._scheduler, self._take_delay, self._enter = scheduler, take_delay, enter
        self._running: dict[greenlet, None] = {}
        self.is_dead = False

    def start(self, work: Callable[[], object]) -> None:
        def run() -> None:
            try:
                work()
            except GreenletExit:
                return
            except Exception as error:
                if not self.is_dead:
                    raise InvariantError(f"a thread ended: {error!r}") from error
            finally:
                self._running.pop(thread, None)

        thread = greenlet(run)
        self._running[thread] = None
        self._scheduler.after(self._take_delay(), self._go_on, thread)

    def _go_on(self, thread: greenlet) -> None:
        if not self.is_dead and not thread.dead:
            self._enter()
            thread.switch()

    def pause(self) -> None:
        """Let others go first; the caller may be any code in a thread, or outside of all of them."""
        thread = getcurrent()
        if thread in self._running and not self.is_dead:
            self._scheduler.after(self._take_delay(), self._go_on, thread)
            thread.parent.switch()

    def wait(self) -> greenlet:
        """Stop the current thread until it is woken; to be called in a thread."""
        thread = getcurrent()
        thread.parent.switch()
        return thread

    def wake(self, thread: greenlet) -> None:
        self._scheduler.after(self._take_delay(), self._go_on, thread)

    def kill(self) -> None:
        """End all of them where they are."""
        self.is_dead = True
        for thread in list(self._running):
            try:
                thread.throw(GreenletExit)
            except Exception:  # whatever fails on its way out fails on a dead machine
                continue
        self._running.clear()


class Thread:
    """What the product's writer takes for `threading.Thread`."""

    def __init__(self, threads: Threads, target: Callable[[], object]) -> None:
        self._threads, self._target = threads, target
        self._is_done = False
        self._joining: list[greenlet] = []

    def start(self) -> None:
        self._threads.start(self._run)

    def _run(self) -> None:
        self._target()
        self._is_done = True
        for thread in self._joining:
            self._threads.wake(thread)

    def join(self) -> None:
        while not self._is_done:
            self._joining.append(getcurrent())
            self._threads.wait()


class Queue:
    """What the product's writer takes for `queue.SimpleQueue`."""

    def __init__(self, threads: Threads) -> None:
        self._threads = threads
        self._items: deque[Any] = deque()
        self._waiting: greenlet | None = None

    def put(self, item: Any) -> None:
        self._items.append(item)
        if self._waiting is not None:
            waiting, self._waiting = self._waiting, None
            self._threads.wake(waiting)

    def get(self) -> Any:
        self._threads.pause()
        while not self._items:
            self._waiting = getcurrent()
            self._threads.wait()
        return self._items.popleft()

    def get_nowait(self) -> Any:
        if not self._items:
            raise Empty
        return self._items.popleft()


class PausingCursor(sqlite3.Cursor):
    """A cursor whose statements other threads can run between."""

    def execute(self, *arguments: Any) -> "PausingCursor":
        pause = self.connection.pause  # type: ignore[attr-defined]
        pause()
        try:
            super().execute(*arguments)
        finally:
            pause()
        return self


class PausingConnection(sqlite3.Connection):
    """A connection whose statements other threads can run between."""

    pause: Callable[[], None] = staticmethod(lambda: None)

    def cursor(self, factory: Any = PausingCursor) -> Any:
        return super().cursor(factory)

    def execute(self, *arguments: Any) -> Any:
        return self.cursor().execute(*arguments)
