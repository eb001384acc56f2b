"""Units of work, done somewhere: each once, their results in order, and what is finished kept.

Units are put together into batches of a second or two by what they took so far; towards the end the batches
grow smaller, so that all workers end together. Results travel as JSON text: what comes out is the same
whether it was just worked out or read back from a journal.
"""

import json
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from fivesquare.arena.work.base import Place, portable
from fivesquare.arena.work.journal import Journal, key_of, written
from fivesquare.errors import FileError, LostWorkerError, WorkError, quote

Work = Callable[[Any], Any]
Progress = Callable[[int, int, float | None], None]
"""Is told how many units are done, of how many, and about how many seconds are left if that is known."""

_SECONDS = 1.5  # of a batch
_GROWTH = 4  # times the largest batch so far
_MOST_UNITS = 10_000  # in a batch, and of results that wait for an earlier one
_LONGEST_NAME = 200
_MEMORY = 0.9  # what an earlier batch counts for beside the one after it


@dataclass(frozen=True)
class Done:
    """What came of a batch: results from its beginning on as JSON text, and what the next unit raised."""

    results: list[str]
    seconds: float
    error: BaseException | None = None


def run(
    work: Work,
    units: Sequence[Any],
    *,
    where: Place,
    journal: Journal | None = None,
    progress: Progress | None = None,
) -> Iterator[Any]:
    """The result of each unit, in order, each worked out once.

    `work` is a function of a module, from a unit (any JSON value) to a JSON value, and the same for the
    same unit. Units that stand in the journal are not done again; results are in it before they come out
    here. If work raises an error, the results before it come out and then a WorkError that names the unit.
    Closing the iterator cancels what has not begun.
    """
    return _Run(work, units, where, journal, progress).results()


