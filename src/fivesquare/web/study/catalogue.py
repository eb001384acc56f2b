"""What there is to play and against whom, and any rule book in sentences."""

from functools import cache
from typing import Any

from fivesquare.board import Size
from fivesquare.books import CATALOGUE, kin, written
from fivesquare.books.answers import QUESTIONS, choices
from fivesquare.books.explain import in_brief, paragraphs
from fivesquare.books.rulings import rulings_for
from fivesquare.players.registry import LEVEL_WORDS, LEVELS, PLAYERS
from fivesquare.puzzles import DIFFICULTIES
from fivesquare.rulebook import RuleBook

_ANSWERS: dict[tuple[str, str], object] = {
    ("values", "random"): [1, 9],
    ("goal", "exactly"): {"exactly": 15},
    ("balance", "komi"): {"komi": 4.5},
}
"""Answers that want numbers, with numbers."""

_BALANCE = {
    "none": "no",
    "swap": "the second player may swap after the first claim",
    "komi": "the second player gets points at the end",
}


def explained(book: RuleBook, size: Size | None = None) -> dict[str, Any]:
    """A rule book in sentences, for a board of that size."""
    named = kin(book)
    name = None if named is None else named.name
    return {
        "title": book.title,
        "name": name,
        "book": written(book),
        "answers": book.answers,
        "brief": in_brief(book),
        "rules": [paragraph._asdict() for paragraph in paragraphs(book, size)],
        "size": list(size or book.size),
        "rulings": [
            {"id": each.id, "ruling": each.ruling, "reason": each.reason} for each in rulings_for(name)
        ],
    }


@cache
def catalogue() -> dict[str, Any]:
    return {
        "books": [explained(book) for book in CATALOGUE.values()],
        "players": _players(),
        "questions": {field: _question(field) for field in QUESTIONS},
        "difficulties": list(DIFFICULTIES),
    }


def _players() -> list[dict[str, str]]:
    """Whom one can play against, the weakest levels first."""
    levels = [
        {"name": f"level:{level}", "words": f"level {level}, {words}"}
        for level, words in zip(LEVELS, LEVEL_WORDS, strict=True)
    ]
    others = [
        {"name": name, "words": kind.summary}
        for name, kind in PLAYERS.items()
        if name not in ("human", "level")
    ]
    return levels + others


def _question(field: str) -> dict[str, Any]:
    """A question of a rule book, and what can be answered; any size from 1x2 to 8x8 can be."""
    words = _BALANCE if field == "balance" else choices().get(field, {})
    answers = [{"answer": _ANSWERS.get((field, word), word), "words": text} for word, text in words.items()]
    if field == "size":
        sizes = sorted({book.size for book in CATALOGUE.values()})
        answers = [{"answer": list(size), "words": f"{size.rows} rows of {size.columns}"} for size in sizes]
    return {"question": QUESTIONS[field], "answers": answers}
