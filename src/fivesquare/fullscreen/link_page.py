"""A link to share: shown, and copied where the terminal can do that."""

from collections.abc import Sequence

from textual.app import ComposeResult

from fivesquare.fullscreen.keys import Key
from fivesquare.fullscreen.page import Page
from fivesquare.fullscreen.remote.game_links import parse_link
from fivesquare.fullscreen.text import Line, TextView, wrapped

_ONLY_HERE = (
    "This address works on this computer only. For a link for others, join the game at an address that "
    "they can reach."
)


class LinkPage(Page):
    """Shows a link, with what it is for."""

    topic = "Link"
    DEFAULT_CSS = "LinkPage #text { height: 1fr; padding: 1 0; }"

    def __init__(self, link: str, purpose: str) -> None:
        super().__init__()
        self._link, self._purpose = link, purpose

    def compose_body(self) -> ComposeResult:
        yield TextView(id="text")

    def refresh_page(self) -> None:
        super().refresh_page()
        if self.is_mounted:
            self.query_one("#text", TextView).show(self._lines())

    def _lines(self) -> list[Line]:
        """The link on lines of its own, from the first column on, so that a mouse can mark it."""
        width = self.size.width
        link = f"<{self._link}>" if len(self._link) > width else self._link  # in <> it may be broken
        lines: list[Line] = [((" ", "ink"), *line) for line in wrapped(self._purpose, width - 2)]
        lines += [(), *(((link[at : at + width], "bold ink"),) for at in range(0, len(link), width)), ()]
        if parse_link(self._link).is_only_here:
            lines += [((" ", "ink"), *line) for line in wrapped(_ONLY_HERE, width - 2, "muted")]
        return lines

    def keys(self) -> Sequence[Key]:
        return [Key(("enter", "c"), "copy", self._copy, "copy the link")]

    def _copy(self) -> None:
        self.program.copy_to_clipboard(self._link)
        self.say("Copied, if your terminal allows it. Else mark it with the mouse and Shift.")
