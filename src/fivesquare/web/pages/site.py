"""The pages that are not about one game: rules, puzzles, the API's documentation."""

from functools import cache
from typing import Any, NamedTuple

from markupsafe import Markup

from fivesquare import json_view
from fivesquare.books import CATALOGUE
from fivesquare.books.answers import ANSWERS, QUESTIONS, answered
from fivesquare.books.examples import EXAMPLES
from fivesquare.books.explain import in_a_sentence, paragraphs
from fivesquare.books.rulings import rulings_for
from fivesquare.books.strategy import STRATEGY
from fivesquare.match import Step
from fivesquare.mistakes import KINDS
from fivesquare.position import Position
from fivesquare.puzzles import DIFFICULTIES
from fivesquare.rulebook import RuleBook
from fivesquare.web.exceptions import UnknownPageError
from fivesquare.web.messages import Page, Request, Response
from fivesquare.web.openapi import Document
from fivesquare.web.pages import miniatures, reference
from fivesquare.web.pages.templating import render
from fivesquare.web.study import lesson_view
from fivesquare.words import steps
from fivesquare.words.my_games import like_it


def routes(document: Document) -> list[Page]:
    """The map of the site, but for the pages of a game and its review."""

    async def documentation(request: Request) -> Response:
        return render(request, "api.html", here="api", groups=reference.groups(document.content))

    return [
        Page("/rules", rules),
        Page("/rules/{name}", rules_of),
        Page("/puzzles", puzzles),
        Page("/api", documentation),
    ]


class Card(NamedTuple):
    """A book of the catalogue as it is offered."""

    book: RuleBook
    name: str
    label: str
    sentence: str


@cache
def cards() -> tuple[Card, ...]:
    return tuple(
        Card(book, name, name.capitalize(), in_a_sentence(book)) for name, book in CATALOGUE.items()
    )


# --- Rules ---


async def rules(request: Request) -> Response:
    fields = ("size", *ANSWERS)
    table = [(QUESTIONS[field], [_answer(card.book, field) for card in cards()]) for field in fields]
    return render(request, "rules.html", here="learn", cards=cards(), table=table, scene=miniatures.scene)


def _answer(book: RuleBook, field: str) -> str:
    return next(each.answer for each in answered(book) if each.field == field)


async def rules_of(request: Request) -> Response:
    name = request.path_params["name"]
    if name not in CATALOGUE:
        raise UnknownPageError("There is no game of that name.")
    example = worked_example(name)
    return render(
        request,
        "rule.html",
        here="learn",
        card=next(card for card in cards() if card.name == name),
        cards=cards(),
        paragraphs=paragraphs(CATALOGUE[name]),
        rulings=rulings_for(name),
        strategy=STRATEGY[name],
        remark=EXAMPLES[name].remark,
        example=example,
        data={"view": example.view, "frames": example.frames},
    )


class Move(NamedTuple):
    """A move in words, and the score after it."""

    number: int
    player: int
    text: str
    stands: str


class WorkedExample(NamedTuple):
    """A game to be stepped through: its opening as a view, and what each move changes."""

    moves: tuple[Move, ...]
    view: dict[str, Any]
    frames: list[dict[str, Any]]
    end: Markup
    """The last board as a picture, for readers without scripts."""


@cache
def worked_example(name: str) -> WorkedExample:
    """The worked example of a book of the catalogue."""
    end = Position.from_record(EXAMPLES[name].record)
    moments = end.history()
    made = [Step(*each) for each in zip(moments[:-1], end.moves, moments[1:], strict=True)]
    moves = tuple(
        Move(number, step.player, steps.sentences(step), steps.totals(step.after))
        for number, step in enumerate(made, 1)
    )
    label = f"The board after move {len(moves)}, {moves[-1].stands}"
    view = {**json_view.setting(moments[0]), **json_view.seen(moments[0])}
    picture = miniatures.drawn(end, label, with_rim=True)
    return WorkedExample(moves, view, [lesson_view.frame(step) for step in made], picture)


# --- Puzzles ---


async def puzzles(request: Request) -> Response:
    asked = request.query_params
    return render(
        request,
        "puzzles.html",
        here="daily",
        cards=cards(),
        difficulties=DIFFICULTIES,
        book=asked.get("book") if asked.get("book") in CATALOGUE else None,
        difficulty=asked.get("difficulty") if asked.get("difficulty") in DIFFICULTIES else None,
        seed=asked["seed"] if asked.get("seed", "").isdecimal() else None,
        practice=next((like_it(kind) for kind in KINDS if kind == asked.get("mistake")), None),
    )
