"""The command `mcp`. It costs nothing to know it: what serves is loaded when it is called."""

import sys

import click

from fivesquare.background import finish
from fivesquare.terminal.screen import complain

_FROM_ONE = click.IntRange(1)
_INSTALL = "pip install 'fivesquare[mcp]'"
_FOR_PROGRAMS = (
    "(This is for a chat program or another client of the Model Context Protocol, which starts it by "
    "itself once its settings say "
    '{"mcpServers": {"fivesquare": {"command": "fivesquare", "args": ["mcp"]}}}. '
    "It waits for one on standard input; Ctrl-C ends this.)"
)


@click.command(epilog="Example: fivesquare mcp")
@click.option("--keep-games", type=_FROM_ONE, default=50, show_default=True, help="The oldest go first.")
@click.option(
    "--keep-minutes", type=_FROM_ONE, default=360, show_default=True, help="Of a game left alone."
)
def mcp(keep_games: int, keep_minutes: int) -> None:
    """Let language models play: a server of the Model Context Protocol.

    It is started by a client, such as a chat program, and speaks to it on standard input and output.
    """
    try:
        from fivesquare.research.tools.server import make_server  # this needs the extra `mcp`
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("fivesquare"):
            raise
        raise click.ClickException(f"this needs {error.name}, which is not here: {_INSTALL}") from None
    if sys.stdin.isatty():
        complain(_FOR_PROGRAMS)
    server = make_server(keep_games, keep_minutes)
    try:
        finish(lambda: server.run("stdio"))  # in a thread: reading must not keep us from hearing Ctrl-C
    except ExceptionGroup as errors:
        if errors.split(BrokenPipeError)[1] is not None:
            raise
        raise BrokenPipeError from None  # whoever read our answers has left
