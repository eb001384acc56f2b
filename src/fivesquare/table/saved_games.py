"""Saved games: one file per game, written atomically after every move, before the move is shown.

The folder is `fivesquare/games` in the user's state folder. It holds the last hundred finished games, to be
replayed, and the last hundred unfinished ones, to be continued.

A game has an identity, the `id` of its record, which tells it from others with the same board. While it is
played its file is locked: no other process can play it.
"""

import os
import secrets
import time
from collections.abc import Callable, Collection
from contextlib import ExitStack, closing, suppress
from dataclasses import replace
from pathlib import Path
from threading import Lock

from fivesquare import files, record
from fivesquare.errors import BusyFileError, FileError, FivesquareError, RecordError
from fivesquare.files import LockedFile, named
from fivesquare.position import Position
from fivesquare.table import help_notes
from fivesquare.table.resignations import is_ended

_KEPT_FINISHED = 100
_KEPT_UNFINISHED = 100
_DAY = 24 * 60 * 60

Moves = tuple[str, ...]


class Kept:
    """The file of a running game, locked until it is closed. Thread-safe."""

    def __init__(self, path: Path, hold: LockedFile | None = None) -> None:
        """Without a hold, the file is created at the first save."""
        self.path = path
        self._hold = hold
        self._is_closed = False
        self._lock = Lock()

    @property
    def is_there(self) -> bool:
        """Whether there is a file yet."""
        return self._hold is not None

    def save(self, position: Position) -> None:
        text = _written(position)
        with self._lock:
            if self._is_closed:
                raise FileError(f"{named(self.path)} was closed")
            if self._hold is None:
                files.make_folder(self.path.parent)
                self._hold = LockedFile(self.path, create=True)
            self._hold.write(text)

    def remove(self) -> None:
        """Delete the file; nothing is saved in it again."""
        with self._lock:
            self._is_closed = True
            if self._hold is not None:
                self._hold.remove()

    def lead_to(self, path: Path) -> None:
        """Replace this file by a link to one of the user's own, so that it is listed."""
        files.put_link(self.path, path)

    def close(self) -> None:
        """Unlock the file; nothing is saved in it again."""
        with self._lock:
            self._is_closed = True
            if self._hold is not None:
                self._hold.release()

    def is_at(self, path: Path) -> bool:
        """Whether the path is another name of this file."""
        with suppress(OSError, ValueError):
            return self.path.samefile(path)
        return False

    @property
    def is_ours(self) -> bool:
        """Whether this file, links resolved, is in our own folder."""
        return self._is_in_our_folder(os.path.realpath(self.path))

    @property
    def is_listed(self) -> bool:
        """Whether `games` lists this file; it may be a link to one of the user's own."""
        return self._is_in_our_folder(self.path)

    def _is_in_our_folder(self, path: str | Path) -> bool:
        with suppress(OSError, FileError):
            return os.path.realpath(Path(path).parent) == os.path.realpath(games_folder())
        return False


def _written(position: Position) -> str:
    return record.format_record(position.to_record()) + "\n"


def games_folder() -> Path:
    home = os.environ.get("XDG_STATE_HOME") or "~/.local/state"
    try:
        return Path(home).expanduser() / "fivesquare" / "games"
    except RuntimeError:
        raise FileError(f"there is no home folder {named(home)}") from None


# --- Beginning, saving, going on ---


def with_identity(position: Position) -> Position:
    """The opening with a new random id."""
    return replace(position, extra={**position.extra, "id": secrets.token_hex(8)})


def keep_here(book: str) -> Kept:
    """A file for a new game in our own folder."""
    folder = games_folder()
    with suppress(OSError, FileError):  # what cannot be tidied up stops no game
        _forget_oldest()
        _forget_half_written(folder)
    now = time.strftime("%Y%m%d-%H%M%S", time.gmtime())
    return Kept(folder / f"{now}-{book}-{secrets.token_hex(4)}.json")


