"""`fivesquare rules`."""

from pathlib import Path

import click

from fivesquare.cli.options import book_argument, chosen_book
from fivesquare.terminal.screen import width
from fivesquare.words.rules import explain


@click.command(epilog="Example: fivesquare rules chain")
@book_argument
def rules(name: str | None, file: Path | None) -> None:
    """Explain a game, with an example, strategy and rulings."""
    click.echo(explain(chosen_book(name, file), width=width()))
