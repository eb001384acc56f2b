"""What can be done on an evening of a club, by whom: open one, join, leave, begin rounds, decide, end it.

As in games everything becomes an entry of the store before it is shown, and the number of an entry decides
every race: of two rounds that are begun at once one is refused, and finds that it has begun.
"""

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, NamedTuple

from fivesquare.books import written
from fivesquare.books.explain import in_brief
from fivesquare.errors import FivesquareError
from fivesquare.json_view import label
from fivesquare.lanes import BusyError
from fivesquare.position import Position
from fivesquare.web.exceptions import (
    NoHostError,
    NotNowError,
    UnknownEveningError,
    UnknownGameError,
    UnusableError,
)
from fivesquare.web.play.club_models import NewEvening
from fivesquare.web.play.evening import NOBODY, EveningState, Guest
from fivesquare.web.play.evening_rooms import EveningRoom, EveningRooms
from fivesquare.web.play.names import checked_name, checked_title, encoded, same_name
from fivesquare.web.play.new_games import between
from fivesquare.web.play.pairings import Pair
from fivesquare.web.play.rooms import Room
from fivesquare.web.store.base import EveningEntry, Store, StoredEvening, StoredGame, StoreError

MOST_PLAYERS = 32
"""Who take part at one time."""

MOST_GUESTS = 64
"""Who have ever joined an evening: also those who left or were removed."""

MOST_ROUNDS = 64
MOST_EVENINGS = 10
"""That a browser may open in one day."""

_MOST_CHANGES = 10  # of a player's name, and of leaving and coming back
_MOST_ENTRIES = 5000
_DAY = 24 * 60 * 60
_TRIES = 20  # to enter something while others enter as well: a whole room joins at once
_PAUSE = 1.0  # seconds before a store that is away is asked again
_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # none is taken for another when it is typed
_LENGTH = 8
_TITLE = "Club evening"

_log = logging.getLogger(__name__)

FindGame = Callable[[str], Awaitable[Room]]
Make = Callable[[EveningState], "EveningEntry | None"]
"""Makes the entry for an evening as it is; None if there is nothing to do any more."""


