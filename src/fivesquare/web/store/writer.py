"""The one writer: a thread with a connection of its own that commits in groups.

Whatever waits when a commit is done goes into the next one, so groups form by themselves when many write,
and no one waits for a timer when few do. Answers come after the commit, to the whole group in one call.
"""

from __future__ import annotations

import threading
from asyncio import AbstractEventLoop, Future
from collections.abc import Callable
from queue import Empty, SimpleQueue
from time import perf_counter
from typing import Any, NamedTuple, TypeVar

from fivesquare.web.observer import UNOBSERVED, Observer
from fivesquare.web.store.base import Append, StoreError, first_line
from fivesquare.web.store.write_session import Deed, SqlSession

LARGEST_GROUP = 1000
"""A larger group would wait longer than a second commit takes."""

_Answer = TypeVar("_Answer")


class _Write(NamedTuple):
    answer: Future[Any]
    append: Append | None
    deed: Deed | None


class Writer:
    """Takes writes from the event loop, and answers there."""

    def __init__(
        self,
        session: SqlSession,
        loop: AbstractEventLoop,
        name: str,
        observer: Observer = UNOBSERVED,
    ) -> None:
        self._session, self._loop, self._name = session, loop, name
        self._observer = observer
        self._waiting: SimpleQueue[_Write | None] = SimpleQueue()
        self._is_open = True
        self._thread = threading.Thread(target=self._run, name="fivesquare-writer", daemon=True)
        self._thread.start()

    def append(self, game: str, number: int, what: str) -> Future[bool]:
        return self._put(Append(game, number, what), None)

    def do(self, deed: Callable[[SqlSession], _Answer]) -> Future[_Answer]:
        return self._put(None, deed)

    def _put(self, append: Append | None, deed: Deed | None) -> Future[Any]:
        if not self._is_open:
            raise StoreError(f"{self._name} is closed")
        answer: Future[Any] = self._loop.create_future()
        self._waiting.put(_Write(answer, append, deed))
        return answer

    def stop(self) -> None:
        """Take nothing more. What waits is still written: `join` waits for that."""
        if self._is_open:
            self._is_open = False
            self._waiting.put(None)

    def join(self) -> None:
        self._thread.join()

    # --- In the thread ---

    def _run(self) -> None:
        is_open = True
        while is_open:
            group, is_open = self._take()
            if group:
                began = perf_counter()
                answers = self._written(group)
                self._observer.wrote(perf_counter() - began, answers)
                try:
                    self._loop.call_soon_threadsafe(_give, group, answers)
                except RuntimeError:  # the loop is closed: no one waits any more
                    break
        self._session.close()

    def _take(self) -> tuple[list[_Write], bool]:
        """Wait for something, and take everything that has come by then; whether more may come."""
        group: list[_Write] = []
        job = self._waiting.get()
        while job is not None:
            group.append(job)
            if len(group) == LARGEST_GROUP:
                return group, True
            try:
                job = self._waiting.get_nowait()
            except Empty:
                return group, True
        return group, False

    def _written(self, group: list[_Write]) -> list[Any]:
        """The answers for a group, of which errors are some."""
        appends = [job.append for job in group if job.append is not None]
        deeds = [job.deed for job in group if job.deed is not None]
        try:
            entered, done = self._session.write(appends, deeds)
        except Exception as error:
            if len(group) > 1 and not self._session.concerns_all(error):
                return [answer for job in group for answer in self._written([job])]
            return [self._failure(error) for _ in group]  # each one's own: raising changes an error
        if not deeds:
            return entered
        more, others = iter(entered), iter(done)
        return [next(others if job.append is None else more) for job in group]

    def _failure(self, error: Exception) -> StoreError:
        failure = StoreError(f"{self._name} cannot be written: {first_line(error)}")
        failure.__cause__ = error
        return failure


def _give(group: list[_Write], answers: list[Any]) -> None:
    for job, answer in zip(group, answers, strict=True):
        if job.answer.done():  # the caller has gone
            continue
        if isinstance(answer, Exception):
            job.answer.set_exception(answer)
        else:
            job.answer.set_result(answer)
