"""Games to be reviewed, one of each kind: small, so that every position is solved at once."""

from typing import Any

SWEEP: dict[str, Any] = {
    "book": "sweep",
    "board": [[2, 12, 9, 11], [5, 6, 10, 3], [1, 7, 4, 8]],
    "moves": ["1,3", "3,3", "1,2", "2,3", "1,4", "3,4", "3,1", "3,2", "2,1"],
}
"""Both give away the win once; 1,2, 1,4, 2,3 and 3,2 would have kept it at first, then 2,3 and 3,2."""

CHAIN: dict[str, Any] = {
    "book": "chain",
    "board": [[1, 1, 1, 1], [1, 1, 1, 1], [1, 1, 1, 1]],
    "moves": [
        "2,3",
        "2,4",
        "1,1",
        "2,2",
        "3,4",
        "2,1",
        "stop",
        "3,1",
        "1,4",
        "1,3",
        "3,3",
        "stop",
        "1,2",
        "3,2",
    ],
}

FIFTEEN: dict[str, Any] = {
    "book": "fifteen",
    "board": [[4, 2, 4, 1], [2, 5, 4, 1], [2, 1, 2, 2]],
    "moves": ["1,3", "3,3", "1,2", "3,2", "1,1", "3,4", "2,3", "2,4", "1,4"],
    "players": ["Ann", "Bob <i>"],
}

KOMI: dict[str, Any] = {
    "book": {"like": "grow", "size": [3, 4], "balance": {"komi": 2.5}, "title": "Small & fair"},
    "board": [[8, 9, 9, 7], [5, 2, 9, 8], [9, 9, 5, 7]],
    "moves": ["3,4", "1,1", "3,3", "2,1", "3,2", "1,2", "2,3", "2,2", "2,4", "3,1", "1,3", "1,4"],
}
"""A player is skipped in it."""

SWAP: dict[str, Any] = {
    "book": {"like": "flip", "size": [3, 3], "balance": "swap", "title": "Swapped <b>flip</b>"},
    "board": [[3, 7, 6], [9, 4, 1], [2, 5, 8]],
    "moves": ["3,1", "swap", "3,2", "1,1", "2,1", "3,3", "2,3", "1,3", "2,2", "1,2"],
}

KINDS = {"sweep": SWEEP, "chain": CHAIN, "fifteen": FIFTEEN, "komi": KOMI, "swap": SWAP}
