"""Another board for the analysis: of which book, and how large."""

from collections.abc import Callable, Sequence

from fivesquare.board import Size
from fivesquare.books import NAMED
from fivesquare.books.explain import in_a_sentence
from fivesquare.fullscreen.choices import Choice
from fivesquare.fullscreen.list_page import ListPage, Value
from fivesquare.fullscreen.new_game_page import sides
from fivesquare.rulebook import RuleBook
from fivesquare.words.listener import capital

_OWN = "the rules on the board"


class BoardChoicePage(ListPage):
    """Chooses a book and a size, and hands them to the page that asked."""

    topic = "Another board"
    choosing = "deal"

    def __init__(self, book: RuleBook, size: Size, use: Callable[[RuleBook, Size], object]) -> None:
        super().__init__()
        own = {} if book in NAMED.values() else {_OWN: book}
        self._books = {**own, **{capital(name): named for name, named in NAMED.items()}}
        self._chosen = next(name for name, each in self._books.items() if each == book)
        self._shape, self._use = size, use

    def heading(self) -> str:
        return self._book.title

    @property
    def _book(self) -> RuleBook:
        return self._books[self._chosen]

    def choices(self) -> Sequence[Choice]:
        rows, columns = self._shape

        def line(label: str, values: Sequence[Value], now: Value, use: Callable[[Value], object]) -> Choice:
            return self.adjustable(label, str(now), values, now, use, self._take)

        return [
            line("Game", tuple(self._books), self._chosen, self._set_book),
            line("Rows", sides(columns), rows, lambda rows: self._resize(rows, columns)),
            line("Columns", sides(rows), columns, lambda columns: self._resize(rows, columns)),
        ]

    def _set_book(self, name: str) -> None:
        self._chosen, self._shape = name, self._books[name].size

    def _resize(self, rows: int, columns: int) -> None:
        self._shape = Size(rows, columns)

    def _take(self) -> None:
        self._use(self._book, self._shape)
        self.leave()

    def refresh_page(self) -> None:
        if self.is_mounted and not self._message[0]:
            self._message = (in_a_sentence(self._book), "muted")
        super().refresh_page()
