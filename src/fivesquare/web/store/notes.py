"""The SQL of notes: what is kept for a browser under a kind and a name, as JSON."""

import time
from collections.abc import Iterable
from json import loads

from sqlalchemy import Connection, CursorResult, bindparam, delete, func, select, text

from fivesquare.web.store.base import MOST_NOTES, Note, OldBrowser
from fivesquare.web.store.schema import keys, notes
from fivesquare.web.store.write_session import SqlSession

_IS_BROWSER = notes.c.browser == bindparam("browser")
_IS_KIND = (_IS_BROWSER, notes.c.kind == bindparam("kind"))
_IS_THERE = select(notes.c.at).where(*_IS_KIND, notes.c.name == bindparam("name"))
_COUNT = select(func.count()).select_from(notes).where(*_IS_KIND)
_PUT = text(
    "INSERT INTO notes (browser, kind, name, value, at) VALUES (:browser, :kind, :name, :value, :at) "
    "ON CONFLICT (browser, kind, name) DO UPDATE SET value = excluded.value, at = excluded.at"
)
_OLDEST = select(notes.c.name).where(*_IS_KIND).order_by(notes.c.at, notes.c.name).limit(1)
_DROP = delete(notes).where(*_IS_KIND, notes.c.name == bindparam("name"))
_FORGET = delete(notes).where(_IS_BROWSER)
_SEATS = select(keys.c.game).where(keys.c.hash == bindparam("browser"))
_LEAVE = delete(keys).where(keys.c.hash == bindparam("browser"))
_NEWEST = select(func.max(notes.c.at)).where(_IS_BROWSER)

_LAST = func.max(notes.c.at).label("last")
_BROWSERS = select(notes.c.browser, _LAST).group_by(notes.c.browser)


# --- Writing, inside of a transaction ---


def put(
    session: SqlSession, browser: bytes, kind: str, name: str, value: str, rolling: bool = False
) -> bool:
    """Insert or replace a note; False if the browser has as many of this kind as it may have.

    Among `rolling` ones the oldest gives way.
    """
    place = {"browser": browser, "kind": kind, "name": name}
    if not session.run(_IS_THERE, **place).fetchone():
        (count,) = session.run(_COUNT, browser=browser, kind=kind).fetchone()
        if count >= MOST_NOTES and not rolling:
            return False
        if count >= MOST_NOTES:
            (oldest,) = session.run(_OLDEST, browser=browser, kind=kind).fetchone()
            session.run(_DROP, browser=browser, kind=kind, name=oldest)
    session.run(_PUT, **place, value=value, at=time.time())
    return True


def forget(session: SqlSession, browser: bytes) -> list[str]:
    """Remove all notes of a browser, and its secret from every seat; the games of those seats."""
    seats = {game for (game,) in session.run(_SEATS, browser=browser).fetchall()}
    session.run(_FORGET, browser=browser)
    session.run(_LEAVE, browser=browser)
    session.notify(seats)
    return sorted(seats)


def forget_old(session: SqlSession, old: Iterable[OldBrowser]) -> int:
    """Remove the notes of browsers that have noted nothing since the moment beside them; how many."""
    gone = 0
    for browser, last in old:
        (newest,) = session.run(_NEWEST, browser=browser).fetchone()
        if newest is not None and newest <= last:
            session.run(_FORGET, browser=browser)
            gone += 1
    return gone


# --- Reading ---


def read(connection: Connection, browser: bytes, kind: str | None) -> list[Note]:
    """The notes of a browser, or those of one kind, by kind and name."""
    wanted = select(notes.c.kind, notes.c.name, notes.c.value, notes.c.at).where(notes.c.browser == browser)
    if kind is not None:
        wanted = wanted.where(notes.c.kind == kind)
    found = connection.execute(wanted.order_by(notes.c.kind, notes.c.name))
    return [Note(row.kind, row.name, loads(row.value), row.at) for row in found]


def silent_since(connection: Connection, moment: float) -> list[OldBrowser]:
    return _old(connection.execute(_BROWSERS.having(func.max(notes.c.at) < moment)))


def surplus(connection: Connection, most: int) -> list[OldBrowser]:
    return _old(connection.execute(_BROWSERS.order_by(_LAST.desc(), notes.c.browser).offset(most)))


def count_browsers(connection: Connection) -> int:
    return int(connection.scalar(select(func.count(notes.c.browser.distinct()))) or 0)


def _old(rows: CursorResult[tuple[bytes, float]]) -> list[OldBrowser]:
    return [OldBrowser(bytes(row.browser), row.last) for row in rows]
