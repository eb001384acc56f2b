"""Settings: how the full screen looks and listens, remembered from one run to the next."""

from collections.abc import Callable, Sequence

from fivesquare.fullscreen.choices import Choice
from fivesquare.fullscreen.list_page import ListPage
from fivesquare.table import settings


class SettingsPage(ListPage):
    """A list of switches."""

    topic = "Settings"
    choosing = "change"

    def choices(self) -> Sequence[Choice]:
        program = self.program
        begins = (
            "line by line, as in the rule books" if settings.recall("mode") == "lines" else "full screen"
        )
        return [
            _switch("Colours", program.paint.theme, self._switch_theme),
            _switch("Animation", _yes(program.has_motion), self._switch_motion),
            _switch("hjkl move the cursor", _yes(program.has_vi_keys), self._switch_vi),
            _switch("fivesquare begins", begins, self._switch_mode),
        ]

    def _switch_theme(self) -> None:
        self.program.switch_theme()
        self.offer()

    def _switch_motion(self) -> None:
        self.program.has_motion = not self.program.has_motion
        settings.store(motion=self.program.has_motion)
        self.offer()

    def _switch_vi(self) -> None:
        self.program.has_vi_keys = not self.program.has_vi_keys
        settings.store(vi_keys=self.program.has_vi_keys)
        self.offer()

    def _switch_mode(self) -> None:
        settings.store(mode="full" if settings.recall("mode") == "lines" else "lines")
        self.offer()


def _switch(label: str, now: str, switch: Callable[[], object]) -> Choice:
    return Choice(label, switch, f"< {now} >", lambda _by: switch())


def _yes(is_on: bool) -> str:
    return "on" if is_on else "off"
