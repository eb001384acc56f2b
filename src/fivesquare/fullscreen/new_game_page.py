"""A new game: which one, against whom, who begins, and the less common choices."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from textual.app import ComposeResult

from fivesquare.board import LONGEST_SIDE, Size
from fivesquare.books import NAMED, find_book
from fivesquare.books.explain import in_a_sentence
from fivesquare.fullscreen.choices import Choice, ChoiceList
from fivesquare.fullscreen.keys import Key
from fivesquare.fullscreen.page import Page
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


class NewGamePage(Page):
    """Sets up a game, and begins it."""

    topic = "New game"
    DEFAULT_CSS = "NewGamePage #list { width: 1fr; max-width: 78; padding: 1 1; }"

    def __init__(self) -> None:
        super().__init__()
        last = settings.remembered()
        self._wish = Wish(last.book, last.opponent, last.seat, find_book(last.book).size)
        self._list = ChoiceList(id="list")

    def compose_body(self) -> ComposeResult:
        yield self._list

    def on_mount(self) -> None:
        self._offer()

    @property
    def _book(self) -> RuleBook:
        return NAMED[self._wish.book]

    def heading(self) -> str:
        return self._book.title

    # --- The lines ---

    def _offer(self) -> None:
        wish = self._wish
        rows, columns = wish.size
        opponent = opponent_in_words(wish.opponent)
        tutor = "warns you before you give away a win" if wish.has_tutor else "no"
        self._list.offer(
            [
                self._line("Game", capital(wish.book), tuple(NAMED), wish.book, self._set_book),
                self._line("Opponent", opponent, OPPONENTS, wish.opponent, self._set("opponent")),
                self._line("Who begins", _SEATS[wish.seat], tuple(_SEATS), wish.seat, self._set("seat")),
                self._line(
                    "Rows", str(rows), _sides(columns), rows, lambda rows: self._resize(Size(rows, columns))
                ),
                self._line(
                    "Columns",
                    str(columns),
                    _sides(rows),
                    columns,
                    lambda columns: self._resize(Size(rows, columns)),
                ),
                self._line(
                    "Balance", _BALANCES[wish.balance], self._balances(), wish.balance, self._set("balance")
                ),
                self._line("Tutor", tutor, (False, True), wish.has_tutor, self._set("has_tutor")),
            ]
        )
        self.refresh_page()

    def _line(
        self, label: str, note: str, values: Sequence[Any], now: Any, use: Callable[[Any], object]
    ) -> Choice:
        """A line with a value that can be changed; Enter begins the game."""

        def change(by: int) -> None:
            use(values[(values.index(now) + by) % len(values)])
            self._offer()

        return Choice(label, self._begin, f"< {note} >", change)

    def _set(self, field: str) -> Callable[[Any], object]:
        def use(value: Any) -> None:
            self._wish = self._wish._replace(**{field: value})

        return use

    def _set_book(self, name: str) -> None:
        self._wish = self._wish._replace(book=name, size=NAMED[name].size, balance="")

    def _resize(self, size: Size) -> None:
        self._wish = self._wish._replace(size=size)

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

    def on_choice_list_moved(self) -> None:
        self.refresh_page()

    def on_choice_list_taken(self) -> None:
        self._begin()

    def refresh_page(self) -> None:
        if self.is_mounted:
            self._message = (in_a_sentence(self._book), "muted")
        super().refresh_page()

    def keys(self) -> Sequence[Key]:
        return self._list.keys("begin")


def opponent_in_words(name: str) -> str:
    """An opponent as a list offers it: "level 3, plays for fun"."""
    if name == PERSON:
        return _FRIEND
    word, _, level = name.partition(":")
    return f"level {level}, {LEVEL_WORDS[int(level) - 1]}" if level else in_words(word)


def _sides(other: int) -> tuple[int, ...]:
    """How long a side can be beside another one: a board has two cells at least."""
    return tuple(range(2 if other == 1 else 1, LONGEST_SIDE + 1))
