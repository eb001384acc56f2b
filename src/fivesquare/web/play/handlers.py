"""The requests about games: begin one, look at it, follow it, and whatever its players do."""

import json

from fivesquare.web import links
from fivesquare.web.exceptions import NoSeatError, UnusableError
from fivesquare.web.messages import Request, Response, answer, read, with_game
from fivesquare.web.play import credentials, models
from fivesquare.web.play.rooms import EventStream, Room
from fivesquare.web.play.service import GameService
from fivesquare.web.study.advice_handlers import AdviceHandlers


class GameHandlers:
    """Where the players sit: each method answers one kind of request."""

    def __init__(self, service: GameService, advice: AdviceHandlers) -> None:
        self._service, self._advice = service, advice

    async def begin(self, request: Request) -> Response:
        """Begin a game. The secrets of its seats are told here and never again."""
        wish = await read(request, models.NewGame)
        browser = await self._service.browsers.secret(request)
        room, secrets = await self._service.create(wish, credentials.hash_of(browser))
        room.browsers.add(credentials.hash_of(browser))
        game = room.game.id
        told = {str(seat): secret for seat, secret in secrets.items()}
        response = with_game(room.body, 201, id=game, seats=told)
        response.headers["location"] = links.path_of(game)
        response.headers["set-cookie"] = self._service.browsers.cookie(request, browser)
        return response

    async def look(self, request: Request) -> Response:
        """The current state of a game."""
        return answer((await self._room(request)).body)

    async def follow(self, request: Request) -> EventStream:
        """A game in progress, as a stream of events."""
        room = await self._room(request)
        return EventStream(room, credentials.opened_by(room.keys, self._service.browsers.key_of(request)))

    async def move(self, request: Request) -> Response:
        """Make a move; answered when it is on disk. The same one at the same ply again changes nothing."""
        room, held = await self._seated(request)
        wish = await read(request, models.Move)
        await self._service.move(room, held, wish.ply, wish.move, wish.version)
        return answer(room.body)

    async def take_back(self, request: Request) -> Response:
        """Ask for a takeback, or answer one. Against the computer it needs no consent."""
        room, held = await self._seated(request)
        wish = await read(request, models.Takeback)
        await self._service.take_back(room, held, wish.version, wish.answer)
        return answer(room.body)

    async def resign(self, request: Request) -> Response:
        """Give the game up."""
        room, held = await self._seated(request)
        await self._service.resign(room, held, (await read(request, models.Resignation)).version)
        return answer(room.body)

    async def rematch(self, request: Request) -> Response:
        """Play again with the seats swapped; the second player to ask joins the game of the first."""
        room, _ = await self._seated(request)
        again, began = await self._service.rematch(room, (await read(request, models.Rematch)).board)
        return with_game(again.body, id=again.game.id, began=began)

    async def sit(self, request: Request) -> Response:
        """Let this browser have the seat whose secret comes along in the header."""
        room = await self._room(request)
        secret = credentials.bearer(request)
        if secret is None:
            raise NoSeatError("this needs the secret of a seat, as Authorization: Bearer SECRET")
        wish = await read(request, models.Sitting)
        browser = await self._service.browsers.secret(request)
        key = credentials.hash_of(browser)
        opens = await self._service.sit_down(room, credentials.hash_of(secret), key, wish.both)
        mine = credentials.opened_by(room.keys, key)
        response = with_game(room.body, seats=sorted(mine), opens=sorted(opens))
        response.headers["set-cookie"] = self._service.browsers.cookie(request, browser)
        return response

    async def name(self, request: Request) -> Response:
        """Say what one is called in this game, and if one wishes in those to come."""
        room, held = await self._seated(request)
        wish = await read(request, models.PlayerName)
        name = await self._service.people.rename(room, held, wish.seat, wish.name)
        response = answer(room.body)
        if wish.keep:
            browser = await self._service.browsers.secret(request)
            await self._service.people.keep_name(credentials.hash_of(browser), name)
            response.headers["set-cookie"] = self._service.browsers.cookie(request, browser)
        return response

    async def say(self, request: Request) -> Response:
        """Say one of six phrases to the other player; it is shown for a moment and not stored."""
        room, held = await self._seated(request)
        await self._service.people.say(room, held, (await read(request, models.Phrase)).phrase)
        return answer(room.body)

    async def ladder(self, request: Request) -> Response:
        """Which level the browser that asks has beaten by winning this game, or why it has beaten none."""
        room = await self._room(request)
        told = await self._service.ladder(room, self._service.browsers.key_of(request))
        return answer(json.dumps({"ladder": told}).encode())

    async def advise(self, request: Request) -> Response:
        """What to do, for a player of this game; it is noted who was helped, before they are told."""
        room, held = await self._seated(request)
        wish = await read(request, models.Advice)
        position = room.game.seated_position
        if wish.kind == "tutor":
            return await self._warn(request, room, held, wish)
        await self._service.note_help(room, held, wish.ply, wish.kind)
        ask = self._advice.hint_of if wish.kind == "hint" else self._advice.values_of
        told = await ask(request, position)
        return answer(told.body, told.status)

    async def _warn(
        self, request: Request, room: Room, held: frozenset[int], wish: models.Advice
    ) -> Response:
        """Whether a move gives the result away; without a move, whether that can be known."""
        position = room.game.seated_position
        if wish.move is not None and wish.move not in position.legal:
            raise UnusableError('"tutor" needs a legal move')
        await self._service.note_help(room, held, wish.ply, None)
        told = await self._advice.cautions_of(request, position)
        if told.status != 200:
            return answer(told.body, told.status)
        found = json.loads(told.body)
        caution = found["cautions"].get(wish.move)
        if caution is not None:
            await self._service.note_help(room, held, wish.ply, wish.kind)
        return answer(json.dumps({"exact": found["exact"], "caution": caution}).encode())

    async def invite(self, request: Request) -> Response:
        """A link to the player's own seat for another device, or to the open seat for a friend."""
        room, held = await self._seated(request)
        secret = await self._service.invite(room, held, (await read(request, models.Invitation)).seat)
        link = f"{links.link_to(request, room.game.id)}#{secret}"
        return answer(models.Link(link=link, qr=links.qr(link)).model_dump_json().encode())

    async def _room(self, request: Request) -> Room:
        return await self._service.find(request.path_params["id"])

    async def _seated(self, request: Request) -> tuple[Room, frozenset[int]]:
        room = await self._room(request)
        key = self._service.browsers.key_of(request)
        held = await self._service.sit_at(room, key)
        if key is not None and credentials.bearer(request) is None:
            room.browsers.add(key)
        return room, held
