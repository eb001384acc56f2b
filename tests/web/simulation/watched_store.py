"""The product's store, with the model told of every write and of what came of it."""

from collections.abc import Callable, Sequence
from typing import Any

from fivesquare.web.store.base import OldGame, Store, StoredGame, StoreError
from web.simulation.model import Attempt, Model


class WatchedStore:
    """Passes everything on."""

    def __init__(self, store: Store, model: Model) -> None:
        self._store, self._model = store, model

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def create(self, kept: StoredGame) -> None:
        attempt = self._model.ask(Attempt(kept.beginning.id, creates=kept))
        try:
            await self._store.create(kept)
        except BaseException:
            self._model.unknown(attempt)
            raise
        self._model.created(attempt)

    async def append(self, game: str, number: int, what: str) -> bool:
        attempt = self._model.ask(Attempt(game, number, what))
        return await self._entering(attempt, lambda: self._store.append(game, number, what))

    async def take_seat(self, game: str, number: int, what: str, seat: int, key: bytes) -> bool:
        attempt = self._model.ask(Attempt(game, number, what, key=(seat, key), is_alone=True))
        return await self._entering(attempt, lambda: self._store.take_seat(game, number, what, seat, key))

    async def follow(self, game: str, number: int, what: str, kept: StoredGame) -> bool:
        begun = self._model.ask(Attempt(kept.beginning.id, creates=kept))
        attempt = self._model.ask(Attempt(game, number, what))
        is_next = await self._entering(attempt, lambda: self._store.follow(game, number, what, kept), begun)
        if is_next:
            self._model.created(begun)
        else:
            self._model.creating.pop(kept.beginning.id, None)
        return is_next

    async def _entering(
        self, attempt: Attempt, write: Callable[[], Any], begun: Attempt | None = None
    ) -> bool:
        try:
            is_next: bool = await write()
        except BaseException:
            self._model.unknown(attempt)
            if begun is not None:
                self._model.unknown(begun)
            raise
        if is_next:
            self._model.entered(attempt)
        else:
            self._model.refused(attempt)
        return is_next

    async def add_key(self, game: str, seat: int, key: bytes, unless: str | None = None) -> bool:
        attempt = self._model.ask(Attempt(game, key=(seat, key)))
        try:
            is_there = await self._store.add_key(game, seat, key, unless)
        except BaseException:
            self._model.unknown(attempt)
            raise
        self._model.key_added(attempt, is_there)
        return is_there

    # --- Removing ---

    async def surplus(self, most: int) -> list[OldGame]:
        found = await self._store.surplus(most)
        self._model.list_old([each.game for each in found], "number")
        return found

    async def untouched_since(self, moment: float) -> list[OldGame]:
        found = await self._store.untouched_since(moment)
        self._model.list_old([each.game for each in found], "age")
        return found

    async def remove(self, old: Sequence[OldGame]) -> list[str]:
        games = [each.game for each in old]
        self._model.leave(games)
        try:
            gone = await self._store.remove(old)
        except StoreError:  # perhaps they are gone: the database will say
            raise
        for game in gone:
            self._model.remove(game)
        self._model.stay(game for game in games if game not in gone)
        return gone
