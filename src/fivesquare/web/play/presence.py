"""Who looks at a game in the other processes that share the games, and what its players say there.

Each process tells the others how many spectators a game has here, and which of its players: when that
changes, and now and then again, so that those of a process that was killed are forgotten.
"""

import asyncio
import time
from typing import NamedTuple

from fivesquare.web.play.rooms import Room, Rooms
from fivesquare.web.store.base import Store, StoreError
from fivesquare.words.friends import PHRASES

_PAUSE = 1.0  # seconds between two tellings: a reload is not worth two
_REPEAT = 30.0  # seconds after which it is sent again
_FORGET = 75.0  # seconds after which those of a process that says nothing are gone
_SAY = "say"  # the first word of a message about a phrase; no game has so short a name


class Company(NamedTuple):
    """Who looks at a game in another process."""

    watching: int
    seats: frozenset[int]
    heard: float  # when it said so


class Presence:
    def __init__(self, rooms: Rooms, store: Store) -> None:
        self._rooms = rooms
        self._store = store
        self._heard: dict[str, dict[str, Company]] = {}  # by game and process

    async def run(self) -> None:
        """Tell and forget, for ever."""
        repeat = time.monotonic() + _REPEAT
        while True:
            await asyncio.sleep(_PAUSE)
            changed = self._rooms.take_changed()
            for room in changed:
                room.notice_players()
                if room.game.id in self._heard:  # said before the room was in memory
                    self._count(room.game.id)
            if not self._store.is_shared:
                continue
            if time.monotonic() >= repeat:
                repeat = time.monotonic() + _REPEAT
                changed |= {room for room in self._rooms if room.streams}
                self._forget()
            for room in changed:
                await self._tell(room)

    async def _tell(self, room: Room) -> None:
        seats = "".join(map(str, sorted(room.seats_here)))
        try:
            await self._store.tell(f"{room.game.id} {room.watching_here} {seats}")
        except StoreError:
            self._rooms.changed.add(room)  # the next time, then

    async def tell_phrase(self, room: Room, seat: int, phrase: str) -> None:
        """Let the other processes show what a player says; if they cannot be told, it is lost."""
        if self._store.is_shared:
            await self._store.tell(f"{_SAY} {room.game.id} {seat} {phrase}")

    def told(self, process: str, words: str) -> None:
        """Another process says who looks at a game there, or what a player said."""
        match words.split(" "):
            case [_, game, ("1" | "2") as seat, phrase] if words.startswith(f"{_SAY} "):
                room = self._rooms.get(game)
                if room is not None and phrase in PHRASES:
                    room.say(int(seat), phrase)
            case [game, number, *seats] if number.isdecimal():  # an older edition names no seats
                here = frozenset(int(seat) for seat in "".join(seats) if seat in "12")
                company = Company(int(number), here, time.monotonic())
                self._heard.setdefault(game, {})[process] = company
                self._count(game)

    def _forget(self) -> None:
        latest = time.monotonic() - _FORGET
        for game, processes in list(self._heard.items()):
            for process, company in list(processes.items()):
                if company.heard < latest or not (company.watching or company.seats):
                    del processes[process]
            self._count(game)
            if not processes:
                del self._heard[game]

    def _count(self, game: str) -> None:
        room = self._rooms.get(game)
        if room is not None:
            there = self._heard[game].values()
            seats: frozenset[int] = frozenset().union(*(company.seats for company in there))
            room.be_elsewhere(sum(company.watching for company in there), seats)
