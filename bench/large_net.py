"""Does a network make the search stronger on 8x8? Against plain UCT (bench/uct.py) and the look-ahead.

    python examples/net/large.py --output large_weights
    python bench/large_net.py --weights large_weights [--boards 20] [--seconds 0.05] [--only grow] [--write]

Two games on each board, one from either seat. `net` chooses by one forward pass; `puct` searches a tree
with the network's preferences as priors and its estimates at the leaves (PUCT, as in AlphaZero), for
`--seconds` of CPU time a move, as UCT has. The look-ahead is that of `perfect`, with an effort that takes
as long in the mean. `--write` puts the section into results.md.
"""

import argparse
import math
import platform
import re
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from uct import Uct

import fivesquare as fs
from fivesquare.intervals import wilson
from fivesquare.players.network import Network, Situations, inputs, trained
from fivesquare.solver import Solver, warm_up

HERE = Path(__file__).parent
COMMAND = "python bench/large_net.py --weights large_weights"
BOOKS = ("grow", "flip", "chain")
PAIRS = (("net", "uct"), ("puct", "uct"), ("puct", "look-ahead"), ("look-ahead", "uct"))
SIZE = (8, 8)
BREADTH = 1.0  # of PUCT: how much a prior counts
EFFORT = 30_000_000  # positions for a second of looking ahead, to begin with
FAR_AWAY = 7_000_000  # from the seeds of the training

Chooser = Callable[[fs.Position], str]


class Node:
    """A position in the tree; values are those of its player to move."""

    def __init__(self, position: fs.Position) -> None:
        self.position = position
        self.moves: tuple[str, ...] = ()
        self.priors = np.zeros(0)
        self.visits = np.zeros(0)
        self.totals = np.zeros(0)
        self.after: list[Node | None] = []


class Puct:
    """A tree search with a network, for an amount of CPU time a move."""

    def __init__(self, network: Network, seconds: float) -> None:
        self._network = network
        self._seconds = seconds

    def choose(self, position: fs.Position) -> str:
        begun = time.thread_time()
        root = Node(position)
        self._expand(root)
        while time.thread_time() - begun < self._seconds:
            self._round(root)
        if root.visits.max() == 0:
            return root.moves[int(root.priors.argmax())]
        return root.moves[int(root.visits.argmax())]

    def _round(self, node: Node) -> None:
        path = []
        while node.moves:
            visits = node.visits
            means = node.totals / np.maximum(visits, 1)
            known = visits > 0
            if not known.all():  # one that was never tried is as good as those that were, less a little
                means = np.where(known, means, (means[known].mean() if known.any() else 0) - 0.1)
            bounds = means + BREADTH * node.priors * math.sqrt(visits.sum() + 1) / (1 + visits)
            place = int(bounds.argmax())
            path.append((node, place))
            below = node.after[place]
            if below is None:
                below = node.after[place] = Node(node.position.play(node.moves[place]))
                break
            node = below
        else:
            below = node
        value = self._expand(below)
        mover = below.position.state.turn
        for above, place in path:
            above.visits[place] += 1
            above.totals[place] += value if above.position.state.turn == mover else -value

    def _expand(self, node: Node) -> float:
        """Give a node its moves; what it is worth to the player to move."""
        position = node.position
        if position.is_over:
            assert position.outcome is not None
            turn, won = position.state.turn, position.outcome.winner
            ahead = 0.0
            if position.book.goal == "points":
                first, second = position.scores
                ahead = (first - second) / sum(position.board.values) * (4 if turn == 1 else -4)
            return 0.5 * (0 if won == 0 else 1 if won == turn else -1) + 0.5 * max(-1.0, min(1.0, ahead))
        said = self._network(inputs(Situations.of([position])))
        if not node.moves:
            legal = position.legal
            numbers = [position.all_moves.index(move) for move in legal]
            wishes = np.append(said.cells[0], said.stop[0])[numbers]
            chances = np.exp(wishes - wishes.max())
            node.moves, node.priors = legal, chances / chances.sum()
            node.visits, node.totals = np.zeros(len(legal)), np.zeros(len(legal))
            node.after = [None] * len(legal)
        return 0.5 * float(said.result[0]) + 0.5 * max(-1.0, min(1.0, float(said.margin[0])))


