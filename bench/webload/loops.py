"""The two ways to play many games at once.

Open loop: every move is due at a moment that does not depend on the server, and whatever delays it counts
from that moment: a server that stands still for a second makes all moves of that second late, and not one.
Closed loop: a game moves as soon as both seats have seen the last move. It shows how much a server can do.
"""

import asyncio
import random
import time
from collections import deque
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any, TypeVar

import uvloop

from webload.games import Plans, Played, begin_all
from webload.wire import Wire

PACE = 5.0  # seconds between two moves of a game, in the open loop
_PATIENCE = 20.0  # seconds after the last move was due: who has no answer by then gets none

_Result = TypeVar("_Result")
Moment = Callable[[], None]


@dataclass
class Measured:
    """Seconds from the moment a move was due, one number a move."""

    answers: list[float] = field(default_factory=list)
    events: list[float] = field(default_factory=list)
    seconds: float = 0.0
    in_time: int = 0  # answers that came before the end of those seconds
    resent: int = 0
    unfinished: int = 0  # moves that were due, and not answered and heard when patience ended
    moves: dict[str, list[str]] = field(default_factory=dict)  # of each game, what was acknowledged


def run(work: Coroutine[Any, Any, _Result]) -> _Result:
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(work)


class OpenLoop:
    """So many games, each moving every few seconds, at moments drawn before."""

    def __init__(self, port: int, games: int, warm: float, seconds: float, pace: float = PACE) -> None:
        self._measured = Measured(seconds=seconds)
        self._is_counting = False
        self._wire = Wire(port)
        plans = Plans()
        self._games = [Played(self._wire, plans.next(), self) for _ in range(games)]
        self._warm, self._until, self._pace = warm, warm + seconds, pace
        self._waiting: dict[Played, deque[float]] = {}  # what is due while a move is on its way
        self._started = 0.0
        self._sent = self._done = 0

    async def play(self, begun: Moment, ended: Moment) -> Measured:
        """Whoever counts something else is called when what counts begins and ends."""
        await begin_all(self._games)
        self._started = time.monotonic() + 0.1
        ticking = asyncio.create_task(self._tick())
        await asyncio.sleep(self._started + self._warm - time.monotonic())
        self._is_counting = True
        begun()
        await asyncio.sleep(self._started + self._until - time.monotonic())
        self._is_counting = False
        ended()
        await ticking
        await self._drain()
        for game in self._games:
            self._measured.moves[game.id] = game.moves
            game.close()
        self._wire.close()
        self._measured.resent = self._wire.resent
        self._measured.unfinished = self._sent - self._done + sum(map(len, self._waiting.values()))
        return self._measured

    def _moments(self) -> list[tuple[float, Played]]:
        """When each move is due: a game keeps its pace, and began it at any moment."""
        chance = random.Random(8)
        due = list[tuple[float, Played]]()
        for game in self._games:
            moment = self._started + chance.random() * self._pace
            while moment < self._started + self._until:
                due.append((moment, game))
                moment += self._pace
        return sorted(due, key=lambda one: one[0])

    async def _tick(self) -> None:
        for due, game in self._moments():
            wait = due - time.monotonic()
            if wait > 0:
                await asyncio.sleep(wait)
            if game in self._waiting:
                self._waiting[game].append(due)
            else:
                self._waiting[game] = deque()
                self._send(game, due)

    def _send(self, game: Played, due: float) -> None:
        self._sent += 1
        game.move(due)

    def answered(self, game: Played) -> None:
        self._measured.in_time += self._is_counting
        self._note(self._measured.answers, game.due)

    def heard(self, game: Played) -> None:
        self._note(self._measured.events, game.due)

    def _note(self, kept: list[float], due: float) -> None:
        if due >= self._started + self._warm:
            kept.append(time.monotonic() - due)

    def done(self, game: Played) -> None:
        self._done += 1
        late = self._waiting[game]
        if late:
            self._send(game, late.popleft())
        else:
            del self._waiting[game]

    async def _drain(self) -> None:
        until = time.monotonic() + _PATIENCE
        while self._waiting and time.monotonic() < until:
            await asyncio.sleep(0.01)


class ClosedLoop:
    """So many games at once, each as fast as it goes; one that ends is followed by another."""

    def __init__(self, port: int, games: int, warm: float, seconds: float) -> None:
        self._measured = Measured()
        self._wire = Wire(port)
        self._plans = Plans()
        self._games = [self._new() for _ in range(games)]
        self._past = list[Played]()
        self._warm, self._seconds = warm, seconds
        self._is_counting = False
        self._is_going = True
        self._tasks: set[asyncio.Task[None]] = set()
        self._under_way = 0

    def _new(self) -> Played:
        return Played(self._wire, self._plans.next(), self)

    async def play(self, begun: Moment, ended: Moment) -> Measured:
        """Whoever counts something else is called when what counts begins and ends."""
        await begin_all(self._games)
        for game in self._games:
            self._send(game)
        await asyncio.sleep(self._warm)
        self._is_counting = True
        begun()
        start = time.monotonic()
        await asyncio.sleep(self._seconds)
        self._is_counting = self._is_going = False
        self._measured.seconds = time.monotonic() - start
        self._measured.in_time = len(self._measured.answers)
        ended()
        await self._drain()
        for game in self._games:
            game.close()
        for game in [*self._past, *self._games]:
            self._measured.moves[game.id] = game.moves
        self._wire.close()
        self._measured.resent = self._wire.resent
        self._measured.unfinished = self._under_way
        return self._measured

    def _send(self, game: Played) -> None:
        self._under_way += 1
        game.move(time.monotonic())

    def answered(self, game: Played) -> None:
        if self._is_counting:
            self._measured.answers.append(time.monotonic() - game.due)

    def heard(self, game: Played) -> None:
        if self._is_counting:
            self._measured.events.append(time.monotonic() - game.due)

    def done(self, game: Played) -> None:
        self._under_way -= 1
        if not self._is_going:
            return
        if not game.is_over:
            self._send(game)
            return
        task = asyncio.get_running_loop().create_task(self._follow_up(game))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _follow_up(self, over: Played) -> None:
        """Begin another game in the place of one that is over."""
        over.close()
        self._past.append(over)
        game = self._new()
        await game.begin()
        self._games[self._games.index(over)] = game
        if self._is_going:
            self._send(game)

    async def _drain(self) -> None:
        until = time.monotonic() + _PATIENCE
        while (self._under_way or self._tasks) and time.monotonic() < until:
            await asyncio.sleep(0.01)
