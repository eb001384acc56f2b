"""What swap and komi do to the second player's chances, between equals and in perfect play.

    python bench/balance.py [--boards 0.1]

Both seats are held by the same player; a draw counts half. The numbers of docs/balance.md.
"""

import argparse
import math
import statistics
import sys
from dataclasses import replace

import fivesquare as fs
from fivesquare.rulebook import Balance, Komi
from fivesquare.solver import warm_up

GAMES = {"sweep": (None, 500), "flip": (None, 200), "grow": ((4, 4), 200)}
PLAYERS = ("random", "level:1", "greedy", "level:6")
COLUMNS = ("as the book has it", "fair komi", "swap")


def openings(book: str, size: tuple[int, int] | None, boards: int) -> list[tuple[fs.Position, ...]]:
    """Each board three times: as it is, with a fair komi (if there is one), with swap."""
    found: list[tuple[fs.Position, ...]] = []
    for seed in range(boards):
        plain = fs.start(book, seed=seed, size=size)
        margin = fs.solve(plain, value_only=True).margin
        if margin is not None and margin >= 0:
            found.append((plain, with_balance(plain, Komi(margin)), with_balance(plain, "swap")))
    return found


def with_balance(position: fs.Position, balance: Balance) -> fs.Position:
    return fs.start(replace(position.book, balance=balance, name=None), board=position.board)


def second_gets(position: fs.Position, name: str, seed: int) -> float:
    match = fs.Match(
        position,
        fs.make_player(name, fs.Luck(seed, "first")),
        fs.make_player(name, fs.Luck(seed, "second")),
    )
    for _ in match:
        pass
    assert match.position.outcome is not None
    return {1: 0.0, 2: 1.0, 0: 0.5}[match.position.outcome.winner]


def shown(scores: list[float]) -> str:
    """A mean in percent with its 95% interval."""
    half = 1.96 * statistics.stdev(scores) / math.sqrt(len(scores))
    return f"{100 * statistics.mean(scores):.0f}% ± {100 * half:.0f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--boards", type=float, default=1.0, help="a part of the usual number")
    part = parser.parse_args().boards
    warm_up()
    write = sys.stdout.write
    write(f"| game | boards | players | {' | '.join(COLUMNS)} |\n|---|--:|---|---|---|---|\n")
    for book, (size, number) in GAMES.items():
        boards = openings(book, size, max(20, int(part * number)))
        where = book if size is None else f"{book} {size[0]}x{size[1]}"
        for name in PLAYERS:
            columns = [
                [second_gets(board[column], name, seed) for seed, board in enumerate(boards)]
                for column in range(len(COLUMNS))
            ]
            write(f"| {where} | {len(boards)} | {name} | {' | '.join(map(shown, columns))} |\n")
            sys.stdout.flush()
        solved = [
            [fs.solve(board[column], value_only=True).winner for board in boards] for column in (0, 1, 2)
        ]
        cells = [f"{winners.count(2)} won, {winners.count(0)} drawn" for winners in solved]
        write(f"| {where} | {len(boards)} | perfect play | {' | '.join(cells)} |\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
