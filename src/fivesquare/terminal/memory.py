"""What is remembered from one run to the next: a few small things in one file, none of which is needed.

The file is `fivesquare/memory.json` in the user's state folder. Whatever is wrong with it, nothing is
remembered, and nobody has to hear of it.
"""

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

from fivesquare import files
from fivesquare.errors import FivesquareError
from fivesquare.record import read_json
from fivesquare.terminal.games import games_folder


def recall(name: str) -> Any:
    """What was remembered under a name; None if nothing was."""
    return _all().get(name)


def remember(**things: Any) -> None:
    """Remember these, each under its name."""
    with suppress(OSError, FivesquareError):
        files.make_folder(_file().parent)
        files.write_whole(_file(), json.dumps({**_all(), **things}) + "\n")


def _all() -> dict[str, Any]:
    with suppress(OSError, FivesquareError):
        return read_json(_file())
    return {}


def _file() -> Path:
    return games_folder().parent / "memory.json"
