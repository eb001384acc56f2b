"""The node total of a fixed set of positions: the signature of the search.

    python bench/nodes.py

A change of the search either leaves the total as it is or says the new one in its commit message.
"""

import random

import fivesquare as fs
from fivesquare.rulebook import AGAINS, REACHES, TAKES, TIES, Between, RuleBook
from fivesquare.solver import Solver

BOARDS = 10
MIDGAMES = 10


def openings(name: str) -> list[fs.Position]:
    boards = 1 if name == "chain" else BOARDS
    return [fs.start(name, seed=seed) for seed in range(boards)]


def midgames(name: str, share: float = 0.25) -> list[fs.Position]:
    """Positions of random play with a share of the cells owned."""
    positions = []
    for seed in range(MIDGAMES):
        chance = random.Random(seed)
        position = fs.start(name, seed=seed)
        while sum(position.counts) < share * position.size.cells:
            position = position.play(chance.choice(position.legal))
        positions.append(position)
    return positions


def other_books() -> list[fs.Position]:
    """Every combination of answers with most points as the goal, on a small board."""
    return [
        fs.start(RuleBook(fs.Size(3, 4), Between(1, 9), reach, take, again, "points", tie), seed=1)
        for reach in REACHES
        for take in TAKES
        for again in AGAINS
        for tie in TIES
    ]


def nodes(positions: list[fs.Position], value_only: bool = True) -> int:
    return sum(
        Solver(position.book, position.board).solve(position, value_only=value_only).nodes
        for position in positions
    )


def main() -> None:
    total = 0
    for name in fs.CATALOGUE:
        counts = nodes(openings(name)), nodes(midgames(name))
        print(f"{name:8} {counts[0]:>10} {counts[1]:>10}")  # noqa: T201
        total += sum(counts)
    others = nodes(other_books())
    print(f"others   {others:>10}\ntotal    {total + others:>10}")  # noqa: T201


if __name__ == "__main__":
    main()
