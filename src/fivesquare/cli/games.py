"""`fivesquare games`."""

import click

from fivesquare.cli.options import plain_option
from fivesquare.table import saved_games
from fivesquare.terminal.saved_list import delete as delete_games
from fivesquare.terminal.saved_list import table
from fivesquare.terminal.screen import Screen, inviting


@click.command(epilog="Example: fivesquare games --delete 3 4")
@click.argument("numbers", metavar="[N]...", nargs=-1, type=click.IntRange(min=1))
@click.option("--delete", is_flag=True, help="Delete the games with these numbers, after asking.")
@click.option("--yes", is_flag=True, help="Delete without asking.")
@plain_option
def games(numbers: tuple[int, ...], delete: bool, yes: bool, plain: bool) -> None:
    """List saved games, newest first.

    Use their numbers: resume 2, replay 2, review 2. With N: only these.
    """
    if delete and not numbers:
        raise click.UsageError("Which ones? Give their numbers: --delete 3 4")
    if yes and not delete:
        raise click.UsageError("--yes is for --delete.")
    screen = Screen(plain)
    if numbers:
        rows = [(number, *saved_games.numbered(number)) for number in dict.fromkeys(numbers)]
    else:
        rows = [(number, *game) for number, game in enumerate(saved_games.in_order(), 1)]
    if delete:
        delete_games(rows, screen, yes)
    else:
        screen.write(table(rows) if rows else inviting("No saved games yet. Play one:", "play"))
