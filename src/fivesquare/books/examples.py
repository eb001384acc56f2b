"""A worked example for each book of the catalogue: the record that its page shows move by move.

docs/examples has the same records as files; a test keeps the two equal.
"""

from typing import Any, NamedTuple


class Example(NamedTuple):
    """A game or its opening moves, and what it shows."""

    remark: str
    record: dict[str, Any]


EXAMPLES: dict[str, Example] = {
    "flip": Example(
        "The book's own board. In the last turn shown, 11 captures the 10 beside it.",
        {
            "book": "flip",
            "board": [[5, 12, 3, 16], [10, 1, 14, 6], [11, 8, 2, 15], [9, 13, 4, 7]],
            "moves": ["1,4", "3,4", "2,3", "4,2", "2,1", "3,1"],
        },
    ),
    "sweep": Example(
        "The whole game of the book, played to its end: 31 to 14.",
        {
            "book": "sweep",
            "board": [[5, 3, 8], [2, 9, 1], [6, 4, 7]],
            "moves": ["2,2", "1,3", "3,3", "3,1", "1,1"],
        },
    ),
    "grow": Example(
        "The first four claims of the book's example.",
        {
            "book": "grow",
            "board": [[5, 3, 2, 6, 1], [7, 4, 9, 2, 8], [1, 5, 3, 7, 4], [2, 8, 6, 1, 5], [9, 3, 2, 4, 7]],
            "moves": ["1,1", "5,5", "1,2", "4,5"],
        },
    ),
    "chain": Example(
        "The book's example: the third claim lies beside a cell that the first player already owns, so the "
        "first player claims once more.",
        {
            "book": "chain",
            "board": [[1] * 5] * 5,
            "moves": ["3,3", "3,4", "3,2", "2,2"],
        },
    ),
    "fifteen": Example(
        "The whole game of the book.",
        {
            "book": "fifteen",
            "board": [[1, 4, 2, 3], [5, 2, 3, 1], [4, 1, 5, 2], [3, 2, 1, 4]],
            "moves": ["2,1", "1,2", "3,1", "1,3", "4,1", "1,4", "3,2", "2,3", "4,2"],
        },
    ),
}
