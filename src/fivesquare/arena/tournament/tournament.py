"""A tournament: played, counted, and written into a folder.

The folder has a journal while games are played, and beside it what was found when they are over. Only files
of a tournament are replaced, and those only beside the journal that they came from.
"""

import json
from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

from fivesquare import __version__, files
from fivesquare.arena.tournament.schedule import Terms
from fivesquare.arena.tournament.standings import Standings, games_of, standings
from fivesquare.arena.tournament.standings_pictures import CROSS, RATINGS, pictures
from fivesquare.arena.tournament.standings_text import full
from fivesquare.arena.work import Journal, Place
from fivesquare.arena.work.journal import JOURNAL, prepare
from fivesquare.arena.work.runner import FrontEnd, run_aloud
from fivesquare.arrays import need_numpy
from fivesquare.books import written
from fivesquare.errors import FileError
from fivesquare.pictures.svg_file import check_place, write_picture
from fivesquare.record import format_record

GAMES, STANDINGS = "games.jsonl", "standings.json"
PICTURES = (RATINGS, CROSS)
FILES = (GAMES, STANDINGS, *PICTURES)

_BEGINNINGS = {GAMES: '{"book": ', STANDINGS: '{"arena": '}


class TournamentResult(NamedTuple):
    """The standings over all books, and in each."""

    terms: Terms
    standings: Standings
    books: list[tuple[str, Standings]]

    def to_json(self) -> dict[str, Any]:
        books = [{"book": name, **each.to_json()} for name, each in self.books]
        return {"arena": self.terms.to_json(), **self.standings.to_json(), "books": books}

    def text(self) -> str:
        return full(self.standings, self.books)


def play_tournament(
    terms: Terms, games: int, where: Place, folder: Path | None = None, front_end: FrontEnd | None = None
) -> TournamentResult:
    """Play that many games of each pair in each book; with a folder, continue from it and save all."""
    need_numpy("A tournament")
    front_end = front_end or FrontEnd()
    units = terms.units(games)
    with ExitStack() as open_things:
        journal = None if folder is None else open_things.enter_context(_opened(folder, terms))
        if terms.needs_solver:
            front_end.warm_up()
        if journal is not None and len(journal):
            front_end.say(f"(Continuing: {len(journal):,} pairs of games were played before.)")
        results = list(
            run_aloud(
                terms,
                units,
                where=where,
                meanwhile=front_end.meanwhile,
                doing="playing",
                what="pairs of games",
                journal=journal,
            )
        )
        found = _counted(terms, units, results)
        if folder is not None:
            records = [record for result in results for record in result["games"]]
            _write_results(folder, records, found)
    return found


def _counted(terms: Terms, units: list[list[Any]], results: list[dict[str, Any]]) -> TournamentResult:
    names = [entrant.name for entrant in terms.entrants]
    games = games_of(units, results, [written(book) for book in terms.books])
    books = [
        (book.name or book.title, standings(names, [game for game in games if game.book == number]))
        for number, book in enumerate(terms.books)
    ]
    return TournamentResult(terms, standings(names, games), books)


# --- The folder ---


def _opened(folder: Path, terms: Terms) -> Journal:
    """The journal in a folder for work; refused where something would be in the way of the results."""
    prepare(folder)
    _check_files(folder)
    return Journal.open(
        folder / JOURNAL, about={"work": "arena", "version": __version__, **terms.to_json()}
    )


def _check_files(folder: Path) -> None:
    """Refuse before anything is played what could not be written after it."""
    for name in PICTURES:
        check_place(folder / name)
    for name, beginning in _BEGINNINGS.items():
        path = folder / name
        if path.exists() and not _begins(path, beginning):
            raise FileError(
                f"{files.named(path)} exists and was not written by an arena: choose another folder"
            )


def _begins(path: Path, with_what: str) -> bool:
    """Whether a file does so, or is empty; nothing but a regular file is opened: a pipe would wait."""
    if not path.is_file():
        return False
    try:
        with path.open("rb") as file:
            return file.read(len(with_what)) in (b"", with_what.encode())
    except OSError:
        return False


def _write_results(folder: Path, games: Iterable[Mapping[str, Any]], found: TournamentResult) -> None:
    files.write_whole(folder / GAMES, "".join(format_record(dict(game)) + "\n" for game in games))
    files.write_whole(folder / STANDINGS, json.dumps(found.to_json(), indent=None) + "\n")
    for name, picture in pictures(found.standings).items():
        write_picture(folder / name, picture)
