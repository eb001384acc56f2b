"""The opening of a new game: its board, read or dealt from a seed, and its balance."""

import secrets
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from fivesquare import files, record
from fivesquare.board import Board, Size
from fivesquare.books import find_book, rebalanced
from fivesquare.errors import RecordError, RuleBookError, many, quote
from fivesquare.position import Position
from fivesquare.rulebook import Balance, Komi, RuleBook
from fivesquare.streams import stream
from fivesquare.table import saved_games


def book_in(path: Path) -> RuleBook:
    """The rule book in a file."""
    answers = record.read_json(path)
    with record.naming(path):
        return find_book(answers)


def read_board(text: str) -> Board:
    """Rows as text, or a file with rows in it."""
    path = Path(text)
    if leads_somewhere(path):
        with record.naming(path):
            return Board.parse(files.read_text(path))
    if any(letter.isalpha() for letter in text):
        raise RecordError(f"{quote(text)} is neither a file nor the rows of a board")
    return Board.parse(text)


def leads_somewhere(path: Path) -> bool:
    """Whether a path names anything but a folder; text too long for a name does not."""
    try:
        return path.exists() and not path.is_dir()
    except (OSError, ValueError):
        return False


def deal(book: RuleBook, board: Board | None, size: Size | None, seed: int | None) -> Position:
    """The opening position; its seed goes into the record, so that the game can be repeated."""
    seed = secrets.randbits(32) if seed is None else seed
    return replace(Position.start(book, board=board, size=size, seed=seed), extra={"seed": seed})


def drawn(seats: tuple[str, str], seed: int) -> tuple[tuple[str, str], bool]:
    """The seats as the seed of the board draws them, and whether that swapped them."""
    is_swapped = stream(seed, "toss").random() < 0.5
    return ((seats[1], seats[0]) if is_swapped else seats), is_swapped


FAIR = "fair"

Margin = Callable[[Position], float]
"""Solves an opening and returns what the first player wins by."""


class Order(NamedTuple):
    """What another game like this one keeps; its board is random."""

    book: RuleBook
    size: Size | None
    balance: str = ""

    def deal(
        self, margin: Margin, on_refusal: Callable[[RuleBookError], object], board: Board | None = None
    ) -> Position:
        """The opening of a new game, without balance if its board has no fair komi."""
        position = deal(self.book, board, self.size, None)
        try:
            position = with_balance(position, self.balance, margin)
        except RuleBookError as error:
            on_refusal(error)
        return saved_games.with_identity(position)


def with_balance(position: Position, balance: str, margin: Margin) -> Position:
    """The opening with another balance: none, swap, a komi, or fair; "" keeps the book's."""
    if not balance:
        return position
    if balance == "none":
        return _with(position, "none")
    if balance == "swap":
        return _with(position, "swap")
    if balance == FAIR:
        return _with(position, Komi(fair_komi(margin(without_komi(position)))))
    return _with(position, Komi(_points(balance)))


def check_komi(book: RuleBook, komi: str) -> None:
    """Refuse what is not a komi, or a book that cannot have one."""
    rebalanced(book, Komi(0 if komi == FAIR else _points(komi)))


def without_komi(position: Position) -> Position:
    """The opening without balance; refuses a goal that cannot have komi."""
    _with(position, Komi(0))
    return _with(position, "none")


def fair_komi(margin: float) -> float:
    """The komi equal to the first player's margin; refuses a board that the second player wins."""
    if margin < 0:
        ahead = many(-margin, "point")
        raise RuleBookError("balance", f"on this board the second player wins by {ahead} without any komi")
    return margin


def _with(position: Position, balance: Balance) -> Position:
    return replace(position, book=rebalanced(position.book, balance))


def _points(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise RuleBookError("balance", f"komi is a number of points or {FAIR}, not {quote(text)}") from None
