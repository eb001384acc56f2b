"""How long the command takes to start: CPU seconds, user and system, the median of several runs.

Run: python bench/start.py
"""

import os
import platform
import resource
import statistics
import subprocess
import sys
import tempfile

RUNS = 15
TARGET = 0.3
COMMANDS = {
    "python -c pass": ["-c", "pass"],
    "fivesquare books": ["-m", "fivesquare", "books"],
    "fivesquare play grow, to its first board": ["-m", "fivesquare", "play", "grow"],
}


def cpu_seconds(arguments: list[str]) -> float:
    """What one run costs; its input is empty, so that a game ends at its first prompt."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *arguments], stdin=subprocess.DEVNULL, capture_output=True, check=True)
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
            cpu_seconds(arguments)  # warm: what is measured is not the disk
            middle = statistics.median(cpu_seconds(arguments) for _ in range(RUNS))
            bare = bare or middle
            write(f"| `{name}` | {middle:.3f} | {middle / bare:.1f} |\n")


if __name__ == "__main__":
    main()
