"""A moment in the middle of a game of each book that has a name: what the game looks like."""

from functools import cache

from fivesquare.position import Position

_MOMENTS: dict[str, tuple[list[list[int]], list[str]]] = {
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
"""Boards, and the moves made on them."""


@cache
def scene(name: str) -> Position:
    """The moment of a book."""
    board, moves = _MOMENTS[name]
    return Position.from_record({"book": name, "board": board, "moves": moves})
