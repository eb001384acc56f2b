"""Rows of a data set a second, beside another edition of the sources, in turns; and are they the same rows?

    python bench/dataset.py OTHER/src [--turns 5] [--write]

OTHER is another checkout, say `git worktree add OTHER COMMIT`. Each turn is a process of its own, and its
CPU time counts; the fastest stands for each side. Rows must be equal but for `difficulty`, which is only
there if it is asked for, and for whole margins, which are floating-point numbers now. `--write` puts the
section into results.md.
"""

import argparse
import json
import os
import platform
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

from fivesquare import __version__

HERE = Path(__file__).parent
SOURCES = HERE.parent / "src"
COMMAND = "python bench/dataset.py OTHER/src --write"

WORKLOADS = {
    "`--rows 300`": ("dataset.Plan()", 300),
    "`--rows 300 --disguise`": ("dataset.Plan(disguise=True)", 300),
    "`--rows 60 --book grow`": ("dataset.Plan(book=fs.find_book('grow'))", 60),
    "`--rows 300 --book sweep`": ("dataset.Plan(book=fs.find_book('sweep'))", 300),
}

WORK = """
import json, sys, time
from itertools import islice
import fivesquare as fs
from fivesquare.research import dataset
plan = {plan}
list(islice(dataset.rows(seed=1, plan=plan), 2))
begun = time.process_time()
rows = list(islice(dataset.rows(seed=7, plan=plan), {number}))
seconds = time.process_time() - begun
json.dump([seconds, rows], sys.stdout)
"""


class Side(NamedTuple):
    """The seconds of the fastest turn, and the rows."""

    seconds: float
    rows: Any


def run(sources: Path, plan: str, number: int) -> Side:
    done = subprocess.run(
        [sys.executable, "-c", WORK.format(plan=plan, number=number)],
        env={**os.environ, "PYTHONPATH": str(sources)},
        capture_output=True,
        text=True,
        check=True,
    )
    return Side(*json.loads(done.stdout))


def comparable(thing: Any) -> Any:
    """Without difficulties, and with every number as a floating-point one."""
    if isinstance(thing, dict):
        return {key: comparable(thing[key]) for key in thing if key not in ("difficulty", "info")}
    if isinstance(thing, list):
        return [comparable(each) for each in thing]
    return float(thing) if isinstance(thing, int) else thing


def table(other: Path, turns: int) -> str:
    lines = ["| rows | before, rows/s | now | now / before |", "|---|--:|--:|--:|"]
    for name, (plan, number) in WORKLOADS.items():
        sides = [(run(other, plan, number), run(SOURCES, plan, number)) for _ in range(turns)]
        before, now = (min(side, key=lambda each: each.seconds) for side in zip(*sides, strict=True))
        if comparable(before.rows) != comparable(now.rows):
            raise SystemExit(f"{name}: the rows are not the same")
        speeds = [number / side.seconds for side in (before, now)]
        lines.append(f"| {name} | {speeds[0]:.0f} | {speeds[1]:.0f} | **{speeds[1] / speeds[0]:.1f}** |")
    return "\n".join(lines)


def section(other: Path, turns: int) -> str:
    commit = subprocess.run(
        ["git", "-C", str(other), "rev-parse", "--short", "HEAD"], capture_output=True, text=True
    ).stdout.strip()
    load = f"{os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
    return f"""## Data sets

`{COMMAND}`, OTHER being a worktree of {commit or "another edition"};
best of {turns} turns, CPU time, one core. The rows were the same but for difficulty and types of margins.
Wanted: at least twice as many a second.
Fivesquare {__version__}, Python {platform.python_version()}; load before: {load}.

{table(other, turns)}
"""


def write(text: str) -> None:
    """Put the section into the results, in its place or at the end."""
    path = HERE / "results.md"
    page = path.read_text(encoding="utf-8")
    old = re.search(r"^## Data sets\n.*?(?=^## |\Z)", page, re.DOTALL | re.MULTILINE)
    new = f"{page.rstrip()}\n\n{text}" if old is None else page.replace(old[0], f"{text}\n")
    path.write_text(new.rstrip() + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description="Rows of a data set a second, beside another edition.")
    parser.add_argument("other", type=Path, help="the src folder of another checkout")
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--write", action="store_true", help="put the section into results.md")
    wanted = parser.parse_args()
    text = section(wanted.other.resolve(), wanted.turns)
    sys.stdout.write(text)
    if wanted.write:
        write(text)


if __name__ == "__main__":
    main()
