"""Real processes for a test: a Dask scheduler and its workers, and a client that does units of work.

    with Hosts(tmp_path) as hosts:
        scheduler = hosts.scheduler()
        hosts.worker(), hosts.worker()

Each is killed by its own number; whatever is left at the end is killed then.
"""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from patience import PATIENCE

TESTS = Path(__file__).parents[2]

_CLIENT = "import sys; from arena.work import processes; processes.work_here(*sys.argv[1:])"


class Hosts:
    """Processes that end with the test."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._log = (folder / "hosts.log").open("ab")
        self._all: list[subprocess.Popen[bytes]] = []
        self._port = 0
        self.address = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for process in self._all:
            kill(process)
        self._log.close()

    def start(self, *words: str, **how: Any) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            [sys.executable, *words],
            cwd=self._folder,
            env={**os.environ, "PYTHONPATH": str(TESTS)},
            **{"stdout": self._log, "stderr": self._log, "start_new_session": True, **how},
        )
        self._all.append(process)
        return process

    def scheduler(self) -> subprocess.Popen[bytes]:
        """A scheduler, which answers; the second one is where the first one was."""
        told = self._folder / "scheduler.json"
        told.unlink(missing_ok=True)
        process = self.start(
            *("-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", str(self._port)),
            *("--no-dashboard", "--scheduler-file", str(told)),
        )
        eventually(lambda: told.exists() and bool(told.read_text()))
        self.address = json.loads(told.read_text())["address"]
        self._port = int(self.address.rpartition(":")[2])
        return process

    def worker(self, *words: str) -> subprocess.Popen[bytes]:
        """A worker of one thread, whether or not it is connected yet."""
        return self.start(
            *("-m", "distributed.cli.dask_worker", self.address, "--nthreads", "1", "--no-nanny"),
            *("--no-dashboard", "--memory-limit", "0", "--local-directory", str(self._folder), *words),
        )

    def client(self, where: str, patience: float = PATIENCE) -> subprocess.Popen[bytes]:
        """A process that does the units in `units.json`: see `work_here`."""
        os.environ["PATIENCE"] = str(patience)
        return self.start("-c", _CLIENT, str(self._folder), where, stderr=subprocess.PIPE)


def work_here(folder: str, where: str) -> None:
    """In the client: do the units that are in a file, and write the results as JSON lines."""
    from arena.work import jobs
    from fivesquare.arena.work import Journal, local, run, serial
    from fivesquare.arena.work.cluster import Cluster
    from fivesquare.background import leave
    from fivesquare.errors import WorkError

    here = Path(folder)
    units = json.loads((here / "units.json").read_text())
    patience = float(os.environ.get("PATIENCE", PATIENCE))
    try:
        place = (
            serial() if where == "serial" else local(2) if where == "local" else Cluster(where, patience)
        )
        with place as chosen, Journal.open(here / "journal", about="squares") as journal:
            results = list(run(jobs.square, units, where=chosen, journal=journal))
    except WorkError as error:
        sys.stderr.write(f"{error}\n")
        leave(1)
    except KeyboardInterrupt:
        leave(130)
    (here / "results").write_text("".join(f"{json.dumps(result)}\n" for result in results))


def kill(process: subprocess.Popen[bytes]) -> None:
    """End it as a power cut does."""
    if process.poll() is None:
        process.kill()
    process.wait(PATIENCE)
    if process.stderr is not None:
        process.stderr.close()


def kill_listed(pid: int) -> None:
    """Kill a worker of `Pool.pids`, a list that may still name one that has just been killed."""
    with suppress(ProcessLookupError):
        os.kill(pid, 9)


def eventually(holds: Callable[[], bool]) -> None:
    """Wait until something holds."""
    until = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < until, "it never came to hold"
        time.sleep(0.01)


def is_running(pid: int) -> bool:
    """Whether there is such a process; one that nobody has asked how it ended has ended."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def interrupt(process: subprocess.Popen[bytes]) -> None:
    """Ctrl-C, at a terminal in whose foreground it is."""
    os.killpg(process.pid, signal.SIGINT)
