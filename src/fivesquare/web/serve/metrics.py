"""The metrics of a server, for Prometheus.

The processes of a server share one folder of memory-mapped files, in which each counts for itself
(prometheus_client's multiprocess mode); whichever of them is asked adds up all. That mode is chosen by
an environment variable when prometheus_client is imported: `metrics_port.shared_folder` sets it.
"""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from functools import cache
from time import monotonic
from typing import Any

from prometheus_client import Counter, Gauge, Histogram

from fivesquare import __version__
from fivesquare.books import NAMED
from fivesquare.lanes import BusyError, Job, Lane
from fivesquare.web.observer import Observer
from fivesquare.web.serve.logs import LOGGER
from fivesquare.web.study.solver_pool import SolverPool

_PERIOD = 2.0  # seconds between two looks at what is not counted as it happens
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_OTHER = "other"  # any method or rule book without a label of its own: labels are few
_NO_ROUTE = "none"  # refused before it was routed, or there is nothing at the address
_FAST = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
_LONG = (0.01, 0.05, 0.1, 0.5, 1.0, 2.5, 5.0, 10.0, 20.0, 30.0)

MOVES = Counter("fivesquare_moves", "Moves made and durable.", ("book", "player"))
STARTED = Counter("fivesquare_games_started", "Games begun.")
ENDED = Counter("fivesquare_games_ended", "Games that are over, by the reason.", ("reason",))
REQUESTS = Counter(
    "fivesquare_requests", "Requests answered; status 0: the client left.", ("method", "route", "status")
)
REQUEST_SECONDS = Histogram(
    "fivesquare_request_seconds",
    "Time from a request to its answer, without streams of events.",
    ("method", "route"),
    buckets=_FAST,
)
STREAMS = Gauge("fivesquare_streams", "Open streams of events.", multiprocess_mode="livesum")
STREAMS_LIMIT = Gauge(
    "fivesquare_streams_limit", "Streams of events that may be open.", multiprocess_mode="livesum"
)
COMMIT_SECONDS = Histogram(
    "fivesquare_database_commit_seconds", "Time to commit a group of writes.", buckets=_FAST
)
WRITES = Counter("fivesquare_database_writes", "Writes asked of the database.")
READ_SECONDS = Histogram("fivesquare_database_read_seconds", "Time to read.", buckets=_FAST)
DATABASE_ERRORS = Counter("fivesquare_database_errors", "Writes and reads that failed.", ("operation",))
WAITING = Gauge(
    "fivesquare_solver_waiting", "Jobs that wait for a thread.", ("lane",), multiprocess_mode="livesum"
)
WAIT_SECONDS = Histogram(
    "fivesquare_solver_wait_seconds", "Time that jobs waited for a thread.", ("lane",), buckets=_LONG
)
WORK_SECONDS = Histogram("fivesquare_solver_work_seconds", "Time that jobs took.", ("lane",), buckets=_LONG)
REFUSED = Counter("fivesquare_solver_refused", "Jobs refused because too many waited.", ("lane",))
READY = Gauge("fivesquare_solver_ready", "Processes whose solver is compiled.", multiprocess_mode="livesum")
LAG = Gauge(
    "fivesquare_event_loop_lag_seconds",
    "How late the event loop does what is due; of several processes the latest.",
    multiprocess_mode="livemax",
)
MESSAGES = Counter("fivesquare_log_messages", "Warnings and errors in the log.", ("level",))
PROCESSES = Gauge("fivesquare_processes", "Processes that serve.", multiprocess_mode="livesum")
BUILD = Gauge("fivesquare_build_info", "The version that runs.", ("version",), multiprocess_mode="livemax")

# A child is looked up under a lock each time, which costs as much as counting.
_child: Any = cache(lambda metric, *labels: metric.labels(*labels))


class Metrics(Observer):
    """Counts what happens in this process."""

    def __init__(self, most_streams: int) -> None:
        STREAMS_LIMIT.set(most_streams)
        STREAMS.set(0)
        PROCESSES.set(1)
        BUILD.labels(__version__).set(1)
        for operation in ("read", "write"):  # an alarm sees an increase only from a number
            DATABASE_ERRORS.labels(operation)
        for level in ("warning", "error"):
            MESSAGES.labels(level)
        LOGGER.addHandler(_MessageCount(logging.WARNING))

    def asked(self, method: str, route: str | None, status: int, seconds: float) -> None:
        method, route = method if method in _METHODS else _OTHER, route or _NO_ROUTE
        _child(REQUESTS, method, route, status).inc()
        if not route.endswith("/events"):
            _child(REQUEST_SECONDS, method, route).observe(seconds)

    def streams(self, count: int) -> None:
        STREAMS.set(count)

    def moved(self, book: str | Mapping[str, Any], *, is_computer: bool) -> None:
        name = book if isinstance(book, str) and book in NAMED else _OTHER
        _child(MOVES, name, "computer" if is_computer else "person").inc()

    def ended(self, reason: str) -> None:
        _child(ENDED, reason).inc()

    def began(self, games: int) -> None:
        STARTED.inc(games)

    def wrote(self, seconds: float, answers: Sequence[object]) -> None:
        COMMIT_SECONDS.observe(seconds)
        WRITES.inc(len(answers))
        failed = sum(isinstance(answer, Exception) for answer in answers)
        if failed:
            DATABASE_ERRORS.labels("write").inc(failed)

    def read(self, seconds: float, *, failed: bool) -> None:
        READ_SECONDS.observe(seconds)
        if failed:
            DATABASE_ERRORS.labels("read").inc()

    def worked(self, lane: str, waited: float, seconds: float) -> None:
        _child(WAIT_SECONDS, lane).observe(waited)
        _child(WORK_SECONDS, lane).observe(seconds)

    def refused(self, lane: str) -> None:
        _child(REFUSED, lane).inc()

    async def sample(self, pool: SolverPool) -> None:
        """Look now and then at what is not told, for as long as the server runs."""
        loop = asyncio.get_running_loop()
        for lane in pool.lanes:
            REFUSED.labels(lane.name)
        while True:
            for lane in pool.lanes:
                _child(WAITING, lane.name).set(lane.waiting)
            READY.set(pool.solver == "ready")
            due = loop.time() + _PERIOD
            await asyncio.sleep(_PERIOD)
            LAG.set(max(0.0, loop.time() - due))


class ObservedLane(Lane):
    """A lane that tells how long its jobs waited and took."""

    def __init__(self, observer: Observer, name: str, *settings: Any) -> None:
        super().__init__(name, *settings)
        self._observer = observer

    def busy_error(self) -> BusyError:
        self._observer.refused(self.name)
        return super().busy_error()

    def _do(self, job: Job[Any]) -> None:
        began = monotonic()
        super()._do(job)
        self._observer.worked(self.name, began - job.made_at, monotonic() - began)


class _MessageCount(logging.Handler):
    """Counts what is logged."""

    def emit(self, record: logging.LogRecord) -> None:
        _child(MESSAGES, "error" if record.levelno >= logging.ERROR else "warning").inc()
