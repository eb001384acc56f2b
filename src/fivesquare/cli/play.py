"""`fivesquare play`."""

from pathlib import Path
from typing import Any, NoReturn

import click
from click.core import ParameterSource

from fivesquare.cli import modes
from fivesquare.cli.options import (
    balance_options,
    balanced,
    blaming,
    board_options,
    book_argument,
    chosen_book,
    opening,
    plain_option,
    seat_options,
    style_option,
    tutor_option,
)
from fivesquare.table import saved_games
from fivesquare.table.openings import Order
from fivesquare.table.saved_games import Kept
from fivesquare.table.summaries import after_resume
from fivesquare.table.table import TableSetting
from fivesquare.terminal.rounds import autosave, play_game
from fivesquare.terminal.rounds import toss as draw_seats
from fivesquare.terminal.screen import Screen, filled, inviting
from fivesquare.words.players import PERSON


@click.command(epilog='Example: fivesquare play sweep --board "5 3 8/2 9 1/6 4 7" --second greedy')
@book_argument
@seat_options
@board_options
@balance_options
@click.option("--toss", is_flag=True, help="Draw at random who plays first.")
@click.option(
    "--save",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="File to save the game in.",
)
@tutor_option
@style_option
@plain_option
def play(
    name: str | None,
    file: Path | None,
    first: str | None,
    second: str | None,
    board: str | None,
    size: str | None,
    seed: int | None,
    swap: bool,
    komi: str | None,
    toss: bool,
    save: Path | None,
    tutor: float | None,
    style: str | None,
    plain: bool,
) -> None:
    """Play a game, with a friend or the computer.

    Without a name: the menu.
    """
    if _is_alone():
        _begin(style, plain)
        return
    book = chosen_book(name, file)
    seats = (first or "human", second or "human")
    screen = Screen(plain)
    position = saved_games.with_identity(balanced(opening(book, board, size, seed), swap, komi, screen))
    with blaming("--save"):
        kept = autosave(position, screen) if save is None else saved_games.keep_in(str(save), position)
    if toss:
        seats = draw_seats(seats, position.extra["seed"], screen)
    order = Order(book, position.size, "swap" if swap else komi or "")
    setting = TableSetting(position, seats, modes.board_style(style), tutor)
    if modes.is_full(style, plain, is_usual=has_computer(seats)):
        show_game(setting, kept, order)
    else:
        play_then_menu(setting, screen, kept, order)


def _begin(style: str | None, plain: bool) -> None:
    """Open the full screen, or the menu of the line mode."""
    is_full, hint = modes.is_full(style, plain), modes.hint(style, plain)
    modes.remember(style)
    if is_full:
        show_screen()
        return
    screen = Screen(plain)
    screen.write(filled("Fivesquare: five games of claiming squares.") + "\n")
    if hint:
        screen.warn(filled(f"({hint})") + "\n")
    _open_menu(screen)


def has_computer(seats: tuple[str, str]) -> bool:
    """Whether one person plays against the computer."""
    return seats.count(PERSON) == 1


def show_game(setting: TableSetting, kept: Kept | None, order: Order | None = None) -> None:
    """Play a game at the full screen."""
    from fivesquare.fullscreen.game_page import GamePage  # Textual: only who plays there waits for it

    show_screen(lambda: GamePage(setting, kept, order))


def show_screen(first: Any = None) -> NoReturn:
    """Show the full screen; then say how to continue, and whether anything went wrong."""
    from fivesquare.fullscreen.program import run  # Textual

    status, left, fault, link = run(first)
    screen = Screen(plain=True)
    if fault is not None:
        screen.warn(f"fivesquare: something went wrong, and it is our fault; what it was is in {fault}")
    if left is not None:
        screen.write(inviting("The game is saved. Continue with:", f"resume{after_resume(left)}"))
    if link:
        screen.write(inviting("The game stays on the server. Come back with:", f"join {link}"))
    click.get_current_context().exit(status)


def _is_alone() -> bool:
    """Whether the command has no arguments except --plain and --style."""
    context = click.get_current_context()
    names = [name for name in context.params if name not in ("plain", "style")]
    return all(context.get_parameter_source(name) is not ParameterSource.COMMANDLINE for name in names)


def play_then_menu(
    setting: TableSetting, screen: Screen, kept: Kept | None, order: Order | None = None
) -> None:
    """Play a game and those that follow, then open the menu if the user wants it."""
    if play_game(setting, screen, kept, order):
        screen.write()
        _open_menu(screen)


def _open_menu(screen: Screen) -> None:
    from fivesquare.terminal.home import open_menu  # a game does not load puzzles, walks and menus

    open_menu(screen)
