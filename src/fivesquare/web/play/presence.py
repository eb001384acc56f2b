"""The spectators of a game in the other processes that share the games.

Each process tells the others how many spectators a game has here: when that changes, and now and then
again, so that those of a process that was killed are forgotten.
"""

import asyncio
import time

from fivesquare.web.play.rooms import Room, Rooms
from fivesquare.web.store.base import Store, StoreError

_PAUSE = 1.0  # seconds between two tellings: who reloads a page is not worth two
_REPEAT = 30.0  # seconds after which it is sent again
_FORGET = 75.0  # seconds after which a process that says nothing has no spectators any more


class Presence:
    def __init__(self, rooms: Rooms, store: Store) -> None:
        self._rooms = rooms
        self._store = store
        self._heard: dict[str, dict[str, tuple[int, float]]] = {}  # by game and process: how many, and when

    async def run(self) -> None:
        """Tell and forget, for ever."""
        repeat = time.monotonic() + _REPEAT
        while True:
            await asyncio.sleep(_PAUSE)
            changed = self._rooms.take_changed()
            if time.monotonic() >= repeat:
                repeat = time.monotonic() + _REPEAT
                changed |= {room for room in self._rooms if room.watching_here}
                self._forget()
            for room in changed:
                await self._tell(room)

    async def _tell(self, room: Room) -> None:
        try:
            await self._store.tell(f"{room.game.id} {room.watching_here}")
        except StoreError:
            self._rooms.changed.add(room)  # the next time, then

    def told(self, process: str, words: str) -> None:
        """Another process says how many spectators a game has there."""
        game, _, number = words.partition(" ")
        self._heard.setdefault(game, {})[process] = int(number), time.monotonic()
        self._count(game)

    def _forget(self) -> None:
        latest = time.monotonic() - _FORGET
        for game, processes in list(self._heard.items()):
            for process, (number, heard) in list(processes.items()):
                if heard < latest or number == 0:
                    del processes[process]
            self._count(game)
            if not processes:
                del self._heard[game]

    def _count(self, game: str) -> None:
        room = self._rooms.get(game)
        if room is not None:
            room.watch_elsewhere(sum(number for number, _ in self._heard[game].values()))
