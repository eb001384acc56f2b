"""Messages and questions about saving, during a game and on leaving it."""

from pathlib import Path

from fivesquare.errors import FivesquareError, quote
from fivesquare.position import Position
from fivesquare.table.keeper import Keeper
from fivesquare.table.summaries import after_resume, argument
from fivesquare.terminal.screen import Screen, inviting, sentence

_QUESTION = "Save this game? (yes, no, cancel, or a file name) "
_ADVICE = (
    "yes, or Enter alone, saves the game, to continue later; no forgets it; cancel returns to the game; "
    "a file name, like game.json, saves it there."
)
YES, NO, _CANCEL = ("y", "yes"), ("n", "no"), ("c", "cancel", "back")


class SavePrompt:
    """Asks the person at a screen about a keeper's game."""

    def __init__(self, keeper: Keeper, screen: Screen) -> None:
        self._keeper = keeper
        self._screen = screen

    def save_as(self, name: str, position: Position) -> Path | None:
        """Save the game in a file and return its path; None, with a message, if that fails."""
        try:
            path = self._keeper.save_as(name, position)
        except FivesquareError as error:
            self._screen.write(f"{sentence(error)}\n")
            return None
        self._screen.write(inviting("Saved. Continue at any time with:", f"resume {argument(path)}\n"))
        return path

    def say_how_to_resume(self, position: Position) -> None:
        keeper = self._keeper
        if keeper.is_nothing(position):
            self._screen.write("No moves yet, so nothing was saved.")
        elif keeper.whole is not None and not position.moves:  # everything was undone: nothing to resume
            self._restore(keeper.whole)
        elif keeper.kept is not None and keeper.keep(position):
            name = after_resume(keeper.kept.path)
            self._screen.write(inviting("The game is saved. Continue with:", f"resume{name}"))
        else:
            self._say_what_is_lost()

    def _say_what_is_lost(self) -> None:
        what = "The last moves were" if self._keeper.was_kept else "The game was"
        self._screen.write(f"{what} not saved.")

    def leave(self, position: Position) -> bool:
        """Ask whether to save, if that is a question; whether the user may leave now."""
        keeper = self._keeper
        is_safe = keeper.kept is not None and not keeper.is_ours and keeper.keep(position)
        if is_safe or keeper.is_nothing(position):
            self.say_how_to_resume(position)
            return True
        while True:
            answer = unquoted(self._screen.ask(_QUESTION, _ADVICE))
            if answer.lower() in _CANCEL:
                self._screen.write()
                return False
            if self._is_settled(position, answer):
                return True

    def _is_settled(self, position: Position, answer: str) -> bool:
        if answer.lower() in NO:
            self._forget()
            return True
        if answer.lower() in ("", *YES):
            if self._keeper.keep(position):
                self.say_how_to_resume(position)
                return True
            self._screen.write("It cannot be saved automatically: give a file name.")
            return False
        if not (_looks_like_a_file(answer) or self._is_meant(answer)):
            return False
        path = self.save_as(answer, position)
        if path is not None and path == self._keeper.saved:
            self._leave_to(path, position)
        return path is not None

    def _forget(self) -> None:
        keeper = self._keeper
        if not keeper.is_ours:
            self._say_what_is_lost()
        elif keeper.whole is not None:
            self._restore(keeper.whole)
        elif keeper.saved is not None:
            self._lead_to(keeper.saved)
            name = argument(keeper.saved)
            self._screen.write(inviting("Your saved copy is kept. Continue with:", f"resume {name}"))
        else:
            try:
                keeper.forget()
            except FivesquareError as error:
                self._screen.warn(sentence(error))
            else:
                self._screen.write("The game was not saved.")

    def _leave_to(self, path: Path, position: Position) -> None:
        """Replace our file by the user's own, unless ours held more of the game."""
        whole = self._keeper.whole
        if whole is None or self._keeper.is_whole_in(position):
            self._lead_to(path)
        else:
            self._restore(whole)

    def _lead_to(self, path: Path) -> None:
        try:
            self._keeper.lead_to(path)
        except FivesquareError as error:
            self._screen.warn(sentence(error))

    def _restore(self, whole: Position) -> None:
        if self._keeper.keep(whole):
            self._screen.write("The game is saved as it was before you continued it.")

    def _is_meant(self, word: str) -> bool:
        """Confirm that an unlikely word is a file name."""
        question = f"Save it in a file named {quote(word)}? (yes or no) "
        return self._screen.ask(question, "yes saves it there; no asks again.").strip().lower() in YES


def _looks_like_a_file(name: str) -> bool:
    return "/" in name or bool(Path(name).suffix)


def unquoted(name: str) -> str:
    """A file name without the quotes that a shell would have removed."""
    name = name.strip()
    is_quoted = len(name) > 1 and name[0] == name[-1] and name[0] in "\"'"
    return name[1:-1] if is_quoted else name
