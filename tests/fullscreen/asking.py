"""Pages that ask, without a terminal: keys are pressed, and what is shown is read."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from textual.pilot import Pilot

from fivesquare.fullscreen.board_view import BoardView
from fivesquare.fullscreen.page import Page
from fivesquare.fullscreen.program import FullScreen
from fivesquare.fullscreen.text import TextView

SIZES = [(80, 24), (120, 40), (60, 20), (40, 20)]

Kind = TypeVar("Kind", bound=Page)


class Asking:
    """A program that is shown, and a person at it."""

    def __init__(self, program: FullScreen, pilot: Pilot[int]) -> None:
        self.program, self.pilot = program, pilot

    async def press(self, *keys: str) -> None:
        """Press keys one by one, each after what the one before it has led to."""
        for key in keys:
            await self.pilot.press(key)
            await self.settle()

    async def settle(self) -> None:
        """Wait until nothing is being worked out."""
        await self.pilot.pause()
        while getattr(self.page, "is_thinking", False):
            await self.pilot.pause(0.01)
        await self.pilot.pause()

    async def answer(self, move: str) -> None:
        """Try a move by typing row and column, or the key of its word."""
        await self.press(*([*move.split(","), "enter"] if "," in move else ["s"]))

    @property
    def page(self) -> Page:
        assert self.program.page is not None
        return self.program.page

    def on(self, kind: type[Kind]) -> Kind:
        """The page that is shown, which is of this kind."""
        assert isinstance(self.page, kind)
        return self.page

    @property
    def board(self) -> BoardView:
        return self.page.query_one(BoardView)

    @property
    def text(self) -> str:
        """What is written on the page, part by part, spaces folded."""
        parts = [view.lines for view in self.page.query(TextView) if view.display]
        words = ("".join(text for text, _ in line) for lines in parts for line in lines)
        return " ".join(" ".join(words).split())


def ask(
    script: Callable[[Asking], Awaitable[None]],
    first: Callable[[], Page] | None = None,
    *,
    size: tuple[int, int] = (80, 24),
    has_motion: bool = False,
) -> None:
    """Let a script use the full screen, which begins with a page; by default home."""

    async def run() -> None:
        program = FullScreen(first)
        program.has_motion = has_motion
        async with program.run_test(size=size) as pilot:
            asking = Asking(program, pilot)
            await asking.settle()
            await script(asking)

    asyncio.run(run())
