"""`fivesquare evaluate`. Inspect, which is large, is loaded when it is called."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click
from click.core import ParameterSource

from fivesquare.cli.options import PlayerName, blaming, plain_option, size_option
from fivesquare.cli.work_options import players_seed_option, resumable, split_option
from fivesquare.errors import needing
from fivesquare.table.summaries import argument
from fivesquare.terminal.progress import warm_up_aloud
from fivesquare.terminal.screen import Screen, is_dumb

if TYPE_CHECKING:
    from fivesquare.research.evaluation.eval_logs import EvalRow

_FROM_ONE = click.IntRange(1)


@click.command(epilog="Example: fivesquare evaluate openai/gpt-5-mini random level:5 --book grow")
@click.argument("what", metavar="MODEL|LOG...", nargs=-1, required=True)
@click.option(
    "--book",
    metavar="BOOK",
    default="grow",
    show_default=True,
    help="Names, JSON files or family:LEVEL, like sweep,grow.",
)
@click.option(
    "--opponent",
    metavar="PLAYER",
    type=PlayerName(),
    default="level:3",
    show_default=True,
    help="Opponent of the models.",
)
@click.option(
    "--boards",
    type=_FROM_ONE,
    default=10,
    show_default=True,
    help="Boards of each book; each is two games.",
)
@players_seed_option
@size_option
@split_option
@click.option("--legal", is_flag=True, help="Show the legal moves to the model.")
@click.option(
    "--retries",
    type=click.IntRange(0),
    default=2,
    show_default=True,
    help="Retries after an answer that is not a legal move.",
)
@click.option("--history", is_flag=True, help="Make each game one conversation.")
@click.option(
    "--disguise", metavar="SEED", type=int, help="Turn boards and rename everything, by this seed."
)
@click.option("--samples", type=_FROM_ONE, default=1, show_default=True, help="Times each game is played.")
@click.option(
    "--temperature",
    type=click.FloatRange(0),
    help="Temperature of the model's answers.  [default: the provider's]",
)
@click.option(
    "--max-tokens", type=_FROM_ONE, help="Tokens a model may write per answer.  [default: the provider's]"
)
@click.option(
    "--at-once",
    type=_FROM_ONE,
    default=10,
    show_default=True,
    help="Questions to a model at the same time.",
)
@click.option(
    "--logs",
    type=click.Path(file_okay=False),
    default="logs",
    show_default=True,
    help="Folder for logs.",
)
@click.option("--log", "are_logs", is_flag=True, help="Play nothing: the arguments are logs, or folders.")
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder for pictures.  [default: beside the logs]",
)
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
@plain_option
def evaluate(
    what: tuple[str, ...],
    logs: str,
    are_logs: bool,
    out: Path | None,
    as_json: bool,
    plain: bool,
    **options: Any,
) -> None:
    """Let language models play, and say how good their decisions were.

    MODEL is any that Inspect knows, like openai/gpt-5-mini, or one of our players to compare with. Every
    board is played from both seats. The same command continues a run that was interrupted.
    """
    with needing("Evaluating", "eval"):
        from fivesquare.research.evaluation import comparison, eval_logs
    screen = Screen(plain)
    if are_logs:
        _refuse_beside_logs()
        rows = eval_logs.read(what)
    else:
        out = Path(logs) if out is None else out
        rows = _played(what, logs, out, screen, "plain" if plain else _display(), **options)
    room = screen.room()
    screen.write(
        json.dumps(comparison.to_json(rows)) if as_json else comparison.table(rows, room and room[0])
    )
    if out is not None:
        written = comparison.write_pictures(rows, out)
        screen.warn(f"(Pictures: {' and '.join(map(argument, written))}.)")
    if any(row.missing for row in rows):
        click.get_current_context().exit(1)


def _played(
    names: Sequence[str],
    logs: str,
    out: Path,
    screen: Screen,
    display: Literal["rich", "plain"],
    *,
    book: str,
    at_once: int,
    samples: int,
    temperature: float | None,
    max_tokens: int | None,
    **arguments: Any,
) -> "list[EvalRow]":
    """The rows of a run, which is played as far as it is not in the logs; refuses what cannot start."""
    from fivesquare.research.evaluation import comparison, eval_run

    with blaming("MODEL"):
        models = [eval_run.model_name(name) for name in names]
    try:
        task = eval_run.prepared({"book": eval_run.books_named(book), **arguments})
        comparison.check_folder(out)
    except eval_run.NotStartedError as error:
        raise click.UsageError(str(error)) from None
    warm_up_aloud(screen)
    asked: dict[str, Any] = {"samples": samples, "temperature": temperature, "max_tokens": max_tokens}
    try:
        with resumable(screen, is_kept=True):
            return eval_run.run(models, task, logs, at_once, display, **asked)
    except eval_run.NotStartedError as error:
        raise click.ClickException(str(error)) from None


def _refuse_beside_logs() -> None:
    """What was played is in the logs, and cannot be asked for."""
    context = click.get_current_context()
    for option in context.command.params:
        is_about_playing = option.name not in ("what", "are_logs", "out", "as_json", "plain")
        if (
            is_about_playing
            and context.get_parameter_source(option.name or "") == ParameterSource.COMMANDLINE
        ):
            raise click.UsageError(f"{option.opts[0]} does not go with --log.")


def _display() -> Literal["rich", "plain"]:
    """How Inspect shows its progress, on standard error."""
    return "rich" if sys.stderr.isatty() and not is_dumb() else "plain"
