"""What can be said to the other player: six phrases to choose from."""

from collections.abc import Callable, Sequence
from functools import partial

from textual.app import ComposeResult

from fivesquare.fullscreen.choices import Choice, ChoiceList
from fivesquare.fullscreen.keys import Key
from fivesquare.fullscreen.page import Page
from fivesquare.fullscreen.remote.followed_game import PHRASES


class PhrasesPage(Page):
    """A list of phrases; the one that is chosen is said, and the game is back."""

    topic = "Say"
    DEFAULT_CSS = "PhrasesPage #list { width: 1fr; max-width: 40; padding: 1 1; }"

    def __init__(self, say: Callable[[str], object]) -> None:
        super().__init__()
        self._say = say
        self._list = ChoiceList(id="list")

    def compose_body(self) -> ComposeResult:
        yield self._list

    def on_mount(self) -> None:
        numbered = enumerate(PHRASES.items(), 1)
        self._list.offer(
            [Choice(words, partial(self._choose, name), str(number)) for number, (name, words) in numbered]
        )

    def _choose(self, phrase: str) -> None:
        self.leave()
        self._say(phrase)

    def on_choice_list_moved(self) -> None:
        self.refresh_page()

    def on_choice_list_taken(self) -> None:
        self._list.take()

    def keys(self) -> Sequence[Key]:
        numbered = enumerate(PHRASES, 1)
        digits = [Key((str(number),), "", partial(self._choose, name)) for number, name in numbered]
        return [*self._list.keys("say"), *digits]
