"""The time of games with a clock: flags fall when they are due, and while no server runs no time is spent.

While a clock runs, the store is told every few seconds that somebody keeps the time. From when that was
last told to when a server is there again, time costs nobody anything: a "pause" is entered in each game
before anything else happens in it. That holds for a server that was killed, for a machine that slept and
for a database that could not be reached.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from fivesquare.web.exceptions import UnknownGameError
from fivesquare.web.play.clock import LONGEST_GAME, timed
from fivesquare.web.play.game_state import GameState
from fivesquare.web.play.rooms import Room, Rooms
from fivesquare.web.store.base import Store, StoreError

GAP = 6.0
"""Seconds without a sign of life after which no server kept the time."""

_BEAT = 2.0  # seconds between two signs of life
_GRACE = 0.3  # seconds after the flag in which a move that came in time may still be on its way to the disk
_PAUSE = 1.0  # seconds before a store that is away is asked again
_KEEPER, _KIND, _NAME = b"timekeeper", "clock", "alive"  # where the store keeps the sign of life

_log = logging.getLogger(__name__)

Enter = Callable[[Room, GameState, str], Awaitable[bool]]
"""Appends an entry to a game, unless something else happened first."""


class Gap(NamedTuple):
    """A time in which no server kept the time."""

    start: float
    end: float


class _Timer(NamedTuple):
    flag_at: float
    handle: asyncio.TimerHandle


class Timekeeper:
    """Keeps the clocks of one process."""

    def __init__(self, rooms: Rooms, store: Store, enter: Enter, clock: Callable[[], float] = time.time):
        self._rooms, self._store, self._enter, self._clock = rooms, store, enter, clock
        self._timers: dict[str, _Timer] = {}
        self._falling: set[asyncio.Task[None]] = set()
        self._alive = clock()  # when this process last gave a sign of life
        self._gap = Gap(0.0, 0.0)

    async def open(self) -> None:
        """Find out how long no server has kept the time; with a shared database others may have."""
        noted, now = await self._noted(), self.now()
        self._alive = now
        if not self._store.is_shared or now - noted > GAP:
            self._gap = Gap(min(noted, now), now)

    async def run(self) -> None:
        """Take up the clocks that were running, then give signs of life."""
        await self._take_up()
        while True:
            await asyncio.sleep(_BEAT)
            await self._beat()

    async def close(self) -> None:
        for timer in self._timers.values():
            timer.handle.cancel()
        for task in self._falling:
            task.cancel()
        await asyncio.gather(*self._falling, return_exceptions=True)

    def now(self) -> float:
        """The server's time, to the millisecond as entries have it."""
        return round(self._clock(), 3)

    async def _take_up(self) -> None:
        since = (self._gap.start or self._clock()) - LONGEST_GAME
        while True:
            try:
                found = await self._store.clocked_since(since)
                break
            except StoreError:
                await asyncio.sleep(_PAUSE)
        for game in found:
            await self._fall(game)

    # --- Signs of life ---

    async def _noted(self) -> float:
        """When the store last heard that a server keeps the time; 0 if never."""
        found = await self._store.notes(_KEEPER, _KIND)
        return max((float(note.value["at"]) for note in found), default=0.0)

    async def _beat(self) -> None:
        """Give a sign of life; after a long silence, find out since when there was none."""
        now = self.now()
        try:
            if now - self._alive > GAP:
                last = max(self._alive, await self._noted())
                if now - last > GAP:
                    self._gap = Gap(last, now)
            if self._timers:
                await self._store.note(_KEEPER, _KIND, _NAME, {"at": now})
        except StoreError:
            return
        is_awake_again = self._gap.end == now
        self._alive = now
        if is_awake_again:
            for game in list(self._timers):
                await self._fall(game)

    # --- One game ---

    def arm(self, room: Room) -> None:
        """Wake when the flag of a game is due."""
        game, clock = room.game.id, room.game.clock
        if clock is None:
            return
        flag_at = None if room.game.is_over else clock.flag_at
        timer = self._timers.get(game)
        if timer is not None and timer.flag_at == flag_at:
            return
        if timer is not None:
            self._timers.pop(game).handle.cancel()
        if flag_at is not None:
            self._wake_at(game, flag_at, max(0.0, flag_at - self._clock()) + _GRACE)

    def _wake_at(self, game: str, flag_at: float, wait: float) -> None:
        handle = asyncio.get_running_loop().call_later(wait, self._due, game)
        self._timers[game] = _Timer(flag_at, handle)

    def _due(self, game: str) -> None:
        self._timers.pop(game, None)
        task = asyncio.create_task(self._fall(game))
        self._falling.add(task)
        task.add_done_callback(self._fallen)

    def _fallen(self, task: asyncio.Task[None]) -> None:
        self._falling.discard(task)
        if not task.cancelled() and task.exception() is not None:
            _log.error("a clock could not be kept", exc_info=task.exception())

    async def _fall(self, game: str) -> None:
        """Let a flag fall if it is due; else wake again when it is."""
        try:
            room = await self._rooms.find(game)
            if room is None:
                return
            await self.settle(room)
        except UnknownGameError:
            return
        except StoreError:  # no one else may do it: retry for as long as it takes
            self._wake_at(game, 0.0, _PAUSE)
            return
        self.arm(room)

    async def settle(self, room: Room) -> bool:
        """Enter what is due in a game before anything else, a pause or a flag; whether anything was."""
        if self._clock() - self._alive > GAP:
            await self._beat()
        entered = False
        while (what := self._what_is_due(room.game)) is not None:
            await self._enter(room, room.game, what)
            entered = True
        return entered

    def _what_is_due(self, game: GameState) -> str | None:
        clock, now = game.clock, self._clock()
        flag_at = None if clock is None or game.is_over else clock.flag_at
        if clock is None or flag_at is None:
            return None
        start, end = self._gap
        if clock.since < end and flag_at > start:  # a flag that fell before the gap is down
            return f"pause {max(start, clock.since) * 1000:.0f} {end * 1000:.0f}"
        return timed(f"time {clock.runs}", flag_at) if flag_at <= now else None
