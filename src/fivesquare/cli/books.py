"""`fivesquare books`."""

import click

from fivesquare.books import CATALOGUE
from fivesquare.books.explain import in_brief


@click.command(epilog="Example: fivesquare books")
def books() -> None:
    """List the games."""
    for book in CATALOGUE.values():
        click.echo(f"{book.name:<8} {book.size}  {book.title}\n              {in_brief(book)}")
