"""The pictures that are not of a game of this server: of the site, a book, a puzzle, a record."""

import json
from functools import partial
from typing import Any

from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fivesquare.books import explain
from fivesquare.position import Position
from fivesquare.web import documented, views
from fivesquare.web.pages import cards, miniatures
from fivesquare.web.study import models
from fivesquare.web.study.analyses import Study, wanted_by
from fivesquare.web.study.thinking import Thinkers

_FOR_A_DAY = {"cache-control": "public, max-age=86400"}
_QUESTION = "Exactly one move wins. Which?"


def routes(thinkers: Thinkers) -> list[Route]:
    pictures = LinkPictures(thinkers)
    return [
        Route("/picture.png", pictures.cover),
        Route("/rules/{name}/picture.png", pictures.rules),
        Route("/puzzles/picture.png", pictures.puzzle),
    ]


def add_routes(app: FastAPI, thinkers: Thinkers) -> None:
    """The one that is asked for by the review of a record that somebody brings."""
    picture = LinkPictures(thinkers).record
    told: dict[str, Any] = {"tag": "analyses", "refuses": (422, 503), "more": _PICTURE}
    documented.add(app, "POST", "/api/picture", picture, takes=models.Record, gives=None, **told)


_PICTURE: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "The last position of the record, 1200x630.",
        "content": {"image/png": {"schema": {"type": "string", "format": "binary"}}},
    }
}


class LinkPictures:
    """What a messenger shows beside a link."""

    def __init__(self, thinkers: Thinkers) -> None:
        self._thinkers = thinkers
        self._study = Study(thinkers)

    async def cover(self, _request: Request) -> Response:
        return _png(await self._thinkers.draw("cover", cards.cover))

    async def rules(self, request: Request) -> Response:
        """A moment in the middle of a game of that book."""
        name = request.path_params["name"]
        if name not in miniatures.SCENES:
            raise HTTPException(404, "There is no game of that name.")
        position = miniatures.position(name)
        sentence = explain.in_a_sentence(position.book)
        return _png(await self._thinkers.draw(("rules", name), partial(cards.card, position, sentence)))

    async def puzzle(self, request: Request) -> Response:
        """A puzzle, the very one that the address names; without a seed it may be any."""
        if "seed" not in request.query_params:
            return await self.cover(request)
        wanted = wanted_by(request.query_params)
        found = await self._thinkers.ask(wanted.key, lambda glance: self._study.posed(wanted, glance))
        position = Position.from_record(json.loads(found.body)["record"])
        return _png(await self._thinkers.draw(wanted.key, partial(cards.card, position, _QUESTION)))

    async def record(self, request: Request) -> Response:
        """The last position of a record as a picture."""
        position = Position.from_record(await documented.sent(request))
        key = "card", json.dumps(views.setting(position)), position.moves
        picture = await self._thinkers.draw(key, partial(cards.card, position))
        return _png(picture, {"cache-control": "no-store"})


def _png(picture: bytes, headers: dict[str, str] = _FOR_A_DAY) -> Response:
    return Response(picture, 200, headers, "image/png")
