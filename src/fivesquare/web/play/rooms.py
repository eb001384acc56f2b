"""The games in memory, and who looks at them.

A room is a game that is played or watched here. Whatever changes in it is sent to every stream as the
whole game; a stream that is slow skips what it could not take and gets the newest.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, Protocol

from fivesquare.web.exceptions import UnknownGameError
from fivesquare.web.messages import Receive, Scope, Send, start, until_left
from fivesquare.web.play.credentials import BOTH
from fivesquare.web.play.game_state import GameState
from fivesquare.web.play.phrases import Talk
from fivesquare.web.store.base import Keys, Store, StoredGame, StoreError

NO_GAME = "there is no such game here"
BEAT = 20.0  # seconds without news after which the game is sent again: proof that the line is alive
_MOMENT = 60.0  # seconds
_RELOAD = 3.0  # seconds within which a player who left may be back without having been away
_PAUSE = 1.0  # seconds before a store that is away is asked again
_MOST_ROOMS = 20_000  # in memory, while they are empty
_HEADERS = {
    "cache-control": "no-store",
    "x-accel-buffering": "no",  # a proxy that collects events before it passes them on makes them late
    "content-type": "text/event-stream; charset=utf-8",
}


class Followed(Protocol):
    """What streams can follow: a game, or an evening of a club."""

    @property
    def event(self) -> bytes:
        """All of it, as an event."""
        ...

    def enter(self, seats: frozenset[int]) -> "Stream": ...

    def leave(self, stream: "Stream") -> None: ...


class Stream:
    """A client that follows a game: holds the newest event that was not sent yet, and no other."""

    def __init__(self, room: Followed, seats: frozenset[int]) -> None:
        self.seats = seats
        self._room = room
        self._loop = asyncio.get_running_loop()
        self._newest: bytes | None = room.event
        self._is_closed = False
        self._waiting: asyncio.Future[None] | None = None
        self._sent_at = self._loop.time()
        self._beat = self._loop.call_later(BEAT, self._send_again)  # one for many events: see below

    def put(self, event: bytes) -> None:
        self._newest = event
        self._wake()

    def close(self) -> None:
        self._is_closed = True
        self._beat.cancel()
        self._wake()

    async def next(self) -> bytes | None:
        """The newest event, as soon as there is one that was not sent yet; None when it is closed."""
        while self._newest is None and not self._is_closed:
            self._waiting = self._loop.create_future()
            await self._waiting
        if self._is_closed:
            return None
        newest, self._newest = self._newest, None
        self._sent_at = self._loop.time()
        return newest

    def _wake(self) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    def _send_again(self) -> None:
        """Send the game if there was no news; a timer for each event would cost more than the event."""
        silence = self._loop.time() - self._sent_at
        if silence >= BEAT:
            self.put(self._room.event)
            silence = 0.0
        self._beat = self._loop.call_later(BEAT - silence, self._send_again)


class Room:
    """One game, as it is on disk, with whom it is shown to."""

    def __init__(
        self, kept: StoredGame, changed: "set[Room]", clock: Callable[[], float] = time.time
    ) -> None:
        """`changed` is where it says that who looks at it did."""
        self.keys: Keys = kept.keys
        self._changed = changed
        self._clock = clock
        self.game = GameState.of(kept)
        self.streams: set[Stream] = set()
        self.followers: set[Callable[[], None]] = set()  # called when it has changed: evenings that show it
        self.browsers: set[bytes] = set()  # those of the keys that came in a cookie
        self.is_stale = False  # another process has written
        self.asked_for = time.monotonic()
        self.is_thinking = False  # the computer is at work here on its move
        self._watching_elsewhere = 0
        self._seats_elsewhere: frozenset[int] = frozenset()
        self._here: frozenset[int] = frozenset()  # the seats whose players are shown as here
        self._left_at: dict[int, float] = {}  # by seat, when its player was last seen here
        self._talks = {seat: Talk() for seat in BOTH}
        self._body: bytes | None = None
        self._event: bytes | None = None

    @property
    def is_looked_at(self) -> bool:
        """Whether it is being watched, or was a moment ago."""
        return bool(self.streams) or time.monotonic() - self.asked_for < _MOMENT

    @property
    def watching_here(self) -> int:
        """How many look on without a seat, through this process."""
        return sum(not stream.seats for stream in self.streams)

    @property
    def seats_here(self) -> frozenset[int]:
        """The seats whose players follow the game through this process."""
        return frozenset().union(*(stream.seats for stream in self.streams))

    def is_here(self, seat: int) -> bool:
        """Whether a player is shown as here."""
        return seat in self._here

    @property
    def body(self) -> bytes:
        """The game as JSON."""
        if self._body is None:
            watching = self.watching_here + self._watching_elsewhere
            self._body = self.game.to_json(watching=watching, **self._company())
        return self._body

    def _company(self) -> dict[str, Any]:
        """Which of two people are here, and what they say."""
        if not self.game.is_between_people:
            return {"presence": [None, None], "said": [None, None]}
        now = self._clock()
        said = [self._talks[seat].latest(now) for seat in BOTH]
        return {
            "presence": [self.presence(seat) for seat in BOTH],
            "said": [None if each is None else each._asdict() for each in said],
        }

    def presence(self, seat: int) -> dict[str, Any] | None:
        """Whether a person is here, or since when not; None if nobody has sat down there."""
        if seat not in self.game.sat:
            return None
        is_here = self.is_here(seat)
        return {"here": is_here, "since": None if is_here else self._left_at.get(seat)}

    @property
    def event(self) -> bytes:
        """The game as an event of a stream; between people with the server's time, to count on from."""
        if self.game.is_between_people:
            return b'id: %d\ndata: %b,"now":%.3f}\n\n' % (self.game.ply, self.body[:-1], self._clock())
        if self._event is None:
            self._event = b"id: %d\ndata: %b\n\n" % (self.game.ply, self.body)
        return self._event

    def show(self, game: GameState) -> None:
        """Send a newer game to every stream; ignore an older one."""
        if game.version > self.game.version:
            self.game = game
            self.tell()

    def tell(self) -> None:
        """Send the current game to every stream."""
        self._body = self._event = None
        if self.streams:
            event = self.event
            for stream in self.streams:
                stream.put(event)
        for follower in tuple(self.followers):
            follower()

    def let_in(self, seat: int, key: bytes, *, alone: bool = False) -> None:
        """One more secret opens a seat, or this one and no other."""
        first, second = self.keys
        held = (key,) if alone else (*self.keys[seat - 1], key)
        self.keys = (held, second) if seat == 1 else (first, held)

    def close(self) -> None:
        """End its streams."""
        for stream in self.streams:
            stream.close()

    def enter(self, seats: frozenset[int]) -> Stream:
        """Open a stream; without a seat it counts as a spectator."""
        stream = Stream(self, seats)
        self.streams.add(stream)
        self._recount(stream)
        return stream

    def leave(self, stream: Stream) -> None:
        self.streams.discard(stream)
        stream.close()
        self._recount(stream)

    def _recount(self, stream: Stream) -> None:
        if not stream.seats:
            self._changed.add(self)
            self.tell()
        elif self.game.is_between_people:
            self._changed.add(self)
            self.notice_players()

    def be_elsewhere(self, watching: int, seats: frozenset[int]) -> None:
        """Set who follows the game through other processes: how many spectators, which players."""
        is_new = watching != self._watching_elsewhere
        self._watching_elsewhere, self._seats_elsewhere = watching, seats
        if not self.notice_players() and is_new:
            self.tell()

    def notice_players(self) -> bool:
        """Show who came and who left; whether there was anything to show.

        Who left is shown as here for a moment longer: a page that is reloaded leaves and comes back.
        """
        now, seats = self._clock(), self.seats_here | self._seats_elsewhere
        for seat in self._here - seats:
            since = self._left_at.setdefault(seat, now)
            if 0 <= now - since < _RELOAD:
                seats |= {seat}
                self._changed.add(self)
        for seat in self.seats_here | self._seats_elsewhere:
            self._left_at.pop(seat, None)
        if seats == self._here:
            return False
        self._here = seats
        self.tell()
        return True

    # --- What players say ---

    def wait_to_say(self, seat: int) -> float:
        """Seconds until a player may say something again."""
        return self._talks[seat].wait(self._clock())

    def say(self, seat: int, phrase: str) -> None:
        """Show a phrase of a player for a moment."""
        self._talks[seat].say(phrase, self._clock())
        self.tell()


