"""Parses what people type: words and their unique prefixes, players, books, and cells in any book's form.

2,1   2 1   (2, 1)   [2;1]   (Row 2, Column 1)   and a single number, whose meaning the book decides
"""

import re
from collections.abc import Iterable

from fivesquare.books import NAMED
from fivesquare.errors import NotationError, did_you_mean, nearest, quote
from fivesquare.players import PLAYERS, find_player
from fivesquare.players.registry import LEVEL_WORDS
from fivesquare.position import STOP

FRIEND = "friend"

_LEVEL = r"(?ai)(?:l(?:e(?:v(?:el?)?)?)?\s*[:_-]?\s*)?0*([0-9]+)"
_PEOPLE = (FRIEND, "person", "me", "myself", "you")


def begun(text: str, names: Iterable[str]) -> list[str]:
    """The names that start with what was typed; only the one if it was typed in full."""
    word = " ".join(text.lower().split())
    meant = [name for name in names if word and name.startswith(word)]
    return [word] if word in meant else meant


def chosen(text: str, names: Iterable[str]) -> str | None:
    """The name that was typed, in full or as a unique prefix."""
    meant = begun(text, names)
    return meant[0] if len(meant) == 1 else None


def suggestion(text: str, commands: Iterable[str]) -> str:
    """The sentence "Did you mean X?" if the first word is close to a command; else empty."""
    near = nearest((text.split() or [""])[0], commands)
    return f" Did you mean {near}?" if near else ""


def read_player(text: str) -> str:
    """A player's name in the registry: `level 3`, `Level:3` and `3` are `level:3`."""
    word = " ".join(text.lower().split())
    level = re.fullmatch(_LEVEL, word)
    if level is not None:
        name = f"level:{level[1]}"
    else:
        name = chosen(word, [*PLAYERS, FRIEND]) or ("human" if word in _PEOPLE else word)
    name = "human" if name == FRIEND else name
    find_player(name)  # refuses unknown names
    return name


def read_book(text: str) -> str | None:
    """The name of a book or variant, given its name or its title; None if there is no such book.

    A title that several books share is refused with their names.
    """
    word = " ".join(text.lower().split())
    if word in NAMED:
        return word
    titled = [name for name, book in NAMED.items() if book.title.lower() == word]
    if len(titled) > 1:
        raise NotationError(f"{quote(text)} is the title of {' and '.join(titled)}: choose one of them")
    return titled[0] if titled else None


def unknown_book(text: str, nor: str = "") -> str:
    """An error message for an unknown book, with a suggestion and the known names.

    `nor` is what else the text could have been.
    """
    titles = [book.title for book in NAMED.values()]
    meant = did_you_mean(text, [*NAMED, *titles])
    problem = f"is neither a book nor {nor}" if nor else "is not a book"
    return f"{quote(text)} {problem}{meant}; the books are {', '.join(NAMED)}"


def player_names() -> list[str]:
    """Every name of a player."""
    return [
        f"{word}:{detail}" if detail else word for word, kind in PLAYERS.items() for detail in kind.details
    ]


def next_level(player: str, step: int) -> str | None:
    """The level `step` above or below a level; None if there is none, or `player` is not a level."""
    word, _, detail = player.partition(":")
    if word != "level" or not 1 <= int(detail) + step <= len(LEVEL_WORDS):
        return None
    return f"level:{int(detail) + step}"


# Compiled on first use: most commands ask nothing and should not pay for it.
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
    """A single number, if that is what was typed."""
    match = re.fullmatch(_NUMBER, re.sub(_ORNAMENT, " ", text))
    return None if match is None else _number(match[1])


def read_moves(text: str) -> list[str]:
    """Parse several moves, like "1,1 5,5", "(1,1) (5,5)" or "1 1; 5 5 stop"."""
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
        raise NotationError(f"row {row} has no column in {quote(text)}")
    return moves


def _number(digits: str) -> int:
    """The number, capped: everything beyond any board is the same to us."""
    return int(digits[-_MOST_DIGITS:]) if len(digits.lstrip("0")) <= _MOST_DIGITS else 10**_MOST_DIGITS
