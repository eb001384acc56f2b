"""Reproduces the facts of docs/solved.md that `fivesquare study` does not.

python bench/solved.py flip|chain|frontier|growth
"""

import argparse
import math
import random
import statistics
import sys
import time
from collections.abc import Iterable

import fivesquare as fs
from fivesquare.solver import Solution, Solver, solve, warm_up
from fivesquare.solver.limits import DEFAULT_MEMORY

THOUSAND = 1000


def say(text: str = "") -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def flip(boards: int = THOUSAND) -> None:
    """The proof says one margin for every board of a size; here it is computed, without the proof."""
    for size in [(2, 2), (2, 3), (3, 3), (4, 4)]:
        amount = 10 if size == (4, 4) else boards
        margins = set()
        for seed in range(amount):
            position = fs.start("flip", seed=seed, size=size)
            plain = Solver(position.book, position.board, without=("picks",))
            margins.add(plain.solve(position, value_only=True).margin)
        say(f"{size[0]}x{size[1]}: {amount} boards without the bound: margins {margins}")


CHAIN_SIZES = [
    *((1, columns) for columns in range(2, 9)),
    *((2, columns) for columns in range(2, 9)),
    *((3, columns) for columns in range(3, 9)),
    *((4, columns) for columns in range(4, 9)),
    *((5, columns) for columns in range(5, 8)),
    (6, 6),
]


def chain(sizes: Iterable[tuple[int, int]] = CHAIN_SIZES) -> None:
    """W: this first claim wins, =: it draws, .: it loses."""
    for size in sizes:
        position = fs.start("chain", size=size)
        solution = solve(position)
        winner = ["a draw", "the first player wins", "the second player wins"][solution.winner or 0]
        say(f"{size[0]}x{size[1]}: {winner} ({solution.nodes} nodes, {solution.seconds:.2f} s)\n")
        for row in range(1, size[0] + 1):
            marks = [solution.each[f"{row},{column}"].winner for column in range(1, size[1] + 1)]
            say("    " + " ".join("=W."[mark] for mark in marks))
        say()


FRONTIER = [
    ("flip", (5, 5)),
    ("flip", (6, 6)),
    ("flip", (8, 8)),
    ("sweep", (5, 5)),
    ("sweep", (6, 6)),
    ("sweep", (7, 7)),
    ("sweep", (7, 8)),
    ("sweep", (8, 8)),
    ("grow", (5, 6)),
    ("grow", (6, 6)),
    ("grow", (6, 7)),
    ("grow", (7, 7)),
    ("chain", (6, 5)),
    ("chain", (6, 6)),
    ("chain", (5, 8)),
    ("chain", (6, 7)),
    ("chain", (7, 7)),
    ("chain", (6, 8)),
    ("fifteen", (6, 6)),
    ("fifteen", (8, 8)),
]


def frontier(seconds: float, boards: int, only: list[str], memory: int, of_size: str | None) -> None:
    """How the cost grows, from the opening, value only; medians over the boards that were solved."""
    say("| book | size | solved | winner and margin | CPU seconds | nodes |\n|---|---|---|---|---|---|")
    for name, size in FRONTIER:
        if (only and name not in only) or of_size not in (None, f"{size[0]}x{size[1]}"):
            continue
        solutions, seconds_taken = [], []
        for seed in range(1 if name == "chain" else boards):
            position = fs.start(name, seed=seed, size=size)
            solver = Solver(position.book, position.board, memory=memory, threads=1)
            begun = time.process_time()
            solutions.append(solver.solve(position, value_only=True, seconds=seconds))
            seconds_taken.append(time.process_time() - begun)
            if not solutions[-1].exact:
                break
        done = [solution for solution in solutions if solution.exact]
        shown = done or solutions
        taken = statistics.median(seconds_taken[: len(shown)])
        results = ", ".join(_result(solution) for solution in shown[:3])
        nodes = statistics.median(solution.nodes for solution in shown)
        share = f"{len(done)} of {len(solutions)}"
        say(f"| {name} | {size[0]}x{size[1]} | {share} | {results} | {taken:.3g} | {nodes:.3g} |")


def _result(solution: Solution) -> str:
    if not solution.exact:
        return f"between {solution.at_least} and {solution.at_most}"
    by = "" if solution.margin is None else f" by {abs(solution.margin)}"
    return f"{solution.winner}{by}"


GROWTH = [
    ("flip, midgames", "flip", [(4, 4), (4, 5), (5, 5), (5, 6), (6, 6)]),
    ("sweep", "sweep", [(5, 5), (5, 6), (6, 6), (6, 7), (7, 7)]),
    ("grow", "grow", [(4, 5), (5, 5), (5, 6), (6, 6), (6, 7)]),
    ("chain, even", "chain", [(4, 5), (4, 6), (4, 7), (5, 6), (4, 8), (6, 6)]),
    ("chain, odd", "chain", [(3, 5), (3, 7), (5, 5), (5, 7)]),
    ("fifteen", "fifteen", [(4, 4), (5, 5), (6, 6), (7, 7), (8, 8)]),
]
"""Boards of chain with an even number of cells can be drawn, and cost more than larger ones that cannot."""


def growth(boards: int) -> None:
    """By what one more cell multiplies the nodes: a line through their logarithms, medians over boards."""
    say("| book | sizes | nodes | for each cell |\n|---|---|---|---|")
    for label, name, sizes in GROWTH:
        seeds = range(1 if name == "chain" else boards)
        nodes = [statistics.median(_nodes(name, size, seed) for seed in seeds) for size in sizes]
        cells = [rows * columns for rows, columns in sizes]
        factor = math.exp(statistics.linear_regression(cells, [math.log(amount) for amount in nodes]).slope)
        shown = ", ".join(f"{rows}x{columns}" for rows, columns in sizes)
        say(f"| {label} | {shown} | {', '.join(f'{amount:,.0f}' for amount in nodes)} | {factor:.2f} |")


def _nodes(name: str, size: tuple[int, int], seed: int) -> int:
    """Of an opening; in flip, whose openings need no search, after a quarter of the cells at random."""
    position = fs.start(name, seed=seed, size=size)
    if name == "flip":
        chance = random.Random(seed)
        for _ in range(position.size.cells // 4):
            position = position.play(chance.choice(position.legal))
    return Solver(position.book, position.board, threads=1).solve(position, value_only=True).nodes


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("what", choices=["flip", "chain", "frontier", "growth"])
    parser.add_argument("--seconds", type=float, default=600.0, help="of frontier: a board")
    parser.add_argument("--boards", type=int, default=5, help="of frontier and growth")
    parser.add_argument("--book", action="append", default=[], help="of frontier: only this book")
    parser.add_argument("--memory", type=int, default=DEFAULT_MEMORY >> 20, help="of frontier: MiB")
    parser.add_argument("--size", help="of frontier: only this size, as 7x7")
    options = parser.parse_args()
    warm_up()
    begun = time.perf_counter()
    if options.what == "frontier":
        frontier(options.seconds, options.boards, options.book, options.memory << 20, options.size)
    elif options.what == "growth":
        growth(options.boards)
    elif options.what == "flip":
        flip()
    else:
        chain()
    say(f"\n{time.perf_counter() - begun:.0f} s")


if __name__ == "__main__":
    main()
