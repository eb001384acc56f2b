"""What every widget of the full screen knows: the colours of the moment, and how this reader likes it."""

from pathlib import Path
from typing import Any

from textual.app import App
from textual.dom import DOMNode
from textual.screen import Screen

from fivesquare.fullscreen.colours import Paint, Theme
from fivesquare.table import settings
from fivesquare.table.compilation import Compiler


class PaintedApp(App[int]):
    """A program with colours of its own."""

    paint: Paint
    left: Path | None = None
    """The file of the game that was left last, if it can be continued."""

    left_link = ""
    """The page of the game on a server that was left last, if it is not over and has a seat for us."""

    has_motion = True
    """Whether claims are animated."""

    compiler: Compiler
    """Gets the solver ready on request."""

    has_vi_keys = False
    """Whether hjkl move the cursor."""

    def switch_theme(self) -> None:
        """Draw light where it was dark, or the other way round."""
        theme: Theme = "light" if self.paint.theme == "dark" else "dark"
        self.paint = Paint(theme, self.paint.depth)
        settings.store(theme=theme)
        for screen in self.screen_stack:
            self.use_paper(screen)
            for widget in screen.query("*"):
                widget.refresh()

    def use_paper(self, screen: Screen[Any]) -> None:
        """Give a screen the background of the moment."""
        paper = self.paint.palette["paper"]
        screen.styles.background = "ansi_default" if paper == "default" else paper

    def replace_page(self, old: Screen[Any], new: Screen[Any]) -> None:
        """Put a page in the place of another one, and close those that are above it."""
        if old in self.screen_stack:
            while self.screen is not old:
                self.pop_screen()
            self.switch_screen(new)

    def leave_page(self) -> None:
        """Go back to the page before this one; from the first one, leave."""
        if len(self.screen_stack) > 2:  # the first is Textual's own
            self.pop_screen()
        else:
            self.exit()


class Painted(DOMNode):
    """Something on the screen of such a program."""

    @property
    def program(self) -> PaintedApp:
        app = self.app
        assert isinstance(app, PaintedApp)
        return app

    @property
    def paint(self) -> Paint:
        return self.program.paint
