"""The command `fivesquare`.

Exit status: 0 all went well; 1 something that was read could not be used; 2 the command line is
wrong; 130 left with Ctrl-C.
"""

import os
import sys
from copy import copy
from pathlib import Path
from typing import Any

import click

from fivesquare import __version__, files, record
from fivesquare.background import finish, leave
from fivesquare.books import CATALOGUE
from fivesquare.books.explain import explain, in_brief
from fivesquare.errors import FivesquareError
from fivesquare.position import Position
from fivesquare.terminal import games
from fivesquare.terminal.drawing import picture
from fivesquare.terminal.filters import answer_lines
from fivesquare.terminal.listing import games_command
from fivesquare.terminal.options import (
    book_argument,
    chosen_book,
    plain_option,
    record_argument,
    style_option,
)
from fivesquare.terminal.playing import open_menu, play, resume
from fivesquare.terminal.puzzling import puzzle
from fivesquare.terminal.replay import replay as show_again
from fivesquare.terminal.reviewing import review
from fivesquare.terminal.screen import (
    Screen,
    called,
    complain,
    forget_dead_streams,
    forgive_bad_bytes,
    open_closed_streams,
    width,
)
from fivesquare.terminal.solving import solve

DEEPEST_PERFT = 200
INTERRUPTED = 130
_COMPLETING = "_FIVESQUARE_COMPLETE"  # set by a shell in which somebody has pressed Tab


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
        error.show()
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
    """Lists commands in the order in which they are written here; examples call us by what works here."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        known = super().get_command(ctx, cmd_name)
        if known is None or known.epilog is None:
            return known
        command = copy(known)
        command.epilog = known.epilog.replace("fivesquare", called(), 1)
        return command

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        formatter.write(f"\n  Example: {called()} play grow --second greedy\n")

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:  # whoever was asked has been told what there is to tell
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
        open_menu(plain)
    elif plain:
        context.default_map = {name: {"plain": True} for name in cli.commands}


# --- Playing ---


for command in (play, resume):
    cli.add_command(command)


@cli.command(epilog="Example: fivesquare replay game.json --plain")
@record_argument
@style_option
@plain_option
def replay(path: Path | None, style: str, plain: bool) -> None:
    """Show a game again, step by step.

    FILE, or N of the games that `games` lists. Without: the last one that was finished.
    """
    show_again(record.load(games.finished(path)), Screen(plain), style)


cli.add_command(games_command)


# --- Reading ---


@cli.command(epilog="Example: fivesquare rules chain")
@book_argument
def rules(name: str | None, file: Path | None) -> None:
    """Explain a game, with its rulings."""
    click.echo(explain(chosen_book(name, file), width=width()))


@cli.command(epilog="Example: fivesquare books")
def books() -> None:
    """List the games."""
    for book in CATALOGUE.values():
        click.echo(f"{book.name:<8} {book.size}  {book.title}\n              {in_brief(book)}")


for command in (solve, review, puzzle, picture):
    cli.add_command(command)


# --- For other programs ---


@cli.command(epilog="Example: fivesquare state < records.jsonl")
def state() -> None:
    """Say what the position of each record is.

    Reads records, one a line, and writes one JSON object a line.
    """
    _exit_with(answer_lines(Position.view))


@cli.command(epilog="Example: fivesquare perft --depth 4 < records.jsonl")
@click.option("--depth", type=click.IntRange(0, DEEPEST_PERFT), required=True, help="How many moves deep.")
def perft(depth: int) -> None:
    """Count the sequences of moves from each record.

    Reads records, one a line, and writes one JSON object a line.
    """
    from fivesquare.native.perft import perft as count  # Numba: only who counts waits for it

    def answer(position: Position) -> dict[str, Any]:
        number = finish(lambda: count(position.setup, position.state, depth))
        return {"depth": depth, "count": number}

    _exit_with(answer_lines(answer))


def _exit_with(status: int) -> None:
    click.get_current_context().exit(status)


@cli.command(epilog='Example: eval "$(fivesquare completion bash)"')
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the completion script of your shell."""
    from click.shell_completion import get_completion_class

    kind = get_completion_class(shell)
    assert kind is not None
    click.echo(kind(cli, {}, "fivesquare", _COMPLETING).source())
