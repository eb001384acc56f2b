"""The pictures that are not of a game of this server: of the site, a book, a puzzle, a record."""

import json
from functools import partial

from fivesquare import json_view, pictures
from fivesquare.books import NAMED, explain
from fivesquare.pictures import raster
from fivesquare.position import Position
from fivesquare.scenes import scene
from fivesquare.web import messages
from fivesquare.web.exceptions import UnknownPageError
from fivesquare.web.messages import Page, Request, Response
from fivesquare.web.openapi import Media, Operation
from fivesquare.web.study import models
from fivesquare.web.study.handlers import StudyHandlers, wanted_by
from fivesquare.web.study.solver_pool import SolverPool

_FOR_A_DAY = {"cache-control": "public, max-age=86400"}
_QUESTION = "Exactly one move wins. Which?"
_PICTURE = Media(
    "image/png", {"type": "string", "format": "binary"}, "The last position of the record, 1200x630."
)


def routes(pool: SolverPool) -> list[Page]:
    previews = LinkPreviews(pool)
    return [
        Page("/picture.png", previews.cover, is_costly=True),
        Page("/rules/{name}/picture.png", previews.rules, is_costly=True),
        Page("/puzzles/picture.png", previews.puzzle, is_costly=True),
    ]


def operation(pool: SolverPool) -> Operation:
    """The picture that the review of an uploaded record asks for."""
    return Operation(
        "POST",
        "/api/picture",
        LinkPreviews(pool).record,
        takes=models.Record,
        gives=_PICTURE,
        refuses=(422, 503),
        tag="analyses",
        is_costly=True,
    )


def card(position: Position, sentence: str = "") -> bytes:
    """The picture of a position, as a PNG; without a sentence it says after which move that is."""
    start = "A position set up by hand." if position.is_set_up else "The opening."
    moment = f"After move {len(position.moves)}." if position.moves else start
    title = json_view.label(position)
    drawn = pictures.card(position.board_data, position.sides, title=title, sentence=sentence or moment)
    return raster.png(drawn)


class LinkPreviews:
    """What a messenger shows beside a link."""

    def __init__(self, pool: SolverPool) -> None:
        self._pool = pool
        self._study = StudyHandlers(pool)

    async def cover(self, _request: Request) -> Response:
        return _png(await self._pool.draw("cover", lambda: raster.png(pictures.cover())))

    async def rules(self, request: Request) -> Response:
        """A moment in the middle of a game of that book."""
        name = request.path_params["name"]
        if name not in NAMED:
            raise UnknownPageError("There is no game of that name.")
        position = scene(name)
        sentence = explain.in_a_sentence(position.book)
        return _png(await self._pool.draw(("rules", name), partial(card, position, sentence)))

    async def puzzle(self, request: Request) -> Response:
        """A puzzle, the very one that the address names; without a seed it may be any."""
        if "seed" not in request.query_params:
            return await self.cover(request)
        wanted = wanted_by(request.query_params)
        found = await self._pool.ask(wanted.key, lambda glance: self._study.posed(wanted, glance))
        position = Position.from_record(json.loads(found.body)["record"])
        return _png(await self._pool.draw(wanted.key, partial(card, position, _QUESTION)))

    async def record(self, request: Request) -> Response:
        """The last position of a record as a picture."""
        position = Position.from_record(await messages.sent(request))
        key = "card", json.dumps(json_view.setting(position)), position.moves
        picture = await self._pool.draw(key, partial(card, position))
        return _png(picture, {"cache-control": "no-store"})


def _png(picture: bytes, headers: dict[str, str] = _FOR_A_DAY) -> Response:
    return Response(picture, 200, headers, "image/png")
