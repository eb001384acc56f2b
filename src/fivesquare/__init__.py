"""Fivesquare: five two-player games of claiming squares on a grid.

>>> import fivesquare as fs
>>> position = fs.start("grow", seed=7)
>>> position = position.play(position.legal[0])
>>> position.turn
2
"""

from typing import TYPE_CHECKING, Any

from fivesquare.board import Board, Size
from fivesquare.books import CATALOGUE, find_book
from fivesquare.errors import (
    BoardError,
    BusyFileError,
    FileError,
    FivesquareError,
    IllegalMoveError,
    NotationError,
    PlayerError,
    PuzzleError,
    RecordError,
    RuleBookError,
)
from fivesquare.position import STOP, Outcome, Position, Reason, start
from fivesquare.rulebook import Between, Exactly, RuleBook

if TYPE_CHECKING:
    from fivesquare.puzzles import puzzle
    from fivesquare.reviews import review
    from fivesquare.solver import Solver, solve

__version__ = "0.1.0"

# What searches imports Numba, a third of a second: only when it is asked for.
_LATE = {
    "Solver": "fivesquare.solver",
    "puzzle": "fivesquare.puzzles",
    "review": "fivesquare.reviews",
    "solve": "fivesquare.solver",
}


def __getattr__(name: str) -> Any:
    if name not in _LATE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_LATE[name]), name)


__all__ = [
    "CATALOGUE",
    "STOP",
    "Between",
    "Board",
    "BoardError",
    "BusyFileError",
    "Exactly",
    "FileError",
    "FivesquareError",
    "IllegalMoveError",
    "NotationError",
    "Outcome",
    "PlayerError",
    "Position",
    "PuzzleError",
    "Reason",
    "RecordError",
    "RuleBook",
    "RuleBookError",
    "Size",
    "Solver",
    "find_book",
    "puzzle",
    "review",
    "solve",
    "start",
]
