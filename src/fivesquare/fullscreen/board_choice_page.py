"""Another board for the analysis: of which book, and how large."""

from collections.abc import Callable, Sequence
from typing import Any

from textual.app import ComposeResult

from fivesquare.board import LONGEST_SIDE, Size
from fivesquare.books import NAMED
from fivesquare.books.explain import in_a_sentence
from fivesquare.fullscreen.choices import Choice, ChoiceList
from fivesquare.fullscreen.keys import Key
from fivesquare.fullscreen.page import Page
from fivesquare.rulebook import RuleBook
from fivesquare.words.listener import capital

_OWN = "the rules on the board"


class BoardChoicePage(Page):
    """Chooses a book and a size, and hands them to whoever asked."""

    topic = "Another board"
    DEFAULT_CSS = "BoardChoicePage #list { width: 1fr; max-width: 78; padding: 1 1; }"

    def __init__(self, book: RuleBook, size: Size, use: Callable[[RuleBook, Size], object]) -> None:
        super().__init__()
        own = {} if book in NAMED.values() else {_OWN: book}
        self._books = {**own, **{capital(name): named for name, named in NAMED.items()}}
        self._chosen = next(name for name, each in self._books.items() if each == book)
        self._shape, self._use = size, use
        self._list = ChoiceList(id="list")

    def compose_body(self) -> ComposeResult:
        yield self._list

    def on_mount(self) -> None:
        self._offer()

    def heading(self) -> str:
        return self._book.title

    @property
    def _book(self) -> RuleBook:
        return self._books[self._chosen]

    def _offer(self) -> None:
        rows, columns = self._shape
        self._list.offer(
            [
                self._line("Game", tuple(self._books), self._chosen, self._set_book),
                self._line("Rows", _sides(columns), rows, lambda rows: self._resize(rows, columns)),
                self._line("Columns", _sides(rows), columns, lambda columns: self._resize(rows, columns)),
            ]
        )
        self.refresh_page()

    def _line(self, label: str, values: Sequence[Any], now: Any, use: Callable[[Any], object]) -> Choice:
        def change(by: int) -> None:
            use(values[(values.index(now) + by) % len(values)])
            self._offer()

        return Choice(label, self._take, f"< {now} >", change)

    def _set_book(self, name: str) -> None:
        self._chosen, self._shape = name, self._books[name].size

    def _resize(self, rows: int, columns: int) -> None:
        self._shape = Size(rows, columns)

    def _take(self) -> None:
        self._use(self._book, self._shape)
        self.leave()

    def on_choice_list_moved(self) -> None:
        self.refresh_page()

    def on_choice_list_taken(self) -> None:
        self.press(Key(("enter",), "", self._take))

    def refresh_page(self) -> None:
        if self.is_mounted and not self._message[0]:
            self._message = (in_a_sentence(self._book), "muted")
        super().refresh_page()

    def keys(self) -> Sequence[Key]:
        return self._list.keys("deal")


def _sides(other: int) -> tuple[int, ...]:
    """How long a side can be beside another one: a board has two cells at least."""
    return tuple(range(2 if other == 1 else 1, LONGEST_SIDE + 1))
