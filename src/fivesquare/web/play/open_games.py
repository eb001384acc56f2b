"""The games that a browser has not finished. Home asks for them again and again while it is looked at."""

from collections import OrderedDict
from collections.abc import Callable

from fivesquare.web.exceptions import UnknownGameError
from fivesquare.web.play import credentials
from fivesquare.web.play.game_state import Folds
from fivesquare.web.play.rooms import Room, Rooms
from fivesquare.web.store.base import Store, StoredGame

_NEWEST = 30  # games of a browser that are looked at
_MOST_KNOWN = 20_000  # finished games that are remembered as such

Running = tuple[Room, frozenset[int]]
"""A game, and the seats that the browser has in it."""


class RunningGames:
    def __init__(self, store: Store, rooms: Rooms, folds: Folds, wake: Callable[[Room], None]) -> None:
        """`wake` lets the computer think where it is to move."""
        self._store, self._rooms, self._folds, self._wake = store, rooms, folds, wake
        self._over: OrderedDict[str, int] = OrderedDict()  # how many entries a finished game has

    async def of(self, key: bytes) -> list[Running]:
        """The games of a browser that are not over, the newest first."""
        found: list[Running] = []
        for kept in await self._store.games_of(key, _NEWEST):
            room = await self._room(kept)
            if room is not None:
                self._wake(room)
                found.append((room, credentials.opened_by(kept.keys, key)))
        return found

    async def _room(self, kept: StoredGame) -> Room | None:
        """The room of a game as it is now; None if it is over. One that is over is worked out only once."""
        game, entries = kept.beginning.id, len(kept.entries)
        if self._over.get(game) == entries:
            self._over.move_to_end(game)
            return None
        room = self._rooms.get(game)
        if room is None and (await self._folds.of(kept)).is_over:
            self._remember(game, entries)
            return None
        try:
            room = room or await self._rooms.find(game)
            if room is not None and room.game.version < entries:
                await self._rooms.refresh(room)
        except UnknownGameError:  # it was removed meanwhile
            return None
        return None if room is None or room.game.is_over else room

    def _remember(self, game: str, entries: int) -> None:
        self._over[game] = entries
        if len(self._over) > _MOST_KNOWN:
            self._over.popitem(last=False)
