"""The pages on which a game is learnt by playing: the choice of a lesson, and each lesson.

A book of one's own comes in the address: `/learn?rules=` and its JSON object.
"""

import hashlib
import re
from functools import cache
from typing import NamedTuple

from fivesquare.books import CATALOGUE, NAMED, VARIANTS, written
from fivesquare.books.explain import in_a_sentence
from fivesquare.primer import small_sizes
from fivesquare.rulebook import OWN_TITLE, QUESTIONS, RuleBook
from fivesquare.web.exceptions import UnknownPageError
from fivesquare.web.messages import Page, Request, Response
from fivesquare.web.pages import miniatures, rules_address
from fivesquare.web.pages.templating import render

_GAME = re.compile(r"[\w-]{1,64}", re.ASCII)
_SAME = (*(question for question in QUESTIONS if question != "size"), "balance")


def routes() -> list[Page]:
    return [Page("/learn", learn), Page("/learn/{name}", named_lesson)]


class LessonCard(NamedTuple):
    """A lesson as it is offered."""

    name: str
    label: str
    sentence: str
    is_fair: bool


@cache
def lesson_cards() -> tuple[LessonCard, ...]:
    return tuple(
        LessonCard(name, _label(book), in_a_sentence(book), name in VARIANTS)
        for name, book in NAMED.items()
    )


def _label(book: RuleBook) -> str:
    """A short name within a sentence: the titles of the five are long, and two are the same."""
    name = name_of(book)
    if book.title == OWN_TITLE:
        return "the game"
    return name.capitalize() if name in CATALOGUE and book.title == CATALOGUE[name].title else book.title


async def learn(request: Request) -> Response:
    """All lessons, or the one for the rules in the address."""
    rules = request.query_params.get("rules")
    if rules is not None:
        return _lesson(request, rules_address.read(rules))
    return render(
        request, "learn.html", here="learn", cards=lesson_cards(), scene=miniatures.scene, data={}
    )


async def named_lesson(request: Request) -> Response:
    name = request.path_params["name"]
    if name not in NAMED:
        raise UnknownPageError("There is no game of that name.")
    return _lesson(request, NAMED[name])


def _lesson(request: Request, book: RuleBook) -> Response:
    name, label = name_of(book), _label(book)
    back = request.query_params.get("back", "")
    game = back if _GAME.fullmatch(back) else None
    return render(
        request,
        "lesson.html",
        here="learn",
        name=name,
        label=label,
        sentence=in_a_sentence(book),
        size=small_sizes(book)[0],
        cards=lesson_cards(),
        back=game,
        data={"book": written(book), "key": key_of(book), "label": label},
    )


# --- Links to lessons ---


def name_of(book: RuleBook) -> str | None:
    """The named book with the same answers, whatever the size: they share a lesson."""
    for name, named in NAMED.items():
        if all(getattr(named, field) == getattr(book, field) for field in _SAME):
            return name
    return None


def key_of(book: RuleBook) -> str:
    """The name under which a browser remembers that it has seen a book's lesson."""
    answers = {field: book.answers.get(field) for field in _SAME}
    return name_of(book) or hashlib.sha256(repr(answers).encode()).hexdigest()[:12]


class Offer(NamedTuple):
    """A lesson as a game's page offers it: what the browser remembers it by, and its path."""

    key: str
    path: str
    label: str


def offer(book: RuleBook, game: str) -> Offer:
    """The lesson for a book, which leads back to the game."""
    name = name_of(book)
    if name is not None:
        return Offer(name, f"learn/{name}?back={game}", _label(book))
    return Offer(key_of(book), f"{rules_address.of('learn', book)}&back={game}", _label(book))
