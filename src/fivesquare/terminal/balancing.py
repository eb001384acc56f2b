"""The options --swap and --komi: the chosen book with another balance, on this very board."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

import click

from fivesquare.books import rebalanced
from fivesquare.errors import RuleBookError, many, quote
from fivesquare.position import Position
from fivesquare.rulebook import Balance, Komi, RuleBook
from fivesquare.solver import solve
from fivesquare.terminal.options import blaming
from fivesquare.terminal.screen import Screen
from fivesquare.terminal.waiting import Teller, warm_up_aloud

FAIR = "fair"

Decorated = TypeVar("Decorated", bound=Callable[..., Any])


def balance_options(command: Decorated) -> Decorated:
    """--swap and --komi; `balanced` reads them."""
    command = click.option(
        "--komi",
        metavar="POINTS|fair",
        help="Points more for the second player; fair: as this board needs.",
    )(command)
    return click.option("--swap", is_flag=True, help="The second player may swap after the first claim.")(
        command
    )


def balanced(position: Position, swap: bool, komi: str | None, screen: Screen) -> Position:
    """The same opening, balanced as the options ask; as its book says if they ask nothing."""
    if swap and komi is not None:
        raise click.UsageError("Give --swap or --komi, not both.")
    if swap:
        return _with(position, "swap")
    if komi is None:
        return position
    with blaming("--komi"):
        return with_komi(position, komi, screen)


def with_balance(position: Position, balance: str, screen: Screen) -> Position:
    """The same opening with another balance: none, swap, or a komi; nothing stands for that of its book."""
    if balance in ("none", "swap"):
        return _with(position, "swap" if balance == "swap" else "none")
    return with_komi(position, balance, screen) if balance else position


def with_komi(position: Position, komi: str, screen: Screen) -> Position:
    """The same opening with so many points of komi, or with those that make it fair."""
    return _with(position, Komi(_fair(position, screen) if komi == FAIR else _points(komi)))


def check_komi(book: RuleBook, komi: str) -> None:
    """Refuse what is no komi, or a book that has none."""
    rebalanced(book, Komi(0 if komi == FAIR else _points(komi)))


def _with(position: Position, balance: Balance) -> Position:
    return replace(position, book=rebalanced(position.book, balance))


def _points(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise RuleBookError("balance", f"komi is a number of points or {FAIR}, not {quote(text)}") from None


def _fair(position: Position, screen: Screen) -> float:
    """The margin of perfect play on this board, before any komi."""
    plainly = without_komi(position)
    warm_up_aloud(screen)
    margin = solve(plainly, value_only=True, progress=Teller(screen).solving).margin
    assert margin is not None
    return fair_komi(margin)


def without_komi(position: Position) -> Position:
    """The same opening without any balance; refuses a goal that has no komi."""
    _with(position, Komi(0))
    return _with(position, "none")


def fair_komi(margin: float) -> float:
    """The komi that makes up for what the first player wins by; refuses a board that the second wins."""
    if margin < 0:
        ahead = many(-margin, "point")
        raise RuleBookError("balance", f"on this board the second player wins by {ahead} without any komi")
    return margin
