"""The clock: its arithmetic, and a service whose time a test sets."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fivesquare as fs
from fivesquare.web.exceptions import StaleError
from fivesquare.web.play import timekeeper
from fivesquare.web.play.clock import Clock, timed, untimed
from fivesquare.web.play.game_state import GameState
from fivesquare.web.play.models import NewGame
from fivesquare.web.play.rooms import Room
from fivesquare.web.play.service import GameService
from fivesquare.web.settings import Settings
from fivesquare.web.store import open_store
from fivesquare.web.store.base import Beginning, Store, StoredGame, StoreError
from fivesquare.web.study.solver_pool import SolverPool
from patience import PATIENCE

FIRST, SECOND = frozenset([1]), frozenset([2])
START = 1_000_000.0
MOVES = ["1,1", "3,3", "1,3", "3,1", "2,2"]

# --- The arithmetic ---


def test_the_first_move_of_each_player_is_free() -> None:
    clock = Clock.of({"game": 300})
    assert clock.flag_at is None
    clock = clock.after_move(1, 2, 1000.0)
    assert (clock.runs, clock.left) == (None, (300.0, 300.0))
    clock = clock.after_move(2, 1, 9000.0)
    assert (clock.runs, clock.flag_at, clock.left) == (1, 9300.0, (300.0, 300.0))


def test_time_for_a_game_adds_up_and_time_for_a_move_begins_anew() -> None:
    game, move = (Clock.of(setting).after_move(1, 2, 0.0).after_move(2, 1, 0.0) for setting in SETTINGS)
    for at in (10.0, 20.0, 30.0, 40.0):
        turn = 1 + int(at // 10) % 2
        game, move = game.after_move(3 - turn, turn, at), move.after_move(3 - turn, turn, at)
    assert game.left == (280.0, 280.0)
    assert move.left == (30.0, 30.0)


SETTINGS: list[dict[str, float]] = [{"game": 300}, {"move": 30}]


def test_a_pause_costs_nothing_and_the_same_one_twice_is_one() -> None:
    clock = Clock.of({"game": 300}).after_move(1, 2, 0.0).after_move(2, 1, 0.0)
    once = clock.paused(10.0, 1000.0)
    assert (once.left, once.since, once.flag_at) == ((290.0, 300.0), 1000.0, 1290.0)
    assert once.paused(10.0, 1000.0) == once
    assert once.spent(1005.0).left == (285.0, 300.0)


@given(
    st.sampled_from(SETTINGS),
    st.lists(st.tuples(st.floats(-50, 50), st.sampled_from(["move", "spend", "pause"])), max_size=30),
)
def test_no_clock_ever_gains_time_or_falls_below_zero(
    setting: dict[str, float], steps: list[tuple[float, str]]
) -> None:
    """Also if the server's time is set back."""
    clock, at, turn = Clock.of(setting), 1000.0, 1
    (whole,) = setting.values()
    for change, what in steps:
        before, at = clock, at + change
        if what == "move":
            clock, turn = clock.after_move(turn, 3 - turn, at), 3 - turn
        else:
            clock = clock.spent(at) if what == "spend" else clock.paused(at, at + 5)
        assert all(0 <= left <= whole for left in clock.left)
        assert clock.since >= before.since
        if clock.per == "game":
            assert all(now <= then for now, then in zip(clock.left, before.left, strict=True))


def test_an_entry_carries_its_moment() -> None:
    assert untimed(timed("1,2", 1763462400.1234)) == ("1,2", 1763462400.123)
    assert untimed("back 3") == ("back 3", None)


# --- A game folded from its entries ---


def folded(*entries: str, clock: dict[str, float] | None = None) -> GameState:
    board = fs.start("sweep", seed=1).board.rows
    beginning = Beginning("id", "sweep", board, ("human", "human"), 1, 0.0, clock=clock)
    return GameState.of(StoredGame(beginning, ((), ()), entries))


def test_the_entries_of_a_game_with_a_clock() -> None:
    begun = ["sit 1", "sit 2", timed(MOVES[0], 100), timed(MOVES[1], 200)]
    game = folded(*begun, timed(MOVES[2], 212.5), "pause 215000 900000", clock={"game": 60})
    assert game.clock is not None
    assert (game.clock.left, game.clock.runs, game.clock.since) == ((47.5, 57.5), 2, 900.0)
    late = game.after(timed("time 2", 957.5))
    assert (late.is_over, late.turn, late.result) == (True, None, {"winner": 1, "reason": "time"})
    assert late.to_record()["clock"] == {"game": 60, "left": [47.5, 0.0]}
    assert late.to_record()["result"] == {"winner": 1, "reason": "time"}
    back = game.after(timed("back 2", 910))
    assert back.clock is not None
    assert (back.clock.left, back.clock.runs, back.clock.since) == ((47.5, 47.5), 1, 910.0)
    assert back.ply == 2


