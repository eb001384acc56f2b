"""One thread beside several on the same searches, in turns: how much sooner is the answer there?

    python bench/threads.py [--turns 5] [--threads 2]

Wall time, so only a quiet machine says anything: medians over the turns, and the ratio of the two. `nodes`
is how many positions all threads together search for each that one searches alone. The last rows are
searches that are over before anybody joins: they should take as long with either.
"""

import argparse
import platform
import statistics
import sys
import time
from importlib.metadata import version
from typing import NamedTuple

import fivesquare as fs
from fivesquare.background import cores
from fivesquare.solver import Solver, warm_up


class Work(NamedTuple):
    """A search from the opening."""

    name: str
    size: tuple[int, int]
    seeds: tuple[int, ...] = (0,)
    value_only: bool = True

    def __str__(self) -> str:
        boards = "" if self.name == "chain" else f", seeds {', '.join(map(str, self.seeds))}"
        return (
            f"{self.name} {self.size[0]}x{self.size[1]}{boards}{'' if self.value_only else ', each move'}"
        )


WORK = [
    Work("grow", (7, 7), (3,)),
    Work("grow", (6, 6), (1, 207)),  # the longest of the first 288
    Work("chain", (6, 7)),
    Work("chain", (6, 6)),
    Work("chain", (6, 5), value_only=False),
    Work("sweep", (7, 8), (0,)),
    Work("grow", (5, 5), tuple(range(5))),
    Work("chain", (5, 5), value_only=False),
]


class Run(NamedTuple):
    seconds: float
    nodes: int
    answers: list[object]


def run(work: Work, threads: int) -> Run:
    """The boards of a piece of work, one after the other, each with a solver of its own."""
    seconds, nodes, answers = 0.0, 0, list[object]()
    for seed in work.seeds:
        position = fs.start(work.name, seed=seed, size=work.size)
        begun = time.perf_counter()
        solver = Solver(position.book, position.board, threads=threads)
        solution = solver.solve(position, value_only=work.value_only)
        seconds += time.perf_counter() - begun
        nodes += solution.nodes
        answers.append((solution.worth, dict(solution.each)))
    return Run(seconds, nodes, answers)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--threads", type=int, default=cores())
    options = parser.parse_args()
    warm_up()
    versions = f"Python {platform.python_version()}, Numba {version('numba')}"
    say(f"{versions}; {cores()} cores, {options.turns} turns.\n")
    say(f"| search | one thread, s | {options.threads} threads, s | ratio | nodes |\n|---|--:|--:|--:|--:|")
    for work in WORK:
        alone, together = list[Run](), list[Run]()
        for _ in range(options.turns):
            alone.append(run(work, 1))
            together.append(run(work, options.threads))
            assert alone[0].answers == alone[-1].answers == together[-1].answers
        one, several = (statistics.median(run.seconds for run in runs) for runs in (alone, together))
        nodes = statistics.median(run.nodes for run in together) / alone[0].nodes
        say(f"| {work} | {one:.3f} | {several:.3f} | {one / several:.2f} | {nodes:.2f} |")


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
