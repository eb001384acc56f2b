"""Lines of coloured text: what they are made of, and the widget that shows them."""

import textwrap
from collections.abc import Iterable, Sequence

from rich.cells import cell_len
from rich.segment import Segment
from textual.geometry import Size
from textual.strip import Strip
from textual.widget import Widget

from fivesquare.fullscreen.painted import Painted

Line = Sequence[tuple[str, str]]
"""Parts of text, each with the words of its style (colours.Paint)."""


def wrapped(text: str, width: int, style: str = "ink") -> list[Line]:
    """A text in lines of at most this width; its own line ends stay."""
    paragraphs = (textwrap.wrap(each, max(8, width)) or [""] for each in text.split("\n"))
    return [((line, style),) for lines in paragraphs for line in lines]


def beside(left: Line, right: Line, width: int) -> Line:
    """Two parts at the two ends of a line; the left one gives way."""
    room = width - length(right)
    shown = cut(left, room - 1)
    return (*shown, (" " * max(0, room - length(shown)), "ink"), *right)


def length(line: Line) -> int:
    """How many columns a line takes."""
    return sum(cell_len(text) for text, _ in line)


def cut(line: Line, width: int) -> Line:
    """A line that ends with three dots where it would be too long."""
    if length(line) <= width:
        return line
    kept, room = list[tuple[str, str]](), max(0, width - 1)
    for text, style in line:
        part = text[:room]
        kept.append((part, style))
        room -= len(part)
    return (*kept, ("…", line[-1][1])) if width > 0 else ()


class TextView(Painted, Widget):
    """Shows lines of coloured text, from the top."""

    def __init__(self, lines: Iterable[Line] = (), *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._lines = list(lines)

    @property
    def lines(self) -> Sequence[Line]:
        return self._lines

    def show(self, lines: Iterable[Line]) -> None:
        """Show these lines instead."""
        new = list(lines)
        if new != self._lines:
            has_other_height = len(new) != len(self._lines)
            self._lines = new
            self.refresh(
                layout=has_other_height and self.styles.height is not None and self.styles.height.is_auto
            )

    def get_content_height(self, _container: Size, _viewport: Size, _width: int) -> int:
        return len(self._lines)

    def render_line(self, y: int) -> Strip:
        line = self._lines[y] if y < len(self._lines) else ()
        segments = [Segment(text, self.paint[style]) for text, style in line]
        return Strip(segments).adjust_cell_length(self.size.width, self.paint["ink"])
