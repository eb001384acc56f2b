"""Perft tables: counted once by the plain rules, compared with all three ways to run the rules."""

import itertools
import json
from dataclasses import dataclass, field
from pathlib import Path

import pytest

import fivesquare as fs
import make_perft
import plain
from fivesquare.perft import perft
from games import FLIP_BOARD, plain_game, play

TABLES = sorted((Path(__file__).parent / "tables").glob("*.perft"))


@dataclass
class Entry:
    """One position of a table: its lines, read."""

    table: str
    name: str
    book: str
    board: str = ""
    moves: str = ""
    rows: list[tuple[int, int]] = field(default_factory=list)

    def __str__(self) -> str:
        return f"{self.table}: {self.name}"

    @property
    def position(self) -> fs.Position:
        book = json.loads(self.book) if self.book.startswith("{") else self.book
        return play(book, self.moves, self.board)

    def rows_within(self, work: int) -> list[tuple[int, int]]:
        """The first rows, as many as can be counted by visiting so many positions."""
        visited = itertools.accumulate(count for _, count in self.rows)
        return [row for row, sum_so_far in zip(self.rows, visited, strict=True) if sum_so_far <= work]


def read(path: Path) -> list[Entry]:
    entries: list[Entry] = []
    for line in path.read_text().splitlines():
        word, _, rest = line.partition(" ")
        if word == "id":
            entries.append(Entry(path.stem, rest, path.stem))
        elif word in ("book", "board", "moves"):
            setattr(entries[-1], word, rest)
        elif word == "perft":
            depth, count = rest.split()
            entries[-1].rows.append((int(depth), int(count)))
        else:
            assert word in ("", "#")
    return entries


ENTRIES = [entry for path in TABLES for entry in read(path)]


def counted(position: fs.Position, depth: int) -> int:
    """Perft by playing every move on positions."""
    if depth == 0:
        return 1
    if depth == 1:
        return len(position.legal)
    return sum(counted(position.play(move), depth - 1) for move in position.legal)


@pytest.mark.parametrize("entry", ENTRIES, ids=str)
def test_compiled_engine_counts_what_the_table_says(entry: Entry) -> None:
    position = entry.position
    assert [(depth, perft(position.setup, position.state, depth)) for depth, _ in entry.rows] == entry.rows


@pytest.mark.parametrize("entry", ENTRIES, ids=str)
def test_positions_count_what_the_table_says(entry: Entry) -> None:
    position = entry.position
    rows = entry.rows_within(5000)
    assert [(depth, counted(position, depth)) for depth, _ in rows] == rows


@pytest.mark.parametrize("entry", ENTRIES, ids=str)
def test_plain_rules_count_what_the_table_says(entry: Entry) -> None:
    game = plain_game(entry.position)
    for move in entry.moves.split():
        game.play(move)
    rows = entry.rows_within(1500)
    assert [(depth, plain.perft(game, depth)) for depth, _ in rows] == rows


def test_every_book_has_a_table_with_its_example_and_odd_sizes() -> None:
    for name in fs.CATALOGUE:
        names = {entry.name for entry in ENTRIES if entry.table == name}
        assert {"the book's example", "later in the example", "1x2", "2x1", "1x8", "6x3", "8x8"} == names


def test_the_tables_are_of_the_positions_that_the_script_writes() -> None:
    mixed = {entry.name: json.loads(entry.book) for entry in ENTRIES if entry.table == "mixed"}
    for name, answers in make_perft.MIXED:
        assert answers.items() <= mixed[f"{name}, 3x3"].items()
    swapped = {entry.name: json.loads(entry.book) for entry in ENTRIES if entry.table == "swap"}
    for name, answers in plain.BOOKS.items():
        assert swapped[f"{name}, the book's example"] == {**answers, "balance": "swap"}
    for entry in ENTRIES:
        if entry.name == "the book's example":
            assert entry.board == make_perft.EXAMPLES[entry.table]
        if entry.name == "8x8":
            assert entry.board == make_perft.board_for(plain.BOOKS[entry.table], (8, 8))


def test_flip_starts_with_the_falling_factorials_of_16() -> None:
    position = play("flip")
    counts = [perft(position.setup, position.state, depth) for depth in range(4)]
    assert counts == [1, 16, 16 * 15, 16 * 15 * 14]


def test_a_swap_is_one_move_more_after_the_first_claim() -> None:
    plainly, swapping = play("flip"), play({"like": "flip", "balance": "swap"}, board=FLIP_BOARD)
    counts = [perft(swapping.setup, swapping.state, depth) for depth in range(4)]
    assert counts == [1, 16, 16 * (15 + 1), 16 * (15 * 14 + 15)]
    assert perft(plainly.setup, plainly.state, 2) == 16 * 15
    assert perft(swapping.setup, swapping.play("1,1").state, 1) == 16
    assert perft(swapping.setup, swapping.play("1,1").play("swap").state, 1) == 15


def test_no_game_is_longer_than_a_claim_and_a_stop_for_each_cell() -> None:
    position = play("sweep")
    assert perft(position.setup, position.state, 10**30) == 0
    assert perft(position.setup, position.state, -1) == 0
    assert perft(position.setup, position.state, 10) == 0


def test_a_game_that_is_over_has_one_sequence_of_no_moves() -> None:
    position = play("sweep", "2,2 1,3 3,3 3,1 1,1")
    assert [perft(position.setup, position.state, depth) for depth in (0, 1, 2)] == [1, 0, 0]
