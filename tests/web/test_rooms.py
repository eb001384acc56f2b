"""What whoever looks at a game is sent, without a server."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from fivesquare.web.play import rooms, service
from fivesquare.web.play.models import NewGame
from fivesquare.web.play.rooms import Room, Rooms, Stream
from fivesquare.web.play.service import GameService
from fivesquare.web.settings import Settings
from fivesquare.web.store import open_store
from fivesquare.web.store.base import Beginning, StoredGame, StoreError
from fivesquare.web.study.solver_pool import SolverPool
from patience import PATIENCE

BOARD = [[5, 3], [2, 6]]


def kept(*entries: str, name: str = "x") -> StoredGame:
    beginning = Beginning(name * 22, {"like": "flip", "values": [1, 9]}, BOARD, ("human", "human"), 7, 0.0)
    return StoredGame(beginning, ((), ()), entries)


def looking(check: Callable[[Room, Stream], Awaitable[None]]) -> None:
    """Check something of a game that somebody at its first seat looks at."""

    async def look() -> None:
        room = Room(kept(), set(), lambda: 1_000.0)  # so that equal events are equal
        stream = room.enter(frozenset([1]))
        try:
            await asyncio.wait_for(check(room, stream), PATIENCE)
        finally:
            room.leave(stream)

    asyncio.run(look())


async def woken(stream: Stream, wake: Callable[[], None]) -> bytes | None:
    waiting = asyncio.create_task(stream.next())
    await asyncio.sleep(0)
    assert not waiting.done()
    wake()
    return await waiting


def test_the_game_comes_at_once_and_then_only_the_newest() -> None:
    async def check(room: Room, stream: Stream) -> None:
        assert await stream.next() == room.event
        for move in ("1,1", "2,2"):
            room.show(room.game.moved(move))
        newest = await stream.next()
        assert newest is not None
        assert newest.startswith(b"id: 2\n")
        assert newest == room.event

    looking(check)


def test_who_waits_is_woken_by_a_move_and_by_the_end() -> None:
    async def check(room: Room, stream: Stream) -> None:
        await stream.next()
        moved, ended = (lambda: room.show(room.game.moved("1,1"))), stream.close
        assert await woken(stream, moved) == room.event
        assert await woken(stream, ended) is None

    looking(check)


def test_without_news_the_game_is_sent_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "BEAT", 0.02)

    async def check(room: Room, stream: Stream) -> None:
        assert [await stream.next() for _ in range(3)] == [room.event] * 3

    looking(check)


def test_news_put_the_heartbeat_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "BEAT", 0.2)

    async def check(room: Room, stream: Stream) -> None:
        loop = asyncio.get_running_loop()
        await stream.next()
        await asyncio.sleep(0.1)
        room.show(room.game.moved("1,1"))
        await stream.next()
        sent = loop.time()
        await stream.next()
        assert loop.time() - sent >= 0.19

    looking(check)


def test_who_has_left_is_sent_nothing_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "BEAT", 0.01)

    async def check(room: Room, stream: Stream) -> None:
        room.leave(stream)
        await asyncio.sleep(0.05)
        assert await stream.next() is None

    looking(check)


def test_an_older_game_is_no_news() -> None:
    async def check(room: Room, stream: Stream) -> None:
        before = room.game
        room.show(before.moved("1,1"))
        newest = room.event
        room.show(before.moved("2,2"))  # as old as what is known, and not it
        room.show(before)
        assert room.event == newest
        assert await stream.next() == newest

    looking(check)


def test_only_who_has_no_seat_is_watching() -> None:
    async def check(room: Room, stream: Stream) -> None:
        first, second = room.enter(frozenset()), room.enter(frozenset())
        assert room.watching_here == 2
        room.be_elsewhere(3, frozenset())
        assert b'"watching":5' in room.body
        room.leave(first)
        assert b'"watching":4' in room.body
        assert await stream.next() == room.event
        room.leave(second)

    looking(check)


def test_of_too_many_rooms_the_oldest_that_nobody_is_in_are_forgotten() -> None:
    async def look() -> None:
        all_rooms = Rooms(Away(0), most=3)  # type: ignore[arg-type]
        watched, thinking = (all_rooms.add(kept(name=name)) for name in "ab")
        stream = watched.enter(frozenset([1]))
        thinking.is_thinking = True
        for name in "cdef":
            all_rooms.add(kept(name=name))
        assert watched in all_rooms
        assert thinking in all_rooms
        watched.leave(stream)
        thinking.is_thinking = False
        all_rooms.add(kept(name="g"))
        assert watched not in all_rooms
        assert "".join(room.game.id[0] for room in all_rooms) == "efg"

    asyncio.run(look())


# --- What another process has written ---


class Away:
    """A store that fails a few times, and then answers one after the other."""

    def __init__(self, failures: int, *answers: StoredGame | None) -> None:
        self.failures, self.answers = failures, list(answers)
        self.reading = asyncio.Event()
        self.goes_on = asyncio.Event()
        self.goes_on.set()

    async def read(self, game: str) -> StoredGame | None:
        self.failures -= 1
        if self.failures >= 0:
            raise StoreError("away")
        answer = self.answers.pop(0)
        self.reading.set()
        await self.goes_on.wait()
        return answer


def test_who_looks_catches_up_however_long_the_store_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "_PAUSE", 0.01)

    async def look() -> None:
        store = Away(3, kept("1,1"))
        all_rooms = Rooms(store)  # type: ignore[arg-type]
        room = all_rooms.add(kept())
        stream = room.enter(frozenset([1]))
        await stream.next()
        await all_rooms.heard("", 0)
        event = await asyncio.wait_for(stream.next(), PATIENCE)
        assert event is not None
        assert event.startswith(b"id: 1\n")
        room.leave(stream)

    asyncio.run(look())


def test_a_room_that_could_not_be_read_again_stays_stale() -> None:
    async def look() -> None:
        all_rooms = Rooms(Away(1, kept("1,1")))  # type: ignore[arg-type]
        room = all_rooms.add(kept())
        await all_rooms.heard(room.game.id, 1)  # nobody is in it
        with pytest.raises(StoreError):
            await all_rooms.find(room.game.id)
        found = await all_rooms.find(room.game.id)
        assert found is not None
        assert found.game.ply == 1

    asyncio.run(look())


def test_what_is_written_elsewhere_while_a_game_is_read_is_not_missed() -> None:
    async def look() -> None:
        store = Away(0, kept(), kept("1,1"))
        all_rooms = Rooms(store)  # type: ignore[arg-type]
        store.goes_on.clear()
        finding = asyncio.create_task(all_rooms.find("x" * 22))
        await store.reading.wait()
        await all_rooms.heard("x" * 22, 1)
        store.goes_on.set()
        found = await finding
        assert found is not None
        assert found.game.ply == 1

    asyncio.run(look())


def test_keys_that_were_read_too_early_replace_no_newer_ones() -> None:
    async def look() -> None:
        all_rooms = Rooms(Away(0, kept()))  # type: ignore[arg-type]
        room = all_rooms.add(kept())
        room.show(room.game.after("sit 2"))
        room.let_in(2, b"k" * 32, alone=True)
        await all_rooms.refresh(room)
        assert room.keys == ((), (b"k" * 32,))

    asyncio.run(look())


def test_a_game_that_was_removed_has_no_room_and_its_streams_end() -> None:
    async def look() -> None:
        all_rooms = Rooms(Away(0, None, None))  # type: ignore[arg-type]
        room = all_rooms.add(kept("1,1"))
        stream = room.enter(frozenset())
        await stream.next()
        await all_rooms.heard(room.game.id, 0)
        assert await stream.next() is None
        assert await all_rooms.find(room.game.id) is None

    asyncio.run(look())


def test_what_is_known_already_is_not_read_again() -> None:
    async def look() -> None:
        all_rooms = Rooms(Away(0))  # type: ignore[arg-type]
        room = all_rooms.add(kept("1,1"))
        room.enter(frozenset())
        await all_rooms.heard(room.game.id, 1)
        assert not room.is_stale
        room.close()

    asyncio.run(look())


# --- Where nobody but the computer plays ---


def test_two_computers_play_while_somebody_looks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "_MOMENT", 0.0)
    monkeypatch.setattr(service, "_PACE", 0.0)

    async def look() -> None:
        pool = SolverPool(Settings())
        store = open_store(f"sqlite:///{tmp_path / 'games.db'}")
        ours = GameService(store, pool, keep_days=1, keep_games=100)
        await ours.open()
        room, _ = await ours.create(
            NewGame.model_validate({"book": "sweep", "first": "random", "second": "random"}), b"k" * 32
        )
        while room.is_thinking:
            await asyncio.sleep(0)
        assert room.game.ply == 0
        stream = room.enter(frozenset())
        await ours.find(room.game.id)
        while not room.game.is_over:
            await asyncio.wait_for(stream.next(), PATIENCE)
        room.leave(stream)
        await ours.close()
        pool.close()

    asyncio.run(look())
