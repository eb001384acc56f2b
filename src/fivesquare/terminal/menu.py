"""The menu: what to do next, and the three answers that make a game; everything else is behind `more`.

Whatever is asked, an empty line takes what stands in brackets, `back` goes back and `quit` leaves.
"""

from collections.abc import Callable, Iterable
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple, TypeVar

from fivesquare.board import Board, Size, parse_size
from fivesquare.books import CATALOGUE, find_book
from fivesquare.books.explain import in_brief
from fivesquare.errors import FivesquareError, NotationError, many, quote
from fivesquare.players.registry import LEVEL_WORDS, PLAYERS
from fivesquare.position import Position
from fivesquare.rulebook import RuleBook
from fivesquare.streams import stream
from fivesquare.terminal.balancing import FAIR, check_komi
from fivesquare.terminal.choices import SEATS, Choices
from fivesquare.terminal.entry import read_number
from fivesquare.terminal.options import STYLES, chosen_book, read_board
from fivesquare.terminal.screen import Screen, filled, listed, sentence, width
from fivesquare.terminal.seats import in_words
from fivesquare.terminal.summaries import book_of, in_a_line, opponents
from fivesquare.terminal.tutoring import RESULTS_ONLY
from fivesquare.terminal.words import FRIEND, begun, chosen, read_player

Answer = TypeVar("Answer")

GO_ON, PLAY, PUZZLE, REVIEW, RULES, QUIT = "go on", "play", "puzzle", "review", "rules", "quit"
SWAP = "swap"

_LEAVE = (QUIT, "exit", "q")
_OTHER_WORDS = {"resume": GO_ON, "continue": GO_ON}
_TWO_COLUMNS = 70
_SMALL, _SMALLER = Size(3, 3), Size(2, 3)


class Back(Exception):  # noqa: N818
    """Whoever was asked wants the question before."""


class More(Exception):  # noqa: N818
    """Whoever was asked wants the questions that are seldom asked."""


class Wish(NamedTuple):
    """A game as it is wanted."""

    book: RuleBook
    opponent: str
    seat: str
    board: Board | None = None  # or else a random one
    size: Size | None = None  # or else that of the book
    style: str = STYLES[0]
    tutor: float | None = None  # as in a Setting
    balance: str = ""  # none, swap, fair, points of komi; or else what the book says

    @property
    def choices(self) -> Choices | None:
        """What is worth remembering; nothing of a book of one's own, which may be gone next time."""
        if self.book.name is None:
            return None
        return Choices(self.book.name, self.opponent, self.seat, self.style)


class Known(NamedTuple):
    """What the menu knows: the answers of last time, the game that was left, the one finished last."""

    choices: Choices
    left: Position | None
    last: Position | None

    @property
    def usual(self) -> Wish:
        """What was chosen last time."""
        book, opponent, seat, style = self.choices
        return Wish(find_book(book), opponent, seat, style=style)


class Chosen(NamedTuple):
    """What to do: a word of the menu, and the game or the book that it is about."""

    word: str
    wish: Wish


# --- What to do ---


def choose(screen: Screen, known: Known) -> Chosen:
    """Show the menu, and ask until it is clear what to do. Whoever leaves ends the input."""
    items = _items(known)
    words = list(items)
    while True:
        _show_list(screen, ((f"{number}  {word}", items[word]) for number, word in enumerate(words, 1)))
        try:
            word = _ask(screen, f"\n{_enter(known)}; or choose:", lambda text: _read_item(text, words))
            if word in CATALOGUE:
                return Chosen(PLAY, choose_game(screen, known.usual._replace(book=find_book(word)), 1))
            if word == PLAY:
                return Chosen(PLAY, choose_game(screen, known.usual))
            if word in (PUZZLE, RULES):
                return Chosen(word, known.usual._replace(book=_ask_book(screen, known.usual.book)))
        except Back:
            screen.write()
            continue
        if word == QUIT:
            raise EOFError
        return Chosen(word or (PLAY if known.left is None else GO_ON), known.usual)


def _items(known: Known) -> dict[str, str]:
    items = {
        GO_ON: "" if known.left is None else in_a_line(known.left),
        PLAY: "a game: which one, against whom, in which seat",
        PUZZLE: "find the one move that wins",
        REVIEW: "" if known.last is None else f"your last game: {in_a_line(known.last)}",
        RULES: "what the games are",
    }
    return {**{word: summary for word, summary in items.items() if summary}, QUIT: ""}


def _enter(known: Known) -> str:
    """What an empty line does."""
    if known.left is not None:
        return f"Enter goes on with {book_of(known.left)} {opponents(known.left)}"
    return f"Enter plays {_in_words(known.usual)}"


def _in_words(wish: Wish) -> str:
    if wish.opponent == "human":
        return f"{wish.book.name} with a friend"
    seat = {"first": "you first", "second": "you second", "lot": "the seats by lot"}[wish.seat]
    return f"{wish.book.name} against {in_words(wish.opponent)}, {seat}"


