"""Look for fair games among all kinds of rule books: the survey behind docs/fair.md.

python scripts/survey_fairness.py --size 3x3 --boards 200 --out map
"""

from collections.abc import Sequence
from pathlib import Path

import click
from fair_map import picture
from fair_survey import (
    BOARDS,
    SIZES,
    VALUES,
    Spot,
    best_games,
    find_fair_games,
    spots,
    text,
)

from fivesquare.cli.options import WORDS, blaming
from fivesquare.cli.work_options import chosen_place, front_end, place_options, resumable
from fivesquare.files import write_whole
from fivesquare.research.family.wishes import wish
from fivesquare.terminal.screen import Screen

_BEST = 10
_GAMES = 300


@click.command()
@click.option(
    "--out",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    required=True,
    help="Save everything in this folder, and continue from it.",
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
    help="Boards solved at each place of the map, at most.",
)
@click.option(
    "--best",
    "number",
    type=click.IntRange(0),
    default=_BEST,
    show_default=True,
    help="Number of fairest games to list.",
)
@click.option(
    "--games",
    type=click.IntRange(1),
    default=_GAMES,
    show_default=True,
    help="Boards on which each fair game is played.",
)
@place_options
def survey_fairness(
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
    with resumable(screen, is_kept=True), chosen_place(workers, cluster) as where:
        rows, measured = find_fair_games(
            places, where, out, boards=boards, games=games, front_end=front_end(screen)
        )
    write_whole(out / "map.svg", picture(rows))
    screen.write(text(rows, best_games(measured, number)))


def _places(kinds: Sequence[str], sizes: Sequence[str], values: Sequence[str]) -> list[Spot]:
    """The places of the map that the options ask for."""
    with blaming("--kind"):
        wanted = wish(kinds=kinds)
    with blaming("--size"):
        wanted = wanted._replace(sizes=wish(sizes=sizes).sizes)
    with blaming("--values"):
        wanted = wanted._replace(values=wish(values=values).values)
    return spots(wanted.kinds, wanted.sizes, wanted.values)


if __name__ == "__main__":
    survey_fairness()
