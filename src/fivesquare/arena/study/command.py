"""The command `study`."""

import json
from pathlib import Path

import click

from fivesquare.arena.study import report
from fivesquare.arena.study.studying import Plan, make
from fivesquare.arena.work import place
from fivesquare.arena.work.folders import prepare
from fivesquare.board import parse_size
from fivesquare.errors import BoardError
from fivesquare.research.family.difficulty import EFFORT
from fivesquare.terminal.options import blaming, named_book, place_options
from fivesquare.terminal.screen import Screen
from fivesquare.terminal.waiting import Teller, warm_up_aloud

_BOARDS = 100
_MOST = 1_000_000


@click.command(epilog="Example: fivesquare study grow --boards 1000 --out grow-study")
@click.argument("book", metavar="BOOK|FILE")
@click.option(
    "--boards", type=click.IntRange(1, _MOST), help=f"How many random boards.  [default: {_BOARDS}]"
)
@click.option("--seed", type=int, help="The seed of the first one; the next has the next.  [default: 0]")
@click.option("--all", "is_all", is_flag=True, help="Every board there is, where they are not too many.")
@click.option("--size", metavar="RxC", help="Rows x columns, 1x2 to 8x8, in place of the book's.")
@click.option(
    "--effort",
    type=click.IntRange(1),
    default=EFFORT,
    show_default=True,
    help="Positions that may be searched for a board.",
)
@click.option(
    "--out",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="Keep everything in this folder, and go on where it was left.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of text.")
@place_options
def study(
    book: str,
    boards: int | None,
    seed: int | None,
    is_all: bool,
    size: str | None,
    effort: int,
    out: Path | None,
    as_json: bool,
    workers: int | None,
    cluster: str | None,
) -> None:
    """Solve many boards of a rule book: who wins, by how much, where to begin, what is at stake.

    Without --out nothing is kept. With it, a study that was stopped goes on with the same command, and one
    that is done can be made larger.
    """
    if is_all and (boards is not None or seed is not None):
        raise click.UsageError("--all leaves nothing to choose: no --boards or --seed with it.")
    rules = named_book(book, "BOOK|FILE")
    with blaming("--size"):
        wanted = rules.size if size is None else parse_size(size)
    plan = Plan(rules, wanted, None if is_all else boards or _BOARDS, seed or 0, effort)
    try:
        number = len(plan.boards)
    except BoardError as error:
        raise click.UsageError(f"{error}: leave out --all, and say how many with --boards.") from None
    screen = Screen()
    try:
        with place(1 if number == 1 and cluster is None else workers, cluster) as where:
            if out is not None:
                prepare(out)
            warm_up_aloud(screen)
            found = make(plan, where, out, Teller(screen))
    except KeyboardInterrupt:
        if out is not None:
            screen.warn("\n(Stopped. What is done is kept: the same command goes on from there.)")
        raise
    screen.write(json.dumps(found) if as_json else report.text(found).rstrip("\n"))
