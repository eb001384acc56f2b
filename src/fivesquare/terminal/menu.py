"""The menu: what to do, and three questions that make a game; other settings are behind `more`."""

from collections.abc import Iterable
from itertools import zip_longest
from typing import NamedTuple

from fivesquare.board import Size
from fivesquare.books import CATALOGUE, NAMED, find_book
from fivesquare.books.explain import in_brief
from fivesquare.errors import FivesquareError, NotationError, did_you_mean, quote
from fivesquare.players.registry import LEVEL_WORDS, PLAYERS
from fivesquare.position import Position
from fivesquare.rulebook import RuleBook
from fivesquare.table.settings import Choices
from fivesquare.table.summaries import book_of, in_a_line, opponents
from fivesquare.terminal.game_wishes import GameWish, change, fitting
from fivesquare.terminal.prompts import QUIT, Back, More, ambiguous, ask, numbered, pick, show_list, unknown
from fivesquare.terminal.screen import Screen, filled, width
from fivesquare.words.players import in_words
from fivesquare.words.typed import FRIEND, begun, chosen, read_book, read_player

CONTINUE, PLAY, PUZZLE, RULES, REVIEW = "continue", "play", "puzzle", "rules", "review"
DAILY = "daily"
OTHER_WORDS = {"resume": CONTINUE, "go on": CONTINUE}

NUMBERED = [PLAY, PUZZLE, RULES, REVIEW]
"""Numbers never change: what is not always there comes last, or has a letter."""

_MY_SEATS = {"first": "first", "second": "second", "random": "random"}
_OUR_SEATS = {"you": "first", FRIEND: "second", "random": "random"}
_OTHER_SEATS = {"me": "first", "lot": "random", "by lot": "random", "at random": "random"}
_TWO_COLUMNS = 70


class Known(NamedTuple):
    """What the menu knows: last time's answers, the unfinished game, the last finished game."""

    choices: Choices
    left: Position | None
    last: Position | None

    @property
    def usual(self) -> GameWish:
        """What was chosen last time."""
        book, opponent, seat, style = self.choices
        return GameWish(find_book(book), opponent, seat, style=style)


class Chosen(NamedTuple):
    """What to do: a word of the menu, and the game or book it is about."""

    word: str
    wish: GameWish


# --- What to do ---


def choose(screen: Screen, known: Known) -> Chosen:
    """Show the menu and ask until it is clear what to do. Raises EOFError if the user quits."""
    items = items_of(known)
    advice = (
        "Type a word of the menu, its first letters or its number, or the name or title of a game: "
        f"{', '.join(NAMED)}. Enter alone {_enter(known)}."
    )
    while True:
        show_list(screen, ((f"{_key(word)}  {word}", summary) for word, summary in items.items()))
        try:
            question = f"\nEnter {_enter(known)}; or choose:"
            word = ask(screen, question, lambda text: _read_item(text, list(items)), advice)
            if word in NAMED:
                return Chosen(PLAY, choose_game(screen, known.usual._replace(book=find_book(word)), 1))
            if word == PLAY:
                return Chosen(PLAY, choose_game(screen, known.usual))
            if word in (PUZZLE, RULES):
                return Chosen(word, known.usual._replace(book=_ask_book(screen, known.usual.book)))
        except Back:
            screen.write()
            continue
        if word == QUIT:  # typed as a prefix
            raise EOFError
        return Chosen(word or (PLAY if known.left is None else CONTINUE), known.usual)


def items_of(known: Known) -> dict[str, str]:
    items = {
        CONTINUE: "" if known.left is None else in_a_line(known.left),
        PLAY: "a game: which one, against whom, who begins",
        PUZZLE: "find the one move that wins",
        DAILY: "the puzzle of the day",
        RULES: "what the games are",
        REVIEW: "" if known.last is None else f"your last game: {in_a_line(known.last)}",
    }
    return {**{word: summary for word, summary in items.items() if summary}, QUIT: ""}


def _key(word: str) -> str:
    """The number or letter before a word of the menu, which can be typed for it."""
    return str(NUMBERED.index(word) + 1) if word in NUMBERED else word[0]


def _enter(known: Known) -> str:
    """What an empty line does."""
    if known.left is not None:
        return f"continues {book_of(known.left)} {opponents(known.left)}"
    return f"plays {_in_words(known.usual)}"


def _in_words(wish: GameWish) -> str:
    size = wish.board.size if wish.board is not None else wish.size
    name = wish.name or wish.book.title
    game = name if size in (None, wish.book.size) else f"{name} {size}"
    if wish.opponent == "human":
        begins = {"first": "you first", "second": "your friend first", "random": "in random order"}
        return f"{game} with a friend, {begins[wish.seat]}"
    begins = {"first": "you first", "second": "you second", "random": "in random order"}
    return f"{game} against {in_words(wish.opponent)}, {begins[wish.seat]}"


def _read_item(text: str, words: list[str]) -> str:
    """A word of the menu, or the name of a game; empty for an empty line."""
    if not text:
        return ""
    known = OTHER_WORDS.get(text.lower()) or numbered(text, NUMBERED)
    if known in words:
        return str(known)
    word, _, game = text.partition(" ")
    if game and word.lower() == PLAY:
        return _read_book(game)
    return chosen(text, words) or _read_book(text, words)


