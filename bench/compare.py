"""The solver beside a plain C search and OpenSpiel's, on the same boards in the same run.

    python bench/compare.py [--boards 30] [--seconds 60]

Compiles bench/yardstick.c with gcc. For each book, from the opening, the median over the boards of

    solve       the whole of `solve(position, value_only=True)`, from a position to a Solution
    each        the whole of `solve(position)`, with the worth of every move
    search      what of the first is spent in the compiled search: what the C program's clock measures
    yardstick   the C program's search

and of the nodes of both searches. Everything shorter than a second is the fastest of three runs. A board on
which the C program needs more than `--seconds` counts as that long. Both search in one thread, and must
agree on the value of every board. OpenSpiel's alpha-beta is tried on one board if the package is there.
"""

import argparse
import platform
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

import fivesquare as fs
from fivesquare.solver import Solver, warm_up
from fivesquare.solver.machine import Machine

REPEATS = 3


class Run(NamedTuple):
    seconds: float
    nodes: int
    value: int | None = None


def boards_of(name: str, amount: int) -> list[fs.Position]:
    return [fs.start(name, seed=seed) for seed in range(1 if name == "chain" else amount)]


def midgame(name: str, seed: int) -> fs.Position:
    """Random play until a quarter of the cells are owned."""
    position, chance = fs.start(name, seed=seed), random.Random(seed)
    while sum(position.counts) < position.size.cells / 4:
        position = position.play(chance.choice(position.legal))
    return position


def fastest(work: Callable[[], Run]) -> Run:
    return min((work() for _ in range(REPEATS)), key=lambda run: run.seconds)


def solve_time(position: fs.Position, value_only: bool = True) -> Run:
    begun = time.perf_counter()
    solution = Solver(position.book, position.board, threads=1).solve(position, value_only=value_only)
    taken = time.perf_counter() - begun
    assert solution.worth is not None
    return Run(taken, solution.nodes, int(solution.worth.value(1)))


class StopWatch:
    """The time spent in a machine's compiled search."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self._plain = Machine.ask

    def __enter__(self) -> "StopWatch":
        def ask(machine: Machine, *arguments: object) -> int:
            begun = time.perf_counter()
            answer = self._plain(machine, *arguments)  # type: ignore[arg-type]
            self.seconds += time.perf_counter() - begun
            return answer

        Machine.ask = ask  # type: ignore[assignment, method-assign]
        return self

    def __exit__(self, *_error: object) -> None:
        Machine.ask = self._plain  # type: ignore[method-assign]


def search_time(position: fs.Position) -> Run:
    with StopWatch() as watch:
        nodes = Solver(position.book, position.board, threads=1).solve(position, value_only=True).nodes
    return Run(watch.seconds, nodes)


def compile_yardstick(folder: Path) -> Path:
    program = folder / "yardstick"
    source = Path(__file__).with_name("yardstick.c")
    subprocess.run(["gcc", "-O3", "-march=native", "-o", str(program), str(source)], check=True)
    return program


def yardstick(program: Path, position: fs.Position, seconds: float) -> Run:
    setup = position.setup
    rows = setup.cells // setup.columns
    numbers = [setup.reach, setup.take, setup.again, setup.goal, setup.target, setup.tie]
    line = " ".join(map(str, [*numbers, rows, setup.columns, *setup.values]))
    try:
        done = subprocess.run(
            [str(program)], input=line, capture_output=True, text=True, timeout=seconds, check=True
        )
    except subprocess.TimeoutExpired:
        return Run(seconds, 0)
    value, nodes, taken = done.stdout.split()
    return Run(float(taken), int(nodes), int(value))


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def milliseconds(runs: list[Run]) -> str:
    return f"{statistics.median(run.seconds for run in runs) * 1000:.3g}"


def median_nodes(runs: list[Run]) -> int:
    return round(statistics.median(run.nodes for run in runs))


def rate(runs: list[Run]) -> float:
    return sum(run.nodes for run in runs) / sum(run.seconds for run in runs) / 1e6


def compare(name: str, amount: int, seconds: float, program: Path) -> None:
    positions = boards_of(name, amount)
    whole = [fastest(lambda p=position: solve_time(p)) for position in positions]  # type: ignore[misc]
    each = [fastest(lambda p=position: solve_time(p, False)) for position in positions]  # type: ignore[misc]
    inner = [fastest(lambda p=position: search_time(p)) for position in positions]  # type: ignore[misc]
    theirs: list[Run] = []
    for position in positions:
        run = yardstick(program, position, seconds)
        if run.nodes and run.seconds < 1:
            run = fastest(lambda p=position: yardstick(program, p, seconds))  # type: ignore[misc]
        theirs.append(run)
        if theirs[-1].nodes == 0:
            break
    for mine, other in zip(whole, theirs, strict=False):
        if other.nodes and mine.value != other.value:
            raise SystemExit(f"{name}: the searches disagree: {mine} and {other}")
    finished = [run for run in theirs if run.nodes]
    cut = ">" if len(finished) < len(theirs) else ""
    ratio = statistics.median(run.seconds for run in theirs) / statistics.median(
        run.seconds for run in inner
    )
    columns = [
        f"{name:8}",
        f"{milliseconds(whole):>8}",
        f"{milliseconds(each):>8}",
        f"{milliseconds(inner):>8}",
        f"{cut + milliseconds(theirs):>9}",
        f"{cut + format(ratio, '.1f'):>8}",
        f"{median_nodes(inner):>9}",
        f"{median_nodes(finished) if finished else '-':>9}",
        f"{rate(inner):>6.1f}",
        f"{rate(finished) if finished else 0:>6.1f}",
    ]
    say(" | ".join(columns))


def review_time(name: str, seed: int) -> float:
    """Every alternative at every ply of a random game."""
    position, chance = fs.start(name, seed=seed), random.Random(seed)
    game = [position]
    while not position.is_over:
        position = position.play(chance.choice(position.legal))
        game.append(position)
    begun = time.perf_counter()
    solver = Solver(position.book, position.board, threads=1)
    for moment in reversed(game):
        solver.solve(moment)
    return time.perf_counter() - begun


def beside_openspiel(seconds: float) -> None:
    try:
        from openspiel_game import search
    except ImportError:
        say("\nOpenSpiel: not installed")
        return
    say(f"\nOpenSpiel {version('open_spiel')}, alpha-beta, one board each, at most {seconds:.0f} s:")
    for name in fs.CATALOGUE:
        value, nodes, taken = search(fs.start(name, seed=0), seconds)
        ours = fastest(lambda name=name: solve_time(fs.start(name, seed=0)))  # type: ignore[misc]
        result = "not solved" if value is None else f"solved, value {value:.0f}"
        say(
            f"{name:8} {result:22} {taken:8.2f} s {nodes:>9} nodes {nodes / taken / 1000:6.0f} thousand/s"
            f"   Fivesquare {ours.seconds * 1000:.2f} ms"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--boards", type=int, default=30)
    parser.add_argument("--seconds", type=float, default=60.0)
    options = parser.parse_args()
    say(f"Python {platform.python_version()}, Numba {version('numba')}, NumPy {version('numpy')}")
    say("milliseconds (medians), nodes (medians), million nodes a second\n")
    warm_up()
    times = ["book    ", "   solve", "    each", "  search", "yardstick", "  faster"]
    say(" | ".join([*times, "    nodes", "  C nodes", "  Mn/s", "C Mn/s"]))
    with tempfile.TemporaryDirectory() as folder:
        program = compile_yardstick(Path(folder))
        for name in fs.CATALOGUE:
            compare(name, options.boards, options.seconds, program)
    mids = [fastest(lambda s=seed: solve_time(midgame("flip", s))) for seed in range(options.boards)]  # type: ignore[misc]
    say(f"\nflip, random midgames: {milliseconds(mids)} ms, {median_nodes(mids)} nodes")
    for name in fs.CATALOGUE:
        reviews = [review_time(name, seed) for seed in range(5)]
        say(f"review of a random game of {name}: {statistics.median(reviews) * 1000:.0f} ms")
    beside_openspiel(options.seconds)


if __name__ == "__main__":
    main()
