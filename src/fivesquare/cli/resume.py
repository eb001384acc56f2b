"""`fivesquare resume`."""

from contextlib import closing
from pathlib import Path

import click

from fivesquare.cli import modes
from fivesquare.cli.options import plain_option, record_argument, seat_options, style_option, tutor_option
from fivesquare.cli.play import has_computer, play_then_menu, show_game
from fivesquare.table import saved_games
from fivesquare.table.table import TableSetting
from fivesquare.terminal.rounds import check_seats
from fivesquare.terminal.screen import Screen
from fivesquare.words.players import seats_of


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
    style: str | None,
    plain: bool,
) -> None:
    """Continue a saved game.

    FILE, or N in the list of `games`. Without: the last one you left.
    """
    position, kept = saved_games.last_left() if path is None else saved_games.go_on(path)
    with closing(kept):
        before = seats_of(position)
        seats = (first or before[0], second or before[1])
        setting = TableSetting(position, seats, modes.board_style(style), tutor)
        check_seats(setting, kept)
        if modes.is_full(style, plain, is_usual=has_computer(seats)):
            show_game(setting, kept)
        else:
            play_then_menu(setting, Screen(plain), kept)
