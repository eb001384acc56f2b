"""Games in PostgreSQL: several processes share them, and each tells the others what it has written."""

import secrets
import select
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from sqlalchemy import Connection, Engine, create_engine, make_url, text
from sqlalchemy.exc import DBAPIError

from fivesquare.errors import quote
from fivesquare.web.store.base import Append, Heard, StoreError, Told, first_line
from fivesquare.web.store.notifications import (
    GAMES,
    LONGEST_WAIT,
    SERVED,
    SHORTEST_WAIT,
    WORDS,
    NotificationListener,
)
from fivesquare.web.store.schema import check_current, migrate
from fivesquare.web.store.write_session import Deed, SqlSession

_MOST_AT_ONCE = 150  # entries in one statement: what it tells the others must fit into one notice
_LOCK = 0x46495645  # an advisory lock, held while tables are made

# A connection to a machine that has gone is given up after half a minute.
_CONNECTING: dict[str, str | int] = {
    "application_name": "fivesquare",
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 25_000,
}
_PATIENCE = "SET statement_timeout = '15s'; SET idle_in_transaction_session_timeout = '60s'"
# The plan is made once, while the tables may still be empty: it must be the one for full ones.
_PLANNING = """
SET plan_cache_mode = force_generic_plan;
SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off"""
_DURABLY = """
SET default_transaction_isolation = 'read committed';
SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"""

# Lists go as lines of text: arrays cost more. The rows of the games are held, so that none goes before its
# entry comes; in one order for all processes, so that no two wait for each other.
_ENTER = f"""
WITH wanted AS MATERIALIZED (
    SELECT game, number, what FROM unnest(
        string_to_array(%s, E'\\n'), string_to_array(%s, E'\\n')::integer[], string_to_array(%s, E'\\n')
    ) AS lines (game, number, what)
), held AS MATERIALIZED (
    SELECT id, number, what FROM wanted JOIN games ON id = game ORDER BY id FOR KEY SHARE OF games
), added AS (
    INSERT INTO entries (game, number, what, at)
    SELECT id, number, what, %s FROM held
    WHERE number = 0
        OR EXISTS (SELECT FROM entries AS there WHERE there.game = id AND there.number = held.number - 1)
    ORDER BY id
    ON CONFLICT DO NOTHING RETURNING game, number
)
SELECT string_agg(game, E'\\n'),
    pg_notify('{GAMES}', %s || string_agg(' ' || game || ' ' || (number + 1), ''))
FROM added HAVING count(*) > 0"""
# One statement: three of SQLAlchemy's took 2.4 times as long where many games begin together.
_CREATE = """
WITH begun AS (INSERT INTO games (id, record, created) VALUES (%s, %s, %s) RETURNING id),
opened AS (
    INSERT INTO keys (game, seat, hash)
    SELECT id, seat, hash FROM begun, unnest(%s::integer[], %s::bytea[]) AS held (seat, hash)
)
INSERT INTO entries (game, number, what, at)
SELECT id, number - 1, what, %s FROM begun, unnest(%s::text[]) WITH ORDINALITY AS happened (what, number)"""


class PostgresDatabase:
    """A database on a server, which may be far away, and go away and come back."""

    is_shared = True

    def __init__(self, url: str, *, joins: bool = False) -> None:
        """One that `joins` takes the tables as they are."""
        self._joins = joins
        try:
            given = conninfo_to_dict(url)
        except psycopg.Error as error:
            raise StoreError(f"the database cannot be found: {first_line(error)}") from None
        self.name = f"the database {quote(given['dbname'])}" if given.get("dbname") else "the database"
        missing = {key: value for key, value in _CONNECTING.items() if key not in given}
        self._address = make_conninfo(url, **missing)
        self._process = ""
        self._listener: NotificationListener | None = None

    def prepare(self) -> None:
        """Migrate the tables; several processes do so one after the other."""
        self._process = secrets.token_hex(4)  # not before: a copy of this process has a name of its own
        if self._joins:
            with self._transaction() as connection:
                check_current(connection, self.name)
            return
        with self.migrating():
            """That was all."""

    @contextmanager
    def migrating(self) -> Iterator[Connection]:
        """A transaction in which the tables are up to date, and no other process changes them."""
        with self._transaction() as connection:
            connection.execute(text("SET LOCAL statement_timeout = 0"))
            connection.execute(text(f"SELECT pg_advisory_xact_lock({_LOCK})"))
            migrate(connection, self.name)
            yield connection

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        engine = self.engine(1)
        try:
            with self._blaming(), engine.connect() as connection:
                connection = connection.execution_options(isolation_level="READ COMMITTED")
                with connection.begin():
                    yield connection
        finally:
            engine.dispose()

    def has_no_server(self, connection: Connection) -> bool:
        """Whether no server has these tables open; until the end of the transaction none will."""
        return bool(connection.scalar(text(f"SELECT pg_try_advisory_xact_lock({SERVED})")))

    def connected(self) -> psycopg.Connection[Any]:
        """A connection for work that takes as long as it takes."""
        with self._blaming():
            connection = psycopg.connect(self._address, autocommit=True)
            connection.execute("SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0")
            connection.autocommit = False
            return connection

    def release(self) -> None:
        """Nothing is held."""

    async def listen(self, heard: Heard, told: Told) -> None:
        listener = NotificationListener(self._address, self._process, heard, told)
        with self._blaming():
            await listener.start()
        self._listener = listener

    async def hush(self) -> None:
        if self._listener is not None:
            await self._listener.stop()

    def session(self) -> "PostgresSession":
        with self._blaming():
            return PostgresSession(self._address, self._process)

    def engine(self, connections: int) -> Engine:
        """For reading, in several threads, each time one consistent state."""
        return create_engine(
            "postgresql+psycopg://",
            creator=self._connected,
            isolation_level="REPEATABLE READ",
            pool_size=connections,
            max_overflow=0,
            hide_parameters=True,
        )

    def _connected(self) -> psycopg.Connection[Any]:
        connection = psycopg.connect(self._address, autocommit=True)
        connection.execute(_PATIENCE)
        connection.autocommit = False
        return connection

    @contextmanager
    def _blaming(self) -> Iterator[None]:
        """Turn the errors of the database into StoreErrors."""
        try:
            yield
        except DBAPIError as error:
            raise StoreError(f"games cannot be kept in {self.name}: {first_line(error.orig)}") from error
        except psycopg.Error as error:
            raise StoreError(f"games cannot be kept in {self.name}: {first_line(error)}") from error


