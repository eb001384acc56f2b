"""Fivesquare: five two-player games of claiming squares on a grid.

>>> import fivesquare as fs
>>> position = fs.start("grow", seed=7)
>>> position = position.play(position.legal[0])
>>> position.turn
2
"""

from fivesquare.board import Board, Size
from fivesquare.books import CATALOGUE, VARIANTS, find_book
from fivesquare.dailies import DailyClaim, DailyPuzzle, daily
from fivesquare.errors import (
    BoardError,
    BusyFileError,
    FileError,
    FivesquareError,
    ForfeitError,
    IllegalMoveError,
    LostWorkerError,
    MissingExtraError,
    NotationError,
    PlayerError,
    PuzzleError,
    RecordError,
    RuleBookError,
    WorkError,
)
from fivesquare.match import Match, Step
from fivesquare.players import PLAYERS, Luck, Player, make_player
from fivesquare.position import STOP, SWAP, Outcome, Position, Reason, start
from fivesquare.puzzles import Lesson, Puzzle, lessons, puzzle
from fivesquare.reviews import Review, ReviewedMove, review
from fivesquare.rulebook import Between, Exactly, Komi, RuleBook
from fivesquare.solver import (
    Hunch,
    Labels,
    Progress,
    Regret,
    Solution,
    Solver,
    Worth,
    regret,
    solve,
    solve_many,
)
from fivesquare.web.embeds.live_board import LiveBoard, show

__version__ = "0.9.0"

__all__ = [
    "CATALOGUE",
    "PLAYERS",
    "STOP",
    "SWAP",
    "VARIANTS",
    "Between",
    "Board",
    "BoardError",
    "BusyFileError",
    "DailyClaim",
    "DailyPuzzle",
    "Exactly",
    "FileError",
    "FivesquareError",
    "ForfeitError",
    "Hunch",
    "IllegalMoveError",
    "Komi",
    "Labels",
    "Lesson",
    "LiveBoard",
    "LostWorkerError",
    "Luck",
    "Match",
    "MissingExtraError",
    "NotationError",
    "Outcome",
    "Player",
    "PlayerError",
    "Position",
    "Progress",
    "Puzzle",
    "PuzzleError",
    "Reason",
    "RecordError",
    "Regret",
    "Review",
    "ReviewedMove",
    "RuleBook",
    "RuleBookError",
    "Size",
    "Solution",
    "Solver",
    "Step",
    "WorkError",
    "Worth",
    "daily",
    "find_book",
    "lessons",
    "make_player",
    "puzzle",
    "regret",
    "review",
    "show",
    "solve",
    "solve_many",
    "start",
]
