"""The store: reading through SQLAlchemy in a few threads, writing through the one writer."""

import asyncio
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from json import dumps, loads
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import BindParameter, Connection, Select, bindparam, func, select
from sqlalchemy.exc import DBAPIError

from fivesquare.errors import quote
from fivesquare.web.observer import UNOBSERVED, Observer
from fivesquare.web.store import evenings, notes
from fivesquare.web.store.base import (
    LONGEST_NOTE,
    LONGEST_WORD,
    Append,
    Beginning,
    EveningEntry,
    Heard,
    Keys,
    Note,
    OldBrowser,
    OldEvening,
    OldGame,
    Store,
    StoredEvening,
    StoredGame,
    StoreError,
    Told,
    first_line,
    ignore,
)
from fivesquare.web.store.postgres import PostgresDatabase
from fivesquare.web.store.schema import entries, games, keys, seals
from fivesquare.web.store.sqlite import SqliteDatabase
from fivesquare.web.store.write_session import LAST, GameRow, SqlSession
from fivesquare.web.store.writer import Writer

READERS = 4
_BATCH = 20  # games that are removed in one commit: the writer is not held up for long
_LONGEST_ID = 32
_LARGEST_NUMBER = 2**31 - 1
_Answer = TypeVar("_Answer")

# Made once: to put a question together takes SQLAlchemy as long as to ask it.
_IDS: BindParameter[list[str]] = bindparam("ids", expanding=True)
_GAMES = select(games.c.id, games.c.record, games.c.created).where(games.c.id.in_(_IDS))
_KEYS = select(keys.c.game, keys.c.seat, keys.c.hash).where(keys.c.game.in_(_IDS)).order_by(keys.c.hash)
_ENTRIES = select(entries.c.game, entries.c.what).where(entries.c.game.in_(_IDS)).order_by(entries.c.number)


class _Seal(NamedTuple):
    key: bytes
    since: float  # seconds since 1970


def open_sql_store(url: str, observer: Observer = UNOBSERVED, *, joins: bool = False) -> Store:
    """A store for `sqlite:///FILE` or `postgresql://...`; nothing is touched before its `open`.

    One that `joins` may share a file with a server, and leaves the tables as they are.
    """
    return SqlStore(database_at(url, joins=joins), observer)


def database_at(url: str, *, joins: bool = False) -> SqliteDatabase | PostgresDatabase:
    """The database at such an address."""
    kind, separator, rest = url.partition("://")
    if kind == "sqlite":
        file = rest.removeprefix("/")
        if file == rest or file in ("", ":memory:"):
            raise StoreError("a file must be named: sqlite:///FILE")
        return SqliteDatabase(Path(file), joins=joins)
    if kind in ("postgresql", "postgres", "postgresql+psycopg"):
        return PostgresDatabase(f"postgresql://{rest}", joins=joins)
    given = quote(kind if separator else url)
    raise StoreError(f"games cannot be kept in {given}: give sqlite:///FILE or postgresql://...")


