"""Backups: the whole of a database in one file, and back into any database."""

import asyncio
import os
import sqlite3
import stat
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest

from fivesquare.web.store import StoreError, backup, open_store
from fivesquare.web.store.base import EveningEntry, StoredEvening
from fivesquare.web.store.schema import VERSION_TABLE
from fivesquare.web.store.sql import open_sql_store
from web.postgres import Postgres
from web.store.keeping import a_game, nothing, opened, with_store

FILES = Path(__file__).parent / "databases"
HOST, GUEST, BROWSER = b"h" * 32, b"g" * 32, b"b" * 32
Place = Callable[[str], str]


def silent(done: int, of: int) -> None:
    assert 0 <= done <= of


@pytest.fixture
def url(database_url: str) -> str:
    return database_url


@pytest.fixture(params=["into sqlite", "into postgresql"])
def other(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Another database, with nothing in it."""
    if request.param == "into sqlite":
        return f"sqlite:///{tmp_path}/other/games.db"
    server: Postgres = request.getfixturevalue("postgres")
    return server.new_schema()


def fill(url: str, games: int = 3) -> None:
    """Something in every table."""

    async def filling() -> None:
        async with opened(url) as store:
            for number in range(games):
                game = a_game(f"game{number}", ("sit 1", "1,1"), created=1000.5 + number, first=(HOST,))
                await store.create(game)
            await store.append("game0", 2, "2,2")
            await store.note(BROWSER, "day", "2026-11-18", {"tries": [1, None], "word": "é\n'"})
            await store.create_evening(StoredEvening("evening", HOST, {"book": "grow"}, 5.25), 9, 0.0)
            await store.append_evening(EveningEntry("evening", 0, "join 1 Ann", (1, GUEST)))

    asyncio.run(filling())


def contents(url: str) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table."""
    tables = (
        "games",
        "keys",
        "entries",
        "notes",
        "evenings",
        "evening_players",
        "evening_entries",
        "seals",
    )

    def rows(connection: Any) -> dict[str, list[tuple[Any, ...]]]:
        found = {}
        for table in (*tables, VERSION_TABLE):
            read = connection.execute(f"SELECT * FROM {table}").fetchall()
            found[table] = sorted(
                tuple(bytes(v) if isinstance(v, memoryview) else v for v in row) for row in read
            )
        return found

    if url.startswith("sqlite"):
        with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as connection:
            return rows(connection)
    with psycopg.connect(url) as server:
        return rows(server)


def test_everything_comes_back_in_any_database(url: str, other: str, tmp_path: Path) -> None:
    fill(url)
    before = contents(url)
    assert all(before.values())
    backup.back_up(url, tmp_path / "backup.db", silent)
    assert contents(f"sqlite:///{tmp_path}/backup.db") == before
    backup.restore(tmp_path / "backup.db", other, silent)
    assert contents(other) == before
    kept = with_store(other, lambda store: store.read("game0"))
    assert kept is not None
    assert kept.entries == ("sit 1", "1,1", "2,2")
    assert with_store(other, lambda store: store.append("game0", 3, "1,2"))  # one plays on


def test_a_backup_is_one_file_for_its_owner_only(url: str, tmp_path: Path) -> None:
    fill(url)
    folder = tmp_path / "backups"
    folder.mkdir()
    backup.back_up(url, folder / "one.db", silent)
    assert [path.name for path in folder.iterdir()] == ["one.db"]
    assert stat.S_IMODE((folder / "one.db").stat().st_mode) == 0o600
    assert backup.describe(folder / "one.db") == "3 games (7 entries of their logs)"
    with closing(sqlite3.connect(folder / "one.db")) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)


def test_a_file_that_is_there_is_replaced_only_if_told(url: str, tmp_path: Path) -> None:
    fill(url)
    file = tmp_path / "backup.db"
    file.write_text("mine")
    with pytest.raises(StoreError, match="exists: choose another name, or give --overwrite"):
        backup.back_up(url, file, silent)
    assert file.read_text() == "mine"
    backup.back_up(url, file, silent, overwrite=True)
    assert contents(f"sqlite:///{file}") == contents(url)


