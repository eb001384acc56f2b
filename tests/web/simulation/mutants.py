"""Bugs put into the product, one at a time: what the simulation has to find.

The first four are faults that version 0.7 had. Each is a function of the product replaced by one with a
bug, and the words with which the simulation reports it.
"""

import asyncio
import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any
from unittest.mock import patch

from sqlalchemy import QueuePool, create_engine, select

from fivesquare.lanes import BusyError
from fivesquare.players.base import Luck
from fivesquare.web.exceptions import UnknownGameError
from fivesquare.web.play import pruner, rooms, service, timekeeper
from fivesquare.web.play.clock import Clock
from fivesquare.web.store import sql, sqlite, write_session, writer
from fivesquare.web.store.base import Append, OldGame, StoreError
from fivesquare.web.store.schema import entries, games

Patches = Sequence[tuple[Any, str, Any]]


@dataclass(frozen=True)
class Mutant:
    """A bug, where it goes, and what the simulation says of it (a regular expression)."""

    bug: str
    make: Callable[[], Patches]
    found_as: str
    seed: int = 1  # of a world in which it does harm

    @contextmanager
    def alive(self) -> Iterator[None]:
        """Have the bug in the product for a while."""
        with ExitStack() as stack:
            for place, name, replacement in self.make():
                stack.enter_context(patch.object(place, name, replacement))
            yield


MUTANTS: dict[str, Mutant] = {}


def _mutant(
    bug: str, found_as: str, seed: int = 1
) -> Callable[[Callable[[], Patches]], Callable[[], Patches]]:
    def keep(make: Callable[[], Patches]) -> Callable[[], Patches]:
        MUTANTS[make.__name__.replace("_", "-")] = Mutant(bug, make, found_as, seed)
        return make

    return keep


# --- Faults of version 0.7 ---


@_mutant(
    "0.7: a clock that was set 400 days ahead makes the pruner remove games",
    "games were removed for",
    seed=6,
)
def believed_clock() -> Patches:
    return [(pruner.Pruner, "_may_go", lambda *_: True)]


@_mutant("0.7: a server reaches the file of another by a hard link", "by another name|damaged|lost", seed=6)
def second_name() -> Patches:
    class NoLock:
        def __init__(self, path: Any) -> None:
            path.touch()

        def release(self) -> None:
            """Nothing is held."""

    return [(sqlite, "DatabaseLock", NoLock)]


@_mutant("0.7: /healthz writes nothing, and is well on a full disk", "says that it is well")
def full_disk() -> Patches:
    async def check(self: sql.SqlStore) -> None:
        await self._writer.do(lambda session: None)

    return [(sql.SqlStore, "check", check)]


@_mutant(
    "0.7: the rematch of a game that was pruned is tried for ever", "is not answered in|not at rest", seed=3
)
def endless_rematch() -> Patches:
    refresh = rooms.Rooms.refresh

    async def refresh_or_not(self: rooms.Rooms, room: rooms.Room) -> None:
        if await self._store.read(room.game.id) is not None:
            await refresh(self, room)

    return [(rooms.Rooms, "refresh", refresh_or_not)]


# --- Durable, once, in order ---


@_mutant("a commit does not wait for the disk", "lost|is left|are left|only .* are there|does not start")
def no_sync() -> Patches:
    connected = sqlite.SqliteDatabase._connected

    def without(self: sqlite.SqliteDatabase) -> Any:
        connection = connected(self)
        connection.execute("PRAGMA synchronous = NORMAL")
        return connection

    return [(sqlite.SqliteDatabase, "_connected", without)]


@_mutant("an entry is acknowledged before it is committed", "has that already|lost|asked for|refused")
def early_answer() -> Patches:
    written = writer.Writer._written

    def early(self: writer.Writer, group: list[Any]) -> list[Any]:
        if all(job.append is not None for job in group):
            self._loop.call_soon_threadsafe(writer._give, group, [True] * len(group))
        return written(self, group)

    return [(writer.Writer, "_written", early)]


