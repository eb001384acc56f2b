"""A Dask cluster: a scheduler somewhere, and as many workers as there are.

Dask begins a task again if its worker dies. If the scheduler goes away we wait for it, and give it again
what was not finished; if it stays away, that is an error, and what is finished is in the journal.
"""

import asyncio
import logging
import pickle
import sys
import threading
import time
import warnings
from collections.abc import Callable, Iterable
from concurrent.futures import CancelledError, Future, wait
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import fivesquare
from fivesquare.arena.work.base import Parameters, Place, Result, by_reference, done
from fivesquare.background import OURS
from fivesquare.errors import LostWorkerError, WorkError, many, needing, quote

_CONNECTING = 10.0  # seconds to wait for a scheduler that does not answer
_AWAY = 60.0  # seconds to wait for one that was there
_GLANCE = 1.0  # seconds between two looks at the cluster
_NOISY = ("distributed", "tornado", "asyncio")


@dataclass(eq=False)
class _ClusterTask:
    future: Future[Any]
    call: bytes
    inner: Any = None  # the future of Dask


class Cluster(Place):
    """The workers of a Dask cluster; as many as there are at any time."""

    def __init__(self, address: str, patience: float = _AWAY) -> None:
        """Connect. `patience` is how many seconds to wait for a scheduler that has gone away."""
        _import_quietly()
        self._address, self._patience = address, patience
        self._lock = threading.RLock()
        self._tasks: dict[Future[Any], _ClusterTask] = {}
        self._lost: list[_ClusterTask] = []  # what a scheduler has forgotten
        self._gone_since: float | None = None
        self._problem: WorkError | None = None
        self._workers = 0
        self._is_closed = threading.Event()
        self._client = self._connect(_CONNECTING)
        try:
            self._check_versions()
            self._count()
        except BaseException:
            self._client.close(timeout=1)
            raise
        self._keeper = threading.Thread(target=self._keep, name=f"{OURS} cluster", daemon=True)
        self._keeper.start()

    # --- For callers ---

    @property
    def workers(self) -> int:
        return self._workers

    def submit(
        self, fn: Callable[Parameters, Result], /, *args: Parameters.args, **kwargs: Parameters.kwargs
    ) -> Future[Result]:
        task = _ClusterTask(Future(), by_reference(fn, args, kwargs))
        with self._lock:
            if self._is_closed.is_set():
                raise RuntimeError("cannot submit to a cluster that was closed")
            if self._problem is not None:
                raise self._problem
            self._tasks[task.future] = task
            if self._gone_since is None:
                self._send(task)
            else:
                self._lost.append(task)
        task.future.add_done_callback(self._forget)
        return task.future

    def abandon(self, futures: Iterable[Future[Any]]) -> None:
        for future in list(futures):
            future.cancel()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        with self._lock:
            futures = list(self._tasks)
        if cancel_futures or not wait:
            self.abandon(futures)
        elif wait:
            _wait(futures)
        self._is_closed.set()
        self._keeper.join()
        with suppress(Exception):
            self._client.close(timeout=2)

    def _forget(self, future: Future[Any]) -> None:
        with self._lock:
            task = self._tasks.pop(future, None)
        if task is not None and task.inner is not None:
            with suppress(Exception):  # its client may be gone
                task.inner.release()

    # --- The way to the cluster and back ---

    def _connect(self, seconds: float) -> Any:
        import distributed  # half a second, and an extra

        make_client: Any = distributed.Client
        _check_address(self._address)
        _check_certificates(self._address)
        try:
            return make_client(self._address, timeout=seconds, set_as_default=False, name="fivesquare")
        except (TimeoutError, OSError):
            raise WorkError(f"there is no scheduler at {quote(self._address)}") from None
        except Exception as error:  # such as a certificate that cannot be read
            raise WorkError(f"cannot connect to {quote(self._address)}: {error}") from None

    def _send(self, task: _ClusterTask) -> None:
        try:
            task.inner = self._client.submit(do_here, task.call, fivesquare.__version__, pure=False)
            asyncio.run_coroutine_threadsafe(self._follow(task, task.inner), self._client.loop.asyncio_loop)
        except Exception:  # the client has just been closed
            self._lose(task)

    async def _follow(self, task: _ClusterTask, inner: Any) -> None:
        """Wait for Dask in its own loop, and hand on what comes of it."""
        from distributed import KilledWorker

        try:
            answer = pickle.loads(await inner)
        except KilledWorker as error:
            times = many(error.allowed_failures + 1, "time")
            _end(task.future, False, LostWorkerError(f"its worker died {times}"))
        except (asyncio.CancelledError, CancelledError, OSError):  # by the end of a connection, or by us
            self._lose(task)
        except Exception as error:
            problem = (
                f"a worker of {quote(self._address)} cannot do our work: {type(error).__name__}: {error}"
            )
            _end(task.future, False, WorkError(problem))
        else:
            _end(task.future, *answer)

    def _lose(self, task: _ClusterTask) -> None:
        with self._lock:
            if task.future in self._tasks:
                self._lost.append(task)
                task.inner = None

    # --- The thread that looks after the connection ---

    def _keep(self) -> None:
        while not self._is_closed.wait(_GLANCE) and self._problem is None:
            if self._client.status != "running":
                self._search()
                continue
            self._return()
            with suppress(Exception):  # the next glance will show why
                self._count()

    def _count(self) -> None:
        self._workers = sum(self._client.nthreads().values())

    def _search(self) -> None:
        """The scheduler is gone; Dask looks for it for a while, and then we do."""
        now = time.monotonic()
        self._workers = 0
        with self._lock:
            self._gone_since = self._gone_since or now
        if self._client.status == "closed":
            with suppress(WorkError):
                self._client = self._connect(_GLANCE)
        if now - self._gone_since > self._patience:
            self._give_up()

    def _return(self) -> None:
        """The scheduler is there; it may be another one, which knows nothing of what it was given."""
        with self._lock:
            self._gone_since = None
            lost, self._lost = self._lost, []
            for task in lost:
                if not task.future.done():
                    self._send(task)

    def _give_up(self) -> None:
        with self._lock:
            self._problem = WorkError(
                f"the scheduler at {quote(self._address)} is gone: what is finished is kept, "
                "and the same command continues when it is back"
            )
            futures = list(self._tasks)
        for future in futures:
            _end(future, False, self._problem)

    def _check_versions(self) -> None:
        found = self._client.run(version_here, on_error="return")
        for worker, version in found.items():
            _check_version(version, f"the worker {worker}")


