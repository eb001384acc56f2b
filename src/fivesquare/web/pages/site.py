"""The pages that are not about one game: home, rules, puzzles, the API's documentation."""

from functools import cache
from typing import NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fivesquare.board import HIGHEST_VALUE, LONGEST_SIDE
from fivesquare.books import CATALOGUE
from fivesquare.books.examples import EXAMPLES
from fivesquare.books.explain import in_a_sentence, paragraphs
from fivesquare.books.questions import ASKED, CHOICES, answered
from fivesquare.books.rulings import rulings_for
from fivesquare.players.registry import LEVEL_WORDS, LEVELS, PLAYERS
from fivesquare.puzzles import DIFFICULTIES
from fivesquare.rulebook import HIGHEST_TARGET, LONGEST_TITLE, RuleBook
from fivesquare.web.pages import miniatures, reference, worked, yours
from fivesquare.web.pages.packing import packed
from fivesquare.web.pages.rendering import render


def routes() -> list[Route]:
    """The map of the site, but for the pages of a game and its review."""
    return [
        packed("/", home),
        packed("/rules", rules),
        packed("/rules/{name}", rules_of),
        packed("/puzzles", puzzles),
        packed("/api", documentation),
    ]


# --- Home ---


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


def _opponents() -> list[dict[str, str]]:
    """The computer's levels, in words."""
    offered = [
        {"name": f"level:{level}", "label": level, "title": f"Level {level}", "words": words}
        for level, words in zip(LEVELS, LEVEL_WORDS, strict=True)
    ]
    perfect = {
        "name": "perfect",
        "label": "Perfect",
        "title": "Perfect",
        "words": PLAYERS["perfect"].summary,
    }
    return [*offered, perfect]


async def home(request: Request) -> Response:
    wanted = request.query_params.get("book")
    opponents = _opponents()
    data = {
        "books": [
            {
                "name": card.name,
                "label": card.label,
                "size": list(card.book.size),
                "has_points": card.book.goal == "points",
                "has_numbers": card.book.values != "ones",
            }
            for card in cards()
        ],
        "opponents": opponents,
        "wanted": wanted if wanted in (*CATALOGUE, "own") else None,
    }
    return render(
        request,
        "home.html",
        here="play",
        cards=cards(),
        scene=miniatures.scene,
        paragraphs=paragraphs,
        opponents=opponents,
        asked=ASKED,
        choices=CHOICES,
        longest_side=LONGEST_SIDE,
        highest_value=HIGHEST_VALUE,
        highest_target=HIGHEST_TARGET,
        longest_title=LONGEST_TITLE,
        games=await yours.games(request),
        data=data,
    )


# --- Rules ---


async def rules(request: Request) -> Response:
    table = [
        (ASKED[field], [_answer(card.book, field) for card in cards()]) for field in ("size", *CHOICES)
    ]
    return render(request, "rules.html", here="rules", cards=cards(), table=table, scene=miniatures.scene)


def _answer(book: RuleBook, field: str) -> str:
    return next(each.answer for each in answered(book) if each.field == field)


async def rules_of(request: Request) -> Response:
    name = request.path_params["name"]
    if name not in CATALOGUE:
        raise HTTPException(404, "There is no game of that name.")
    return render(
        request,
        "rule.html",
        here="rules",
        card=next(card for card in cards() if card.name == name),
        cards=cards(),
        paragraphs=paragraphs(CATALOGUE[name]),
        rulings=[ruling for ruling in rulings_for(name) if ruling.book == name],
        remark=EXAMPLES[name].remark,
        scenes=worked.example(name),
        scene=miniatures.scene,
    )


# --- Puzzles, documentation ---


async def puzzles(request: Request) -> Response:
    asked = request.query_params
    return render(
        request,
        "puzzles.html",
        here="puzzles",
        cards=cards(),
        difficulties=DIFFICULTIES,
        book=asked.get("book") if asked.get("book") in CATALOGUE else None,
        difficulty=asked.get("difficulty") if asked.get("difficulty") in DIFFICULTIES else None,
        seed=asked["seed"] if asked.get("seed", "").isdecimal() else None,
    )


async def documentation(request: Request) -> Response:
    return render(request, "api.html", here="api", groups=reference.groups(request.app.openapi()))
