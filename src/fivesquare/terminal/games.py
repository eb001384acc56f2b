"""Where games are kept: one file a game, written after every move, before it is acknowledged.

The folder is `fivesquare/games` in the user's state folder. A finished game stays, to be replayed; one that
was left stays, to go on with. Of each kind a hundred are kept, and the oldest go first.

A game has an identity, the `id` of its record, which tells it from others with the same board. While it is
played its file is held: nobody else can play it.
"""

import os
import secrets
import time
from collections.abc import Callable, Collection
from contextlib import ExitStack, closing, suppress
from dataclasses import replace
from pathlib import Path

from fivesquare import files, record
from fivesquare.errors import BusyFileError, FileError, FivesquareError, RecordError
from fivesquare.files import Hold, named
from fivesquare.position import Position

_KEPT_FINISHED = 100
_KEPT_UNFINISHED = 100
_DAY = 24 * 60 * 60

Moves = tuple[str, ...]


class Kept:
    """The file in which a running game is kept, held until it is closed."""

    def __init__(self, path: Path, hold: Hold | None = None) -> None:
        """Without a hold, the file is made when the game is saved first."""
        self.path = path
        self._hold = hold

    @property
    def is_there(self) -> bool:
        """Whether there is a file yet."""
        return self._hold is not None

    def save(self, position: Position) -> None:
        text = _written(position)
        if self._hold is None:
            files.make_folder(self.path.parent)
            self._hold = Hold(self.path, create=True)
        self._hold.write(text)

    def remove(self) -> None:
        if self._hold is not None:
            self._hold.remove()

    def close(self) -> None:
        if self._hold is not None:
            self._hold.release()

    def is_at(self, path: Path) -> bool:
        """Whether that is another name of this file."""
        with suppress(OSError, ValueError):
            return self.path.samefile(path)
        return False

    @property
    def is_ours(self) -> bool:
        """Whether it is we who chose where this game is kept."""
        with suppress(OSError, FileError):
            return Path(os.path.realpath(self.path)).parent == Path(os.path.realpath(games_folder()))
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
    """The opening of a game that is not any other."""
    return replace(position, extra={**position.extra, "id": secrets.token_hex(8)})


def keep_here(book: str) -> Kept:
    """A file for a new game in our own folder."""
    folder = games_folder()
    _forget_oldest()
    _forget_half_written(folder)
    now = time.strftime("%Y%m%d-%H%M%S", time.gmtime())
    return Kept(folder / f"{now}-{book}-{secrets.token_hex(4)}.json")


def keep_in(name: str, position: Position, been: Collection[Moves] = ()) -> Kept:
    """Keep a game in a file of the user's own. A file that holds anything else is left alone."""
    path = _path_of(name)
    with suppress(OSError):
        if path.exists() and not path.is_file():
            raise RecordError(f"{named(name)} exists and is no game: choose another name")
    try:
        hold = Hold(path, create=True)
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
    """Save a game once in a file of the user's own; `kept` is where it is kept anyway."""
    path = _path_of(name)
    if kept is not None and kept.is_at(path):
        kept.save(position)
    else:
        keep_in(name, position, been).close()
    return path


def _path_of(name: str) -> Path:
    if not name.isprintable():
        raise RecordError(f"{named(name)} is no file name")
    try:
        return Path(name).expanduser()
    except RuntimeError:
        raise FileError(f"cannot write {named(name)}: there is no such folder") from None


def _why_not_ours(hold: Hold, position: Position, been: Collection[Moves]) -> str | None:
    """What a file holds that is neither nothing nor an earlier state of this game.

    Its moves must be the beginning of ours or of what we have `been` at, before moves were taken back. All
    else in it but the players, whom `resume` can change, must stand in ours as well: so nothing is lost.
    """
    try:
        if not hold.text:
            return None
        theirs = Position.from_record(record.parse_record(hold.text))
    except FivesquareError:
        return "exists and is no game"
    if not _is_same_game(theirs, position):
        return "holds another game"
    if not any(moves[: len(theirs.moves)] == theirs.moves for moves in (position.moves, *been)):
        return "holds this game with other moves"
    return None