class SqlStore:
    """Keeps games in a database."""

    def __init__(
        self, database: SqliteDatabase | PostgresDatabase, observer: Observer = UNOBSERVED
    ) -> None:
        self._database = database
        self._observer = observer

    @property
    def is_shared(self) -> bool:
        return self._database.is_shared

    @property
    def seal_key(self) -> bytes:
        return self._seal.key

    async def open(self, heard: Heard, told: Told = ignore) -> None:
        self._heard, self._told = heard, told
        loop = asyncio.get_running_loop()
        self._threads = ThreadPoolExecutor(READERS, thread_name_prefix="fivesquare-reader")
        try:
            session = await loop.run_in_executor(self._threads, self._prepared)
        except BaseException:
            self._threads.shutdown(wait=False)
            raise
        self._engine = self._database.engine(READERS)
        self._writer = Writer(session, loop, self._database.name, self._observer)
        try:
            await self._database.listen(heard, told)
            self._seal = await self._reading(_seal)
        except BaseException:
            await self.close()
            raise

    def _prepared(self) -> SqlSession:
        self._database.prepare()
        try:
            return self._database.session()
        except BaseException:
            self._database.release()
            raise

    async def close(self) -> None:
        await self._database.hush()
        self._writer.stop()
        await asyncio.get_running_loop().run_in_executor(self._threads, self._writer.join)
        self._threads.shutdown(wait=True)
        self._engine.dispose()
        self._database.release()

    # --- Writing ---

    async def append(self, game: str, number: int, what: str) -> bool:
        return _is_next(game, number, what) and await self._writer.append(game, number, what)

    async def create(self, kept: StoredGame) -> None:
        row = _row(kept)
        await self._writer.do(lambda session: session.create(*row))
        self._observer.began(1)

    async def follow(self, game: str, number: int, what: str, kept: StoredGame) -> bool:
        append, row = Append(game, number, what), _row(kept)

        def begin(session: SqlSession) -> bool:
            is_next = session.enter(append)
            if is_next:
                session.create(*row)
            return is_next

        began = _is_next(*append) and await self._writer.do(begin)
        if began:
            self._observer.began(1)
        return began

    async def take_seat(self, game: str, number: int, what: str, seat: int, key: bytes) -> bool:
        append = Append(game, number, what)

        def take(session: SqlSession) -> bool:
            is_next = session.enter(append)
            if is_next:
                session.replace_keys(game, seat, key)
            return is_next

        return _is_next(*append) and await self._writer.do(take)

    async def add_key(self, game: str, seat: int, key: bytes, unless: str | None = None) -> bool:
        return _is_id(game) and await self._writer.do(
            lambda session: session.add_key(game, seat, key, unless)
        )

    async def check(self) -> None:
        name = secrets.token_urlsafe(16)  # another each time, so that checks do not wait for each other
        await self._writer.do(lambda session: session.check(name))

    async def remove(self, old: Sequence[OldGame]) -> list[str]:
        removed = []
        for start in range(0, len(old), _BATCH):
            gone = await self._writer.do(_removing(old[start : start + _BATCH]))
            removed += gone
            for game in gone:
                self._heard(game, 0)
        return removed

    async def note(
        self, browser: bytes, kind: str, name: str, value: Mapping[str, Any], *, rolling: bool = False
    ) -> bool:
        text = dumps(value)
        if not (_is_id(kind) and _is_id(name) and len(text) <= LONGEST_NOTE):
            raise ValueError(f"{quote(name)} cannot be noted as {quote(kind)}")
        return await self._writer.do(lambda session: notes.put(session, browser, kind, name, text, rolling))

    async def forget(self, browser: bytes) -> None:
        def leave(session: SqlSession) -> list[str]:
            evenings.forget(session, browser)
            return notes.forget(session, browser)

        for game in await self._writer.do(leave):
            self._heard(game, 0)

    async def remove_notes(self, old: Sequence[OldBrowser]) -> int:
        batches = [old[start : start + _BATCH] for start in range(0, len(old), _BATCH)]
        return sum([await self._writer.do(_forgetting(batch)) for batch in batches])

    async def create_evening(self, kept: StoredEvening, most: int, since: float) -> bool:
        if not _is_id(kept.id):
            raise ValueError(f"{quote(kept.id)} cannot be kept")
        return await self._writer.do(lambda session: evenings.create(session, kept, most, since))

    async def append_evening(self, entry: EveningEntry) -> bool:
        games = [_row(game) for game in entry.games]
        entered = _is_next(*entry[:3]) and await self._writer.do(
            lambda session: evenings.append(session, entry, games)
        )
        if entered and games:
            self._observer.began(len(games))
        return entered

    async def remove_evenings(self, old: Sequence[OldEvening]) -> list[str]:
        gone = await self._writer.do(lambda session: evenings.remove(session, old))
        for evening in gone:
            self._told("", evenings.words(evening, 0))
        return gone

    async def tell(self, words: str) -> None:
        if len(words.encode()) > LONGEST_WORD:
            raise ValueError(f"{quote(words)} is too long to be told")
        await self._writer.do(lambda session: session.tell(words))

    # --- Reading ---

    async def read(self, game: str) -> StoredGame | None:
        if not _is_id(game):
            return None
        found = await self._reading(lambda connection: read_games(connection, [game]))
        return found[0] if found else None

    async def games_of(self, key: bytes, most: int) -> list[StoredGame]:
        return await self._reading(
            lambda connection: read_games(connection, _opened_by(connection, key, most))
        )

    async def notes(self, browser: bytes, kind: str | None = None) -> list[Note]:
        return await self._reading(lambda connection: notes.read(connection, browser, kind))

    async def count_browsers(self) -> int:
        return await self._reading(notes.count_browsers)

    async def silent_since(self, moment: float) -> list[OldBrowser]:
        return await self._reading(lambda connection: notes.silent_since(connection, moment))

    async def surplus_browsers(self, most: int) -> list[OldBrowser]:
        return await self._reading(lambda connection: notes.surplus(connection, most))

    async def read_evening(self, evening: str) -> StoredEvening | None:
        if not _is_id(evening):
            return None
        return await self._reading(lambda connection: evenings.read(connection, evening))

    async def evenings_of(self, key: bytes, most: int) -> list[StoredEvening]:
        return await self._reading(lambda connection: evenings.read_of(connection, key, most))

    async def count_evenings(self) -> int:
        return await self._reading(evenings.count)

    async def evenings_untouched_since(self, moment: float) -> list[OldEvening]:
        return await self._reading(lambda connection: evenings.untouched_since(connection, moment))

    async def surplus_evenings(self, most: int) -> list[OldEvening]:
        return await self._reading(lambda connection: evenings.surplus(connection, most))

    async def is_older_than_seals(self, key: bytes) -> bool:
        opened = select(games.c.id).join(keys, keys.c.game == games.c.id).where(keys.c.hash == key)
        old = opened.where(games.c.created < self._seal.since).limit(1)
        return await self._reading(lambda connection: connection.scalar(old)) is not None

    async def count(self) -> int:
        return await self._reading(
            lambda connection: int(connection.scalar(select(func.count()).select_from(games)) or 0)
        )

    async def clocked_since(self, moment: float) -> list[str]:
        # Asked once a start, so not worth a column. In JSON the quotes of all other texts are escaped.
        found = select(games.c.id).where(games.c.record.contains('"clock": {'), moment <= LAST)
        return await self._reading(lambda connection: list(connection.scalars(found)))

    async def untouched_since(self, moment: float) -> list[OldGame]:
        last = LAST.label("last")
        found = select(games.c.id, last).where(games.c.created < moment, last < moment)
        return await self._reading(lambda connection: _old(connection, found))

    async def surplus(self, most: int) -> list[OldGame]:
        last = LAST.label("last")
        found = select(games.c.id, last).order_by(last.desc(), games.c.id).offset(most)
        return await self._reading(lambda connection: _old(connection, found))

    async def last(self) -> float | None:
        moments = [select(func.max(moment)) for moment in (games.c.created, entries.c.at)]
        found = await self._reading(lambda connection: [connection.scalar(moment) for moment in moments])
        return max((moment for moment in found if moment is not None), default=None)

    async def _reading(self, question: Callable[[Connection], _Answer]) -> _Answer:
        loop = asyncio.get_running_loop()
        try:
            answer = loop.run_in_executor(self._threads, self._asked, question)
        except RuntimeError:  # the threads take nothing more
            raise StoreError(f"{self._database.name} is closed") from None
        return await answer

    def _asked(self, question: Callable[[Connection], _Answer], is_again: bool = False) -> _Answer:
        began, failed = perf_counter(), True
        try:
            with self._engine.begin() as connection:
                answer = question(connection)
            failed = False
            return answer
        except DBAPIError as error:
            if error.connection_invalidated and not is_again:
                return self._asked(question, is_again=True)
            raise StoreError(f"{self._database.name} cannot be read: {first_line(error.orig)}") from error
        finally:
            self._observer.read(perf_counter() - began, failed=failed)


