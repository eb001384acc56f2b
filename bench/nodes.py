"""The node total of a fixed set of positions: the signature of the search.

    python bench/nodes.py

A change of the search either leaves the total as it is or says the new one in its commit message, and in
tests/solver/test_nodes.py.
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


def wide_tables() -> list[fs.Position]:
    """Positions on boards whose table has entries of four words; in grow and chain it grows."""
    return [
        _played(name, fs.Size(*size), free)
        for name, size, free in [
            ("grow", (6, 7), 26),
            ("flip", (8, 8), 14),
            ("sweep", (7, 7), 22),
            ("chain", (6, 7), 24),
        ]
    ]


def _played(name: str, size: fs.Size, free: int) -> fs.Position:
    """A position of random play with so many free cells, on a board that no change of seeds changes."""
    chance = random.Random(1)
    values = list(range(1, size.cells + 1))
    chance.shuffle(values)
    if name == "grow":
        values = [1 + value % 5 for value in values]
    if name == "chain":
        values = [1] * size.cells
    position = fs.start(name, board=fs.Board(size, tuple(values)))
    while size.cells - sum(position.counts) > free:
        position = position.play(chance.choice(position.legal))
    return position


def nodes(positions: list[fs.Position], value_only: bool = True) -> int:
    return sum(
        Solver(position.book, position.board, threads=1).solve(position, value_only=value_only).nodes
        for position in positions
    )


def counts() -> dict[str, int]:
    """The nodes of each group of positions."""
    groups = {name: openings(name) for name in fs.CATALOGUE}
    groups |= {f"{name} midgames": midgames(name) for name in fs.CATALOGUE}
    groups |= {"other books": other_books(), "wide tables": wide_tables()}
    found = {group: nodes(positions) for group, positions in groups.items()}
    each = [opening for name in ("sweep", "grow", "chain") for opening in openings(name)[:3]]
    return {**found, "each move": nodes(each, value_only=False)}


def main() -> None:
    found = counts()
    for group, amount in {**found, "total": sum(found.values())}.items():
        print(f"{group:16} {amount:>10}")  # noqa: T201


if __name__ == "__main__":
    main()
