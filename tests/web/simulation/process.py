"""A server process on the simulated machine: the product's service over its own store."""

import asyncio
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, NamedTuple, cast

from fivesquare.errors import FivesquareError
from fivesquare.lanes import BusyError
from fivesquare.players import find_player
from fivesquare.players.base import Luck
from fivesquare.position import Position
from fivesquare.web.exceptions import RefusalError
from fivesquare.web.messages import Message, Receive
from fivesquare.web.play.handlers import GameHandlers
from fivesquare.web.play.rooms import EventStream
from fivesquare.web.play.service import GameService
from fivesquare.web.store import Store, StoreError
from web.simulation.event_loop import SimulatedLoop
from web.simulation.model import INTENT, Intent, Model
from web.simulation.scheduler import Scheduler
from web.simulation.threads import Threads
from web.simulation.watched_store import WatchedStore

Send = Callable[[bytes], Any]


class Url(NamedTuple):
    scheme: str = "http"
    netloc: str = "simulated"
    port: int | None = None
    path: str = "/api/games"


class SimulatedRequest:
    """What arrives of a request."""

    def __init__(
        self, game: str, headers: Mapping[str, str], cookies: Mapping[str, str], body: bytes
    ) -> None:
        self.url = Url()
        self.path_params = {"id": game}
        self.query_params: Mapping[str, str] = {}
        self.headers, self.cookies, self._body = headers, cookies, body
        self._gone = asyncio.Event()

    async def body(self) -> bytes:
        return self._body

    @property
    def receive(self) -> Receive:
        return self._disconnected

    async def _disconnected(self) -> Message:
        await self._gone.wait()
        return {"type": "http.disconnect"}

    def leave(self) -> None:
        """For streams: the client disconnects."""
        self._gone.set()


class Answered(NamedTuple):
    """What a request is answered."""

    status: int
    body: bytes
    cookie: str | None = None


class Thinker:
    """In the place of the solver's threads: the same random player, after a while, and busy at times."""

    def __init__(self, chance: Any) -> None:
        self._chance = chance

    async def move(self, position: Position, player: str, luck: Luck) -> str:
        await asyncio.sleep(self._chance.random() * 0.2)
        if self._chance.random() < 0.05:
            raise BusyError("too much is being thought about")
        return luck.at(position).choice(position.legal) if find_player(player) else ""


class Process:
    """A server, from its start until it has ended or was killed."""

    def __init__(
        self,
        scheduler: Scheduler,
        store: Store,
        model: Model,
        chance: Any,
        *,
        take_delay: Callable[[], float],
        enter: Callable[["Process"], None],
        keep_days: float,
        keep_games: int,
    ) -> None:
        self.is_dead = self.is_open = self.has_failed = False
        self.errors: list[str] = []
        self.connections: list[sqlite3.Connection] = []
        self.threads = Threads(scheduler, take_delay, lambda: enter(self))
        self.loop = SimulatedLoop(scheduler, self.threads, self._on_error)
        self._enter, self._store = enter, store
        self.started = scheduler.now
        watched = cast(Store, WatchedStore(store, model))
        enter(self)
        self.service = GameService(
            watched,
            cast(Any, Thinker(chance)),
            keep_days=keep_days,
            keep_games=keep_games,
            clock=scheduler.wall,
        )
        self._handlers = GameHandlers(self.service, cast(Any, None))
        self.streams: dict[object, Any] = {}

    def _on_error(self, context: dict[str, Any]) -> None:
        self.errors.append(f"{context.get('message')}: {context.get('exception')!r}")

    def spawn(self, work: Any) -> Any:
        """A task in the event loop of this process."""
        asyncio._set_running_loop(cast(Any, self.loop))
        try:
            return self.loop.create_task(work)
        finally:
            asyncio._set_running_loop(None)

    def step(self) -> None:
        """Run the next callback of the event loop."""
        self._enter(self)
        self.loop.run_next()

    def start(self) -> None:
        self.spawn(self._open())

    async def _open(self) -> None:
        try:
            await self.service.open()
            self.is_open = True
        except StoreError as error:
            self.has_failed = True
            self.failure = str(error)

    async def close(self) -> None:
        await self.service.close()

    def kill(self) -> None:
        """End it where it is: what the operating system does for a dead process."""
        self.is_dead = True
        self.is_open = False
        self.loop.kill()
        self.threads.kill()
        for connection in self.connections:
            with suppress(sqlite3.Error):
                connection.close()
        self._store._database.release()  # type: ignore[attr-defined]

    # --- Requests ---

    async def serve(self, operation: str, request: SimulatedRequest, intent: Intent) -> Answered:
        """What a handler answers, as HTTP."""
        INTENT.set(intent)
        try:
            if operation == "healthz":
                return await self._health()
            response = await getattr(self._handlers, operation)(request)
        except RefusalError as error:
            body = b'{"error":1,"game":%b}' % error.game if error.game else b"{}"
            return Answered(error.status, body)
        except (BusyError, StoreError):
            return Answered(503, b"{}")
        except FivesquareError:
            return Answered(422, b"{}")
        except Exception as error:
            return Answered(500, repr(error).encode())
        return Answered(response.status, response.body, response.headers.get("set-cookie"))

    async def _health(self) -> Answered:
        try:
            await self.service.check()
        except (StoreError, TimeoutError):
            return Answered(503, b"{}")
        return Answered(200, b"{}")

    async def stream(self, request: SimulatedRequest, intent: Intent, put: Callable[[bytes], Any]) -> int:
        """Follow a game until the client leaves or the server ends it; `put` waits as a slow line does."""
        INTENT.set(intent)
        try:
            response = await self._handlers.follow(cast(Any, request))
        except RefusalError as error:
            return error.status
        except StoreError:
            return 503
        assert isinstance(response, EventStream)

        async def send(message: Message) -> None:
            if message.get("more_body"):
                await put(message["body"])

        await response({}, request.receive, send)
        return 200
