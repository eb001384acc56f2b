"""Whether a server that is to start could use a database: found out without changing anything in it."""

import os
import shutil
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Literal, NamedTuple

import psycopg
from psycopg.conninfo import conninfo_to_dict
from sqlalchemy.exc import DBAPIError

from fivesquare.web.store.base import StoreError, first_line
from fivesquare.web.store.postgres import PostgresDatabase
from fivesquare.web.store.schema import newest_revision, revision_of
from fivesquare.web.store.sql import READERS, database_at
from fivesquare.web.store.sqlite import SqliteDatabase

_LITTLE = 256 * 1024 * 1024  # bytes of disk
_CONNECTIONS = READERS + 2  # of each process: the writer's, and that which listens

Verdict = Literal["ok", "note", "wrong"]


class Finding(NamedTuple):
    """Something that was looked at. "wrong": the server would not start, or not save games."""

    subject: str
    verdict: Verdict
    text: str


def findings(url: str, processes: int) -> Iterator[Finding]:
    """What there is to say of a database and its secrets; the first thing that is wrong ends it."""
    try:
        database = database_at(url)
        if isinstance(database, SqliteDatabase):
            yield from _of_file(database)
        else:
            yield _of_password(url)
            yield from _of_server(database, processes)
    except StoreError as error:
        yield Finding("database", "wrong", str(error))
    except (OSError, sqlite3.Error, psycopg.Error) as error:
        yield Finding("database", "wrong", f"it cannot be used: {first_line(error)}")
    except DBAPIError as error:
        yield Finding("database", "wrong", f"it cannot be used: {first_line(error.orig)}")


def _migration(revision: str | None) -> Finding:
    newest = newest_revision()
    if revision is None:
        return Finding("migration", "ok", f"the tables are made at the start, at {newest}")
    if revision == newest:
        return Finding("migration", "ok", f"the tables are at {newest}, the newest")
    return Finding(
        "migration",
        "note",
        f"the tables are at {revision}, and brought to {newest} at the start: make a backup before",
    )


# --- SQLite ---


def _of_file(database: SqliteDatabase) -> Iterator[Finding]:
    path = database.path
    folder = next(each for each in path.parents if each.exists())
    if not os.access(folder, os.W_OK | os.X_OK):
        raise StoreError(f"nothing can be written in {folder}: give the server's user a place of its own")
    if not path.exists() or not path.stat().st_size:
        yield Finding("database", "ok", f"{path} is made at the start")
        yield _migration(None)
    else:
        yield from _of_games(database)
    free = shutil.disk_usage(folder).free
    said = f"{free // 1024**2:,} MiB are free in {folder}"
    yield Finding("disk", "note", f"only {said}") if free < _LITTLE else Finding("disk", "ok", said)


def _of_games(database: SqliteDatabase) -> Iterator[Finding]:
    path = database.path
    with closing(database.opened()) as connection:
        database.check_whole(connection)
        connection.execute("BEGIN IMMEDIATE")  # refused where nothing can be written
        connection.execute("ROLLBACK")
    yield Finding("database", "ok", f"{path} is whole, and can be written")
    engine = database.engine(1)
    try:
        with engine.begin() as reading:
            yield _migration(revision_of(reading, database.name))
    finally:
        engine.dispose()
    try:
        with database.held():
            yield Finding("lock", "ok", "no other process has it")
    except StoreError:
        yield Finding("lock", "note", "another server has it open, and must end before this one starts")
    yield _of_mode(path)


def _of_mode(path: Path) -> Finding:
    if path.stat().st_mode & stat.S_IROTH and path.parent.stat().st_mode & stat.S_IXOTH:
        text = f"everybody on this machine can read {path}, and with it what seals the cookies: chmod o-r"
        return Finding("secrets", "note", text)
    return Finding("secrets", "ok", f"only its owner and group can read {path}")


# --- PostgreSQL ---


def _of_server(database: PostgresDatabase, processes: int) -> Iterator[Finding]:
    with database.connected() as connection:
        name, number = connection.info.dbname, connection.info.server_version
        version = f"PostgreSQL {number // 10_000}.{number % 10_000}"
        if _only(connection, "SELECT pg_is_in_recovery()") or _only(connection, _READ_ONLY):
            raise StoreError(f"{database.name} is a copy that can only be read: name the primary server")
        engine = database.engine(1)
        try:
            with engine.begin() as reading:
                revision = revision_of(reading, database.name)
        finally:
            engine.dispose()
        _write(connection, revision)
        yield Finding("database", "ok", f"{name!r} answers ({version}), and can be written")
        yield _migration(revision)
        yield _of_connections(connection, processes)


_READ_ONLY = "SELECT current_setting('transaction_read_only') = 'on'"


def _only(connection: psycopg.Connection[Any], question: str) -> Any:
    row = connection.execute(question).fetchone()
    assert row is not None
    return row[0]


def _write(connection: psycopg.Connection[Any], revision: str | None) -> None:
    """Do what the server will have to be allowed to do, and take it back."""
    if revision != newest_revision():
        connection.execute("CREATE TABLE fivesquare_check (id integer)")
    if revision is not None:
        connection.execute("INSERT INTO games (id, record, created) VALUES ('fivesquare check', '{}', 0)")
        connection.execute("DELETE FROM games WHERE id = 'fivesquare check'")
    connection.rollback()


def _of_connections(connection: psycopg.Connection[Any], processes: int) -> Finding:
    most = int(_only(connection, "SELECT current_setting('max_connections')"))
    needed = processes * _CONNECTIONS
    text = f"{needed} of the {most} that the database allows ({_CONNECTIONS} for each process)"
    if needed > most - 3:  # those are kept for administrators
        return Finding(
            "connections", "wrong", f"this needs {text}: fewer --workers, or raise max_connections"
        )
    return Finding("connections", "ok", text)


def _of_password(url: str) -> Finding:
    if conninfo_to_dict(f"postgresql://{url.partition('://')[2]}").get("password"):
        text = "the password is in the command line, where everybody on this machine sees it: use ~/.pgpass"
        return Finding("password", "note", text)
    return Finding("password", "ok", "none is in the command line")
