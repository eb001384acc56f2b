"""Two editions of the sources beside each other, in turns, on the same boards: is anything slower?

    python bench/editions.py OTHER/src [--turns 9]

OTHER is another checkout, say of the last release. Everything is CPU time of processes that take turns, the
lower quartile over the turns, so that other work on the machine matters less. Ratios are this / other.
"""

import argparse
import os
import platform
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent.parent / "src"
BOARDS = 20

START = {
    "`fivesquare books`": ["-m", "fivesquare", "books"],
    "`fivesquare play grow`, to its first board": ["-m", "fivesquare", "play", "grow"],
    "first `fivesquare solve` of a process": [
        "-m",
        "fivesquare",
        "solve",
        "sweep",
        "--board",
        "5 3 8/2 9 1/6 4 7",
    ],
}

WORK = """
import random, statistics, time
import fivesquare as fs
from fivesquare.solver import Solver, warm_up
try:
    from fivesquare.perft import perft
except ImportError:
    from fivesquare.native.perft import perft

def boards(book):
    chance = random.Random(book)
    deals = [fs.CATALOGUE[book].deal(chance) for _ in range(1 if book == "chain" else BOARDS)]
    return [fs.Position.start(book, board=deal) for deal in deals]

def fastest(work):
    times = []
    for _ in range(3):
        begun = time.process_time()
        work()
        times.append(time.process_time() - begun)
    return min(times)

def solved(position, value_only):
    Solver(position.book, position.board).solve(position, value_only=value_only)

def played(position):
    while not position.is_over:
        position = position.play(position.legal[0])

warm_up()
for book in fs.CATALOGUE:
    starts = boards(book)
    for name, value_only in (("value", True), ("each move", False)):
        seconds = [fastest(lambda: solved(start, value_only)) for start in starts]
        print(f"solve {book}, {name}|{statistics.median(seconds)}")
    seconds = [fastest(lambda: played(start)) for start in starts]
    print(f"play a game of {book}|{statistics.median(seconds)}")
for book, depth in (("flip", 7), ("grow", 11), ("chain", 5), ("fifteen", 11)):
    start = boards(book)[0]
    perft(start.setup, start.state, 2)
    print(f"perft {book} {depth}|{fastest(lambda: perft(start.setup, start.state, depth))}")
"""


def run(source: Path, arguments: list[str], home: str) -> tuple[str, float]:
    """What a fresh Python prints with these sources, and its CPU seconds."""
    environment = {**os.environ, "PYTHONPATH": str(source), "XDG_STATE_HOME": home}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, *arguments],
        env=environment,
        cwd=home,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=True,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done.stdout, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def measure(source: Path, home: str) -> dict[str, float]:
    """One turn: seconds by what was done."""
    found = {name: run(source, arguments, home)[1] for name, arguments in START.items()}
    output, _ = run(source, ["-c", WORK.replace("BOARDS", str(BOARDS))], home)
    for line in output.splitlines():
        name, seconds = line.split("|")
        found[name] = float(seconds)
    return found


def quartile(numbers: list[float]) -> float:
    return statistics.quantiles(numbers, n=4)[0]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("other", type=Path, help="the folder src of another checkout")
    parser.add_argument("--turns", type=int, default=9)
    options = parser.parse_args()
    sources = (options.other.resolve(), HERE.resolve())
    turns: tuple[list[dict[str, float]], list[dict[str, float]]] = ([], [])
    with tempfile.TemporaryDirectory() as home:
        for source in sources:
            measure(source, home)  # compiles what there is to compile
        for _ in range(options.turns):
            for source, found in zip(sources, turns, strict=True):
                found.append(measure(source, home))
    write = sys.stdout.write
    write(f"Python {platform.python_version()}, {options.turns} turns, CPU milliseconds\n\n")
    write("| what | other | this | this / other |\n|---|--:|--:|--:|\n")
    for name in turns[0][0]:
        other, this = (quartile([turn[name] for turn in found]) for found in turns)
        write(f"| {name} | {1000 * other:.4g} | {1000 * this:.4g} | {this / other:.2f} |\n")


if __name__ == "__main__":
    main()
