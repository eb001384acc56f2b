"""The command `arena`."""

import json
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import click

from fivesquare.arena.entrants import Entrant, find_entrants
from fivesquare.arena.tournament import keeping, tables
from fivesquare.arena.tournament.plots import pictures
from fivesquare.arena.tournament.schedule import Terms
from fivesquare.arena.tournament.standings import Standings, games_of, standings
from fivesquare.arena.work import Journal, place
from fivesquare.arena.work.telling import run_aloud
from fivesquare.board import parse_size
from fivesquare.books import written
from fivesquare.rulebook import RuleBook
from fivesquare.terminal.options import (
    PlayerName,
    Seconds,
    blaming,
    named_book,
    place_options,
    plain_option,
)
from fivesquare.terminal.screen import Screen, Unanswered, argument
from fivesquare.terminal.waiting import Teller, warm_up_aloud

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
    help="Of each pair in each book, an even number: every board is played from both seats.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="Of the boards and of the luck.")
@click.option("--size", metavar="RxC", help="Rows x columns, if not as the book has it.")
@click.option(
    "--time",
    "seconds",
    metavar="SECONDS",
    type=Seconds(_LONGEST, min_open=True),
    help="For a move of a program or a model.  [default: 10 for a program, 600 for a model]",
)
@click.option(
    "--no-skill", is_flag=True, help="Do not compare the moves with perfect play, which takes time."
)
@place_options
@click.option(
    "--out",
    metavar="FOLDER",
    type=click.Path(file_okay=False, path_type=Path),
    help="Keep everything there: games, table, pictures, and what it takes to go on.",
)
@click.option("--json", "as_json", is_flag=True, help="Write JSON.")
@plain_option
def arena(
    names: tuple[str, ...],
    books: str,
    games: int,
    seed: int,
    size: str | None,
    seconds: float | None,
    no_skill: bool,
    workers: int | None,
    cluster: str | None,
    out: Path | None,
    as_json: bool,
    plain: bool,
) -> None:
    """Let players play, all against all, and say who is stronger.

    PLAYER is random, greedy, level:1 to level:10, perfect, a program like program:./bot, or a language
    model like model:openai/gpt-5-mini. Each pair plays the same boards, each from both seats. With --out
    it goes on where it was when the same is typed again, or the same with more games.
    """
    if games % 2:
        raise click.BadParameter(
            f"{games} is odd, and every board is played from both seats.", param_hint="'--games'"
        )
    with blaming("PLAYER"):
        entrants = find_entrants(names)
    with blaming("--books"):
        rules = _books(books)
    with blaming("--size"):
        rectangle = None if size is None else parse_size(size)
        terms = Terms(entrants, rules, seed, rectangle, seconds, not no_skill)
        for book in terms.books:
            terms.opening(written(book), 1)
    screen = Screen(plain)
    try:
        with ExitStack() as open_things:
            where = open_things.enter_context(place(workers, cluster))
            journal = None if out is None else open_things.enter_context(keeping.opened(out, terms))
            if terms.skill or any(entrant.solves for entrant in entrants):
                warm_up_aloud(screen)
            units = terms.units(games)
            _tell_about(journal, entrants, cluster, screen)
            results = list(
                run_aloud(
                    terms,
                    units,
                    where=where,
                    teller=Teller(screen),
                    doing="playing",
                    what="pairs of games",
                    journal=journal,
                )
            )
            told = _concluded(terms, units, results, out, as_json)
    except KeyboardInterrupt:
        if out is None:
            raise
        if sys.stderr.isatty():
            screen.warn("")  # the terminal's ^C stands on this line
        screen.warn(f"(Games that are over are kept in {argument(out)}. To go on, type the same again.)")
        raise Unanswered from None
    screen.write(told)
    if out is not None:
        screen.warn(f"(Everything is in {argument(out)}: {', '.join(_FILES)}.)")


_FILES = (keeping.GAMES, keeping.STANDINGS, *keeping.PICTURES)


def _books(text: str) -> tuple[RuleBook, ...]:
    """The books that are named, each once."""
    texts = [each.strip() for each in text.split(",")]
    found = tuple(named_book(text, "--books") for text in texts)
    for number, name in enumerate(texts):
        if written(found[number]) in map(written, found[:number]):
            raise click.BadParameter(f"{name} is named twice.", param_hint="'--books'")
    return found


def _tell_about(
    journal: Journal | None, entrants: Sequence[Entrant], cluster: str | None, screen: Screen
) -> None:
    """What there is to know before it begins."""
    if journal is not None and len(journal):
        screen.warn(f"(Going on: {len(journal):,} pairs of games were played before.)")
    if cluster is not None and any(entrant.kind == "program" for entrant in entrants):
        screen.warn("(Every worker of the cluster must have the programs, in the same place as here.)")


def _concluded(
    terms: Terms,
    units: Sequence[list[Any]],
    results: Sequence[dict[str, Any]],
    out: Path | None,
    as_json: bool,
) -> str:
    """What came of it, as text or JSON; and in the folder, if there is one."""
    names = [entrant.name for entrant in terms.entrants]
    games = games_of(units, results, [written(book) for book in terms.books])
    everything = standings(names, games)
    books = [
        (book.name or book.title, standings(names, [game for game in games if game.book == number]))
        for number, book in enumerate(terms.books)
    ]
    told = {"arena": terms.to_json(), **everything.to_json(), "books": _by_book(books)}
    if out is not None:
        records = [record for result in results for record in result["games"]]
        keeping.write_results(out, records, told, pictures(everything))
    return json.dumps(told) if as_json else tables.full(everything, books)


def _by_book(books: Sequence[tuple[str, Standings]]) -> list[dict[str, Any]]:
    return [{"book": name, **each.to_json()} for name, each in books]
