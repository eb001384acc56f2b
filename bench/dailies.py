"""The puzzle of the day: how long it takes to make one, and how hard it is on each day of the week.

    python bench/dailies.py [--days 140] [--write]
    python bench/dailies.py --fifths [--puzzles 100]

CPU time of one core, from the first day on. `--write` puts the section into results.md. `--fifths` prints
the numbers that `dailies.py` has of each book: a fifth of the puzzles that are found is at most that hard.
"""

import argparse
import datetime
import platform
import re
import statistics
import sys
import time
from collections import defaultdict
from itertools import islice
from pathlib import Path

import fivesquare as fs
from fivesquare import dailies
from fivesquare.solver import warm_up
from fivesquare.streams import stream
from fivesquare.words.days import WEEKDAYS

RESULTS = Path(__file__).parent / "results.md"
COMMAND = "python bench/dailies.py --write"
TITLE = "## Puzzle of the day"


def measured(days: int) -> tuple[dict[str, list[float]], dict[int, list[float]]]:
    """The seconds by book; and by weekday how hard a puzzle is, as a share of its book's hardest fifth."""
    seconds, hard = defaultdict[str, list[float]](list), defaultdict[int, list[float]](list)
    for number in range(days):
        day = dailies.FIRST_DAY + datetime.timedelta(number)
        begun = time.process_time()
        puzzle = dailies.made(day)
        seconds[puzzle.name].append(time.process_time() - begun)
        hard[day.weekday()].append(dailies.hardness(puzzle.claims) / len(puzzle.claims))
    return seconds, hard


def section(days: int) -> str:
    """What was measured, as it is written down."""
    seconds, hard = measured(days)
    every = [each for made in seconds.values() for each in made]
    lines = [
        TITLE,
        "",
        f"`{COMMAND}`, the first {days} days; CPU seconds on one core for making the puzzle of a day.",
        f"Fivesquare {fs.__version__}, Python {platform.python_version()}.",
        f"Over all books: mean {statistics.mean(every):.2f} s, worst {max(every):.2f} s.",
        "",
        "| book | claims | days | mean, s | worst, s |",
        "|---|--:|--:|--:|--:|",
        *(
            f"| {name} | {len(dailies.daily(_day_of(name)).claims)} | {len(made)} "
            f"| {statistics.mean(made):.2f} | {max(made):.2f} |"
            for name, made in sorted(seconds.items())
        ),
        "",
        "Tries for a claim: the mean of a player who tries the largest gain first and one who guesses.",
        "",
        f"| {' | '.join(WEEKDAYS)} |",
        f"|{'--:|' * len(WEEKDAYS)}",
        f"| {' | '.join(f'{statistics.mean(hard[weekday]):.2f}' for weekday in range(len(WEEKDAYS)))} |",
    ]
    return "\n".join(lines) + "\n"


def _day_of(name: str) -> datetime.date:
    return next(
        day
        for day in (dailies.FIRST_DAY + datetime.timedelta(number) for number in range(5))
        if dailies.name_of(day) == name
    )


def write(text: str) -> None:
    """Replace the section of results.md, or append it."""
    before = RESULTS.read_text()
    pattern = re.compile(rf"{TITLE}\n.*?(?=\n## |\Z)", re.DOTALL)
    after = pattern.sub(lambda _: text, before) if pattern.search(before) else f"{before}\n{text}"
    RESULTS.write_text(after)


def print_fifths(puzzles: int) -> None:
    """How hard the puzzles of each book are as they are found."""
    for name in fs.CATALOGUE:
        found = dailies.found(name, stream(name, "fifths"))
        hard = sorted(dailies.hardness(claims) for claims in islice(found, puzzles))
        fifths = [hard[len(hard) * fifth // 5] for fifth in range(1, 5)]
        sys.stdout.write(f"{name} {fifths}\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--days", type=int, default=140)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--fifths", action="store_true")
    parser.add_argument("--puzzles", type=int, default=100)
    given = parser.parse_args()
    warm_up()
    if given.fifths:
        print_fifths(given.puzzles)
        return
    text = section(given.days)
    sys.stdout.write(text)
    if given.write:
        write(text)


if __name__ == "__main__":
    main()