class LookAhead:
    """What `perfect` does where it cannot solve, without trying to; its effort is kept at a time."""

    def __init__(self, position: fs.Position, seconds: float) -> None:
        self._solver = Solver(position, threads=1)
        self._seconds = seconds
        self._effort = EFFORT * seconds

    def choose(self, position: fs.Position) -> str:
        begun = time.process_time()
        move = self._solver.look_ahead(position, seconds=None, nodes=int(self._effort)).move
        taken = time.process_time() - begun
        if taken > self._seconds / 10:  # otherwise it saw the end
            self._effort *= min(2.0, max(0.5, self._seconds / taken))
        return move


def chooser(name: str, start: fs.Position, seed: int, seconds: float, network: Network) -> Chooser:
    if name == "uct":
        tree = Uct(start, seed)
        return lambda position: tree.choose(position, seconds)
    if name == "look-ahead":
        return LookAhead(start, seconds).choose
    return Puct(network, seconds if name == "puct" else 0.0).choose


def row(book: str, pair: tuple[str, str], boards: int, seconds: float, network: Network) -> str:
    points, times = list[float](), (list[float](), list[float]())
    for seed in range(boards):
        for seat in (1, 2):
            start = position = fs.start(book, size=SIZE, seed=FAR_AWAY + seed)
            choosers = [chooser(name, start, 2 * seed + seat, seconds, network) for name in pair]
            while not position.is_over:
                which = int(position.turn != seat)
                begun = time.process_time()
                alone = len(position.legal) == 1
                move = position.legal[0] if alone else choosers[which](position)
                if not alone:
                    times[which].append(time.process_time() - begun)
                position = position.play(move)
            assert position.outcome is not None
            points.append(0.5 if position.outcome.winner == 0 else float(position.outcome.winner == seat))
    found = wilson(sum(points), len(points))
    by_seat = [statistics.mean(points[place::2]) for place in (0, 1)]
    cells = [
        f"{book} 8x8",
        pair[0],
        pair[1],
        f"{len(points)}",
        f"{found.value:.2f} ({found.low:.2f} to {found.high:.2f})",
        *(f"{score:.2f}" for score in by_seat),
        *(f"{statistics.mean(each):.4f}" for each in times),
    ]
    return f"| {' | '.join(cells)} |"


def report(books: list[str], options: argparse.Namespace) -> Iterator[str]:
    versions = f"Python {platform.python_version()}, NumPy {np.__version__}"
    yield f"## Net on large boards\n\n`{COMMAND}`. Fivesquare {fs.__version__}, {versions}.\n\n"
    yield ABOUT.format(seconds=options.seconds)
    yield "\n\n| book | player | against | games | score | first | second | s a move | the other's |\n"
    yield "|---|---|---|--:|--:|--:|--:|--:|--:|\n"
    for book in books:
        path = options.weights / f"{book}.npz" if options.weights else None
        network = Network.load(path) if path and path.is_file() else trained(book)
        for pair in PAIRS:
            if options.pair in (None, "-".join(pair)):
                yield row(book, pair, options.boards, options.seconds, network) + "\n"


ABOUT = """\
Does the network make the search stronger where nothing can be solved? *net* is one forward pass; *puct* a
tree search with its preferences as priors and its estimates at the leaves. All but *net* have {seconds:g} s
of CPU time for every move. A win scores 1, a draw 1/2; the interval is Wilson's, 95%."""


def write(section: str, path: Path) -> None:
    """Put the section in the place of the one before, and leave the others alone."""
    text = path.read_text(encoding="utf-8")
    without = re.sub(r"\n## Net on large boards\n.*?(?=\n## |\Z)", "", text, flags=re.DOTALL)
    path.write_text(without.rstrip("\n") + "\n\n" + section, encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--boards", type=int, default=20, help="of each book, two games each")
    parser.add_argument("--seconds", type=float, default=0.05, help="of CPU time a move")
    parser.add_argument("--weights", type=Path, help="folder with weights to use where it has some")
    parser.add_argument("--only", choices=BOOKS, help="one book")
    parser.add_argument("--pair", choices=["-".join(pair) for pair in PAIRS], help="one pair of players")
    parser.add_argument("--write", action="store_true", help="put the section into results.md")
    options = parser.parse_args()
    warm_up()
    small = fs.start("grow", board="1 2 3")
    Uct(small, 1).choose(small, 0.0)  # compiles it
    section = ""
    for line in report([options.only] if options.only else list(BOOKS), options):
        sys.stdout.write(line)
        sys.stdout.flush()
        section += line
    if options.write:
        write(section, HERE / "results.md")


if __name__ == "__main__":
    main()
