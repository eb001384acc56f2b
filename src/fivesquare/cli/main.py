"""The program `fivesquare`: its commands, in groups, and its exit status.

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
from fivesquare.books import NAMED
from fivesquare.cli.options import plain_option, style_option
from fivesquare.errors import FivesquareError, nearest, quote
from fivesquare.terminal.screen import (
    Unanswered,
    called,
    complain,
    forget_dead_streams,
    forgive_bad_bytes,
    open_closed_streams,
)

INTERRUPTED = 130
_COMPLETING = "_FIVESQUARE_COMPLETE"  # set by a shell when Tab is pressed

GROUPS = {
    "Play": ("play", "resume", "games", "replay", "puzzle", "join"),
    "Understand": ("rules", "books", "variants", "review", "solve", "picture"),
    "Serve": ("serve", "database", "site", "mcp"),
    "Research": ("arena", "study", "measure", "dataset", "evaluate", "benchmark", "state", "perft"),
    "Your shell": ("completion",),
}
"""The commands, as the help groups them. Each is the function of its name in the file of its name."""

COMMANDS = [name for names in GROUPS.values() for name in names]


def main() -> None:
    """Run the command; any failure is reported in one line, never as a traceback."""
    try:
        status = _run()
        sys.stdout.flush()
    except BrokenPipeError:  # the reader of our output has left
        status = 1
    except OSError as error:
        complain(f"fivesquare: {_refused(error)}")
        status = 1
    except MemoryError as error:
        error.__traceback__ = error.__context__ = None  # their frames hold what has filled the memory
        complain("fivesquare: there is not enough memory for this")
        status = 1
    forget_dead_streams()
    leave(status)


def _run() -> int:
    try:
        open_closed_streams()
        forgive_bad_bytes()
        if _COMPLETING in os.environ:
            from fivesquare.cli.completion import answer_bash  # only a shell that completes waits

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
    """What the system refused, and for which file."""
    if error.filename is not None:
        return f"{files.named(error.filename)}: {error.strerror}"
    try:
        Path.cwd()
    except FileNotFoundError:
        return "the folder that you are in has been removed"
    return f"input or output: {error.strerror or error}"


def _no_command(word: str) -> str:
    """The message for an unknown command, with a suggestion: another command, or to play a book."""
    near, book = nearest(word, COMMANDS), nearest(word, NAMED)
    meant = near or (book and f"{called()} play {book}")
    return f"There is no command {quote(word)}" + (f". Did you mean {meant}?" if meant else ".")


def _summary(command: click.Command) -> str:
    """The first paragraph of a command's help, which click would cut off."""
    return (command.help or "").partition("\n\n")[0].replace("\n", " ")


class Commands(click.Group):
    """Loads each command when it is used, and writes examples with the name that works here."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"fivesquare.cli.{cmd_name}")  # no command waits for the modules of another
        command: click.Command = copy(getattr(module, cmd_name))
        command.epilog = (command.epilog or "").replace("fivesquare", called(), 1)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError:
            if args[0].startswith("-"):
                raise
            ctx.fail(_no_command(args[0]))

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        formatter.write(f"\n  Example: {called()} play grow --second greedy\n")

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The commands in their groups, each with its whole first sentence."""
        for group, names in GROUPS.items():
            with formatter.section(group):
                rows = ((name, self.get_command(ctx, name)) for name in names)
                formatter.write_dl([(name, _summary(found)) for name, found in rows if found is not None])

    def list_commands(self, ctx: click.Context) -> list[str]:
        return COMMANDS

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt as interrupt:
            if sys.stderr.isatty() and not isinstance(interrupt, Unanswered):
                complain("")  # end the line that shows ^C
            ctx.exit(INTERRUPTED)


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="fivesquare")
@style_option
@plain_option
@click.pass_context
def cli(context: click.Context, style: str | None, plain: bool) -> None:
    """Five two-player games of claiming squares on a grid.

    Without a command: the full screen, or a short menu and then a game.
    """
    if context.invoked_subcommand is None:
        play = cli.get_command(context, "play")  # without arguments it opens the menu
        assert play is not None
        context.invoke(play, plain=plain, style=style)
    else:
        given = {"plain": True} if plain else {}
        context.default_map = {name: {**given, **({"style": style} if style else {})} for name in COMMANDS}
