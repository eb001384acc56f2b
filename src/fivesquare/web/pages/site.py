"""The pages that are not about one game: home, rules, puzzles, the API's documentation, errors.

And what every page needs: the templates, and the files beside them.
"""

import hashlib
import mimetypes
from collections.abc import Awaitable, Callable, Mapping
from functools import cache
from http import HTTPStatus
from pathlib import Path
from typing import Any, NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
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

_HERE = Path(__file__).parent
_FOREVER = "public, max-age=31536000, immutable"
_ASK_FIRST = "no-cache"
_PACKED = [Middleware(GZipMiddleware, compresslevel=6)]

mimetypes.add_type("font/woff2", ".woff2")
mimetypes.add_type("text/javascript", ".js")  # some systems say otherwise, and browsers refuse it
mimetypes.add_type("application/manifest+json", ".webmanifest")


def routes() -> list[Route]:
    """The map of the site, but for the pages of a game and its review."""
    return [
        packed("/", home),
        packed("/rules", rules),
        packed("/rules/{name}", rules_of),
        packed("/puzzles", puzzles),
        packed("/api", documentation),
        packed("/static/{version}/{path:path}", static_file),
        Route("/favicon.ico", icon),
    ]


def packed(path: str, endpoint: Callable[[Request], Awaitable[Response]]) -> Route:
    """For text that people wait for: a third of it travels. What moves and streams say is not packed."""
    return Route(path, endpoint, middleware=_PACKED)


# --- Files ---


class Asset(NamedTuple):
    """A file that pages load."""

    body: bytes
    kind: str


@cache
def assets() -> Mapping[str, Asset]:
    """All of them, by name: they are few and small. Nothing else can be asked for."""
    folder = _HERE / "static"
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {
        path.relative_to(folder).as_posix(): Asset(path.read_bytes(), _kind(path.name)) for path in files
    }


def _kind(name: str) -> str:
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    return f"{kind}; charset=utf-8" if kind.startswith("text/") else kind


@cache
def version() -> str:
    """Changes whenever one of the files does, so that a browser may keep them for ever."""
    total = hashlib.sha256()
    for name, asset in assets().items():
        total.update(name.encode() + b"\0" + hashlib.sha256(asset.body).digest())
    return total.hexdigest()[:12]


def static(name: str) -> str:
    """The address of a file."""
    assert name in assets(), f"there is no static file {name}"
    return f"/static/{version()}/{name}"


async def static_file(request: Request) -> Response:
    """A file. Under the version of another edition it is served too, for pages that were open meanwhile."""
    asset = assets().get(request.path_params["path"])
    if asset is None:
        raise HTTPException(404, "There is no such file.")
    is_ours = request.path_params["version"] == version()
    return Response(
        asset.body, media_type=asset.kind, headers={"Cache-Control": _FOREVER if is_ours else _ASK_FIRST}
    )


async def icon(_request: Request) -> Response:
    return RedirectResponse(static("icon.svg"))


# --- Templates ---


@cache
def environment() -> Environment:
    made = Environment(
        loader=FileSystemLoader(_HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals["static"] = static
    return made


def render(request: Request, template: str, *, status: int = 200, **context: Any) -> HTMLResponse:
    """A page. `site` is where it is, for links that are read elsewhere."""
    site = str(request.base_url).rstrip("/")
    page = environment().get_template(template).render(site=site, **{"here": None, **context})
    return HTMLResponse(page, status, headers={"Cache-Control": f"private, {_ASK_FIRST}"})


class Sorry(NamedTuple):
    """What is said about an error."""

    title: str
    sentence: str


_SORRY = {
    403: Sorry("Not from there", "That came from another page, and is not done here."),
    404: Sorry("There is nothing here", "Perhaps it was long ago, and is no longer kept."),
    405: Sorry("Not this way", "That cannot be done here."),
    422: Sorry(
        "That cannot be read", "Something in the address or in what was sent is not as it should be."
    ),
    429: Sorry("A moment, please", "That was a lot at once. Wait a little, and try again."),
    500: Sorry("Something went wrong", "It is not your fault, and it has been written down."),
    503: Sorry("Not just now", "Try again in a moment."),
}


def error_page(
    request: Request, status: int, sentence: str | None = None, headers: Mapping[str, str] | None = None
) -> HTMLResponse:
    """What a person sees instead of a page."""
    phrase = HTTPStatus(status).phrase
    title, usual = _SORRY.get(status, Sorry("That did not work", f"{phrase}."))
    said = usual if sentence in (None, "", phrase) else _whole_sentence(str(sentence))
    page = render(request, "error.html", status=status, code=status, title=title, sentence=said)
    page.headers.update(headers or {})
    return page


def _whole_sentence(text: str) -> str:
    """What programs are told, for people."""
    return f"{text[0].upper()}{text[1:]}{'' if text.endswith('.') else '.'}"


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