def read_games(connection: Connection, ids: Sequence[str]) -> list[StoredGame]:
    """Whole games, in the order in which they are asked for, without those that are gone."""
    if not ids:
        return []
    asked = {"ids": ids}
    hashes: dict[str, list[tuple[int, bytes]]] = {game: [] for game in ids}
    happened: dict[str, list[str]] = {game: [] for game in ids}
    rows = {game: _beginning(game, record, at) for game, record, at in connection.execute(_GAMES, asked)}
    for game, seat, key in connection.execute(_KEYS, asked):
        hashes[game].append((seat, bytes(key)))
    for game, what in connection.execute(_ENTRIES, asked):
        happened[game].append(what)
    return [
        StoredGame(rows[game], _by_seat(hashes[game]), tuple(happened[game]))
        for game in ids
        if game in rows
    ]


def _seal(connection: Connection) -> _Seal:
    key, since = connection.execute(select(seals.c.key, seals.c.since)).one()
    return _Seal(bytes(key), since)


def _beginning(game: str, record: str, created: float) -> Beginning:
    told: dict[str, Any] = loads(record)
    first, second = told["players"]
    return Beginning(
        game,
        told["book"],
        told["board"],
        (first, second),
        told["seed"],
        created,
        setup=told.get("setup"),
        clock=told.get("clock"),
        evening=told.get("evening"),
        dealt=told.get("dealt", False),
    )


