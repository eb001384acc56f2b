"""The list of saved games, a line each, and deleting from it."""

from pathlib import Path

import click

from fivesquare.errors import many
from fivesquare.position import Position
from fivesquare.table import saved_games
from fivesquare.table.summaries import book_of, standing, when, who
from fivesquare.terminal.screen import Screen, filled, width

_INDENT = "    "
_ADVICE = "yes deletes the games listed above for good; anything else, or Enter alone, keeps them."

SavedGame = tuple[int, Path, Position]


def delete(rows: list[SavedGame], screen: Screen, yes: bool) -> None:
    if not yes and not screen.is_terminal:
        raise click.UsageError("There is no terminal to ask for confirmation: add --yes.")
    screen.write(table(rows))
    question = f"Delete {'this game' if len(rows) == 1 else f'these {len(rows)} games'} for good? [no] "

    def may_remove() -> bool:
        try:
            return yes or screen.ask(question, _ADVICE).strip().lower() in ("y", "yes")
        except EOFError:
            return False

    if saved_games.remove([path for _, path, _ in rows], may_remove):
        screen.write("Deleted. The remaining games have new numbers.")
    else:
        screen.write("Nothing was deleted.")


# --- One line per game ---


def table(rows: list[SavedGame]) -> str:
    """One line per game where the terminal is wide enough, else a few."""
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
    state = "is being played" if saved_games.is_played(path) else standing(position)
    return who(position), many(len(position.moves), "move"), state