def _read_item(text: str, words: list[str]) -> str:
    """A word of the menu, or the name of a game; nothing for an empty line."""
    if not text:
        return ""
    known = _OTHER_WORDS.get(text.lower())
    if known in words:
        return str(known)
    return _numbered(text, words) or chosen(text, words) or _pick(text, [*words, *CATALOGUE])


# --- A game in three answers ---


def choose_game(screen: Screen, wish: Wish, at: int = 0) -> Wish:
    """Ask which game, against whom and in which seat, from question `at` on."""
    questions = (_which_game, _against_whom, _which_seat)
    first = at
    screen.write("\n" + filled("(At any question: back, quit, or more: board, size, balance, tutor ...)"))
    while at < len(questions):
        try:
            wish = questions[at](screen, wish)
            at += 1
        except Back:
            if at == first:
                raise
            at -= 1
        except More:
            wish = _more(screen, wish)
    return wish


def _which_game(screen: Screen, wish: Wish) -> Wish:
    return _fitting(wish._replace(book=_ask_book(screen, wish.book, has_more=True)))


def _ask_book(screen: Screen, usual: RuleBook, has_more: bool = False) -> RuleBook:
    screen.write()
    names = list(CATALOGUE)
    rows = zip(names, CATALOGUE.values(), strict=True)
    _show_list(
        screen,
        (
            (f"{number}  {name:<{max(map(len, names))}}  {book.size}", in_brief(book))
            for number, (name, book) in enumerate(rows, 1)
        ),
    )

    def read(text: str) -> RuleBook:
        return find_book(_numbered(text, names) or _pick(text, names)) if text else usual

    return _ask(screen, f"\nWhich game? [{usual.name or usual.title}]", read, has_more)


def _against_whom(screen: Screen, wish: Wish) -> Wish:
    screen.write()
    screen.write("\n".join(_levels()))
    others = {word: kind.summary for word, kind in PLAYERS.items() if word not in ("human", "level")}
    _show_list(screen, {FRIEND: "a friend at this keyboard", **others}.items())
    last = f"level {len(LEVEL_WORDS)}"

    def read(text: str) -> str:
        if not text:
            return wish.opponent
        try:
            return read_player(text)
        except FivesquareError:
            words = ", ".join((FRIEND, *others))
            raise NotationError(
                f"{quote(text)} is no opponent; there are level 1 to {last}, {words}"
            ) from None

    usual = in_words(wish.opponent, FRIEND)
    question = f"\nAgainst whom? A number is a level. [{usual}]"
    return wish._replace(opponent=_ask(screen, question, read, has_more=True))


def _levels() -> list[str]:
    """The levels in words, in two columns where there is room for them."""
    lines = [f"  {number:>2}  {words}" for number, words in enumerate(LEVEL_WORDS, 1)]
    if width() < _TWO_COLUMNS:
        return lines
    half = (len(lines) + 1) // 2
    pairs = zip_longest(lines[:half], lines[half:], fillvalue="")
    return [f"{left:<{max(map(len, lines))}}  {right}".rstrip() for left, right in pairs]


def _which_seat(screen: Screen, wish: Wish) -> Wish:
    if wish.opponent == "human":  # two people at one keyboard settle that between them
        return wish
    screen.write("\n" + filled("With perfect play the first seat wins nearly all of these games."))

    def read(text: str) -> str:
        word = chosen(text.lower().removeprefix("by "), SEATS) or _numbered(text, list(SEATS))
        if word is None and text:
            raise NotationError(f"{quote(text)} is no seat: type first, second or lot")
        return word or wish.seat

    usual = "by lot" if wish.seat == "lot" else wish.seat
    question = f"Do you play first, second, or by lot? [{usual}]"
    return wish._replace(seat=_ask(screen, question, read, has_more=True))


# --- What is seldom asked ---


def _more(screen: Screen, wish: Wish) -> Wish:
    """Change one thing after the other, until that is enough."""
    while True:
        screen.write()
        settings = _settings(wish)
        longest = max(len(word) for word in settings)
        _show_list(
            screen, ((f"{word:<{longest}}  [{now}]", hint) for word, (now, hint) in settings.items())
        )

        def read(text: str, wish: Wish = wish) -> Wish | None:
            return None if text.lower() in ("", "done", "ok") else _changed(screen, wish, text)

        try:
            changed = _ask(screen, f"\nChange what? Like: size {_other_size(wish.book)} [nothing]", read)
        except Back:
            return wish
        if changed is None:
            return wish
        wish = changed


