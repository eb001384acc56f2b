"""A simulated machine with a server, its browsers and its faults: one seed, one course of events."""

import hashlib
import random
import shutil
import sqlite3
import tempfile
from collections import deque
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from fivesquare.web.store import open_store
from web.simulation import checks, invariant, machine
from web.simulation.browsers import Browser, Crowd
from web.simulation.database import contents
from web.simulation.disk import IOERR_FSYNC, IOERR_READ, IOERR_WRITE, Disk, DiskError, File
from web.simulation.faults import DAY, Faults, Mixture
from web.simulation.invariant import InvariantError
from web.simulation.model import Model
from web.simulation.network import Line, Network
from web.simulation.process import Process
from web.simulation.scheduler import Scheduler

_TRACED = 80  # lines of the trace that are kept
_OFF = 10  # SQLite's number for a disk that is away
_STEPS_TO_REST = 60_000


class World:
    """`run` raises a InvariantError if something does not hold."""

    def __init__(self, seed: int, faults: Mixture | None = None) -> None:
        invariant.found.clear()
        self.seed = seed
        self.chance = random.Random(f"faults {seed}")
        self._io = random.Random(f"disk {seed}")
        self._bytes = random.Random(f"bytes {seed}")
        self.mix = faults or Mixture.of(random.Random(f"mixture {seed}"))
        self.scheduler = Scheduler(random.Random(f"scheduler {seed}"))
        self.disk = Disk(self._tick)
        self.process: Process | None = None  # whose code runs now
        self.server: Process | None = None
        self.model = Model(
            self.scheduler, lambda: self.disk.writes, self.mix.keep_games, self.mix.keep_days
        )
        self.model.look = self.compare
        self.trace: deque[str] = deque(maxlen=_TRACED)
        self.on_note: Callable[[str], object] = lambda _: None
        self._digest = hashlib.sha256()
        self.folder = Path(tempfile.mkdtemp(prefix="fivesquare-simulation-"))
        self.path = self.folder / "games.db"
        self.line = Line()
        self.network = Network(
            self.scheduler, random.Random(f"network {seed}"), self.line, self, self.model, self.note
        )
        self.crowd = Crowd(
            self.scheduler,
            random.Random(f"browsers {seed}"),
            self.network,
            self,
            self.model,
            self.mix.pace,
            self.mix.intruders,
        )
        self.second_servers: list[Process] = []  # servers that should not start
        self._owed = 0.0
        self.slowness = 1.0
        self.failing = 0.0
        self.fuse: int | None = None  # disk operations until the power fails
        self.is_off = False
        self._is_checking = False
        self.is_starting = False
        self._down_since: float | None = 0.0
        self.ill_until = 0.0
        self.well_since = 0.0
        self.is_calm = False
        self._faults = Faults(self)

    # --- The machine ---

    @property
    def owner(self) -> Process | None:
        return self.process

    def wall(self) -> float:
        return self.scheduler.wall()

    def random_bytes(self, count: int) -> bytes:
        return self._bytes.randbytes(count)

    def _enter(self, process: Process) -> None:
        self.process = process

    def _take_delay(self) -> float:
        """How long the last disk operations took; and at times a thread is not run for a while."""
        owed, self._owed = self._owed, 0.0
        dice = self._io.random()
        return owed + (1e-5 if dice > 0.05 else dice)

    def _tick(self, kind: str, file: File | None) -> None:
        """A disk operation: it takes time, and may fail, or be the last before the power fails."""
        if self._is_checking:
            return
        self.scheduler.steps += 1
        if self.is_off:
            raise DiskError(_OFF)
        if self.fuse is not None:
            self.fuse -= 1
            if self.fuse <= 0:
                self.is_off = True
                self.note(f"the power fails at a {kind}")
                raise DiskError(_OFF)
        if kind == "sync":
            self._owed += self._io.expovariate(1 / 0.002) * self.slowness
        else:
            self._owed += self._io.random() * 2e-5 * self.slowness
        if self.failing and self._io.random() < self.failing:
            self.note(f"a {kind} fails")
            raise DiskError({"write": IOERR_WRITE, "sync": IOERR_FSYNC}.get(kind, IOERR_READ))

    def connect(self, *arguments: Any, **options: Any) -> sqlite3.Connection:
        """What `sqlite3.connect` does here."""
        connection = machine.connect(*arguments, **options)
        process = self.process
        if process is not None and not self._is_checking:
            connection.pause = process.threads.pause  # type: ignore[attr-defined]
            process.connections.append(connection)
        return connection

    def note(self, text: str) -> None:
        """A line of the trace."""
        line = f"{self.scheduler.steps:>8} {self.scheduler.awake:12.6f}  {text}"
        self.trace.append(line)
        self.on_note(line)
        self._digest.update(line.encode())

    @property
    def digest(self) -> str:
        """What tells two courses of events apart."""
        return self._digest.hexdigest()[:16]

    # --- Servers ---

    def pick(self) -> Process | None:
        return self.server if self.server is not None and self.server.is_open else None

    @property
    def is_well(self) -> bool:
        server = self.pick()
        return server is not None and self.scheduler.now > self.ill_until

    def _start(self) -> None:
        if self.server is not None:
            return
        self.is_off = False
        self.fuse = None
        self.server = self.new_process(self.path)
        self.note("the server starts")
        self.server.start()
        self.is_starting = True

    def new_process(self, path: Path) -> Process:
        return Process(
            self.scheduler,
            open_store(f"sqlite:///{path}"),
            self.model,
            random.Random(self.chance.random()),
            take_delay=self._take_delay,
            enter=self._enter,
            keep_days=self.mix.keep_days,
            keep_games=self.mix.keep_games,
        )

    def crash(self, why: str) -> None:
        """The process is gone; with the power, also what was not synced."""
        self.note(why)
        server, self.server = self.server, None
        if server is not None:
            server.kill()
            self.network.drop(server)
        self.end_second_servers()
        machine.VFS.release(server)
        self.model.crashed()
        self.begin_downtime()
        if self.is_off:
            machine.VFS.release(None)
            self.disk.cut_power(self._io)
            self.is_off = False
        self.fuse = None
        self.is_starting = False
        pause = self.chance.expovariate(1 / 3)
        if self.chance.random() < 0.1 and not self.is_calm:
            self._faults.sleep_for(self.chance.choice((60.0, 3600.0, 3 * DAY, 200 * DAY)))
        self.scheduler.after(pause, self._start)

    def begin_downtime(self) -> None:
        if self._down_since is None:
            self._down_since = self.scheduler.now

    def _look_at_start(self) -> None:
        """Has the server opened its database, or failed to?"""
        server = self.server
        assert server is not None
        if server.is_open:
            self.is_starting = False
            self.note("the server is open")
            if self._down_since is not None:
                self.model.was_down(self._down_since)
                self._down_since = None
            self.well_since = self.scheduler.now
            self.compare()
        elif server.has_failed:
            if self.scheduler.now > self.ill_until and not self.is_off:
                raise InvariantError(f"the server does not start: {server.failure}")
            self.crash(f"the server does not start: {server.failure.replace(str(self.folder), '')}")

    def compare(self) -> None:
        """Read the whole database, and compare it with the model."""
        self._is_checking = True
        try:
            with closing(machine.connect(self.path, isolation_level=None)) as connection:
                games, entries, keys = contents(connection)
        except sqlite3.Error as error:
            raise InvariantError(f"the database cannot be read: {error}") from error
        finally:
            self._is_checking = False
        self.model.compare(games, entries, keys)

    def look_around(self) -> None:
        """Between faults: is everything there, and answered?"""
        checks.look_around(self)

    def end_second_servers(self) -> None:
        while self.second_servers:
            second = self.second_servers.pop()
            second.kill()
            machine.VFS.release(second)

    # --- The course of events ---

    def run(self, steps: int) -> None:
        """Let so many steps happen, and then everything come to rest."""
        machine.install(self)
        try:
            for _ in range(self.mix.browsers):
                Browser(self.crowd)
            self._faults.plan()
            self._start()
            while self.scheduler.steps < steps:
                self._step()
            self._come_to_rest()
        finally:
            self._clean_up()

    def _step(self) -> None:
        scheduler = self.scheduler
        processes = [self.server, *self.second_servers]
        ready = [each for each in processes if each is not None and each.loop.ready]
        if ready and not scheduler.is_due:
            process = ready[0] if len(ready) == 1 else self.chance.choice(ready)
            scheduler.steps += 1
            scheduler.awake += self.chance.random() * 1e-4
            process.step()
        else:
            scheduler.next_event()
        if invariant.found:
            raise invariant.found[0]
        for each in processes:
            if each is not None and each.errors and not each.is_dead:
                raise InvariantError(f"work in the background failed: {each.errors[0]}")
        if self.is_off:
            self.crash("the power is off")
        elif self.is_starting:
            self._look_at_start()

    def _come_to_rest(self) -> None:
        """Without more faults and wishes everything that was begun has to come to its end."""
        self.note("no more faults")
        self.is_calm = self.crowd.is_calm = True
        self.fuse, self.failing, self.slowness = None, 0.0, 1.0
        self.disk.is_full = False
        self.line.lost = self.line.repeated = self.line.stalled = 0.0
        self.line.latency = 0.01
        end, steps = self.scheduler.awake + checks.REST, self.scheduler.steps
        while self.scheduler.awake < end:
            self._step()
            if self.scheduler.steps - steps > _STEPS_TO_REST:
                raise InvariantError(f"{_STEPS_TO_REST} steps after the last fault it is not at rest")
        checks.check_rest(self)
        self._stop()

    def _stop(self) -> None:
        """Stop the server in good order, start it once more, and compare."""
        server = self.server
        assert server is not None
        task = server.spawn(server.close())
        steps = self.scheduler.steps
        while not task.done():
            self._step()
            if self.scheduler.steps - steps > 20_000:
                raise InvariantError("the server does not stop")
        task.result()
        self.crash("the server has stopped")
        while self.pick() is None:
            self._step()

    def _clean_up(self) -> None:
        for process in [self.server, *self.second_servers]:
            if process is not None and not process.is_dead:
                process.kill()
        machine.VFS.release(None)
        shutil.rmtree(self.folder, ignore_errors=True)
