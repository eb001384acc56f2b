"""Games on a server at several full screens, each with its own cookies."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from functools import partial

from fivesquare.fullscreen.remote_page import RemotePage
from fullscreen.remote.joined import Terminals
from fullscreen.running import Shown, showing


class Seat:
    """A full screen at which a game on a server is shown."""

    def __init__(self, shown: Shown) -> None:
        self.shown = shown

    @property
    def page(self) -> RemotePage:
        """The page with the game, also while another one is above it."""
        stack = self.shown.program.screen_stack
        page = next(page for page in reversed(stack) if isinstance(page, RemotePage))
        assert isinstance(page, RemotePage)
        return page

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves that the server has, as far as they are known here."""
        return self.page.game.position.moves

    @property
    def text(self) -> str:
        return self.shown.text

    async def press(self, *keys: str) -> None:
        await self.shown.press(*keys)

    async def until(self, holds: Callable[[], bool]) -> None:
        await self.shown.until(holds)

    async def until_said(self, words: str) -> None:
        await self.shown.until_said(words)

    async def until_moved(self, moves: tuple[str, ...]) -> None:
        """Wait until the server's game has these moves here."""
        await self.until(lambda: self.moves == moves)


Script = Callable[[list[Seat]], Awaitable[None]]


def sit(
    terminals: Terminals,
    links: Sequence[str],
    script: Script,
    sizes: Sequence[tuple[int, int]] = ((80, 24), (60, 20), (80, 24)),
) -> None:
    """Let a script use several full screens, each of which has joined by a link."""
    games = [terminals.join(link, link, follows=False).remote for link in links]

    async def run() -> None:
        async with AsyncExitStack() as stack:
            seats = list[Seat]()
            for game, size in zip(games, sizes, strict=False):
                shown = await stack.enter_async_context(showing(partial(RemotePage, game), size=size))
                seats.append(Seat(shown))
            for seat in seats:
                await seat.until(partial(is_connected, seat))
            await script(seats)

    asyncio.run(run())


def is_connected(seat: Seat) -> bool:
    connection = seat.page.connection
    return connection is not None and connection.status == "connected"


async def claim(seats: list[Seat], move: str) -> None:
    """Let whoever is to move make a move, and wait until all have it."""
    mover = next(seat for seat in seats if seat.page.is_my_move)
    moves = (*mover.moves, move)
    await mover.shown.claim(move, is_settled=False)
    for seat in seats:
        await seat.until_moved(moves)
