"""The games over HTTP, as JSON: begin one, look at it, follow it, and whatever its players do."""

from typing import Any

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import Response

from fivesquare.web import documented, links
from fivesquare.web.documented import answer, read, with_game
from fivesquare.web.play import models, seats
from fivesquare.web.play.beginnings import Wish
from fivesquare.web.play.events import EventStream
from fivesquare.web.play.playing import Playing
from fivesquare.web.play.rooms import Room
from fivesquare.web.refusals import NoSeatError

_GAMES = "/api/games"
_GAME = "/api/games/{id}"


def add_routes(app: FastAPI, playing: Playing) -> None:
    """Everything about games, each route a method of the table."""
    table = Table(playing)

    def add(method: str, path: str, endpoint: documented.Endpoint, **told: Any) -> None:
        documented.add(app, method, path, endpoint, **told)

    def add_deed(what: str, endpoint: documented.Endpoint, *busy: int, **told: Any) -> None:
        """What only somebody with a seat can do, and only as the game stands."""
        refuses = (401, 404, 422, *busy)
        add("POST", f"{_GAME}/{what}", endpoint, refuses=refuses, more=_STALE, **told)

    add("POST", _GAMES, table.begin, takes=models.NewGame, gives=models.Begun, status=201, refuses=(422,))
    add("GET", _GAME, table.look, gives=models.Game, refuses=(404,))
    add("GET", f"{_GAME}/events", table.follow, gives=None, refuses=(404, 503), more=_STREAM)
    add_deed("moves", table.move, 503, takes=models.Move, gives=models.Game)
    add_deed("takeback", table.take_back, takes=models.Takeback, gives=models.Game)
    add_deed("resign", table.resign, takes=models.Resignation, gives=models.Game)
    add_deed("rematch", table.rematch, takes=models.Rematch, gives=models.Again)
    add_deed("seat", table.sit, takes=models.Sitting, gives=models.Seated)
    add_deed("links", table.invite, takes=models.Invitation, gives=models.Link)


_STALE: dict[int | str, dict[str, Any]] = {409: {"model": models.Stale}}
_STREAM: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "Every event is a whole game, its id the ply; the current one at once.",
        "content": {"text/event-stream": {"schema": {"type": "string"}}},
    }
}


class Table:
    """Where the players sit: each method answers one kind of request."""

    def __init__(self, playing: Playing) -> None:
        self._playing = playing

    async def begin(self, request: Request) -> Response:
        """Begin a game. The secrets of its seats are told here and never again."""
        wish = Wish(**(await read(request, models.NewGame)).model_dump())
        browser = seats.browser(request) or seats.new_secret()
        room, secrets = await self._playing.create(wish, seats.hash_of(browser))
        game = room.game.id
        told = {str(seat): secret for seat, secret in secrets.items()}
        response = with_game(room.body, 201, id=game, seats=told)
        response.headers["location"] = links.path_of(game)
        seats.remember(response, request, browser)
        return response

    async def look(self, request: Request) -> Response:
        """A game as it stands."""
        return answer((await self._room(request)).body)

    async def follow(self, request: Request) -> Response:
        """A game as it goes on, as a stream of events."""
        room = await self._room(request)
        return EventStream(room, seats.opened_by(room.keys, seats.key_of(request)))

    async def move(self, request: Request) -> Response:
        """Make a move; answered when it is on disk. The same one at the same ply again changes nothing."""
        room, held = await self._seated(request)
        wish = await read(request, models.Move)
        await self._playing.move(room, held, wish.ply, wish.move, wish.version)
        return answer(room.body)

    async def take_back(self, request: Request) -> Response:
        """Ask for a takeback, or answer one. Against the computer it is done at once."""
        room, held = await self._seated(request)
        wish = await read(request, models.Takeback)
        await self._playing.take_back(room, held, wish.version, wish.answer)
        return answer(room.body)

    async def resign(self, request: Request) -> Response:
        """Give the game up."""
        room, held = await self._seated(request)
        await self._playing.resign(room, held, (await read(request, models.Resignation)).version)
        return answer(room.body)

    async def rematch(self, request: Request) -> Response:
        """Play again with the seats swapped; whoever asks second gets the game of whoever asked first."""
        room, _ = await self._seated(request)
        again = await self._playing.rematch(room, (await read(request, models.Rematch)).board)
        return with_game(again.body, id=again.game.id)

    async def sit(self, request: Request) -> Response:
        """Let this browser have the seat whose secret comes along in the header."""
        room = await self._room(request)
        secret = seats.bearer(request)
        if secret is None:
            raise NoSeatError("this needs the secret of a seat, as Authorization: Bearer SECRET")
        wish = await read(request, models.Sitting)
        browser = seats.browser(request) or seats.new_secret()
        key = seats.hash_of(browser)
        opens = await self._playing.sit_down(room, seats.hash_of(secret), key, wish.both)
        mine = seats.opened_by(room.keys, key)
        response = with_game(room.body, seats=sorted(mine), opens=sorted(opens))
        seats.remember(response, request, browser)
        return response

    async def invite(self, request: Request) -> Response:
        """A link to one's own seat for another device, or to the seat that is still open for a friend."""
        room, held = await self._seated(request)
        secret = await self._playing.invite(room, held, (await read(request, models.Invitation)).seat)
        link = f"{links.link_to(request, room.game.id)}#{secret}"
        return answer(models.Link(link=link, qr=links.qr(link)).model_dump_json().encode())

    async def _room(self, request: Request) -> Room:
        return await self._playing.find(request.path_params["id"])

    async def _seated(self, request: Request) -> tuple[Room, frozenset[int]]:
        room = await self._room(request)
        return room, await self._playing.sit_at(room, seats.key_of(request))
