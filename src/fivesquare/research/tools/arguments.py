"""What the tools can be given, described for a model; whether it can be used the rules themselves check."""

from typing import Annotated, Any

from pydantic import Field

from fivesquare.books import CATALOGUE
from fivesquare.puzzles import DIFFICULTIES

NOBODY = "none"
"""The opponent of somebody who moves for both."""

_NAMES = ", ".join(CATALOGUE)
_NULL = {"type": "null"}
_A_BOOK = [{"type": "string", "enum": list(CATALOGUE)}, {"type": "object"}]
_PAIR = {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}
_ROWS = {"type": "array", "items": {"type": "array", "items": {"type": "integer"}}}

Name = Annotated[
    Any,
    Field(
        description='The game, by the name that start gave it, like "game-1".',
        json_schema_extra={"type": "string"},
    ),
]
Move = Annotated[
    Any,
    Field(
        description='"row,col", like "2,1"; or "stop" or "swap" where the rules have them.',
        json_schema_extra={"type": "string"},
    ),
]
Book = Annotated[
    Any,
    Field(
        description=f"A book by its name ({_NAMES}), or rules of your own as an object that changes one, "
        'like {"like": "grow", "size": [4, 4], "balance": "swap"}; the tool rules tells what it may say.',
        json_schema_extra={"anyOf": [*_A_BOOK]},
    ),
]
AnyBook = Annotated[
    Any,
    Field(
        description=f"A book by its name ({_NAMES}) or as an object; null for all of them, who can be "
        "played against, and how rules of your own are written.",
        json_schema_extra={"anyOf": [*_A_BOOK, _NULL]},
    ),
]
Opponent = Annotated[
    Any,
    Field(
        description="Who answers your moves: level:1 (a beginner) to level:10 (never wrong), random, "
        f'greedy, perfect; "{NOBODY}" if you move for both players.',
        json_schema_extra={"type": "string"},
    ),
]
Seat = Annotated[
    Any,
    Field(
        description="Your player number: 1 moves first.",
        json_schema_extra={"type": "integer", "enum": [1, 2]},
    ),
]
Seed = Annotated[
    Any,
    Field(
        description="A whole number: the same seed gives the same board and the same luck. Null for any.",
        json_schema_extra={"type": ["integer", "null"]},
    ),
]
Board = Annotated[
    Any,
    Field(
        description='The values, as rows like [[5, 3], [2, 9]] or text like "5 3/2 9", in place of random '
        "ones; null for none.",
        json_schema_extra={"anyOf": [_ROWS, {"type": "string"}, _NULL]},
    ),
]
Size = Annotated[
    Any,
    Field(
        description="Rows and columns of a random board, from [1, 2] to [8, 8]; null for the book's own.",
        json_schema_extra={"anyOf": [_PAIR, _NULL]},
    ),
]
Moves = Annotated[
    Any,
    Field(
        description="Moves that were made already, to go on from there; null for none.",
        json_schema_extra={"anyOf": [{"type": "array", "items": {"type": "string"}}, _NULL]},
    ),
]
Difficulty = Annotated[
    Any,
    Field(
        description="How hard the puzzle is.",
        json_schema_extra={"type": "string", "enum": list(DIFFICULTIES)},
    ),
]
