"""What the processes that share a PostgreSQL database tell each other: what is new, and words."""

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import psycopg

from fivesquare.web.store.base import Heard, Told

GAMES = "fivesquare_games"
"""A notice here: who writes, then games and how many entries each has now, all separated by spaces."""

WORDS = "fivesquare_words"
"""A notice here: who speaks, a space, and the words."""

SERVED = "1179211345, hashtext(current_schema())"
"""The advisory lock that every server shares, for as long as it listens."""

SHORTEST_WAIT, LONGEST_WAIT = 0.1, 5.0  # seconds between attempts to reach a server that is away


class NotificationListener:
    """Listens on a connection of its own, in the event loop; a lost one is made again."""

    def __init__(self, address: str, process: str, heard: Heard, told: Told) -> None:
        self._address, self._process = address, process
        self._heard, self._told = heard, told
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """From when this returns, everything is heard."""
        self._connection = await self._connected()
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            await self._connection.close()

    async def _connected(self) -> psycopg.AsyncConnection[Any]:
        connection = await psycopg.AsyncConnection.connect(self._address, autocommit=True)
        try:
            await connection.execute(f"SELECT pg_advisory_lock_shared({SERVED})")
            await connection.execute(f"LISTEN {GAMES}; LISTEN {WORDS}")
        except BaseException:
            await connection.close()
            raise
        return connection

    async def _run(self) -> None:
        while True:
            with suppress(psycopg.Error):  # it is lost
                async for notice in self._connection.notifies():
                    self._pass_on(notice.channel, notice.payload)
            await self._connection.close()
            self._connection = await self._connected_again()
            self._call(self._heard, "", 0)

    async def _connected_again(self) -> psycopg.AsyncConnection[Any]:
        wait = SHORTEST_WAIT
        while True:
            try:
                return await self._connected()
            except psycopg.Error:
                await asyncio.sleep(wait)
                wait = min(2 * wait, LONGEST_WAIT)

    def _pass_on(self, channel: str, payload: str) -> None:
        process, _, news = payload.partition(" ")
        if process == self._process:
            return
        if channel == WORDS:
            self._call(self._told, process, news)
            return
        for game, entries in _pairs(news):
            self._call(self._heard, game, entries)

    def _call(self, function: Any, *values: Any) -> None:
        """Call in a turn of its own: whatever goes wrong there does not end the listening."""
        asyncio.get_running_loop().call_soon(function, *values)


def _pairs(news: str) -> Iterator[tuple[str, int]]:
    """Games and numbers; the messages of other programs on our channel are ignored."""
    words = news.split(" ")
    for game, entries in zip(words[::2], words[1::2], strict=False):
        if entries.isdecimal():
            yield game, int(entries)
