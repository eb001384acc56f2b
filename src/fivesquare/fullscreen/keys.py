"""Keys: what they do, and the line at the foot of a page that names them."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from rich.cells import cell_len
from textual import events
from textual.message import Message

from fivesquare.fullscreen.text import Line, TextView

SHOWN = {
    "left": "←",
    "right": "→",
    "up": "↑",
    "down": "↓",
    "enter": "Enter",
    "escape": "Esc",
    "home": "Home",
    "end": "End",
    "space": "Space",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "question_mark": "?",
    "tab": "Tab",
    "f1": "F1",
    "plus": "+",
    "minus": "-",
}
"""How keys are called on the screen, by the names that Textual has for them."""


class Key(NamedTuple):
    """Keys that do one thing; the first is the one that is named."""

    names: tuple[str, ...]
    label: str
    """What they do, in a word or two; empty to leave them out of the line at the foot."""

    run: Callable[[], object]
    meaning: str = ""
    """The same in a phrase, for the page of keys; the label if empty."""

    shown: str = ""
    """How they are called together, where the first name does not say it: ←↑↓→."""

    @property
    def cap(self) -> str:
        return self.shown or SHOWN.get(self.names[0], self.names[0])


def find(keys: Iterable[Key], name: str) -> Key | None:
    """The key of a name."""
    return next((key for key in keys if name in key.names), None)


class KeyBar(TextView):
    """As many keys as fit in a line, the last one always; a click on one presses it."""

    class Pressed(Message):
        """A key was clicked."""

        def __init__(self, key: Key) -> None:
            super().__init__()
            self.key = key

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._keys: Sequence[Key] = ()
        self._places = list[tuple[range, Key]]()

    def offer(self, keys: Sequence[Key]) -> None:
        """Show these keys, the most useful first."""
        self._keys = [key for key in keys if key.label]
        self._lay_out()

    def on_resize(self) -> None:
        self._lay_out()

    def _lay_out(self) -> None:
        fitting = list(self._keys)
        while len(fitting) > 1 and sum(map(_width, fitting)) > self.size.width:
            del fitting[-2]
        line, at = list[tuple[str, str]](), 0
        self._places = []
        for key in fitting:
            self._places.append((range(at, at + _width(key) - 1), key))
            line += [(f" {key.cap} ", "bold ink on line"), (f" {key.label}  ", "muted")]
            at += _width(key)
        self.show([line])

    def on_click(self, event: events.Click) -> None:
        for columns, key in self._places:
            if event.x in columns:
                self.post_message(self.Pressed(key))


def _width(key: Key) -> int:
    return cell_len(key.cap) + cell_len(key.label) + 5


def listed(keys: Iterable[Key]) -> list[Line]:
    """Every key with what it does, a line each."""
    named = [(_caps(key), key.meaning or key.label) for key in keys if key.label or key.meaning]
    widest = max((cell_len(caps) for caps, _ in named), default=0)
    return [
        ((f" {caps}{' ' * (widest - cell_len(caps))} ", "bold ink on line"), (f"  {meaning}", "ink"))
        for caps, meaning in named
    ]


def _caps(key: Key) -> str:
    """All names of a key."""
    return key.shown or " ".join(SHOWN.get(name, name) for name in key.names)
