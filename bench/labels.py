"""Labels: what every move of many positions is worth, by `fs.solve` one by one and by what solves in bulk.

    python bench/labels.py [--turns 5]
    python bench/labels.py --write             and put it into bench/results.md, under "Labels"

The positions are those of random games: some games on each board, or one game on each, as in a review. All
ways take turns, and a ratio is the median over the turns. Processor time, but where two threads are set
beside one: wall time says little on a busy machine, so the load is written down.
"""

import argparse
import os
import platform
import random
import re
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from importlib.metadata import version
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

import fivesquare as fs
from fivesquare.background import cores
from fivesquare.solver import Solution, warm_up

RESULTS = Path(__file__).with_name("results.md")
COMMAND = "python bench/labels.py --write"


class Work(NamedTuple):
    """Random games of a book: so many boards, so many games on each."""

    book: str
    boards: int
    games: int

    def __str__(self) -> str:
        return f"{self.book}, {self.boards} x {self.games}"

    def positions(self) -> list[fs.Position]:
        found = []
        for board in range(self.boards):
            chance = random.Random(board)
            for _ in range(self.games):
                position = fs.start(self.book, seed=board)
                while not position.is_over:
                    found.append(position)
                    position = position.play(chance.choice(position.legal))
        return found


WORK = [
    *(Work("fifteen", *shape) for shape in ((5, 20), (30, 1))),
    *(Work("grow", *shape) for shape in ((2, 10), (10, 1))),
    *(Work("raid", *shape) for shape in ((3, 10), (15, 1))),
    *(Work("sweep", *shape) for shape in ((5, 20), (40, 1))),
    *(Work("flip", *shape) for shape in ((2, 10), (10, 1))),
    Work("chain", 1, 10),
]
SHARED = [
    Work("fifteen", 600, 1),
    *(Work("grow", *shape) for shape in ((1, 30), (20, 1))),
    *(Work("raid", *shape) for shape in ((4, 20), (80, 1))),
    Work("sweep", 800, 1),
    Work("flip", 60, 1),
    Work("chain", 1, 30),
]


class Taken(NamedTuple):
    wall: float
    processor: float


Ask = Callable[[list[fs.Position]], Sequence[Solution]]


def one_by_one(positions: list[fs.Position]) -> Sequence[Solution]:
    return [fs.solve(position, threads=1) for position in positions]


def by_one_solver(positions: list[fs.Position]) -> Sequence[Solution]:
    """A solver for each board, which remembers."""
    found, solver = list[Solution](), fs.Solver(positions[0], threads=1)
    for position in positions:
        if position.board != solver.board:
            solver = fs.Solver(position, threads=1)
        found.append(solver.solve(position))
    return found


def in_bulk(threads: int) -> Ask:
    return lambda positions: fs.solve_many(positions, threads=threads)


def with_solutions(positions: list[fs.Position]) -> Sequence[Solution]:
    """The same, with every solution made."""
    return list(fs.solve_many(positions, threads=1))


WAYS: dict[str, Ask] = {
    "solve": one_by_one,
    "solver": by_one_solver,
    "made": with_solutions,
    "one": in_bulk(1),
}


def capacity() -> float:
    """How many times as much two processes get done here as one: what two threads can be expected to."""
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        alone = [pool.submit(alone_in_a_process).result() for _ in range(3)]
        both = [pool.submit(alone_in_a_process) for _ in range(6)]
        together = [running.result() for running in both]
    return 2 * statistics.median(alone) / statistics.median(together)


def alone_in_a_process() -> float:
    positions = Work("grow", 20, 1).positions()
    return timed(in_bulk(1), positions)[0].wall


def timed(ask: Ask, positions: list[fs.Position]) -> tuple[Taken, Sequence[Solution]]:
    wall, processor = time.perf_counter(), time.process_time()
    found = ask(positions)
    return Taken(time.perf_counter() - wall, time.process_time() - processor), found


def row(work: Work, turns: int) -> str:
    """A row of the table; every way must say the same."""
    positions = work.positions()
    taken: dict[str, list[Taken]] = {name: [] for name in WAYS}
    expected = one_by_one(positions)
    for _ in range(turns):
        for name, ask in WAYS.items():
            one, found = timed(ask, positions)
            taken[name].append(one)
            assert list(found) == list(expected)

    def each(name: str) -> float:
        """Microseconds of the processor for a position."""
        return statistics.median(one.processor for one in taken[name]) / len(positions) * 1e6

    def ratio(name: str) -> float:
        pairs = zip(taken["solve"], taken[name], strict=True)
        return statistics.median(one.processor / other.processor for one, other in pairs)

    times = f"{each('solve'):.0f} | {each('solver'):.0f} | {each('one'):.0f}"
    return f"| {work} | {len(positions)} | {times} | {ratio('one'):.1f} | {ratio('made'):.1f} |"


def shared_row(work: Work, turns: int) -> str:
    """A row of the table of threads."""
    positions = work.positions()
    pairs = [tuple(timed(in_bulk(threads), positions)[0] for threads in (1, 2)) for _ in range(turns)]
    wall = statistics.median(one.wall / two.wall for one, two in pairs)
    processor = statistics.median(two.processor / one.processor for one, two in pairs)
    alone = statistics.median(one.wall for one, _ in pairs)
    return f"| {work} | {len(positions)} | {alone:.2f} | {wall:.2f} | {processor:.2f} |"


def report(turns: int) -> str:
    """The section of results.md."""
    warm_up()
    load = os.getloadavg()[0]
    rows = [row(work, turns) for work in WORK]
    shared = [shared_row(work, turns) for work in SHARED]
    most = capacity()
    versions = f"Python {platform.python_version()}, Numba {version('numba')}"
    loads = f"load {load:.1f} before and {os.getloadavg()[0]:.1f} after"
    return "\n".join(
        [
            "## Labels",
            "",
            f"`{COMMAND}`. {versions}; {cores()} cores, {loads}; {turns} turns.",
            "",
            "The worth of every move in the positions of random games, boards x games on each.",
            "Microseconds of the processor for a position: `fs.solve` one by one, one `Solver` for each",
            "board, and `fs.solve_many` in one thread. Then how many times as fast as `fs.solve` it is,",
            "and if every `Solution` is made as well.",
            "",
            "| book | positions | solve | Solver.solve | solve_many | ratio | with Solutions |",
            "|---|--:|--:|--:|--:|--:|--:|",
            *rows,
            "",
            "`fs.solve_many` in two threads beside one: seconds by the clock for one, how much sooner two",
            "are done, and the time of the processor that they take together, for each that one takes.",
            f"Meanwhile two processes on their own got {most:.2f} times as much done as one.",
            "",
            "| book | positions | one thread, s | sooner | processor |",
            "|---|--:|--:|--:|--:|",
            *shared,
            "",
        ]
    )


def write(section: str) -> None:
    """Put the section in the place of the one before, and leave the others alone."""
    text = RESULTS.read_text(encoding="utf-8")
    without = re.sub(r"\n## Labels\n.*?(?=\n## |\Z)", "", text, flags=re.DOTALL)
    RESULTS.write_text(without.rstrip("\n") + "\n\n" + section, encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--write", action="store_true", help="put the section into results.md")
    options = parser.parse_args()
    section = report(options.turns)
    sys.stdout.write(section)
    if options.write:
        write(section)


if __name__ == "__main__":
    main()
