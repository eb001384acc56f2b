"""Pictures in files: the command `picture`, and what every command that writes one has to heed."""

import sys
from pathlib import Path

import click

from fivesquare import pictures, record
from fivesquare.errors import FivesquareError, RecordError, quote
from fivesquare.position import Position

STANDARD = Path("-")
"""Standard input or standard output, in place of a file."""

_ELSEWHERE = "choose another name, or - for standard output"


@click.command(epilog="Example: fivesquare picture game.json --ply 6 --svg board.svg")
@click.argument("path", metavar="FILE|-", type=click.Path(path_type=Path))
@click.option("--ply", type=click.IntRange(min=0), help="After so many moves; 0 is the opening.")
@click.option(
    "--svg",
    metavar="OUT|-",
    required=True,
    type=click.Path(dir_okay=False, allow_dash=True, path_type=Path),
    help="Where to write the picture.",
)
def picture(path: Path, ply: int | None, svg: Path) -> None:
    """Draw the board of a game as a picture.

    FILE is a record, - one on standard input. Without --ply: as the game ended or was left.
    """
    check_place(svg)
    end = _read(path)
    if ply is not None and ply > len(end.moves):
        problem = f"the game has {len(end.moves)} move{'' if len(end.moves) == 1 else 's'}"
        raise click.BadParameter(problem, param_hint="'--ply'")
    write_picture(svg, (end if ply is None else end.back(len(end.moves) - ply)).to_svg())


def _read(path: Path) -> Position:
    if path != STANDARD:
        return record.load(path)
    text = sys.stdin.read(record.LARGEST_FILE + 1)
    if len(text) > record.LARGEST_FILE:
        raise RecordError("standard input is too large for a record")
    return Position.from_record(record.parse_record(text))


def check_place(path: Path) -> None:
    """Refuse to write a picture where anything else is; a picture that was drawn here may be replaced."""
    if path == STANDARD:
        return
    try:
        if not path.exists():
            return
        if not path.is_file():
            raise FivesquareError(f"{quote(str(path))} is no file: {_ELSEWHERE}")
        with path.open("rb") as file:
            begun = file.read(200).decode(errors="replace")
    except (OSError, ValueError) as error:
        raise _cannot_write(path, error) from None
    if begun and not pictures.is_ours(begun):
        raise FivesquareError(
            f"{quote(str(path))} exists and is no picture that Fivesquare drew: {_ELSEWHERE}"
        )


def write_picture(path: Path, picture: str) -> None:
    """Write a picture into a file, or to standard output."""
    if path == STANDARD:
        click.echo(picture, nl=False)
        return
    check_place(path)
    try:
        path.write_text(picture, encoding="utf-8")
    except (OSError, ValueError) as error:
        raise _cannot_write(path, error) from None


def _cannot_write(path: Path, error: OSError | ValueError) -> FivesquareError:
    problem = error.strerror if isinstance(error, OSError) else "that is no file name"
    return FivesquareError(f"cannot write {quote(str(path))}: {problem}")