def _settings(wish: Wish) -> dict[str, tuple[str, str]]:
    """What can be changed, how it is now, and how to say it: examples that fit this very book."""
    book = wish.book
    komi = f", {FAIR}, or points for the second player, like 4.5" if book.goal == "points" else ""
    settings = {
        "board": ("random" if wish.board is None else "yours", f"values, like {_example(book)}"),
        "size": (
            str(wish.size or (wish.board or book).size),
            f"rows x columns, like {_other_size(book)}",
        ),
        "balance": (wish.balance or str(book.balance), f"none{' or' if not komi else ','} swap{komi}"),
        "rules": (book.name or book.title, "a file with rules of your own, like mine.json"),
        "style": (wish.style, "book, as the rule book shows it, or clear"),
        "tutor": (_tutor(wish), "on, off, or 3: warns before a move costs the win, or 3 points"),
    }
    if book.values == "ones":
        del settings["board"]
    return settings


def _tutor(wish: Wish) -> str:
    if wish.tutor is None:
        return "off"
    return "on" if wish.tutor == RESULTS_ONLY else many(wish.tutor, "point")


def _other_size(book: RuleBook) -> Size:
    return _SMALL if book.size != _SMALL else Size(4, 4)


def _example(book: RuleBook) -> Board:
    return book.deal(stream(7, "example"), _SMALLER)


def _changed(screen: Screen, wish: Wish, text: str) -> Wish:
    """The wish with one thing changed, like "size 3x3"; asks for what is missing."""
    word, _, value = text.partition(" ")
    settings = _settings(wish)
    field = chosen(word, settings)
    if field is None:
        field, value = _field_of(text), text
    if field not in settings:
        known = ", ".join(settings)
        raise NotationError(f"{quote(text)} is none of these: type one of {known}, and what you want")
    value = value.strip().strip("\"'")
    if not value:
        now, hint = settings[field]
        value = _ask(screen, f"{field.capitalize()}: {hint}? [{now}]", str)
    return _CHANGES[field](wish, value) if value else wish


def _field_of(value: str) -> str:
    """What is meant by a value alone."""
    word = value.lower()
    if word in STYLES:
        return "style"
    if word in (SWAP, FAIR, "none") or word.startswith("komi"):
        return "balance"
    return "size" if "x" in word else ""


def _with_board(wish: Wish, text: str) -> Wish:
    if chosen(text, ["random"]):
        return wish._replace(board=None)
    board = read_board(text)
    wish.book.check_board(board)
    return wish._replace(board=board, size=None)


def _with_size(wish: Wish, text: str) -> Wish:
    return wish._replace(size=parse_size(text), board=None)


def _with_balance(wish: Wish, text: str) -> Wish:
    word = chosen(text, ("none", SWAP, FAIR))
    if word not in ("none", SWAP):
        word = word or text.lower().removeprefix("komi").strip()
        check_komi(wish.book, word)
    return wish._replace(balance=word)


def _with_book(wish: Wish, text: str) -> Wish:
    name = chosen(text, CATALOGUE)
    book = find_book(name) if name else chosen_book(None, Path(text).expanduser())
    return _fitting(wish._replace(book=book))


def _with_style(wish: Wish, text: str) -> Wish:
    return wish._replace(style=_pick(text, list(STYLES)))


def _with_tutor(wish: Wish, text: str) -> Wish:
    word = chosen(text, ("on", "off"))
    if word is not None:
        return wish._replace(tutor=RESULTS_ONLY if word == "on" else None)
    points = read_number(text)
    if not points:
        raise NotationError(f"{quote(text)} is no tutor: type on, off or a number of points")
    return wish._replace(tutor=float(points))


_CHANGES: dict[str, Callable[[Wish, str], Wish]] = {
    "board": _with_board,
    "size": _with_size,
    "balance": _with_balance,
    "rules": _with_book,
    "style": _with_style,
    "tutor": _with_tutor,
}


def _fitting(wish: Wish) -> Wish:
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


# --- Asking ---


def _ask(screen: Screen, question: str, read: Callable[[str], Answer], has_more: bool = False) -> Answer:
    """Ask until there is an answer that can be read."""
    while True:
        text = " ".join(screen.ask(filled(question) + " ").split())
        if text.lower() in _LEAVE:
            raise EOFError  # as if the input had ended here
        if text.lower() in ("back", "b"):
            raise Back
        if has_more and text.lower() == "more":
            raise More
        try:
            return read(text)
        except FivesquareError as error:
            screen.write(filled(sentence(error)))


def _show_list(screen: Screen, rows: Iterable[tuple[str, str]]) -> None:
    """A line for each word and what is said of it; what does not fit goes on below."""
    words = list(rows)
    screen.write(listed(words, max(len(word) for word, _ in words) + 1))


def _numbered(text: str, names: list[str]) -> str | None:
    """The name behind a number of a list."""
    numbers = {str(number): name for number, name in enumerate(names, 1)}
    return numbers.get(text.lstrip("0"))


def _pick(text: str, names: list[str]) -> str:
    name = chosen(text, names)
    if name is not None:
        return name
    meant = begun(text, names)
    if meant:
        raise NotationError(f"{quote(text)} could be {' or '.join(meant)}")
    raise NotationError(f"{quote(text)} is none of these: {', '.join(names)}")
