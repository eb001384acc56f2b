"""Reproduces the facts of docs/solved.md.

python bench/solved.py flip|sweep|grow|chain|fifteen|frontier
"""

import argparse
import itertools
import math
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterable

import fivesquare as fs
from fivesquare.board import parse_cell, symmetries
from fivesquare.solver import Solution, Solver, solve, warm_up

THOUSAND = 1000


def say(text: str = "") -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f}%"


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
    best: Counter[int] = Counter()
    for seed in range(boards):
        position = fs.start("flip", seed=seed)
        solution = solve(position)
        assert solution.margin == 8
        best.update(_value_at(position.board, move) for move in solution.best)
    say(f"4x4: {boards} boards with every claim: margin 8; best first claims by value: {dict(best)}")


def _value_at(board: fs.Board, move: str) -> int:
    return board.values[parse_cell(move, board.size)]


def sweep() -> None:
    """All boards of 3x3, one of each set of mirror images."""
    size = fs.Size(3, 3)
    images = [symmetry.goes_to for symmetry in symmetries(size)]
    margins: Counter[int] = Counter()
    best: Counter[int] = Counter()
    ways: Counter[int] = Counter()
    for values in itertools.permutations(range(1, 10)):
        if any(_image(values, image) < values for image in images):
            continue
        board = fs.Board(size, values)
        solution = solve(fs.Position.start("sweep", board=board))
        assert solution.margin is not None
        margins[int(solution.margin)] += 1
        ways[len(solution.best)] += 1
        for move in solution.best:
            best[_value_at(board, move)] += 1
    boards = margins.total()
    say(f"{boards} boards, {8 * boards} with their images; {math.factorial(9)} in all")
    won = sum(count for margin, count in margins.items() if margin > 0)
    say(f"first player wins {8 * won} ({percent(won, boards)}), second {8 * (boards - won)}")
    say("\n| margin | boards | share |\n|---|---|---|")
    for margin in sorted(margins):
        say(f"| {margin} | {8 * margins[margin]} | {percent(margins[margin], boards)} |")
    say("\n| first claim | is best on |\n|---|---|")
    for value in range(9, 0, -1):
        say(f"| {value} | {percent(best[value], boards)} |")
    say("\nbest first claims: " + ", ".join(f"{n} on {percent(ways[n], boards)}" for n in sorted(ways)))


def _image(values: tuple[int, ...], goes_to: tuple[int, ...]) -> tuple[int, ...]:
    moved = [0] * len(values)
    for cell, value in enumerate(values):
        moved[goes_to[cell]] = value
    return tuple(moved)


def grow(boards: int = THOUSAND) -> None:
    solutions = [solve(fs.start("grow", seed=seed)) for seed in range(boards)]
    _winners(solutions)
    margins = [solution.margin for solution in solutions if solution.margin is not None]
    quarters = statistics.quantiles(margins, n=4)
    mean = statistics.mean(margins)
    say(f"margin: mean {mean:.1f}, quartiles {quarters}, from {min(margins)} to {max(margins)}")
    say("ties on the board, won by the last claim: " + str(sum(margin == 0 for margin in margins)))
    _winning_claims(solutions, fs.Size(5, 5))


def fifteen(boards: int = THOUSAND) -> None:
    solutions = [solve(fs.start("fifteen", seed=seed)) for seed in range(boards)]
    _winners(solutions)
    _winning_claims(solutions, fs.Size(4, 4))


def _winners(solutions: list[Solution]) -> None:
    winners = Counter(solution.winner for solution in solutions)
    for player, name in ((1, "first player"), (2, "second player"), (0, "nobody")):
        say(f"{name} wins {winners[player]} of {len(solutions)}")


def _winning_claims(solutions: list[Solution], size: fs.Size) -> None:
    """On how many boards each first claim wins, and how many do."""
    wins: Counter[str] = Counter()
    amounts: Counter[int] = Counter()
    for solution in solutions:
        winning = [move for move, worth in solution.each.items() if worth.winner == 1]
        wins.update(winning)
        amounts[len(winning)] += 1
    say("\nboards on which a first claim wins, in percent:\n")
    for row in range(1, size.rows + 1):
        shares = [100 * wins[f"{row},{column}"] / len(solutions) for column in range(1, size.columns + 1)]
        say("    " + " ".join(f"{share:5.1f}" for share in shares))
    say("\nwinning first claims: " + ", ".join(f"{n} on {amounts[n]} boards" for n in sorted(amounts)))


CHAIN_SIZES = [
    *((1, columns) for columns in range(2, 9)),
    *((2, columns) for columns in range(2, 9)),
    *((3, columns) for columns in range(3, 9)),
    *((4, columns) for columns in range(4, 7)),
    (5, 5),
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
    ("grow", (5, 6)),
    ("grow", (6, 6)),
    ("grow", (6, 7)),
    ("grow", (7, 7)),
    ("chain", (6, 5)),
    ("chain", (6, 6)),
    ("chain", (7, 7)),
    ("fifteen", (6, 6)),
    ("fifteen", (8, 8)),
]


def frontier(seconds: float, boards: int, only: list[str]) -> None:
    """How the cost grows, from the opening, value only; medians over the boards that were solved."""
    say("| book | size | solved | winner and margin | seconds | nodes |\n|---|---|---|---|---|---|")
    for name, size in FRONTIER:
        if only and name not in only:
            continue
        solutions = []
        for seed in range(1 if name == "chain" else boards):
            position = fs.start(name, seed=seed, size=size)
            solver = Solver(position.book, position.board)
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
    parser.add_argument("what", choices=["flip", "sweep", "grow", "chain", "fifteen", "frontier"])
    parser.add_argument("--seconds", type=float, default=600.0, help="of frontier: a board")
    parser.add_argument("--boards", type=int, default=5, help="of frontier")
    parser.add_argument("--book", action="append", default=[], help="of frontier: only this book")
    options = parser.parse_args()
    warm_up()
    begun = time.perf_counter()
    if options.what == "frontier":
        frontier(options.seconds, options.boards, options.book)
    else:
        {"flip": flip, "sweep": sweep, "grow": grow, "chain": chain, "fifteen": fifteen}[options.what]()
    say(f"\n{time.perf_counter() - begun:.0f} s")


if __name__ == "__main__":
    main()
