"""A real server for a test: `serve` in a process of its own, on a free port of this machine.

    with running(tmp_path) as server:
        httpx2.get(f"{server.url}/healthz")

Keyword arguments are fields of Settings: `running(tmp_path, streams=3, allowed_hosts=["club.example"])`.
The games are in a SQLite file in the folder unless `database` says otherwise. After `server.kill()` or
`server.stop()` a test starts it again, on the same port and with the same games, by `server.start()`.
"""

import json
import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2

from fivesquare.background import leave
from fivesquare.web.serve import processes as running_module
from fivesquare.web.settings import Settings
from patience import PATIENCE

TESTS = Path(__file__).parent.parent
REAL_APP = "fivesquare.web.app:create_app"

_CHILD = "from web import server; server.serve_here()"
_ADDRESS = re.compile(r"http://\S+")


class Server:
    """A server that runs, or has been stopped or killed."""

    def __init__(self, folder: Path, app: str, **settings: Any) -> None:
        self.folder = folder
        self._told = {"app": app, "database": f"sqlite:///{folder / 'games.db'}", "port": 0, **settings}
        self._log = folder / "server.log"
        self._process: subprocess.Popen[str] | None = None
        self.url = ""
        self._metrics_url = ""

    def start(self) -> None:
        """Start it, again where it was before; it answers when this returns."""
        assert self._process is None or self._process.poll() is not None, "it runs already"
        with self._log.open("a") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-c", _CHILD, json.dumps(self._told)],
                cwd=TESTS,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                start_new_session=True,
            )
        self.url = self._first_address()
        self._told["port"] = self.port

    def _first_address(self) -> str:
        """The address that it prints as soon as it can be asked."""
        assert self._process is not None
        assert self._process.stdout is not None
        until = time.monotonic() + PATIENCE
        said = ""
        while select.select([self._process.stdout], [], [], max(0.0, until - time.monotonic()))[0]:
            line = self._process.stdout.readline()
            said += line
            if found := _ADDRESS.search(line):
                return found[0].rstrip("/")
            if not line:
                break
        self.kill()
        raise AssertionError(f"the server did not start: {said}{self.log}")

    @property
    def metrics_url(self) -> str:
        """Where its metrics are, which it says after its address."""
        if not self._metrics_url:
            assert self._process is not None
            assert self._process.stdout is not None
            while "Metrics" not in (line := self._process.stdout.readline()):
                assert line, "it has no metrics"
            self._metrics_url = line.split()[-1]
        return self._metrics_url

    @property
    def port(self) -> int:
        return int(self.url.rpartition(":")[2])

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def log(self) -> str:
        """What it has written to standard error, in all its lives."""
        return self._log.read_text()

    def send_signal(self, which: signal.Signals) -> None:
        assert self._process is not None
        self._process.send_signal(which)

    def wait(self) -> int:
        """Its exit status, as soon as it has ended."""
        assert self._process is not None
        status = self._process.wait(PATIENCE)
        assert self._process.stdout is not None
        self._process.stdout.close()
        return status

    def stop(self) -> int:
        """End it as a service manager does, and return its exit status."""
        self.send_signal(signal.SIGTERM)
        return self.wait()

    def kill(self) -> None:
        """End it, and its workers, as a power cut does."""
        assert self._process is not None
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
        self.wait()

    def client(self, **more: Any) -> httpx2.Client:
        """A client that knows the server's address."""
        return httpx2.Client(base_url=self.url, timeout=PATIENCE, **more)


NO_LIMITS: dict[str, Any] = {
    "requests": 1e9,
    "requests_at_once": 10**9,
    "new_games": 1e9,
    "new_games_at_once": 10**9,
}
"""For tests that ask as fast as they can: how fast that is must not decide them."""


@contextmanager
def running(folder: Path, app: str = REAL_APP, **settings: Any) -> Iterator[Server]:
    """A server as long as the block lasts; `app` names another function from settings to an application."""
    folder.mkdir(parents=True, exist_ok=True)
    server = Server(folder, app, **settings)
    server.start()
    try:
        yield server
    finally:
        server.kill()


def eventually(holds: Callable[[], bool], seconds: float = PATIENCE) -> None:
    """Wait until something holds."""
    until = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < until, "it never came to hold"
        time.sleep(0.01)


def serve_here() -> None:
    """In the child: serve as we were told."""
    told = json.loads(sys.argv[1])
    module, _, function = told.pop("app").partition(":")
    make_app = getattr(__import__(module, fromlist=[function]), function)
    told["allowed_hosts"] = frozenset(told.get("allowed_hosts", ()))
    status = 0
    try:
        running_module.run(Settings(**told), make_app)
    except KeyboardInterrupt:
        status = 130
    leave(status)  # as the command does
