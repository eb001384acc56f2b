"""`fivesquare review`."""

import json
from pathlib import Path
from typing import NoReturn

import click

from fivesquare import record
from fivesquare.cli import modes
from fivesquare.cli.options import SECONDS, plain_option, record_argument, style_option
from fivesquare.cli.play import play_then_menu, show_screen
from fivesquare.pictures.svg_file import STANDARD, check_place, write_picture
from fivesquare.position import Position
from fivesquare.reviews import Review
from fivesquare.table import saved_games
from fivesquare.terminal.review_report import review_text
from fivesquare.terminal.rounds import autosave
from fivesquare.terminal.screen import Screen
from fivesquare.terminal.voices import voice_for
from fivesquare.terminal.walk import go_over, walk
from fivesquare.words.players import seats_of


@click.command(epilog="Example: fivesquare review game.json --svg curve.svg")
@record_argument
@click.option("--json", "as_json", is_flag=True, help="Write one JSON object.")
@click.option(
    "--svg", type=click.Path(dir_okay=False, path_type=Path), help="Write the curve as a picture."
)
@click.option("--walk", "walks", is_flag=True, help="Step through the game on the board.")
@click.option("--time", "seconds", type=SECONDS, help="Time limit for each move.  [default: none]")
@style_option
@plain_option
def review(
    path: Path | None,
    as_json: bool,
    svg: Path | None,
    walks: bool,
    seconds: float | None,
    style: str | None,
    plain: bool,
) -> None:
    """Review a game: what every move was worth.

    Without FILE: the last finished game.
    """
    if as_json and svg == STANDARD:
        raise click.UsageError("--json and --svg - both write to standard output.")
    if walks and (as_json or svg == STANDARD):
        raise click.UsageError(f"--walk and {'--json' if as_json else '--svg -'} do not go together.")
    if svg is not None:
        check_place(svg)
    is_read = as_json or svg == STANDARD
    is_full = not is_read and modes.is_full(style, plain, is_usual=walks)
    game = record.load(saved_games.finished(path))
    if is_full and svg is None:
        _show(game, seconds)
    screen = Screen(plain)
    reviewed = go_over(game, screen, seconds)
    if svg is not None:
        write_picture(svg, reviewed.to_svg())
    if is_full:
        _show(game, seconds, reviewed)
    elif walks:
        setting = walk(reviewed, screen, modes.board_style(style))
        if setting is not None:
            play_then_menu(setting, screen, autosave(setting.position, screen))
    elif as_json:
        click.echo(json.dumps(reviewed.to_json()))
    elif svg != STANDARD:
        voice = voice_for(game.book, screen.paint, modes.board_style(style), seats=seats_of(game))
        screen.write(review_text(reviewed, voice, screen.tint))


def _show(game: Position, seconds: float | None, reviewed: Review | None = None) -> NoReturn:
    """Step through a game at the full screen."""
    from fivesquare.fullscreen.review_page import ReviewPage  # Textual: only who steps there waits for it

    show_screen(lambda: ReviewPage(game, reviewed, seconds))