class PostgresSession(SqlSession):
    """The connection that writes; a lost one is made again."""

    dialect = make_url("postgresql+psycopg://").get_dialect()()

    def __init__(self, address: str, process: str) -> None:
        self._address, self._process = address, process
        self._wait, self._not_before = 0.0, 0.0
        self._connection: psycopg.Connection[Any] | None = self._connected()

    @property
    def connection(self) -> psycopg.Connection[Any]:
        assert self._connection is not None
        return self._connection

    def write(self, appends: Sequence[Append], deeds: Sequence[Deed]) -> tuple[list[bool], list[Any]]:
        connection = self._ready()
        try:
            if not deeds and _is_one_statement(appends):
                return self._enter(connection, appends), []
            with connection.transaction():
                done = [deed(self) for deed in deeds]
                return self._enter(connection, appends), done
        except BaseException as error:
            if not isinstance(error, Exception) or self.concerns_all(error):
                self._drop()
            raise

    def concerns_all(self, error: Exception) -> bool:
        if isinstance(error, psycopg.errors.DeadlockDetected):
            return False
        return isinstance(error, psycopg.OperationalError | psycopg.InterfaceError | psycopg.InternalError)

    def close(self) -> None:
        self._drop()

    # --- The connection ---

    def _connected(self) -> psycopg.Connection[Any]:
        connection = psycopg.connect(self._address, autocommit=True)
        for setting in (_PATIENCE, _PLANNING, _DURABLY):
            connection.execute(setting)
        return connection

    def _ready(self) -> psycopg.Connection[Any]:
        """The connection, made again if it was lost; after a vain attempt it is left alone for a while."""
        if self._connection is not None and _is_alive(self._connection):
            return self._connection
        self._drop()
        if time.monotonic() < self._not_before:
            raise psycopg.OperationalError("the server is away")
        try:
            self._connection = self._connected()
        except psycopg.Error:
            self._wait = min(max(2 * self._wait, SHORTEST_WAIT), LONGEST_WAIT)
            self._not_before = time.monotonic() + self._wait
            raise
        self._wait = 0.0
        return self._connection

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    # --- What is done inside of a transaction ---

    def _enter(self, connection: psycopg.Connection[Any], appends: Sequence[Append]) -> list[bool]:
        """Which of the entries were the next of their games: those are made. One of each game at a time."""
        answers = [False] * len(appends)
        asked: dict[str, tuple[int, bool]] = {}
        waiting = list(range(len(appends)))
        while waiting:
            now: dict[str, int] = {}
            later = []
            for place in waiting:
                game, number, _ = appends[place]
                if game in now or len(now) == _MOST_AT_ONCE:
                    later.append(place)
                elif not _is_answered(number, asked.get(game)):
                    now[game] = place
            added = self._add(connection, [appends[place] for place in now.values()])
            for game, place in now.items():
                answers[place] = game in added
                asked[game] = appends[place].number, answers[place]
            waiting = later
        return answers

    def _add(self, connection: psycopg.Connection[Any], appends: Sequence[Append]) -> set[str]:
        """The games, all different ones, whose entries could be added."""
        if not appends:
            return set()
        games, numbers, whats = zip(*appends, strict=True)
        lines = ("\n".join(games), "\n".join(map(str, numbers)), "\n".join(whats))
        row = connection.execute(_ENTER, (*lines, time.time(), self._process), prepare=True).fetchone()
        return set() if row is None else set(row[0].split("\n"))

    def enter(self, append: Append) -> bool:
        return self._enter(self.connection, [append])[0]

    def create(
        self,
        game: str,
        record: str,
        created: float,
        keys: Sequence[tuple[int, bytes]],
        entries: Sequence[str],
    ) -> None:
        seats, hashes = [seat for seat, _ in keys], [key for _, key in keys]
        values = (game, record, created, seats, hashes, created, list(entries))
        self.connection.execute(_CREATE, values)

    def tell(self, words: str) -> None:
        self._notify(WORDS, words)

    def notify(self, games: Iterable[str]) -> None:
        words = " ".join(f"{game} 0" for game in games)
        if words:
            self._notify(GAMES, words)

    def _notify(self, channel: str, words: str) -> None:
        self.connection.execute("SELECT pg_notify(%s, %s)", (channel, f"{self._process} {words}"))


def _is_one_statement(appends: Sequence[Append]) -> bool:
    return len({append.game for append in appends}) == len(appends) <= _MOST_AT_ONCE


def _is_answered(number: int, asked: tuple[int, bool] | None) -> bool:
    """Whether an earlier entry of the same group has shown that this one cannot be made."""
    if asked is None:
        return False
    last, was_made = asked
    return number <= last if was_made else number == last


def _is_alive(connection: psycopg.Connection[Any]) -> bool:
    """Whether the server has not hung up: there is nothing to read from one that was not asked."""
    if connection.closed:
        return False
    poll = select.poll()
    poll.register(connection.fileno(), select.POLLIN)
    return not poll.poll(0)
