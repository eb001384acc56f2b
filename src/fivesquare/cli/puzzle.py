"""`fivesquare puzzle`."""

from pathlib import Path
from typing import Any

import click

from fivesquare import record
from fivesquare.cli.options import RecordFile, name_argument, plain_option
from fivesquare.puzzles import DIFFICULTIES
from fivesquare.table import saved_games
from fivesquare.terminal.puzzle_series import USUAL, pose_lessons, pose_puzzles
from fivesquare.terminal.screen import Screen


class Source(RecordFile):
    """A file with a game, the number of a saved one, or the last finished one."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return saved_games.finished(None) if value == "last" else super().convert(value, param, ctx)


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
@plain_option
def puzzle(name: str | None, seed: int | None, difficulty: Any, source: Path | None, plain: bool) -> None:
    """Find the one move that wins.

    Without BOOK: puzzles of any game. With --from: what should you have played in your own game?
    """
    screen = Screen(plain)
    if source is None:
        pose_puzzles(screen, name, seed, difficulty or USUAL)
        return
    if not (name is None and seed is None and difficulty is None):
        raise click.UsageError(
            "--from takes its puzzles from a game: leave out book, --seed and --difficulty."
        )
    pose_lessons(screen, record.load(source))
