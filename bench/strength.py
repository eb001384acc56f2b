"""Strength on boards too large to solve: perfect against a plain UCT (bench/uct.py) with as much CPU time.

    python bench/strength.py [--boards 20] [--seconds 0.05] [--only grow] [--write]

Two games on each board, one from either seat. Perfect thinks as it does at the terminal, with an effort in
positions: it looks ahead, and solves as soon as that is in reach. UCT has `--seconds` of CPU time for each
move, and perfect an effort that takes as long in the mean. `--write` puts the section into results.md.
"""

import argparse
import platform
import re
import statistics
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numba
from uct import Uct

import fivesquare as fs
from fivesquare.players.adviser import Adviser
from fivesquare.players.base import Luck
from fivesquare.players.perfect import Perfect
from fivesquare.research.skill import wilson
from fivesquare.solver import warm_up
from fivesquare.solver.limits import Budget

HERE = Path(__file__).parent
COMMAND = "python bench/strength.py --write"
EFFORT = 10_000_000  # positions for a second a move, to begin with
BY_WINS = ", by wins"
BOOKS: dict[str, tuple[Any, tuple[int, int]]] = {
    "grow": ("grow", (8, 8)),
    "flip": ("flip", (8, 8)),
    "chain": ("chain", (8, 8)),
    "sweep": ("sweep", (8, 8)),
    f"grow{BY_WINS}": ("grow", (8, 8)),
    "raid": ("raid", (8, 8)),
    "grow with chains": ({"like": "grow", "again": "chain"}, (8, 8)),
    "chain with values": ({"like": "chain", "values": [1, 9], "goal": "points"}, (8, 8)),
    "exactly 60": ({"like": "fifteen", "take": "lower-enemy", "goal": {"exactly": 60}}, (8, 8)),
}
ABOUT = """\
Perfect against a plain UCT (`bench/uct.py`: UCB1 over random games), from both seats of each board. UCT has
{seconds:g} s of CPU time for every move; perfect has an effort in positions, set anew after each game so
that it takes as long in the mean. A result is to UCT half who won and half by how much, which makes it
stronger; in the row *by wins* it is who won alone. A win scores 1, a draw 1/2; the interval is Wilson's,
95%. *solved from*: the median number of free cells when perfect first solved the position."""


class Game(NamedTuple):
    score: float
    seat: int
    seconds: float  # of CPU time, what perfect took a move
    uct_seconds: float
    solved: int | None  # free cells when perfect first knew the truth


def play(position: fs.Position, seat: int, perfect: Perfect, uct: Uct, seconds: float) -> Game:
    ours, theirs, solved = list[float](), list[float](), None
    while not position.is_over:
        begun = time.process_time()
        if len(position.legal) == 1:
            move = position.legal[0]
        elif position.turn == seat:
            move = perfect.choose(position)
            ours.append(time.process_time() - begun)
            if not perfect.remark and solved is None:
                solved = position.size.cells - sum(position.counts)
        else:
            move = uct.choose(position, seconds)
            theirs.append(time.process_time() - begun)
        position = position.play(move)
    assert position.outcome is not None
    winner = position.outcome.winner
    score = 0.5 if winner == 0 else float(winner == seat)
    return Game(score, seat, statistics.mean(ours), statistics.mean(theirs), solved)


def row(name: str, boards: int, seconds: float) -> str:
    book, size = BOOKS[name]
    effort, games = EFFORT * seconds, list[Game]()
    for seed in range(boards):
        for seat in (1, 2):
            start = fs.start(book, size=size, seed=seed)
            perfect = Perfect(Luck(seed), Adviser(Budget(int(effort))))
            uct = Uct(start, 2 * seed + seat, by_margin=not name.endswith(BY_WINS))
            games.append(play(start, seat, perfect, uct, seconds))
            effort *= min(2.0, max(0.5, seconds / games[-1].seconds))
    found = wilson(sum(game.score for game in games), len(games))
    seats = [statistics.mean(game.score for game in games if game.seat == seat) for seat in (1, 2)]
    solved = [game.solved for game in games if game.solved is not None]
    cells = [
        f"{name} {size[0]}x{size[1]}",
        f"{len(games)}",
        f"{found.value:.2f} ({found.low:.2f} to {found.high:.2f})",
        *(f"{score:.2f}" for score in seats),
        f"{statistics.mean(game.seconds for game in games):.3f}",
        f"{statistics.mean(game.uct_seconds for game in games):.3f}",
        f"{statistics.median(solved):g}" if solved else "-",
    ]
    return f"| {' | '.join(cells)} |"


def report(names: list[str], boards: int, seconds: float) -> Iterator[str]:
    versions = f"Python {platform.python_version()}, Numba {numba.__version__}"
    yield f"## Strength on large boards\n\n`{COMMAND}`. Fivesquare {fs.__version__}, {versions}.\n\n"
    yield ABOUT.format(seconds=seconds)
    yield "\n\n| book | games | score | first | second | s a move | UCT's | solved from |\n"
    yield "|---|--:|--:|--:|--:|--:|--:|--:|\n"
    for name in names:
        yield row(name, boards, seconds) + "\n"


def write(section: str, path: Path) -> None:
    """Put the section in the place of the one before, and leave the others alone."""
    text = path.read_text(encoding="utf-8")
    without = re.sub(r"\n## Strength on large boards\n.*?(?=\n## |\Z)", "", text, flags=re.DOTALL)
    path.write_text(without.rstrip("\n") + "\n\n" + section, encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--boards", type=int, default=20, help="of each book, two games each")
    parser.add_argument("--seconds", type=float, default=0.05, help="of CPU time a move")
    parser.add_argument("--only", choices=BOOKS, help="one book")
    parser.add_argument("--write", action="store_true", help="put the section into results.md")
    options = parser.parse_args()
    warm_up()
    small = fs.start("grow", board="1 2 3")
    Uct(small, 1).choose(small, 0.0)  # compiles it
    section = ""
    for line in report([options.only] if options.only else list(BOOKS), options.boards, options.seconds):
        sys.stdout.write(line)
        sys.stdout.flush()
        section += line
    if options.write:
        write(section, HERE / "results.md")


if __name__ == "__main__":
    main()
