"""`fivesquare variants`."""

import click

from fivesquare.books import VARIANTS
from fivesquare.books.explain import in_brief


@click.command(epilog="Example: fivesquare variants")
def variants() -> None:
    """List the fair variants, which can be played by name too."""
    for name, book in VARIANTS.items():
        click.echo(
            f"{name:<11} {book.size}  {book.title}, like {book.like}\n                 {in_brief(book)}"
        )