@_mutant("a game is shown before its entry is stored", "only .* are there|shown as")
def early_show() -> Patches:
    entered = service.GameService._entered

    async def show_first(self: service.GameService, room: Any, after: Any, writing: Any) -> bool:
        room.show(after)
        return await entered(self, room, after, writing)

    return [(service.GameService, "_entered", show_first)]


@_mutant("an entry is made twice", "nobody asked for|refused")
def entered_twice() -> Patches:
    enter = sqlite.SqliteSession._enter

    def twice(self: sqlite.SqliteSession, appends: Sequence[Append]) -> list[bool]:
        answers = enter(self, appends)
        again = [each for each, fits in zip(appends, answers, strict=True) if fits and each.what != "sit 1"]
        enter(self, [each._replace(number=each.number + 1) for each in again[:1]])
        return answers

    return [(sqlite.SqliteSession, "_enter", twice)]


@_mutant(
    "the last entry of a group is acknowledged and not made",
    "lost|has that already|are left|was refused",
    seed=2,
)
def lost_tail() -> Patches:
    enter = sqlite.SqliteSession._enter

    def without_last(self: sqlite.SqliteSession, appends: Sequence[Append]) -> list[bool]:
        return enter(self, appends) if len(appends) < 2 else [*enter(self, appends[:-1]), True]

    return [(sqlite.SqliteSession, "_enter", without_last)]


@_mutant("the answers of a group go to each other's requests", "has that already|was refused|lost|failed")
def swapped_answers() -> Patches:
    written = writer.Writer._written
    return [(writer.Writer, "_written", lambda self, group: written(self, group)[::-1])]


@_mutant("entries are read in another order", "failed|shown as|does not")
def wrong_order() -> Patches:
    select_entries = (
        select(entries.c.game, entries.c.what).where(entries.c.game.in_(sql._IDS)).order_by(entries.c.what)
    )
    return [(sql, "_ENTRIES", select_entries)]


@_mutant(
    "what is read, or migrated, is not one transaction",
    "shown as|no longer|to others|already exists",
    seed=17,
)
def torn_read() -> Patches:
    def engine(self: sqlite.SqliteDatabase, connections: int) -> Any:
        return create_engine(
            "sqlite://", creator=self._connected, poolclass=QueuePool, pool_size=connections, max_overflow=0
        )

    return [(sqlite.SqliteDatabase, "engine", engine)]


@_mutant("a request that arrives again makes a move again that was taken back", "has made 2 moves", seed=7)
def move_again() -> Patches:
    move = service.GameService.move

    async def unversioned(
        self: Any, room: Any, held: Any, ply: int, move_: str, _version: Any = None
    ) -> None:
        await move(self, room, held, ply, move_)

    return [(service.GameService, "move", unversioned)]


@_mutant("a rematch begins its game although it is too late", "nobody began|lost|created twice", seed=2)
def second_rematch() -> Patches:
    async def follow(self: sql.SqlStore, game: str, number: int, what: str, kept: Any) -> bool:
        await self.create(kept)
        return await self.append(game, number, what)

    return [(sql.SqlStore, "follow", follow)]


# --- Games and seats ---


@_mutant(
    "the secrets of the seats are swapped when a game is read", "no longer|of others|to others|shown as"
)
def swapped_seats() -> Patches:
    by_seat = sql._by_seat
    return [(sql, "_by_seat", lambda held: by_seat(held)[::-1])]


@_mutant(
    "an invitation still opens a seat that is taken", "nobody gave it|to others|without a seat|of others"
)
def valid_invitation() -> Patches:
    def keep_all(self: Any, game: str, seat: int, key: bytes) -> None:
        self.run(write_session._OPEN, game=game, seat=seat, hash=key)

    return [(write_session.SqlSession, "replace_keys", keep_all)]


@_mutant("whoever has a seat may move for the other one", "for seat . of others", seed=3)
def any_turn() -> Patches:
    def check(room: Any, held: Any, ply: int) -> None:
        if room.game.is_over or ply != room.game.ply:
            check_turn(room, held, ply)

    check_turn = service._check_turn
    return [(service, "_check_turn", check)]


