"""`fivesquare dataset`."""

from pathlib import Path
from typing import Any

import click

from fivesquare.board import parse_size
from fivesquare.cli.options import WORDS, blaming, named_book
from fivesquare.pictures.svg_file import STANDARD
from fivesquare.research.dataset.dataset_questions import QUESTIONS
from fivesquare.research.dataset.dataset_rows import Plan, rows
from fivesquare.research.dataset.row_files import (
    FORMATS,
    Format,
    check_place,
    print_rows,
    with_progress,
    write_rows,
)
from fivesquare.research.family.family_levels import LEVELS, wanted
from fivesquare.research.family.splits import SPLITS
from fivesquare.research.family.wishes import wish
from fivesquare.terminal.progress import Teller, warm_up_aloud
from fivesquare.terminal.screen import Screen

_HIGHEST = 2**63 - 1  # what a column of a Parquet file holds


@click.command(epilog="Example: fivesquare dataset --rows 1000 --seed 7 --split public --out rows.jsonl")
@click.option(
    "--rows", "count", type=click.IntRange(1), default=100, show_default=True, help="Number of rows."
)
@click.option(
    "--start",
    type=click.IntRange(0, _HIGHEST),
    default=0,
    show_default=True,
    help="Number of the first row.",
)
@click.option(
    "--seed",
    type=click.IntRange(0, _HIGHEST),
    default=0,
    show_default=True,
    help="Seed; the same seed gives the same rows.",
)
@click.option("--split", type=click.Choice(SPLITS), help="Only public or held-out boards.")
@click.option("--questions", metavar="LIST", type=WORDS, help=f"Kinds of questions: {','.join(QUESTIONS)}.")
@click.option(
    "--kind", "kinds", metavar="LIST", type=WORDS, help='Kinds of rule books, like "edge-*-points-*".'
)
@click.option("--book", metavar="BOOK|FILE", help="This rule book instead of the family's.")
@click.option("--size", "sizes", metavar="LIST", type=WORDS, help="Sizes of boards, like 3x3,4x4.")
@click.option("--values", metavar="LIST", type=WORDS, help="Values of boards, like shuffled,1-9.")
@click.option(
    "--level",
    type=click.IntRange(min(LEVELS), max(LEVELS)),
    help="A level of the curriculum, 1 the easiest.",
)
@click.option(
    "--difficulty", is_flag=True, help="Measure how difficult each game is, which takes most of the time."
)
@click.option(
    "--disguise", is_flag=True, help="Turn and mirror boards, and use other words and coordinates."
)
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    help="JSON lines or Parquet.  [default: by the ending of --out]",
)
@click.option(
    "--out",
    metavar="FILE|-",
    type=click.Path(dir_okay=False, allow_dash=True, path_type=Path),
    default=STANDARD,
    show_default=True,
    help="File to write; - for standard output.",
)
@click.option("--force", is_flag=True, help="Replace a file that exists.")
def dataset(
    count: int, start: int, seed: int, out: Path, form: Format | None, force: bool, **wishes: Any
) -> None:
    """Write questions about solved games, each with its answer and a proof.

    Each row depends only on the seed and its number, so any part of a dataset can be made anywhere.
    """
    form = form or ("parquet" if out.suffix.lower() == ".parquet" else "jsonl")
    if out == STANDARD and form == "parquet":
        raise click.UsageError("Parquet goes into a file: name it with --out.")
    if start + count - 1 > _HIGHEST:
        raise click.UsageError(f"rows are numbered up to {_HIGHEST}: --start and --rows go beyond.")
    plan = _plan(**wishes)
    path = None if out == STANDARD else out
    if path is not None:
        check_place(path, force)
    screen = Screen()
    warm_up_aloud(screen)
    made = with_progress(rows(seed=seed, start=start, plan=plan), count, Teller(screen).meanwhile)
    if path is None:
        print_rows(made)
    else:
        write_rows(path, made, form, force)


def _plan(
    split: str | None,
    questions: tuple[str, ...] | None,
    kinds: tuple[str, ...] | None,
    book: str | None,
    sizes: tuple[str, ...] | None,
    values: tuple[str, ...] | None,
    level: int | None,
    difficulty: bool,
    disguise: bool,
) -> Plan:
    """What the options ask for, which must make sense together."""
    asked = {"kinds": kinds, "sizes": sizes, "values": values}
    wishes: dict[str, Any] = {name: given for name, given in asked.items() if given is not None}
    if level is not None and (wishes or book is not None):
        raise click.UsageError(
            "--level chooses its own games: no --kind, --book, --size or --values with it."
        )
    if book is not None and (kinds or values or (sizes and len(sizes) > 1)):
        raise click.UsageError(
            "--book has its own rules and values: no --kind or --values, and one --size."
        )
    own = None
    if level is not None:
        wishes = dict(wanted(level))
    if book is not None:
        own, wishes = named_book(book, "--book"), {}
    for option, name in (("--kind", "kinds"), ("--size", "sizes"), ("--values", "values")):
        with blaming(option):
            wish(**{name: wishes[name]} if name in wishes else {})
    with blaming("--size"):
        size = parse_size(sizes[0]) if own is not None and sizes else None
    with blaming("--questions"):
        games = wish(split=split, **wishes)
        return Plan(games, questions or tuple(QUESTIONS), disguise, own, size, difficulty)
