"""Games a second of the arena, and what it costs beside them: tasks, memory, and a hundred workers.

    python bench/tournaments.py [--quick] [--write]

measures the pool of this machine and a Dask cluster on it, a scheduler and two worker processes. The
hundred workers are threads in two processes that sleep instead of working: what is measured is the load of
the one scheduler, the one client and the one journal. `--write` puts the section into results.md.
"""

import argparse
import itertools
import json
import operator
import os
import platform
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

import fivesquare as fs
from fivesquare.arena.entrants import find_entrants
from fivesquare.arena.tournament.schedule import Terms
from fivesquare.arena.work import Journal, Place, cluster, local, run, serial
from fivesquare.books import CATALOGUE, find_book
from fivesquare.solver import warm_up

HERE = Path(__file__).parent
COMMAND = "python bench/tournaments.py --write"
PATIENCE = 60  # seconds for a cluster to stand
WORKERS = 100
PAIRS = (("level:1", "level:2"), ("level:3", "level:4"), ("level:6", "level:7"), ("level:9", "level:10"))
NAP = 0.1  # seconds that a unit of the hundred workers takes


@dataclass(frozen=True)
class Amounts:
    """How much is measured."""

    tasks: int = 3000
    units: int = 1_000_000
    seconds: float = 30.0  # of the hundred workers
    games: float = 4.0  # seconds for each kind of games


QUICK = Amounts(tasks=300, units=20_000, seconds=5.0, games=1.0)


_MOST_GAMES = 200_000


# --- A cluster on this machine ---


@dataclass
class Host:
    """A scheduler that runs, and where."""

    address: str
    pid: int


