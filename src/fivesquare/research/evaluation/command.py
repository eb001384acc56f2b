"""The command `evaluate`. It costs nothing to know it: Inspect is loaded when it is called."""

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from fivesquare import record
from fivesquare.books import NAMED
from fivesquare.errors import PlayerError, quote
from fivesquare.terminal.drawing import check_place, write_picture
from fivesquare.terminal.options import PlayerName, leads_somewhere, plain_option
from fivesquare.terminal.screen import Screen, argument, is_dumb
from fivesquare.terminal.waiting import warm_up_aloud
from fivesquare.terminal.words import read_player

_INSTALL = "pip install 'fivesquare[eval]'"
_FROM_ONE = click.IntRange(1)


@click.command(epilog="Example: fivesquare evaluate openai/gpt-5-mini random level:5 --book grow")
@click.argument("what", metavar="MODEL|LOG...", nargs=-1, required=True)
@click.option(
    "--book",
    metavar="BOOK",
    default="grow",
    show_default=True,
    help="A name, a JSON file, or family:LEVEL.",
)
@click.option(
    "--opponent",
    metavar="PLAYER",
    type=PlayerName(),
    default="level:3",
    show_default=True,
    help="Against whom.",
)
@click.option("--boards", type=_FROM_ONE, default=10, show_default=True, help="Each is two games.")
@click.option("--seed", type=int, default=1, show_default=True, help="Of the boards and of the luck.")
@click.option("--size", metavar="RxC", help="Rows x columns, if not as the book has it.")
@click.option("--legal", is_flag=True, help="Show the legal moves.")
@click.option(
    "--retries",
    type=click.IntRange(0),
    default=2,
    show_default=True,
    help="After an answer that is no move.",
)
@click.option("--history", is_flag=True, help="A game is one conversation.")
@click.option("--disguise", metavar="SEED", type=int, help="Tell the games in other words.")
@click.option("--at-once", type=_FROM_ONE, default=10, show_default=True, help="Questions to a model.")
@click.option(
    "--logs",
    type=click.Path(file_okay=False),
    default="logs",
    show_default=True,
    help="Where logs are kept.",
)
@click.option("--log", "are_logs", is_flag=True, help="Play nothing: the arguments are logs, or folders.")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), help="Where pictures are written.")
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
@plain_option
def evaluate(
    what: tuple[str, ...],
    book: str,
    logs: str,
    at_once: int,
    are_logs: bool,
    out: Path | None,
    as_json: bool,
    plain: bool,
    **arguments: Any,
) -> None:
    """Let language models play, and say how good their decisions were.

    MODEL is any that Inspect knows, like openai/gpt-5-mini, or one of our players to compare with. Every
    board is played from both seats. What was interrupted goes on when the same is typed again.
    """
    screen = Screen(plain)
    results, running, tables = _loaded()
    if are_logs:
        _refuse_beside_logs()
        rows = results.read(what)
    else:
        models = [_model(name) for name in what]
        try:
            task = running.prepared({"book": _book(book), **arguments})
        except running.NotStartedError as error:
            raise click.UsageError(str(error)) from None
        if out is not None:
            out.mkdir(parents=True, exist_ok=True)  # what cannot be made is told before anything is played
        out = Path(logs) if out is None else out
        _check_places(out, tables.PICTURES)
        warm_up_aloud(screen)
        try:
            rows = running.run(models, task, logs, at_once, "plain" if plain else _display())
        except running.NotStartedError as error:
            raise click.ClickException(str(error)) from None
        except KeyboardInterrupt:
            screen.warn("(Games that are over are kept. To go on, type the same again.)")
            raise
    room = screen.room()
    told = json.dumps([row.to_json() for row in rows]) if as_json else tables.table(rows, room and room[0])
    screen.write(told)
    if out is not None:
        _draw(tables.pictures(rows), out, screen)
    if any(row.missing for row in rows):
        click.get_current_context().exit(1)


def _loaded() -> tuple[Any, Any, Any]:
    """What needs the extra `eval`, which nobody else does."""
    try:
        from fivesquare.research.evaluation import results, running, tables
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing == "fivesquare":
            raise
        raise click.ClickException(f"evaluating needs {missing}, which is not here: {_INSTALL}") from None
    return results, running, tables


def _model(name: str) -> str:
    """The name of a model as Inspect has it; a player of ours needs no provider."""
    if leads_somewhere(Path(name)) or Path(name).is_dir():
        raise click.BadParameter(
            f"{quote(name)} is no model; logs are read with --log.", param_hint="'MODEL'"
        )
    if "/" in name:
        return name
    try:
        return f"fivesquare/{read_player(name)}"
    except PlayerError:
        raise click.BadParameter(
            f"{quote(name)} is neither a model with its provider, like openai/gpt-5-mini, "
            "nor a player of ours: random, greedy, level:1 to level:10, perfect.",
            param_hint="'MODEL'",
        ) from None


def _book(name: str) -> str | dict[str, Any]:
    """A name, or what stands in a file: a log must not depend on a file that may change."""
    if name.lower() in NAMED:
        return name.lower()
    return record.read_json(Path(name)) if leads_somewhere(Path(name)) else name


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


def _display() -> str:
    """How Inspect shows what goes on, on standard error."""
    return "rich" if sys.stderr.isatty() and not is_dumb() else "plain"


def _check_places(folder: Path, names: Iterable[str]) -> None:
    """Refuse before anything is played what could not be written after it."""
    if folder.is_dir():
        for name in names:
            check_place(folder / name)


def _draw(pictures: dict[str, str], folder: Path, screen: Screen) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, picture in pictures.items():
        write_picture(folder / name, picture)
    screen.warn(f"(Pictures: {' and '.join(argument(folder / name) for name in pictures)}.)")