def test_a_backup_that_fails_leaves_nothing(url: str, tmp_path: Path) -> None:
    fill(url, games=500)
    folder = tmp_path / "backups"
    folder.mkdir()

    def fail(done: int, of: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        backup.back_up(url, folder / "one.db", fail)
    assert not list(folder.iterdir())
    backup.back_up(url, folder / "one.db", silent)


def test_a_database_with_games_is_replaced_only_if_told(url: str, other: str, tmp_path: Path) -> None:
    fill(url)
    fill(other, games=1)
    before = contents(other)
    backup.back_up(url, tmp_path / "backup.db", silent)
    with pytest.raises(StoreError, match="has 1 game: give --overwrite to replace them"):
        backup.restore(tmp_path / "backup.db", other, silent)
    assert contents(other) == before
    backup.restore(tmp_path / "backup.db", other, silent, overwrite=True)
    assert contents(other) == contents(url)
    if other.startswith("sqlite"):
        names = {path.name for path in Path(other.removeprefix("sqlite:///")).parent.iterdir()}
        assert names == {"games.db"}


def test_a_database_that_a_server_has_open_is_not_replaced(url: str, other: str, tmp_path: Path) -> None:
    fill(url)
    fill(other, games=1)
    before = contents(other)
    backup.back_up(url, tmp_path / "backup.db", silent)

    async def try_it() -> None:
        async with opened(other) as store:
            with pytest.raises(StoreError, match="is in use by"):
                await asyncio.to_thread(
                    backup.restore, tmp_path / "backup.db", other, silent, overwrite=True
                )
            assert await store.append("game0", 3, "1,2")

    asyncio.run(try_it())
    assert len(contents(other)["entries"]) == len(before["entries"]) + 1
    backup.restore(tmp_path / "backup.db", other, silent, overwrite=True)


def test_a_restore_that_fails_changes_nothing(url: str, other: str, tmp_path: Path) -> None:
    fill(url, games=1500)
    fill(other, games=1)
    before = contents(other)
    backup.back_up(url, tmp_path / "backup.db", silent)

    def fail(done: int, of: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        backup.restore(tmp_path / "backup.db", other, fail, overwrite=True)
    assert contents(other) == before


@pytest.mark.parametrize("version", [path.stem for path in sorted(FILES.glob("*.sql"))])
def test_a_backup_of_an_old_version_is_restored_into_tables_of_this_one(
    version: str, other: str, tmp_path: Path
) -> None:
    """Also one that this version makes of a database that no newer server has opened yet."""
    old = tmp_path / "old.db"
    with closing(sqlite3.connect(old)) as connection:
        connection.executescript((FILES / f"{version}.sql").read_text())
        revision = connection.execute(f"SELECT version_num FROM {VERSION_TABLE}").fetchone()
    backup.back_up(f"sqlite:///{old}", tmp_path / "backup.db", silent)
    with closing(sqlite3.connect(tmp_path / "backup.db")) as connection:
        assert connection.execute(f"SELECT version_num FROM {VERSION_TABLE}").fetchone() == revision
        games = sorted(connection.execute("SELECT * FROM games").fetchall())
    backup.restore(tmp_path / "backup.db", other, silent)
    assert contents(other)["games"] == games


def test_a_server_database_of_an_old_version_is_backed_up_as_it_is(
    postgres: Postgres, tmp_path: Path
) -> None:
    url = postgres.new_schema()
    fill(url)
    with psycopg.connect(url, autocommit=True) as connection:  # as it was before there were evenings
        for table in ("evening_entries", "evening_players", "evenings"):
            connection.execute(f"DROP TABLE {table}")
        connection.execute(f"UPDATE {VERSION_TABLE} SET version_num = '0003'")
    backup.back_up(url, tmp_path / "backup.db", silent)
    with closing(sqlite3.connect(tmp_path / "backup.db")) as connection:
        assert connection.execute(f"SELECT version_num FROM {VERSION_TABLE}").fetchone() == ("0003",)
        assert connection.execute("SELECT count(*) FROM notes").fetchone() == (1,)
    backup.restore(tmp_path / "backup.db", f"sqlite:///{tmp_path}/new.db", silent)
    assert len(contents(f"sqlite:///{tmp_path}/new.db")["games"]) == 3


# --- Refusals ---


def make_newer(url: str) -> None:
    statement = f"UPDATE {VERSION_TABLE} SET version_num = '9999'"
    if url.startswith("sqlite"):
        with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as connection, connection:
            connection.execute(statement)
        return
    with psycopg.connect(url) as server:
        server.execute(statement)


NEWER = r"was written by a newer version of Fivesquare than this one \(.*\): use that version, or restore"


def test_what_a_newer_version_has_written_is_refused(url: str, other: str, tmp_path: Path) -> None:
    fill(url)
    backup.back_up(url, tmp_path / "backup.db", silent)
    make_newer(f"sqlite:///{tmp_path}/backup.db")
    with pytest.raises(StoreError, match=NEWER):
        backup.restore(tmp_path / "backup.db", other, silent)
    make_newer(url)
    with pytest.raises(StoreError, match=NEWER):
        backup.back_up(url, tmp_path / "more.db", silent)
    assert not (tmp_path / "more.db").exists()
    with pytest.raises(StoreError, match=NEWER):
        asyncio.run(open_store(url).open(nothing))


def test_there_must_be_something_to_back_up(postgres: Postgres, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="there is no"):
        backup.back_up(f"sqlite:///{tmp_path}/none.db", tmp_path / "backup.db", silent)
    assert not list(tmp_path.iterdir())
    with pytest.raises(StoreError, match="there are no games in"):
        backup.back_up(postgres.new_schema(), tmp_path / "backup.db", silent)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("content", [b"", b"no database", b"SQLite format 3\0" + bytes(100)])
def test_only_backups_are_restored(content: bytes, other: str, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(content)
    with pytest.raises(StoreError, match=r"is not a file of games$|there are no games in"):
        backup.restore(file, other, silent)
    if other.startswith("sqlite"):
        assert not (tmp_path / "other" / "games.db").exists()


def test_a_file_of_something_else_is_not_replaced(url: str, tmp_path: Path) -> None:
    fill(url)
    backup.back_up(url, tmp_path / "backup.db", silent)
    (tmp_path / "letter").write_text("Dear Ann,")
    with pytest.raises(StoreError, match="is not a file of games"):
        backup.restore(tmp_path / "backup.db", f"sqlite:///{tmp_path}/letter", silent, overwrite=True)
    assert (tmp_path / "letter").read_text() == "Dear Ann,"


# --- Beside a server ---


def test_a_store_that_joins_removes_old_games_beside_a_server(url: str) -> None:
    async def both() -> None:
        heard = list[tuple[str, int]]()
        async with opened(url, lambda game, entries: heard.append((game, entries))) as server:
            await server.create(a_game("old", created=1.0))
            await server.create(a_game("new", created=time.time()))
            joined = open_sql_store(url, joins=True)
            await joined.open(nothing)
            assert await joined.remove(await joined.untouched_since(1000.0)) == ["old"]
            await joined.close()
            assert await server.read("old") is None
            assert not await server.append("old", 0, "1,1")
            assert await server.append("new", 0, "1,1")

    asyncio.run(both())


def test_one_that_joins_neither_makes_nor_changes_tables(url: str, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"there is no|is from an older version"):
        asyncio.run(open_sql_store(url, joins=True).open(nothing))
    assert not list(tmp_path.glob("*.db"))
    old = tmp_path / "old.db"
    with closing(sqlite3.connect(old)) as connection:
        connection.executescript((FILES / "0.7.sql").read_text())
    before = old.read_bytes()
    with pytest.raises(StoreError, match="is from an older version"):
        asyncio.run(open_sql_store(f"sqlite:///{old}", joins=True).open(nothing))
    assert old.read_bytes() == before
    assert os.listdir(tmp_path) == ["old.db"]  # noqa: PTH208
