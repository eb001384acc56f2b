"""How long the command takes to start: CPU seconds, user and system, the median of several runs.

Run: python bench/start.py

The solver is compiled before, if it is not yet: what is measured is a start with its code on disk.
"""

import os
import platform
import resource
import statistics
import subprocess
import sys
import tempfile

RUNS = 15
TARGET = 0.25
BATCH = """
from fivesquare.research.batch import Batch
batch = Batch("grow", 100, seed=7)
while not batch.done.all():
    batch.step(batch.sample())
"""
COMMANDS = {
    "python -c pass": ["-c", "pass"],
    "fivesquare books": ["-m", "fivesquare", "books"],
    "fivesquare play grow, to its first board": ["-m", "fivesquare", "play", "grow"],
    "fivesquare solve sweep": ["-m", "fivesquare", "solve", "sweep", "--board", "5 3 8/2 9 1/6 4 7"],
    "fivesquare solve grow, each first claim": ["-m", "fivesquare", "solve", "grow", "--seed", "1"],
    "fivesquare perft --depth 3": ["-m", "fivesquare", "perft", "--depth", "3"],
    "a batch of 100 games, to the end": ["-c", BATCH],
    "fivesquare play sweep, a hint": ["-m", "fivesquare", "play", "sweep", "--seed", "1"],
    "fivesquare play grow, the first move of level 10": [
        *("-m", "fivesquare", "play", "grow", "--seed", "1", "--first", "level:10", "--second", "human")
    ],
}
RECORD = '{"book": "sweep", "board": [[5, 3, 8], [2, 9, 1], [6, 4, 7]], "moves": []}'
INPUTS = {
    "fivesquare perft --depth 3": f"{RECORD}\n",
    "fivesquare play sweep, a hint": "hint\n",
}


def cpu_seconds(arguments: list[str], text: str = "") -> float:
    """What one run costs; its input ends soon, so that a game ends at its first prompt or second."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *arguments], input=text, capture_output=True, check=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    write = sys.stdout.write
    write(f"Python {platform.python_version()}, {RUNS} runs each, target {TARGET} s\n\n")
    write("| command | CPU seconds | times bare Python |\n|---|---:|---:|\n")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_STATE_HOME"] = folder
        bare = 0.0
        for name, arguments in COMMANDS.items():
            text = INPUTS.get(name, "")
            cpu_seconds(arguments, text)  # warm: what is measured is neither the disk nor the compiler
            middle = statistics.median(cpu_seconds(arguments, text) for _ in range(RUNS))
            bare = bare or middle
            write(f"| `{name}` | {middle:.3f} | {middle / bare:.1f} |\n")


if __name__ == "__main__":
    main()
