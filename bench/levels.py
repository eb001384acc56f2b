"""The ladder: is each level stronger than the one below, and does perfect ever give anything away?

    python bench/levels.py [--boards 0.1] [--write]

For every book, on the same random boards and with fixed seeds: each level against the one below, some
against greedy, level 1 against random; perfect against random, greedy and every level; and how good greedy
is. Two games a board and pairing, one from either seat; players that need no solver play more boards.
`--boards` multiplies the number of boards; `--write` puts the section into results.md.
"""

import argparse
import itertools
import math
import platform
import random
import re
import statistics
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numba

import fivesquare as fs
from fivesquare.match import Match
from fivesquare.players import needs_solver
from fivesquare.players.adviser import Adviser
from fivesquare.players.base import Luck, Player
from fivesquare.players.levels import Level
from fivesquare.players.perfect import Perfect
from fivesquare.players.simple import Greedy, RandomPlayer
from fivesquare.solver import Worth, warm_up
from fivesquare.solver.limits import Budget

HERE = Path(__file__).parent
COMMAND = "python bench/levels.py --write"
LADDER_BOARDS = {"flip": 700, "sweep": 4000, "grow": 350, "chain": 500, "fifteen": 1500}
MORE = 3  # times as many, where no player needs the solver
PERFECT_BOARDS = {"flip": 100, "sweep": 150, "grow": 60, "chain": 40, "fifteen": 100}
LEVELS = range(1, 11)
LADDER = [
    *((f"level:{level + 1}", f"level:{level}") for level in LEVELS[:-1]),
    *((f"level:{level}", "greedy") for level in (1, 3, 5)),
    ("level:1", "random"),
]
PERFECT = [
    *(("perfect", other) for other in ("random", "greedy", *(f"level:{level}" for level in LEVELS))),
    ("greedy", "perfect"),
]
ABOUT_LADDER = """\
Two games on each random board, one from either seat, with fixed seeds (all boards of chain are the same:
there luck alone differs). A win scores 1, a draw 1/2; the margin is own minus other points at the end, in
books that have one. Means with 95% intervals over boards; bold where the whole interval lies above even."""
ABOUT_PERFECT = """\
Perfect against random, greedy and every level, from both seats: what it scored, against whom it scored
least, and in how many games it got less than the opening was worth from its seat."""
ABOUT_GREEDY = """\
Greedy, which always takes what brings the most at once, against perfect: in how many games it got a worse
result than the opening was worth from its seat, and in how many less, if only by a point. And how many of
its moves in random games are best ones, where there is a choice between better and worse."""
PATIENCE = 10**10  # positions for one answer: no player here is in a hurry

Pairing = tuple[str, str]
Ends = list[tuple[fs.Position, int]]
"""The ends of games, and where the player sat."""


@dataclass
class Tally:
    """What a player got against another, the mean of each board's two games."""

    scores: list[float] = field(default_factory=list)
    margins: list[float] = field(default_factory=list)
    below: int = 0
    """Games in which the player got less than the opening was worth."""
    worse: int = 0
    """Games in which it was the result that was worse."""

    def add(self, ends: Ends, opening: Worth | None = None) -> None:
        results = [(result(end), seat) for end, seat in ends]
        self.scores.append(statistics.mean((got.result(seat) + 1) / 2 for got, seat in results))
        if results[0][0].margin is not None:
            self.margins.append(
                statistics.mean((got.margin or 0) * (3 - 2 * seat) for got, seat in results)
            )
        if opening is not None:
            self.below += sum(got.value(seat) < opening.value(seat) for got, seat in results)
            self.worse += sum(got.result(seat) < opening.result(seat) for got, seat in results)

    @property
    def games(self) -> int:
        return 2 * len(self.scores)


def result(end: fs.Position) -> Worth:
    assert end.outcome is not None
    first, second = end.scores
    return Worth(end.outcome.winner, first - second if end.book.goal == "points" else None)


def make(name: str, luck: Luck, adviser: Adviser) -> Player:
    """Like the registry, but with one adviser for both players of a game."""
    if name.startswith("level:"):
        return Level(int(name.removeprefix("level:")), luck, adviser)
    if name == "perfect":
        return Perfect(luck, adviser)
    return Greedy(luck) if name == "greedy" else RandomPlayer(luck)


def openings(book: str, number: int) -> Iterator[tuple[int, fs.Position, Adviser]]:
    """So many openings, each with what is remembered of its board; all boards of chain are the same."""
    adviser = Adviser(Budget(PATIENCE))
    for seed in range(number):
        yield seed, fs.start(book, seed=seed), adviser


def play_both_seats(start: fs.Position, adviser: Adviser, names: tuple[str, str], seed: int) -> Ends:
    ends = []
    for seat in (1, 2):
        one, other = (
            make(name, Luck(f"{names} {seed} {seat}", who), adviser)
            for name, who in zip(names, ("one", "other"), strict=True)
        )
        match = Match(start, *((one, other) if seat == 1 else (other, one)))
        for _ in match:
            pass
        ends.append((match.position, seat))
    return ends


