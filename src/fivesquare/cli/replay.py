"""`fivesquare replay`."""

from pathlib import Path

import click

from fivesquare import record
from fivesquare.cli.options import board_style_option, plain_option, record_argument
from fivesquare.table import saved_games
from fivesquare.terminal.replay import show
from fivesquare.terminal.screen import Screen


@click.command(epilog="Example: fivesquare replay game.json --plain")
@record_argument
@board_style_option
@plain_option
def replay(path: Path | None, style: str, plain: bool) -> None:
    """Replay a game step by step.

    FILE, or N in the list of `games`. Without: the last finished game.
    """
    show(record.load(saved_games.finished(path)), Screen(plain), style)
