"""`fivesquare picture`."""

import sys
from pathlib import Path

import click

from fivesquare import files, pictures, record
from fivesquare.cli.options import RecordFile
from fivesquare.errors import RecordError, many
from fivesquare.pictures.svg_file import STANDARD, check_place, write_picture
from fivesquare.position import Position
from fivesquare.solver import solve
from fivesquare.terminal.progress import Teller, warm_up_aloud
from fivesquare.terminal.screen import Screen
from fivesquare.web.embeds.live_board import Mode, show
from fivesquare.words.worths import worth_notes

_OUT = click.Path(dir_okay=False, allow_dash=True, path_type=Path)


@click.command(epilog="Example: fivesquare picture game.json --ply 6 --svg board.svg")
@click.argument("path", metavar="FILE|N|-", type=RecordFile())
@click.option(
    "--ply", type=click.IntRange(min=0), help="Moves already played; 0 is the opening.  [default: all]"
)
@click.option("--values", is_flag=True, help="Also draw what each claim is worth to the player to move.")
@click.option("--svg", metavar="OUT|-", type=_OUT, help="File to write the picture to.")
@click.option(
    "--html",
    metavar="OUT|-",
    type=_OUT,
    help="File to write a board to that can be played: one page, for any browser.",
)
def picture(path: Path, ply: int | None, values: bool, svg: Path | None, html: Path | None) -> None:
    """Draw the board of a game, as a picture (--svg) or as a page (--html).

    FILE is a record, or N in the list of `games`; - is a record on standard input. The page steps through
    the game, or plays on from the move that --ply names.
    """
    places = [place for place in (svg, html) if place is not None]
    if not places:
        raise click.UsageError("Name a file to write: --svg board.svg or --html board.html.")
    for place in places:
        check_place(place)
    end = _read(path)
    if ply is not None and ply > len(end.moves):
        problem = f"{ply}: the game has only {many(len(end.moves), 'move')}"
        raise click.BadParameter(problem, param_hint="'--ply'")
    position = end if ply is None else end.back(len(end.moves) - ply)
    if svg is not None:
        write_picture(svg, position.to_svg(_worths(position) if values else None))
    if html is not None:
        mode: Mode = "values" if values else "play" if ply is not None or not position.moves else "replay"
        write_picture(html, show(position, mode).html())


def _worths(position: Position) -> dict[int, pictures.Note]:
    """What each claim is worth; solves the position, reporting progress."""
    screen = Screen()
    warm_up_aloud(screen)
    return worth_notes(position, solve(position, progress=Teller(screen).solving))


def _read(path: Path) -> Position:
    if path != STANDARD:
        return record.load(path)
    text = sys.stdin.read(files.LARGEST + 1)
    if len(text) > files.LARGEST:
        raise RecordError("standard input is too large for a record")
    return Position.from_record(record.parse_record(text))
