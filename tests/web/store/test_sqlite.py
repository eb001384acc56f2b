"""The file: whose it is, who has it, and what happens when it cannot be written."""

import asyncio
import os
import resource
import shutil
import sqlite3
import stat
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from fivesquare.web.store import Store, StoreError, open_store, sqlite
from web.store.keeping import a_game, nothing, opened, with_store


def refused(path: Path | str) -> str:
    """The sentence with which a file is refused."""

    async def refuse() -> str:
        with pytest.raises(StoreError) as caught:
            await open_store(f"sqlite:///{path}").open(nothing)
        return str(caught.value)

    return asyncio.run(refuse())


async def keep_one(store: Store) -> None:
    await store.create(a_game("g"))


async def count(store: Store) -> int:
    return await store.count()


@pytest.mark.parametrize("name", ["games.db", "a b/c d/games", "100%/#?&.db", "\N{SNOWMAN}/x"])
def test_folders_that_are_missing_are_made_whatever_their_names(tmp_path: Path, name: str) -> None:
    with_store(f"sqlite:///{tmp_path}/{name}", keep_one)
    assert (tmp_path / name).stat().st_size > 0
    assert with_store(f"sqlite:///{tmp_path}/{name}", count) == 1


def test_a_name_without_a_folder_is_one_in_this_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with_store("sqlite:///games.db", keep_one)
    assert [path.name for path in tmp_path.iterdir()] == ["games.db"]  # and the log and the lock are gone


def test_a_new_file_of_games_is_for_nobody_else(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        with_store(f"sqlite:///{tmp_path}/games.db", keep_one)
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "games.db").stat().st_mode) == 0o600


def test_an_empty_file_is_used(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    path.touch()
    with_store(f"sqlite:///{path}", keep_one)
    assert with_store(f"sqlite:///{path}", count) == 1


# --- What is not ours ---


def foreign_database(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE games (id TEXT)")
        connection.commit()


@pytest.mark.parametrize(
    "make",
    [
        foreign_database,
        lambda path: path.write_text("My diary.\n" * 100),
        lambda path: path.write_bytes(b"\0"),
        lambda path: path.write_bytes(b"SQLite format 3\0"),
    ],
    ids=["a database", "a text", "a byte", "a torn header"],
)
def test_a_file_that_is_not_ours_is_left_as_it_is(tmp_path: Path, make: object) -> None:
    path = tmp_path / "mine"
    assert callable(make)
    make(path)
    before = path.read_bytes()
    assert refused(path) == f"'{path}' is not a file of games: give another name with --database"
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo], ids=["a folder", "a pipe"])
def test_what_is_no_file_is_refused(tmp_path: Path, make: object) -> None:
    path = tmp_path / "mine"
    assert callable(make)
    make(path)
    assert refused(path) == f"'{path}' is not a file of games: give another name with --database"


def test_a_file_of_a_newer_version_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with_store(f"sqlite:///{path}", keep_one)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE fivesquare_version SET version_num = '9999'")
        connection.commit()
    before = path.read_bytes()
    said = refused(path)
    assert said.startswith(f"'{path}' was written by a newer version of Fivesquare than this one (")
    assert said.endswith("): use that version, or restore a backup from before it")
    assert path.read_bytes() == before
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE fivesquare_version SET version_num = '0004'")
        connection.commit()
    assert with_store(f"sqlite:///{path}", count) == 1


def test_a_damaged_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with_store(f"sqlite:///{path}", keep_one)
    content = path.read_bytes()
    path.write_bytes(content[:100] + bytes(len(content) - 100))
    assert refused(path).startswith(f"games cannot be kept in '{path}': ")


def test_a_file_with_one_page_of_garbage_is_refused_with_advice(tmp_path: Path) -> None:
    path = tmp_path / "games.db"

    async def keep_many(store: Store) -> None:
        await asyncio.gather(*(store.create(a_game(entries=("1,1",) * 20)) for _ in range(100)))

    with_store(f"sqlite:///{path}", keep_many)
    whole = path.read_bytes()
    size = int.from_bytes(whole[16:18])
    pages = len(whole) // size
    assert pages > 10
    damaged = bytearray(whole)
    damaged[(pages - 2) * size : (pages - 1) * size] = b"garbage!" * (size // 8)
    path.write_bytes(damaged)
    sentence = refused(path)
    assert sentence.startswith(f"games cannot be kept in '{path}': the file is damaged (")
    assert sentence.endswith("); put back a copy, or save what is left with sqlite3 FILE .recover")
    assert "\n" not in sentence
    assert path.read_bytes() == damaged
    path.write_bytes(whole)
    assert with_store(f"sqlite:///{path}", count) == 100


@contextmanager
def as_nobody() -> Iterator[None]:
    """Without the rights of root, to whom nothing is closed."""
    user = os.geteuid()
    if user == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(user)


@pytest.mark.parametrize("what", ["folder", "file"])
def test_where_nothing_may_be_written_no_games_are_kept(tmp_path: Path, what: str) -> None:
    with_store(f"sqlite:///{tmp_path}/games.db", keep_one)  # everything is loaded that nobody may not load
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "games.db")
        shutil.copy(tmp_path / "games.db", path)
        path.chmod(0o444)
        Path(folder).chmod(0o777 if what == "file" else 0o555)
        with as_nobody():
            sentence = refused(path)
        assert sentence.startswith(f"games cannot be kept in '{path}': ")
        assert "\n" not in sentence
        if what == "folder":
            assert list(Path(folder).iterdir()) == [path]
        Path(folder).chmod(0o755)


# --- Who has it ---


