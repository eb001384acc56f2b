"""What the commands with long work share: boards and seeds, where it is done, its progress, and Ctrl-C."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, TypeVar

import click

from fivesquare.arena.work import Place, cluster, local, serial
from fivesquare.arena.work.runner import FrontEnd
from fivesquare.research.family.splits import SPLITS
from fivesquare.terminal.progress import Teller, warm_up_aloud
from fivesquare.terminal.screen import Screen, Unanswered

Decorated = TypeVar("Decorated", bound=Callable[..., Any])

split_option = click.option("--split", type=click.Choice(SPLITS), help="Only public or held-out boards.")
players_seed_option = click.option(
    "--seed", type=int, default=1, show_default=True, help="Seed of the boards and of the players."
)


def place_options(command: Decorated) -> Decorated:
    """--workers and --cluster; `chosen_place` reads them."""
    command = click.option(
        "--cluster",
        metavar="ADDRESS",
        help="Work on a Dask cluster, like tcp://10.0.0.1:8786, instead of this machine.",
    )(command)
    return click.option(
        "--workers",
        metavar="N",
        type=click.IntRange(1),
        help="Processes on this machine.  [default: one per core]",
    )(command)


def chosen_place(workers: int | None, address: str | None) -> Place:
    """Where --workers and --cluster say."""
    if address is None:
        return serial() if workers == 1 else local(workers)
    if workers is not None:
        raise click.UsageError("Give --workers or --cluster, not both: a cluster has its own workers.")
    return cluster(address)


def front_end(screen: Screen) -> FrontEnd:
    """Progress and messages on the terminal."""
    return FrontEnd(Teller(screen).meanwhile, screen.warn, partial(warm_up_aloud, screen))


@contextmanager
def resumable(screen: Screen, is_kept: bool) -> Iterator[None]:
    """Say after Ctrl-C how to continue, if what is done `is_kept`."""
    try:
        yield
    except KeyboardInterrupt:
        if not is_kept:
            raise
        if sys.stderr.isatty():
            screen.warn("")  # end the line on which the terminal shows ^C
        screen.warn("(Stopped. What is done is saved: run the same command again to continue.)")
        raise Unanswered from None
