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
from fivesquare.errors import FileError
from fivesquare.record import format_record
from fivesquare.terminal.drawing import check_place, write_picture

JOURNAL, GAMES, STANDINGS = "journal.jsonl", "games.jsonl", "standings.json"
PICTURES = (RATINGS, CROSS)

_FIRST_GAME, _FIRST_STANDINGS = '{"book": ', '{"arena": '  # how these files begin


def opened(folder: Path, terms: Terms) -> Journal:
    """The journal in a folder, which is made if it is not there; refused where it would not be alone."""
    _check_folder(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(f"cannot make {files.named(folder)}: {error.strerror}") from None
    return Journal.open(
        folder / JOURNAL, about={"work": "arena", "version": __version__, **terms.to_json()}
    )


def _check_folder(folder: Path) -> None:
    """Refuse before anything is played what could not be written after it."""
    if folder.exists() and not folder.is_dir():
        raise FileError(f"{files.named(folder)} is a file: the results of an arena need a folder")
    there = [folder / name for name in (GAMES, STANDINGS, *PICTURES) if (folder / name).exists()]
    if there and not (folder / JOURNAL).exists():
        raise FileError(
            f"{files.named(there[0])} exists, and no journal of an arena beside it: choose another folder"
        )
    for path in there:
        if path.name in PICTURES:
            check_place(path)
        elif not _begins(path, _FIRST_GAME if path.name == GAMES else _FIRST_STANDINGS):
            raise FileError(
                f"{files.named(path)} exists and was not written by an arena: choose another folder"
            )


def _begins(path: Path, with_what: str) -> bool:
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
