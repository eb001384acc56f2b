"""The games to learn, or whose rules to read: the five books and their variants."""

from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from fivesquare.books import CATALOGUE, NAMED
from fivesquare.books.explain import in_a_sentence
from fivesquare.books.scenes import SCENES
from fivesquare.fullscreen.board_view import BoardView
from fivesquare.fullscreen.choices import Choice, ChoiceList
from fivesquare.fullscreen.keys import Key
from fivesquare.fullscreen.page import Page
from fivesquare.fullscreen.text import TextView, wrapped
from fivesquare.fullscreen.wishes import LessonWished, RulesWished
from fivesquare.position import Position
from fivesquare.table import lessons_learned
from fivesquare.words.listener import capital

_NAMES = tuple(NAMED)


class BookListPage(Page):
    """A list of games, with a board of the one that is pointed at."""

    DEFAULT_CSS = """
    BookListPage #list { width: 1fr; padding: 1 1; }
    BookListPage #beside { width: 46; display: none; }
    BookListPage.-wide #beside { display: block; }
    BookListPage #about { height: 4; padding: 0 2; }
    """
    label = ""
    """What choosing one does, in a word."""

    wish: ClassVar[type[LessonWished | RulesWished]]
    """What is wished when a game is chosen."""

    def __init__(self) -> None:
        super().__init__()
        self._list = ChoiceList(id="list")
        self._view = BoardView(_scene(_NAMES[0]), id="board")
        self._view.set_reactive(BoardView.live, False)

    def compose_body(self) -> ComposeResult:
        with Horizontal(id="body"):
            yield self._list
            with Vertical(id="beside"):
                yield self._view
                yield TextView(id="about")

    def on_mount(self) -> None:
        self._offer()

    def on_screen_resume(self) -> None:
        self._offer()

    def _offer(self) -> None:
        lines = [Choice(capital(name), partial(self._take, name), self.note(name)) for name in NAMED]
        self._list.offer([*lines[: len(CATALOGUE)], Choice("Variants"), *lines[len(CATALOGUE) :]])

    def note(self, name: str) -> str:
        """What stands at the right of a game."""
        title = NAMED[name].title
        return "" if title == capital(name) else title

    def _take(self, name: str) -> None:
        self.post_message(self.wish(NAMED[name]))

    def _pointed(self) -> str:
        chosen = self._list.chosen
        label = "" if chosen is None else chosen.label
        return next((name for name in NAMED if capital(name) == label), _NAMES[0])

    def on_choice_list_moved(self) -> None:
        self.refresh_page()

    def on_choice_list_taken(self) -> None:
        self.press(Key(("enter",), "", self._list.take))

    def refresh_page(self) -> None:
        if not self.is_mounted:
            return
        about = in_a_sentence(NAMED[self._pointed()])
        self._message = ("" if self.size.width >= 80 else about, "muted")
        super().refresh_page()
        self._view.position = _scene(self._pointed())
        self.query_one("#about", TextView).show(wrapped(about, 42, "muted"))

    def keys(self) -> Sequence[Key]:
        return self._list.keys(self.label)


class LearnPage(BookListPage):
    """Games to learn, each in a minute."""

    topic = "Learn"
    label = "learn"
    wish = LessonWished

    def heading(self) -> str:
        return "each game in sixty seconds"

    def note(self, name: str) -> str:
        return "learned" if name in lessons_learned.learned() else ""


class RulesListPage(BookListPage):
    """Games whose rules can be read."""

    topic = "Rules"
    label = "read"
    wish = RulesWished

    def heading(self) -> str:
        return "of which game?"


def _scene(name: str) -> Position:
    board, moves = SCENES[name]
    return Position.from_record({"book": name, "board": board, "moves": moves})
