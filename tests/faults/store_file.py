"""The store of the server, in SQLite: a game created, moves appended, all read again after a restart."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from unittest.mock import patch

from faults.injector import Fault
from faults.scenario import check_message, hold
from fivesquare.web.store import Store, StoreError, sqlite
from web.store.keeping import a_game, opened

GAMES = ("new",)
MOVES = ("1,1", "1,2")
OLD = "old"


_PATIENCE = 0.01  # seconds for a lock, which the system refuses for ever


class StoreFile:
    """A server that goes on with what it has kept, and is stopped."""

    def prepare(self, place: Path) -> None:
        place.mkdir()
        asyncio.run(_keep(_url(place), (OLD,), place / "unused"))
        (place / "unused").unlink()

    def run(self, place: Path, said: Path) -> None:
        try:
            with patch.object(sqlite, "_PATIENCE", _PATIENCE):
                asyncio.run(_keep(_url(place), GAMES, said / "acknowledged"))
        except StoreError as error:
            (said / "error").write_text(f"{error}\n")

    def check(self, place: Path, said: Path, fault: Fault) -> None:
        error = (said / "error").read_text() if (said / "error").exists() else ""
        check_message(error, "the error")
        text = (said / "acknowledged").read_text() if (said / "acknowledged").exists() else ""
        told = [tuple(line.split()) for line in text.splitlines()]
        hold(not (error and fault.is_harmless), f"it failed: {error}")
        hold(
            bool(error) or fault.kills or len(told) == len(GAMES) * (len(MOVES) + 1),
            f"not all is done: {told}",
        )
        asyncio.run(_check_games(_url(place), told))
        asyncio.run(_keep(_url(place), GAMES, said / "again"))
        left = {each.name for each in place.iterdir()}
        hold(left == {"games.db"}, f"files are left: {left}")


def _url(place: Path) -> str:
    return f"sqlite:///{place}/games.db"


async def _keep(url: str, games: tuple[str, ...], acknowledged: Path) -> None:
    """Create games and make their moves; what is kept is acknowledged."""
    with acknowledged.open("a", buffering=1) as told:
        async with opened(url) as store:
            for game in games:
                await _again(partial(_create, store, game))
                told.write(f"{game} create\n")
                for number, move in enumerate(MOVES):
                    await _again(partial(_enter, store, game, number, move))
                    told.write(f"{game} {move}\n")


async def _again(deed: Callable[[], Awaitable[None]]) -> None:
    """What failed is tried once more."""
    try:
        await deed()
    except StoreError:
        await deed()


async def _create(store: Store, game: str) -> None:
    if await store.read(game) is None:
        await store.create(a_game(game))


async def _enter(store: Store, game: str, number: int, move: str) -> None:
    if not await store.append(game, number, move):  # it may have been made, though that was not said
        kept = await store.read(game)
        hold(kept is not None and kept.entries[number] == move, f"there is no {move} in {kept}")


async def _check_games(url: str, told: list[tuple[str, ...]]) -> None:
    """Every game is there, and has at least the moves that were acknowledged."""
    async with opened(url) as store:
        for game in (OLD, *GAMES):
            moves = MOVES if game == OLD else tuple(move for each, move in told if each == game)[1:]
            kept = await store.read(game)
            hold(kept is not None or (game, "create") not in told, f"the game {game} is lost")
            entries = () if kept is None else kept.entries
            hold(entries[: len(moves)] == moves, f"of {moves} there are {entries}")
            hold(entries == MOVES[: len(entries)], f"others were made: {entries}")


def make(_part: str) -> StoreFile:
    return StoreFile()