def tally_ladder(book: str, number: int) -> dict[Pairing, Tally]:
    found = {pairing: Tally() for pairing in LADDER}
    for seed, start, adviser in openings(book, MORE * number):
        for pairing, tally in found.items():
            if seed < number or not any(map(needs_solver, pairing)):
                tally.add(play_both_seats(start, adviser, pairing, seed))
    return found


def tally_perfect(book: str, number: int) -> dict[Pairing, Tally]:
    found = {pairing: Tally() for pairing in PERFECT}
    for seed, start, adviser in openings(book, number):
        opening = adviser.solver(start).solve(start, value_only=True).worth
        assert opening is not None
        for pairing, tally in found.items():
            tally.add(play_both_seats(start, adviser, pairing, seed), opening)
    return found


def greedy_moves(book: str, number: int) -> tuple[int, int]:
    """Of greedy's moves in random games, those that are best ones, and those that could be worse."""
    best = choices = 0
    for seed, position, adviser in openings(book, number):
        chance = random.Random(seed)
        while not position.is_over:
            solution = adviser.solve(position)
            assert solution is not None
            if len(solution.best) < len(solution.each):
                choices += 1
                best += Greedy(Luck(seed)).choose(position) in solution.best
            position = position.play(chance.choice(position.legal))
    return best, choices


def half_width(numbers: list[float]) -> float:
    """Half of the 95% interval of a mean, over boards: the two games of a board are not independent."""
    return 1.96 * statistics.stdev(numbers) / math.sqrt(len(numbers))


def shown(numbers: list[float], digits: int, even: float) -> str:
    """A mean with its interval; bold if the whole interval lies above `even`."""
    if not numbers:
        return "-"
    mean, half = statistics.mean(numbers), half_width(numbers)
    text = f"{mean:.{digits}f} ± {half:.{digits}f}"
    return f"**{text}**" if mean - half > even else text


def ladder(factor: float) -> list[str]:
    lines = ["| book | games | who against whom | score | margin |", "|---|--:|---|--:|--:|"]
    for book, number in LADDER_BOARDS.items():
        for (one, other), tally in tally_ladder(book, boards(number, factor)).items():
            score, margin = shown(tally.scores, 3, 0.5), shown(tally.margins, 1, 0.0)
            lines.append(f"| {book} | {tally.games} | {one} against {other} | {score} | {margin} |")
    return lines


def perfect_and_greedy(factor: float) -> tuple[list[str], list[str]]:
    perfect = [
        "| book | games | mean score | lowest, against | below the opening's value |",
        "|---|--:|--:|---|--:|",
    ]
    greedy = [
        "| book | games | worse result | below the opening's value | best moves in random games |",
        "|---|--:|--:|--:|--:|",
    ]
    for book, number in PERFECT_BOARDS.items():
        found = tally_perfect(book, boards(number, factor))
        from_greedy = found.pop(("greedy", "perfect"))
        scores = {other: statistics.mean(tally.scores) for (_, other), tally in found.items()}
        hardest = min(scores, key=scores.__getitem__)
        perfect.append(
            f"| {book} | {sum(tally.games for tally in found.values())} "
            f"| {statistics.mean(scores.values()):.3f} | {scores[hardest]:.3f}, {hardest} "
            f"| {sum(tally.below for tally in found.values())} |"
        )
        best, choices = greedy_moves(book, boards(number, factor))
        greedy.append(
            f"| {book} | {from_greedy.games} | {from_greedy.worse} | {from_greedy.below} "
            f"| {best} of {choices}, {best / choices:.0%} |"
        )
    return perfect, greedy


def boards(number: int, factor: float) -> int:
    return max(2, round(number * factor))


def report(factor: float) -> str:
    versions = f"Python {platform.python_version()}, Numba {numba.__version__}"
    command = COMMAND if factor == 1 else f"{COMMAND} --boards {factor:g}"
    head = f"`{command}`. Fivesquare {fs.__version__}, {versions}."
    tables = ["\n".join(table) for table in (ladder(factor), *perfect_and_greedy(factor))]
    parts = zip((ABOUT_LADDER, ABOUT_PERFECT, ABOUT_GREEDY), tables, strict=True)
    return "\n\n".join(["## Levels", head, *itertools.chain(*parts)]) + "\n"


def write(section: str, path: Path) -> None:
    """Put the section in the place of the one before, and leave the others alone."""
    text = path.read_text(encoding="utf-8")
    without = re.sub(r"\n## Levels\n.*?(?=\n## |\Z)", "", text, flags=re.DOTALL)
    path.write_text(without.rstrip("\n") + "\n\n" + section, encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--boards", type=float, default=1.0, help="multiplies the number of boards")
    parser.add_argument("--write", action="store_true", help="put the section into results.md")
    options = parser.parse_args()
    warm_up()
    section = report(options.boards)
    sys.stdout.write(section)
    if options.write:
        write(section, HERE / "results.md")


if __name__ == "__main__":
    main()
