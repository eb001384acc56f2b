"""The games that are played: planned before, so that playing them costs the load nothing."""

import asyncio
import json
import random
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import fivesquare as fs
from webload.wire import Heard, Stream, Wire

BOOK = "grow"  # the largest board of the five, and the longest games
_PLANS = 100  # different ones
_AT_ONCE = 50  # requests while games are begun


class Planned(NamedTuple):
    """A move, and the seat that makes it."""

    move: str
    seat: int


@dataclass(frozen=True)
class Plan:
    """A whole game at random."""

    seed: int
    moves: tuple[Planned, ...]

    @classmethod
    def of(cls, seed: int) -> "Plan":
        position, chance = fs.start(BOOK, seed=seed), random.Random(seed)
        moves = list[Planned]()
        while position.turn is not None:
            moves.append(Planned(chance.choice(position.legal), position.turn))
            position = position.play(moves[-1].move)
        return cls(seed, tuple(moves))


class Plans:
    """As many plans as there are games, some of them alike."""

    def __init__(self) -> None:
        self._plans = [Plan.of(seed) for seed in range(_PLANS)]
        self._given = 0

    def next(self) -> Plan:
        self._given += 1
        return self._plans[self._given % _PLANS]


class Watch(Protocol):
    """Is told how each move of a game fares."""

    def answered(self, game: "Played") -> None:
        """Whoever moved knows that it is on disk."""

    def heard(self, game: "Played") -> None:
        """The other seat has the event."""

    def done(self, game: "Played") -> None:
        """Both, so that the next move may be sent."""


class Played:
    """A game on the server, with a stream for each seat."""

    def __init__(self, wire: Wire, plan: Plan, watch: Watch) -> None:
        self._wire = wire
        self._plan = plan
        self._watch = watch
        self._heads: dict[int, str] = {}
        self._streams: list[Stream] = []
        self.id = ""
        self.ply = 0  # moves that are done
        self.acknowledged = 0  # moves that were answered
        self.due = 0.0  # when the move that is on its way should have been sent
        self._is_heard = True

    @property
    def is_over(self) -> bool:
        return self.ply == len(self._plan.moves)

    @property
    def moves(self) -> list[str]:
        """What the server has acknowledged."""
        return [planned.move for planned in self._plan.moves[: self.acknowledged]]

    async def begin(self) -> None:
        """Make the game, and let both seats follow it."""
        wish = json.dumps({"book": BOOK, "seed": self._plan.seed, "sit": []})
        status, body = await self._wire.ask(self._wire.head("POST", "/api/games"), wish)
        if status != 201:
            raise SystemExit(f"a game was refused: {status} {body.decode()}")
        begun = json.loads(body)
        self.id = begun["id"]
        path = f"/api/games/{self.id}"
        for seat in (1, 2):
            secret = begun["seats"][str(seat)]
            self._heads[seat] = self._wire.head("POST", f"{path}/moves", secret)
            self._streams.append(await self._wire.follow(f"{path}/events", secret, self._hearer(seat)))

    def move(self, due: float) -> None:
        """Send the next move, which was due at that moment."""
        planned = self._plan.moves[self.ply]
        self.due = due
        self._is_heard = False
        body = f'{{"ply":{self.ply},"move":"{planned.move}"}}'
        self._wire.post(self._heads[planned.seat], body, self._answer)

    def _answer(self, status: int, body: bytes) -> None:
        if status != 200:
            raise SystemExit(f"a move was refused: {status} {body.decode()}")
        self.acknowledged += 1
        self._watch.answered(self)
        self._go_on()

    def _hearer(self, seat: int) -> Heard:
        """Hears the events of a seat: what counts is the move of the other one."""

        def hear(ply: int) -> None:
            if not self._is_heard and ply > self.ply and seat != self._plan.moves[self.ply].seat:
                self._is_heard = True
                self._watch.heard(self)
                self._go_on()

        return hear

    def _go_on(self) -> None:
        if self._is_heard and self.acknowledged > self.ply:
            self.ply += 1
            self._watch.done(self)

    def close(self) -> None:
        for stream in self._streams:
            stream.close()


async def begin_all(games: list[Played]) -> None:
    """Begin them, not all at once: it is not what is measured."""
    some = asyncio.Semaphore(_AT_ONCE)

    async def begin(game: Played) -> None:
        async with some:
            await game.begin()

    async with asyncio.TaskGroup() as group:
        for game in games:
            group.create_task(begin(game))
