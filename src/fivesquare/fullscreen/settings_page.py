"""Settings: how the full screen looks and listens, remembered from one run to the next."""

from collections.abc import Callable, Sequence

from textual.app import ComposeResult

from fivesquare.fullscreen.choices import Choice, ChoiceList
from fivesquare.fullscreen.keys import Key
from fivesquare.fullscreen.page import Page
from fivesquare.table import settings


class SettingsPage(Page):
    """A list of switches."""

    topic = "Settings"
    DEFAULT_CSS = "SettingsPage #list { width: 1fr; max-width: 78; padding: 1 1; }"

    def __init__(self) -> None:
        super().__init__()
        self._list = ChoiceList(id="list")

    def compose_body(self) -> ComposeResult:
        yield self._list

    def on_mount(self) -> None:
        self._offer()

    def _offer(self) -> None:
        program = self.program
        begins = (
            "line by line, as in the rule books" if settings.recall("mode") == "lines" else "full screen"
        )
        self._list.offer(
            [
                _switch("Colours", program.paint.theme, self._switch_theme),
                _switch("Animation", _yes(program.has_motion), self._switch_motion),
                _switch("hjkl move the cursor", _yes(program.has_vi_keys), self._switch_vi),
                _switch("fivesquare begins", begins, self._switch_mode),
            ]
        )

    def _switch_theme(self) -> None:
        self.program.switch_theme()
        self._offer()

    def _switch_motion(self) -> None:
        self.program.has_motion = not self.program.has_motion
        settings.store(motion=self.program.has_motion)
        self._offer()

    def _switch_vi(self) -> None:
        self.program.has_vi_keys = not self.program.has_vi_keys
        settings.store(vi_keys=self.program.has_vi_keys)
        self._offer()

    def _switch_mode(self) -> None:
        settings.store(mode="full" if settings.recall("mode") == "lines" else "lines")
        self._offer()

    def on_choice_list_moved(self) -> None:
        self.refresh_page()

    def on_choice_list_taken(self) -> None:
        self._list.take()

    def keys(self) -> Sequence[Key]:
        return self._list.keys("change")


def _switch(label: str, now: str, switch: Callable[[], object]) -> Choice:
    return Choice(label, switch, f"< {now} >", lambda _by: switch())


def _yes(is_on: bool) -> str:
    return "on" if is_on else "off"
