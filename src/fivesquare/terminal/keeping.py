"""A running game kept on disk, and what is said about that: when it fails, and when somebody leaves."""

from pathlib import Path

from fivesquare.errors import FivesquareError, quote
from fivesquare.position import Position
from fivesquare.terminal.games import Kept, Moves, save_as
from fivesquare.terminal.screen import Screen, argument, inviting, sentence
from fivesquare.terminal.summaries import after_resume

_QUESTION = "Save this game? (yes, no, cancel, or a file name) "
YES, NO, _CANCEL = ("y", "yes"), ("n", "no"), ("c", "cancel", "back")


class Keeper:
    """Keeps one game, and tells whoever plays what they must know of it."""

    def __init__(self, kept: Kept | None, screen: Screen) -> None:
        self.kept = kept
        self._screen = screen
        self._is_resumed = kept is not None and kept.is_there
        self._whole: Position | None = None  # what must not be lost: a game as it was found, or as it ended
        self._been: set[Moves] = set()
        self._is_failing, self._was_kept = False, False

    @property
    def is_safe(self) -> bool:
        """Whether all is on disk that was written last."""
        return self.kept is not None and not self._is_failing

    def is_nothing(self, position: Position) -> bool:
        """Whether nobody has moved, now or before, and nobody has said where to keep the game."""
        is_new = not position.moves and self._whole is None
        return is_new and (self.kept is None or self.kept.is_ours)

    def keep(self, position: Position) -> bool:
        """Write the game down. Who plays is told once when that fails, and once when it works again."""
        is_found = self._is_resumed and not self._been
        if (
            self.kept is not None
            and self.kept.is_ours
            and position.moves
            and (position.is_over or is_found)
        ):
            self._whole = position
        self._been.add(position.moves)
        if self.kept is None:
            return False
        try:
            self.kept.save(position)
        except FivesquareError as error:
            if not self._is_failing:
                self._screen.warn(
                    f"The game cannot be kept: {error}. This is tried again after every move; "
                    "to keep it elsewhere type: save FILE"
                )
            self._is_failing = True
        else:
            if self._is_failing:
                self._screen.warn("The game is kept again.")
            self._is_failing, self._was_kept = False, True
        return not self._is_failing

    def forget(self) -> bool:
        """Remove the game from our own folder; False, and a word about it, if it cannot be."""
        if self.kept is not None and self.kept.is_ours:
            try:
                self.kept.remove()
            except FivesquareError as error:
                self._screen.warn(sentence(error))
                return False
        return True

    def save_as(self, name: str, position: Position) -> Path | None:
        """The file in which the game is saved now; None, and a word about it, if it cannot be."""
        try:
            path = save_as(name, position, self._been, self.kept)
        except FivesquareError as error:
            self._screen.write(f"{sentence(error)}\n")
            return None
        self._screen.write(inviting("Saved. Go on at any time with:", f"resume {argument(path)}\n"))
        return path

    # --- Leaving ---

    def say_how_to_resume(self, position: Position) -> None:
        if self.is_nothing(position):
            self._screen.write("Nobody has moved: the game is not kept.")
        elif self._whole is not None and not position.moves:  # all was taken back: nobody goes on with that
            self._restore(self._whole)
        elif self.kept is not None and self.keep(position):
            name = after_resume(self.kept.path)
            self._screen.write(inviting("The game is kept. Go on with:", f"resume{name}"))
        else:
            self._say_what_is_lost()

    def _say_what_is_lost(self) -> None:
        what = "The last moves are" if self._was_kept else "The game is"
        self._screen.write(f"{what} not kept.")

    def leave(self, position: Position) -> bool:
        """Ask, if there is anything to ask, whether to save; whether one may go now."""
        is_safe = self.kept is not None and not self.kept.is_ours and self.keep(position)
        if is_safe or self.is_nothing(position):
            self.say_how_to_resume(position)
            return True
        while True:
            answer = unquoted(self._screen.ask(_QUESTION))
            if answer.lower() in _CANCEL:
                self._screen.write()
                return False
            if self._is_settled(position, answer):
                return True

    def _is_settled(self, position: Position, answer: str) -> bool:
        if answer.lower() in NO:
            if self.kept is None or not self.kept.is_ours:
                self._say_what_is_lost()
            elif self._whole is not None:
                self._restore(self._whole)
            elif self.forget():
                self._screen.write("The game is not kept.")
            return True
        if answer.lower() in ("", *YES):
            if self.keep(position):
                self.say_how_to_resume(position)
                return True
            self._screen.write("There is no place to keep it by itself: give a file name.")
            return False
        if not (_looks_like_a_file(answer) or self._is_meant(answer)):
            return False
        path = self.save_as(answer, position)
        if path is not None and self.kept is not None and not self.kept.is_at(path):
            self._leave_to(position)
        return path is not None

    def _leave_to(self, position: Position) -> None:
        """The game is in a file of the user's own now: here it need not be, unless more of it is here."""
        whole = self._whole
        if whole is None or position.moves[: len(whole.moves)] == whole.moves:
            self.forget()
        else:
            self._restore(whole)

    def _restore(self, whole: Position) -> None:
        if self.keep(whole):
            self._screen.write("The game is kept as it was before you went on with it.")

    def _is_meant(self, word: str) -> bool:
        """Whether an odd word is the name of a file: more likely it was meant for something else."""
        return (
            self._screen.ask(f"Save it in a file named {quote(word)}? (yes or no) ").strip().lower() in YES
        )


def _looks_like_a_file(name: str) -> bool:
    return "/" in name or bool(Path(name).suffix)


def unquoted(name: str) -> str:
    """What was typed for a file, without the quotes that a shell would have taken off."""
    name = name.strip()
    is_quoted = len(name) > 1 and name[0] == name[-1] and name[0] in "\"'"
    return name[1:-1] if is_quoted else name
