"""The full screen without a terminal: keys are pressed, the mouse is moved, and what is shown is read."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from draw_screens import rows_of, settled
from textual.pilot import Pilot

from fivesquare.fullscreen.board_view import BoardView
from fivesquare.fullscreen.game_page import GamePage
from fivesquare.fullscreen.keys import find
from fivesquare.fullscreen.page import Page
from fivesquare.fullscreen.program import FullScreen
from fivesquare.fullscreen.text import TextView
from fivesquare.position import Position
from fivesquare.table import saved_games
from fivesquare.table.saved_games import Kept
from fivesquare.table.table import TableSetting
from patience import PATIENCE

SIZES = [(80, 24), (120, 40), (60, 20), (40, 20)]
TWO = ("human", "human")


class Shown:
    """A program that is shown, and a person at it."""

    def __init__(self, program: FullScreen, pilot: Pilot[int]) -> None:
        self.program, self.pilot = program, pilot

    async def press(self, *keys: str) -> None:
        """Press keys one by one, each after what the one before it has led to."""
        for key in keys:
            await self.pilot.press(key)
            await settled(self.program, self.pilot.pause)

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait until something holds."""
        end = time.monotonic() + PATIENCE
        while not holds():
            assert time.monotonic() < end, f"it never came to hold: {self.text}"
            await self.pilot.pause(0.01)

    async def until_said(self, words: str) -> None:
        """Wait until something is on the page."""
        await self.until(lambda: words in self.text)

    def tap(self, *names: str) -> None:
        """Do what keys do without the way through the keyboard, which takes a moment for each."""
        for name in names:
            key = find([*self.page.keys(), *self.page._usual_keys()], name)
            assert key is not None, name
            self.page.press(key)

    async def settle(self) -> None:
        await settled(self.program, self.pilot.pause)

    async def claim(self, move: str, *, is_settled: bool = True) -> None:
        """Make a move by typing row and column, or the key of its word."""
        press = self.press if is_settled else self.pilot.press
        await press(*([*move.split(","), "enter"] if "," in move else ["s"]))

    async def click(self, cell: int) -> None:
        """Click into the middle of a cell."""
        await self.pilot.click(BoardView, offset=self.middle_of(cell))
        await self.settle()

    def middle_of(self, cell: int) -> tuple[int, int]:
        """A place in the middle of a cell."""
        region = self.board.region_of(cell)
        return region.x + region.width // 2, region.y + region.height // 2

    @property
    def page(self) -> Page:
        assert self.program.page is not None
        return self.program.page

    @property
    def game(self) -> GamePage:
        assert isinstance(self.page, GamePage)
        return self.page

    @property
    def board(self) -> BoardView:
        return self.page.query_one(BoardView)

    @property
    def lines(self) -> list[str]:
        """What is on the screen, line by line."""
        return ["".join(segment.text for segment in row) for row in rows_of(self.program)]

    @property
    def text(self) -> str:
        """What is written on the page, part by part, spaces folded."""
        parts = [view.lines for view in self.page.query(TextView) if view.display]
        words = ("".join(text for text, _ in line) for lines in parts for line in lines)
        return " ".join(" ".join(words).split())


def show(
    script: Callable[[Shown], Awaitable[None]],
    first: Callable[[], Page] | None = None,
    *,
    size: tuple[int, int] = (80, 24),
    has_motion: bool = False,
    settles: bool = True,
) -> None:
    """Let a script use the full screen, which begins with a page; by default home."""

    async def run() -> None:
        async with showing(first, size=size, has_motion=has_motion, settles=settles) as shown:
            await script(shown)

    asyncio.run(run())


@asynccontextmanager
async def showing(
    first: Callable[[], Page] | None = None,
    *,
    size: tuple[int, int] = (80, 24),
    has_motion: bool = False,
    settles: bool = True,
) -> AsyncIterator[Shown]:
    """The full screen as long as the block lasts; there may be several."""
    program = FullScreen(first)
    program.has_motion = has_motion
    async with program.run_test(size=size) as pilot:
        shown = Shown(program, pilot)
        if settles:
            await shown.settle()
        yield shown


def table(
    position: Position,
    seats: tuple[str, str] = TWO,
    *,
    tutor: float | None = None,
    kept: Kept | None = None,
) -> Callable[[], GamePage]:
    """A page with a game."""
    setting = TableSetting(saved_games.with_identity(position), seats, tutor=tutor)
    return lambda: GamePage(setting, kept)
