"""What a person types for a cell: every book's form, with stray spaces and brackets forgiven.

2,1   2 1   (2, 1)   [2;1]   (Row 2, Column 1)   and a lone number, whose meaning the book decides
"""

import re

from fivesquare.errors import NotationError, quote
from fivesquare.position import STOP

# Compiled when somebody types: most commands ask nothing, and need not wait for it.
_ORNAMENT = r"""(?ai)[()\[\]{}<>"'`]|\b(?:row|column|col)\b"""
_PAIR = r"(?a)\s*([0-9]+)(?:\s*[,;]\s*|\s+)([0-9]+)\s*"
_NUMBER = r"(?a)\s*([0-9]+)\s*"
_TOKEN = r"(?ai)[0-9]+|stop|swap"
_MOST_DIGITS = 9


def read_pair(text: str) -> tuple[int, int] | None:
    """Row and column, if that is what was typed."""
    match = re.fullmatch(_PAIR, re.sub(_ORNAMENT, " ", text))
    return None if match is None else (_number(match[1]), _number(match[2]))


def read_number(text: str) -> int | None:
    """A lone number, if that is what was typed."""
    match = re.fullmatch(_NUMBER, re.sub(_ORNAMENT, " ", text))
    return None if match is None else _number(match[1])


def read_moves(text: str) -> list[str]:
    """Several moves, like "1,1 5,5", "(1,1) (5,5)", "1 1; 5 5 stop": row, column, row, and words."""
    if re.sub(_TOKEN, " ", re.sub(_ORNAMENT, " ", text)).strip(" ,;\t\n"):
        raise NotationError(f'moves are written like "1,1 5,5 {STOP}", not {quote(text)}')
    moves, row = list[str](), ""
    for token in re.findall(_TOKEN, text):
        word = token.lower() if token.isalpha() else str(_number(token))
        if row and token.isalpha():
            break
        if row or token.isalpha():
            moves.append(f"{row},{word}" if row else word)
            row = ""
        else:
            row = word
    if row:
        raise NotationError(f"a row without a column in {quote(text)}: {row}")
    return moves


def _number(digits: str) -> int:
    """Numbers beyond any board are all the same to us."""
    return int(digits[-_MOST_DIGITS:]) if len(digits.lstrip("0")) <= _MOST_DIGITS else 10**_MOST_DIGITS
