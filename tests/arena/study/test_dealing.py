"""The boards of a study against a plain enumeration."""

import itertools
import random
from collections import Counter

import pytest

import fivesquare as fs
from fivesquare.arena.study.dealing import MOST, dealt, every, how_many
from fivesquare.books import find_book
from fivesquare.errors import BoardError

SMALL = [
    ({"like": "sweep"}, (2, 2)),
    ({"like": "sweep"}, (2, 3)),
    ({"like": "sweep"}, (1, 4)),
    ({"like": "sweep"}, (3, 2)),
    ({"like": "fifteen", "values": [1, 3]}, (2, 2)),
    ({"like": "grow", "values": [0, 1]}, (2, 3)),
    ({"like": "grow", "values": [4, 4]}, (3, 3)),
    ({"like": "chain"}, (2, 3)),
]


def all_boards(book: fs.RuleBook, rows: int, columns: int) -> set[tuple[tuple[int, ...], ...]]:
    """Every board, by writing numbers into cells in every way."""
    cells = rows * columns
    if book.values == "shuffled":
        ways = set(itertools.permutations(range(1, cells + 1)))
    elif book.values == "ones":
        ways = {(1,) * cells}
    else:
        low, high = book.values
        ways = set(itertools.product(range(low, high + 1), repeat=cells))
    return {tuple(way[row * columns : (row + 1) * columns] for row in range(rows)) for way in ways}


def images(board: tuple[tuple[int, ...], ...]) -> set[tuple[tuple[int, ...], ...]]:
    """The board turned and mirrored, as far as it keeps its shape."""
    found = set()
    for _ in range(4):
        board = tuple(zip(*board[::-1], strict=True))  # a quarter turn
        found |= {board, board[::-1]}
    return {image for image in found if len(image) == len(board)}


@pytest.mark.parametrize(("answers", "size"), SMALL)
def test_all_boards_are_there_once_with_their_images(
    answers: dict[str, object], size: tuple[int, int]
) -> None:
    book = find_book(answers)
    expected = all_boards(book, *size)
    assert how_many(book, fs.Size(*size)) == len(expected)
    seen: Counter[tuple[tuple[int, ...], ...]] = Counter()
    for board, weight in every(book, fs.Size(*size)):
        found = images(tuple(map(tuple, board.rows)))
        assert len(found) == weight
        seen.update(found)
    assert seen == Counter(dict.fromkeys(expected, 1))


def test_what_is_too_much_is_refused_with_its_number() -> None:
    assert how_many(find_book("sweep"), fs.Size(3, 3)) == MOST
    with pytest.raises(BoardError, match="there are 3,628,800 boards of 2x5"):
        every(find_book("sweep"), fs.Size(2, 5))
    with pytest.raises(BoardError, match=r"about 10\^23 boards of 5x5"):
        every(find_book("grow"), fs.Size(5, 5))


def test_boards_are_those_of_their_seeds() -> None:
    seed = random.Random(5).randrange(1000)
    boards = dealt(find_book("grow"), fs.Size(4, 4), seed, 3)
    expected = [fs.start("grow", seed=seed + number, size=(4, 4)).board for number in range(3)]
    assert [board for board, _ in boards] == expected
    assert {weight for _, weight in boards} == {1}
