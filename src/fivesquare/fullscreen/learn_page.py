"""The games to learn, or whose rules to read: the five books and their variants."""

from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from fivesquare.books import CATALOGUE, NAMED
from fivesquare.books.explain import in_a_sentence
from fivesquare.fullscreen.choices import Choice
from fivesquare.fullscreen.list_page import BoardListPage
from fivesquare.fullscreen.page import WIDE
from fivesquare.fullscreen.wishes import LessonWished, RulesWished
from fivesquare.position import Position
from fivesquare.scenes import scene
from fivesquare.table import lessons_learned
from fivesquare.words.listener import capital

_NAMES = tuple(NAMED)


class BookListPage(BoardListPage):
    """A list of games, with a board of the one that is pointed at."""

    wish: ClassVar[type[LessonWished | RulesWished]]
    """What is wished when a game is chosen."""

    def __init__(self) -> None:
        super().__init__(scene(_NAMES[0]))

    def choices(self) -> Sequence[Choice]:
        lines = [Choice(capital(name), partial(self._take, name), self.note(name)) for name in NAMED]
        return [*lines[: len(CATALOGUE)], Choice("Variants"), *lines[len(CATALOGUE) :]]

    def note(self, name: str) -> str:
        """What stands at the right of a game."""
        title = NAMED[name].title
        return "" if title == capital(name) else title

    def _take(self, name: str) -> None:
        self.post_message(self.wish(NAMED[name]))

    def pointed(self) -> tuple[Position, str]:
        name = self._book_name()
        return scene(name), in_a_sentence(NAMED[name])

    def _book_name(self) -> str:
        chosen = self._list.chosen
        label = "" if chosen is None else chosen.label
        return next((name for name in NAMED if capital(name) == label), _NAMES[0])

    def refresh_page(self) -> None:
        if self.is_mounted:
            self._message = ("" if self.size.width >= WIDE else self.pointed()[1], "muted")
        super().refresh_page()


class LearnPage(BookListPage):
    """Games to learn, each in a minute."""

    topic = "Learn"
    choosing = "learn"
    wish = LessonWished

    def heading(self) -> str:
        return "each game in sixty seconds"

    def note(self, name: str) -> str:
        return "learned" if name in lessons_learned.learned() else ""


class RulesListPage(BookListPage):
    """Games whose rules can be read."""

    topic = "Rules"
    choosing = "read"
    wish = RulesWished

    def heading(self) -> str:
        return "of which game?"
