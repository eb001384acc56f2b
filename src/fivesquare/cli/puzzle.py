"""`fivesquare puzzle`."""

import datetime
from pathlib import Path
from typing import Any

import click

from fivesquare import dailies, record
from fivesquare.cli import modes
from fivesquare.cli.options import RecordFile, name_argument, plain_option, style_option
from fivesquare.cli.play import show_screen
from fivesquare.errors import PuzzleError
from fivesquare.position import Position
from fivesquare.puzzles import DIFFICULTIES, Difficulty
from fivesquare.table import saved_games
from fivesquare.table.puzzle_supply import USUAL
from fivesquare.terminal.daily_puzzle import pose_daily
from fivesquare.terminal.puzzle_series import pose_lessons, pose_puzzles
from fivesquare.terminal.screen import Screen


class Source(RecordFile):
    """A file with a game, the number of a saved one, or the last finished one."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return saved_games.finished(None) if value == "last" else super().convert(value, param, ctx)


class Day(click.ParamType[datetime.date]):
    """A day that has a puzzle; without a value, today."""

    name = "date"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> datetime.date:
        today = datetime.date.today()
        try:
            return dailies.date_of(today if value == _TODAY else value, until=today)
        except PuzzleError as error:
            self.fail(f"{error}.", param, ctx)


_TODAY = "today"


@click.command(epilog="Example: fivesquare puzzle grow --difficulty hard --seed 3")
@name_argument
@click.option("--seed", type=int, help="Seed of the first puzzle.  [default: random]")
@click.option(
    "--difficulty",
    type=click.Choice(DIFFICULTIES, case_sensitive=False),
    help=f"Difficulty.  [default: {USUAL}]",
)
@click.option(
    "--from", "source", metavar="FILE|N|last", type=Source(), help="Game whose mistakes become puzzles."
)
@click.option(
    "--daily",
    "day",
    metavar="[DATE]",
    type=Day(),
    is_flag=False,
    flag_value=_TODAY,
    help="Puzzle of the day, of today or a date like 2026-11-18.",
)
@style_option
@plain_option
def puzzle(
    name: str | None,
    seed: int | None,
    difficulty: Any,
    source: Path | None,
    day: datetime.date | None,
    style: str | None,
    plain: bool,
) -> None:
    """Find the one move that wins.

    Without BOOK: puzzles of any game. With --from: what should you have played in your own game? With
    --daily: the puzzle of the day, the same for everyone.
    """
    is_open = name is None and seed is None and difficulty is None
    if day is not None and (not is_open or source is not None):
        raise click.UsageError(
            "--daily is decided by its date: leave out book, --seed, --difficulty and --from."
        )
    if source is not None and not is_open:
        raise click.UsageError(
            "--from takes its puzzles from a game: leave out book, --seed and --difficulty."
        )
    game = None if source is None else record.load(source)
    if modes.is_full(style, plain):
        _show(name, seed, difficulty, game, day)
        return
    screen, drawn = Screen(plain), modes.board_style(style)
    if day is not None:
        pose_daily(screen, day, datetime.date.today(), drawn)
    elif game is not None:
        pose_lessons(screen, game, drawn)
    else:
        pose_puzzles(screen, name, seed, difficulty or USUAL, drawn)


def _show(
    name: str | None,
    seed: int | None,
    difficulty: Difficulty | None,
    game: Position | None,
    day: datetime.date | None,
) -> None:
    """Pose puzzles at the full screen."""
    from fivesquare.fullscreen.daily_page import DailyPage  # Textual: only who plays there waits for it
    from fivesquare.fullscreen.puzzle_page import endless, of_mistakes

    if day is not None:
        show_screen(lambda: DailyPage(day))
    elif game is not None:
        show_screen(lambda: of_mistakes(game))
    else:
        show_screen(lambda: endless(name, seed, difficulty or USUAL))
