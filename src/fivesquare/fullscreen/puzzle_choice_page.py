"""Which puzzles: of which game, and how hard; remembered from one run to the next."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from fivesquare.books import NAMED
from fivesquare.books.explain import in_a_sentence
from fivesquare.fullscreen.choices import Choice
from fivesquare.fullscreen.list_page import ListPage
from fivesquare.puzzles import DIFFICULTIES, Difficulty
from fivesquare.table import settings
from fivesquare.table.puzzle_supply import USUAL
from fivesquare.words.listener import capital

_ANY = "any game"
_NAMES: tuple[str | None, ...] = (None, *NAMED)


class PuzzleKind(NamedTuple):
    """Which puzzles are wanted; without a name those of any game."""

    name: str | None
    difficulty: Difficulty


def recalled() -> PuzzleKind:
    """What was chosen last."""
    stored = settings.recall("puzzles")
    known = stored if isinstance(stored, dict) else {}
    name = known.get("name")
    difficulty = next((each for each in DIFFICULTIES if each == known.get("difficulty")), USUAL)
    return PuzzleKind(name if isinstance(name, str) and name in NAMED else None, difficulty)


class PuzzleChoicePage(ListPage):
    """Chooses a game and a difficulty, and begins a series."""

    topic = "Puzzles"
    choosing = "begin"

    def __init__(self, use: Callable[[str | None, Difficulty], object]) -> None:
        super().__init__()
        self._use = use
        self._kind = recalled()

    def heading(self) -> str:
        return "which game, and how hard"

    def choices(self) -> Sequence[Choice]:
        name, hard = self._kind
        game = capital(name or _ANY)
        return [
            self.adjustable("Game", game, _NAMES, name, self._set_game, self._begin),
            self.adjustable("Difficulty", hard, DIFFICULTIES, hard, self._set_difficulty, self._begin),
        ]

    def _set_game(self, name: str | None) -> None:
        self._kind = self._kind._replace(name=name)

    def _set_difficulty(self, difficulty: Difficulty) -> None:
        self._kind = self._kind._replace(difficulty=difficulty)

    def _begin(self) -> None:
        settings.store(puzzles=self._kind._asdict())
        self.leave()
        self._use(*self._kind)

    def refresh_page(self) -> None:
        if self.is_mounted:
            name = self._kind.name
            self._message = ("" if name is None else in_a_sentence(NAMED[name]), "muted")
        super().refresh_page()
