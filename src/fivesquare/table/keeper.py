"""A running game saved to disk after every move, and what becomes of its file when the player leaves."""

from collections.abc import Callable
from pathlib import Path

from fivesquare.errors import FivesquareError
from fivesquare.position import Position
from fivesquare.table.saved_games import Kept, Moves, save_as


class Keeper:
    """Saves one game. `on_warning` is called with what the player must know."""

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
        is_found = self._is_resumed and not self._been
        if self.is_ours and position.moves and (position.is_over or is_found):
            self.whole = position
        self._been.add(position.moves)
        if self.kept is None:
            return False
        try:
            self.kept.save(position)
        except FivesquareError as error:
            if not self._is_failing:
                self._warn(
                    f"The game cannot be saved: {error}. This is tried again after every move; "
                    "to save it elsewhere type: save FILE"
                )
            self._is_failing = True
        else:
            if self._is_failing:
                self._warn("The game is saved again.")
            self._is_failing, self.was_kept = False, True
        return not self._is_failing

    def put_down(self, position: Position) -> bool:
        """Leave the game where nobody is asked what becomes of it; whether there is one to continue.

        A game without moves is removed. One that was continued and then taken back to its beginning is
        left as it was found.
        """
        if self.is_nothing(position):
            self.forget()
            return False
        if self.whole is not None and not position.moves:
            self.keep(self.whole)
            return not self.whole.is_over
        return self.was_kept and not position.is_over

    def forget(self) -> None:
        """Remove the game from our own folder."""
        if self.kept is not None and self.kept.is_ours:
            self.kept.remove()

    def save_as(self, name: str, position: Position) -> Path:
        """Save a copy in a file of the user's own, and return its path."""
        path = save_as(name, position, self._been, self.kept)
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
