"""`fivesquare mcp`."""

import sys
from functools import partial

import click

from fivesquare.errors import needing
from fivesquare.terminal.progress import warm_up_aloud
from fivesquare.terminal.screen import Screen, complain

_FROM_ONE = click.IntRange(1)
_FOR_PROGRAMS = (
    "(This is for a chat program or another client of the Model Context Protocol, which starts it by "
    "itself once its settings say "
    '{"mcpServers": {"fivesquare": {"command": "fivesquare", "args": ["mcp"]}}}. '
    "It waits for one on standard input; Ctrl-C ends this.)"
)


@click.command(epilog="Example: fivesquare mcp")
@click.option(
    "--keep-games",
    type=_FROM_ONE,
    default=50,
    show_default=True,
    help="Games to keep; the oldest are deleted first.",
)
@click.option(
    "--keep-minutes",
    type=_FROM_ONE,
    default=360,
    show_default=True,
    help="Delete games untouched for this many minutes.",
)
def mcp(keep_games: int, keep_minutes: int) -> None:
    """Let language models play: a server of the Model Context Protocol.

    A client, such as a chat program, starts it and talks to it over standard input and output.
    """
    with needing("A server for models", "mcp"):
        from fivesquare.research.tools.server import make_server, serve_on_standard_streams
    if sys.stdin.isatty():
        complain(_FOR_PROGRAMS)
    ready = partial(warm_up_aloud, Screen(plain=True))
    serve_on_standard_streams(make_server(keep_games, keep_minutes, ready))
