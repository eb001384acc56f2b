"""`fivesquare study`."""

import json
from pathlib import Path

import click

from fivesquare.arena.study import study_report
from fivesquare.arena.study.study_plan import StudyPlan, make_study
from fivesquare.board import parse_size
from fivesquare.cli.options import blaming, named_book, size_option
from fivesquare.cli.work_options import chosen_place, front_end, place_options, resumable
from fivesquare.errors import BoardError
from fivesquare.solver.limits import GAME
from fivesquare.terminal.screen import Screen

_BOARDS = 100
_MOST = 1_000_000


@click.command(epilog="Example: fivesquare study grow --boards 1000 --out grow-study")
@click.argument("book", metavar="BOOK|FILE")
@click.option(
    "--boards", type=click.IntRange(1, _MOST), help=f"How many random boards.  [default: {_BOARDS}]"
)
@click.option(
    "--seed", type=int, help="Seed of the first board; later boards count up from it.  [default: 0]"
)
@click.option("--all", "is_all", is_flag=True, help="Solve every board, if there are not too many.")
@size_option
@click.option(
    "--effort",
    type=click.IntRange(1),
    default=GAME.nodes,
    show_default=True,
    help="Most positions to search per board.",
)
@click.option(
    "--out",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="Save everything in this folder, and continue from it.",
)
@click.option("--json", "as_json", is_flag=True, help="Write one JSON object instead of text.")
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
    """Solve many boards of a rule book: who wins, by how much, where to start, what is at stake.

    Without --out nothing is saved. With it the same command continues a study that was stopped, or extends
    a finished one.
    """
    if is_all and (boards is not None or seed is not None):
        raise click.UsageError("--all leaves nothing to choose: no --boards or --seed with it.")
    rules = named_book(book, "BOOK|FILE")
    with blaming("--size"):
        wanted = rules.size if size is None else parse_size(size)
    plan = StudyPlan(rules, wanted, None if is_all else boards or _BOARDS, seed or 0, effort)
    try:
        number = len(plan.boards)
    except BoardError as error:
        raise click.UsageError(f"{error}: leave out --all, and say how many with --boards.") from None
    screen = Screen()
    where = chosen_place(1 if number == 1 and cluster is None else workers, cluster)
    with resumable(screen, out is not None), where:
        found = make_study(plan, where, out, front_end(screen))
    screen.write(json.dumps(found) if as_json else study_report.text(found).rstrip("\n"))
