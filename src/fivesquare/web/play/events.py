"""A stream of events: every one is a whole game, the current one at once."""

import asyncio

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from fivesquare.web.leaving import until_left
from fivesquare.web.play.rooms import Room

_HEADERS = {
    "cache-control": "no-store",
    "x-accel-buffering": "no",  # a proxy that collects events before it passes them on makes them late
}


class EventStream(Response):
    """What is sent to somebody who looks at a game, for as long as they do."""

    media_type = "text/event-stream"

    def __init__(self, room: Room, seats: frozenset[int]) -> None:
        super().__init__(headers=_HEADERS)
        del self.headers["content-length"]  # nobody knows how much it will be
        self._room = room
        self._seats = seats

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        stream = self._room.enter(self._seats)
        gone = asyncio.create_task(until_left(receive))
        gone.add_done_callback(lambda _: stream.close())
        try:
            while (event := await stream.next()) is not None:
                await send({"type": "http.response.body", "body": event, "more_body": True})
            await send({"type": "http.response.body", "body": b""})
        finally:
            gone.cancel()
            self._room.leave(stream)
