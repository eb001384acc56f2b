"""The requests about evenings of a club: open one, look at it, join, and whatever its host does."""

import json

from fivesquare.web import links
from fivesquare.web.exceptions import NoSeatError
from fivesquare.web.messages import Request, Response, answer, read
from fivesquare.web.play import club_models as models
from fivesquare.web.play import credentials
from fivesquare.web.play.evening import NOBODY, UNDECIDED
from fivesquare.web.play.evening_rooms import EveningRoom
from fivesquare.web.play.rooms import EventStream
from fivesquare.web.play.service import GameService


class ClubHandlers:
    """Where an evening is played: each method answers one kind of request."""

    def __init__(self, service: GameService) -> None:
        self._evenings, self._browsers, self._people = service.evenings, service.browsers, service.people

    async def open_evening(self, request: Request) -> Response:
        """Open an evening; the browser whose cookie comes along, or is made now, is its host."""
        wish = await read(request, models.NewEvening)
        browser = await self._browsers.secret(request)
        room = await self._evenings.open(wish, credentials.hash_of(browser))
        response = _with_evening(room, 201, id=room.evening.id)
        response.headers["location"] = links.path_of_evening(room.evening.id)
        response.headers["set-cookie"] = self._browsers.cookie(request, browser)
        return response

    async def look_at_evening(self, request: Request) -> Response:
        """An evening as it stands."""
        return answer((await self._room(request)).body)

    async def follow_evening(self, request: Request) -> EventStream:
        """An evening as it goes on, as a stream of events."""
        return EventStream(await self._room(request))

    async def join(self, request: Request) -> Response:
        """Take part by a name. Again with the same cookie: be called so, or come back after leaving."""
        room = await self._room(request)
        wish = await read(request, models.Joining)
        browser = await self._browsers.secret(request)
        key = credentials.hash_of(browser)
        player = await self._evenings.join(room, wish.name, key)
        if wish.keep:
            await self._people.keep_name(key, room.evening.guests[player - 1].name)
        response = _with_evening(room, player=player)
        response.headers["set-cookie"] = self._browsers.cookie(request, browser)
        return response

    async def leave(self, request: Request) -> Response:
        """Take no part in the rounds to come."""
        room = await self._room(request)
        player = room.player_of(self._browsers.key_of(request))
        if player is None:
            raise NoSeatError("this browser plays no part in this evening")
        await self._evenings.leave(room, player)
        return answer(room.body)

    async def begin_round(self, request: Request) -> Response:
        """Begin the next round, as its host. The same round again changes nothing."""
        room = await self._hosted(request)
        await self._evenings.begin_round(room, (await read(request, models.WantedRound)).round)
        return answer(room.body)

    async def decide(self, request: Request) -> Response:
        """Award a game that is not over, skip it, or take that back, as the host."""
        room = await self._hosted(request)
        wish = await read(request, models.Decision)
        said = UNDECIDED if wish.reopen else NOBODY if wish.winner is None else str(wish.winner)
        await self._evenings.decide(room, wish.round, wish.table, said)
        return answer(room.body)

    async def admit(self, request: Request) -> Response:
        """Remove a player, or let a removed one come back, as the host."""
        room = await self._hosted(request)
        wish = await read(request, models.Admission)
        await self._evenings.admit(room, wish.player, wish.welcome)
        return answer(room.body)

    async def set_door(self, request: Request) -> Response:
        """Let others join, or nobody else, as the host."""
        room = await self._hosted(request)
        await self._evenings.set_door(room, (await read(request, models.Door)).open)
        return answer(room.body)

    async def end(self, request: Request) -> Response:
        """End the evening, as its host. What is still being played does not count."""
        room = await self._hosted(request)
        await self._evenings.end(room)
        return answer(room.body)

    async def _room(self, request: Request) -> EveningRoom:
        return await self._evenings.find(request.path_params["id"])

    async def _hosted(self, request: Request) -> EveningRoom:
        room = await self._room(request)
        self._evenings.check_host(room, self._browsers.key_of(request))
        return room


def _with_evening(room: EveningRoom, status: int = 200, **keys: object) -> Response:
    return answer(b'{%b,"evening":%b}' % (json.dumps(keys)[1:-1].encode(), room.body), status)
