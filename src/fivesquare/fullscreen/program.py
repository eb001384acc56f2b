"""The program at the full screen: it opens pages, deals games, and leaves the terminal as it was."""

import asyncio
import os
import select
import signal
import threading
import traceback
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from textual.binding import Binding

from fivesquare import files
from fivesquare.errors import FileError, FivesquareError
from fivesquare.fullscreen.colours import Paint, depth_of_terminal, theme_of_terminal
from fivesquare.fullscreen.game_page import GamePage
from fivesquare.fullscreen.home_page import HomePage
from fivesquare.fullscreen.page import Page
from fivesquare.fullscreen.painted import PaintedApp
from fivesquare.fullscreen.thinking import Thinker, Thought
from fivesquare.fullscreen.wishes import (
    AnalysisWished,
    GameWished,
    LessonWished,
    MistakesWished,
    NewGameWished,
    PageWished,
    ReviewWished,
    RulesWished,
)
from fivesquare.lanes import Glance
from fivesquare.position import Position
from fivesquare.solver import solve
from fivesquare.table import saved_games, settings
from fivesquare.table.compilation import Compiler
from fivesquare.table.openings import FAIR, drawn
from fivesquare.table.saved_games import Kept
from fivesquare.table.summaries import book_of
from fivesquare.table.table import TableSetting
from fivesquare.words.listener import capital
from fivesquare.words.players import begins

PAGES = {
    "new": ("new_game_page", "NewGamePage"),
    "games": ("games_page", "GamesPage"),
    "analysis": ("analysis_page", "AnalysisPage"),
    "daily": ("daily_page", "DailyPage"),
    "puzzles": ("puzzle_page", "endless"),
    "learn": ("learn_page", "LearnPage"),
    "rules": ("learn_page", "RulesListPage"),
    "progress": ("progress_page", "ProgressPage"),
    "join": ("join_page", "JoinPage"),
    "settings": ("settings_page", "SettingsPage"),
}
"""Pages by name: a module, and what makes the page in it.

Each is loaded when it is opened, so that the first one comes soon.
"""


