"""The SQL of evenings: a row that never changes, the keys of the players, and a log that only grows."""

import time
from collections.abc import Iterable, Sequence
from json import dumps, loads

from sqlalchemy import (
    Connection,
    Select,
    bindparam,
    delete,
    func,
    insert,
    or_,
    select,
    text,
)

from fivesquare.web.store.base import EveningEntry, OldEvening, StoredEvening
from fivesquare.web.store.schema import evening_entries as entries
from fivesquare.web.store.schema import evening_players as players
from fivesquare.web.store.schema import evenings
from fivesquare.web.store.write_session import GameRow, SqlSession

_LAST = func.coalesce(
    select(func.max(entries.c.at)).where(entries.c.evening == evenings.c.id).scalar_subquery(),
    evenings.c.created,
)
_IS_EVENING = evenings.c.id == bindparam("evening")
_BEGUN = select(func.count()).where(
    evenings.c.host == bindparam("host"), evenings.c.created >= bindparam("since")
)
_BEGIN, _JOIN = insert(evenings), insert(players)
# Of two that enter the same number, the later one waits for the first and then finds it taken.
_ENTER = text(
    "INSERT INTO evening_entries (evening, number, what, at) SELECT id, :number, :what, :at FROM evenings "
    "WHERE id = :evening AND (SELECT count(*) FROM evening_entries WHERE evening = :evening) = :number "
    "ON CONFLICT (evening, number) DO NOTHING"
)
_HOLD_TO_REMOVE = select(evenings.c.id).where(_IS_EVENING).with_for_update(skip_locked=True)
_REMOVE = delete(evenings).where(_IS_EVENING, bindparam("last") >= _LAST)
_LEAVE = delete(players).where(players.c.hash == bindparam("browser"))


def words(evening: str, count: int) -> str:
    """What the other processes are told of an evening."""
    return f"evening {evening}@{count}"


# --- Writing, inside of a transaction ---


def create(session: SqlSession, kept: StoredEvening, most: int, since: float) -> bool:
    """Keep a new evening; False if its host has begun `most` since that moment."""
    (begun,) = session.run(_BEGUN, host=kept.host, since=since).fetchone()
    if begun >= most:
        return False
    session.run(_BEGIN, id=kept.id, host=kept.host, setting=dumps(kept.setting), created=kept.created)
    return True


def append(session: SqlSession, entry: EveningEntry, games: Sequence[GameRow]) -> bool:
    """Enter what happened, if it is the next entry, and make what comes with it."""
    evening, number, what, key, _ = entry
    done = session.run(_ENTER, evening=evening, number=number, what=what, at=time.time())
    if not done.rowcount:
        return False
    if key is not None:
        session.run(_JOIN, evening=evening, player=key[0], hash=key[1])
    for row in games:
        session.create(*row)
    session.tell(words(evening, number + 1))
    return True


def remove(session: SqlSession, old: Iterable[OldEvening]) -> list[str]:
    """Remove the evenings in which nothing has happened since the moment beside them."""
    held = [each for each in old if session.run(_HOLD_TO_REMOVE, evening=each.evening).fetchone()]
    gone = [each.evening for each in held if session.run(_REMOVE, evening=each[0], last=each[1]).rowcount]
    for evening in gone:
        session.tell(words(evening, 0))
    return gone


def forget(session: SqlSession, browser: bytes) -> None:
    """Take the key of a browser from every evening in which it plays."""
    session.run(_LEAVE, browser=browser)


# --- Reading ---


def read(connection: Connection, evening: str) -> StoredEvening | None:
    found = connection.execute(select(evenings).where(evenings.c.id == evening)).one_or_none()
    if found is None:
        return None
    keys = connection.execute(select(players.c.player, players.c.hash).where(players.c.evening == evening))
    happened = select(entries.c.what).where(entries.c.evening == evening).order_by(entries.c.number)
    return StoredEvening(
        found.id,
        bytes(found.host),
        loads(found.setting),
        found.created,
        {player: bytes(key) for player, key in keys},
        tuple(connection.scalars(happened)),
    )


def read_of(connection: Connection, key: bytes, most: int) -> list[StoredEvening]:
    """The evenings in which a browser plays or is the host, the newest first."""
    plays = select(players.c.evening).where(players.c.hash == key)
    found = connection.scalars(
        select(evenings.c.id)
        .where(or_(evenings.c.host == key, evenings.c.id.in_(plays)))
        .order_by(evenings.c.created.desc(), evenings.c.id)
        .limit(most)
    )
    return [kept for kept in (read(connection, each) for each in list(found)) if kept is not None]


def count(connection: Connection) -> int:
    return int(connection.scalar(select(func.count()).select_from(evenings)) or 0)


def untouched_since(connection: Connection, moment: float) -> list[OldEvening]:
    return _old(connection, _moments().where(evenings.c.created < moment, moment > _LAST))


def surplus(connection: Connection, most: int) -> list[OldEvening]:
    return _old(connection, _moments().order_by(_LAST.desc(), evenings.c.id).offset(most))


def _moments() -> Select[tuple[str, float]]:
    return select(evenings.c.id, _LAST.label("last"))


def _old(connection: Connection, found: Select[tuple[str, float]]) -> list[OldEvening]:
    return [OldEvening(row.id, row.last) for row in connection.execute(found)]
