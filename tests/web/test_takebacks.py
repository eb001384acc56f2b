"""Takebacks between people: who was declined waits before asking again, and a wish can be withdrawn."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from fivesquare.web.exceptions import StaleError
from fivesquare.web.play.models import NewGame
from fivesquare.web.play.rooms import Room
from fivesquare.web.play.service import GameService
from fivesquare.web.settings import Settings
from fivesquare.web.store import open_store
from fivesquare.web.study.solver_pool import SolverPool

FIRST, SECOND = frozenset([1]), frozenset([2])
BROWSER = b"k" * 32


class Clock:
    """A clock that a test sets."""

    now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


class Players:
    """Two people at a game in which each has moved once."""

    def __init__(self, service: GameService, room: Room, clock: Clock) -> None:
        self._service, self.room, self.clock = service, room, clock

    async def say(self, seat: frozenset[int], answer: str) -> None:
        await self._service.take_back(self.room, seat, self.room.game.version, answer)

    async def decline(self) -> None:
        """The first player asks, the second declines."""
        await self.say(FIRST, "ask")
        await self.say(SECOND, "no")


def played(folder: Path, work: Callable[[Players], Awaitable[None]]) -> None:
    async def play() -> None:
        clock, pool = Clock(), SolverPool(Settings())
        store = open_store(f"sqlite:///{folder / 'games.db'}")
        playing = GameService(store, pool, keep_days=1, keep_games=100, clock=clock)
        await playing.open()
        try:
            room, _ = await playing.create(
                NewGame.model_validate({"book": "sweep", "seed": 1, "moves": ["1,1", "3,3"]}), BROWSER
            )
            await work(Players(playing, room, clock))
        finally:
            await playing.close()
            pool.close()

    asyncio.run(play())


def test_who_was_declined_n_times_waits_ten_n_squared_seconds(tmp_path: Path) -> None:
    async def work(players: Players) -> None:
        for times, wait in enumerate((10, 40, 90, 160), start=1):
            await players.decline()
            assert players.room.game.declined[0].times == times
            assert players.room.game._state()["waits"] == [wait, 0]
            with pytest.raises(StaleError, match=f"you may ask again in {wait} seconds"):
                await players.say(FIRST, "ask")
            players.clock.now += wait - 1
            with pytest.raises(StaleError, match=r"in 1 second$"):
                await players.say(FIRST, "ask")
            players.clock.now += 1

    played(tmp_path, work)


def test_it_counts_from_a_moment_that_has_passed(tmp_path: Path) -> None:
    async def work(players: Players) -> None:
        players.clock.now += 0.6  # rounded, this would be in the future
        await players.decline()
        with pytest.raises(StaleError, match="you may ask again in 10 seconds"):
            await players.say(FIRST, "ask")

    played(tmp_path, work)


def test_the_other_player_does_not_wait_for_it(tmp_path: Path) -> None:
    async def work(players: Players) -> None:
        await players.decline()
        await players.say(SECOND, "ask")
        assert players.room.game.asks == 2

    played(tmp_path, work)


def test_a_takeback_that_is_granted_ends_the_waiting(tmp_path: Path) -> None:
    async def work(players: Players) -> None:
        await players.decline()
        players.clock.now += 10
        await players.say(FIRST, "ask")
        await players.say(SECOND, "yes")
        assert players.room.game.declined[0].times == 0

    played(tmp_path, work)


def test_a_wish_is_withdrawn_by_whoever_had_it_and_that_costs_nothing(tmp_path: Path) -> None:
    async def work(players: Players) -> None:
        await players.say(FIRST, "ask")
        await players.say(FIRST, "no")
        assert (players.room.game.asks, players.room.game.declined[0].times) == (None, 0)
        with pytest.raises(StaleError, match="no takeback has been asked for"):
            await players.say(SECOND, "yes")
        await players.say(FIRST, "ask")
        assert players.room.game.asks == 1

    played(tmp_path, work)


def test_a_clock_that_was_set_back_makes_nobody_wait_for_years(tmp_path: Path) -> None:
    async def work(players: Players) -> None:
        await players.decline()
        players.clock.now -= 1000
        await players.say(FIRST, "ask")
        assert players.room.game.asks == 1

    played(tmp_path, work)


def test_the_waiting_outlives_a_restart(tmp_path: Path) -> None:
    async def work(players: Players) -> None:
        await players.decline()
        again = await players._service._store.read(players.room.game.id)
        assert again is not None
        assert type(players.room.game).of(again).declined == players.room.game.declined

    played(tmp_path, work)
