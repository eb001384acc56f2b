"""The pages of the review: of a game of this server, and of a record that somebody brings.

And what they ask for besides the worths: every position of a record, and the picture of one.
"""

import json
from functools import partial
from typing import Any

from fastapi import FastAPI
from pydantic import BaseModel, Field
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fivesquare.errors import FivesquareError
from fivesquare.position import Position
from fivesquare.record import parse_record
from fivesquare.web import documented
from fivesquare.web.pages import cards, sharing, site
from fivesquare.web.play import seats, views
from fivesquare.web.play.games import Game
from fivesquare.web.play.playing import Playing
from fivesquare.web.refusals import UnusableError
from fivesquare.web.study import models as models
from fivesquare.web.study import walks
from fivesquare.web.study.thinking import Thinkers, identity

_SEATS = (1, 2)


def routes(playing: Playing) -> list[Route]:
    """The pages."""
    reviewed = Reviewed(playing)
    return [site.packed("/review", reviewed.anything), site.packed("/games/{id}/review", reviewed.game)]


def add_routes(app: FastAPI, thinkers: Thinkers) -> None:
    """What the pages ask for."""
    looks = Looks(thinkers)
    add = partial(documented.add, app, "POST", tag="analyses", takes=models.Record)
    add("/api/plies", looks.plies, gives=Plies, refuses=(422, 503))
    add("/api/picture", looks.picture, gives=None, refuses=(422, 503), more=_PICTURE)


class Plies(BaseModel):
    """A record, position by position, without any worths."""

    game: models.Setting
    plies: list[dict[str, Any]] = Field(description="The opening, and the position after each move.")


_PICTURE: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "The last position of the record, 1200x630.",
        "content": {"image/png": {"schema": {"type": "string", "format": "binary"}}},
    }
}


# --- Pages ---


class Reviewed:
    """A game as it is gone over."""

    def __init__(self, playing: Playing) -> None:
        self._playing = playing

    async def anything(self, request: Request) -> Response:
        """For a record that the page gets from its reader, or finds in its own address."""
        return _page(request, {"id": None, "record": None, "seats": [], "result": None})

    async def game(self, request: Request) -> Response:
        """For a game of this server, unless it would help one of two people against the other."""
        room = await self._playing.find(request.path_params["id"])
        held = seats.opened_by(room.keys, seats.key_of(request))
        game = room.game
        data = {
            "id": game.id,
            "record": game.to_record(),
            "seats": sorted(held),
            "result": game.result if game.is_over else None,
        }
        return _page(request, data, game, closed=_would_help(game, held))


def _would_help(game: Game, held: frozenset[int]) -> bool:
    """Whether two people are still at it, who are not the same."""
    return game.is_between_people and not game.is_over and held != frozenset(_SEATS)


def _page(
    request: Request, data: dict[str, Any], game: Game | None = None, *, closed: bool = False
) -> Response:
    place = sharing.here(request) + ("" if game is None else sharing.page(game.id))
    return site.render(
        request,
        "review.html",
        here="review",
        id=None if game is None else game.id,
        label="" if game is None else views.label(game.position),
        url=f"{place}/review",
        picture=f"{place}/picture.png",
        closed=closed,
        data={} if closed else data,
    )


# --- What they ask for ---


class Looks:
    """Positions to look at, without any worths."""

    def __init__(self, thinkers: Thinkers) -> None:
        self._thinkers = thinkers

    async def plies(self, request: Request) -> Response:
        """Every position of a record: what is to be seen of it, and what each claim would do."""
        end = await _position(request)
        setting = walks.setting(end)

        def plies() -> bytes:
            seen = [{"ply": ply, **views.seen(position)} for ply, position in enumerate(end.history())]
            return json.dumps({"game": setting, "plies": seen}).encode()

        key = "plies", json.dumps(setting), end.moves
        return documented.answer(await self._thinkers.draw(key, plies))

    async def picture(self, request: Request) -> Response:
        """The last position of a record as a picture."""
        position = await _position(request)
        moves = len(position.moves)
        sentence = f"After move {moves}." if moves else "The opening."
        key = "card", identity(position), sentence
        picture = await self._thinkers.draw(key, lambda: cards.card(position, sentence))
        return Response(picture, 200, {"cache-control": "no-store"}, "image/png")


async def _position(request: Request) -> Position:
    """The last position of the record in the body."""
    try:
        return Position.from_record(parse_record((await request.body()).decode()))
    except UnicodeDecodeError:
        raise UnusableError("the body is no text in UTF-8") from None
    except FivesquareError as error:
        raise UnusableError(str(error)) from None