def test_a_second_one_is_refused_by_whatever_name_until_the_first_lets_go(tmp_path: Path) -> None:
    path, link, other = tmp_path / "games.db", tmp_path / "link", tmp_path / "elsewhere" / "hard"
    link.symlink_to(path)
    other.parent.mkdir()

    async def twice() -> None:
        async with opened(f"sqlite:///{path}") as store:
            other.hardlink_to(path)
            for name in (path, link, other):
                with pytest.raises(StoreError) as caught:
                    await open_store(f"sqlite:///{name}").open(nothing)
                assert str(caught.value) == (
                    f"'{name}' is in use by another process: several can share games only with PostgreSQL"
                )
            await store.create(a_game("g"))
        for name in (link, other):
            async with opened(f"sqlite:///{name}") as store:
                assert await store.count() == 1

    asyncio.run(twice())


# --- When it cannot be written ---


@contextmanager
def full_disk(path: Path) -> Iterator[None]:
    """No file may grow beyond what the log of this one has now."""
    size = path.with_name(f"{path.name}-wal").stat().st_size
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_full_disk_is_told_to_everybody_and_afterwards_all_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "games.db"

    async def fill(store: Store) -> None:
        games = [f"g{number}" for number in range(5)]
        await asyncio.gather(*(store.create(a_game(game)) for game in games))
        for number in range(3):
            assert all(await asyncio.gather(*(store.append(game, number, "1,1") for game in games)))
            with full_disk(path):
                failed = await asyncio.gather(
                    *(store.append(game, number + 1, "2,2") for game in games), return_exceptions=True
                )
                with pytest.raises(StoreError, match="cannot be written"):
                    await store.check()
            assert all(isinstance(error, StoreError) for error in failed)
            assert str(failed[0]).startswith(f"'{path}' cannot be written: ")
            await store.check()
            for game in games:
                kept = await store.read(game)
                assert kept is not None
                assert kept.entries == ("1,1",) * (number + 1)

    with_store(f"sqlite:///{path}", fill)
    assert with_store(f"sqlite:///{path}", count) == 5


@pytest.mark.parametrize("what", ["removed", "replaced"])
def test_nothing_is_written_into_a_file_that_nobody_finds_again(tmp_path: Path, what: str) -> None:
    path = tmp_path / "games.db"

    async def remove(store: Store) -> None:
        await store.create(a_game("g"))
        await store.check()
        path.rename(tmp_path / "elsewhere")
        if what == "replaced":
            path.write_bytes(b"")
        with pytest.raises(StoreError, match="the file was removed or replaced"):
            await store.append("g", 0, "1,1")
        with pytest.raises(StoreError, match="the file was removed or replaced"):
            await store.check()
        (tmp_path / "elsewhere").rename(path)
        assert await store.append("g", 0, "1,1")

    with_store(f"sqlite:///{path}", remove)


def test_an_error_tells_nothing_of_what_was_asked_for(tmp_path: Path) -> None:
    database = sqlite.SqliteDatabase(tmp_path / "games.db")
    engine = database.engine(1)
    with pytest.raises(DBAPIError) as caught, engine.begin() as connection:
        connection.execute(text("SELECT * FROM nowhere WHERE hash = :hash"), {"hash": "a secret"})
    assert "a secret" not in str(caught.value)
    engine.dispose()


def test_a_program_that_holds_the_file_for_long_is_told_to_everybody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.db"
    monkeypatch.setattr(sqlite, "_PATIENCE", 0.05)

    async def wait(store: Store) -> None:
        await store.create(a_game("g"))
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(StoreError, match="database is locked"):
                await store.append("g", 0, "1,1")
            assert await store.read("g") is not None  # reading goes on
        assert await store.append("g", 0, "1,1")

    with_store(f"sqlite:///{path}", wait)


def test_a_disk_that_fails_at_the_start_is_told_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.db"
    with_store(f"sqlite:///{path}", keep_one)
    connected, made = sqlite.SqliteDatabase._connected, []

    def failing(database: sqlite.SqliteDatabase) -> sqlite3.Connection:
        made.append(database)
        if len(made) == 3:  # the last of the start, after those that check and migrate
            raise sqlite3.OperationalError("disk I/O error")
        return connected(database)

    monkeypatch.setattr(sqlite.SqliteDatabase, "_connected", failing)
    assert refused(path) == f"games cannot be kept in '{path}': disk I/O error"
    assert with_store(f"sqlite:///{path}", count) == 1  # and the file is free again


def test_commits_are_durable_and_readers_do_not_wait_for_them(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with_store(f"sqlite:///{path}", keep_one)
    with closing(sqlite.SqliteDatabase(path).session()) as session:
        ask = session._connection.execute
        assert ask("PRAGMA journal_mode").fetchone() == ("wal",)
        assert ask("PRAGMA synchronous").fetchone() == (2,)
        assert ask("PRAGMA foreign_keys").fetchone() == (1,)


def test_a_file_that_fails_once_it_is_set_up_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_database: object) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    def set_up(database: sqlite.SqliteDatabase) -> None:
        monkeypatch.setattr(type(database), "_connected", fail)

    monkeypatch.setattr(sqlite.SqliteDatabase, "_set_up", set_up)
    assert refused(tmp_path / "games.db").endswith("games.db': disk I/O error")


def test_the_lock_file_of_a_killed_server_goes_away(tmp_path: Path) -> None:
    (tmp_path / "games.db-lock").touch()
    with_store(f"sqlite:///{tmp_path}/games.db", keep_one)
    assert [path.name for path in tmp_path.iterdir()] == ["games.db"]
