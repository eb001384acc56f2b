"""The menu: what to do next, and the three answers that make a game; everything else is behind `more`."""

from itertools import zip_longest
from typing import NamedTuple

from fivesquare.books import CATALOGUE, NAMED, VARIANTS, find_book
from fivesquare.books.explain import in_brief
from fivesquare.errors import FivesquareError, NotationError, quote
from fivesquare.players.registry import LEVEL_WORDS, PLAYERS
from fivesquare.position import Position
from fivesquare.rulebook import RuleBook
from fivesquare.terminal.asking import QUIT, Back, More, ask, numbered, pick, show_list
from fivesquare.terminal.choices import SEATS, Choices
from fivesquare.terminal.screen import Screen, filled, width
from fivesquare.terminal.seats import in_words
from fivesquare.terminal.summaries import book_of, in_a_line, opponents
from fivesquare.terminal.wishes import Wish, change, fitting
from fivesquare.terminal.words import FRIEND, chosen, read_player

GO_ON, PLAY, PUZZLE, REVIEW, RULES = "go on", "play", "puzzle", "review", "rules"
OTHER_WORDS = {"resume": GO_ON, "continue": GO_ON}

_TWO_COLUMNS = 70


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
    items = items_of(known)
    words = list(items)
    while True:
        show_list(screen, ((f"{number}  {word}", items[word]) for number, word in enumerate(words, 1)))
        try:
            word = ask(screen, f"\n{_enter(known)}; or choose:", lambda text: _read_item(text, words))
            if word in NAMED:
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


def items_of(known: Known) -> dict[str, str]:
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
        return f"{wish.name} with a friend"
    seat = {"first": "you first", "second": "you second", "lot": "the seats by lot"}[wish.seat]
    return f"{wish.name} against {in_words(wish.opponent)}, {seat}"


def _read_item(text: str, words: list[str]) -> str:
    """A word of the menu, or the name of a game; nothing for an empty line."""
    if not text:
        return ""
    known = OTHER_WORDS.get(text.lower())
    if known in words:
        return str(known)
    return numbered(text, words) or chosen(text, words) or pick(text, [*words, *NAMED])


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
            wish = change(screen, wish)
    return wish


def _which_game(screen: Screen, wish: Wish) -> Wish:
    return fitting(wish._replace(book=_ask_book(screen, wish.book, has_more=True)))


def _ask_book(screen: Screen, usual: RuleBook, has_more: bool = False) -> RuleBook:
    screen.write()
    names = list(CATALOGUE)
    rows = zip(names, CATALOGUE.values(), strict=True)
    show_list(
        screen,
        (
            (f"{number}  {name:<{max(map(len, names))}}  {book.size}", in_brief(book))
            for number, (name, book) in enumerate(rows, 1)
        ),
    )

    def read(text: str) -> RuleBook:
        return find_book(numbered(text, names) or pick(text, [*names, *VARIANTS])) if text else usual

    return ask(screen, f"\nWhich game? [{usual.name or usual.title}]", read, has_more)


def _against_whom(screen: Screen, wish: Wish) -> Wish:
    screen.write()
    screen.write("\n".join(_levels()))
    others = {word: kind.summary for word, kind in PLAYERS.items() if word not in ("human", "level")}
    show_list(screen, {FRIEND: "a friend at this keyboard", **others}.items())
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
    return wish._replace(opponent=ask(screen, question, read, has_more=True))


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
    screen.write()
    if wish.name in CATALOGUE:
        screen.write(filled("With perfect play the first seat wins nearly all of these games."))

    def read(text: str) -> str:
        word = chosen(text.lower().removeprefix("by "), SEATS) or numbered(text, list(SEATS))
        if word is None and text:
            raise NotationError(f"{quote(text)} is no seat: type first, second or lot")
        return word or wish.seat

    usual = "by lot" if wish.seat == "lot" else wish.seat
    question = f"Do you play first, second, or by lot? [{usual}]"
    return wish._replace(seat=ask(screen, question, read, has_more=True))