def test_the_entries_of_a_game_without_one_fold_as_ever() -> None:
    game = folded("sit 1", MOVES[0], MOVES[1], "ask 1", "back 0", "resign 2")
    assert (game.clock, game.names, game.ply) == (None, (None, None), 0)
    assert game.result == {"winner": 1, "reason": "resignation"}
    assert not {"clock", "names"} & set(game.to_record())


# --- A service ---


class FakeTime:
    now = START

    def __call__(self) -> float:
        return self.now


class Table:
    """Two people at a game, and the time that they see."""

    def __init__(self, service: GameService, room: Room, time: FakeTime) -> None:
        self.service, self.room, self.time = service, room, time

    def wait(self, seconds: float) -> None:
        """Let time pass in which the server gives signs of life."""
        self.time.now += seconds
        self.service._timekeeper._alive = self.time.now

    async def move(self, after: float = 0.0) -> None:
        """Let the player to move make a move, so many seconds later."""
        self.wait(after)
        game = self.room.game
        seat = frozenset([1 if game.ply % 2 == 0 else 2])
        await self.service.move(self.room, seat, game.ply, MOVES[game.ply])

    @property
    def clock(self) -> Clock:
        assert self.room.game.clock is not None
        return self.room.game.clock


async def opened(store: Store, time: FakeTime) -> GameService:
    service = GameService(store, SolverPool(Settings()), keep_days=1, keep_games=100, clock=time)
    await service.open()
    return service


def play(folder: Path, setting: dict[str, int], work: Callable[[Table], Awaitable[None]]) -> None:
    async def run() -> None:
        time = FakeTime()
        service = await opened(open_store(f"sqlite:///{folder / 'games.db'}"), time)
        try:
            wish = NewGame.model_validate({"book": "sweep", "seed": 1, "clock": setting})
            room, _ = await service.create(wish, b"k" * 32)
            await asyncio.wait_for(work(Table(service, room, time)), PATIENCE)
        finally:
            await service.close()

    asyncio.run(run())


def test_a_clock_is_the_same_in_memory_and_in_the_store(tmp_path: Path) -> None:
    """Entries have whole milliseconds, whatever the server's clock says."""

    async def work(table: Table) -> None:
        for seconds in (0.0, 1.00049, 2.00049, 3.00049):
            await table.move(after=seconds)
        kept = await table.service._store.read(table.room.game.id)
        assert kept is not None
        assert GameState.of(kept).clock == table.clock

    play(tmp_path, {"game": 30}, work)


def test_a_move_in_time_is_made_and_one_after_the_flag_loses(tmp_path: Path) -> None:
    async def work(table: Table) -> None:
        for after in (0, 100, 4.9, 4.9):
            await table.move(after)
        with pytest.raises(StaleError, match="your time is over"):
            await table.move(5.1)
        assert table.room.game.result == {"winner": 2, "reason": "time"}
        with pytest.raises(StaleError, match="lost on time"):
            await table.service.take_back(table.room, FIRST, table.room.game.version, "ask")
        again, _ = await table.service.rematch(table.room, "same")
        assert again.game.clock == Clock.of({"move": 5})

    play(tmp_path, {"move": 5}, work)


def test_the_time_of_a_game_is_spent_by_who_thinks(tmp_path: Path) -> None:
    async def work(table: Table) -> None:
        for after in (0, 0, 7, 11):
            await table.move(after)
        assert table.clock.left == (53.0, 49.0)
        assert table.clock.flag_at == pytest.approx(START + 18 + 53)

    play(tmp_path, {"game": 60}, work)


def test_a_takeback_gives_no_time_back(tmp_path: Path) -> None:
    async def work(table: Table) -> None:
        await table.service.rooms.refresh(table.room)
        for after in (0, 0, 20):
            await table.move(after)
        version = table.room.game.version
        await table.service.take_back(table.room, FIRST, version, "ask")
        table.wait(10)
        await table.service.take_back(table.room, SECOND, version + 1, "yes")
        assert table.room.game.ply == 2
        assert (table.clock.left, table.clock.runs) == ((40.0, 50.0), 1)
        assert table.clock.flag_at == pytest.approx(START + 30 + 40)

    play(tmp_path, {"game": 60}, work)


def test_the_flag_falls_even_if_nobody_looks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(table: Table) -> None:
        for _ in range(2):
            await table.move()
        stream = table.room.enter(frozenset())
        table.wait(31)
        table.service._timekeeper._due(table.room.game.id)
        while not table.room.game.is_over:
            await stream.next()
        table.room.leave(stream)
        assert table.room.game.result == {"winner": 2, "reason": "time"}
        assert table.clock.left == (0.0, 30.0)

    play(tmp_path, {"game": 30}, work)


