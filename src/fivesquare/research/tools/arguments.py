"""What the tools can be given, described for a model; whether it can be used the rules themselves check."""

from typing import Annotated, Any

from pydantic import Field

from fivesquare.books import CATALOGUE, NAMED, VARIANTS
from fivesquare.puzzles import DIFFICULTIES
from fivesquare.research.family.names import VERSION

NOBODY = "none"
"""The opponent of a caller who moves for both players."""

_NAMES = f"{', '.join(CATALOGUE)}, or a variant: {', '.join(VARIANTS)}"
_NULL = {"type": "null"}
_A_BOOK = [{"type": "string", "enum": list(NAMED)}, {"type": "object"}]
_FAMILY = {"type": "string", "pattern": f"^{VERSION}/"}
_OF_FAMILY = f"a game of the family by its name ({VERSION}/edge-nothing-never-points-last/3x3/1-9/17)"
_PAIR = {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}
_ROWS = {"type": "array", "items": {"type": "array", "items": {"type": "integer"}}}


def _about(description: str, **schema: Any) -> Any:
    return Field(description=description, json_schema_extra=schema)


Name = Annotated[Any, _about('The game, by the name that start gave it, like "game-1".', type="string")]
Move = Annotated[
    Any, _about('"row,col", like "2,1"; or "stop" or "swap" where the rules have them.', type="string")
]
Book = Annotated[
    Any,
    _about(
        f"A book by its name ({_NAMES}), or rules of your own as an object that changes one, "
        'like {"like": "grow", "size": [4, 4], "balance": "swap"}; the tool rules tells what it may say.',
        anyOf=[*_A_BOOK],
    ),
]
BookOrGame = Annotated[
    Any,
    _about(
        f"A book by its name ({_NAMES}); {_OF_FAMILY}, which has its own board; or "
        'rules of your own as an object that changes a book, like {"like": "grow", "size": [4, 4], '
        '"balance": "swap"}; the tool rules tells what it may say.',
        anyOf=[*_A_BOOK, _FAMILY],
    ),
]
AnyBook = Annotated[
    Any,
    _about(
        f"A book by its name ({_NAMES}) or as an object; {_OF_FAMILY}; null for all books, who "
        "can be played against, and how rules of your own are written.",
        anyOf=[*_A_BOOK, _FAMILY, _NULL],
    ),
]
Opponent = Annotated[
    Any,
    _about(
        "Who answers your moves: level:1 (a beginner) to level:10 (never wrong), random, "
        f'greedy, net, perfect; "{NOBODY}" if you move for both players.',
        type="string",
    ),
]
Seat = Annotated[Any, _about("Your player number: 1 moves first.", type="integer", enum=[1, 2])]
Seed = Annotated[
    Any,
    _about(
        "A whole number: the same seed gives the same board and the same luck. Null for any.",
        type=["integer", "null"],
    ),
]
Board = Annotated[
    Any,
    _about(
        'The values, as rows like [[5, 3], [2, 9]] or text like "5 3/2 9", in place of random '
        "ones; null for none.",
        anyOf=[_ROWS, {"type": "string"}, _NULL],
    ),
]
Size = Annotated[
    Any,
    _about(
        "Rows and columns of a random board, from [1, 2] to [8, 8]; null for the book's own.",
        anyOf=[_PAIR, _NULL],
    ),
]
Moves = Annotated[
    Any,
    _about(
        "Moves that were made already, to continue from; null for none.",
        anyOf=[{"type": "array", "items": {"type": "string"}}, _NULL],
    ),
]
Difficulty = Annotated[Any, _about("How hard the puzzle is.", type="string", enum=list(DIFFICULTIES))]
