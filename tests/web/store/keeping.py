"""Stores that are open for a while, and games to put into them."""

import asyncio
import secrets
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from fivesquare.web.static_site.browser_store import BrowserStore
from fivesquare.web.static_site.memory_documents import MemoryDocuments
from fivesquare.web.store import Store, open_store
from fivesquare.web.store.base import Beginning, Heard, StoredGame, Told, ignore

BOARD = [[5, 3], [2, 6]]
BROWSER = "browser:"
_browsers = defaultdict[str, MemoryDocuments](MemoryDocuments)
_Answer = TypeVar("_Answer")


def nothing(game: str, entries: int) -> None:
    """Whoever is alone hears nothing."""


def store_at(url: str) -> Store:
    """A store that is still to be opened; what a browser keeps is in memory here, by name."""
    return BrowserStore(_browsers[url]) if url.startswith(BROWSER) else open_store(url)


@asynccontextmanager
async def opened(url: str, heard: Heard = nothing, told: Told = ignore) -> AsyncIterator[Store]:
    store = store_at(url)
    await store.open(heard, told)
    try:
        yield store
    finally:
        await store.close()


def with_store(url: str, deed: Callable[[Store], Coroutine[Any, Any, _Answer]]) -> _Answer:
    """What comes of doing something with a store that is open for as long as that takes."""

    async def doing() -> _Answer:
        async with opened(url) as store:
            return await deed(store)

    return asyncio.run(doing())


def a_game(
    game: str = "",
    entries: tuple[str, ...] = (),
    created: float = 1000.0,
    first: tuple[bytes, ...] = (),
    second: tuple[bytes, ...] = (),
) -> StoredGame:
    beginning = Beginning(
        id=game or secrets.token_urlsafe(16),
        book="grow",
        board=BOARD,
        players=("human", "level:3"),
        seed=7,
        created=created,
    )
    return StoredGame(beginning, (first, second), entries)
