"""A page with one line to type, or to paste."""

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.reactive import reactive

from fivesquare.errors import FivesquareError
from fivesquare.fullscreen.errands import Errands
from fivesquare.fullscreen.keys import Key
from fivesquare.fullscreen.page import Page
from fivesquare.fullscreen.text import Line, TextView, cut, wrapped
from fivesquare.fullscreen.thinking import Thought
from fivesquare.words.listener import capital

_LONGEST = 4000  # characters; a paste may have any number


class Field(TextView):
    """A line of text with a cursor. Where it is too long, the part around the cursor is shown."""

    DEFAULT_CSS = "Field { height: 1; }"
    value: reactive[str] = reactive("", repaint=False)
    at: reactive[int] = reactive(0, repaint=False)
    """The character before which the cursor stands."""

    def __init__(self, value: str = "", *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.set_reactive(Field.value, value)
        self.set_reactive(Field.at, len(value))

    def watch_value(self) -> None:
        self._lay_out()

    def watch_at(self) -> None:
        self._lay_out()

    def on_mount(self) -> None:
        self._lay_out()

    def on_resize(self) -> None:
        self._lay_out()

    def _lay_out(self) -> None:
        room = max(8, self.size.width - 4)
        start = max(0, self.at - room + 1)
        shown = self.value[start : start + room]
        before, here = shown[: self.at - start], shown[self.at - start : self.at - start + 1]
        line: Line = (
            (" " if start == 0 else "…", "muted on line"),
            (before, "ink on line"),
            (here or " ", "bold on-first on first"),
            (shown[self.at - start + 1 :], "ink on line"),
        )
        self.show([(*cut(line, self.size.width), (" " * self.size.width, "ink on line"))])

    def insert(self, text: str) -> None:
        """Put text where the cursor is, in one line."""
        told = " ".join(text.split()) if len(text) > 1 else text
        room = max(0, _LONGEST - len(self.value))
        self.value = f"{self.value[: self.at]}{told[:room]}{self.value[self.at :]}"
        self.at += len(told[:room])

    def type(self, event: events.Key) -> bool:
        """Do what a key does to a line; whether it does anything."""
        moves = {"left": -1, "right": 1, "home": -_LONGEST, "end": _LONGEST}
        if event.key in moves:
            self.at = min(max(0, self.at + moves[event.key]), len(self.value))
        elif event.key in ("backspace", "ctrl+h"):
            self._remove(self.at - 1, self.at)
        elif event.key == "delete":
            self._remove(self.at, self.at + 1)
        elif event.key in ("ctrl+u", "ctrl+w"):
            words = self.value[: self.at].rstrip()
            self._remove(words.rfind(" ") + 1 if event.key == "ctrl+w" else 0, self.at)
        elif event.is_printable and event.character:
            self.insert(event.character)
        else:
            return False
        return True

    def _remove(self, start: int, end: int) -> None:
        start = max(0, start)
        self.value = self.value[:start] + self.value[end:]
        self.at = start


class FieldPage(Page):
    """Asks for a line. Subclasses say what is done with it."""

    DEFAULT_CSS = """
    FieldPage #body { padding: 1 2; height: 1fr; }
    FieldPage #asked { height: auto; max-width: 76; margin-bottom: 1; }
    FieldPage #error { height: auto; max-width: 76; margin-top: 1; }
    """
    asked = ""
    """What to type, and what it is for."""

    meaning = "done"
    """What Enter does, in a word."""

    at_work = "Wait ..."
    """What is said while the line is being used."""

    def __init__(self, value: str = "") -> None:
        super().__init__()
        self.field = Field(value, id="field")
        self.errands = Errands(self)
        self._error = ""

    def compose_body(self) -> ComposeResult:
        with Vertical(id="body"):
            yield TextView(id="asked")
            yield self.field
            yield TextView(id="error")

    @property
    def is_thinking(self) -> bool:
        return self.errands.is_busy

    @property
    def is_waiting(self) -> bool:
        """Whether the line is being used."""
        return self.is_thinking

    def status(self) -> str:
        return self.at_work if self.is_waiting else ""

    def submit(self, text: str) -> None:
        """Use the line that was typed; a FivesquareError is shown below it."""

    def on_thought(self, thought: Thought) -> None:
        thought.show()
        self.refresh_page()

    def complain(self, error: FivesquareError) -> None:
        """Say below the line what is wrong with it."""
        said = capital(str(error))
        self._error = said if said.endswith(".") else f"{said}."
        self.refresh_page()

    def refresh_page(self) -> None:
        super().refresh_page()
        if self.is_mounted:
            width = min(76, self.size.width - 4)
            self.query_one("#asked", TextView).show(wrapped(self.asked, width))
            self.query_one("#error", TextView).show(
                wrapped(self._error, width, "bad") if self._error else ()
            )

    def on_key(self, event: events.Key) -> None:
        if not self.is_waiting and self.field.type(event):
            event.stop()
            event.prevent_default()
            self._error = ""
            self.refresh_page()

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        if not self.is_waiting:
            self._error = ""
            self.field.insert(event.text)
            self.refresh_page()

    def _enter(self) -> None:
        self._error = ""
        self.submit(self.field.value.strip())

    def keys(self) -> list[Key]:
        return [] if self.is_waiting else [Key(("enter",), self.meaning, self._enter)]

    def _usual_keys(self) -> list[Key]:
        """Letters are typed here."""
        leave = Key(("escape",), "cancel", self.leave, "back")
        return [leave, Key(("f1",), "keys", self.explain_keys, "this page")]
