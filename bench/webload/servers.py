"""What is loaded, each in a process of its own: our server, its database, the peer; and what they cost."""

import importlib
import os
import re
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

BENCH = Path(__file__).parent.parent
PEER = BENCH / "boardgameio"
_TESTS = BENCH.parent / "tests"
_PATIENCE = 180.0  # seconds: the first server on a machine compiles the solver
_TICKS = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")
_NO_LIMIT = "1000000"


# --- What they cost ---


def cpu_seconds(process: int) -> float:
    """Of a process: all its threads, and its children, also those that have ended."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except FileNotFoundError:
        return 0.0
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return sum(map(int, fields[11:15])) / _TICKS + sum(map(cpu_seconds, map(int, children)))


def memory(process: int) -> int:
    """Bytes of a process in memory."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * _PAGE


def busy_seconds() -> float:
    """What all processors of this machine have worked, and what a host has taken of them."""
    user, nice, system, _idle, _waiting, *interrupts = map(
        int, Path("/proc/stat").read_text().partition("\n")[0].split()[1:9]
    )
    return (user + nice + system + sum(interrupts)) / _TICKS


@dataclass(frozen=True)
class Cost:
    """What was used in a while: CPU seconds, and whatever else ran on this machine."""

    seconds: float
    server: float
    database: float
    generator: float
    machine: float

    @property
    def others(self) -> float:
        """Processors that somebody else kept busy."""
        return max(0.0, (self.machine - self.server - self.database - self.generator) / self.seconds)


class Meter:
    """Reads at the beginning and at the end of what counts."""

    def __init__(self, server: int, database: int | None = None, generator: int | None = None) -> None:
        """The generator is this process, or another one."""
        self._server, self._database, self._generator = server, database, generator
        self._memory_before = memory(server)
        self._before = self._after = self._read()
        self.memory = 0

    def _read(self) -> tuple[float, ...]:
        database = 0.0 if self._database is None else cpu_seconds(self._database)
        generator = time.process_time() if self._generator is None else cpu_seconds(self._generator)
        return time.monotonic(), cpu_seconds(self._server), database, generator, busy_seconds()

    def begin(self) -> None:
        self._before = self._read()

    def end(self) -> None:
        self._after = self._read()
        self.memory = memory(self._server) - self._memory_before

    @property
    def cost(self) -> Cost:
        return Cost(*(after - before for before, after in zip(self._before, self._after, strict=True)))


def load_average() -> float:
    return os.getloadavg()[0]


def filesystem(folder: Path) -> str:
    """What kind of disk a folder is on."""
    places = [line.split()[1:3] for line in Path("/proc/mounts").read_text().splitlines()]
    inside = [(len(place), kind) for place, kind in places if folder.resolve().is_relative_to(place)]
    return max(inside)[1]


def raise_descriptor_limit() -> int:
    """Each stream takes one, here as well as in the server, which raises its own."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return hard


# --- Our server ---


@dataclass(frozen=True)
class Running:
    process: int
    port: int


@contextmanager
def fivesquare(database: str, folder: Path, source: Path | None = None) -> Iterator[Running]:
    """`fivesquare serve` with limits that a load from one address does not reach; killed at the end.

    `source` is the `src` folder of another checkout, whose edition is run instead of this one.
    """
    limits = [f"--{limit}={_NO_LIMIT}" for limit in ("requests", "new-games", "streams")]
    command = [sys.executable, "-m", "fivesquare", "serve", "--port=0", f"--database={database}", *limits]
    environment = {**os.environ, **({"PYTHONPATH": str(source)} if source else {})}
    with (folder / "server.log").open("w+") as log:
        process = subprocess.Popen(
            command, cwd=folder, env=environment, stdout=log, stderr=subprocess.STDOUT, text=True
        )
        try:
            port = _port(process, folder / "server.log")
            _await_solver(port)
            yield Running(process.pid, port)
        finally:
            process.kill()
            process.wait()


def _port(process: subprocess.Popen[str], log: Path) -> int:
    until = time.monotonic() + _PATIENCE
    while time.monotonic() < until and process.poll() is None:
        if found := re.search(r"http://\S+:(\d+)", log.read_text()):
            return int(found[1])
        time.sleep(0.05)
    raise SystemExit(f"the server did not start: {log.read_text()}")


def _await_solver(port: int) -> None:
    """It warms up in the background after the start, which must not be measured."""
    until = time.monotonic() + _PATIENCE
    while time.monotonic() < until:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz") as answer:
            if b'"ready"' in answer.read():
                return
        time.sleep(0.1)
    raise SystemExit("the solver did not warm up")


# --- Databases ---


@dataclass(frozen=True)
class Database:
    """Where games are kept; `process` is that of a database server."""

    name: str
    url: str
    process: int | None = None


@contextmanager
def sqlite(folder: Path) -> Iterator[Database]:
    with tempfile.TemporaryDirectory(dir=folder) as own:
        yield Database("SQLite", f"sqlite:///{own}/games.db")


@contextmanager
def postgresql(folder: Path) -> Iterator[Database]:
    """The server that the tests start, with its default settings: every commit is on disk."""
    sys.path.append(str(_TESTS))  # its modules import each other by name
    module: Any = importlib.import_module("web.postgres")
    tempfile.tempdir = str(folder)
    try:
        with module.running(is_durable=True) as server:
            url = server.new_database()
            place = Path(url.rpartition("host=")[2])
            process = int((place / "data" / "postmaster.pid").read_text().partition("\n")[0])
            yield Database("PostgreSQL", url, process)
    finally:
        tempfile.tempdir = None


# --- The peer ---


def peer_is_there() -> bool:
    """Whether boardgame.io is installed; if it can be, it is."""
    if shutil.which("npm") is None or shutil.which("node") is None:
        return False
    if not (PEER / "node_modules").is_dir():
        command = ["npm", "install", "--no-audit", "--no-fund", "--no-package-lock", "--silent"]
        return subprocess.run(command, cwd=PEER).returncode == 0
    return True


@contextmanager
def boardgameio(folder: Path) -> Iterator[Running]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environment = {**os.environ, "PORT": str(port), "NODE_ENV": "production"}
    with (folder / "peer.log").open("w") as log:
        process = subprocess.Popen(
            ["node", "server.js"], cwd=PEER, env=environment, stdout=log, stderr=subprocess.STDOUT
        )
        try:
            _await_port(port, process)
            yield Running(process.pid, port)
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait()


def _await_port(port: int, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + _PATIENCE
    while time.monotonic() < until and process.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return
        except ConnectionRefusedError:
            time.sleep(0.05)
    raise SystemExit("boardgame.io did not start")
