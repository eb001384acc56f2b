"""A new game: which one, against whom, who begins, and the less common choices."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from fivesquare.board import LONGEST_SIDE, Size
from fivesquare.books import NAMED, find_book
from fivesquare.books.explain import in_a_sentence
from fivesquare.fullscreen.choices import Choice
from fivesquare.fullscreen.list_page import ListPage
from fivesquare.fullscreen.wishes import NewGameWished
from fivesquare.players.registry import LEVEL_WORDS, PLAYERS
from fivesquare.rulebook import RuleBook
from fivesquare.table import settings
from fivesquare.table.advice import RESULTS_ONLY
from fivesquare.table.openings import FAIR, Order
from fivesquare.words.listener import capital
from fivesquare.words.players import PERSON, in_words

_OTHERS = tuple(name for name in PLAYERS if name not in (PERSON, "level"))
OPPONENTS = (PERSON, *(f"level:{level}" for level, _ in enumerate(LEVEL_WORDS, 1)), *_OTHERS)
_FRIEND = "a friend at this keyboard"
_SEATS = {"first": "you", "second": "your opponent", "random": "drawn at random"}
_BALANCES = {
    "": "as in the book",
    "none": "none",
    "swap": "the second player may swap",
    FAIR: "a fair komi",
}


class Wish(NamedTuple):
    """A game as it is set up here."""

    book: str
    opponent: str
    seat: str
    size: Size
    balance: str = ""
    has_tutor: bool = False


class NewGamePage(ListPage):
    """Sets up a game, and begins it."""

    topic = "New game"
    choosing = "begin"

    def __init__(self, name: str | None = None) -> None:
        """`name` is that of a game; by default the one that was played last."""
        super().__init__()
        last = settings.remembered()
        book = last.book if name is None else name
        self._wish = Wish(book, last.opponent, last.seat, find_book(book).size)

    @property
    def _book(self) -> RuleBook:
        return NAMED[self._wish.book]

    def heading(self) -> str:
        return self._book.title

    # --- The lines ---

    def choices(self) -> Sequence[Choice]:
        wish = self._wish
        rows, columns = wish.size
        opponent = opponent_in_words(wish.opponent)
        tutor = "warns you before you give away a win" if wish.has_tutor else "no"
        balance = _BALANCES[wish.balance]

        def line(
            label: str, note: str, values: Sequence[Any], now: Any, use: Callable[[Any], object]
        ) -> Choice:
            return self.adjustable(label, note, values, now, use, self._begin)

        return [
            line("Game", capital(wish.book), tuple(NAMED), wish.book, self._set_book),
            line("Opponent", opponent, OPPONENTS, wish.opponent, self._set("opponent")),
            line("Who begins", _SEATS[wish.seat], tuple(_SEATS), wish.seat, self._set("seat")),
            line("Rows", str(rows), sides(columns), rows, lambda other: self._resize(other, columns)),
            line("Columns", str(columns), sides(rows), columns, lambda other: self._resize(rows, other)),
            line("Balance", balance, self._balances(), wish.balance, self._set("balance")),
            line("Tutor", tutor, (False, True), wish.has_tutor, self._set("has_tutor")),
        ]

    def _set(self, field: str) -> Callable[[Any], object]:
        def use(value: Any) -> None:
            self._wish = self._wish._replace(**{field: value})

        return use

    def _set_book(self, name: str) -> None:
        self._wish = self._wish._replace(book=name, size=NAMED[name].size, balance="")

    def _resize(self, rows: int, columns: int) -> None:
        self._wish = self._wish._replace(size=Size(rows, columns))

    def _balances(self) -> tuple[str, ...]:
        return tuple(each for each in _BALANCES if each != FAIR or self._book.goal == "points")

    # --- What is done ---

    def _begin(self) -> None:
        wish = self._wish
        settings.remember(
            settings.remembered()._replace(book=wish.book, opponent=wish.opponent, seat=wish.seat)
        )
        order = Order(self._book, wish.size, wish.balance)
        tutor = RESULTS_ONLY if wish.has_tutor else None
        self.post_message(NewGameWished(order, (PERSON, wish.opponent), wish.seat, tutor, is_instead=True))

    def refresh_page(self) -> None:
        if self.is_mounted:
            self._message = (in_a_sentence(self._book), "muted")
        super().refresh_page()


def opponent_in_words(name: str) -> str:
    """An opponent as a list offers it: "level 3, plays for fun"."""
    if name == PERSON:
        return _FRIEND
    word, _, level = name.partition(":")
    return f"level {level}, {LEVEL_WORDS[int(level) - 1]}" if level else in_words(word)


def sides(other: int) -> tuple[int, ...]:
    """How long a side can be beside another one: a board has two cells at least."""
    return tuple(range(2 if other == 1 else 1, LONGEST_SIDE + 1))
