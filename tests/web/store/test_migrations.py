"""The migrations lead to the tables that the program works with, and several may start at once."""

import asyncio
import time

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection

from fivesquare.web.store import StoreError, open_store, sql
from fivesquare.web.store.schema import VERSION_TABLE, metadata
from fivesquare.web.store.sql import SqlStore
from web.postgres import Postgres
from web.store.keeping import a_game, nothing, opened


@pytest.fixture
def url(database_url: str) -> str:
    """Only databases have tables."""
    return database_url


def test_the_migrations_make_the_tables_of_this_version(url: str) -> None:
    async def differences() -> list[object]:
        async with opened(url) as store:
            assert isinstance(store, SqlStore)
            return await store._reading(compare)

    def compare(connection: Connection) -> list[object]:
        context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
        return list(compare_metadata(context, metadata))

    assert asyncio.run(differences()) == []


def test_a_database_of_the_first_version_keeps_its_games_and_their_keys_are_old(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, new = b"o" * 32, b"n" * 32
    upgrade = command.upgrade

    async def make() -> None:
        store = open_store(url)
        with monkeypatch.context() as before:
            before.setattr(command, "upgrade", lambda config, _head: upgrade(config, "0001"))
            before.setattr(sql, "_seal", lambda _connection: None)
            await store.open(nothing)
        await store.create(a_game("old", created=time.time(), first=(old,), entries=("1,1",)))
        await store.close()

    async def use() -> None:
        async with opened(url) as store:
            await store.create(a_game("new", created=time.time(), first=(new,)))
            kept = await store.read("old")
            assert kept is not None
            assert (kept.entries, kept.keys) == (("1,1",), ((old,), ()))
            assert len(store.seal_key) == 32
            keys = [await store.is_older_than_seals(key) for key in (old, new, b"x" * 32)]
            assert keys == [True, False, False]
            key = store.seal_key
        async with opened(url) as store:
            assert store.seal_key == key

    asyncio.run(make())
    asyncio.run(use())


def test_several_processes_make_the_tables_at_once(postgres: Postgres) -> None:
    url = postgres.new_database()

    async def start() -> None:
        stores = [open_store(url) for _ in range(6)]
        await asyncio.gather(*(store.open(nothing) for store in stores))
        assert await asyncio.gather(*(store.count() for store in stores)) == [0] * 6
        assert len({store.seal_key for store in stores}) == 1
        await asyncio.gather(*(store.close() for store in stores))

    asyncio.run(start())


def sentence(url: str) -> str:
    async def refuse() -> str:
        with pytest.raises(StoreError) as caught:
            await open_store(url).open(nothing)
        return str(caught.value)

    return asyncio.run(refuse())


def test_a_database_of_a_newer_version_is_refused(postgres: Postgres) -> None:
    url = postgres.new_database()
    name = url.partition("?")[0].rpartition("/")[2]

    async def make() -> None:
        async with opened(url):
            pass

    asyncio.run(make())
    postgres.execute(f"UPDATE {VERSION_TABLE} SET version_num = '9999'", name)
    newer = f"the database '{name}' was written by a newer version of Fivesquare than this one ("
    assert sentence(url).startswith(newer)


def test_a_database_with_tables_of_another_program_is_left_as_it_is(postgres: Postgres) -> None:
    url = postgres.new_database()
    name = url.partition("?")[0].rpartition("/")[2]
    postgres.execute("CREATE TABLE games (diary TEXT)", name)
    expected = f"games cannot be kept in the database '{name}': relation \"games\" already exists"
    assert sentence(url) == expected
    tables = "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'"
    assert postgres.execute(tables, name) == [("games",)]


def test_a_server_that_is_away_and_a_database_that_is_not_there_are_told_in_a_sentence(
    postgres: Postgres,
) -> None:
    for url in (postgres.url("nowhere"), "postgresql://nobody@127.0.0.1:1/games"):
        told = sentence(url)
        assert told.startswith("games cannot be kept in the database '")
        assert "\n" not in told
    with pytest.raises(StoreError, match="the database cannot be found: "):
        open_store("postgresql://host/games?colour=red")