def _opened_by(connection: Connection, key: bytes, most: int) -> list[str]:
    newest = (
        select(games.c.id)
        .join(keys, keys.c.game == games.c.id)
        .where(keys.c.hash == key)
        .group_by(games.c.id, games.c.created)  # one secret may open both seats
        .order_by(games.c.created.desc(), games.c.id)
        .limit(most)
    )
    return list(connection.scalars(newest))


def _old(connection: Connection, found: Select[tuple[str, float]]) -> list[OldGame]:
    return [OldGame(row.id, row.last) for row in connection.execute(found)]


def _is_next(game: str, number: int, what: str) -> bool:
    """Whether an entry may be the next of its game; refuses what can be none."""
    if not (_is_plain(game) and _is_plain(what)):
        raise ValueError(f"{quote(what)} cannot be an entry of {quote(game)}")
    return 0 <= number <= _LARGEST_NUMBER


def _row(kept: StoredGame) -> GameRow:
    """What is written of a new game."""
    beginning = kept.beginning
    if not (_is_id(beginning.id) and all(map(_is_plain, kept.entries))):
        raise ValueError(f"{quote(beginning.id)} cannot be kept")
    record = {
        "book": beginning.book,
        "board": beginning.board,
        "players": beginning.players,
        "seed": beginning.seed,
        **({} if beginning.setup is None else {"setup": beginning.setup}),
    }
    if beginning.clock is not None:
        record["clock"] = beginning.clock
    if beginning.evening is not None:
        record["evening"] = beginning.evening
    if beginning.dealt:
        record["dealt"] = True
    return beginning.id, dumps(record), beginning.created, _flat(kept.keys), kept.entries


def _removing(old: Sequence[OldGame]) -> Callable[[SqlSession], list[str]]:
    return lambda session: session.remove(old)


def _forgetting(old: Sequence[OldBrowser]) -> Callable[[SqlSession], int]:
    return lambda session: notes.forget_old(session, old)


def _flat(keys: Keys) -> list[tuple[int, bytes]]:
    return [(seat, key) for seat, held in enumerate(keys, start=1) for key in sorted(set(held))]


def _by_seat(keys: Iterable[tuple[int, bytes]]) -> Keys:
    first: list[bytes] = []
    second: list[bytes] = []
    for seat, key in keys:
        (first if seat == 1 else second).append(key)
    return tuple(first), tuple(second)


def _is_plain(text: str) -> bool:
    """Whether every database keeps this as it is."""
    return text != "" and text.isascii() and text.isprintable()


def _is_id(game: str) -> bool:
    return len(game) <= _LONGEST_ID and _is_plain(game)
