"""A copy of a database, read from beginning to end: its games and evenings, and flaws of its tables."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from json import loads
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Connection, select

from fivesquare.web.store import evenings
from fivesquare.web.store.base import LONGEST_NOTE, MOST_KEYS, StoredEvening, StoredGame
from fivesquare.web.store.schema import evenings as evening_table
from fivesquare.web.store.schema import games as game_table
from fivesquare.web.store.sql import read_games

_MOST_DAMAGES = 20
_AT_ONCE = 200  # games that are read together
_HASH = 32  # bytes

# Entries are numbered from 0 without a gap; two of one number cannot be.
_GAPS = """
SELECT {owner}, count(*), max(number) FROM {table} GROUP BY {owner}
HAVING count(*) <> max(number) + 1 OR min(number) <> 0"""


class Flaw(NamedTuple):
    """Something that is wrong, and where: the id of a game or an evening, or what else it is."""

    where: str
    what: str


class Snapshot:
    """The tables of a file that nobody else has, at the newest revision."""

    def __init__(self, file: Path, connection: Connection) -> None:
        self._file = file
        self._connection = connection

    @property
    def counts(self) -> dict[str, int]:
        """How many rows each of the tables has that people have filled."""
        with closing(sqlite3.connect(self._file)) as plain:
            names = ("games", "entries", "evenings", "notes")
            return {name: plain.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in names}

    def games(self) -> Iterator[StoredGame | Flaw]:
        """Every game, the oldest first; in place of one that cannot be read, why not."""
        ids = list(self._connection.scalars(select(game_table.c.id).order_by(game_table.c.created)))
        for start in range(0, len(ids), _AT_ONCE):
            batch = ids[start : start + _AT_ONCE]
            try:
                yield from read_games(self._connection, batch)
            except (ValueError, KeyError, TypeError):  # one of them is no game: which?
                for game in batch:
                    yield self._read_alone(game)

    def _read_alone(self, game: str) -> StoredGame | Flaw:
        try:
            return read_games(self._connection, [game])[0]
        except (ValueError, KeyError, TypeError) as error:
            return Flaw(game, f"its beginning cannot be read: {type(error).__name__}: {error}")

    def evenings(self) -> Iterator[StoredEvening | Flaw]:
        """Every evening, the oldest first."""
        for evening in self._connection.scalars(
            select(evening_table.c.id).order_by(evening_table.c.created)
        ).all():
            try:
                kept = evenings.read(self._connection, evening)
                assert kept is not None
                yield kept
            except (ValueError, KeyError, TypeError) as error:
                yield Flaw(evening, f"it cannot be read: {type(error).__name__}: {error}")

    def flaws(self) -> Iterator[Flaw]:
        """What is wrong with the tables themselves."""
        with closing(sqlite3.connect(self._file)) as plain:
            damages = [row[0] for row in plain.execute(f"PRAGMA integrity_check({_MOST_DAMAGES})")]
            if damages != ["ok"]:
                yield from (Flaw("the file", " ".join(damage.split())) for damage in damages)
                return  # what else would be found follows from that
            yield from _orphans(plain)
            yield from _gaps(plain)
            yield from _keys(plain)
            yield from _notes(plain)


def _orphans(plain: sqlite3.Connection) -> Iterator[Flaw]:
    found = plain.execute(
        'SELECT DISTINCT "table", parent FROM pragma_foreign_key_check() ORDER BY 1, 2'
    ).fetchall()
    for table, parent in found:
        (count,) = plain.execute(
            'SELECT count(*) FROM pragma_foreign_key_check() WHERE "table" = ?', (table,)
        ).fetchone()
        yield Flaw(f"the table {table}", f"{count} of its rows belong to {parent} that are not there")


def _gaps(plain: sqlite3.Connection) -> Iterator[Flaw]:
    for table, owner in (("entries", "game"), ("evening_entries", "evening")):
        for one, count, last in plain.execute(_GAPS.format(table=table, owner=owner)):
            yield Flaw(one, f"its entries go up to number {last}, but there are {count}")


def _keys(plain: sqlite3.Connection) -> Iterator[Flaw]:
    for game, seat in plain.execute("SELECT DISTINCT game, seat FROM keys WHERE seat NOT IN (1, 2)"):
        yield Flaw(game, f"something opens its seat {seat}, and it has two")
    for (game,) in plain.execute("SELECT DISTINCT game FROM keys WHERE length(hash) <> ?", (_HASH,)):
        yield Flaw(game, "something opens a seat that is not the hash of a secret")
    many = "SELECT game, seat, count(*) FROM keys GROUP BY game, seat HAVING count(*) > ?"
    for game, seat, count in plain.execute(many, (MOST_KEYS,)):
        yield Flaw(game, f"{count} secrets open its seat {seat}, more than the {MOST_KEYS} it may have")
    seals = [len(key) for (key,) in plain.execute("SELECT key FROM seals")]
    if seals != [_HASH]:
        yield Flaw("the table seals", f"it has {len(seals)} keys, and should have one of {_HASH} bytes")


def _notes(plain: sqlite3.Connection) -> Iterator[Flaw]:
    for kind, name, value in plain.execute("SELECT kind, name, value FROM notes"):
        if len(value) > LONGEST_NOTE or not _is_object(value):
            yield Flaw(f"the note {kind} {name}", "it is not a note")


def _is_object(text: str) -> bool:
    try:
        read: Any = loads(text)
    except ValueError:
        return False
    return isinstance(read, dict)
