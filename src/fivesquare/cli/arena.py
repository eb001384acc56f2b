"""`fivesquare arena`."""

import json
from pathlib import Path
from typing import Any

import click

from fivesquare.arena.entrants import find_entrants
from fivesquare.arena.programs import STANDARD_ALLOWANCE, Allowance
from fivesquare.arena.tournament.schedule import Terms
from fivesquare.arena.tournament.tournament import FILES, play_tournament
from fivesquare.board import parse_size
from fivesquare.books import written
from fivesquare.cli.options import PlayerName, Seconds, blaming, named_book, plain_option, size_option
from fivesquare.cli.work_options import (
    chosen_place,
    front_end,
    place_options,
    players_seed_option,
    resumable,
    split_option,
)
from fivesquare.research.family.splits import Split
from fivesquare.rulebook import RuleBook
from fivesquare.table.summaries import argument
from fivesquare.terminal.screen import Screen

_MOST_GAMES = 1_000_000
_LONGEST = 24 * 60 * 60  # seconds


class EntrantName(PlayerName):
    """A player, which Tab completes; who else can take part is for `find_entrants` to say."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return value


@click.command(
    epilog="Example: fivesquare arena random greedy level:3 --books sweep,grow --games 40 --out arena"
)
@click.argument("names", metavar="PLAYER...", nargs=-1, required=True, type=EntrantName())
@click.option(
    "--books",
    metavar="LIST",
    default="grow",
    show_default=True,
    help="Names and JSON files of rule books, like sweep,grow,my.json.",
)
@click.option(
    "--games",
    metavar="N",
    type=click.IntRange(2, _MOST_GAMES),
    default=20,
    show_default=True,
    help="Games of each pair in each book, an even number: each board is played from both seats.",
)
@players_seed_option
@size_option
@split_option
@click.option(
    "--time",
    "seconds",
    metavar="SECONDS",
    type=Seconds(_LONGEST, min_open=True),
    help="Time per move of a program or a model.  [default: 10 for a program, 600 for a model]",
)
@click.option(
    "--program-env",
    "variables",
    metavar="NAME",
    multiple=True,
    help="Environment variable that programs get as well; can be repeated.",
)
@click.option(
    "--program-memory",
    "memory",
    metavar="MIB",
    type=click.IntRange(1),
    default=STANDARD_ALLOWANCE.memory,
    show_default=True,
    help="Memory of a program, in MiB.",
)
@click.option(
    "--program-processes",
    "processes",
    metavar="N",
    type=click.IntRange(1),
    default=STANDARD_ALLOWANCE.processes,
    show_default=True,
    help="Processes of a program.",
)
@click.option(
    "--no-skill", is_flag=True, help="Do not compare the moves with perfect play, which takes time."
)
@place_options
@click.option(
    "--out",
    metavar="FOLDER",
    type=click.Path(file_okay=False, path_type=Path),
    help="Save games, table and pictures here, and continue from it.",
)
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
@plain_option
def arena(
    names: tuple[str, ...],
    books: str,
    games: int,
    seed: int,
    size: str | None,
    split: Split | None,
    seconds: float | None,
    variables: tuple[str, ...],
    memory: int,
    processes: int,
    no_skill: bool,
    workers: int | None,
    cluster: str | None,
    out: Path | None,
    as_json: bool,
    plain: bool,
) -> None:
    """Run a tournament of players, and say who is stronger.

    PLAYER is random, greedy, level:1 to level:10, net, perfect, a program like program:./bot, or a
    language model like model:openai/gpt-5-mini. Every pair plays the same boards, each from both seats.
    With --out the same command, or one with more games, continues where it stopped.
    """
    if games % 2:
        raise click.BadParameter(
            f"{games} is odd, and every board is played from both seats.", param_hint="'--games'"
        )
    with blaming("PLAYER"):
        entrants = find_entrants(names, Allowance(memory, processes, variables))
    with blaming("--books"):
        rules = _books(books)
    with blaming("--size"):
        rectangle = None if size is None else parse_size(size)
        terms = Terms(entrants, rules, seed, rectangle, seconds, not no_skill, split)
        terms.check_boards()
    screen = Screen(plain)
    if cluster is not None and any(entrant.kind == "program" for entrant in entrants):
        screen.warn("(Every worker of the cluster must have the programs, in the same place as here.)")
    with resumable(screen, out is not None), chosen_place(workers, cluster) as where:
        found = play_tournament(terms, games, where, out, front_end(screen))
    screen.write(json.dumps(found.to_json()) if as_json else found.text())
    if out is not None:
        screen.warn(f"(Everything is in {argument(out)}: {', '.join(FILES)}.)")


def _books(text: str) -> tuple[RuleBook, ...]:
    """The books that are named, each once."""
    found: dict[str, RuleBook] = {}
    for name in (each.strip() for each in text.split(",")):
        with blaming("--books"):
            book = named_book(name, "--books")
        if written(book) in map(written, found.values()):
            raise click.BadParameter(f"{name} is named twice.", param_hint="'--books'")
        found[name] = book
    return tuple(found.values())
