"""The commands that only tell: `rules`, `books`, and `completion` for a shell."""

from pathlib import Path

import click

from fivesquare.books import CATALOGUE, VARIANTS
from fivesquare.books.explain import explain, in_brief
from fivesquare.terminal.options import book_argument, chosen_book
from fivesquare.terminal.screen import width


@click.command(epilog="Example: fivesquare rules chain")
@book_argument
def rules(name: str | None, file: Path | None) -> None:
    """Explain a game, with its rulings."""
    click.echo(explain(chosen_book(name, file), width=width()))


@click.command(epilog="Example: fivesquare books")
def books() -> None:
    """List the games."""
    for book in CATALOGUE.values():
        click.echo(f"{book.name:<8} {book.size}  {book.title}\n              {in_brief(book)}")


@click.command(epilog="Example: fivesquare variants")
def variants() -> None:
    """List the fair variants, which are played by name as well."""
    for name, book in VARIANTS.items():
        click.echo(
            f"{name:<11} {book.size}  {book.title}, like {book.like}\n                 {in_brief(book)}"
        )


@click.command(epilog='Example: eval "$(fivesquare completion bash)"')
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the completion script of your shell."""
    from click.shell_completion import get_completion_class

    kind = get_completion_class(shell)
    assert kind is not None
    click.echo(
        kind(
            click.get_current_context().find_root().command, {}, "fivesquare", "_FIVESQUARE_COMPLETE"
        ).source()
    )
