"""The commands `play` and `resume`, and the game that the menu leads to."""

from contextlib import closing, nullcontext
from pathlib import Path

import click

from fivesquare import record
from fivesquare.board import Board
from fivesquare.books import kin
from fivesquare.errors import FileError
from fivesquare.players import find_player
from fivesquare.position import Position
from fivesquare.streams import stream
from fivesquare.terminal import games
from fivesquare.terminal.balancing import balance_options, balanced
from fivesquare.terminal.games import Kept
from fivesquare.terminal.menu import choose_game
from fivesquare.terminal.options import (
    blaming,
    board_options,
    book_argument,
    chosen_book,
    deal,
    opening,
    plain_option,
    record_argument,
    seat_options,
    style_option,
)
from fivesquare.terminal.screen import Screen
from fivesquare.terminal.seats import seats_of
from fivesquare.terminal.session import Session, Setting
from fivesquare.terminal.tutoring import tutor_option


@click.command(epilog='Example: fivesquare play sweep --board "5 3 8/2 9 1/6 4 7" --second greedy')
@book_argument
@seat_options
@board_options
@balance_options
@click.option("--toss", is_flag=True, help="Draw lots for who plays first.")
@click.option(
    "--save", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path), help="Keep the game here."
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
    style: str,
    plain: bool,
) -> None:
    """Play a game, with a friend or the computer."""
    book = chosen_book(name, file)
    seats = (_seat("--first", first), _seat("--second", second))
    screen = Screen(plain)
    position = games.with_identity(balanced(opening(book, board, size, seed), swap, komi, screen))
    with blaming("--save"):
        kept = autosave(position, screen) if save is None else games.keep_in(str(save), position)
    if toss:
        seats = _toss(seats, position.extra["seed"], screen)
    play_game(Setting(position, seats, style, tutor), screen, kept)


def _seat(option: str, name: str | None, before: str = "human") -> str:
    """Who sits there: as the option says, or else who sat there before."""
    if name is None:
        return before
    with blaming(option):
        find_player(name)
    return name


def _toss(seats: tuple[str, str], seed: int, screen: Screen) -> tuple[str, str]:
    swapped = stream(seed, "toss").random() < 0.5
    drawn = (seats[1], seats[0]) if swapped else seats
    who = drawn[0]
    if seats[0] == seats[1]:  # two people share the screen: say which of them is meant
        who = "whoever sits on the right" if swapped else "whoever sits on the left"
    screen.write(f"The lot falls on {who}, to play first.\n")
    return drawn


def play_game(setting: Setting, screen: Screen, kept: Kept | None) -> None:
    with nullcontext() if kept is None else closing(kept):
        Session(setting, screen, kept).play()


def autosave(position: Position, screen: Screen) -> Kept | None:
    try:
        named = kin(position.book)
        return games.keep_here((named and named.name) or "own")
    except FileError as error:
        screen.warn(f"This game is not kept: {error}. Use --save FILE.")
        return None


@click.command(epilog="Example: fivesquare resume game.json --second greedy")
@record_argument
@seat_options
@tutor_option
@style_option
@plain_option
def resume(
    path: Path | None,
    first: str | None,
    second: str | None,
    tutor: float | None,
    style: str,
    plain: bool,
) -> None:
    """Go on with a saved game.

    Without FILE: with the last one that was left.
    """
    position, kept = games.last_left() if path is None else games.go_on(path)
    with closing(kept):
        before = seats_of(position)
        seats = (_seat("--first", first, before[0]), _seat("--second", second, before[1]))
        with record.naming(kept.path):
            for name in seats:
                find_player(name)
        play_game(Setting(position, seats, style, tutor), Screen(plain), kept)


def play_from_menu(screen: Screen) -> None:
    try:
        wish = choose_game(screen)
    except EOFError:
        return
    board, size = (wish.board, None) if isinstance(wish.board, Board) else (None, wish.board)
    position = games.with_identity(deal(wish.book, board, size, None))
    play_game(Setting(position, wish.seats), screen, autosave(position, screen))
