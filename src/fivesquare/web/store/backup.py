"""Copies of whole databases: one SQLite file, whatever the database, made while servers write.

A copy is one moment of a database, so it has every move that was acknowledged before it began. It is a
database itself: it can be looked at, checked, served, and restored into SQLite or PostgreSQL.
"""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import psycopg
from psycopg import sql
from sqlalchemy import Connection, MetaData, Table
from sqlalchemy.exc import DBAPIError

from fivesquare.errors import many
from fivesquare.files import named, new_file
from fivesquare.web.store.base import StoreError, first_line
from fivesquare.web.store.postgres import PostgresDatabase
from fivesquare.web.store.schema import VERSION_TABLE, migrate, revision_of
from fivesquare.web.store.snapshot import Snapshot
from fivesquare.web.store.sql import database_at
from fivesquare.web.store.sqlite import APPLICATION, SqliteDatabase

_PAGES = 1000  # that are copied between two words of progress
_ROWS = 2000  # the same of rows
_NO_GAMES = "there are no games in {}: no server has used it yet"
_OWNER_ONLY = 0o600  # with what is in it, seats could be opened

Progress = Callable[[int, int], None]
"""A callback: how much is done, of how much."""


def back_up(url: str, path: Path, progress: Progress, *, overwrite: bool = False) -> None:
    """Write a database into a file, atomically; a file of that name is left alone unless told."""
    with _writing(path, overwrite) as part:
        copy_database(url, part, progress)


def copy_database(url: str, file: Path, progress: Progress) -> None:
    """Write a database as it is now into an empty file."""
    source = database_at(url)
    if isinstance(source, SqliteDatabase):
        _copy_file(source, file, progress)
    else:
        _copy_server(source, file, progress)


def describe(file: Path) -> str:
    """How much is in a backup."""
    with _reading(named(file)), closing(_connected(file)) as connection:
        games, entries = (
            connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
            for table in ("games", "entries")
        )
    return f"{many(games, 'game')} ({entries} entries of their logs)"


@contextmanager
def copied(url: str, progress: Progress) -> Iterator[Path]:
    """A copy of a database with the tables of this version, for as long as it is needed."""
    with TemporaryDirectory(prefix="fivesquare-") as folder:
        file = Path(folder) / "games.db"
        copy_database(url, file, progress)
        _upgrade(file, named(file))
        yield file


@contextmanager
def snapshot(url: str, progress: Progress) -> Iterator[Snapshot]:
    """A copy of a database, to be read."""
    with copied(url, progress) as file, _described(SqliteDatabase(file)) as connection:
        yield Snapshot(file, connection)


def restore(path: Path, url: str, progress: Progress, *, overwrite: bool = False) -> None:
    """Put a copy in the place of a database, all of it or nothing; one with games only if told."""
    if not path.exists():
        raise StoreError(f"there is no {named(path)}")
    target = database_at(url)
    if isinstance(target, SqliteDatabase):
        _restore_file(SqliteDatabase(path), target, progress, overwrite)
        return
    with copied(f"sqlite:///{path}", lambda done, of: None) as file:
        _restore_server(file, target, progress, overwrite)


@contextmanager
def _writing(path: Path, overwrite: bool) -> Iterator[Path]:
    """An empty file that gets its name when everything is in it."""
    taken = StoreError(f"{named(path)} exists: choose another name, or give --overwrite")
    if path.exists() and not overwrite:
        raise taken
    try:
        with new_file(path, replace=overwrite) as part:
            Path(part.name).chmod(_OWNER_ONLY)
            yield Path(part.name)
    except FileExistsError:
        raise taken from None
    except OSError as error:
        raise StoreError(f"cannot write {named(path)}: {error.strerror}") from None


# --- SQLite ---


def _copy_file(source: SqliteDatabase, file: Path, progress: Progress) -> None:
    """By SQLite's own backup. It begins anew after every write, but not inside of a transaction."""
    with _reading(source.name), closing(source.opened()) as original, closing(_connected(file)) as copy:
        original.execute("BEGIN")
        original.execute("SELECT count(*) FROM sqlite_schema").fetchone()  # this moment it is
        with _described(source) as connection:
            if revision_of(connection, source.name) is None:
                raise StoreError(_NO_GAMES.format(source.name))
        original.backup(copy, pages=_PAGES, progress=lambda _, left, of: progress(of - left, of))
        copy.execute("PRAGMA journal_mode = DELETE")  # one file, without a log beside it


def _restore_file(
    copy: SqliteDatabase, target: SqliteDatabase, progress: Progress, overwrite: bool
) -> None:
    with target.held():
        is_empty = not target.path.stat().st_size
        try:
            if not is_empty and not overwrite:
                _check_may_go(_games_in_file(target), target.name)
            with new_file(target.path) as part:
                _copy_file(copy, Path(part.name), progress)
                _upgrade(Path(part.name), copy.name)
                if not is_empty:
                    target.close_log()
        except BaseException:
            if is_empty:
                target.path.unlink(missing_ok=True)  # to be held it had to exist
            raise