class _Run:
    def __init__(
        self,
        work: Work,
        units: Sequence[Any],
        where: Place,
        journal: Journal | None,
        progress: Progress | None,
    ) -> None:
        self._work, self._units, self._where = work, units, where
        self._journal, self._progress = journal, progress
        self._next = 0  # the first unit that nobody has looked at
        self._out = 0  # how many results have come out
        self._finished = self._told = 0
        self._ready: dict[int, str] = {}  # results that wait for an earlier one
        self._alone: list[int] = []  # units of a batch that killed its workers, now to be done one by one
        self._failed: dict[int, BaseException] = {}
        self._pending: dict[Future[Done], range] = {}
        self._pace = _Pace()

    def results(self) -> Iterator[Any]:
        try:
            while self._out < len(self._units):
                if (
                    self._out not in self._ready or self._where.room > 1
                ):  # this process alone does one thing
                    self._submit()
                while self._out in self._ready:
                    result = json.loads(self._ready.pop(self._out))
                    self._out += 1
                    yield result
                if self._out in self._failed:
                    raise self._blame(self._out)
                if self._pending:
                    self._collect()
        finally:
            self._leave()

    # --- Handing out ---

    def _submit(self) -> None:
        """Give the place as much as it has room for."""
        while len(self._pending) < self._where.room and (batch := self._batch()):
            future = self._where.submit(do, self._work, [self._units[number] for number in batch])
            self._pending[future] = batch
        self._tell()

    def _batch(self) -> range:
        """The next units to be done; empty if there are none, or too many results wait already."""
        while self._alone:
            first = self._alone.pop()
            if first < min(self._failed, default=len(self._units)):
                return range(first, first + 1)
        room = self._where.room
        size = self._pace.size(len(self._units) - self._next, room)
        most = self._out + max(_MOST_UNITS, 2 * room * size)
        end = 0 if self._failed else len(self._units)
        while self._next < min(end, most) and self._is_kept(self._next):
            self._next += 1
        first = self._next
        while self._next < min(end, most, first + size) and not self._is_kept(self._next):
            self._next += 1
        return range(first, self._next)

    def _is_kept(self, number: int) -> bool:
        """Whether a unit is in the journal; then its result is ready."""
        result = None if self._journal is None else self._journal.find(key_of(self._units[number]))
        if result is None:
            return False
        if number not in self._ready:
            self._ready[number] = result
            self._finished += 1
        return True

    # --- Taking in ---

    def _collect(self) -> None:
        """Take in what has been done, as soon as something has, and keep it."""
        done, _ = wait(self._pending, return_when=FIRST_COMPLETED)
        found: list[tuple[int, str]] = []
        problem: Exception | None = None
        for future in done:
            try:
                found += self._take(future, self._pending.pop(future))
            except Exception as error:  # not of a unit, but of the place
                problem = error
        self._keep(found)
        if problem is not None:
            raise problem
        self._ready.update(found)
        self._finished += len(found)
        self._tell()

    def _tell(self) -> None:
        if self._progress is not None and self._finished > self._told:
            self._told, total = self._finished, len(self._units)
            self._progress(self._finished, total, self._pace.left(total - self._finished))

    def _take(self, future: Future[Done], batch: range) -> list[tuple[int, str]]:
        try:
            done = future.result()
        except LostWorkerError as error:
            if len(batch) == 1:
                self._failed[batch[0]] = error
            else:
                self._alone.extend(reversed(batch))
            return []
        if done.error is not None:
            self._failed[batch[len(done.results)]] = done.error
        self._pace.note(len(done.results), done.seconds)
        return list(zip(batch, done.results, strict=False))

    def _keep(self, found: list[tuple[int, str]]) -> None:
        if self._journal is not None and found:
            self._journal.keep((key_of(self._units[number]), result) for number, result in found)

    def _blame(self, number: int) -> WorkError:
        error = self._failed[number]
        what = str(error) if isinstance(error, WorkError) else f"{type(error).__name__}: {error}"
        named = WorkError(f"unit {_name(self._units[number])}: {what}")
        named.__cause__ = error
        return named

    def _leave(self) -> None:
        """Keep what is done by now; nobody wants the rest."""
        finished = [future for future in self._pending if future.done() and not future.cancelled()]
        found = [
            each
            for future in finished
            if future.exception() is None
            for each in self._take(future, self._pending.pop(future))
        ]
        self._where.abandon(self._pending)
        self._pending = {}
        with suppress(FileError):  # such as a full disk, which may be why we leave
            self._keep(found)


class _Pace:
    """How long units take, and so how many of them make a batch, and how long the rest will take."""

    def __init__(self) -> None:
        self._begun = time.monotonic()
        self._total = self._largest = 0
        self._units = self._seconds = 0.0  # of late

    def note(self, units: int, seconds: float) -> None:
        self._total += units
        self._largest = max(self._largest, units)
        self._units = _MEMORY * self._units + units
        self._seconds = _MEMORY * self._seconds + seconds

    def size(self, units: int, room: int) -> int:
        """How many units the next batch should have, with so many left and so many batches at once."""
        if self._total == 0:
            return 1
        by_time = int(_SECONDS * self._units / max(self._seconds, 1e-9))
        return max(1, min(by_time, _GROWTH * self._largest, _MOST_UNITS, -(-units // room)))

    def left(self, units: int) -> float | None:
        """The seconds until that many more are done, as far as can be told."""
        return units * (time.monotonic() - self._begun) / self._total if self._total else None


def do(work: Work, units: Sequence[Any]) -> Done:
    """Do a batch, wherever this is."""
    begun = time.perf_counter()
    results: list[str] = []
    error: Exception | None = None
    for unit in units:
        try:
            results.append(written(work(unit)))
        except Exception as problem:
            error = portable(problem)
            break
    return Done(results, time.perf_counter() - begun, error)


def _name(unit: Any) -> str:
    """A unit for use in a message."""
    try:
        text = key_of(unit)
    except (TypeError, ValueError):
        return quote(unit)
    return text if len(text) <= _LONGEST_NAME else text[: _LONGEST_NAME - 3] + "..."
