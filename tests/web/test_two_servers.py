"""Two servers on one PostgreSQL are one: what happens at one appears at the other."""

import asyncio
import json
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx2
import pytest

from fivesquare.web.exceptions import NoSeatError
from fivesquare.web.play.credentials import hash_of
from fivesquare.web.play.models import NewGame
from fivesquare.web.play.service import GameService
from fivesquare.web.settings import Settings
from fivesquare.web.store import open_store
from fivesquare.web.store.base import Heard, Told, ignore
from fivesquare.web.store.postgres import PostgresDatabase
from fivesquare.web.store.sql import SqlStore
from fivesquare.web.study.solver_pool import SolverPool
from patience import PATIENCE
from web.postgres import Postgres
from web.server import Server, eventually, running
from web.store.keeping import nothing


@pytest.fixture
def servers(tmp_path: Path, postgres: Postgres) -> Iterator[tuple[Server, Server]]:
    database = postgres.new_database()
    with (
        running(tmp_path / "one", database=database) as one,
        running(tmp_path / "other", database=database) as other,
    ):
        yield one, other


class Watcher:
    """Follows a game at a server, and knows the newest state."""

    def __init__(self, server: Server, game: str) -> None:
        self.newest: dict[str, Any] = {}
        self._socket = socket.create_connection(("127.0.0.1", server.port))
        request = f"GET /api/games/{game}/events HTTP/1.1\r\nHost: localhost\r\n\r\n"
        self._socket.sendall(request.encode())
        threading.Thread(target=self._follow, daemon=True).start()

    def _follow(self) -> None:
        with suppress(OSError), self._socket.makefile("rb") as lines:
            for line in lines:
                if line.startswith(b"data: "):
                    self.newest = json.loads(line[6:])

    def until(self, holds: Callable[[dict[str, Any]], bool]) -> None:
        eventually(lambda: bool(self.newest) and holds(self.newest), PATIENCE)

    def close(self) -> None:
        with suppress(OSError):  # it may have been closed before, or the server killed
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()


@contextmanager
def watching(server: Server, game: str) -> Iterator[Watcher]:
    watcher = Watcher(server, game)
    try:
        yield watcher
    finally:
        watcher.close()


def test_moves_cross_both_ways_also_after_one_was_killed(servers: tuple[Server, Server]) -> None:
    one, other = servers
    with one.client() as here, other.client() as there:
        begun = here.post("/api/games", json={"book": "grow", "seed": 1}).json()
        game, seats = begun["id"], begun["seats"]

        def move(client: httpx2.Client, ply: int) -> None:
            state = client.get(f"/api/games/{game}").json()
            headers = {"authorization": f"Bearer {seats[str(state['turn'])]}"}
            wish = {"ply": ply, "move": state["legal"][0]}
            made = client.post(f"/api/games/{game}/moves", json=wish, headers=headers)
            assert made.status_code == 200, made.text

        with watching(other, game) as watcher:
            watcher.until(lambda state: state["ply"] == 0)
            move(here, 0)
            watcher.until(lambda state: state["ply"] == 1)
            move(there, 1)
            eventually(lambda: here.get(f"/api/games/{game}").json()["ply"] == 2)
            one.kill()
            move(there, 2)
            one.start()
            move(here, 3)
            watcher.until(lambda state: state["ply"] == 4)


def test_a_move_at_one_is_known_at_once_to_whoever_moves_at_the_other(
    servers: tuple[Server, Server],
) -> None:
    one, other = servers
    with one.client() as here, other.client() as there:
        begun = here.post("/api/games", json={"book": "chain", "seed": 1}).json()
        game, seats = begun["id"], begun["seats"]
        state = begun["game"]
        for ply in range(8):  # each through the other server than the one before
            client = (here, there)[ply % 2]
            headers = {"authorization": f"Bearer {seats[str(state['turn'])]}"}
            wish = {"ply": ply, "move": state["legal"][0]}
            made = client.post(f"/api/games/{game}/moves", json=wish, headers=headers)
            assert made.status_code == 200, made.text
            state = made.json()


def test_a_seat_taken_at_one_is_open_at_the_other(servers: tuple[Server, Server]) -> None:
    one, other = servers
    with one.client() as here, other.client() as friend:
        game = here.post("/api/games", json={"book": "sweep", "seed": 1, "sit": [1]}).json()["id"]
        friend.get(f"/api/games/{game}")  # now both have it in memory
        link = here.post(f"/api/games/{game}/links", json={"seat": 2}).json()["link"]
        bearer = {"authorization": f"Bearer {link.partition('#')[2]}"}
        assert friend.post(f"/api/games/{game}/seat", headers=bearer).json()["seats"] == [2]
        eventually(lambda: here.get(f"/api/games/{game}").json()["seats"] == ["sat", "sat"])


def test_a_link_made_at_one_opens_the_seat_at_the_other(servers: tuple[Server, Server]) -> None:
    """To whoever uses it at once, with nothing but its secret, also where the game is in memory."""
    one, other = servers
    with one.client() as here, other.client() as there:
        path = f"/api/games/{here.post('/api/games', json={'book': 'flip'}).json()['id']}"
        for ply in range(6):
            game = there.get(path).json()
            link = here.post(f"{path}/links", json={"seat": game["turn"]}).json()["link"]
            bearer = {"authorization": f"Bearer {link.partition('#')[2]}"}
            wish = {"ply": ply, "move": game["legal"][0]}
            moved = there.post(f"{path}/moves", json=wish, headers=bearer)
            assert moved.status_code == 200, moved.text


class Deaf(SqlStore):
    """A store that hears nothing of the others, or has not yet."""

    async def open(self, heard: Heard, told: Told = ignore) -> None:
        await super().open(nothing, ignore)


def test_a_link_opens_the_seat_where_nobody_has_heard_of_it_yet(postgres: Postgres) -> None:
    database = postgres.new_database()

    async def share() -> None:
        pool = SolverPool(Settings())
        stores = open_store(database), Deaf(PostgresDatabase(database))
        one, other = (GameService(store, pool, keep_days=365, keep_games=1000) for store in stores)
        await one.open()
        await other.open()
        room, _ = await one.create(NewGame.model_validate({"book": "sweep", "seed": 1}), b"k" * 32)
        there = await other.find(room.game.id)
        key = hash_of(await one.invite(room, frozenset([1, 2]), 2))
        assert await other.sit_at(there, key) == frozenset([2])
        with pytest.raises(NoSeatError):
            await other.sit_at(there, b"n" * 32)
        for each in (one, other):
            await each.close()
        pool.close()

    asyncio.run(share())


def test_spectators_of_both_are_counted(servers: tuple[Server, Server]) -> None:
    one, other = servers
    with one.client() as here:
        game = here.post("/api/games", json={"book": "sweep", "seed": 1}).json()["id"]
        with watching(one, game) as mine, watching(other, game) as theirs:
            mine.until(lambda state: state["watching"] == 2)
            theirs.until(lambda state: state["watching"] == 2)
            theirs.close()
            mine.until(lambda state: state["watching"] == 1)
