"""What goes wrong in a world, and how often: each world draws its own mixture, so that many kinds meet."""

import asyncio
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fivesquare.web.store import StoreError
from web.simulation.invariant import InvariantError
from web.simulation.process import Process

if TYPE_CHECKING:
    from web.simulation.world import World

DAY = 86_400.0


@dataclass
class Mixture:
    """The faults of one world. Rates are per second of simulated time."""

    kill: float = 0.0  # the process is killed
    power: float = 0.0  # the machine loses its power in the midst of a disk operation
    restart: float = 0.0  # the server is stopped and started in good order
    slow: float = 0.0  # the disk is slow for a while
    failing: float = 0.0  # disk operations fail for a while
    full: float = 0.0  # the disk is full for a while
    jump: float = 0.0  # the clock is set wrong
    sleep: float = 0.0  # the machine sleeps
    prune: float = 0.0  # a round of the pruner, beside those of every hour
    second: float = 0.0  # a second server tries to open the same file by another name
    storm: float = 0.0  # the network is bad for a while
    jumps: list[float] = field(default_factory=list)
    keep_games: int = 40
    keep_days: float = 365.0
    browsers: int = 6
    pace: float = 0.6
    intruders: float = 0.05

    @classmethod
    def of(cls, chance: random.Random) -> "Mixture":
        pace = chance.choice((0.05, 0.2, 1.0))

        def sometimes(share: float, every: float) -> float:
            return 0.4 / every / pace if chance.random() < share else 0.0

        return cls(
            kill=sometimes(0.6, 60),
            power=sometimes(0.6, 60),
            restart=sometimes(0.5, 120),
            slow=sometimes(0.4, 40),
            failing=sometimes(0.4, 60),
            full=sometimes(0.3, 60),
            jump=sometimes(0.3, 90),
            sleep=sometimes(0.3, 90),
            prune=sometimes(0.5, chance.choice((2, 15))),
            second=sometimes(0.3, 60),
            storm=sometimes(0.6, 30),
            jumps=chance.choice(([2.0, -2.0, 30.0], [3600.0, -3600.0], [400 * DAY, -400 * DAY])),
            keep_games=chance.choice((4, 25, 60)),
            browsers=chance.choice((3, 6, 10)),
            pace=pace,
            intruders=chance.choice((0.0, 0.05, 0.2)),
        )


