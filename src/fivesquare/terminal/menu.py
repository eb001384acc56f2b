"""The short menu of `fivesquare` alone: which game, who sits where, which board."""

from collections.abc import Callable
from typing import NamedTuple, TypeVar

from fivesquare.board import Board, Size, parse_size
from fivesquare.books import CATALOGUE, find_book
from fivesquare.books.explain import in_brief
from fivesquare.errors import FivesquareError
from fivesquare.players import PLAYERS, find_player
from fivesquare.rulebook import RuleBook
from fivesquare.terminal.screen import Screen, sentence

Choice = TypeVar("Choice")

WORDS_TO_LEAVE = ("quit", "exit", "q")


class Wish(NamedTuple):
    """What was chosen."""

    book: RuleBook
    seats: tuple[str, str]
    board: Board | Size | None  # a board, a size for a random one, or none: random in the book's size


def choose_game(screen: Screen) -> Wish:
    """Ask a few short questions; an empty line takes what stands in brackets."""
    screen.write("Fivesquare: five games of claiming squares.\n")
    for number, book in enumerate(CATALOGUE.values(), 1):
        screen.write(f"  {number}  {book.name:<8} {book.size}  {in_brief(book)}")
    book = _ask(screen, "\nWhich game? [1] ", _read_book)
    screen.write()
    for number, (name, kind) in enumerate(PLAYERS.items(), 1):
        screen.write(f"  {number}  {name:<8} {kind.summary}")
    first = _ask(screen, "\nWho plays first? [human] ", lambda text: _read_player(text, "human"))
    second = _ask(screen, "Who plays second? [greedy] ", lambda text: _read_player(text, "greedy"))
    question = "Board, like 5 3 8/2 9 1/6 4 7, or a size, like 4x4? [random] "
    board = _ask(screen, question, lambda text: _read_board(text, book))
    screen.write()
    return Wish(book, (first, second), board)


def _ask(screen: Screen, question: str, read: Callable[[str], Choice]) -> Choice:
    while True:
        text = screen.ask(question).strip()
        if text.lower() in WORDS_TO_LEAVE:
            raise EOFError  # as if the input had ended here
        try:
            return read(text)
        except FivesquareError as error:
            screen.write(sentence(error))


def _numbered(text: str, names: list[str]) -> str:
    """The name behind a number of the menu; anything else is taken for the name itself."""
    numbered = {str(number): name for number, name in enumerate(names, 1)}
    return numbered.get(text.lstrip("0"), text)


def _read_book(text: str) -> RuleBook:
    return find_book(_numbered(text or "1", list(CATALOGUE)))


def _read_player(text: str, usual: str) -> str:
    name = _numbered(text or usual, list(PLAYERS))
    find_player(name)
    return name


def _read_board(text: str, book: RuleBook) -> Board | Size | None:
    if not text:
        return None
    if "x" in text.lower():
        return parse_size(text)
    board = Board.parse(text)
    book.check_board(board)
    return board
