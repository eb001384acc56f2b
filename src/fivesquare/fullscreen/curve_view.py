"""The course of a reviewed game as a strip: what perfect play leads to after each move.

●   ▃▃▃▃██▇▇▁▁            Up is good for the first player. Heights are square roots, or one
◆           ▀▀▔▔          landslide would flatten all the rest. Beneath: ✗ gave away the result,
      -   ✗   ⊗▲          - points, ⊗ is the turning point, ▲ is where the reader is.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from fivesquare.fullscreen.colours import Paint
from fivesquare.fullscreen.painted import Painted
from fivesquare.reviews import Review

LEAST, MOST = 3, 6
"""The lines that a curve needs, and those it can use."""

_LEFT, _RIGHT = 3, 1
_RISING = " ▁▂▃▄▅▆▇█"
_HANGING = (" ", "▔", "▔", "▀", "▀", "▀", "▀", "█", "█")  # where a colour cannot be turned round
_EIGHTHS = 8


class _Scale(NamedTuple):
    """How many lines stand above zero and below it, and how many eighths of a line one unit is."""

    above: int
    below: int
    unit: float


class CurveView(Painted, Widget):
    """Shows the curve of a review, and where in the game the reader is. A click goes to a move."""

    class Chosen(Message):
        """A place on the curve was clicked: so many moves into the game."""

        def __init__(self, at: int) -> None:
            super().__init__()
            self.at = at

    def __init__(self, review: Review, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._review = review
        self._at = 0

    def show(self, review: Review, at: int) -> None:
        """Show this review, and this place in it."""
        if (review, at) != (self._review, self._at):
            self._review, self._at = review, at
            self.refresh()

    # --- Where things are ---

    @property
    def _places(self) -> int:
        return len(self._review.moves) + 1

    @property
    def _room(self) -> int:
        return max(1, self.size.width - _LEFT - _RIGHT)

    def _here(self, column: int) -> range:
        """The places that a column stands for: one, unless there are more places than columns."""
        first = column * self._places // self._room
        return range(first, max(first + 1, (column + 1) * self._places // self._room))

    def column_of(self, at: int) -> int:
        """The column in the middle of a place."""
        return _LEFT + (2 * at + 1) * self._room // (2 * self._places)

    def _place_at(self, x: int) -> int | None:
        column = x - _LEFT
        return self._here(column)[0] if 0 <= column < self._room else None

    def on_click(self, event: events.Click) -> None:
        self._go(event.x)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        if event.button:
            self._go(event.x)

    def _go(self, x: int) -> None:
        at = self._place_at(x)
        if at is not None:
            self.post_message(self.Chosen(at))

    # --- Drawing ---

    def render_line(self, y: int) -> Strip:
        heights = [None if height is None else _root(height) for height in self._review.heights]
        scale = _scale([height for height in heights if height is not None], self.size.height - 1)
        if y == self.size.height - 1:
            drawn = self._marks()
        else:
            drawn = [self._label(y, scale)]
            drawn += [self._bar(column, y, heights, scale) for column in range(self._room)]
        return Strip(drawn).adjust_cell_length(self.size.width, self.paint["ink"])

    def _label(self, y: int, scale: _Scale) -> Segment:
        """Whose side of the curve it is."""
        if y == 0:
            return Segment(" ● ", self.paint["first-text"])
        is_last = y == scale.above + scale.below - 1
        return Segment(" ◆ " if is_last else " " * _LEFT, self.paint["second-text"])

    def _bar(self, column: int, y: int, heights: Sequence[float | None], scale: _Scale) -> Segment:
        places = self._here(column)
        known = [height for at in places if (height := heights[at]) is not None]
        paper = "tray" if self._at in places else "paper"
        if not known:
            return Segment("·" if y == scale.above - 1 else " ", self.paint[f"muted on {paper}"])
        level = _level(max(known, key=abs), scale)
        if y < scale.above:
            filled = min(_EIGHTHS, max(0, level - _EIGHTHS * (scale.above - 1 - y)))
            if level == 0 and y == scale.above - 1:
                return Segment("▁", self.paint[f"muted on {paper}"])
            return Segment(_RISING[filled], self.paint[f"first on {paper}"])
        filled = min(_EIGHTHS, max(0, -level - _EIGHTHS * (y - scale.above)))
        return self._hanging(filled, paper)

    def _hanging(self, filled: int, paper: str) -> Segment:
        """A part of a column below zero: drawn from above, by its background where that is a colour."""
        colours = self.paint.palette
        if filled in (0, _EIGHTHS) or colours[paper] == "default":
            return Segment(_HANGING[filled], self.paint[f"second on {paper}"])
        return Segment(_RISING[_EIGHTHS - filled], Paint.of(colours[paper], colours["second"]))

    def _marks(self) -> list[Segment]:
        """The line of mistakes, and where the reader is."""
        signs = dict[int, tuple[str, Style]]()
        turning = self._review.turning_point
        for move in sorted(self._review.moves, key=lambda move: (move.is_mistake, move.result_lost)):
            if move.is_mistake:
                sign = "⊗" if move is turning else "✗" if move.result_lost else "-"
                signs[self.column_of(move.number)] = sign, self.paint["bold bad"]
        here = self.column_of(self._at)
        signs[here] = "▲", signs.get(here, ("", self.paint["bold ink"]))[1]
        nothing = " ", self.paint["muted"]
        return [Segment(*signs.get(x, nothing)) for x in range(self.size.width)]


def _root(height: float) -> float:
    return math.copysign(math.sqrt(abs(height)), height)


def _scale(heights: Sequence[float], lines: int) -> _Scale:
    """The scale for some heights: both players have a line at least."""
    top, low = max([*heights, 0.0]), -min([*heights, 0.0])
    share = top / (top + low) if top + low else 0.5
    above = min(lines - 1, max(1, round(lines * share)))
    units = [_EIGHTHS * rows / most for rows, most in ((above, top), (lines - above, low)) if most]
    return _Scale(above, lines - above, min(units, default=1))


def _level(height: float, scale: _Scale) -> int:
    """A height in eighths of a line; what is not even is never drawn so."""
    level = round(height * scale.unit)
    return level or (height > 0) - (height < 0)
