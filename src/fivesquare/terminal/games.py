"""Where running games are kept: one file a game, written after every move, before it is acknowledged.

The folder is `fivesquare/games` in the user's state folder. A finished game stays, to be replayed; only the
oldest finished ones are ever removed.
"""

import errno
import os
import time
from datetime import UTC, datetime
from pathlib import Path

from fivesquare import files, record
from fivesquare.errors import FileError, FivesquareError, RecordError, quote
from fivesquare.position import Position

_KEPT_FINISHED = 100
_DAY = 24 * 60 * 60


def games_folder() -> Path:
    home = os.environ.get("XDG_STATE_HOME") or "~/.local/state"
    try:
        return Path(home).expanduser() / "fivesquare" / "games"
    except RuntimeError:
        raise FileNotFoundError(errno.ENOENT, "there is no home folder", home) from None


def is_kept_here(path: Path) -> bool:
    """Whether it is we who chose where this game is kept."""
    try:
        return path.parent == games_folder()
    except OSError:
        return False


def new_file(book: str) -> Path:
    """A file for a new game that no other running game has; the folder is made if need be."""
    folder = games_folder()
    folder.mkdir(parents=True, exist_ok=True)
    _forget_oldest_finished(folder)
    _forget_half_written(folder)
    now = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    return folder / f"{now}-{book}-{os.getpid()}.json"


def save_as(name: str, position: Position) -> Path:
    """Save a game in a file of the user's own. A file that holds anything but a game is left alone."""
    if not name.isprintable():
        raise RecordError(f"{quote(name)} is no file name")
    try:
        path = Path(name).expanduser()
        if path.exists() and not _is_ours(path):
            raise RecordError(f"{quote(name)} exists and is no game: choose another name")
    except (OSError, RuntimeError) as error:  # RuntimeError: there is no such ~user
        problem = error.strerror if isinstance(error, OSError) else "there is no such folder"
        raise FileError(f"cannot write {files.named(name)}: {problem}") from None
    record.save(path, position.to_record())
    return path


def _is_ours(path: Path) -> bool:
    """Whether a file holds a game, or nothing at all."""
    return path.is_file() and (path.stat().st_size == 0 or _read(path) is not None)


def newest(finished: bool) -> Path | None:
    """The game that was played last, among those that are finished or those that are not."""
    for path in _by_age():
        position = _read(path)
        if position is not None and position.is_over == finished:
            return path
    return None


def finished(path: Path | None) -> Path:
    """The file that was named, or else the last finished game."""
    path = path or newest(finished=True)
    if path is None:
        raise RecordError("there is no finished game to show")
    return path


def _by_age() -> list[Path]:
    """All kept games, the newest first."""
    try:
        folder = games_folder()
    except OSError:
        return []
    return sorted(folder.glob("*.json"), key=_time_of, reverse=True)


def _time_of(path: Path) -> float:
    """When a file was written last; long ago, if somebody has removed it meanwhile."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


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


def _forget_half_written(folder: Path) -> None:
    """Remove what was left by processes that were killed while they wrote."""
    for path in folder.glob(".*.part"):
        if _time_of(path) < time.time() - _DAY:
            path.unlink(missing_ok=True)
