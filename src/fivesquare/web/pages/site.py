"""The pages that are not about one game: home with your games, rules, puzzles, the API's documentation."""

from functools import cache
from typing import Any, NamedTuple

from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fivesquare import json_view
from fivesquare.board import HIGHEST_VALUE, LONGEST_SIDE
from fivesquare.books import CATALOGUE
from fivesquare.books.answers import ANSWERS, QUESTIONS, answered, choices
from fivesquare.books.examples import EXAMPLES
from fivesquare.books.explain import in_a_sentence, paragraphs
from fivesquare.books.rulings import rulings_for
from fivesquare.books.strategy import STRATEGY
from fivesquare.match import Step
from fivesquare.mistakes import KINDS
from fivesquare.players.registry import LEVEL_WORDS, LEVELS, PLAYERS
from fivesquare.position import Position
from fivesquare.puzzles import DIFFICULTIES
from fivesquare.rulebook import HIGHEST_TARGET, LONGEST_TITLE, RuleBook
from fivesquare.web.openapi import Document
from fivesquare.web.pages import miniatures, reference
from fivesquare.web.pages.assets import compressed
from fivesquare.web.pages.templating import render
from fivesquare.web.play.credentials import BOTH
from fivesquare.web.play.game_state import HUMAN, GameState
from fivesquare.web.play.service import GameService
from fivesquare.web.study import lesson_view
from fivesquare.words import steps
from fivesquare.words.my_games import like_it

_MOST_LISTED = 12  # of your games


def routes(document: Document) -> list[Route]:
    """The map of the site, but for the pages of a game and its review."""

    async def documentation(request: Request) -> Response:
        return render(request, "api.html", here="api", groups=reference.groups(document.content))

    return [
        compressed("/", home),
        compressed("/rules", rules),
        compressed("/rules/{name}", rules_of),
        compressed("/puzzles", puzzles),
        compressed("/api", documentation),
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
    asked = request.query_params.get("book")
    wanted = asked if asked in (*CATALOGUE, "own") else None
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
        "wanted": wanted,
    }
    page = render(
        request,
        "home.html",
        here="play",
        cards=cards(),
        chosen=wanted or cards()[0].name,
        scene=miniatures.scene,
        paragraphs=paragraphs,
        opponents=opponents,
        asked=QUESTIONS,
        choices=choices(),
        longest_side=LONGEST_SIDE,
        highest_value=HIGHEST_VALUE,
        highest_target=HIGHEST_TARGET,
        longest_title=LONGEST_TITLE,
        games=await _your_games(request),
        data=data,
    )
    page.headers["cache-control"] = "no-store"  # going back from a game shows it among one's own
    return page


# --- Your games ---


class Listed(NamedTuple):
    """A game in a line."""

    id: str
    title: str
    opponent: str
    state: str
    is_waiting: bool  # for this browser to move
    is_over: bool
    created: str


async def _your_games(request: Request) -> list[Listed]:
    """The newest of them: first those that wait for a move, then those that go on."""
    service: GameService = request.app.state.service
    key = service.browsers.key_of(request)
    if key is None:
        return []
    found = await service.games_of(key, _MOST_LISTED)
    return sorted((_listed(*each) for each in found), key=lambda each: (not each.is_waiting, each.is_over))


def _listed(game: GameState, held: frozenset[int]) -> Listed:
    title = json_view.label(game.position)
    is_waiting = game.turn in held
    return Listed(
        game.id, title, _opponent(game, held), _state(game, held), is_waiting, game.is_over, game.created
    )


def _opponent(game: GameState, held: frozenset[int]) -> str:
    for seat in BOTH:
        if seat not in held:
            player = game.player(seat)
            friend = game.names[seat - 1] or "a friend"
            return f"with {friend}" if player == HUMAN else f"against {player.replace(':', ' ')}"
    return "both here"


def _state(game: GameState, held: frozenset[int]) -> str:
    if not game.is_over:
        return "your turn" if game.turn in held else "waiting"
    winner = game.result["winner"]
    if winner == 0:
        return "draw"
    if len(held) == len(BOTH):
        return "over"
    return "won" if winner in held else "lost"


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
        raise HTTPException(404, "There is no game of that name.")
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