class Faults:
    """Lets the faults of a mixture happen to a world."""

    def __init__(self, world: "World") -> None:
        self._world, self._chance = world, world.chance

    def _plan(self, rate: float, work: Callable[[], None]) -> None:
        """Do something again and again, at that rate."""
        if rate <= 0:
            return

        def do() -> None:
            if not self._world.is_calm:
                work()
                self._world.scheduler.after(self._chance.expovariate(rate), do)

        self._world.scheduler.after(self._chance.expovariate(rate), do)

    def plan(self) -> None:
        mix = self._world.mix
        self._plan(mix.kill, self._kill)
        self._plan(mix.power, self._light_fuse)
        self._plan(mix.restart, self._restart)
        self._plan(mix.slow, self._be_slow)
        self._plan(mix.failing, self._fail)
        self._plan(mix.full, self._fill)
        self._plan(mix.jump, self._set_clock)
        self._plan(mix.sleep, lambda: self.sleep_for(self._chance.choice((1.0, 20.0, 3600.0, 2 * DAY))))
        self._plan(mix.prune, self._prune)
        self._plan(mix.second, self._open_second)
        self._plan(mix.storm, self._storm)
        self._plan(1 / 20, self._world.look_around)

    def _kill(self) -> None:
        if self._world.server is not None:
            self._world.crash("the server is killed")

    def _light_fuse(self) -> None:
        self._world.fuse = self._chance.randrange(1, 60)

    def _restart(self) -> None:
        server = self._world.pick()
        if server is None:
            return
        self._world.note("the server is stopped")
        server.is_open = False
        self._be_ill(30)
        self._world.begin_downtime()
        task = server.spawn(server.close())
        task.add_done_callback(lambda done: self._closed(server, done))

    def _closed(self, server: Process, done: Any) -> None:
        if self._world.server is server and not server.is_dead:
            if not done.cancelled():
                done.result()
            self._world.scheduler.after(0, self._crash_if, server)

    def _crash_if(self, server: Process) -> None:
        if self._world.server is server:
            self._world.crash("the server has stopped")

    def _be_ill(self, seconds: float) -> None:
        """For a while nothing is expected of the server."""
        self._world.ill_until = max(self._world.ill_until, self._world.scheduler.now + seconds)

    def _for_a_while(self, what: str, seconds: float, end: Callable[[], None]) -> None:
        self._world.note(f"{what} for {seconds:.1f} seconds")
        self._be_ill(seconds + 10)

        def over() -> None:
            end()
            self._world.well_since = self._world.scheduler.now

        self._world.scheduler.after(seconds, over)

    def _be_slow(self) -> None:
        self._world.slowness = self._chance.choice((10.0, 300.0))

        def end() -> None:
            self._world.slowness = 1.0

        self._for_a_while(
            f"the disk is {self._world.slowness:g} times slower", self._chance.random() * 15, end
        )

    def _fail(self) -> None:
        self._world.failing = self._chance.choice((0.01, 0.2, 1.0))

        def end() -> None:
            self._world.failing = 0.0

        self._for_a_while(
            f"{self._world.failing:.0%} of disk operations fail", self._chance.random() * 15, end
        )

    def _fill(self) -> None:
        self._world.disk.is_full = True

        def end() -> None:
            self._world.disk.is_full = False

        self._for_a_while("the disk is full", self._chance.random() * 20, end)

    def _set_clock(self) -> None:
        seconds = self._chance.choice(self._world.mix.jumps)
        self._world.scheduler.clock_error += seconds
        self._world.model.clock_was_wrong = True
        self._world.model.jumps.append((self._world.scheduler.now, seconds))
        self._world.note(f"the clock is set {seconds:g} seconds ahead")

    def sleep_for(self, seconds: float) -> None:
        self._world.note(f"the machine sleeps for {seconds:g} seconds")
        start = self._world.scheduler.now
        if self._world.ill_until > start:  # what is wrong lasts as long as the machine is awake
            self._world.ill_until += seconds
        self._world.scheduler.slept += seconds
        self._world.model.was_down(start)
        self._world.well_since = self._world.scheduler.now

    def _prune(self) -> None:
        server = self._world.pick()
        if server is not None:
            task = server.spawn(server.service._pruner.prune())
            task.add_done_callback(_ignore_store_errors)

    def _open_second(self) -> None:
        """Another server tries to open the same file, by a hard link: it has to be refused."""
        if (
            self._world.pick() is None
            or self._world.failing
            or self._world.disk.is_full
            or not self._world.path.exists()
        ):
            return
        other = self._world.folder / "other.db"
        other.unlink(missing_ok=True)
        other.hardlink_to(self._world.path)
        self._world.disk.link(str(self._world.path), str(other))
        second = self._world.new_process(other)
        self._world.note("a second server starts")
        second.start()
        self._world.second_servers.append(second)
        self._world.scheduler.after(2.0, self._end_second, second, other)

    def _end_second(self, second: Process, other: Path) -> None:
        if second not in self._world.second_servers:  # the first has ended before
            return
        was_open = second.is_open
        self._world.end_second_servers()
        self._world.disk.unlink(str(other))
        other.unlink(missing_ok=True)
        if was_open:
            raise InvariantError("a second server has opened the same file by another name")

    def _storm(self) -> None:
        line, chance = self._world.line, self._chance
        line.lost = chance.choice((0.0, 0.1, 0.5))
        line.repeated = chance.choice((0.0, 0.3))
        line.stalled = chance.choice((0.0, 0.1))
        line.latency = chance.choice((0.01, 0.2, 1.0))
        self._world.note(f"the network: {line}")


def _ignore_store_errors(done: asyncio.Task[None]) -> None:
    if not done.cancelled() and isinstance(done.exception(), Exception):
        error = done.exception()
        if not isinstance(error, StoreError):
            raise InvariantError(f"pruning failed: {error!r}")
