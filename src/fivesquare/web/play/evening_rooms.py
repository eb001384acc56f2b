"""The evenings in memory, who looks at them, and the games that they show.

As with games: whatever changes is sent to every stream as the whole evening. Several changes within a
moment are one event: with sixteen tables something happens all the time.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from fivesquare.web.exceptions import UnknownEveningError
from fivesquare.web.play.evening import EveningState
from fivesquare.web.play.evening_view import Boards, to_json
from fivesquare.web.play.rooms import Room, Stream
from fivesquare.web.store.base import Store, StoredEvening, StoreError

NO_EVENING = "there is no such evening here"
_MOMENT = 0.1  # seconds in which changes are collected
_MOST_ROOMS = 500  # in memory, while nobody looks at them
_PAUSE = 1.0  # seconds before a store that is away is asked again

Noticed = Callable[["EveningRoom"], None]
"""Called when a game of an evening has changed, or the evening itself."""


class EveningRoom:
    """One evening, as it is on disk, with whom it is shown to."""

    def __init__(self, kept: StoredEvening, noticed: Noticed) -> None:
        self.host = kept.host
        self.keys = dict(kept.keys)
        self.evening = EveningState.of(kept)
        self.streams: set[Stream] = set()
        self.games: dict[str, Room] = {}
        self.gone: set[str] = set()  # games that have been removed
        self.is_stale = False  # another process has written
        self._noticed = noticed
        self._boards = Boards()
        self._body: bytes | None = None
        self._telling: asyncio.TimerHandle | None = None

    def player_of(self, key: bytes | None) -> int | None:
        """The number of the player whom a browser is."""
        return next((player for player, held in self.keys.items() if held == key), None)

    @property
    def body(self) -> bytes:
        """The evening as JSON."""
        if self._body is None:
            self._body = to_json(self.evening, self.games, self._boards)
        return self._body

    @property
    def event(self) -> bytes:
        """The evening as an event of a stream."""
        return b"id: %d\ndata: %b\n\n" % (self.evening.version, self.body)

    def show(self, evening: EveningState) -> None:
        """Take in a newer evening; ignore an older one."""
        if evening.version > self.evening.version:
            self.evening = evening
            self._changed()

    # --- Games ---

    @property
    def shown_games(self) -> tuple[str, ...]:
        """The games of the newest round."""
        current = self.evening.current
        return () if current is None else tuple(table.game for table in current.tables)

    def follow(self, room: Room) -> None:
        """Show a game, and whatever happens in it."""
        room.followers.add(self._changed)
        self.games[room.game.id] = room
        self._changed()

    def unfollow(self, games: Sequence[str] | None = None) -> None:
        """Show these games no longer, or none at all."""
        for game in tuple(self.games) if games is None else games:
            self.games.pop(game).followers.discard(self._changed)
        self._boards.keep(self.games)

    def _changed(self) -> None:
        self._body = None
        self._noticed(self)
        if self.streams and self._telling is None:
            self._telling = asyncio.get_running_loop().call_later(_MOMENT, self._tell)

    def _tell(self) -> None:
        self._telling = None
        event = self.event
        for stream in self.streams:
            stream.put(event)

    # --- Streams ---

    def enter(self, seats: frozenset[int]) -> Stream:
        stream = Stream(self, seats)
        self.streams.add(stream)
        return stream

    def leave(self, stream: Stream) -> None:
        self.streams.discard(stream)
        stream.close()

    def close(self) -> None:
        """End its streams."""
        self.unfollow()
        if self._telling is not None:
            self._telling.cancel()
        for stream in self.streams:
            stream.close()


class EveningRooms:
    """The rooms by the ids of their evenings: a cache that drops those nobody looks at."""

    def __init__(self, store: Store, noticed: Noticed, most: int = _MOST_ROOMS) -> None:
        self._store, self._noticed, self._most = store, noticed, most
        self._rooms: OrderedDict[str, EveningRoom] = OrderedDict()
        self._loading: dict[str, asyncio.Task[EveningRoom]] = {}
        self._missed: set[str] = set()  # of those, what has changed since it was read

    def __iter__(self) -> Iterator[EveningRoom]:
        return iter(tuple(self._rooms.values()))

    async def find(self, evening: str) -> EveningRoom:
        """The room of an evening, read from the store if need be."""
        room = self._rooms.get(evening)
        if room is not None:
            if room.is_stale:
                await self.refresh(room)
            self._rooms.move_to_end(evening)
            return room
        loading = self._loading.get(evening)
        if loading is None:  # one reads for all who ask meanwhile
            loading = self._loading[evening] = asyncio.create_task(self._load(evening))
            loading.add_done_callback(lambda _: self._loading.pop(evening, None))
        return await asyncio.shield(loading)

    async def _load(self, evening: str) -> EveningRoom:
        is_old = True
        while is_old:
            self._missed.discard(evening)
            kept = await self._store.read_evening(evening)
            is_old = evening in self._missed
        if kept is None:
            raise UnknownEveningError(NO_EVENING)
        return self.add(kept)

    def add(self, kept: StoredEvening) -> EveningRoom:
        room = self._rooms[kept.id] = EveningRoom(kept, self._noticed)
        self._forget()
        self._noticed(room)
        return room

    async def refresh(self, room: EveningRoom) -> None:
        """Take in what the store knows and the room does not; UnknownEveningError if it is gone."""
        room.is_stale = False  # before it is read: what happens meanwhile makes it so again
        try:
            kept = await self._store.read_evening(room.evening.id)
        except BaseException:
            room.is_stale = True
            raise
        if kept is None:
            self._rooms.pop(room.evening.id, None)
            room.close()
            raise UnknownEveningError(NO_EVENING)
        if len(kept.entries) >= room.evening.version:
            room.keys = dict(kept.keys)
            room.show(EveningState.of(kept))

    async def heard(self, evening: str, entries: int) -> None:
        """Another process says how many entries an evening has; 0: anything else, and no id: of any."""
        self._missed.update(self._loading if not evening else {evening} & self._loading.keys())
        rooms = self if not evening else filter(None, [self._rooms.get(evening)])
        stale = [room for room in rooms if not 0 < entries <= room.evening.version]
        for room in stale:
            room.is_stale = True
        for room in stale:
            await self._catch_up(room)

    async def _catch_up(self, room: EveningRoom) -> None:
        """Refresh a room for those who look at it, however long the store is away."""
        while room.is_stale and room.streams:
            try:
                await self.refresh(room)
            except UnknownEveningError:
                return
            except StoreError:
                await asyncio.sleep(_PAUSE)

    def close(self) -> None:
        for room in self:
            room.close()

    def _forget(self) -> None:
        """Drop the rooms that were not asked for in the longest time."""
        for room in islice(self, max(0, len(self._rooms) - self._most)):
            if not room.streams:
                room.unfollow()
                del self._rooms[room.evening.id]