class FullScreen(PaintedApp):
    """The program. `first` makes the page that it begins with; by default home."""

    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar = [
        Binding("ctrl+c", "leave", show=False, priority=True),
        Binding("ctrl+z", "suspend_process", show=False, priority=True),
    ]
    CSS = "Screen { overflow: hidden; }"

    def __init__(self, first: Callable[[], Page] | None = None) -> None:
        depth = depth_of_terminal()
        super().__init__(ansi_color=depth == "few")
        theme = settings.recall("theme")
        self.paint = Paint(theme if theme in ("light", "dark") else theme_of_terminal(), depth)
        self.has_motion = settings.recall("motion") is not False
        self.has_vi_keys = settings.recall("vi_keys") is True
        self.compiler = Compiler()
        self._first = first
        self._fault: Exception | None = None
        self._thinker = Thinker(self, self.compiler.get_ready)

    def on_mount(self) -> None:
        if not self.is_headless:
            loop = asyncio.get_running_loop()
            for number in (signal.SIGTERM, signal.SIGHUP):  # leave the terminal as it was
                loop.add_signal_handler(number, self.exit, 128 + number)
            threading.Thread(target=self._await_hangup, args=(loop,), daemon=True).start()
        if self._first is not None:
            self.push_screen(HomePage())
        self.push_screen(HomePage() if self._first is None else self._first())

    def _await_hangup(self, loop: asyncio.AbstractEventLoop) -> None:
        """Leave when the terminal is gone, as SIGHUP does: only the leader of its session gets that signal.

        Where the terminal runs make and nothing else, make is the leader, and does not pass it on.
        """
        terminal = select.poll()
        terminal.register(0, 0)  # nothing but a hangup
        terminal.poll()
        with suppress(RuntimeError):  # the loop is closed
            loop.call_soon_threadsafe(self.exit, 128 + signal.SIGHUP)

    def action_leave(self) -> None:
        """Ctrl-C: leave at once. Games are on disk."""
        self.exit(130)

    def action_suspend_process(self) -> None:
        """Ctrl-Z: stop all processes of the job, as a terminal does: a shell may be waiting for make.

        The terminal is restored first, because that shell takes it over as soon as make has stopped. When
        the job continues, Textual hears of it and takes the terminal again.
        """
        if self._driver is not None and self._driver.can_suspend:
            self._suspend_signal()
            self._driver.suspend_application_mode()
            before = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
            os.killpg(os.getpgrp(), signal.SIGTSTP)
            signal.signal(signal.SIGTSTP, before)

    def _handle_exception(self, error: Exception) -> None:
        """Leave after a fault of ours, which is told when the terminal is itself again."""
        if self.is_headless:
            super()._handle_exception(error)
        elif self._fault is None:
            self._fault = error
            self.exit(1)

    def on_unmount(self) -> None:
        self._thinker.close()

    @property
    def is_thinking(self) -> bool:
        """Whether something is being worked out for the page that is shown."""
        return self._thinker.is_busy or (self.page is not None and self.page.is_thinking)

    def write_fault(self) -> Path | None:
        """Write the traceback of a fault beside the settings; None if there was none."""
        if self._fault is None:
            return None
        path = settings.settings_file().with_name("fault.txt")
        with suppress(OSError, FivesquareError):
            files.make_folder(path.parent)
            files.write_whole(path, "".join(traceback.format_exception(self._fault)))
        return path

    @property
    def page(self) -> Page | None:
        """The page that is shown."""
        return self.screen if isinstance(self.screen, Page) else None

    # --- Wishes of pages ---

    def on_page_wished(self, wish: PageWished) -> None:
        try:
            self.push_screen(_made(*PAGES[wish.page], *wish.given))
        except FivesquareError as error:  # there is no puzzle for every day
            self._say(f"{capital(str(error))}.")

    def on_game_wished(self, wish: GameWished) -> None:
        self._open(GamePage(wish.setting, wish.kept, wish.order), wish.is_instead)

    def on_review_wished(self, wish: ReviewWished) -> None:
        self.push_screen(_made("review_page", "ReviewPage", wish.game, wish.review))

    def on_analysis_wished(self, wish: AnalysisWished) -> None:
        self.push_screen(_made("analysis_page", "AnalysisPage", wish.position))

    def on_new_game_wished(self, wish: NewGameWished) -> None:
        """Deal a game and open it. A fair komi has to be worked out first, which may take a while."""
        if wish.order.balance != FAIR:
            self._begin(wish, wish.order.deal(_margin, self._say_no_komi))
            return
        refusals = list[FivesquareError]()

        def show(position: Position) -> None:
            self._begin(wish, position)
            for error in refusals:
                self._say_no_komi(error)

        self._say("Working out a fair komi ...", "muted")
        self._thinker.think(
            lambda glance: wish.order.deal(partial(_margin, glance=glance), refusals.append),
            show,
            self._failed,
        )

    def on_mistakes_wished(self, wish: MistakesWished) -> None:
        self.push_screen(_made("puzzle_page", "of_mistakes", wish.game))

    def on_rules_wished(self, wish: RulesWished) -> None:
        self.push_screen(_made("rules_page", "rules_of", wish.book))

    def on_lesson_wished(self, wish: LessonWished) -> None:
        self._open(_made("lesson_page", "LessonPage", wish.book), wish.is_instead)

    def on_thought(self, thought: Thought) -> None:
        thought.show()

    def _failed(self, error: BaseException) -> None:
        if not isinstance(error, FivesquareError):
            raise error
        self._say(f"{capital(str(error))}.")

    def _begin(self, wish: NewGameWished, position: Position) -> None:
        seats, note = _seated(wish, position)
        setting = TableSetting(position, seats, tutor=wish.tutor)
        kept = self._new_file(position)
        self._open(GamePage(setting, kept, wish.order._replace(size=position.size), note), wish.is_instead)

    def _open(self, page: Page, is_instead: bool) -> None:
        if is_instead:
            self.switch_screen(page)
        else:
            self.push_screen(page)

    def _new_file(self, position: Position) -> Kept | None:
        try:
            return saved_games.keep_here(book_of(position))
        except FileError as error:
            self._say(f"This game is not saved: {error}.")
            return None

    def _say_no_komi(self, error: FivesquareError) -> None:
        self._say(f"{capital(str(error))}. This game has no komi.")

    def _say(self, text: str, style: str = "bad") -> None:
        if self.page is not None:
            self.page.say(text, style)


def _made(module: str, name: str, *given: Any) -> Page:
    """A page, whose module is loaded now."""
    page: Page = getattr(import_module(f"fivesquare.fullscreen.{module}"), name)(*given)
    return page


def _unwatched() -> None:
    """The default progress callback: never abandons the work."""


def _margin(position: Position, glance: Glance = _unwatched) -> float:
    """What the first player wins by."""
    margin = solve(position, value_only=True, progress=lambda _: glance()).margin
    assert margin is not None
    return margin


def _seated(wish: NewGameWished, position: Position) -> tuple[tuple[str, str], str]:
    """The seats of a new game, and what is said about them."""
    if wish.seat == "second":
        return (wish.seats[1], wish.seats[0]), ""
    if wish.seat == "random":
        seats, has_swapped = drawn(wish.seats, position.extra["seed"])
        is_friend = wish.seats[0] == wish.seats[1] and has_swapped
        return seats, f"{begins(seats[0], is_friend)} (drawn at random)."
    return wish.seats, ""


class Farewell(NamedTuple):
    """How the full screen was left."""

    status: int
    left: Path | None
    """The file of the game that was left, if it can be continued."""

    fault: Path | None
    """Where the traceback is, after a fault of ours."""

    link: str = ""
    """The page of the game on a server that was left, if one can come back to it."""


def run(first: Callable[[], Page] | None = None) -> Farewell:
    """Show the full screen until the user leaves."""
    program = FullScreen(first)
    status = program.run() or 0
    return Farewell(status, program.left, program.write_fault(), program.left_link)
