"""Pictures in files: the command `picture`, and what every command that writes one has to heed."""

import sys
from pathlib import Path

import click

from fivesquare import files, pictures, record
from fivesquare.errors import FileError, RecordError, many
from fivesquare.position import Position
from fivesquare.solver import solve
from fivesquare.terminal.options import RecordFile
from fivesquare.terminal.screen import Screen
from fivesquare.terminal.waiting import Teller, warm_up_aloud
from fivesquare.terminal.worths import worth_notes

STANDARD = Path("-")
"""Standard input or standard output, in place of a file."""


@click.command(epilog="Example: fivesquare picture game.json --ply 6 --svg board.svg")
@click.argument("path", metavar="FILE|N|-", type=RecordFile())
@click.option("--ply", type=click.IntRange(min=0), help="After so many moves; 0 is the opening.")
@click.option("--values", is_flag=True, help="Also draw what each claim is worth to whoever acts.")
@click.option(
    "--svg",
    metavar="OUT|-",
    required=True,
    type=click.Path(dir_okay=False, allow_dash=True, path_type=Path),
    help="Where to write the picture.",
)
def picture(path: Path, ply: int | None, values: bool, svg: Path) -> None:
    """Draw the board of a game as a picture.

    FILE is a record, or N of the games that `games` lists; - is one on standard input. Without --ply: as
    the game ended or was left.
    """
    check_place(svg)
    end = _read(path)
    if ply is not None and ply > len(end.moves):
        problem = f"{ply}: the game has only {many(len(end.moves), 'move')}"
        raise click.BadParameter(problem, param_hint="'--ply'")
    position = end if ply is None else end.back(len(end.moves) - ply)
    write_picture(svg, position.to_svg(_worths(position) if values else None))


def _worths(position: Position) -> dict[int, pictures.Note]:
    """What each claim is worth, found out while the user is told how far it is."""
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


def check_place(path: Path) -> None:
    """Refuse a name under which anything but a picture of ours is kept, or nothing can be."""
    if path == STANDARD:
        return
    if not path.parent.is_dir():
        raise FileError(f"cannot write {files.named(path)}: there is no such folder")
    if path.exists() and not _is_free(path):
        raise FileError(
            f"{files.named(path)} exists and is no picture that Fivesquare drew: "
            "choose another name, or - for standard output"
        )


def _is_free(path: Path) -> bool:
    """Whether what is in a file may be written over."""
    try:
        text = files.read_text(path)
    except FileError:
        return False
    return not text or pictures.is_ours(text)


def write_picture(path: Path, picture: str) -> None:
    """Write a picture into a file, or to standard output."""
    if path == STANDARD:
        click.echo(picture, nl=False)
        return
    check_place(path)
    files.write_whole(path, picture)
