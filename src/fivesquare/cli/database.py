"""`fivesquare database`. What needs the extra `web` is loaded when it is called."""

import asyncio
import logging
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from json import dumps
from pathlib import Path
from typing import Any

import click

from fivesquare.cli.options import GroupOfCommands, database_option
from fivesquare.errors import FivesquareError, many, needing
from fivesquare.files import new_file
from fivesquare.terminal.progress import Teller
from fivesquare.terminal.screen import Screen, complain
from fivesquare.web.settings import SQLITE, Settings

_WHAT = "A server's database"  # needs an extra
_PRUNER = "fivesquare.web.play.pruner"
_MOST_SHOWN = 100  # flaws

file_argument = click.argument(
    "file", metavar="[BACKUP]", required=False, type=click.Path(dir_okay=False, path_type=Path)
)


@click.group(
    cls=GroupOfCommands,
    epilog="Example: fivesquare database backup /var/backups/fivesquare",
    subcommand_metavar="COMMAND ...",
)
def database() -> None:
    """Back up, restore, check, export or prune the games of a server, which may run meanwhile.

    A backup is one SQLite file, whatever the database, and can be restored into SQLite or PostgreSQL.
    """


@database.command(epilog="Example: fivesquare database backup /var/backups/fivesquare")
@click.argument("file", metavar="FILE|FOLDER", type=click.Path(path_type=Path))
@database_option
@click.option("--overwrite", is_flag=True, help="Replace FILE if it exists.")
def backup(file: Path, url: str, overwrite: bool) -> None:
    """Write a backup: every move that was acknowledged before it began is in it.

    In a FOLDER it is named by the time, like fivesquare-20261119-183000.db.
    """
    with needing(_WHAT, "web"):
        from fivesquare.web.store.backup import back_up, describe

        if file.is_dir():
            file /= time.strftime("fivesquare-%Y%m%d-%H%M%S.db", time.gmtime())
        back_up(url, file, _progress("copied"), overwrite=overwrite)
        click.echo(f"Backed up {describe(file)} to {file}")


