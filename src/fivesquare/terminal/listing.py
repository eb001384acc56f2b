"""The command `games`: kept games, a line each, and removing some."""

from pathlib import Path

import click

from fivesquare.errors import many
from fivesquare.position import Position
from fivesquare.terminal import games
from fivesquare.terminal.options import plain_option
from fivesquare.terminal.screen import Screen, filled, inviting, width
from fivesquare.terminal.summaries import book_of, standing, when, who

_INDENT = "    "


@click.command("games", epilog="Example: fivesquare games --delete 3 4")
@click.argument("numbers", metavar="[N]...", nargs=-1, type=click.IntRange(min=1))
@click.option("--delete", is_flag=True, help="Remove the games of these numbers; asks before it does.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@plain_option
def games_command(numbers: tuple[int, ...], delete: bool, yes: bool, plain: bool) -> None:
    """List the games that are kept, the newest first.

    Their numbers can be used: resume 2, replay 2, review 2. With N: only these.
    """
    if delete and not numbers:
        raise click.UsageError("Which ones? Give their numbers: --delete 3 4")
    if yes and not delete:
        raise click.UsageError("--yes is for --delete.")
    screen = Screen(plain)
    if numbers:
        rows = [(number, *games.numbered(number)) for number in dict.fromkeys(numbers)]
    else:
        rows = [(number, *game) for number, game in enumerate(games.every(), 1)]
    if delete:
        _delete(rows, screen, yes)
    else:
        screen.write(_table(rows) if rows else inviting("No game is kept yet. Play one:", "play"))


Row = tuple[int, Path, Position]


def _delete(rows: list[Row], screen: Screen, yes: bool) -> None:
    if not yes and not screen.is_terminal:
        raise click.UsageError("There is nobody to ask whether to remove them: say --yes.")
    screen.write(_table(rows))
    question = f"Remove {'this game' if len(rows) == 1 else f'these {len(rows)} games'} for good? [no] "

    def may_remove() -> bool:
        try:
            return yes or screen.ask(question).strip().lower() in ("y", "yes")
        except EOFError:
            return False

    if games.remove([path for _, path, _ in rows], may_remove):
        screen.write("Removed. The games that are left have new numbers.")
    else:
        screen.write("Nothing is removed.")


# --- A line a game ---


def _table(rows: list[Row]) -> str:
    """A line a game where the terminal is wide enough, else a few."""
    lines = [
        (str(number), when(path), book_of(position), *_told(path, position))
        for number, path, position in rows
    ]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    if sum(widths) + 2 * len(widths) - 2 <= width():
        return "\n".join("  ".join(map(_aligned, line, widths)).rstrip() for line in lines)
    return "\n".join(_paragraph(line) for line in lines)


def _aligned(text: str, size: int) -> str:
    return text.rjust(size) if text.isdigit() else text.ljust(size)


def _paragraph(line: tuple[str, ...]) -> str:
    number, time_of, book, *told = line
    return f"{number:>2}  {time_of}, {book}\n" + filled(_INDENT + ", ".join(told), _INDENT)


def _told(path: Path, position: Position) -> tuple[str, str, str]:
    state = "is being played" if games.is_played(path) else standing(position)
    return who(position), many(len(position.moves), "move"), state
