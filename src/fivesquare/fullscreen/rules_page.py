"""The rules of a game: in short, with an example, advice and rulings, as wide as the window."""

from collections.abc import Sequence
from dataclasses import replace

from fivesquare.board import Size
from fivesquare.fullscreen.keys import Key
from fivesquare.fullscreen.page import Page, TextPage
from fivesquare.fullscreen.text import Line, TextView
from fivesquare.fullscreen.wishes import LessonWished
from fivesquare.rulebook import RuleBook
from fivesquare.words.rules import explain

_WIDEST = 79
_MARGIN = 6  # columns that are no text


def rules_of(book: RuleBook, size: Size | None = None) -> Page:
    """The rules of a book, on a board of this size."""
    return RulesPage(book if size is None else replace(book, size=size))


class RulesPage(TextPage):
    """Rules to read; a key leads to the lesson about them."""

    def __init__(self, book: RuleBook) -> None:
        super().__init__("Rules", book.title, ())
        self.book = book

    def refresh_page(self) -> None:
        super().refresh_page()
        if self.is_mounted:
            self.query_one("#text", TextView).show(self._told())

    def _told(self) -> list[Line]:
        width = min(_WIDEST, self.size.width - _MARGIN)
        return [((line, "ink"),) for line in explain(self.book, width).split("\n")]

    def keys(self) -> Sequence[Key]:
        learn = Key(("l",), "learn", self._learn, "learn this game in four small exercises")
        back, *others = super().keys()
        return [back, learn, *others]

    def _learn(self) -> None:
        self.post_message(LessonWished(self.book))
