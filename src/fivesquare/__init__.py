"""Fivesquare: five two-player games of claiming squares on a grid.

>>> import fivesquare as fs
>>> position = fs.start("grow", seed=7)
>>> position = position.play(position.legal[0])
>>> position.turn
2
"""

from fivesquare.board import Board, Size
from fivesquare.books import CATALOGUE, find_book
from fivesquare.errors import (
    BoardError,
    FivesquareError,
    IllegalMoveError,
    NotationError,
    PlayerError,
    RecordError,
    RuleBookError,
)
from fivesquare.position import STOP, Outcome, Position, Reason, start
from fivesquare.rulebook import Between, Exactly, RuleBook

__version__ = "0.1.0"

__all__ = [
    "CATALOGUE",
    "STOP",
    "Between",
    "Board",
    "BoardError",
    "Exactly",
    "FivesquareError",
    "IllegalMoveError",
    "NotationError",
    "Outcome",
    "PlayerError",
    "Position",
    "Reason",
    "RecordError",
    "RuleBook",
    "RuleBookError",
    "Size",
    "find_book",
    "start",
]
