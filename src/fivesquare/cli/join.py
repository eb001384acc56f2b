"""`fivesquare join`."""

import click

from fivesquare.cli import modes
from fivesquare.cli.play import show_screen
from fivesquare.fullscreen.remote.game_links import parse_link


@click.command(epilog="Example: fivesquare join http://127.0.0.1:8000/games/ID#SECRET")
@click.argument("link", metavar="LINK")
def join(link: str) -> None:
    """Join a game on a server: play, watch, or come back.

    LINK is an invitation, or the address of the game's page, to watch or to come back.
    """
    parse_link(link)
    modes.check_full()

    from fivesquare.fullscreen.join_page import JoinPage  # Textual: only who plays there waits for it

    show_screen(lambda: JoinPage(link))
