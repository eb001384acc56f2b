"""A small JSON object in the user's state folder, which several processes read and change."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from fivesquare import files
from fivesquare.errors import BusyFileError, FivesquareError
from fivesquare.files import LockedFile
from fivesquare.record import parse_record, read_json
from fivesquare.table.saved_games import games_folder

_TRIES = 100
_NAP = 0.02  # seconds between two tries: another process has the file for a moment

Stored = dict[str, Any]


class StateFile:
    """Such an object, by the name of its file. A damaged file is an empty object.

    What cannot be written is not remembered, and nothing is said about it.
    """

    def __init__(self, name: str) -> None:
        self._name = name

    @property
    def path(self) -> Path:
        return games_folder().parent / self._name

    def read(self) -> Stored:
        with suppress(OSError, FivesquareError):
            return read_json(self.path)
        return {}

    def change(self, change: Callable[[Stored], Stored]) -> None:
        """Replace what is stored by what `change` makes of it; no other process writes in between."""
        with suppress(OSError, FivesquareError):
            files.make_folder(self.path.parent)
            with _locked(self.path) as file:
                before = _text_of(file)
                after = json.dumps(change(_parsed(before))) + "\n"
                if after != before:
                    file.write(after)


@contextmanager
def _locked(path: Path) -> Iterator[LockedFile]:
    """The file, as soon as no other process has it."""
    file = _taken(path)
    try:
        yield file
    finally:
        file.release()


def _taken(path: Path) -> LockedFile:
    for _ in range(_TRIES - 1):
        with suppress(BusyFileError):
            return LockedFile(path, create=True)
        time.sleep(_NAP)
    return LockedFile(path, create=True)


def _text_of(file: LockedFile) -> str:
    with suppress(FivesquareError):
        return file.text
    return ""


def _parsed(text: str) -> Stored:
    with suppress(FivesquareError):
        return parse_record(text)
    return {}
