"""A page without a terminal: keys are pressed one by one, and what is on the screen is read."""

import asyncio
from collections.abc import Awaitable, Callable

from textual.pilot import Pilot

from fivesquare.fullscreen.board_view import BoardView
from fivesquare.fullscreen.keys import find
from fivesquare.fullscreen.page import Page
from fivesquare.fullscreen.program import FullScreen
from patience import PATIENCE

_GLANCE = 0.01


class ShownPage:
    """A program that is shown, and a person at it."""

    def __init__(self, program: FullScreen, pilot: Pilot[int]) -> None:
        self.program, self.pilot = program, pilot

    async def press(self, *keys: str) -> None:
        """Press keys, and wait for what they lead to."""
        await self.pilot.press(*keys)
        await self.settle()

    def tap(self, *names: str) -> None:
        """Do what keys do, without the way through the keyboard, which takes a moment for each."""
        for name in names:
            key = find([*self.page.keys(), *self.page._usual_keys()], name)
            assert key is not None
            self.page.press(key)

    async def settle(self) -> None:
        """Wait until nothing is being thought any more."""
        await self.pilot.pause()
        for _ in range(int(PATIENCE / _GLANCE)):
            thinker = getattr(self.page, "thinker", None)
            if thinker is None or not thinker.is_busy:
                break
            await self.pilot.pause(_GLANCE)
        await self.pilot.pause()

    @property
    def page(self) -> Page:
        assert self.program.page is not None
        return self.program.page

    @property
    def board(self) -> BoardView:
        return self.page.query_one(BoardView)

    @property
    def lines(self) -> list[str]:
        """What is on the screen, line by line."""
        rows = self.program.screen._compositor.render_strips()
        return ["".join(segment.text for segment in row) for row in rows]

    @property
    def text(self) -> str:
        """The same in one piece, spaces folded."""
        return " ".join(" ".join(self.lines).split())


def show_page(
    script: Callable[[ShownPage], Awaitable[None]],
    first: Callable[[], Page],
    size: tuple[int, int] = (80, 24),
) -> None:
    """Let a script use the full screen, which begins with a page."""

    async def run() -> None:
        program = FullScreen(first)
        program.has_motion = False
        async with program.run_test(size=size) as pilot:
            shown = ShownPage(program, pilot)
            await shown.settle()
            await script(shown)

    asyncio.run(run())