@database.command(
    epilog="Example: fivesquare database restore games.db --database postgresql://localhost/games"
)
@click.argument("file", metavar="BACKUP", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@database_option
@click.option("--overwrite", is_flag=True, help="Replace a database that has games.")
def restore(file: Path, url: str, overwrite: bool) -> None:
    """Put a backup in the place of a database, which no server may have open.

    It may come from SQLite or PostgreSQL, and from an older version.
    """
    with needing(_WHAT, "web"):
        from fivesquare.web.store import backup as backups

        backups.restore(file, url, _progress("restored"), overwrite=overwrite)
        click.echo(f"Restored {backups.describe(file)} from {file}")


@database.command(epilog="Example: fivesquare database check /var/backups/fivesquare/newest.db")
@file_argument
@database_option
def check(file: Path | None, url: str) -> None:
    """Check that every game follows the rules and nothing is missing; of a BACKUP, if one is named.

    Exit status 1 if something is wrong.
    """
    with needing(_WHAT, "web"):
        from fivesquare.web.play.audit import flaws
        from fivesquare.web.store.backup import snapshot

        with snapshot(_place(file, url), _progress("copied")) as copy:
            counts, teller, done = copy.counts, Teller(Screen()), 0

            def count_game() -> None:
                nonlocal done
                done += 1
                teller.say(lambda: f"checked {done} of {counts['games']} games")

            found = 0
            for flaw in flaws(copy, count_game):
                found += 1
                if found <= _MOST_SHOWN:
                    click.echo(f"{flaw.where}: {flaw.what}")
    checked = (
        f"{many(counts['games'], 'game')}, {counts['entries']} entries of their logs, "
        f"{many(counts['evenings'], 'evening')}, {many(counts['notes'], 'note')}"
    )
    if found:
        more = f" ({found - _MOST_SHOWN} more)" if found > _MOST_SHOWN else ""
        click.echo(f"Wrong: {many(found, 'thing')}{more}, of {checked}.")
        raise click.exceptions.Exit(1)
    click.echo(f"Nothing is wrong: {checked}.")


@database.command(epilog="Example: fivesquare database export --finished --out games.jsonl")
@file_argument
@database_option
@click.option("--finished", is_flag=True, help="Only games that are over.")
@click.option(
    "--out", default="-", show_default=True, metavar="FILE", help="File to write; - is standard output."
)
def export(file: Path | None, url: str, finished: bool, out: str) -> None:
    """Write every game as a record, one JSON object on a line, the oldest first.

    Exit status 1 if a game cannot be read; the others are written.
    """
    with needing(_WHAT, "web"):
        from fivesquare.web.play.game_state import GameState
        from fivesquare.web.store.backup import snapshot
        from fivesquare.web.store.snapshot import Flaw

        unreadable, teller = 0, Teller(Screen())
        with snapshot(_place(file, url), _progress("copied")) as copy, _lines(out) as write:
            games = copy.counts["games"]
            for done, kept in enumerate(copy.games()):
                teller.say(partial("exported {} of {} games".format, done, games))
                try:
                    if isinstance(kept, Flaw):
                        raise ValueError(kept.what)
                    game = GameState.of(kept)
                    record = {**game.to_record(), "id": game.id}
                except (FivesquareError, ValueError, KeyError, IndexError) as error:
                    where = kept.where if isinstance(kept, Flaw) else kept.beginning.id
                    complain(f"fivesquare: the game {where} is left out: {error}")
                    unreadable += 1
                    continue
                if game.is_over or not finished:
                    write(dumps(record))
    if unreadable:
        raise click.exceptions.Exit(1)


@database.command(epilog="Example: fivesquare database prune --keep-days 90 --dry-run")
@database_option
@click.option(
    "--keep-days",
    type=click.IntRange(1),
    default=Settings.keep_days,
    show_default=True,
    help="Delete games untouched for this many days.",
)
@click.option(
    "--keep-games",
    type=click.IntRange(1),
    default=Settings.keep_games,
    show_default=True,
    help="Games to keep; the oldest are deleted first.",
)
@click.option("--remove-old", is_flag=True, help="Delete all games past --keep-days, however many.")
@click.option("--dry-run", is_flag=True, help="Delete nothing: say what would be deleted.")
def prune(url: str, dry_run: bool, **limits: Any) -> None:
    """Delete old games, as a running server does every hour."""
    with needing(_WHAT, "web"):
        from fivesquare.web.store.backup import copied

        if dry_run:
            with copied(url, _progress("copied")) as file:
                said = asyncio.run(_pruned(f"{SQLITE}{file}", **limits))
        else:
            said = asyncio.run(_pruned(url, **limits))
    if dry_run:
        click.echo("Nothing was deleted: this is what would be.")
    for line in said or ["There is nothing to delete."]:
        click.echo(line)


async def _pruned(url: str, **limits: Any) -> list[str]:
    """Prune a database; what was deleted, in sentences."""
    from fivesquare.web.play.pruner import Pruner
    from fivesquare.web.store.sql import open_sql_store

    heard = _Heard()
    store = open_sql_store(url, joins=True)
    await store.open(lambda game, entries: None)
    log = logging.getLogger(_PRUNER)
    log.addHandler(heard)
    try:
        await Pruner(store, **limits).prune()
    finally:
        log.removeHandler(heard)
        await store.close()
    return heard.lines


class _Heard(logging.Handler):
    """What the pruner says, which is meant for the log of a server."""

    def __init__(self) -> None:
        super().__init__()
        self.lines = list[str]()

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())


def _progress(verb: str) -> Any:
    teller = Teller(Screen())

    def say(done: int, of: int) -> None:
        teller.say(lambda: f"{verb} {100 * done // max(1, of)}%")

    return say


def _place(file: Path | None, url: str) -> str:
    return url if file is None else f"{SQLITE}{file}"


@contextmanager
def _lines(out: str) -> Iterator[Any]:
    """A function that writes a line, to a file that appears when all are written."""
    if out == "-":
        yield lambda line: sys.stdout.write(line + "\n")
        return
    with new_file(Path(out)) as file:
        yield lambda line: file.write(f"{line}\n".encode())