class Evenings:
    """The evenings of one server process."""

    def __init__(self, store: Store, find_game: FindGame, clock: Callable[[], float] = time.time) -> None:
        self.rooms = EveningRooms(store, self._notice)
        self._store, self._find_game, self._clock = store, find_game, clock
        self._tasks: set[asyncio.Task[None]] = set()
        self._minding: set[EveningRoom] = set()

    async def close(self) -> None:
        self.rooms.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def find(self, evening: str) -> EveningRoom:
        """The room of an evening, with its games."""
        room = await self.rooms.find(evening)
        await self._mind(room)
        return room

    async def evenings_of(self, key: bytes, most: int = 5) -> list[EveningState]:
        """The evenings in which a browser plays or is the host, the newest first."""
        return [EveningState.of(kept) for kept in await self._store.evenings_of(key, most)]

    # --- The host ---

    async def open(self, wish: NewEvening, host: bytes) -> EveningRoom:
        """A new evening."""
        now = self._clock()
        evening = "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))
        kept = StoredEvening(evening, host, _setting(wish), now)
        if not await self._store.create_evening(kept, MOST_EVENINGS, now - _DAY):
            raise NotNowError(f"this browser has opened {MOST_EVENINGS} evenings today: that is enough")
        return self.rooms.add(kept)

    def check_host(self, room: EveningRoom, key: bytes | None) -> None:
        """Refuse whoever is not the host."""
        if key is None or not secrets.compare_digest(key, room.host):
            raise NoHostError("only the host of the evening can do that")

    async def begin_round(self, room: EveningRoom, number: int) -> None:
        """Begin the round of that number; one that has begun is no news."""

        def make(evening: EveningState) -> EveningEntry | None:
            if number <= len(evening.rounds):
                return None
            return _round(room, _going_on(evening), number)

        await self._enter(room, make)
        await self._mind(room)

    async def decide(self, room: EveningRoom, number: int, table: int, said: str) -> None:
        """Decide a table of the newest round, or take a decision back."""

        def make(evening: EveningState) -> EveningEntry | None:
            current = _going_on(evening).current
            if current is None or number != len(evening.rounds) or not 1 <= table <= len(current.tables):
                raise NotNowError("there is no such table in this round")
            result = current.tables[table - 1].result
            if result is not None and not result.is_decided:
                raise NotNowError("that game is over, and its result counts")
            return _entry(evening, f"decide {number} {table} {said}")

        await self._enter(room, make)

    async def admit(self, room: EveningRoom, number: int, is_welcome: bool) -> None:
        """Remove a player, or let a removed one come back."""

        def make(evening: EveningState) -> EveningEntry | None:
            guest = _guest(_going_on(evening), number)
            if is_welcome == (guest.state != "removed"):
                return None
            if is_welcome:
                _check_places(evening)
            return _entry(evening, f"{'back' if is_welcome else 'out'} {number}")

        await self._enter(room, make)

    async def set_door(self, room: EveningRoom, is_open: bool) -> None:
        """Let others join, or nobody else."""

        def make(evening: EveningState) -> EveningEntry | None:
            if _going_on(evening).is_open == is_open:
                return None
            return _entry(evening, f"door {'open' if is_open else 'shut'}")

        await self._enter(room, make)

    async def end(self, room: EveningRoom) -> None:
        """The evening is over: what is still being played does not count."""
        await self._enter(room, lambda evening: None if evening.is_over else _entry(evening, "end"))

    # --- Players ---

    async def join(self, room: EveningRoom, name: str, key: bytes) -> int:
        """Take part, come back, or be called differently; the number of the player."""
        make = partial(_joined, room, name=checked_name(name), key=key)
        await self._enter(room, make)
        await self._enter(room, make)  # who comes back by another name needs two entries
        player = room.player_of(key)
        assert player is not None
        return player

    async def leave(self, room: EveningRoom, player: int) -> None:
        """Take no part in the rounds to come."""

        def make(evening: EveningState) -> EveningEntry | None:
            is_here = _going_on(evening).guests[player - 1].state == "here"
            return _entry(evening, f"leave {player}") if is_here else None

        await self._enter(room, make)

    # --- Entering ---

    async def _enter(self, room: EveningRoom, make: Make) -> None:
        """Append what happened to the evening as it is now, and show it."""
        for attempt in range(_TRIES):
            if attempt == 0 and room.is_stale:
                await self.rooms.refresh(room)
            evening = room.evening
            entry = make(evening)
            if entry is None:
                return
            if entry.number >= _MOST_ENTRIES:
                raise NotNowError("so much has happened on this evening that it must end")
            if await self._entered(room, evening, entry):
                return
        raise BusyError("too many are writing at once; try again", wait=1)

    async def _entered(self, room: EveningRoom, evening: EveningState, entry: EveningEntry) -> bool:
        """Wait until an entry is on disk, then show the evening after it."""
        try:
            is_next = await self._store.append_evening(entry)
        except StoreError:
            room.is_stale = True  # it may have been written all the same
            raise
        if is_next:
            if entry.key is not None:
                room.keys[entry.key[0]] = entry.key[1]
            room.show(evening.after(entry.what))
        elif room.evening.version <= entry.number:  # else the other entry has been shown already
            await self.rooms.refresh(room)
        return is_next

    # --- What the games say ---

    def _notice(self, room: EveningRoom) -> None:
        """Something happened: perhaps a game is over, or a round has begun."""
        if room not in self._minding and _needs_minding(room):
            self._minding.add(room)
            task = asyncio.create_task(self._mind_later(room))
            self._tasks.add(task)
            task.add_done_callback(self._ended)

    async def _mind_later(self, room: EveningRoom) -> None:
        try:
            while _needs_minding(room):
                try:
                    await self._mind(room)
                except UnknownEveningError:
                    return
                except (StoreError, BusyError):  # nobody else may do it: retry for as long as it takes
                    await asyncio.sleep(_PAUSE)
        finally:
            self._minding.discard(room)

    async def _mind(self, room: EveningRoom) -> None:
        """Follow the games of the newest round, and enter how they ended."""
        shown = room.shown_games
        room.unfollow([game for game in room.games if game not in shown])
        for table in room.evening.current.tables if room.evening.current else ():
            if table.game in room.games:
                continue
            try:
                room.follow(await self._find_game(table.game))
            except UnknownGameError:
                room.gone.add(table.game)
        while (news := _news(room)) is not None:
            await self._enter(room, partial(_settled, news))

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            _log.error("an evening could not be kept", exc_info=task.exception())


class News(NamedTuple):
    """A table whose game is over, and how it ended as an entry says it."""

    round: int
    table: int
    said: str


def _news(room: EveningRoom) -> News | None:
    """The first table that has no result yet although its game is over, or gone."""
    evening = room.evening
    if evening.current is None or evening.is_over:
        return None
    for place, table in enumerate(evening.current.tables, 1):
        game = room.games.get(table.game)
        if table.result is None and table.game in room.gone:
            return News(len(evening.rounds), place, NOBODY)
        if table.result is None and game is not None and game.game.is_over:
            return News(len(evening.rounds), place, str(game.game.result["winner"]))
    return None