def keep_in(name: str, position: Position, been: Collection[Moves] = ()) -> Kept:
    """Save a game in a file of the user's own. A file that holds anything else is left alone."""
    path = _path_of(name)
    with suppress(OSError):
        if path.exists() and not path.is_file():
            raise RecordError(f"{named(name)} exists and is not a game: choose another name")
    try:
        hold = LockedFile(path, create=True)
    except BusyFileError:
        raise BusyFileError(_is_played(path)) from None
    try:
        problem = _why_not_ours(hold, position, been)
        if problem is not None:
            raise RecordError(f"{named(name)} {problem}: choose another name")
        hold.write(_written(position))
    except BaseException:
        hold.release()
        raise
    return Kept(path, hold)


def save_as(name: str, position: Position, been: Collection[Moves] = (), kept: Kept | None = None) -> Path:
    """Save a copy in a file of the user's own; `kept` is the game's own file."""
    path = _path_of(name)
    if kept is not None and kept.is_at(path):
        kept.save(position)
    else:
        keep_in(name, position, been).close()
    return path


def _path_of(name: str) -> Path:
    if not name.isprintable():
        raise RecordError(f"{named(name)} is not a file name")
    try:
        return Path(name).expanduser()
    except RuntimeError:
        raise FileError(f"cannot write {named(name)}: there is no such folder") from None


def _why_not_ours(hold: LockedFile, position: Position, been: Collection[Moves]) -> str | None:
    """What a file holds other than an earlier state of this game; None if it may be overwritten.

    Its moves must be a prefix of ours, or of a state that we have `been` in before moves were taken back.
    All its other keys must be in ours too, so that nothing is lost: except the players, which `resume` can
    change, and the help that they had, which is noted later than the game begins.
    """
    try:
        if not hold.text:
            return None
        theirs = Position.from_record(record.parse_record(hold.text))
    except FivesquareError:
        return "exists and is not a game"
    if not _is_same_game(theirs, position):
        return "holds another game"
    if not any(moves[: len(theirs.moves)] == theirs.moves for moves in (position.moves, *been)):
        return "holds this game with other moves"
    return None


def _is_same_game(theirs: Position, ours: Position) -> bool:
    if (theirs.book, theirs.board, theirs.origin) != (ours.book, ours.board, ours.origin):
        return False
    try:
        return theirs.extra.get("id") == ours.extra.get("id") and all(
            key in ours.extra and ours.extra[key] == value
            for key, value in theirs.extra.items()
            if key not in ("players", help_notes.KEY)
        )
    except RecursionError:  # JSON can be nested more deeply than Python compares
        return False


def _is_played(path: Path) -> str:
    return f"the game in {named(path)} is being played elsewhere"


def go_on(path: Path) -> tuple[Position, Kept]:
    """The game in a file, and a lock on it."""
    try:
        hold = LockedFile(path)
    except BusyFileError:
        raise BusyFileError(_is_played(path)) from None
    try:
        with record.naming(path):
            position = Position.from_record(record.parse_record(hold.text))
        if is_ended(position):
            raise RecordError(f"the game in {named(path)} is over; see it with fivesquare replay")
    except BaseException:
        hold.release()
        raise
    return position, Kept(path, hold)


Wanted = Callable[[Position], bool]


def _any(_position: Position) -> bool:
    return True


def last_left(is_wanted: Wanted = _any) -> tuple[Position, Kept]:
    """The last unfinished game that is wanted, and a lock on it; games without moves do not count."""
    is_any_played = False
    for path in _by_age():
        try:
            position, kept = go_on(path)
        except BusyFileError:
            is_any_played = True
            continue
        except FivesquareError as error:
            if _is_passing(error):
                raise  # to continue another game would be worse
            continue
        if position.moves and is_wanted(position):
            return position, kept
        kept.close()
    but = " but what is being played elsewhere" if is_any_played else ""
    raise RecordError(f"there is no game to continue{but}")


def finished(path: Path | None, is_wanted: Wanted = _any) -> Path:
    """The given file, or the last finished game that is wanted."""
    if path is not None:
        return path
    for candidate in _by_age():
        position = _read(candidate)
        if position is not None and is_ended(position) and is_wanted(position):
            return candidate
    raise RecordError("there is no finished game to show")