@contextmanager
def cluster_of(processes: int, threads: int) -> Iterator[Host]:
    """A scheduler and workers, as long as the block lasts."""
    with tempfile.TemporaryDirectory() as folder:
        told = Path(folder) / "scheduler.json"
        running: list[subprocess.Popen[bytes]] = []

        def start(name: str, *words: str) -> None:
            command = [sys.executable, "-m", f"distributed.cli.dask_{name}", "--no-dashboard", *words]
            running.append(
                subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            )

        try:
            start("scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(told))
            until(lambda: told.exists() and bool(told.read_text()))
            address = json.loads(told.read_text())["address"]
            for _ in range(processes):
                start("worker", address, "--nthreads", str(threads), "--no-nanny", "--memory-limit", "0")
            yield Host(address, running[0].pid)
        finally:
            for process in running:
                process.kill()
                process.wait()


def until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not holds():
        if time.monotonic() > end:
            raise SystemExit("the cluster does not stand")
        time.sleep(0.05)


def cpu_seconds(pid: int) -> float:
    """What a process has cost so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(pid: int) -> float:
    """The megabytes that a process has in memory."""
    found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())
    assert found is not None
    return int(found[1]) / 1024


# --- What is measured ---


def games_a_second(names: Sequence[str], book: str, where: Place, seconds: float, skill: bool) -> float:
    """How many games of two players are played in a second there, when every worker is up."""
    terms = Terms(find_entrants(names), (find_book(book),), skill=skill)
    begun, games, before = time.perf_counter(), 0, 4 * where.workers
    for number, _ in enumerate(run(terms, terms.units(_MOST_GAMES), where=where)):
        if number == before:
            begun, games = time.perf_counter(), 0
        elif number > before and time.perf_counter() - begun > seconds:
            break
        games += 2
    return games / (time.perf_counter() - begun)


def measure_games(seconds: float) -> list[str]:
    warm_up()
    rows = []
    with local(1) as alone, local(2) as two:
        for book, names in itertools.product(CATALOGUE, PAIRS):
            rates = [
                games_a_second(names, book, where, seconds, skill)
                for where, skill in ((alone, False), (two, False), (alone, True))
            ]
            shown = " | ".join(f"{rate:.0f}" if rate >= 10 else f"{rate:.1f}" for rate in rates)
            gain = rates[1] / rates[0]
            rows.append(f"| {book} | {' against '.join(names)} | {shown} | {gain:.2f} |")
    return rows


def tasks_a_second(where: Place, tasks: int) -> float:
    """Tasks that do nothing, as many at once as the place has room for."""
    where.submit(operator.neg, 1).result()
    begun = time.perf_counter()
    under_way: set[Future[Any]] = set()
    for number in range(tasks):
        if len(under_way) >= 2 * where.room:
            _, under_way = wait(under_way, return_when=FIRST_COMPLETED)
        under_way.add(where.submit(operator.neg, number))
    wait(under_way)
    return tasks / (time.perf_counter() - begun)


def measure_tasks(tasks: int) -> list[str]:
    rows = []
    with local(2) as where:
        rows.append(_task_row("pool, 2 processes", tasks_a_second(where, tasks)))
    with cluster_of(2, 1) as host, cluster(host.address) as where:
        until(lambda: where.workers == 2)
        before = cpu_seconds(host.pid)
        rate = tasks_a_second(where, tasks)
        share = (cpu_seconds(host.pid) - before) / tasks
        rows.append(_task_row("Dask, 2 worker processes", rate))
        rows.append(f"| of that, CPU time of the scheduler | {1000 * share:.2f} | | |")
    return rows


def _task_row(name: str, rate: float) -> str:
    return f"| {name} | {1000 / rate:.2f} | {rate:,.0f} | {100 / rate / 1.5:.2f}% |"


def measure_memory(units: int) -> list[str]:
    """Units that do nothing in a process of their own: the first time, and read back from the journal."""
    with tempfile.TemporaryDirectory() as folder:
        rows = []
        for name in ("all to be done", "all in the journal"):
            command = [sys.executable, __file__, "--units", str(units), str(Path(folder) / "journal")]
            said = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
            rows.append(f"| {units:,} units, {name} | {said[0]} | {said[1]} |")
        size = (Path(folder) / "journal").stat().st_size / 1e6
    return [*rows, f"| the journal on disk | | {size:.0f} |"]


def do_nothing(units: int, path: Path) -> None:
    """In the process of its own: print the microseconds a unit and the megabytes it took."""
    before = memory(os.getpid())
    begun = time.perf_counter()
    with serial() as where, Journal.open(path, about="nothing") as journal:
        count = sum(1 for _ in run(operator.neg, range(units), where=where, journal=journal))
        seconds = time.perf_counter() - begun
        grown = memory(os.getpid()) - before
    assert count == units
    sys.stdout.write(f"{1e6 * seconds / units:.1f} {grown:.0f}\n")


def measure_hundred(seconds: float) -> list[str]:
    """The units of a hundred workers that sleep."""
    units = int(WORKERS * seconds / NAP)
    naps = [NAP + number * 1e-9 for number in range(units)]  # each another unit
    with (
        tempfile.TemporaryDirectory() as folder,
        cluster_of(2, WORKERS // 2) as host,
        cluster(host.address) as where,
        Journal.open(Path(folder) / "journal", about="naps") as journal,
    ):
        until(lambda: where.workers == WORKERS)
        before, mine = cpu_seconds(host.pid), time.process_time()
        begun = time.perf_counter()
        done = sum(1 for _ in run(time.sleep, naps, where=where, journal=journal))
        wall = time.perf_counter() - begun
        scheduler = (cpu_seconds(host.pid) - before) / wall
        client = (time.process_time() - mine) / wall
        held = memory(host.pid)
        appends = _appends_a_second(journal)
    busy = done * NAP / (wall * WORKERS)
    batches = WORKERS / 1.5
    return [
        f"| units of {NAP} s done by {WORKERS} workers | {done:,} in {wall:.1f} s |",
        f"| share of the time that the workers are at work | {100 * busy:.0f}% |",
        f"| load of the scheduler | {100 * scheduler:.0f}% of a core, {held:.0f} MB |",
        f"| load of the client | {100 * client:.0f}% of a core |",
        f"| synchronised appends a second that the journal can do | {appends:,.0f} |",
        f"| and that {WORKERS} workers need, at most | {batches:.0f} |",
    ]


def _appends_a_second(journal: Journal) -> float:
    """Batches of fifteen results, one after another."""
    begun, count = time.perf_counter(), 0
    while time.perf_counter() - begun < 2:
        journal.keep((str(15 * count + number), '{"margin":12}') for number in range(15))
        count += 1
    return count / (time.perf_counter() - begun)


# --- What is written ---


def section(amounts: Amounts) -> str:
    versions = (
        f"Fivesquare {fs.__version__}, Python {platform.python_version()}, Dask {version('distributed')}"
    )
    return "\n".join(
        [
            "## Arena",
            "",
            f"`{COMMAND}`. {versions}; {os.cpu_count()} cores.",
            "",
            "Games a second on one process and on two, and on one with the exact skill of every move. Each",
            "number is from a few seconds, so the last column is right to a tenth or two.",
            "",
            "| book | players | 1 process | 2 processes | 1, with skill | 2 / 1 |",
            "|---|---|--:|--:|--:|--:|",
            *measure_games(amounts.games),
            "",
            "Tasks that do nothing, submitted one by one. A batch of the arena is one task of 1.5 seconds:",
            "the last column is what a task costs of it.",
            "",
            "| where | ms a task | tasks a second | of a batch |",
            "|---|--:|--:|--:|",
            *measure_tasks(amounts.tasks),
            "",
            "Units that do nothing, in one process, with a journal: what order, batches and the journal",
            "cost, and the memory that the process took more than before.",
            "",
            "| what | µs a unit | MB |",
            "|---|--:|--:|",
            *measure_memory(amounts.units),
            "",
            f"A hundred workers, simulated: {WORKERS} threads in two processes on this machine that sleep",
            "in place of working; one real scheduler, one client, one journal.",
            "",
            "| what | |",
            "|---|--:|",
            *measure_hundred(amounts.seconds),
            "",
        ]
    )


def write(text: str, path: Path) -> None:
    """Put the section in the place of the one that was there, or at the end."""
    without = re.sub(r"## Arena\n.*?(?=\n## |\Z)", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    path.write_text(without.rstrip("\n") + "\n\n" + text, encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="little of everything, to see that it runs")
    parser.add_argument("--write", action="store_true", help="put the section into results.md")
    parser.add_argument("--units", nargs=2, metavar=("N", "JOURNAL"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.units:
        do_nothing(int(options.units[0]), Path(options.units[1]))
        return
    text = section(QUICK if options.quick else Amounts())
    sys.stdout.write(text)
    if options.write:
        write(text, HERE / "results.md")


if __name__ == "__main__":
    main()
