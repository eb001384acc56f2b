"""What is measured: each scenario on a fresh server, and every acknowledged move looked for afterwards."""

import asyncio
import gc
import json
import os
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from fivesquare.web.store import open_store
from webload import servers
from webload.loops import ClosedLoop, Measured, OpenLoop, run
from webload.servers import Cost, Database, Meter

Make = Callable[[int], OpenLoop | ClosedLoop]


@dataclass(frozen=True)
class Result:
    """What came of a scenario."""

    who: str
    games: int
    load_average: float  # before it
    measured: Measured
    cost: Cost
    memory: int  # what the server has gained; 0 where games came and went
    durable: int  # moves that were acknowledged and are in the database

    @property
    def rate(self) -> float:
        """Moves a second."""
        return self.measured.in_time / self.measured.seconds

    @property
    def cpu(self) -> float:
        """Seconds of the server a move."""
        return self.cost.server / max(1, self.measured.in_time)

    @property
    def database_cpu(self) -> float:
        return self.cost.database / max(1, self.measured.in_time)


def play_open(database: Database, folder: Path, games: int, warm: float, seconds: float) -> Result:
    """So many games, each moving every five seconds."""
    return _play(database, folder, games, lambda port: OpenLoop(port, games, warm, seconds))


def play_closed(database: Database, folder: Path, games: int, warm: float, seconds: float) -> Result:
    """So many games, each as fast as it goes."""
    played = _play(database, folder, games, lambda port: ClosedLoop(port, games, warm, seconds))
    return replace(played, memory=0)


def play_edition(
    source: Path | None, folder: Path, games: int, warm: float, seconds: float
) -> tuple[Result, Result]:
    """An edition on SQLite in the open and in the closed loop: this one, or the `src` of another."""
    who = "before" if source else "this edition"

    def played(make: Make, number: int) -> Result:
        with servers.sqlite(folder) as database:
            return _play(replace(database, name=who), folder, number, make, source)

    few = games // 10
    is_open = played(lambda port: OpenLoop(port, games, warm, seconds), games)
    is_closed = played(lambda port: ClosedLoop(port, few, warm, seconds), few)
    return is_open, replace(is_closed, memory=0)


def _play(database: Database, folder: Path, games: int, make: Make, source: Path | None = None) -> Result:
    load = servers.load_average()
    with servers.fivesquare(database.url, folder, source) as server:
        meter = Meter(server.process, database.process)
        gc.collect()
        gc.freeze()
        gc.disable()  # a pause of the generator would count as one of the server
        loop = make(server.port)
        measured = run(loop.play(meter.begin, meter.end))
        gc.enable()
    durable = asyncio.run(check_durable(database.url, measured.moves))
    return Result(database.name, games, load, measured, meter.cost, meter.memory, durable)


async def check_durable(url: str, acknowledged: dict[str, list[str]]) -> int:
    """How many moves are there; ends everything if one that was acknowledged is not, or is there twice."""
    store = open_store(url)
    await store.open(lambda game, entries: None)
    found = 0
    for game, moves in acknowledged.items():
        kept = await store.read(game)
        entries = [] if kept is None else list(kept.entries)
        if entries[: len(moves)] != moves or len(entries) > len(moves) + 1:
            raise SystemExit(f"acknowledged: {moves}, but the database has {entries}")
        found += len(moves)
    await store.close()
    return found


def play_peer(folder: Path, games: int, warm: float, seconds: float) -> Result:
    """The closed loop of boardgame.io."""
    load = servers.load_average()
    with servers.boardgameio(folder) as server:
        options = {"games": games, "warm": warm, "seconds": seconds}
        driver = subprocess.Popen(
            ["node", "drive.js", *(text for key in options for text in (f"--{key}", str(options[key])))],
            cwd=servers.PEER,
            env={**os.environ, "PORT": str(server.port)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert driver.stdout is not None
        assert driver.stderr is not None
        meter = Meter(server.process, generator=driver.pid)
        for moment, then in (("begin", meter.begin), ("end", meter.end)):
            line = driver.stderr.readline().strip()
            if line != moment:
                raise SystemExit(f"boardgame.io: {line}{driver.stderr.read()}")
            then()
        told = json.loads(driver.stdout.read())
        driver.wait()
    measured = Measured(seconds=told["seconds"], in_time=len(told["answers"]))
    measured.answers.extend(taken / 1000 for taken in told["answers"])
    measured.events.extend(taken / 1000 for taken in told["events"])
    return Result("boardgame.io, in memory", games, load, measured, meter.cost, 0, 0)


def middle(results: Sequence[Result]) -> Result:
    """The one with the median rate."""
    return sorted(results, key=lambda result: result.rate)[len(results) // 2]