# --- A game in three questions ---


def choose_game(screen: Screen, wish: GameWish, at: int = 0) -> GameWish:
    """Ask which game, against whom and in which seat, starting at question `at`."""
    questions = (_which_game, _against_whom, _which_seat)
    first = at
    screen.write("\n" + filled("(At any question: help, back, quit, or more: board, size, balance ...)"))
    while at < len(questions):
        try:
            wish = questions[at](screen, wish)
            at += 1
        except Back:
            if at == first:
                raise
            at -= 1
        except More:
            wish = change(screen, wish)
    screen.write("\n" + filled(f"(Playing {_in_words(wish)}.)"))
    return wish


def _which_game(screen: Screen, wish: GameWish) -> GameWish:
    size = wish.size if wish.board is None else wish.board.size
    return fitting(wish._replace(book=_ask_book(screen, wish.book, size, has_more=True)))


def _ask_book(
    screen: Screen, usual: RuleBook, size: Size | None = None, has_more: bool = False
) -> RuleBook:
    """Ask for a book; `size` is that of the board, if it is not the book's own."""
    screen.write()
    screen.write(_books(size))

    def read(text: str) -> RuleBook:
        return find_book(numbered(text, list(NAMED)) or _read_book(text)) if text else usual

    usually = next((name for name, book in NAMED.items() if book == usual), usual.title)
    at = "" if size in (None, usual.size) else f" {size}"
    return ask(
        screen,
        f"\nWhich game? [{usually}{at}]",
        read,
        "Type the number, name or title of a game; its first letters are enough.",
        has_more,
    )


def _books(size: Size | None) -> str:
    """Every game: name, size, title, and a summary where there is room."""
    longest = max(map(len, NAMED))
    lines = list[str]()
    for number, (name, book) in enumerate(NAMED.items(), 1):
        start = f"  {number}  {name:<{longest}}  {size or book.size}  "
        title = book.title if name in CATALOGUE else f"{book.title}, a fair variant of {book.like}"
        lines.append(filled(start + title, " " * len(start)))
        if width() >= _TWO_COLUMNS:
            lines.append(f"     {in_brief(book)}")
    return "\n".join(lines)


def _read_book(text: str, others: Iterable[str] = ()) -> str:
    """The name of a book, from its name or title or a prefix of them; or one of the others.

    A title may be in quotes, as a shell needs it.
    """
    text = text.strip("\"'") or text
    names = [*others, *NAMED]
    if begun(text, names):
        return pick(text, names)
    return read_book(text) or _titled(text) or pick(text, names)


def _titled(text: str) -> str | None:
    """The name of the one book whose title starts like this."""
    names = [name for name, book in NAMED.items() if book.title.lower().startswith(text.lower())]
    if len(names) > 1:
        raise ambiguous(text, names)
    return names[0] if names else None


def _against_whom(screen: Screen, wish: GameWish) -> GameWish:
    screen.write()
    screen.write("\n".join(_levels()))
    others = {word: kind.summary for word, kind in PLAYERS.items() if word not in ("human", "level")}
    show_list(screen, {FRIEND: "a friend at this keyboard", **others}.items())
    known = (FRIEND, *others)

    def read(text: str) -> str:
        if not text:
            return wish.opponent
        try:
            return read_player(text)
        except FivesquareError:
            problem = f"I don't know {quote(text)}{did_you_mean(text, known)}"
            levels = f"level 1 to level {len(LEVEL_WORDS)}"
            raise NotationError(f"{problem}: choose {levels}, {', '.join(known)}, or type help") from None

    usual = in_words(wish.opponent, FRIEND)
    question = f"\nAgainst whom? A number is a level. [{usual}]"
    advice = "Type a number or a word of the list; a level can be typed level 3 or 3."
    return wish._replace(opponent=ask(screen, question, read, advice, has_more=True))


def _levels() -> list[str]:
    """The levels in words, in two columns where there is room."""
    lines = [f"  {number:>2}  {words}" for number, words in enumerate(LEVEL_WORDS, 1)]
    if width() < _TWO_COLUMNS:
        return lines
    half = (len(lines) + 1) // 2
    pairs = zip_longest(lines[:half], lines[half:], fillvalue="")
    return [f"{left:<{max(map(len, lines))}}  {right}".rstrip() for left, right in pairs]


def _which_seat(screen: Screen, wish: GameWish) -> GameWish:
    """Ask who plays first."""
    screen.write()
    is_friend = wish.opponent == "human"
    if wish.name in CATALOGUE:
        screen.write(filled("With perfect play the first seat wins nearly all of these games."))
    offered = _OUR_SEATS if is_friend else _MY_SEATS
    seats = {**_OTHER_SEATS, **_MY_SEATS, **offered}

    def read(text: str) -> str:
        word = numbered(text, list(offered)) or chosen(text, offered) or chosen(text, seats)
        if word is None and text:
            raise unknown(text, offered)
        return wish.seat if word is None else seats[word]

    usual = next(word for word, seat in offered.items() if seat == wish.seat)
    question = f"Do you play first, second, or at random? [{usual}]"
    if is_friend:
        question = f"Who plays first: you, your friend, or at random? [{usual}]"
    advice = "The first player makes the first claim. random: the program draws who that is."
    return wish._replace(seat=ask(screen, question, read, advice, has_more=True))
