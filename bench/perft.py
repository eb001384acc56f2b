"""Perft speed: the compiled engine beside C written for the game at hand, and a table of the five books.

    python bench/perft.py           prints the tables
    python bench/perft.py --write   and puts them into bench/results.md, under "Perft"

Needs gcc. Both sides count the last two moves in place. They take turns, and the best of several
runs stands for each, so that whatever else the machine does disturbs both alike.
"""

import platform
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numba

import fivesquare as fs
from fivesquare.perft import perft

HERE = Path(__file__).parent
COMPILE = ("gcc", "-O3", "-march=native")
COMMAND = "python bench/perft.py --write"
RUNS = 25
WANTED = 0.6

BOARDS = {
    "flip": "5 12 3 16/10 1 14 6/11 8 2 15/9 13 4 7",
    "sweep": "5 12 3 16/10 1 14 6/11 8 2 15/9 13 4 7",  # its own 3x3 board is done in microseconds
    "grow": "5 3 2 6 1/7 4 9 2 8/1 5 3 7 4/2 8 6 1 5/9 3 2 4 7",
    "chain": "1 1 1 1 1/1 1 1 1 1/1 1 1 1 1/1 1 1 1 1/1 1 1 1 1",
    "fifteen": "1 4 2 3/5 2 3 1/4 1 5 2/3 2 1 4",
}
BESIDE_C = (("grow", 10), ("grow", 12), ("flip", 7), ("flip", 8))
ALL_BOOKS = (("flip", 8), ("sweep", 7), ("grow", 12), ("chain", 6), ("fifteen", 12))


@dataclass(frozen=True, slots=True)
class Timed:
    """A count, and the seconds of the fastest run that found it."""

    count: int
    seconds: float

    @property
    def speed(self) -> float:
        """Millions of sequences a second."""
        return self.count / self.seconds / 1e6


def ours(book: str, depth: int) -> Timed:
    position = fs.start(book, board=BOARDS[book])
    start = time.perf_counter()
    count = perft(position.setup, position.state, depth)
    return Timed(count, time.perf_counter() - start)


def in_c(program: Path, book: str, depth: int) -> Timed:
    values = BOARDS[book].replace("/", " ").split()
    words = subprocess.run(
        [program, book, str(depth), *values], check=True, capture_output=True, text=True
    ).stdout.split()
    return Timed(int(words[0]), float(words[1]))


def best_of_turns(*sides: Callable[[], Timed]) -> list[Timed]:
    """The fastest run of each side; they take turns."""
    best = [side() for side in sides]
    for _ in range(RUNS - 1):
        best = [
            min(old, side(), key=lambda run: run.seconds) for old, side in zip(best, sides, strict=True)
        ]
    return best


def compile_c(folder: Path) -> Path:
    program = folder / "perft"
    subprocess.run([*COMPILE, "-o", program, HERE / "perft.c"], check=True)
    return program


def table_beside_c(program: Path) -> list[str]:
    lines = ["| book | depth | sequences | ours, M/s | C, M/s | ours / C |", "|---|--:|--:|--:|--:|--:|"]
    for book, depth in BESIDE_C:
        mine, theirs = best_of_turns(partial(ours, book, depth), partial(in_c, program, book, depth))
        if mine.count != theirs.count:
            raise SystemExit(f"{book} at depth {depth}: we count {mine.count}, C counts {theirs.count}")
        ratio = mine.speed / theirs.speed
        lines.append(
            f"| {book} | {depth} | {mine.count:,} | {mine.speed:,.0f} | {theirs.speed:,.0f} | {ratio:.2f} |"
        )
    return lines


def table_of_books() -> list[str]:
    lines = ["| book | size | depth | sequences | M/s |", "|---|---|--:|--:|--:|"]
    for book, depth in ALL_BOOKS:
        (run,) = best_of_turns(partial(ours, book, depth))
        size = fs.Board.parse(BOARDS[book]).size
        lines.append(f"| {book} | {size} | {depth} | {run.count:,} | {run.speed:,.0f} |")
    return lines


def versions() -> str:
    gcc = subprocess.run(["gcc", "--version"], check=True, capture_output=True, text=True).stdout
    return (
        f"Fivesquare {fs.__version__}, Python {platform.python_version()}, Numba {numba.__version__}, "
        f"{gcc.splitlines()[0]}; {processor()}"
    )


def processor() -> str:
    models = re.findall(r"^model name\s*: (.*)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    return f"{models[0] if models else platform.machine()}, one thread"


def report() -> str:
    for book in BOARDS:
        ours(book, 2)  # compile first
    with tempfile.TemporaryDirectory() as folder:
        beside_c = table_beside_c(compile_c(Path(folder)))
    return "\n".join(
        [
            "## Perft",
            "",
            f"`{COMMAND}`, C by `{' '.join(COMPILE)}`, best of {RUNS} runs, taking turns.",
            versions() + ".",
            "",
            "Millions of move sequences a second, the last two moves counted in place, on the boards of",
            f"the rule books' examples (sweep on flip's). Wanted: at least {WANTED} of C: `perft.c`,",
            "written for these two games and sizes alone.",
            "",
            *beside_c,
            "",
            *table_of_books(),
            "",
        ]
    )


def write(section: str, path: Path) -> None:
    """Put the section in the place of the one before, and leave the others alone."""
    text = path.read_text() if path.exists() else "# Results\n"
    without = re.sub(r"\n## Perft\n.*?(?=\n## |\Z)", "", text, flags=re.DOTALL)
    path.write_text(without.rstrip("\n") + "\n\n" + section)


def main() -> None:
    if shutil.which("gcc") is None:
        raise SystemExit("this needs gcc")
    section = report()
    sys.stdout.write(section)
    if "--write" in sys.argv[1:]:
        write(section, HERE / "results.md")


if __name__ == "__main__":
    main()