def test_a_timer_wakes_it(tmp_path: Path) -> None:
    """In real time, with a clock shorter than any that can be asked for."""

    async def run() -> None:
        store = open_store(f"sqlite:///{tmp_path / 'games.db'}")
        service = GameService(store, SolverPool(Settings()), keep_days=1, keep_games=100)
        await service.open()
        try:
            board = fs.start("sweep", seed=1).board.rows
            beginning = Beginning(
                "x" * 22, "sweep", board, ("human", "human"), 1, 0.0, clock={"move": 0.05}
            )
            await store.create(StoredGame(beginning, ((b"1",), (b"2",)), ("sit 1", "sit 2")))
            room = await service.find("x" * 22)
            stream = room.enter(frozenset())
            for ply, move in enumerate(MOVES[:2]):
                await service.move(room, FIRST if ply == 0 else SECOND, ply, move)
            while not room.game.is_over:
                await asyncio.wait_for(stream.next(), PATIENCE)
            assert room.game.result == {"winner": 2, "reason": "time"}
            room.leave(stream)
        finally:
            await service.close()

    asyncio.run(run())


def restarted(folder: Path, beats: bool, down: float) -> tuple[GameState, float]:
    """A game of 60 seconds whose first player thinks for 10 until the server is down; and the time."""
    time = FakeTime()
    url = f"sqlite:///{folder / 'games.db'}"

    async def before() -> GameState:
        service = await opened(open_store(url), time)
        wish = NewGame.model_validate({"book": "sweep", "seed": 1, "clock": {"game": 60}})
        room, _ = await service.create(wish, b"k" * 32)
        table = Table(service, room, time)
        for _ in range(2):
            await table.move()
        for _ in range(5):
            time.now += 2
            if beats:
                await service._timekeeper._beat()
        await service.close()
        return room.game

    async def after(game: str, before_it: Clock | None) -> GameState:
        service = await opened(open_store(url), time)
        try:
            room = await service.find(game)
            stream = room.enter(frozenset())
            while room.game.clock == before_it:  # until the clock was taken up
                await asyncio.wait_for(stream.next(), PATIENCE)
            room.leave(stream)
            return room.game
        finally:
            await service.close()

    game = asyncio.run(before())
    time.now += down
    return asyncio.run(after(game.id, game.clock)), time.now


def test_while_the_server_is_down_no_time_is_spent(tmp_path: Path) -> None:
    game, now = restarted(tmp_path, beats=True, down=5000.0)
    assert game.clock is not None
    assert (game.is_over, game.clock.left, game.clock.since) == (False, (50.0, 60.0), now)


def test_without_a_sign_of_life_the_turn_begins_again(tmp_path: Path) -> None:
    game, now = restarted(tmp_path, beats=False, down=5000.0)
    assert game.clock is not None
    assert (game.is_over, game.clock.left, game.clock.since) == (False, (60.0, 60.0), now)


def test_a_machine_that_slept_or_a_database_that_was_away_costs_nobody_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(table: Table) -> None:
        keeper: Any = table.service._timekeeper
        for _ in range(2):
            await table.move()
        await keeper._beat()
        table.time.now += 4
        await keeper._beat()
        table.time.now += 1000
        await keeper._beat()
        await table.move(2)
        assert (table.room.game.is_over, table.clock.left) == (False, (54.0, 60.0))
        with monkeypatch.context() as away:

            async def refuse(*_: object) -> bool:
                raise StoreError("away")

            away.setattr(keeper._store, "note", refuse)
            table.time.now += 3
            await keeper._beat()
            table.time.now += 500
        await keeper._beat()
        assert table.clock.left == (54.0, 60.0)
        await table.move(5)
        assert table.clock.left == (54.0, 55.0)

    play(tmp_path, {"game": 60}, work)


def test_a_flag_that_fell_before_the_silence_is_down(tmp_path: Path) -> None:
    async def work(table: Table) -> None:
        keeper: Any = table.service._timekeeper
        for _ in range(2):
            await table.move()
        table.wait(32)
        table.time.now += 1000
        await keeper._beat()
        assert table.room.game.result == {"winner": 2, "reason": "time"}

    play(tmp_path, {"game": 30}, work)


def test_a_short_silence_of_one_of_several_processes_is_none(tmp_path: Path) -> None:
    """As long as another gives signs of life in the same store."""

    async def work(table: Table) -> None:
        keeper: Any = table.service._timekeeper
        for _ in range(2):
            await table.move()
        table.time.now += timekeeper.GAP + 4
        await keeper._store.note(b"timekeeper", "clock", "alive", {"at": table.time.now - 1})
        await table.service.move(table.room, FIRST, 2, MOVES[2])
        assert table.clock.left == (60.0 - timekeeper.GAP - 4, 60.0)

    play(tmp_path, {"game": 60}, work)
