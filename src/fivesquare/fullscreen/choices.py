"""A list to choose from: by arrows, mouse or the first letter."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from textual import events
from textual.message import Message
from textual.reactive import reactive

from fivesquare.fullscreen.keys import Key
from fivesquare.fullscreen.text import Line, TextView, cut, length


class Choice(NamedTuple):
    """A line of a list. Without `run` it is a heading."""

    label: str
    run: Callable[[], object] | None = None
    note: str = ""
    """What stands at its right."""

    change: Callable[[int], object] | None = None
    """Called with 1 or -1 by the right and the left arrow, where the line has a value."""


class ChoiceList(TextView, can_focus=True):
    """Shows choices, one a line, and scrolls where they are too many."""

    DEFAULT_CSS = "ChoiceList { height: 1fr; }"
    at: reactive[int] = reactive(0, repaint=False)

    class Moved(Message):
        """Another choice is pointed at."""

    class Taken(Message):
        """A choice was clicked."""

    def __init__(self, choices: Sequence[Choice] = (), *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.choices: Sequence[Choice] = ()
        self._top = 0
        self.offer(choices)

    @property
    def chosen(self) -> Choice | None:
        """The choice pointed at."""
        return self.choices[self.at] if self.at < len(self.choices) else None

    def offer(self, choices: Sequence[Choice]) -> None:
        """Offer these; what was pointed at stays so, if it is still there."""
        self.choices = choices
        if choices and (self.at >= len(choices) or choices[self.at].run is None):
            self.set_reactive(ChoiceList.at, next((n for n, each in enumerate(choices) if each.run), 0))
        self._lay_out()

    def step(self, by: int) -> None:
        """Point at the next choice, or the one before; at the end begin again."""
        places = [number for number, each in enumerate(self.choices) if each.run is not None]
        if places:
            self.at = places[(places.index(self.at) + by) % len(places)]

    def watch_at(self) -> None:
        self._lay_out()
        self.post_message(self.Moved())

    def on_resize(self) -> None:
        self._lay_out()

    def _lay_out(self) -> None:
        room = max(1, self.size.height)
        is_first = all(each.run is None for each in self.choices[: self.at])
        self._top = 0 if is_first else max(self.at - room + 1, min(self._top, self.at))
        shown = self.choices[self._top : self._top + room]
        lines = [self._line(self._top + number, each, self.size.width) for number, each in enumerate(shown)]
        if self._top + room < len(self.choices):
            lines[-1] = self._continued(self._top + len(shown) - 1, "▾")
        if self._top:
            lines[0] = self._continued(self._top, "▴")
        self.show(lines)

    def _continued(self, number: int, mark: str) -> Line:
        """A line with a mark at its end: there are more beyond it."""
        room = max(0, self.size.width - 1)
        line = self._line(number, self.choices[number], room)
        return (*line, (" " * (room - length(line)), "ink"), (mark, "muted"))

    def _line(self, number: int, choice: Choice, width: int) -> Line:
        if choice.run is None:
            return cut(((choice.label, "muted"),), width)
        is_here = number == self.at
        ink, note = ("bold on-first on first", "on-first on first") if is_here else ("ink", "muted")
        label: Line = ((f" {'▸' if is_here else ' '} {choice.label} ", ink),)
        shown: Line = ((choice.note, note),)
        if length(label) > length(shown):  # the longer one gives way
            label = cut(label, max(width // 2, width - length(shown) - 1))
        shown = cut(shown, width - length(label) - 1)
        gap = " " * max(0, width - length(label) - length(shown) - 1)
        return cut([*label, (gap, ink), *shown, (" ", note)], width)

    def _under(self, y: int) -> int | None:
        number = self._top + y
        is_choice = number < len(self.choices) and self.choices[number].run is not None
        return number if is_choice else None

    def on_mouse_move(self, event: events.MouseMove) -> None:
        number = self._under(event.y)
        self.at = self.at if number is None else number

    def on_mouse_scroll_down(self) -> None:
        self.step(1)

    def on_mouse_scroll_up(self) -> None:
        self.step(-1)

    def on_click(self, event: events.Click) -> None:
        number = self._under(event.y)
        if number is not None:
            self.at = number
            self.post_message(self.Taken())

    def keys(self, meaning: str = "choose") -> list[Key]:
        """The keys that move through the list and choose."""
        keys = [
            Key(("enter", "space"), meaning, self.take),
            Key(("down", "j"), "move", lambda: self.step(1), "move through the list", "↑↓"),
            Key(("up", "k"), "", lambda: self.step(-1)),
        ]
        if self.chosen is not None and self.chosen.change is not None:
            keys.append(
                Key(("right", "l"), "change", lambda: self._change(1), "change what is chosen", "←→")
            )
            keys.append(Key(("left", "h"), "", lambda: self._change(-1)))
        return keys

    def take(self) -> None:
        if self.chosen is not None and self.chosen.run is not None:
            self.chosen.run()

    def _change(self, by: int) -> None:
        if self.chosen is not None and self.chosen.change is not None:
            self.chosen.change(by)
