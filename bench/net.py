"""The player `net`: how good its moves are on boards held out from its training, and its place.

    python bench/net.py [--boards 0.1] [--only grow] [--write]

On held-out boards (all boards of chain are the same: there the games alone differ). First the decisions in
positions of random games and of its own games; then matches against each level, two games a board, one from
either seat, from the level that a bisection finds to be its equal. `--boards` multiplies the number of
boards; `--write` puts the section into results.md.
"""

import argparse
import platform
import random
import re
import statistics
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

import fivesquare as fs
from fivesquare.books import NAMED
from fivesquare.intervals import wilson
from fivesquare.match import Match
from fivesquare.players.adviser import Adviser
from fivesquare.players.base import Luck
from fivesquare.players.levels import Level
from fivesquare.players.net import Net
from fivesquare.research.family.splits import deal
from fivesquare.research.labels import label_arrays
from fivesquare.solver import warm_up
from fivesquare.solver.limits import Budget

HERE = Path(__file__).parent
COMMAND = "python bench/net.py --write"
DECISIONS = 60  # boards
MATCHES = 50  # boards
LEVELS = 10
PATIENCE = 10**10  # positions for one answer: every decision is solved
FAR_AWAY = 5_000_000  # from the seeds of the training
ABOUT = """\
The player `net`, one forward pass a move, with weights from `examples/net/train.py --seed 0`; on boards
held out from its training ({decisions} for decisions, {matches} for each match, two games a board; all
boards of chain are the same). *best*: the share of best moves in critical positions of random games;
*skill* is 1 - lost / expected there, and *in play* in its own games against level:6. *ms*: the median
milliseconds for a move. *place*: the highest level against which it scores half or more, with that
score, and the score against the next; a win scores 1, a draw 1/2, with Wilson's 95% interval."""


class Decided(NamedTuple):
    """What was chosen in critical positions."""

    best: float
    skill: float


def opening(book: str, seed: int) -> fs.Position:
    split = None if NAMED[book].values == "ones" else "held-out"
    return deal(book, seed=FAR_AWAY + seed, split=split).position


def decided(positions: list[fs.Position], moves: list[str]) -> Decided:
    labels = label_arrays(positions)
    rows = np.arange(len(positions))
    chosen = np.array([each.all_moves.index(move) for each, move in zip(positions, moves, strict=True)])
    critical = labels.is_critical
    lost, best = labels.lost[rows, chosen][critical], labels.best[rows, chosen][critical]
    return Decided(float(best.mean()), 1 - float(lost.sum()) / float(labels.expected[critical].sum()))


def in_random_games(book: str, boards: int, times: list[float]) -> Decided:
    net, positions, moves = Net(), list[fs.Position](), list[str]()
    for seed in range(boards):
        chance = random.Random(seed)
        position = opening(book, seed)
        while not position.is_over:
            if len(position.legal) > 1:
                positions.append(position)
                begun = time.perf_counter()
                moves.append(net.choose(position))
                times.append(time.perf_counter() - begun)
            position = position.play(chance.choice(position.legal))
    return decided(positions, moves)


def games(book: str, level: int, boards: int) -> tuple[float, list[fs.Position]]:
    """The points against a level, and the ends of the games from the first seat and the second in turn."""
    points, ends = 0.0, []
    for seed in range(boards):
        adviser = Adviser(Budget(PATIENCE))
        for seat in (1, 2):
            other = Level(level, Luck(f"{book} {seed} {seat}", "level"), adviser)
            players = (Net(), other) if seat == 1 else (other, Net())
            match = Match(opening(book, seed), *players)
            for _ in match:
                pass
            end = match.position
            assert end.outcome is not None
            points += 0.5 if end.outcome.winner == 0 else float(end.outcome.winner == seat)
            ends.append(end)
    return points, ends


def in_play(ends: list[fs.Position]) -> Decided:
    positions, moves = [], []
    for number, end in enumerate(ends):
        line = end.history()
        for before, move in zip(line, end.moves, strict=False):
            if before.state.turn == 1 + number % 2 and len(before.legal) > 1:
                positions.append(before)
                moves.append(move)
    return decided(positions, moves)


def row(book: str, decisions: int, matches: int) -> str:
    times: list[float] = []
    found = in_random_games(book, decisions, times)
    scores: dict[int, tuple[float, list[fs.Position]]] = {}

    def score(level: int) -> float:
        if level not in scores:
            scores[level] = games(book, level, matches)
        return scores[level][0] / (2 * matches)

    score(6)
    low, high = 0, LEVELS + 1  # it beats the one and not the other
    while high - low > 1:
        level = 6 if (low, high) == (0, LEVELS + 1) else (low + high) // 2
        low, high = (level, high) if score(level) >= 0.5 else (low, level)

    def shown(level: int) -> str:
        if not 1 <= level <= LEVELS:
            return "-"
        points = wilson(scores[level][0], 2 * matches)
        return f"{points.value:.2f} ({points.low:.2f} to {points.high:.2f})"

    cells = [
        book,
        f"{100 * found.best:.1f}%",
        f"{found.skill:.3f}",
        f"{in_play(scores[6][1]).skill:.3f}",
        f"{1000 * statistics.median(times):.2f}",
        f"level {low}" if low else "below level 1",
        shown(low),
        shown(high),
    ]
    return f"| {' | '.join(cells)} |"


def report(books: list[str], boards: float) -> Iterator[str]:
    decisions, matches = max(2, round(boards * DECISIONS)), max(2, round(boards * MATCHES))
    versions = f"Python {platform.python_version()}, NumPy {np.__version__}"
    yield f"## Net\n\n`{COMMAND}`. Fivesquare {fs.__version__}, {versions}.\n\n"
    yield ABOUT.format(decisions=decisions, matches=matches)
    yield "\n\n| book | best | skill | in play | ms | place | against it | against the next |\n"
    yield "|---|--:|--:|--:|--:|---|---|---|\n"
    for book in books:
        yield row(book, decisions, matches) + "\n"


def write(section: str, path: Path) -> None:
    """Put the section in the place of the one before, and leave the others alone."""
    text = path.read_text(encoding="utf-8")
    without = re.sub(r"\n## Net\n.*?(?=\n## |\Z)", "", text, flags=re.DOTALL)
    path.write_text(without.rstrip("\n") + "\n\n" + section, encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--boards", type=float, default=1.0, help="times as many boards")
    parser.add_argument("--only", choices=NAMED, help="one book")
    parser.add_argument("--write", action="store_true", help="put the section into results.md")
    options = parser.parse_args()
    warm_up()
    section = ""
    for line in report([options.only] if options.only else list(NAMED), options.boards):
        sys.stdout.write(line)
        sys.stdout.flush()
        section += line
    if options.write:
        write(section, HERE / "results.md")


if __name__ == "__main__":
    main()
