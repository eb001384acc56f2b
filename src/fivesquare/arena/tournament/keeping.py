"""The folder of a tournament: a journal while it is played, and what was found when it is over.

Nothing but files of a tournament is written over, and those only beside the journal that they came from.
"""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from fivesquare import __version__, files
from fivesquare.arena.tournament.plots import CROSS, RATINGS
from fivesquare.arena.tournament.schedule import Terms
from fivesquare.arena.work import Journal
from fivesquare.arena.work.folders import JOURNAL, prepare
from fivesquare.errors import FileError
from fivesquare.record import format_record
from fivesquare.terminal.drawing import check_place, write_picture

GAMES, STANDINGS = "games.jsonl", "standings.json"
PICTURES = (RATINGS, CROSS)

_BEGINNINGS = {GAMES: '{"book": ', STANDINGS: '{"arena": '}


def opened(folder: Path, terms: Terms) -> Journal:
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


def write_results(
    folder: Path,
    games: Iterable[Mapping[str, Any]],
    standings: Mapping[str, Any],
    pictures: Mapping[str, str],
) -> None:
    """What was found: every game, the table, the pictures."""
    files.write_whole(folder / GAMES, "".join(format_record(dict(game)) + "\n" for game in games))
    files.write_whole(folder / STANDINGS, json.dumps(standings, indent=None) + "\n")
    for name, picture in pictures.items():
        write_picture(folder / name, picture)
