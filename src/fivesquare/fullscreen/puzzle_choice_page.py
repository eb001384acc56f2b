"""Which puzzles: of which game, and how hard; remembered from one run to the next."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from textual.app import ComposeResult

from fivesquare.books import NAMED
from fivesquare.books.explain import in_a_sentence
from fivesquare.fullscreen.choices import Choice, ChoiceList
from fivesquare.fullscreen.keys import Key
from fivesquare.fullscreen.page import Page
from fivesquare.puzzles import DIFFICULTIES, Difficulty
from fivesquare.table import settings
from fivesquare.table.puzzle_supply import USUAL
from fivesquare.words.listener import capital

_ANY = "any game"
_NAMES: tuple[str | None, ...] = (None, *NAMED)


class PuzzleKind(NamedTuple):
    """Which puzzles somebody wants; those of any game without a name."""

    name: str | None
    difficulty: Difficulty


def recalled() -> PuzzleKind:
    """What was chosen last."""
    stored = settings.recall("puzzles")
    known = stored if isinstance(stored, dict) else {}
    name = known.get("name")
    difficulty = next((each for each in DIFFICULTIES if each == known.get("difficulty")), USUAL)
    return PuzzleKind(name if isinstance(name, str) and name in NAMED else None, difficulty)


class PuzzleChoicePage(Page):
    """Chooses a game and a difficulty, and begins a series."""

    topic = "Puzzles"
    DEFAULT_CSS = "PuzzleChoicePage #list { width: 1fr; max-width: 78; padding: 1 1; }"

    def __init__(self, use: Callable[[str | None, Difficulty], object]) -> None:
        super().__init__()
        self._use = use
        self._kind = recalled()
        self._list = ChoiceList(id="list")

    def compose_body(self) -> ComposeResult:
        yield self._list

    def on_mount(self) -> None:
        self._offer()

    def heading(self) -> str:
        return "which game, and how hard"

    def _offer(self) -> None:
        name, difficulty = self._kind
        self._list.offer(
            [
                Choice("Game", self._begin, f"< {capital(name or _ANY)} >", self._change_game),
                Choice("Difficulty", self._begin, f"< {difficulty} >", self._change_difficulty),
            ]
        )

    def _change_game(self, by: int) -> None:
        at = _NAMES.index(self._kind.name) + by
        self._kind = self._kind._replace(name=_NAMES[at % len(_NAMES)])
        self._offer()

    def _change_difficulty(self, by: int) -> None:
        at = DIFFICULTIES.index(self._kind.difficulty) + by
        self._kind = self._kind._replace(difficulty=DIFFICULTIES[at % len(DIFFICULTIES)])
        self._offer()

    def _begin(self) -> None:
        settings.store(puzzles=self._kind._asdict())
        self.leave()
        self._use(*self._kind)

    def on_choice_list_moved(self) -> None:
        self.refresh_page()

    def on_choice_list_taken(self) -> None:
        self._begin()

    def refresh_page(self) -> None:
        if self.is_mounted:
            name = self._kind.name
            self._message = ("" if name is None else in_a_sentence(NAMED[name]), "muted")
        super().refresh_page()

    def keys(self) -> Sequence[Key]:
        return self._list.keys("begin")
