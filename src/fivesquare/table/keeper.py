"""A running game saved to disk after every move, and what becomes of its file when the player leaves."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from threading import Lock
from typing import Any

from fivesquare.errors import FivesquareError
from fivesquare.position import Position
from fivesquare.table.help_notes import KEY, Help, with_help
from fivesquare.table.resignations import is_ended
from fivesquare.table.saved_games import Kept, Moves, save_as

_TRIED_AGAIN = "This is tried again after every move; to save it elsewhere type: save FILE"


class Keeper:
    """Saves one game, with notes of help, which may be made in another thread than that which moves.

    `on_warning` is called with what the player must know.
    """

    def __init__(self, kept: Kept | None, on_warning: Callable[[str], None]) -> None:
        self.kept = kept
        self.saved: Path | None = None
        """Where the user last saved it."""

        self.whole: Position | None = None
        """What must not be lost: the game as it was found, or as it ended."""

        self.was_kept = False
        """Whether it was ever written."""

        self._warn = on_warning
        self._is_resumed = kept is not None and kept.is_there
        self._been: set[Moves] = set()
        self._is_failing = False
        self._lock = Lock()
        self._latest: Position | None = None
        self._notes: Any = None
        """Of help since the game began or was continued, with those that it had; None if there are none."""

    @property
    def is_safe(self) -> bool:
        """Whether the last write succeeded."""
        return self.kept is not None and not self._is_failing

    @property
    def is_ours(self) -> bool:
        """Whether the file is in our own folder, not one that the user chose."""
        return self.kept is not None and self.kept.is_ours

    def is_nothing(self, position: Position) -> bool:
        """Whether no move was made, now or before, and the user chose no file."""
        is_new = not position.moves and self.whole is None
        return is_new and (self.kept is None or self.kept.is_ours)

    def keep(self, position: Position) -> bool:
        """Write the game; whether that succeeded. Warns once on failure, and once on recovery."""
        with self._lock:
            warning = self._write(position)
        if warning:
            self._warn(warning)
        return self.is_safe

    def _write(self, position: Position) -> str:
        """Write the game; the warning that follows, if any."""
        noted = self.noted(position)
        is_found = self._is_resumed and not self._been
        if self.is_ours and position.moves and (position.is_over or is_found):
            self.whole = replace(noted)  # a copy, to be told from the position
        self._been.add(position.moves)
        self._latest = position
        if self.kept is None:
            return ""
        was_failing = self._is_failing
        try:
            self.kept.save(noted)
        except FivesquareError as error:
            self._is_failing = True
            return "" if was_failing else f"The game cannot be saved: {error}. {_TRIED_AGAIN}"
        self._is_failing, self.was_kept = False, True
        return "The game is saved again." if was_failing else ""

    def note_help(self, position: Position, player: int, kind: Help) -> None:
        """Note that a player was helped, at once in the file too; if that fails, the next move says so."""
        with self._lock:
            before = self.noted(position)
            now = with_help(before, player, kind)
            if now is before:
                return
            self._notes = now.extra[KEY]
            if self.whole is not None and not self.whole.is_over and kind != "undo":
                self.whole = with_help(self.whole, player, kind)
            if self.kept is not None and self.kept.is_there and self._latest is not None:
                with suppress(FivesquareError):
                    self.kept.save(self.noted(self._latest))

    def noted(self, position: Position) -> Position:
        """The position with all help that was noted, as it is written.

        The whole game has notes of its own: an undo is forgotten with the moves that are forgotten, and a
        finished game was finished without what came after it.
        """
        if self._notes is None or position is self.whole:
            return position
        return replace(position, extra={**position.extra, KEY: self._notes})

    def put_down(self, position: Position) -> bool:
        """Leave the game without asking what becomes of it; whether there is one to continue.

        A game without moves is removed. One that was continued and then taken back to its beginning is
        left as it was found.
        """
        if self.is_nothing(position):
            self.forget()
            return False
        if self.whole is not None and not position.moves:
            self.keep(self.whole)
            return not is_ended(self.whole)
        return self.was_kept and not is_ended(position)

    def forget(self) -> None:
        """Remove the game from our own folder."""
        if self.kept is not None and self.kept.is_ours:
            self.kept.remove()

    def save_as(self, name: str, position: Position) -> Path:
        """Save a copy in a file of the user's own, and return its path."""
        path = save_as(name, self.noted(position), self._been, self.kept)
        if self.kept is None or not self.kept.is_at(path):
            self.saved = path
        return path

    def is_whole_in(self, position: Position) -> bool:
        """Whether a position includes all that must not be lost."""
        return self.whole is None or position.moves[: len(self.whole.moves)] == self.whole.moves

    def lead_to(self, path: Path) -> None:
        """Replace our file by a link to one of the user's own, so that it is listed."""
        if self.kept is not None and self.kept.is_ours and self.kept.is_there:
            self.kept.lead_to(path)
