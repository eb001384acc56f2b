"""The command `fair`."""

import json
from collections.abc import Sequence
from pathlib import Path

import click

from fivesquare.arena.fairness import ranking, reporting
from fivesquare.arena.fairness.drawing import picture
from fivesquare.arena.fairness.survey import BOARDS, SIZES, VALUES, Spot, spots, survey
from fivesquare.arena.measure.rows import measure
from fivesquare.arena.measure.working import at_work
from fivesquare.arena.work import place
from fivesquare.arena.work.folders import JOURNAL, prepare
from fivesquare.files import write_whole
from fivesquare.research.family.drawing import wish
from fivesquare.terminal.options import WORDS, blaming, place_options
from fivesquare.terminal.screen import Screen

_BEST = 10
_GAMES = 300


@click.command(epilog="Example: fivesquare fair --size 3x3 --boards 200 --out map")
@click.option(
    "--out",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    required=True,
    help="Keep everything in this folder, and go on where it was left.",
)
@click.option(
    "--kind",
    "kinds",
    metavar="LIST",
    type=WORDS,
    default="*",
    help='Kinds of rule books, like "edge-*-points-*".  [default: all 162]',
)
@click.option(
    "--size",
    "sizes",
    metavar="LIST",
    type=WORDS,
    default=",".join(SIZES),
    show_default=True,
    help="Sizes of boards.",
)
@click.option(
    "--values",
    metavar="LIST",
    type=WORDS,
    default=",".join(VALUES),
    show_default=True,
    help="Values of boards.",
)
@click.option(
    "--boards",
    type=click.IntRange(1),
    default=BOARDS,
    show_default=True,
    help="At each place of the map, at most.",
)
@click.option(
    "--best",
    "number",
    type=click.IntRange(0),
    default=_BEST,
    show_default=True,
    help="How many of the fairest are told of.",
)
@click.option(
    "--games",
    type=click.IntRange(1),
    default=_GAMES,
    show_default=True,
    help="Boards on which a fair game is played.",
)
@place_options
def fair(
    out: Path,
    kinds: tuple[str, ...],
    sizes: tuple[str, ...],
    values: tuple[str, ...],
    boards: int,
    number: int,
    games: int,
    workers: int | None,
    cluster: str | None,
) -> None:
    """Look for fair games: who wins with perfect play in every kind of rule book, size and values.

    The fair ones are measured as a whole, and the best of them listed. In DIR: the map as a picture and as
    rows, and what was measured.
    """
    places = _places(kinds, sizes, values)
    screen = Screen()
    with place(workers, cluster) as where:
        prepare(out)
        with at_work(screen, where, out / JOURNAL) as run:
            rows = survey(places, boards, run)
            found = [row.spot.openings for row in rows if row.is_fair]
            measured = [measure(openings, run, number=boards, games=games) for openings in found]
    best = ranking.best(measured, number)
    write_whole(out / "map.svg", picture(rows))
    write_whole(out / "map.jsonl", "".join(f"{json.dumps(row.to_json())}\n" for row in rows))
    write_whole(out / "fair.json", json.dumps(measured, indent=1) + "\n")
    screen.write(reporting.text(rows, best))


def _places(kinds: Sequence[str], sizes: Sequence[str], values: Sequence[str]) -> list[Spot]:
    """The places of the map that the options ask for."""
    with blaming("--kind"):
        wanted = wish(kinds=kinds)
    with blaming("--size"):
        wanted = wanted._replace(sizes=wish(sizes=sizes).sizes)
    with blaming("--values"):
        wanted = wanted._replace(values=wish(values=values).values)
    return spots(wanted.kinds, wanted.sizes, wanted.values)
