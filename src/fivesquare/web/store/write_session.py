"""The connection that writes, as far as it is the same for every database: games, their keys, removals.

The statements are SQLAlchemy's, compiled once for each dialect. Entries, which every move waits for, are
written by each database in a statement of its own.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, ClassVar

from sqlalchemy import Dialect, bindparam, delete, func, insert, select
from sqlalchemy.sql import ClauseElement

from fivesquare.web.store.base import MOST_KEYS, Append, OldGame
from fivesquare.web.store.schema import entries, games, keys

LAST = func.coalesce(
    select(entries.c.at)
    .where(entries.c.game == games.c.id)
    .order_by(entries.c.number.desc())
    .limit(1)
    .scalar_subquery(),
    games.c.created,
)
"""When something last happened in a game."""

GameRow = tuple[str, str, float, Sequence[tuple[int, bytes]], Sequence[str]]
"""What is written of a new game: its id, record, moment, keys by seat, and first entries."""

Deed = Callable[["SqlSession"], Any]
"""Anything that is written besides entries: a function of the session."""

_IS_GAME = games.c.id == bindparam("game")
_IS_SEAT = (keys.c.game == bindparam("game"), keys.c.seat == bindparam("seat"))
# SQLite has no locks on rows, and needs none: it has one writer. FOR NO KEY UPDATE lets entries be made.
_HOLD = select(games.c.id).where(_IS_GAME).with_for_update(key_share=True)
_HOLD_TO_REMOVE = select(games.c.id).where(_IS_GAME).with_for_update(skip_locked=True)
_BEGIN, _OPEN, _ENTER = insert(games), insert(keys), insert(entries)
_KEYS = select(keys.c.hash).where(*_IS_SEAT)
_CLOSE = delete(keys).where(*_IS_SEAT)
_ENTERED = select(entries.c.number).where(
    entries.c.game == bindparam("game"), entries.c.what == bindparam("what")
)
_REMOVE = delete(games).where(_IS_GAME)
_REMOVE_OLD = _REMOVE.where(bindparam("last") >= LAST)


class SqlSession(ABC):
    """A connection that writes. Not thread-safe: only the writer's thread uses it."""

    dialect: ClassVar[Dialect]

    @property
    @abstractmethod
    def connection(self) -> Any:
        """The driver's: sqlite3's and psycopg's are alike in what is used here."""

    @abstractmethod
    def write(self, appends: Sequence[Append], deeds: Sequence[Deed]) -> tuple[list[bool], list[Any]]:
        """Do it all in one transaction, the deeds first; the answers, when all of it is on disk."""

    @abstractmethod
    def concerns_all(self, error: Exception) -> bool:
        """Whether the database is at fault: then it is no use to try one after the other."""

    @abstractmethod
    def close(self) -> None: ...

    @abstractmethod
    def enter(self, append: Append) -> bool:
        """Make an entry; False if it is not the next of its game."""

    @abstractmethod
    def tell(self, words: str) -> None:
        """Tell something short to other processes."""

    @abstractmethod
    def notify(self, games: Iterable[str]) -> None:
        """Tell other processes to read these games again."""

    def create(
        self,
        game: str,
        record: str,
        created: float,
        keys: Sequence[tuple[int, bytes]],
        entries: Sequence[str],
    ) -> None:
        self.run(_BEGIN, id=game, record=record, created=created)
        self._run_many(_OPEN, [{"game": game, "seat": seat, "hash": key} for seat, key in keys])
        happened = enumerate(entries)
        self._run_many(
            _ENTER,
            [{"game": game, "number": number, "what": what, "at": created} for number, what in happened],
        )

    def add_key(self, game: str, seat: int, key: bytes, unless: str | None) -> bool:
        is_there = self.run(_HOLD, game=game).fetchone()
        if self.run(_ENTERED, game=game, what=unless).fetchone():
            return False
        there = self.run(_KEYS, game=game, seat=seat).fetchall()
        if (key,) in there:
            return True
        if not is_there or len(there) >= MOST_KEYS:
            return False
        self.run(_OPEN, game=game, seat=seat, hash=key)
        self.notify([game])
        return True

    def replace_keys(self, game: str, seat: int, key: bytes) -> None:
        self.run(_HOLD, game=game)  # as add_key: one at a time
        self.run(_CLOSE, game=game, seat=seat)
        self.run(_OPEN, game=game, seat=seat, hash=key)
        self.notify([game])

    def remove(self, old: Sequence[OldGame]) -> list[str]:
        """Remove the games in which nothing has happened since the moment beside them; which they were.

        First held, then looked at: what is entered between the two would not be seen in one statement.
        """
        held = [each for each in old if self.run(_HOLD_TO_REMOVE, game=each.game).fetchone()]
        gone = [game for game, last in held if self.run(_REMOVE_OLD, game=game, last=last).rowcount]
        self.notify(gone)
        return gone

    def check(self, name: str) -> None:
        """Write a game and remove it: to begin a transaction works on a full disk as well."""
        self.create(name, "{}", 0.0, [(1, b"")], ["sit 1"])
        self.run(_REMOVE, game=name)

    def run(self, statement: ClauseElement, **values: Any) -> Any:
        text, fixed = _compiled(statement, self.dialect)
        return self.connection.execute(text, {**fixed, **values})

    def _run_many(self, statement: ClauseElement, values: Sequence[Mapping[str, Any]]) -> None:
        if values:
            self.connection.cursor().executemany(_compiled(statement, self.dialect)[0], values)


@cache
def _compiled(statement: ClauseElement, dialect: Dialect) -> tuple[str, dict[str, Any]]:
    """A statement as text, and the values of it that never change."""
    compiled = statement.compile(dialect=dialect)
    fixed = {name: value for name, value in (compiled.params or {}).items() if value is not None}
    return str(compiled), fixed
