"""What every page has: a title, a line that says what happened, keys, and a page that lists them."""

from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.screen import Screen

from fivesquare.errors import FivesquareError
from fivesquare.fullscreen.keys import Key, KeyBar, find, listed
from fivesquare.fullscreen.painted import Painted
from fivesquare.fullscreen.text import Line, TextView, beside, wrapped
from fivesquare.words.listener import capital

WIDE = 80
"""From so many columns on, what is said about a board has a column of its own."""

_READABLE = 76  # columns of a paragraph
_WIDTHS: list[tuple[int, str]] = [(0, "-narrow"), (WIDE, "-wide")]


class Page(Painted, Screen[None]):
    """A page of the full screen. `keys` says what can be done on it now."""

    AUTO_FOCUS = ""
    HORIZONTAL_BREAKPOINTS = _WIDTHS
    DEFAULT_CSS = """
    Page { layout: vertical; }
    Page #title { height: 1; }
    Page #message { height: 1; }
    Page.-narrow #message { height: 2; }
    Page #keys { height: 1; }
    Page #body { height: 1fr; }
    """
    _message: tuple[str, str] = ("", "ink")
    topic = ""
    """The first word of the title."""

    def compose(self) -> ComposeResult:
        yield TextView(id="title")
        yield from self.compose_body()
        yield TextView(id="message")
        yield KeyBar(id="keys")

    def compose_body(self) -> ComposeResult:
        """What is between the title and the line that says what happened."""
        yield from ()

    def on_mount(self) -> None:
        self.program.use_paper(self)
        self.refresh_page()

    @property
    def is_thinking(self) -> bool:
        """Whether something is being worked out for this page."""
        return False

    # --- What is shown ---

    def heading(self) -> str:
        """The rest of the title."""
        return ""

    def status(self) -> str:
        """What the title ends with."""
        return ""

    def refresh_page(self) -> None:
        """Show what has changed."""
        if not self.is_mounted:
            return
        title = ((f" {self.topic} ", "bold on-first on first"), (f" {self.heading()}", "bold ink"))
        self.query_one("#title", TextView).show(
            [beside(title, ((f"{self.status()} ", "muted"),), self.size.width)]
        )
        self.query_one(KeyBar).offer(self._offered())
        self._show_message()

    def say(self, text: str, style: str = "ink") -> None:
        """Show a sentence on the line at the foot, until something else is said."""
        self._message = (text, style)
        if self.is_mounted:
            self._show_message()

    def complain(self, error: FivesquareError) -> None:
        self.say(f"{capital(str(error))}.", "bad")

    def fail(self, error: BaseException) -> None:
        """Say what went wrong in the background; a fault of ours is raised."""
        if not isinstance(error, FivesquareError):
            raise error
        self.complain(error)

    def read(self, topic: str, heading: str, texts: Sequence[str]) -> None:
        """Open a page with paragraphs to read."""
        width = min(_READABLE, self.size.width - 6)
        lines = [line for text in texts for line in (*wrapped(text, width), ())]
        self.program.push_screen(TextPage(topic, heading, lines))

    def _show_message(self) -> None:
        text, style = self._message
        lines = [((f" {part}", style),) for ((part, _),) in wrapped(text, self.size.width - 2)]
        self.query_one("#message", TextView).show(lines)

    def on_resize(self) -> None:
        self.refresh_page()

    def on_screen_resume(self) -> None:
        self.refresh_page()

    # --- Keys ---

    def keys(self) -> Sequence[Key]:
        """What can be done now, the most useful first."""
        return ()

    def _offered(self) -> list[Key]:
        """The keys of this page, and those of all pages."""
        return [*self.keys(), *self._usual_keys()]

    def _usual_keys(self) -> list[Key]:
        return [
            Key(("escape", "q"), "", self.leave, "back"),
            Key(("t",), "", self.program.switch_theme, "light or dark"),
            Key(("question_mark", "f1"), "keys", self.explain_keys, "this page"),
        ]

    def on_key(self, event: events.Key) -> None:
        key = find(self._offered(), event.key)
        if key is not None:
            event.stop()
            event.prevent_default()
            self.press(key)

    def on_key_bar_pressed(self, event: KeyBar.Pressed) -> None:
        self.press(event.key)

    def press(self, key: Key) -> None:
        """Do what a key does; what cannot be done is said."""
        try:
            key.run()
        except FivesquareError as error:
            self.complain(error)
        self.refresh_page()

    def leave(self) -> None:
        """Go back to the page before this one."""
        self.program.leave_page()

    signs: ClassVar[Sequence[tuple[str, str]]] = ()
    """The signs on this page, and what they mean."""

    def explain_keys(self) -> None:
        lines = listed(self._offered())
        if self.signs:
            explained = [((f" {sign:<6}", "bold ink"), (meaning, "ink")) for sign, meaning in self.signs]
            lines = [*lines, (), *explained]
        self.program.push_screen(TextPage("Keys", self.heading(), lines))


class TextPage(Page):
    """A text to read and to scroll through."""

    DEFAULT_CSS = """
    TextPage #body { padding: 1 2; scrollbar-size-vertical: 1; }
    TextPage #text { height: auto; }
    """

    def __init__(self, topic: str, heading: str, lines: Sequence[Line]) -> None:
        super().__init__()
        self.topic = topic
        self._heading = heading
        self._lines = lines

    def compose_body(self) -> ComposeResult:
        with VerticalScroll(id="body"):
            yield TextView(self._lines, id="text")

    def heading(self) -> str:
        return self._heading

    def keys(self) -> Sequence[Key]:
        body = self.query_one("#body", VerticalScroll)
        return [
            Key(("escape", "q", "enter", "question_mark"), "back", self.leave),
            Key(("down", "j"), "scroll", lambda: body.scroll_relative(y=1, animate=False), shown="↑↓"),
            Key(("up", "k"), "", lambda: body.scroll_relative(y=-1, animate=False)),
            Key(("pagedown", "space"), "", partial(body.scroll_page_down, animate=False), "a page down"),
            Key(("pageup",), "", partial(body.scroll_page_up, animate=False), "a page up"),
        ]
