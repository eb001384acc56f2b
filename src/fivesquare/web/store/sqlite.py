"""Games in one file, through SQLite: one process has it, reads beside the writer, and writes in groups."""

import sqlite3
import stat
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from json import dumps, loads
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, QueuePool, create_engine, event
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite as Pysqlite
from sqlalchemy.exc import DBAPIError

from fivesquare.errors import BusyFileError, FileError
from fivesquare.files import DatabaseLock, LockedFile, make_folder, named
from fivesquare.web.store.base import Append, Heard, StoreError, Told
from fivesquare.web.store.schema import check_current, migrate
from fivesquare.web.store.write_session import Deed, SqlSession

APPLICATION = 0x46495645  # in the header of every file of ours: FIVE
_MAGIC = b"SQLite format 3\0"
_PATIENCE = 5.0  # seconds for another program that looks into the file

# One statement for all, because each costs a turn of the interpreter's lock.
_HEADS = """
SELECT json_group_object(value, coalesce(
    (SELECT max(number) + 1 FROM entries WHERE game = value), (SELECT 0 FROM games WHERE id = value)))
FROM json_each(?)"""
_ENTER = """
INSERT INTO entries (game, number, what, at)
SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'), ?
FROM json_each(?)"""


class SqliteDatabase:
    """The file, held by this process from `prepare` to `release`."""

    is_shared = False

    def __init__(self, path: Path, *, joins: bool = False) -> None:
        """One that `joins` takes the file as it is, beside another process that may have it."""
        self.path = path.resolve()  # by whatever name: one file, one lock
        self.name = named(path)
        self._joins = joins
        self._holds: list[LockedFile | DatabaseLock] = []

    def prepare(self) -> None:
        """Lock the file, creating it if needed, and migrate its tables."""
        if self._joins:
            self._check_joined()
            return
        try:
            self._take_hold()
            self._set_up()
        except BaseException:
            self.release()
            raise

    def _take_hold(self) -> None:
        with self._blaming():
            make_folder(self.path.parent)
            self._check_ours()
            # By its name, which works everywhere, and the file itself: it may have another name.
            self._holds.append(LockedFile(self.path.with_name(f"{self.path.name}-lock"), create=True))
            self._holds.append(DatabaseLock(self.path))

    def _check_joined(self) -> None:
        self.opened().close()
        engine = self.engine(1)
        try:
            with self._blaming(), engine.begin() as connection:
                check_current(connection, self.name)
        finally:
            engine.dispose()

    def opened(self) -> sqlite3.Connection:
        """A connection to the file, which must be there, beside whoever has it."""
        with self._blaming():
            self._check_ours(advice="")
            if not self.path.exists():
                raise StoreError(f"there is no {self.name}")
            return self._connected()

    @contextmanager
    def held(self) -> Iterator[None]:
        """Lock the file, creating it if needed, and do nothing else to it."""
        try:
            self._take_hold()
            yield
        finally:
            self.release()

    def close_log(self) -> None:
        """Take what is in the log beside the file into it, and remove the log."""
        with self._blaming(), closing(self._connected()) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")

    def release(self) -> None:
        while self._holds:
            hold = self._holds.pop()
            if isinstance(hold, LockedFile) and not hold.text:  # also one that a crash has left
                with suppress(FileError):
                    hold.remove()
            hold.release()

    async def listen(self, heard: Heard, told: Told) -> None:
        """There is no other process."""

    async def hush(self) -> None:
        """Nothing to stop."""

    def session(self) -> "SqliteSession":
        with self._blaming():
            return SqliteSession(self._connected(), self.path)

    def engine(self, connections: int) -> Engine:
        """For reading, in several threads, each time one consistent state."""
        engine = create_engine(
            "sqlite://",
            creator=self._connected,
            poolclass=QueuePool,
            pool_size=connections,
            max_overflow=0,
            hide_parameters=True,
        )
        event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN"))
        return engine

    def _check_ours(self, advice: str = ": give another name with --database") -> None:
        """Whether a file may be opened: its header says so, and nothing but that is read."""
        try:
            status = self.path.stat()
        except FileNotFoundError:
            return
        if not stat.S_ISREG(status.st_mode):
            raise StoreError(f"{self.name} is not a file of games{advice}")
        with self.path.open("rb") as file:
            header = file.read(72)
        if header and not (header.startswith(_MAGIC) and header[68:] == APPLICATION.to_bytes(4)):
            raise StoreError(f"{self.name} is not a file of games{advice}")

    def check_whole(self, connection: sqlite3.Connection) -> None:
        """A damaged page would be noticed only when its games are read: check all of them now."""
        try:
            (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
        except sqlite3.OperationalError:
            raise  # it cannot be read at all
        except sqlite3.DatabaseError as error:
            found = str(error)
        if found != "ok":
            problem = " ".join(found.split())
            raise StoreError(
                f"games cannot be kept in {self.name}: the file is damaged ({problem}); "
                "put back a copy, or save what is left with sqlite3 FILE .recover"
            )

    def _set_up(self) -> None:
        with self._blaming(), closing(self._connected()) as connection:
            if not connection.execute("PRAGMA page_count").fetchone()[0]:
                # Before all else and not yet in the log, so that a file is ours from its first page on.
                connection.execute(f"PRAGMA application_id = {APPLICATION}")
            self.check_whole(connection)
            if connection.execute("PRAGMA journal_mode = WAL").fetchone() != ("wal",):
                raise StoreError(f"{self.name} is where SQLite cannot keep its log: put it on a local disk")
        engine = self.engine(1)
        try:
            with self._blaming(), engine.begin() as writing:
                migrate(writing, self.name)
                # Once more: a file that may only be read is refused now, not at the first move.
                writing.exec_driver_sql(f"PRAGMA application_id = {APPLICATION}")
        finally:
            engine.dispose()

    @contextmanager
    def _blaming(self) -> Iterator[None]:
        """Turn the errors of the file and of SQLite into StoreErrors."""
        try:
            yield
        except StoreError:
            raise
        except BusyFileError:
            raise StoreError(
                f"{self.name} is in use by another process: several can share games only with PostgreSQL"
            ) from None
        except DBAPIError as error:
            raise StoreError(f"games cannot be kept in {self.name}: {error.orig}") from error
        except (FileError, OSError, sqlite3.Error) as error:
            raise StoreError(f"games cannot be kept in {self.name}: {error}") from error

    def _connected(self) -> sqlite3.Connection:
        connection = sqlite3.connect(
            self.path, timeout=_PATIENCE, isolation_level=None, check_same_thread=False
        )
        try:
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA foreign_keys = ON")
        except BaseException:
            connection.close()
            raise
        return connection


class SqliteSession(SqlSession):
    """The connection that writes."""

    dialect = Pysqlite(paramstyle="named")

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self._connection, self._path = connection, path
        self._file = _which(path)

    @property
    def connection(self) -> sqlite3.Connection:
        return self._connection

    def write(self, appends: Sequence[Append], deeds: Sequence[Deed]) -> tuple[list[bool], list[Any]]:
        execute = self._connection.execute
        execute("BEGIN IMMEDIATE")
        try:
            done = [deed(self) for deed in deeds]
            entered = self._enter(appends) if appends else []
            if _which(self._path) != self._file:  # SQLite would go on writing to a file without a name
                raise sqlite3.OperationalError("the file was removed or replaced; start the server again")
            execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                execute("ROLLBACK")
            raise
        return entered, done

    def concerns_all(self, error: Exception) -> bool:
        return isinstance(error, sqlite3.OperationalError)

    def close(self) -> None:
        self._connection.close()

    # --- What is done inside of a transaction ---

    def _enter(self, appends: Sequence[Append]) -> list[bool]:
        """Which of the entries were the next of their games: those are made."""
        games = list({append.game for append in appends})
        ((found,),) = self._connection.execute(_HEADS, (dumps(games),))
        heads: dict[str, int | None] = loads(found)
        answers, fitting = [], []
        for append in appends:
            fits = heads[append.game] == append.number
            if fits:
                heads[append.game] = append.number + 1
                fitting.append(append)
            answers.append(fits)
        if fitting:
            self._connection.execute(_ENTER, (time.time(), dumps(fitting)))
        return answers

    def enter(self, append: Append) -> bool:
        return self._enter([append])[0]

    def notify(self, games: Iterable[str]) -> None:
        """There is no other process."""

    def tell(self, words: str) -> None:
        """There is no other process."""


def _which(path: Path) -> tuple[int, int] | None:
    """The identity of the file; None if it does not exist."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino
