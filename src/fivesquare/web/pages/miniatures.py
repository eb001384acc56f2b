"""Small boards inside a page: their colours are those of the page, in light and dark."""

from functools import cache

from markupsafe import Markup

from fivesquare import pictures
from fivesquare.position import Position

SCENES: dict[str, tuple[list[list[int]], list[str]]] = {
    "flip": (
        [[11, 15, 16, 13], [2, 12, 6, 4], [10, 7, 8, 5], [9, 14, 3, 1]],
        ["2,1", "4,3", "1,3", "4,1", "1,2", "2,2", "4,4", "1,4"],
    ),
    "sweep": ([[5, 3, 8], [2, 9, 1], [6, 4, 7]], ["1,1", "1,3", "3,1"]),
    "grow": (
        [[6, 7, 9, 8, 2], [8, 2, 1, 4, 6], [9, 2, 8, 6, 1], [8, 7, 8, 8, 3], [2, 9, 6, 2, 5]],
        ["3,1", "5,3", "3,2", "4,3", "2,2", "5,4", "3,3", "4,4"],
    ),
    "chain": (
        [[1] * 5] * 5,
        ["3,3", "2,4", "3,2", "4,2", "2,3", "stop", "4,4", "3,4", "3,5", "4,1", "5,1"],
    ),
    "fifteen": (
        [[1, 4, 2, 3], [5, 2, 3, 1], [4, 1, 5, 2], [3, 2, 1, 4]],
        ["2,1", "1,2", "3,1", "1,3", "3,2", "2,3"],
    ),
    "twenty-one": (
        [[2, 4, 2, 2], [5, 2, 2, 3], [1, 2, 3, 3], [1, 1, 2, 3]],
        ["2,1", "1,2", "2,2", "1,1", "2,3", "1,3", "2,4"],
    ),
    "forty-two": (
        [[15, 10, 11, 14], [12, 4, 1, 13], [8, 5, 2, 3], [6, 7, 16, 9]],
        ["4,3", "1,1", "4,2", "2,1", "4,4", "2,2"],
    ),
    "raid": (
        [[4, 3, 16, 10], [2, 7, 14, 8], [11, 1, 12, 13], [5, 9, 15, 6]],
        ["1,3", "4,3", "1,4", "3,3", "2,3", "4,4", "3,4", "4,2"],
    ),
}
"""A moment in the middle of a game, for each book that has a name."""


def position(book: str) -> Position:
    """That moment."""
    board, moves = SCENES[book]
    return Position.from_record({"book": book, "board": board, "moves": moves})


@cache
def scene(book: str) -> Markup:
    """What a game of that book looks like, as an ornament."""
    return drawn(position(book))


def drawn(position: Position, label: str = "", with_rim: bool = False) -> Markup:
    """The board of a position; with a `label` it is a picture that says so, without one an ornament."""
    return Markup(pictures.miniature(position.board_data, label=label, rim=with_rim))
