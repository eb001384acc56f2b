"""What can be said to the other player: six phrases to choose from."""

from collections.abc import Callable, Sequence
from functools import partial

from fivesquare.fullscreen.choices import Choice
from fivesquare.fullscreen.keys import Key
from fivesquare.fullscreen.list_page import ListPage
from fivesquare.words.friends import PHRASES


class PhrasesPage(ListPage):
    """A list of phrases; the one that is chosen is said, and the game is back."""

    topic = "Say"
    choosing = "say"
    DEFAULT_CSS = "PhrasesPage #list { max-width: 40; }"

    def __init__(self, say: Callable[[str], object]) -> None:
        super().__init__()
        self._say = say

    def choices(self) -> Sequence[Choice]:
        return [
            Choice(words, partial(self._choose, name), str(number))
            for number, (name, words) in enumerate(PHRASES.items(), 1)
        ]

    def _choose(self, phrase: str) -> None:
        self.leave()
        self._say(phrase)

    def keys(self) -> Sequence[Key]:
        numbered = enumerate(PHRASES, 1)
        digits = [Key((str(number),), "", partial(self._choose, name)) for number, name in numbered]
        return [*super().keys(), *digits]
