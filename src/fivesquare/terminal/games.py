"""Where running games are kept: one file a game, written after every move, before it is acknowledged.

The folder is `fivesquare/games` in the user's state folder. A finished game stays, to be replayed; only the
oldest finished ones are ever removed.
"""

import os
from datetime import UTC, datetime
from pathlib import Path

from fivesquare import record
from fivesquare.errors import FivesquareError
from fivesquare.position import Position

_KEPT_FINISHED = 100


def games_folder() -> Path:
    home = os.environ.get("XDG_STATE_HOME") or "~/.local/state"
    return Path(home).expanduser() / "fivesquare" / "games"


def new_file(book: str) -> Path:
    """A file for a new game that no other running game has; the folder is made if need be."""
    folder = games_folder()
    folder.mkdir(parents=True, exist_ok=True)
    _forget_oldest_finished(folder)
    now = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    return folder / f"{now}-{book}-{os.getpid()}.json"


def newest(finished: bool) -> Path | None:
    """The game that was played last, among those that are finished or those that are not."""
    for path in _by_age():
        position = _read(path)
        if position is not None and position.is_over == finished:
            return path
    return None


def _by_age() -> list[Path]:
    """All kept games, the newest first."""
    return sorted(games_folder().glob("*.json"), key=lambda path: path.stat().st_mtime, reverse=True)


def _read(path: Path) -> Position | None:
    try:
        return record.load(path)
    except FivesquareError:
        return None


def _forget_oldest_finished(folder: Path) -> None:
    """Keep the folder small; reading every game to know is only worth it once there are many."""
    if len(list(folder.glob("*.json"))) <= _KEPT_FINISHED:
        return
    for path in _by_age()[_KEPT_FINISHED:]:
        position = _read(path)
        if position is not None and position.is_over:
            path.unlink(missing_ok=True)