def _games_in_file(database: SqliteDatabase) -> int:
    with _reading(database.name), closing(database.opened()) as connection:
        if not connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'games'").fetchone():
            return 0
        (count,) = connection.execute("SELECT count(*) FROM games").fetchone()
        return int(count)


def _upgrade(file: Path, name: str, revision: str = "head") -> None:
    """Bring a file that nobody else has to a version of the tables."""
    with _described(SqliteDatabase(file)) as connection:
        migrate(connection, name, revision)


@contextmanager
def _described(database: SqliteDatabase) -> Iterator[Connection]:
    """A connection of SQLAlchemy to a file that nobody else writes."""
    engine = database.engine(1)
    try:
        with _reading(database.name), engine.begin() as connection:
            yield connection
    finally:
        engine.dispose()


def _connected(file: Path) -> sqlite3.Connection:
    """To a file that does not count until it is complete."""
    connection = sqlite3.connect(file, isolation_level=None)
    connection.execute("PRAGMA synchronous = OFF")
    return connection


# --- PostgreSQL ---


def _copy_server(source: PostgresDatabase, file: Path, progress: Progress) -> None:
    with _reading(source.name), source.connected() as connection:
        connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        connection.read_only = True
        _make_tables(file, _revision_on_server(connection, source.name))
        tables = _tables_of(file)
        done, total = 0, sum(_count(connection, table.name) for table in tables)
        with closing(_connected(file)) as copy:
            copy.execute("BEGIN")
            for table in tables:
                copy.execute(f'DELETE FROM "{table.name}"')  # migrations have put something into one
                columns = [column.name for column in table.columns]
                marks = ", ".join("?" * len(columns))
                with connection.cursor(name="fivesquare_copy") as cursor:
                    cursor.execute(_SELECT.format(_named(columns), sql.Identifier(table.name)))
                    while rows := cursor.fetchmany(_ROWS):
                        copy.executemany(f'INSERT INTO "{table.name}" VALUES ({marks})', rows)
                        done += len(rows)
                        progress(done, total)
            copy.execute("COMMIT")


_SELECT, _COUNT = sql.SQL("SELECT {} FROM {}"), sql.SQL("SELECT count(*) FROM {}")
_COPY, _DELETE = sql.SQL("COPY {} ({}) FROM STDIN"), sql.SQL("DELETE FROM {}")


def _named(columns: list[str]) -> sql.Composed:
    return sql.SQL(", ").join(map(sql.Identifier, columns))


def _revision_on_server(connection: psycopg.Connection[Any], name: str) -> str:
    try:
        row = connection.execute(f"SELECT version_num FROM {VERSION_TABLE}").fetchone()
    except psycopg.errors.UndefinedTable:
        row = None
    if row is None:
        raise StoreError(_NO_GAMES.format(name))
    return str(row[0])


def _make_tables(file: Path, revision: str) -> None:
    """Empty tables, as that version of the schema has them."""
    with closing(_connected(file)) as connection:
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
    _upgrade(file, "the database", revision)


def _tables_of(file: Path) -> list[Table]:
    """The tables of a copy, those first to which others refer."""
    with _described(SqliteDatabase(file)) as connection:
        found = MetaData()
        found.reflect(connection)
        return [table for table in found.sorted_tables if table.name != VERSION_TABLE]


def _count(connection: psycopg.Connection[Any], table: str) -> int:
    row = connection.execute(_COUNT.format(sql.Identifier(table))).fetchone()
    assert row is not None
    return int(row[0])


def _restore_server(file: Path, target: PostgresDatabase, progress: Progress, overwrite: bool) -> None:
    """In one transaction; the file has the tables of this version."""
    with _reading(target.name), target.migrating() as connection:
        driver: Any = connection.connection.driver_connection
        if not target.has_no_server(connection):
            raise StoreError(f"{target.name} is in use by a server: stop it first")
        if not overwrite:
            _check_may_go(_count(driver, "games"), target.name)
        tables = _tables_of(file)
        for table in reversed(tables):
            driver.execute(_DELETE.format(sql.Identifier(table.name)))
        with closing(_connected(file)) as copy:
            counts = [
                copy.execute(f'SELECT count(*) FROM "{table.name}"').fetchone()[0] for table in tables
            ]
            done = 0
            for table in tables:
                names = [column.name for column in table.columns]
                into = _COPY.format(sql.Identifier(table.name), _named(names))
                with driver.cursor() as cursor, cursor.copy(into) as lines:
                    listed = ", ".join(f'"{name}"' for name in names)
                    for row in copy.execute(f'SELECT {listed} FROM "{table.name}"'):
                        lines.write_row(row)
                        done += 1
                        if not done % _ROWS:
                            progress(done, sum(counts))


# --- Both ---


def _check_may_go(games: int, name: str) -> None:
    if games:
        raise StoreError(f"{name} has {many(games, 'game')}: give --overwrite to replace them")


@contextmanager
def _reading(name: str) -> Iterator[None]:
    """Turn errors of the databases into StoreErrors."""
    try:
        yield
    except DBAPIError as error:
        raise StoreError(f"{name} cannot be copied: {first_line(error.orig)}") from error
    except (sqlite3.Error, psycopg.Error) as error:
        raise StoreError(f"{name} cannot be copied: {first_line(error)}") from error
