"""A game that was removed while somebody was at it: an error, once, and never an attempt without end."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from fivesquare.players.base import Luck
from fivesquare.position import Position
from fivesquare.web.exceptions import UnknownGameError
from fivesquare.web.play import service
from fivesquare.web.play.models import NewGame
from fivesquare.web.play.rooms import Room
from fivesquare.web.play.service import GameService
from fivesquare.web.settings import Settings
from fivesquare.web.store import open_store
from fivesquare.web.study.solver_pool import SolverPool
from patience import PATIENCE
from web.server import running

KEY = b"k" * 32


def remove_all(database: Path) -> None:
    """Remove all games behind a server's back."""
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("DELETE FROM games")


class Removing(SolverPool):
    """Thinks of a move while the game is removed."""

    def __init__(self, database: Path) -> None:
        super().__init__(Settings())
        self._database = database
        self.moves = 0

    async def move(self, position: Position, player: str, luck: Luck) -> str:
        self.moves += 1
        remove_all(self._database)
        return position.legal[0]


def at_a_game(tmp_path: Path, check: Callable[[GameService, Removing], Awaitable[None]]) -> None:
    """Check something where a game is removed as soon as the computer thinks."""

    async def play() -> None:
        database = tmp_path / "games.db"
        pool = Removing(database)
        ours = GameService(open_store(f"sqlite:///{database}"), pool, keep_days=1, keep_games=100)
        await ours.open()
        try:
            async with asyncio.timeout(PATIENCE):
                await check(ours, pool)
        finally:
            await ours.close()
            pool.close()

    asyncio.run(play())


def test_the_computer_moves_no_more(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "_PACE", 0.0)

    async def check(ours: GameService, pool: Removing) -> None:
        room, _ = await ours.create(
            NewGame.model_validate({"book": "sweep", "first": "random", "second": "random"}), KEY
        )
        while room.is_thinking:
            await asyncio.sleep(0.001)
        assert pool.moves == 1
        with pytest.raises(UnknownGameError):
            await ours.find(room.game.id)

    at_a_game(tmp_path, check)
    assert caplog.records == []


async def rematch(ours: GameService, room: Room) -> None:
    await ours.rematch(room, "new")


async def resign(ours: GameService, room: Room) -> None:
    await ours.resign(room, frozenset([1]), room.game.version)


async def move(ours: GameService, room: Room) -> None:
    await ours.move(room, frozenset([1, 2]), 0, "1,1")


async def take_back(ours: GameService, room: Room) -> None:
    await ours.take_back(room, frozenset([1, 2]), room.game.version, "ask")


async def sit(ours: GameService, room: Room) -> None:
    await ours.sit_down(room, KEY, b"b" * 32, both=True)


async def invite(ours: GameService, room: Room) -> None:
    await ours.invite(room, frozenset([1, 2]), 2)


@pytest.mark.parametrize(
    "deed", [rematch, resign, move, take_back, sit, invite], ids=lambda deed: deed.__name__
)
def test_whoever_wants_something_is_told_that_it_is_gone(
    deed: Callable[[GameService, Room], Awaitable[None]], tmp_path: Path
) -> None:
    async def check(ours: GameService, _pool: Removing) -> None:
        room, _ = await ours.create(NewGame.model_validate({"book": "sweep", "seed": 1}), KEY)
        if deed is rematch:
            await ours.resign(room, frozenset([1]), room.game.version)
        if deed is take_back:
            await move(ours, room)
        remove_all(tmp_path / "games.db")
        with pytest.raises(UnknownGameError, match="there is no such game here"):
            await deed(ours, room)
        assert ours.rooms.get(room.game.id) is None

    at_a_game(tmp_path, check)


def test_a_server_that_is_asked_for_a_rematch_of_a_removed_game_answers(tmp_path: Path) -> None:
    with running(tmp_path) as server, server.client() as client:
        begun: dict[str, Any] = client.post("/api/games", json={"book": "sweep", "seed": 1}).json()
        path = f"/api/games/{begun['id']}"
        bearer = {"authorization": f"Bearer {begun['seats']['1']}"}
        assert client.post(f"{path}/resign", json={"version": 2}, headers=bearer).status_code == 200
        remove_all(tmp_path / "games.db")
        answer = client.post(f"{path}/rematch", headers=bearer)
        assert (answer.status_code, answer.json()) == (404, {"error": "there is no such game here"})
        assert client.get("/healthz").status_code == 200
        assert server.log == ""
