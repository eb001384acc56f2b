"""`fivesquare measure`."""

import json
from dataclasses import replace
from pathlib import Path

import click

from fivesquare.arena.measurement import BOARDS, GAMES, Openings, journaled
from fivesquare.arena.measurement import measure as measure_book
from fivesquare.board import parse_size
from fivesquare.books import rebalanced
from fivesquare.cli.options import balance_options, blaming, named_book, size_option
from fivesquare.cli.work_options import chosen_place, front_end, place_options, resumable
from fivesquare.rulebook import Balance, Komi, RuleBook
from fivesquare.table.openings import FAIR, check_komi
from fivesquare.terminal.screen import Screen


@click.command(epilog="Example: fivesquare measure --book twenty-one")
@click.option(
    "--book", metavar="BOOK|FILE", required=True, help="A book, a variant, or a file with a rule book."
)
@size_option
@balance_options
@click.option(
    "--boards",
    type=click.IntRange(1),
    default=BOARDS,
    show_default=True,
    help="Most boards to solve to see who wins.",
)
@click.option(
    "--games",
    type=click.IntRange(1),
    default=GAMES,
    show_default=True,
    help="Boards on which everything else is measured.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the first board.")
@click.option(
    "--journal",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Journal of finished work, to continue from.",
)
@place_options
def measure(
    book: str,
    size: str | None,
    swap: bool,
    komi: str | None,
    boards: int,
    games: int,
    seed: int,
    journal: Path | None,
    workers: int | None,
    cluster: str | None,
) -> None:
    """Measure a rule book: who wins, what it is like, whether skill pays.

    Writes one JSON object. Boards are solved until it is clear whether the game is fair.
    """
    openings = _openings(named_book(book, "--book"), size, swap, komi)
    screen = Screen()
    with (
        resumable(screen, journal is not None),
        chosen_place(workers, cluster) as where,
        journaled(where, journal, front_end(screen)) as run,
    ):
        row = measure_book(openings, run, number=boards, games=games, seed=seed)
    click.echo(json.dumps(row))


def _openings(book: RuleBook, size: str | None, swap: bool, komi: str | None) -> Openings:
    """What the options ask for."""
    if swap and komi is not None:
        raise click.UsageError("Give --swap or --komi, not both.")
    with blaming("--size"):
        wanted = book.size if size is None else parse_size(size)
    if swap:
        book = rebalanced(book, "swap")
    elif komi is not None:
        with blaming("--komi"):
            check_komi(book, komi)
            balance: Balance = "none" if komi == FAIR else Komi(float(komi))
            book = rebalanced(book, balance)
    return Openings(replace(book, size=wanted), wanted, has_fair_komi=komi == FAIR)
