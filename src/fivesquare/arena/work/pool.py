"""This machine's cores: processes that do tasks, and are replaced when they die.

A worker is a fresh interpreter at the other end of a socket, and in a session of its own, so that Ctrl-C is
for us to decide about. It has no output. Its standard input is a pipe from us into which nothing is ever
written: when that ends we are gone, however we went, and the worker goes as well.
"""

import json
import os
import pickle
import signal
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, Pipe, wait
from typing import Any

from fivesquare.arena.work.base import Parameters, Place, Result, by_reference, done
from fivesquare.background import OURS
from fivesquare.errors import LostWorkerError, WorkError, many

TRIES = 3  # how often a task is begun, if its worker dies each time
_MOST_STILLBORN = 5  # workers in a row that die before their first word
_GLANCE = 1.0  # seconds between two looks at processes that say nothing
_READY = b"ready"

_PROGRAM = (
    "import sys, json; sys.path[:] = json.loads(sys.argv[1]); "
    "from fivesquare.arena.work.pool import serve; serve(int(sys.argv[2]))"
)


@dataclass(eq=False)
class _PoolTask:
    future: Future[Any]
    call: bytes
    deaths: int = 0


class _Worker:
    """A process, the line to it, and what it is doing."""

    def __init__(self) -> None:
        self.line, theirs = Pipe()
        try:
            self._process = subprocess.Popen(
                [
                    sys.executable,
                    "-c",
                    _PROGRAM,
                    json.dumps([str(folder) for folder in sys.path]),
                    str(theirs.fileno()),
                ],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )
        finally:
            theirs.close()
        self.pid = self._process.pid
        self.is_ready = False
        self.task: _PoolTask | None = None

    @property
    def is_dead(self) -> bool:
        return self._process.poll() is not None

    def end(self) -> str:
        """End it and the processes it has started; how it ended, in words."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)
        self._process.kill()
        status = self._process.wait()
        assert self._process.stdin is not None
        self._process.stdin.close()
        self.line.close()
        if status < 0:
            return f"killed by signal {-status}"
        return f"exit status {status}"


class Pool(Place):
    """Worker processes on this machine.

    A worker that dies costs the task it was at, which is begun again; one that has killed TRIES workers
    fails with a LostWorkerError.
    """

    workers = 0

    def __init__(self, workers: int) -> None:
        if workers < 1:
            raise WorkError(f"there must be at least 1 worker, not {workers}")
        self.workers = workers
        self._lock = threading.RLock()  # a callback of a result may submit more
        self._queue: deque[_PoolTask] = deque()
        self._crew: list[_Worker] = []
        self._unwanted: set[Future[Any]] = set()
        self._stillborn = 0
        self._is_closed = False
        self._is_broken: str | None = None
        self._bell, self._ringer = Pipe(duplex=False)
        self._has_rung = False
        self._keeper = threading.Thread(target=self._keep, name=f"{OURS} pool", daemon=True)
        self._keeper.start()

    # --- For callers ---

    def submit(
        self, fn: Callable[Parameters, Result], /, *args: Parameters.args, **kwargs: Parameters.kwargs
    ) -> Future[Result]:
        task = _PoolTask(Future(), by_reference(fn, args, kwargs))
        with self._lock:
            if self._is_closed:
                raise RuntimeError("cannot submit to a pool that is shut down")
            if self._is_broken is not None:
                raise WorkError(self._is_broken)
            self._queue.append(task)
            self._ring()
        return task.future

    def abandon(self, futures: Iterable[Future[Any]]) -> None:
        futures = list(futures)
        super().abandon(futures)
        with self._lock:
            self._unwanted.update(future for future in futures if not future.done())
            self._ring()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        with self._lock:
            self._is_closed = True
            if cancel_futures:
                for task in self._queue:
                    task.future.cancel()
                if not wait:
                    self._unwanted.update(each.task.future for each in self._crew if each.task is not None)
            self._ring()
        if wait or cancel_futures:
            self._keeper.join()

    @property
    def pids(self) -> list[int]:
        """The processes of the workers."""
        with self._lock:
            return [worker.pid for worker in self._crew]

    def _ring(self) -> None:
        if not self._has_rung:
            self._has_rung = True
            with suppress(OSError):  # the keeper has gone home
                self._ringer.send_bytes(b"")

    # --- The thread that keeps the workers busy ---

    def _keep(self) -> None:
        try:
            while self._has_work():
                heard = wait([self._bell, *(worker.line for worker in self._crew)], _GLANCE)
                if self._bell in heard:
                    with self._lock:
                        self._bell.recv_bytes()
                        self._has_rung = False
                for worker in list(self._crew):
                    if worker.line in heard:
                        self._listen(worker)
                    elif worker.is_dead:  # and something else has its end of the line
                        self._replace(worker)
        finally:
            self._go_home()

    def _has_work(self) -> bool:
        """Hand out tasks; whether there is, or may be, anything to do."""
        with self._lock:
            self._dismiss_unwanted()
            while len(self._crew) < min(self.workers, len(self._queue) + self._count_busy()):
                self._hire()
            for worker in self._crew:
                if worker.is_ready and worker.task is None:
                    self._hand_out(worker)
            return not self._is_closed or bool(self._queue) or self._count_busy() > 0

    def _count_busy(self) -> int:
        return sum(worker.task is not None for worker in self._crew)

    def _dismiss_unwanted(self) -> None:
        """End workers at abandoned tasks; if there is more to do, others are started."""
        if not self._unwanted:
            return
        dropped = [task for task in self._queue if task.deaths and task.future in self._unwanted]
        for task in dropped:
            self._queue.remove(task)
        for worker in list(self._crew):
            if worker.task is not None and worker.task.future in self._unwanted:
                dropped.append(worker.task)
                self._crew.remove(worker)
                worker.end()
        self._unwanted.clear()
        _fail(dropped, "this task was abandoned")

    def _hire(self) -> None:
        try:
            self._crew.append(_Worker())
        except OSError as error:
            self._give_up(f"cannot start a worker: {error.strerror}")

    def _hand_out(self, worker: _Worker) -> None:
        while self._queue:
            task = self._queue.popleft()
            if task.deaths == 0 and not task.future.set_running_or_notify_cancel():
                continue
            worker.task = task
            with suppress(OSError):  # it is dead, which is noticed below
                worker.line.send_bytes(task.call)
            return

    def _listen(self, worker: _Worker) -> None:
        try:
            said = worker.line.recv_bytes()
        except (EOFError, OSError):
            self._replace(worker)
            return
        with self._lock:
            task, worker.task = worker.task, None
            worker.is_ready = True
            self._stillborn = 0
        if task is not None:
            _answer(task.future, said)

    def _replace(self, worker: _Worker) -> None:
        """A worker has died: its task comes first now, and `_has_work` hires another."""
        how = worker.end()
        with self._lock:
            self._crew.remove(worker)
            task = worker.task
            if not worker.is_ready:
                self._stillborn += 1
                if self._stillborn >= _MOST_STILLBORN:
                    self._give_up(f"workers die before they begin ({how})")
            if task is None:
                return
            task.deaths += 1
            if task.deaths < TRIES:
                self._queue.appendleft(task)
                return
        task.future.set_exception(
            LostWorkerError(f"its worker died {many(task.deaths, 'time')}, the last time {how}")
        )

    def _give_up(self, why: str) -> None:
        self._is_broken = why
        waiting = [
            task for task in self._queue if task.deaths or task.future.set_running_or_notify_cancel()
        ]
        self._queue.clear()
        _fail(waiting, why)

    def _go_home(self) -> None:
        with self._lock:
            self._is_closed = True
            for worker in self._crew:
                worker.end()
            unfinished = [worker.task for worker in self._crew if worker.task is not None]
            self._crew.clear()
            self._ringer.close()
            self._bell.close()
            self._give_up("the pool has ended")
            _fail(unfinished, "the pool has ended")


def _fail(tasks: Iterable[_PoolTask], why: str) -> None:
    for task in tasks:
        task.future.set_exception(WorkError(why))


def _answer(future: Future[Any], said: bytes) -> None:
    try:
        is_result, value = pickle.loads(said)
    except Exception as error:
        future.set_exception(WorkError(f"an answer that cannot be read: {error}"))
    else:
        (future.set_result if is_result else future.set_exception)(value)


# --- In the worker ---


def serve(line_number: int) -> None:
    """Do tasks until the parent is gone."""
    threading.Thread(target=_go_with_parent, daemon=True).start()
    line = Connection(line_number)
    line.send_bytes(_READY)
    while True:
        try:
            task = line.recv_bytes()
        except EOFError:
            return
        line.send_bytes(done(task))


def _go_with_parent() -> None:
    os.read(0, 1)
    with suppress(OSError):
        os.killpg(0, signal.SIGKILL)
