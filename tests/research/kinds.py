"""Shared by the tests of what is compiled: books of every kind of answer, on boards of many sizes."""

from typing import Any

import fivesquare as fs

Book = str | dict[str, Any]

OWN_BOOKS: dict[str, Book] = {
    "swap and chains": {"like": "chain", "size": [3, 4], "balance": "swap"},
    "swap where cells are lost": {"like": "flip", "size": [2, 3], "balance": "swap"},
    "komi": {"like": "grow", "size": [3, 5], "balance": {"komi": 7.5}},
    "komi for a tie": {"like": "sweep", "size": [3, 3], "balance": {"komi": 9}, "tie": "last"},
    "all cells": {
        "like": "grow",
        "size": [8, 8],
        "values": [0, 999],
        "again": "chain",
        "take": "lower-enemy",
    },
    "all cells and two more moves": {"like": "chain", "size": [8, 8], "balance": "swap"},
    "two cells": {"like": "flip", "size": [1, 2], "tie": "second"},
    "one row": {"like": "fifteen", "size": [1, 7], "take": "lower-free", "goal": {"exactly": 9}},
    "one column": {"like": "grow", "size": [8, 1], "values": "ones", "goal": "majority"},
    "a target with chains and loss": {
        "like": "fifteen",
        "values": [0, 6],
        "take": "lower-enemy",
        "again": "chain",
        "goal": {"exactly": 11},
        "tie": "draw",
        "balance": "swap",
    },
    "often over before it begins": {
        "like": "fifteen",
        "size": [2, 2],
        "values": [2, 5],
        "goal": {"exactly": 2},
    },
}

BOOKS: dict[str, Book] = {**{name: name for name in fs.CATALOGUE}, **OWN_BOOKS}