# --- By number ---


def every() -> list[tuple[Path, Position]]:
    """All saved games that can be read, newest first."""
    found = []
    with suppress(FileError):
        for path in _by_age():
            with suppress(FivesquareError):
                found.append((path, record.load(path)))
    return found


def in_order() -> list[tuple[Path, Position]]:
    """All saved games, newest first; the first is number 1. Files that are not games are left out.

    A FileError if the disk or the system fails: without one file the others would have wrong numbers.
    """
    return [(path, position) for path in _by_age() if (position := _read(path)) is not None]


def numbered(number: int) -> tuple[Path, Position]:
    """The saved game of that number."""
    found = in_order()
    if 1 <= number <= len(found):
        return found[number - 1]
    have = f"they are numbered 1 to {len(found)}" if found else "none are saved yet"
    raise RecordError(f"there is no saved game {number}: {have}")


def is_played(path: Path) -> bool:
    """Whether this game is locked by a process."""
    try:
        LockedFile(path).release()
    except BusyFileError:
        return True
    except FileError:
        return False
    return False


def remove(paths: list[Path], may_remove: Callable[[], bool]) -> bool:
    """Delete games, all or none, which are locked while `may_remove` asks; whether they were deleted.

    Only the link is deleted where a game is a link to a file of the user's own.
    """
    with ExitStack() as held:
        holds = {path: held.enter_context(closing(_held(path))) for path in paths}
        if not may_remove():
            return False
        for path, kept in holds.items():
            if path.is_symlink():
                files.remove_link(path)
            else:
                kept.remove()
    return True


def _held(path: Path) -> Kept:
    try:
        return Kept(path, LockedFile(path))
    except BusyFileError:
        raise BusyFileError(_is_played(path)) from None


# --- The folder ---


def _by_age() -> list[Path]:
    """The files of all saved games, newest first."""
    try:
        folder = games_folder()
    except FileError:  # there is no home, so there are no games
        return []
    return files.by_age(folder, "[!.]*.json")


def time_of(path: Path) -> float:
    """When a file was last written; 0 if it has been deleted since."""
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


def _read(path: Path) -> Position | None:
    try:
        return record.load(path)
    except FivesquareError as error:
        if _is_passing(error):
            raise
        return None


def _is_passing(error: FivesquareError) -> bool:
    """Whether the disk or the system failed, so that a file may be a game all the same."""
    return isinstance(error, FileError) and error.is_passing


def _forget_oldest() -> None:
    """Keep the folder small; every game is read, but only once there are many."""
    paths = [path for path in _by_age() if not path.is_symlink()]  # what a link leads to is not ours
    if len(paths) <= min(_KEPT_FINISHED, _KEPT_UNFINISHED):
        return
    games = [(path, position) for path in paths if (position := _read(path)) is not None]
    over = [path for path, position in games if is_ended(position)]
    moved = [path for path, position in games if not is_ended(position) and position.moves]
    unmoved = [path for path, position in games if not is_ended(position) and not position.moves]
    for path in (*over[_KEPT_FINISHED:], *(moved + unmoved)[_KEPT_UNFINISHED:]):
        _forget(path)


def _forget(path: Path) -> None:
    """Delete a game, unless it is being played."""
    with suppress(FileError):
        hold = LockedFile(path)
        try:
            hold.remove()
        finally:
            hold.release()


def _forget_half_written(folder: Path) -> None:
    """Delete what processes left that were killed while writing: partial files and empty ones."""
    a_day_ago = time.time() - _DAY
    for path in folder.glob(".*.part"):
        if time_of(path) < a_day_ago:
            with suppress(OSError):
                path.unlink()
    for path in _by_age():
        if _is_empty(path) and time_of(path) < a_day_ago:
            _forget(path)


def _is_empty(path: Path) -> bool:
    try:
        return path.stat().st_size == 0 and not path.is_symlink()  # what a link leads to is not ours
    except OSError:
        return False
