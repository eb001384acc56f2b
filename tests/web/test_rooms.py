"""What whoever looks at a game is sent, without a server."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from fivesquare.web.play import rooms
from fivesquare.web.play.rooms import Room, Stream
from fivesquare.web.store.base import Beginning, Kept

PATIENCE = 30.0  # seconds; only a hang takes that long
BOARD = [[5, 3], [2, 6]]


def looking(check: Callable[[Room, Stream], Awaitable[None]]) -> None:
    """Check something of a game that somebody at its first seat looks at."""

    async def look() -> None:
        beginning = Beginning(
            "x" * 22, {"like": "flip", "values": [1, 9]}, BOARD, ("human", "human"), 7, 0.0
        )
        room = Room(Kept(beginning, ((), ())), set())
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