def _settled(news: News, evening: EveningState) -> EveningEntry | None:
    table = evening.rounds[news.round - 1].tables[news.table - 1]
    if table.result is not None or evening.is_over:
        return None
    return _entry(evening, f"won {news.round} {news.table} {news.said}")


def _needs_minding(room: EveningRoom) -> bool:
    return set(room.shown_games) != room.games.keys() | room.gone & set(room.shown_games) or bool(
        _news(room)
    )


# --- Entries ---


def _entry(evening: EveningState, what: str) -> EveningEntry:
    """The next entry."""
    return EveningEntry(evening.id, evening.version, what)


def _going_on(evening: EveningState) -> EveningState:
    if evening.is_over:
        raise NotNowError("the evening is over")
    return evening


def _guest(evening: EveningState, number: int) -> Guest:
    if not 1 <= number <= len(evening.guests):
        raise NotNowError("there is no such player on this evening")
    return evening.guests[number - 1]


def _check_places(evening: EveningState) -> None:
    if len(evening.here) >= MOST_PLAYERS:
        raise NotNowError(f"{MOST_PLAYERS} players take part: there is no place left")


def _joined(room: EveningRoom, evening: EveningState, name: str, key: bytes) -> EveningEntry | None:
    """The entry for somebody who gives a name: a new player, one who comes back, or another name."""
    number = room.player_of(key)
    guest = None if number is None else _guest(_going_on(evening), number)
    if guest is not None and guest.state == "removed":
        raise NotNowError("the host has removed you from this evening")
    if guest is not None and guest.state == "here" and guest.name == name:
        return None
    if any(each.number != number and same_name(each.name, name) for each in evening.guests):
        raise UnusableError("somebody here has that name: choose another")
    if guest is None:
        return _new_guest(_going_on(evening), name, key)
    if guest.changes >= _MOST_CHANGES:
        raise NotNowError("you have changed often enough on this evening: ask the host")
    if guest.state == "left":
        _check_places(evening)
        return _entry(evening, f"back {number}")  # the name follows with the next try
    return _entry(evening, f"name {number} {encoded(name)}")


def _new_guest(evening: EveningState, name: str, key: bytes) -> EveningEntry:
    if not evening.is_open:
        raise NotNowError("the host has closed the door: nobody else can join")
    _check_places(evening)
    number = len(evening.guests) + 1
    if number > MOST_GUESTS:
        raise NotNowError(f"{MOST_GUESTS} people have joined this evening: there is no place left")
    return _entry(evening, f"join {number} {encoded(name)}")._replace(key=(number, key))


def _round(room: EveningRoom, evening: EveningState, number: int) -> EveningEntry:
    """The entry for a round, with its games."""
    if number != len(evening.rounds) + 1:
        raise NotNowError(f"the next round is round {len(evening.rounds) + 1}")
    if evening.is_playing:
        raise NotNowError("a table is still playing: award its game or skip it first")
    if number > MOST_ROUNDS:
        raise NotNowError(f"an evening has at most {MOST_ROUNDS} rounds")
    if len(evening.here) < 2:
        raise NotNowError("it takes two players to begin a round")
    if evening.next_round is None:
        raise NotNowError("everybody has met everybody")
    games = tuple(_game(room, evening, pair) for pair in evening.next_round.pairs)
    tables = zip(evening.next_round.pairs, games, strict=True)
    said = " ".join(f"{first}-{second}:{game.beginning.id}" for (first, second), game in tables)
    return _entry(evening, f"round {said}")._replace(games=games)


def _game(room: EveningRoom, evening: EveningState, pair: Pair) -> StoredGame:
    setting = evening.setting
    names = [evening.guests[player - 1].name for player in pair]
    keys = [room.keys.get(player) for player in pair]
    return between(setting["book"], names, keys, setting["clock"], evening.id)


def _setting(wish: NewEvening) -> dict[str, Any]:
    """What never changes on an evening; refuses what is no game."""
    try:
        opening = Position.start(wish.book, seed=1)
    except FivesquareError as error:
        raise UnusableError(str(error)) from None
    return {
        "title": checked_title(wish.title) if wish.title else _TITLE,
        "book": written(opening.book),
        "label": label(opening),
        "brief": in_brief(opening.book),
        "size": [opening.size.rows, opening.size.columns],
        "clock": None if wish.clock is None else wish.clock.model_dump(exclude_none=True),
        "form": wish.form,
        "legs": wish.legs,
    }
