"""Skill: does it say of every player what it is? Chance 0, perfection 1, and the levels in order.

    python bench/skill.py [--boards 0.1] [--write]

For every book, on the same random boards and with fixed seeds: players of known strength against level:3,
two games a board, one from either seat, and what the report says about them. `--boards` multiplies the
number of boards; `--write` puts the section into results.md.
"""

import argparse
import platform
import re
import sys
from pathlib import Path

import numba

import fivesquare as fs
from fivesquare.match import Match
from fivesquare.players.adviser import Adviser
from fivesquare.players.base import Luck
from fivesquare.research.skill import Account, Report, account, report
from fivesquare.solver import warm_up
from fivesquare.solver.limits import Budget

HERE = Path(__file__).parent
COMMAND = "python bench/skill.py --write"
BOARDS = 100
OPPONENT = "level:3"
PLAYERS = ("random", "greedy", *(f"level:{level}" for level in (1, 3, 5, 7, 9)), "perfect")
PATIENCE = 10**10  # positions for one answer: every decision is solved
ABOUT = """\
Two games on each of {boards} random boards, one from either seat, against {opponent} (all boards of
chain are the same: there luck alone differs). Skill is 1 - lost / expected, summed over critical
decisions: what the moves cost against the best, and what a random mover would have lost in the same
positions; here also by phase. 95% intervals: of skill by bootstrap over boards, of the score (a win 1,
a draw 1/2) after Wilson."""


def played(start: fs.Position, seat: int, name: str, seed: int, adviser: Adviser) -> Account:
    """One game of a player from a seat, and what it did."""
    player = fs.make_player(name, Luck(f"{name} {seed} {seat}", "player"), adviser=adviser)
    opponent = fs.make_player(OPPONENT, Luck(f"{name} {seed} {seat}", "opponent"), adviser=adviser)
    match = Match(start, *((player, opponent) if seat == 1 else (opponent, player)))
    for _ in match:
        pass
    return account(match.position, seat, opponent=OPPONENT, seed=seed, adviser=adviser)


def reports(book: str, boards: int) -> dict[str, Report]:
    """What is said about each player."""
    accounts: dict[str, list[Account]] = {name: [] for name in PLAYERS}
    adviser = Adviser(Budget(PATIENCE))
    for seed in range(boards):
        start = fs.start(book, seed=seed)
        for name, games in accounts.items():
            games += [played(start, seat, name, seed, adviser) for seat in (1, 2)]
    return {name: report(games) for name, games in accounts.items()}


def table(boards: int) -> str:
    lines = [
        "| book | player | skill | opening | middle | end | critical decisions | results lost | score |",
        "|---|---|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for book in fs.CATALOGUE:
        for name, found in reports(book, boards).items():
            phases = " | ".join(
                "-" if losses.skill is None else f"{losses.skill:.2f}" for losses in found.phases.values()
            )
            lines.append(
                f"| {book} | {name} | {found.skill} | {phases} "
                f"| {found.total.critical} of {found.decisions} | {found.results_lost} "
                f"| {found.opponents[OPPONENT].rate} |"
            )
    return "\n".join(lines)


def section(factor: float) -> str:
    boards = max(2, round(BOARDS * factor))
    versions = f"Python {platform.python_version()}, Numba {numba.__version__}"
    command = COMMAND if factor == 1 else f"{COMMAND} --boards {factor:g}"
    head = f"`{command}`. Fivesquare {fs.__version__}, {versions}."
    return (
        "\n\n".join(["## Skill", head, ABOUT.format(boards=boards, opponent=OPPONENT), table(boards)])
        + "\n"
    )


def write(text: str, path: Path) -> None:
    """Put the section in the place of the one before, and leave the others alone."""
    kept = re.sub(r"\n## Skill\n.*?(?=\n## |\Z)", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    path.write_text(kept.rstrip("\n") + "\n\n" + text, encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--boards", type=float, default=1.0, help="multiplies the number of boards")
    parser.add_argument("--write", action="store_true", help="put the section into results.md")
    options = parser.parse_args()
    warm_up()
    text = section(options.boards)
    sys.stdout.write(text)
    if options.write:
        write(text, HERE / "results.md")


if __name__ == "__main__":
    main()