def _is_same_game(theirs: Position, ours: Position) -> bool:
    if (theirs.book, theirs.board) != (ours.book, ours.board):
        return False
    try:
        return theirs.extra.get("id") == ours.extra.get("id") and all(
            key in ours.extra and ours.extra[key] == value
            for key, value in theirs.extra.items()
            if key != "players"
        )
    except RecursionError:  # JSON can be nested more deeply than Python compares
        return False


def _is_played(path: Path) -> str:
    return f"the game in {named(path)} is being played elsewhere"


def go_on(path: Path) -> tuple[Position, Kept]:
    """The game in a file, and a hold on it."""
    try:
        hold = Hold(path)
    except BusyFileError:
        raise BusyFileError(_is_played(path)) from None
    try:
        with record.naming(path):
            position = Position.from_record(record.parse_record(hold.text))
        if position.is_over:
            raise RecordError(f"the game in {named(path)} is over; see it with fivesquare replay")
    except BaseException:
        hold.release()
        raise
    return position, Kept(path, hold)


def last_left() -> tuple[Position, Kept]:
    """The game that was left last, and a hold on it. One that nobody has moved in was not left."""
    is_any_played = False
    for path in _by_age():
        try:
            position, kept = go_on(path)
        except BusyFileError:
            is_any_played = True
            continue
        except FivesquareError:
            continue
        if position.moves:
            return position, kept
        kept.close()
    but = " but what is being played elsewhere" if is_any_played else ""
    raise RecordError(f"there is no game to go on with{but}")


def finished(path: Path | None) -> Path:
    """The file that was named, or else the game that was finished last."""
    if path is not None:
        return path
    for candidate in _by_age():
        position = _read(candidate)
        if position is not None and position.is_over:
            return candidate
    raise RecordError("there is no finished game to show")


# --- By number ---


def every() -> list[tuple[Path, Position]]:
    """All kept games, the newest first: the first is number 1. Files that are no games have no number."""
    return [(path, position) for path in _by_age() if (position := _read(path)) is not None]


def numbered(number: int) -> tuple[Path, Position]:
    """The kept game of that number."""
    found = every()
    if 1 <= number <= len(found):
        return found[number - 1]
    have = f"they go from 1 to {len(found)}" if found else "none are kept yet"
    raise RecordError(f"there is no kept game {number}: {have}")


def is_played(path: Path) -> bool:
    """Whether somebody has a hold on this game."""
    try:
        Hold(path).release()
    except BusyFileError:
        return True
    except FileError:
        return False
    return False


def remove(paths: list[Path], may_remove: Callable[[], bool]) -> bool:
    """Remove games, all of them or none: they are held while `may_remove` asks. Whether they are gone.

    Of a link only the link goes: what it leads to is not ours.
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
        return Kept(path, Hold(path))
    except BusyFileError:
        raise BusyFileError(_is_played(path)) from None


# --- The folder ---


def _by_age() -> list[Path]:
    """All kept games, the newest first."""
    try:
        found = [path for path in games_folder().iterdir() if path.match("[!.]*.json")]
    except (OSError, FileError):
        return []
    return sorted(found, key=time_of, reverse=True)


def time_of(path: Path) -> float:
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


def _forget_oldest() -> None:
    """Keep the folder small; reading every game to know is only worth it once there are many."""
    paths = [path for path in _by_age() if not path.is_symlink()]  # what a link leads to is not ours
    if len(paths) <= min(_KEPT_FINISHED, _KEPT_UNFINISHED):
        return
    games = [(path, position) for path in paths if (position := _read(path)) is not None]
    over = [path for path, position in games if position.is_over]
    moved = [path for path, position in games if not position.is_over and position.moves]
    unmoved = [path for path, position in games if not position.is_over and not position.moves]
    for path in (*over[_KEPT_FINISHED:], *(moved + unmoved)[_KEPT_UNFINISHED:]):
        _forget(path)


def _forget(path: Path) -> None:
    """Remove a game, unless it is being played."""
    with suppress(FileError):
        hold = Hold(path)
        try:
            hold.remove()
        finally:
            hold.release()


def _forget_half_written(folder: Path) -> None:
    """Remove what was left by processes that were killed while they wrote."""
    for path in folder.glob(".*.part"):
        if time_of(path) < time.time() - _DAY:
            with suppress(OSError):
                path.unlink()
