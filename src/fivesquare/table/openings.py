"""The opening of a new game: its board, read or dealt from a seed, and its balance."""

import secrets
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from fivesquare import files, record
from fivesquare.board import Board, Size
from fivesquare.books import find_book, rebalanced
from fivesquare.errors import RecordError, RuleBookError, many, quote
from fivesquare.position import Position
from fivesquare.rulebook import Balance, Komi, RuleBook


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


FAIR = "fair"

Margin = Callable[[Position], float]
"""Solves an opening and returns what the first player wins by."""


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
