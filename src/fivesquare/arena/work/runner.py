"""Units of work, run somewhere: each once, with results in order, and finished ones in a journal.

Units are put together into batches of a second or two by what they took so far; towards the end the batches
grow smaller, so that all workers end together. Results travel as JSON text: what comes out is the same
whether it was just worked out or read back from a journal.
"""

import json
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass
from typing import Any, NamedTuple

from fivesquare.arena.work.base import Place, portable
from fivesquare.arena.work.journal import Journal, key_of, written
from fivesquare.errors import FileError, LostWorkerError, WorkError, many, quote
from fivesquare.solver import warm_up

Work = Callable[[Any], Any]
Meanwhile = Callable[[Callable[[], str]], AbstractContextManager[None]]
"""Shows the text of a progress line now and then during the work in the context."""

Progress = Callable[[int, int, float | None], None]
"""Receives the number of units done, of all units, and the seconds left if they are known."""

_SECONDS = 1.5  # of a batch
_GROWTH = 4  # times the largest batch so far
_MOST_UNITS = 10_000  # in a batch, and of results that wait for an earlier one
_LONGEST_NAME = 200
_MEMORY = 0.9  # what an earlier batch counts for beside the one after it


@dataclass(frozen=True)
class BatchResult:
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
    same unit. Units in the journal are not done again; results are in it before they come out
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
        self._next = 0  # the first unit not yet looked at
        self._out = 0  # how many results have come out
        self._finished = self._told = 0
        self._ready: dict[int, str] = {}  # results that wait for an earlier one
        self._alone: list[int] = []  # units of a batch that killed its workers, now to be done one by one
        self._failed: dict[int, BaseException] = {}
        self._pending: dict[Future[BatchResult], range] = {}
        self._unsaved: list[tuple[int, str]] = []  # results taken in and not yet in the journal
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
        problem: Exception | None = None
        for future in done:
            try:
                self._take(future)
            except Exception as error:  # not of a unit, but of the place
                problem = error
        found = self._save()
        if problem is not None:
            raise problem
        self._ready.update(found)
        self._finished += len(found)
        self._tell()

    def _tell(self) -> None:
        if self._progress is not None and self._finished > self._told:
            self._told, total = self._finished, len(self._units)
            self._progress(self._finished, total, self._pace.left(total - self._finished))

    def _take(self, future: Future[BatchResult]) -> None:
        """Take the results of a batch that has ended; they are unsaved until `_save`."""
        batch = self._pending[future]
        try:
            done = future.result()
        except LostWorkerError as error:
            if len(batch) == 1:
                self._failed[batch[0]] = error
            else:
                self._alone.extend(reversed(batch))
        except Exception:
            del self._pending[future]
            raise
        else:
            if done.error is not None:
                self._failed[batch[len(done.results)]] = done.error
            self._pace.note(len(done.results), done.seconds)
            self._unsaved += zip(batch, done.results, strict=False)
        del self._pending[future]

    def _save(self) -> list[tuple[int, str]]:
        """Write what is unsaved to the journal, and return it; what an interrupt prevents stays unsaved."""
        found = self._unsaved
        if self._journal is not None and found:
            self._journal.keep((key_of(self._units[number]), result) for number, result in found)
        self._unsaved = []
        return found

    def _blame(self, number: int) -> WorkError:
        error = self._failed[number]
        what = str(error) if isinstance(error, WorkError) else f"{type(error).__name__}: {error}"
        named = WorkError(f"unit {_name(self._units[number])}: {what}")
        named.__cause__ = error
        return named

    def _leave(self) -> None:
        """Save what is done by now, an interrupted save included, and abandon the rest."""
        for future in list(self._pending):
            if future.done() and not future.cancelled() and future.exception() is None:
                self._take(future)
        self._where.abandon(self._pending)
        self._pending = {}
        with suppress(FileError):  # such as a full disk, which may be why we leave
            self._save()


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
        """The number of units for the next batch, given how many are left and how many batches run."""
        if self._total == 0:
            return 1
        by_time = int(_SECONDS * self._units / max(self._seconds, 1e-9))
        return max(1, min(by_time, _GROWTH * self._largest, _MOST_UNITS, -(-units // room)))

    def left(self, units: int) -> float | None:
        """The seconds until that many more are done, as far as can be told."""
        return units * (time.monotonic() - self._begun) / self._total if self._total else None


def do(work: Work, units: Sequence[Any]) -> BatchResult:
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
    return BatchResult(results, time.perf_counter() - begun, error)


def _name(unit: Any) -> str:
    """A unit for use in a message."""
    try:
        text = key_of(unit)
    except (TypeError, ValueError):
        return quote(unit)
    return text if len(text) <= _LONGEST_NAME else text[: _LONGEST_NAME - 3] + "..."


# --- With a progress line ---

_MINUTE, _HOUR, _DAY = 60, 3600, 86400


class FrontEnd(NamedTuple):
    """What a front end does during the work; by default nothing is shown."""

    meanwhile: Meanwhile = lambda _: nullcontext()
    """Shows a progress line now and then."""
    say: Callable[[str], None] = lambda _: None
    """Shows a message."""
    warm_up: Callable[[], None] = warm_up
    """Gets the solver ready."""


def run_aloud(
    work: Work,
    units: Sequence[Any],
    *,
    where: Place,
    meanwhile: Meanwhile,
    doing: str,
    what: str,
    journal: Journal | None = None,
) -> Iterator[Any]:
    """`run` with a progress line: `doing` is "playing", `what` "games"."""
    done, left = 0, None

    def note(now: int, _: int, seconds: float | None) -> None:
        nonlocal done, left
        done, left = now, seconds

    def told() -> str:
        rest = "" if left is None else f", about {span(left)} left"
        return f"{doing}: {done:,} of {len(units):,} {what}{rest}, {many(where.workers, 'worker')}"

    with meanwhile(told):
        yield from run(work, units, where=where, journal=journal, progress=note)


def span(seconds: float) -> str:
    """A time in words: "40 s", "5 min", "3 h 20 min", "2 d 4 h"."""
    if seconds < 2 * _MINUTE:
        return f"{seconds:.0f} s"
    if seconds < 2 * _HOUR:
        return f"{seconds / _MINUTE:.0f} min"
    large, small, unit, part = (
        (_HOUR, _MINUTE, "h", "min") if seconds < 2 * _DAY else (_DAY, _HOUR, "d", "h")
    )
    return f"{seconds // large:.0f} {unit} {seconds % large // small:.0f} {part}"