def _import_quietly() -> None:
    """Silence Dask's logs of every connection that ends, unless it was imported before us."""
    if sys.modules.get("distributed") is not None:
        return
    with needing("A cluster", "arena"):
        from distributed.versions import VersionMismatchWarning
    warnings.simplefilter("ignore", VersionMismatchWarning)  # ours is what matters
    for name in list(logging.root.manager.loggerDict):
        if name.partition(".")[0] in _NOISY:
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)


def _check_address(address: str) -> None:
    """Dask itself would notice too late, and have trouble with giving up."""
    from distributed.comm.addressing import get_address_host_port

    find: Any = get_address_host_port
    try:
        find(address, strict=True)
    except ValueError as error:
        raise WorkError(
            f"{quote(address)} is not the address of a scheduler, like tcp://10.0.0.1:8786: {error}"
        ) from None


def _check_certificates(address: str) -> None:
    """The same."""
    import distributed

    make_security: Any = distributed.Security
    context = make_security().get_connection_args("client").get("ssl_context")
    if address.startswith("tls://") and context is None:
        raise WorkError(f"{quote(address)} needs certificates, and Dask's configuration names none")


def _check_version(found: object, whose: str) -> None:
    if isinstance(found, Exception):
        raise WorkError(f"{whose} cannot run Fivesquare: {found}")
    if found != fivesquare.__version__:
        raise WorkError(f"{whose} has Fivesquare {found}, and this is {fivesquare.__version__}")


def _end(future: Future[Any], is_result: bool, value: Any) -> None:
    if future.set_running_or_notify_cancel():
        (future.set_result if is_result else future.set_exception)(value)


def _wait(futures: Iterable[Future[Any]]) -> None:
    wait(futures)


# --- In the worker ---


def version_here() -> str:
    """The version of Fivesquare in this process."""
    return fivesquare.__version__


def do_here(task: bytes, version: str) -> bytes:
    """Make a call that a client of this version has sent. Workers come at any time: each is asked."""
    try:
        _check_version(version, "the client")
    except WorkError as error:
        return pickle.dumps((False, error))
    return done(task)
