"""Write the perft tables of the tests anew, counted by the plain rules: python tests/make_perft.py

It takes a few minutes: plain means slow.
"""

import json
import random
from pathlib import Path

import plain
from plain import Answers, Game

TABLES = Path(__file__).parent / "native" / "tables"
ENOUGH = 20_000  # the first row above it is the last

SIZES = ((1, 2), (2, 1), (1, 8), (6, 3), (8, 8))

EXAMPLES = {
    "flip": "5 12 3 16/10 1 14 6/11 8 2 15/9 13 4 7",
    "sweep": "5 3 8/2 9 1/6 4 7",
    "grow": "5 3 2 6 1/7 4 9 2 8/1 5 3 7 4/2 8 6 1 5/9 3 2 4 7",
    "chain": "1 1 1 1 1/1 1 1 1 1/1 1 1 1 1/1 1 1 1 1/1 1 1 1 1",
    "fifteen": "1 4 2 3/5 2 3 1/4 1 5 2/3 2 1 4",
}
LATER = {
    "flip": "1,1 1,2 1,3 1,4 2,1 2,2 2,3 2,4 3,1",
    "sweep": "2,3",
    "grow": "1,1 1,2 2,1 2,2 3,1 3,2 4,1 4,2 5,1",
    "chain": "3,3 3,4 3,2",
    "fifteen": "2,1 1,2 3,1 1,3 4,1 1,4",
}
"""A position in the middle of the example: before a skip, inside a chain, close to the target."""

MIXED: tuple[tuple[str, Answers], ...] = (
    ("everything", {"reach": "edge", "take": "lower-enemy", "again": "chain", "goal": {"exactly": 12}}),
    ("chain that takes", {"reach": "anywhere", "take": "lower-free", "again": "chain", "goal": "points"}),
    ("adjacent chain", {"reach": "adjacent", "take": "nothing", "again": "chain", "goal": "majority"}),
    ("robbed majority", {"reach": "adjacent", "take": "lower-enemy", "again": "never", "goal": "majority"}),
    ("swept target", {"reach": "anywhere", "take": "lower-free", "again": "never", "goal": {"exactly": 9}}),
    ("edge sweep", {"reach": "edge", "take": "lower-free", "again": "never", "goal": "points"}),
)

SKIPPED: Answers = {
    "size": [3, 3],
    "values": [0, 9],
    "reach": "edge",
    "take": "lower-free",
    "again": "never",
    "goal": {"exactly": 4},
    "tie": "draw",
}
SKIPPED_BOARD = "9 4 9/1 1 9/9 9 9"
"""After 2,1 the second player cannot claim; after 2,2 as well, 1,2 no longer takes too much."""


def board_for(book: Answers, size: tuple[int, int]) -> str:
    """A board that fits the book, always the same."""
    rows, columns = size
    chance = random.Random(rows * 10 + columns)
    if book["values"] == "ones":
        values = [1] * (rows * columns)
    elif book["values"] == "shuffled":
        values = chance.sample(range(1, rows * columns + 1), rows * columns)
    else:
        values = [chance.randint(*book["values"]) for _ in range(rows * columns)]
    lines = [values[row * columns : (row + 1) * columns] for row in range(rows)]
    return "/".join(" ".join(map(str, line)) for line in lines)


def entry(name: str, book: Answers, board: str, moves: str = "", spelled_out: bool = False) -> str:
    """One position and its rows."""
    game = Game(book, [[int(value) for value in row.split()] for row in board.split("/")])
    for move in moves.split():
        game.play(move)
    lines = [f"id {name}"]
    if spelled_out:
        lines.append(f"book {json.dumps(book)}")
    lines.append(f"board {board}")
    if moves:
        lines.append(f"moves {moves}")
    depth, count = 0, 1
    while 0 < count <= ENOUGH:
        depth += 1
        count = plain.perft(game, depth)
        lines.append(f"perft {depth} {count}")
    return "\n".join(lines) + "\n"


def heading(table: str) -> str:
    return f"# {table}.perft: counted by the plain rules, tests/plain.py; made by tests/make_perft.py\n"


def table_of(name: str) -> str:
    book = plain.BOOKS[name]
    entries = [
        entry("the book's example", book, EXAMPLES[name]),
        entry("later in the example", book, EXAMPLES[name], LATER[name]),
        *(entry(f"{rows}x{columns}", book, board_for(book, (rows, columns))) for rows, columns in SIZES),
    ]
    return "\n".join([heading(name), *entries])


def table_of_mixed() -> str:
    entries = []
    for name, answers in MIXED:
        book = {"size": [3, 3], "values": [0, 5], **answers, "tie": "draw"}
        for rows, columns in ((3, 3), (2, 5)):
            board = board_for(book, (rows, columns))
            entries.append(entry(f"{name}, {rows}x{columns}", book, board, spelled_out=True))
    return "\n".join([heading("mixed"), *entries])


def table_of_swap() -> str:
    entries = []
    for name, board in EXAMPLES.items():
        book = {**plain.BOOKS[name], "balance": "swap"}
        entries.append(entry(f"{name}, the book's example", book, board, spelled_out=True))
        small = board_for(book, (2, 3))
        entries.append(entry(f"{name}, 2x3", book, small, spelled_out=True))
    for name, answers in MIXED:
        book = {"size": [3, 3], "values": [0, 5], **answers, "tie": "last", "balance": "swap"}
        entries.append(entry(f"{name}, 3x3", book, board_for(book, (3, 3)), spelled_out=True))
    late = {**SKIPPED, "balance": "swap"}
    entries.append(entry("skipped, then offered the swap", late, SKIPPED_BOARD, spelled_out=True))
    entries.append(
        entry("swapped", {**plain.BOOKS["flip"], "balance": "swap"}, EXAMPLES["flip"], "1,4 swap", True)
    )
    return "\n".join([heading("swap"), *entries])


def main() -> None:
    TABLES.mkdir(exist_ok=True)
    for name in plain.BOOKS:
        (TABLES / f"{name}.perft").write_text(table_of(name))
    (TABLES / "mixed.perft").write_text(table_of_mixed())
    (TABLES / "swap.perft").write_text(table_of_swap())


if __name__ == "__main__":
    main()
