"""The lessons finished at this terminal, remembered beside the settings."""

from typing import Any

from fivesquare.books import NAMED, known_as
from fivesquare.rulebook import RuleBook
from fivesquare.table import settings

_NAME = "lessons"


def learned() -> tuple[str, ...]:
    """The names of the games learned, in the order of the catalogue."""
    return _read(settings.recall(_NAME))


def _read(stored: Any) -> tuple[str, ...]:
    return tuple(name for name in NAMED if name in stored) if isinstance(stored, list) else ()


def remember(book: RuleBook) -> None:
    """Remember that a book was learned, if it has a name."""
    name = known_as(book)
    if name is not None:
        settings.revise(_NAME, lambda stored: list(dict.fromkeys((*_read(stored), name))))


def next_after(book: RuleBook) -> RuleBook | None:
    """The game to learn after this one; None if all were learned."""
    names, name = tuple(NAMED), known_as(book)
    known = (*learned(), name)
    at = -1 if name is None else names.index(name)
    following = (each for each in (*names[at + 1 :], *names[: max(at, 0)]) if each not in known)
    return next((NAMED[name] for name in following), None)