class EventStream:
    """The response that follows a game: server-sent events, for as long as the client listens."""

    def __init__(self, room: Followed, seats: frozenset[int] = frozenset()) -> None:
        self._room, self._seats = room, seats

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send(start(200, _HEADERS))
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


class Rooms:
    """The rooms by the ids of their games: a cache that drops empty ones, the oldest first."""

    def __init__(
        self, store: Store, most: int = _MOST_ROOMS, clock: Callable[[], float] = time.time
    ) -> None:
        self._store = store
        self._most = most
        self._clock = clock
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Room | None]] = {}
        self._missed: set[str] = set()  # of those, what has changed since it was read
        self.changed: set[Room] = set()  # in which who looks at them did

    def __len__(self) -> int:
        return len(self._rooms)

    def __iter__(self) -> Iterator[Room]:
        return iter(tuple(self._rooms.values()))

    def get(self, game: str) -> Room | None:
        """The room of a game that is in memory."""
        return self._rooms.get(game)

    def take_changed(self) -> set[Room]:
        """The rooms in which someone came or left since the last call."""
        changed = set(self.changed)
        self.changed.clear()
        return changed

    async def find(self, game: str) -> Room | None:
        """The room of a game, read from the store if need be; None if there is no such game."""
        room = self._rooms.get(game)
        if room is not None and room.is_stale:
            try:
                await self.refresh(room)
            except UnknownGameError:
                return None
            room = self._rooms.get(game)
        if room is not None:
            self._rooms.move_to_end(game)
            return room
        loading = self._loading.get(game)
        if loading is None:  # one reads for all who ask meanwhile
            loading = self._loading[game] = asyncio.create_task(self._load(game))
            loading.add_done_callback(lambda _: self._loading.pop(game, None))
        return await asyncio.shield(loading)

    async def _load(self, game: str) -> Room | None:
        is_old = True
        while is_old:
            self._missed.discard(game)
            kept = await self._store.read(game)
            is_old = game in self._missed
        return None if kept is None else self.add(kept)

    def add(self, kept: StoredGame) -> Room:
        game = kept.beginning.id
        if game not in self._rooms:
            self._rooms[game] = Room(kept, self.changed, self._clock)
            self._forget()
        return self._rooms[game]

    async def refresh(self, room: Room) -> None:
        """Take in what the store knows and the room does not.

        A game that is gone has no room, and is an error: a write to it must not be retried.
        """
        room.is_stale = False  # before it is read: what happens meanwhile makes it so again
        try:
            kept = await self._store.read(room.game.id)
        except BaseException:
            room.is_stale = True
            raise
        if kept is None:
            self._rooms.pop(room.game.id, None)
            room.close()
            raise UnknownGameError(NO_GAME)
        version = len(kept.entries)
        if version >= room.game.version:  # else the room has learned of newer things meanwhile
            room.keys = kept.keys
        if version > room.game.version:
            room.show(GameState.of(kept))

    async def heard(self, game: str, entries: int) -> None:
        """The store says how many entries a game has; see `Heard` for 0, and for no game at all.

        A room with people in it catches up immediately, an empty one at the next visit.
        """
        self._missed.update(self._loading if not game else {game} & self._loading.keys())
        rooms = self if not game else filter(None, [self._rooms.get(game)])
        stale = [room for room in rooms if not 0 < entries <= room.game.version]
        for room in stale:
            room.is_stale = True
        for room in stale:
            await self._catch_up(room)

    async def _catch_up(self, room: Room) -> None:
        """Refresh a room for those who are in it, however long the store is away."""
        while room.is_stale and (room.streams or room.followers):
            try:
                await self.refresh(room)
            except UnknownGameError:
                return
            except StoreError:
                await asyncio.sleep(_PAUSE)

    def close(self) -> None:
        """End every stream."""
        for room in self:
            room.close()

    def _forget(self) -> None:
        """Drop the rooms that were not asked for in the longest time."""
        for room in islice(self, max(0, len(self._rooms) - self._most)):
            if not (room.streams or room.followers or room.is_thinking):
                del self._rooms[room.game.id]
