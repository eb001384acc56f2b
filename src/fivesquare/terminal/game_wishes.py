"""A game as the user wants it, and its less common settings: board, size, balance, rules, style, tutor."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from fivesquare.board import Board, Size, parse_size
from fivesquare.books import NAMED, find_book
from fivesquare.errors import FivesquareError, NotationError, many, quote
from fivesquare.rulebook import RuleBook
from fivesquare.streams import stream
from fivesquare.table.advice import RESULTS_ONLY
from fivesquare.table.openings import FAIR, book_in, check_komi, read_board
from fivesquare.table.settings import STYLES, Choices
from fivesquare.terminal.prompts import Back, ask, pick, show_list, unknown
from fivesquare.terminal.screen import Screen
from fivesquare.words.typed import chosen, read_number

SWAP = "swap"

_ADVICE = "Type a word of the list and what you want, like size 4x4 or tutor on; Enter continues."
_SMALL, _SMALLER = Size(3, 3), Size(2, 3)


class GameWish(NamedTuple):
    """A game as the user wants it."""

    book: RuleBook
    opponent: str
    seat: str
    board: Board | None = None  # None: a random one
    size: Size | None = None  # None: the book's
    style: str = STYLES[0]
    tutor: float | None = None  # as in a TableSetting
    balance: str = ""  # none, swap, fair, points of komi; empty: the book's

    @property
    def name(self) -> str | None:
        """The name of the book or variant; None for a book of one's own."""
        return next((name for name, book in NAMED.items() if book == self.book), None)

    @property
    def choices(self) -> Choices | None:
        """What to remember; None for a book of one's own, whose file may be gone next time."""
        return None if self.name is None else Choices(self.name, self.opponent, self.seat, self.style)


def change(screen: Screen, wish: GameWish) -> GameWish:
    """Change settings one by one until the user is done."""
    while True:
        screen.write()
        settings = settings_of(wish)
        longest = max(len(word) for word in settings)
        show_list(screen, ((f"{word:<{longest}}  [{now}]", hint) for word, (now, hint) in settings.items()))

        def read(text: str, wish: GameWish = wish) -> GameWish | None:
            return None if text.lower() in ("", "done", "ok") else _changed(screen, wish, text)

        try:
            question = f"\nChange what? Like: size {_other_size(wish.book)} [nothing]"
            changed = ask(screen, question, read, _ADVICE)
        except Back:
            return wish
        if changed is None:
            return wish
        wish = changed


def settings_of(wish: GameWish) -> dict[str, tuple[str, str]]:
    """Each setting with its value and a hint how to change it, with examples that fit this book."""
    book = wish.book
    komi = f", {FAIR}, or points for the second player, like 4.5" if book.goal == "points" else ""
    settings = {
        "board": ("random" if wish.board is None else "yours", f"values, like {example(book)}"),
        "size": (
            str(wish.size or (wish.board or book).size),
            f"rows x columns, like {_other_size(book)}",
        ),
        "balance": (wish.balance or str(book.balance), f"none{' or' if not komi else ','} swap{komi}"),
        "rules": (wish.name or book.title, "a file with rules of your own, like mine.json"),
        "style": (wish.style, "book, as the rule book shows it, or clear"),
        "tutor": (_tutor(wish), "on, off, or 3: warns before a move costs the win, or 3 points"),
    }
    if book.values == "ones":
        del settings["board"]
    return settings


def _tutor(wish: GameWish) -> str:
    if wish.tutor is None:
        return "off"
    return "on" if wish.tutor == RESULTS_ONLY else many(wish.tutor, "point")


def _other_size(book: RuleBook) -> Size:
    return _SMALL if book.size != _SMALL else Size(4, 4)


def example(book: RuleBook) -> Board:
    return book.deal(stream(7, "example"), _SMALLER)


def _changed(screen: Screen, wish: GameWish, text: str) -> GameWish:
    """The wish with one setting changed, like "size 3x3"; asks for a missing value."""
    word, _, value = text.partition(" ")
    settings = settings_of(wish)
    field = chosen(word, settings)
    if field is None:
        field, value = _field_of(text), text
    if field not in settings:
        raise unknown(text, settings)
    value = value.strip().strip("\"'")
    if not value:
        now, hint = settings[field]
        value = ask(screen, f"{field.capitalize()}: {hint}? [{now}]", str, f"{field.capitalize()}: {hint}.")
    return CHANGES[field](wish, value) if value else wish


def _field_of(value: str) -> str:
    """The setting that a value alone is meant for."""
    word = value.lower()
    if word in STYLES:
        return "style"
    if word in (SWAP, FAIR, "none") or word.startswith("komi"):
        return "balance"
    return "size" if "x" in word else ""


def _with_board(wish: GameWish, text: str) -> GameWish:
    if chosen(text, ["random"]):
        return wish._replace(board=None)
    board = read_board(text)
    wish.book.check_board(board)
    return wish._replace(board=board, size=None)


def _with_size(wish: GameWish, text: str) -> GameWish:
    return wish._replace(size=parse_size(text), board=None)


def _with_balance(wish: GameWish, text: str) -> GameWish:
    word = chosen(text, ("none", SWAP, FAIR))
    if word not in ("none", SWAP):
        word = word or text.lower().removeprefix("komi").strip()
        check_komi(wish.book, word)
    return wish._replace(balance=word)


def _with_book(wish: GameWish, text: str) -> GameWish:
    name = chosen(text, NAMED)
    book = find_book(name) if name else book_in(Path(text).expanduser())
    return fitting(wish._replace(book=book))


def _with_style(wish: GameWish, text: str) -> GameWish:
    return wish._replace(style=pick(text, list(STYLES)))


def _with_tutor(wish: GameWish, text: str) -> GameWish:
    word = chosen(text, ("on", "off"))
    if word is not None:
        return wish._replace(tutor=RESULTS_ONLY if word == "on" else None)
    points = read_number(text)
    if not points:
        raise NotationError(f"{quote(text)} does not set the tutor: type on, off or a number of points")
    return wish._replace(tutor=float(points))


CHANGES: dict[str, Callable[[GameWish, str], GameWish]] = {
    "board": _with_board,
    "size": _with_size,
    "balance": _with_balance,
    "rules": _with_book,
    "style": _with_style,
    "tutor": _with_tutor,
}


def fitting(wish: GameWish) -> GameWish:
    """The wish without what its book does not allow."""
    try:
        if wish.board is not None:
            wish.book.check_board(wish.board)
    except FivesquareError:
        wish = wish._replace(board=None)
    try:
        if wish.balance not in ("", "none", SWAP):
            check_komi(wish.book, wish.balance)
    except FivesquareError:
        wish = wish._replace(balance="")
    return wish