@_mutant("whoever knows a game may act in it", "without a seat|to others|of others")
def any_secret() -> Patches:
    async def sit_at(_self: Any, _room: Any, _key: Any) -> frozenset[int]:
        return frozenset((1, 2))

    return [(service.GameService, "sit_at", sit_at)]


@_mutant("the pruner goes by when a game began, not by what happened in it", "older ones are kept", seed=2)
def no_activity() -> Patches:
    async def surplus(self: sql.SqlStore, most: int) -> list[OldGame]:
        found = (
            select(games.c.id, games.c.created.label("last")).order_by(games.c.created.desc()).offset(most)
        )
        return await self._reading(lambda connection: sql._old(connection, found))

    return [(sql.SqlStore, "surplus", surplus), (write_session, "_REMOVE_OLD", write_session._REMOVE)]


@_mutant(
    "a game is removed although something happened since it was found old",
    "though something happened|is removed|as one of too many",
    seed=23,
)
def touched_meanwhile() -> Patches:
    return [(write_session, "_REMOVE_OLD", write_session._REMOVE)]


# --- Clocks ---


@_mutant("time is charged twice", "has used no more than|a flag fell", seed=3)
def charged_twice() -> Patches:
    spent = Clock.spent

    def twice(self: Clock, at: float) -> Clock:
        once = spent(self, at)
        return once if once is self else spent(once._replace(since=self.since), at)

    return [(Clock, "spent", twice)]


@_mutant("the time in which no server ran is charged", "has used no more than|a flag fell", seed=4)
def no_pause() -> Patches:
    async def open_without(self: timekeeper.Timekeeper) -> None:
        self._alive = self.now()

    return [(timekeeper.Timekeeper, "open", open_without)]


@_mutant("clocks that ran before a restart are not taken up", "flag .* does not fall", seed=4)
def no_take_up() -> Patches:
    async def nothing(_self: Any) -> None:
        """No clock."""

    return [(timekeeper.Timekeeper, "_take_up", nothing)]


@_mutant(
    "a move has a moment in memory that its entry does not have",
    "was shown as|not at rest|a flag fell with",
    seed=4,
)
def unrounded_moment() -> Patches:
    return [(timekeeper.Timekeeper, "now", lambda self: self._clock())]


# --- Everything ends ---


@_mutant("the computer gives up when it could not move", "computer does not move", seed=22)
def computer_gives_up() -> Patches:
    async def once(self: service.GameService, room: Any, game: Any, name: str) -> None:
        luck = Luck(game.beginning.seed, "first" if game.turn == 1 else "second")
        try:
            move = await self._pool.move(game.position, name, luck)
            await self.enter(room, game, move, game.moved(move))
        except (BusyError, StoreError):
            raise UnknownGameError(rooms.NO_GAME) from None

    return [(service.GameService, "_computer_move", once)]


@_mutant("the writer ends at the first error", "a thread ended|is not answered|never answered|work in the")
def writer_ends() -> Patches:
    def written(self: writer.Writer, group: list[Any]) -> list[Any]:
        done = [job.deed for job in group if job.deed is not None]
        entered, others = self._session.write([job.append for job in group if job.append is not None], done)
        return [entered.pop(0) if job.append is not None else others.pop(0) for job in group]

    return [(writer.Writer, "_written", written)]


@_mutant("of several streams only one is told", "stays at version", seed=2)
def one_stream() -> Patches:
    def tell(self: rooms.Room) -> None:
        self._body = self._event = None
        for stream in list(self.streams)[:1]:
            stream.put(self.event)

    return [(rooms.Room, "tell", tell)]


@_mutant("a stream is not told that its game was removed", "which is removed, stays open", seed=10)
def deaf_stream() -> Patches:
    async def heard(_self: Any, _game: str, _entries: int) -> None:
        """It hears nothing."""

    return [(rooms.Rooms, "heard", heard)]


@_mutant("a server that stops waits for a stream that does not end", "does not stop|is not at rest")
def endless_close() -> Patches:
    close = service.GameService.close

    async def wait_first(self: service.GameService) -> None:
        while any(room.streams for room in self.rooms) or math.inf > 0:
            await asyncio.sleep(0.01)
        await close(self)

    return [(service.GameService, "close", wait_first)]
