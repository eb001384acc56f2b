"""The command `fivesquare`.

Exit status: 0 all went well; 1 something that was read could not be used; 2 the command line is
wrong; 130 left with Ctrl-C.
"""

import os
import sys
from copy import copy
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import Any

import click

from fivesquare import __version__, files
from fivesquare.background import leave
from fivesquare.errors import FivesquareError
from fivesquare.terminal.options import plain_option
from fivesquare.terminal.screen import (
    Unanswered,
    called,
    complain,
    forget_dead_streams,
    forgive_bad_bytes,
    open_closed_streams,
)

INTERRUPTED = 130
_COMPLETING = "_FIVESQUARE_COMPLETE"  # set by a shell in which somebody has pressed Tab

PLACES = {
    "play": "terminal.playing.play",
    "resume": "terminal.playing.resume",
    "replay": "terminal.replay.replay",
    "games": "terminal.listing.games_command",
    "rules": "terminal.reading.rules",
    "books": "terminal.reading.books",
    "variants": "terminal.reading.variants",
    "solve": "terminal.solving.solve",
    "review": "terminal.reviewing.review",
    "puzzle": "terminal.puzzling.puzzle",
    "picture": "terminal.drawing.picture",
    "arena": "arena.tournament.command.arena",
    "study": "arena.study.command.study",
    "measure": "arena.measure.command.measure_command",
    "fair": "arena.fairness.command.fair",
    "serve": "web.command.serve",
    "dataset": "research.dataset.command.dataset",
    "evaluate": "research.evaluation.command.evaluate",
    "mcp": "research.tools.command.mcp",
    "state": "terminal.filters.state",
    "perft": "terminal.filters.perft",
    "completion": "terminal.reading.completion",
}
"""Where each command is, in the order of the help. Nobody waits for the modules of another command."""


def main() -> None:
    """Run the command; whatever goes wrong is one clear line, never a traceback."""
    try:
        status = _run()
        sys.stdout.flush()
    except BrokenPipeError:  # whoever read our output has left
        status = 1
    except OSError as error:
        complain(f"fivesquare: {_refused(error)}")
        status = 1
    forget_dead_streams()
    leave(status)


def _run() -> int:
    try:
        open_closed_streams()
        forgive_bad_bytes()
        if _COMPLETING in os.environ:
            from fivesquare.terminal.completing import answer_bash  # only a shell that completes waits

            answer_bash()
        status = cli.main(prog_name=called(), complete_var=_COMPLETING, standalone_mode=False)
    except click.ClickException as error:
        told = StringIO()
        error.show(told)
        complain(told.getvalue().rstrip("\n"))
        return error.exit_code
    except FivesquareError as error:
        complain(f"fivesquare: {error}")
        return 1
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    return status if isinstance(status, int) else 0


def _refused(error: OSError) -> str:
    """What the system refuses, and about which file if it is one."""
    if error.filename is not None:
        return f"{files.named(error.filename)}: {error.strerror}"
    try:
        Path.cwd()
    except FileNotFoundError:
        return "the folder that you are in has been removed"
    return f"input or output: {error.strerror or error}"


class Commands(click.Group):
    """Loads a command when it is called; examples call us by what works here."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in PLACES:
            return None
        module, _, function = PLACES[cmd_name].rpartition(".")
        command: click.Command = copy(getattr(import_module(f"fivesquare.{module}"), function))
        command.epilog = (command.epilog or "").replace("fivesquare", called(), 1)
        return command

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        formatter.write(f"\n  Example: {called()} play grow --second greedy\n")

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(PLACES)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt as interrupt:  # whoever was asked has been told what there is to tell
            if sys.stderr.isatty() and not isinstance(interrupt, Unanswered):
                complain("")  # the terminal's ^C stands on this line
            ctx.exit(INTERRUPTED)


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="fivesquare")
@plain_option
@click.pass_context
def cli(context: click.Context, plain: bool) -> None:
    """Five two-player games of claiming squares on a grid.

    Without a command: a short menu, then a game.
    """
    if context.invoked_subcommand is None:
        play = cli.get_command(context, "play")  # which, with nothing behind it, opens the menu
        assert play is not None
        context.invoke(play, plain=plain)
    elif plain:
        context.default_map = {name: {"plain": True} for name in PLACES}
