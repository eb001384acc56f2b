"""Reproduces the facts of docs/solved.md that `fivesquare study` does not.

python bench/solved.py flip|chain|frontier
"""

import argparse
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
    ("grow", (5, 6)),
    ("grow", (6, 6)),
    ("grow", (6, 7)),
    ("grow", (7, 7)),
    ("chain", (6, 5)),
    ("chain", (6, 6)),
    ("chain", (5, 8)),
    ("chain", (6, 7)),
    ("chain", (7, 7)),
    ("fifteen", (6, 6)),
    ("fifteen", (8, 8)),
]


def frontier(seconds: float, boards: int, only: list[str], memory: int) -> None:
    """How the cost grows, from the opening, value only; medians over the boards that were solved."""
    say("| book | size | solved | winner and margin | seconds | nodes |\n|---|---|---|---|---|---|")
    for name, size in FRONTIER:
        if only and name not in only:
            continue
        solutions = []
        for seed in range(1 if name == "chain" else boards):
            position = fs.start(name, seed=seed, size=size)
            solver = Solver(position.book, position.board, memory=memory, threads=1)
            solutions.append(solver.solve(position, value_only=True, seconds=seconds))
            if not solutions[-1].exact:
                break
        done = [solution for solution in solutions if solution.exact]
        shown = done or solutions
        results = ", ".join(_result(solution) for solution in shown[:3])
        taken = statistics.median(solution.seconds for solution in shown)
        nodes = statistics.median(solution.nodes for solution in shown)
        share = f"{len(done)} of {len(solutions)}"
        say(f"| {name} | {size[0]}x{size[1]} | {share} | {results} | {taken:.3g} | {nodes:.3g} |")


def _result(solution: Solution) -> str:
    if not solution.exact:
        return f"between {solution.at_least} and {solution.at_most}"
    by = "" if solution.margin is None else f" by {abs(solution.margin)}"
    return f"{solution.winner}{by}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("what", choices=["flip", "chain", "frontier"])
    parser.add_argument("--seconds", type=float, default=600.0, help="of frontier: a board")
    parser.add_argument("--boards", type=int, default=5, help="of frontier")
    parser.add_argument("--book", action="append", default=[], help="of frontier: only this book")
    parser.add_argument("--memory", type=int, default=DEFAULT_MEMORY >> 20, help="of frontier: MiB")
    options = parser.parse_args()
    warm_up()
    begun = time.perf_counter()
    if options.what == "frontier":
        frontier(options.seconds, options.boards, options.book, options.memory << 20)
    elif options.what == "flip":
        flip()
    else:
        chain()
    say(f"\n{time.perf_counter() - begun:.0f} s")


if __name__ == "__main__":
    main()
