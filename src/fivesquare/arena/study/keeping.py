"""A study in a folder: the journal it goes on from, the row of every board, what they say, and pictures."""

import json
from collections.abc import Iterable
from pathlib import Path

from fivesquare import files
from fivesquare.arena.boards import Row
from fivesquare.arena.study.plots import pictures
from fivesquare.arena.study.tally import Study
from fivesquare.research.dataset.writing import write_rows

ROWS = "boards.jsonl"
STUDY = "study.json"


def keep(folder: Path, study: Study, rows: Iterable[Row]) -> None:
    """Write what was found, each file whole or not at all."""
    write_rows(folder / ROWS, rows, "jsonl", force=True)
    files.write_whole(folder / STUDY, as_text(study))
    for name, picture in pictures(study).items():
        files.write_whole(folder / name, picture)


def as_text(study: Study) -> str:
    """A study as JSON that people can read."""
    return json.dumps(study, indent=1) + "\n"
