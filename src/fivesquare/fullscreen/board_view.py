"""A board of tiles: the one widget that draws positions, and says which cell is meant.

    ▗▄▄▄▄1▄▄▄▄▖   2           A tile is as large as the room allows, at least 3 x 1. Its lowest line is an
    ▐●      +5▌◆              upper half block in a darker shade: the edge of a key, and half a line of gap.
  1 ▐    9    ▌    4          So the cursor is a frame that stands in the gaps and hides nothing.
    ▐▀▀▀▀▀▀▀▀▀▌▀▀▀▀▀▀▀▀▀      Owner: colour and shape, ● ◆; ◉ ◈ the last claim; ○ ◇ what a claim would take.
                              May be claimed: a raised key. May not: a number printed on the tray.

It asks the position everything and knows no rule.
"""

from collections.abc import Iterator, Mapping, Sequence, Set
from typing import NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from fivesquare.board import Size
from fivesquare.fullscreen.colours import Paint, mixed
from fivesquare.fullscreen.painted import Painted
from fivesquare.match import Step
from fivesquare.pictures import Note
from fivesquare.position import Position, start

SHAPES, LAST, TAKEN, WOULD_BE = (" ", "●", "◆"), (" ", "◉", "◈"), (" ", "◍", "❖"), (" ", "○", "◇")
SIGNS = {1: "▲", 0: "=", -1: "▼"}
KINDS = ("", "first", "second")
LEFT, TOP, GAP = 2, 1, 1
"""Columns for the numbers of rows, lines for those of columns, columns between two tiles."""

_WIDEST, _HIGHEST = 15, 7
_FLASHES = 2  # how often what a move has changed lights up
_FLASH = 0.12  # seconds
_DIGITS = (
    "█▀█ ▀█  ▀▀█ ▀▀█ █ █ █▀▀ █▀▀ ▀▀█ █▀█ █▀█",
    "█ █  █  █▀▀  ▀█ ▀▀█ ▀▀█ █▀█   █ █▀█ ▀▀█",
    "▀▀▀ ▀▀▀ ▀▀▀ ▀▀▀   ▀ ▀▀▀ ▀▀▀   ▀ ▀▀▀ ▀▀▀",
)


class Tile(NamedTuple):
    """The size of a tile in characters."""

    width: int
    """Without the gap beside it."""

    height: int
    """With its edge."""


def tile_for(size: Size, columns: int, lines: int) -> Tile:
    """The largest tile of a pleasant shape with which a board fits so many columns and lines."""
    width = (columns - LEFT - GAP) // size.columns - GAP
    height = min(_HIGHEST, max(1, (lines - TOP) // size.rows))
    return Tile(max(3, min(_WIDEST, width, 2 * height + (1 if height > 1 else 2))), height)


def needed(size: Size) -> tuple[int, int]:
    """The columns and lines that the smallest tiles of a board need."""
    return LEFT + GAP + size.columns * (3 + GAP), TOP + size.rows


class _Look(NamedTuple):
    """The colours of a tile."""

    face: str
    ink: str
    edge: str
    """That of the tray where the tile is not raised."""


class BoardView(Painted, Widget, can_focus=True):
    """Shows a position. The cursor can be watched, and a click says that a cell was chosen."""

    cursor: reactive[int] = reactive(0, repaint=False)
    # Never sweep: see the constructor. Positions that are equal may have other last moves, or a result.
    position: reactive[Position] = reactive(lambda: start("sweep"), always_update=True)
    notes: reactive[Mapping[int, Note]] = reactive(dict)
    """What claims are worth."""

    ghosts: reactive[Mapping[int, str]] = reactive(dict)
    """Cells of a hint, with what is written in their corners."""

    live: reactive[bool] = reactive(True)
    """Whether a claim can be made here, and is previewed."""

    still: reactive[bool] = reactive(False)
    """Whether cells are pointed at for another reason than to claim them."""

    class Chosen(Message):
        """A cell was clicked; the cursor is there."""

    class Pointed(Message):
        """The cursor has moved."""

    def __init__(self, position: Position, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.set_reactive(BoardView.position, position)
        self._lit: Set[int] = frozenset()

    # --- Where things are ---

    @property
    def tile(self) -> Tile:
        return tile_for(self.position.size, *self.size)

    @property
    def has_room(self) -> bool:
        """Whether the smallest tiles fit."""
        columns, lines = needed(self.position.size)
        return self.size.width >= columns and self.size.height >= lines

    def _origin(self) -> tuple[int, int]:
        """The upper left corner of what is drawn, which is in the middle."""
        (rows, columns), tile = self.position.size, self.tile
        width, height = LEFT + GAP + columns * (tile.width + GAP), TOP + rows * tile.height
        return max(0, (self.size.width - width) // 2), max(0, (self.size.height - height) // 2)

    def cell_at(self, x: int, y: int) -> int | None:
        """The cell that is drawn there; the gap on its left and its edge are part of it."""
        (left, top), tile, (rows, columns) = self._origin(), self.tile, self.position.size
        column, row = (x - left - LEFT) // (tile.width + GAP), (y - top - TOP) // tile.height
        return row * columns + column if 0 <= row < rows and 0 <= column < columns else None

    def region_of(self, cell: int) -> Region:
        """A cell with the gaps around it, so that no more than that is painted again."""
        (left, top), (width, height) = self._origin(), self.tile
        row, column = divmod(cell, self.position.size.columns)
        x, y = left + LEFT + column * (width + GAP), top + TOP + row * height - 1
        return Region(x, y, width + 2 * GAP, height + 2)

    # --- Pointing and choosing ---

    def watch_cursor(self, before: int, now: int) -> None:
        if self.size:
            cells = {before, now, *self._taking(before)[1], *self._taking(now)[1]}
            self.refresh(*map(self.region_of, cells))
        self.post_message(self.Pointed())

    def validate_cursor(self, cell: int) -> int:
        return min(max(cell, 0), self.position.size.cells - 1)

    def step(self, rows: int, columns: int) -> None:
        """Move the cursor; at the edge it stays."""
        size = self.position.size
        row, column = divmod(self.cursor, size.columns)
        row = min(max(row + rows, 0), size.rows - 1)
        self.cursor = row * size.columns + min(max(column + columns, 0), size.columns - 1)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        cell = self.cell_at(event.x, event.y) if self.live else None
        self.cursor = self.cursor if cell is None else cell

    def on_click(self, event: events.Click) -> None:
        if (cell := self.cell_at(event.x, event.y)) is not None:
            self.cursor = cell
            self.post_message(self.Chosen())

    def preview(self, cell: int | None = None) -> Step | None:
        """What claiming a cell would do, by default the one under the cursor."""
        position, cell = self.position, self.cursor if cell is None else cell
        if self.still or not self.live or not position.claims >> cell & 1:
            return None
        move = position.all_moves[cell]
        return Step(position, move, position.play(move))

    def _taking(self, cell: int) -> tuple[int, set[int]]:
        step = self.preview(cell) if cell < self.position.size.cells else None
        return (0, set()) if step is None else (step.player, {cell, *step.taken})

    # --- Animation ---

    def flash(self, cells: Sequence[int]) -> None:
        """Let cells that a move has changed light up briefly."""
        if not self.program.has_motion or not cells:
            return
        for number in range(_FLASHES):
            self.set_timer(2 * number * _FLASH or 0.01, lambda: self._light(frozenset(cells)))
            self.set_timer((2 * number + 1) * _FLASH, lambda: self._light(frozenset()))

    def _light(self, cells: Set[int]) -> None:
        changed, self._lit = self._lit | cells, cells
        if self.size and all(cell < self.position.size.cells for cell in changed):
            self.refresh(*map(self.region_of, changed))

    # --- Drawing ---

    def render_line(self, y: int) -> Strip:
        (left, top), tile = self._origin(), self.tile
        row, line = divmod(y - top - TOP, tile.height)
        drawn = [Segment("", self.paint["muted"])]
        if not self.has_room:
            drawn = []
        elif y == top:
            drawn = [Segment(" " * (left + LEFT), self.paint["muted"]), *self._across(-1, tile.height - 1)]
        elif 0 <= row < self.position.size.rows:
            number = f"{row + 1 if line == (tile.height - 1) // 2 else '':>{left + LEFT}}"
            drawn = [Segment(number, self.paint["muted"]), *self._across(row, line)]
        return Strip(drawn).adjust_cell_length(self.size.width, self.paint["muted"])

    def _across(self, row: int, line: int) -> Iterator[Segment]:
        """A line of a row, gap by tile; row -1 has the numbers of the columns in the place of an edge."""
        columns, tile = self.position.size.columns, self.tile
        player, taken = self._taking(self.cursor)
        for column in range(columns + 1):
            after = row * columns + column if column < columns else None
            before = row * columns + column - 1 if column else None
            yield self._gap(before, after, row, line)
            if after is not None and row >= 0:
                yield from self._tile(after, line, player if after in taken else 0)
            elif after is not None:
                frame = self._frame(column) if tile.height > 1 else ""
                style = self.paint[f"bold {frame}" if frame else "muted"]
                yield Segment(f"{column + 1:{'▄' if frame else ' '}^{tile.width}}", style)

    def _frame(self, cell: int | None) -> str:
        """The colour of the frame round a cell; empty if it has none."""
        if cell is None:
            return ""
        return "cursor" if cell == self.cursor and self.live else "hint" if cell in self.ghosts else ""

    def _gap(self, before: int | None, after: int | None, row: int, line: int) -> Segment:
        """Between two tiles stands the side of a frame, if one of them or of those below has one."""
        columns, height = self.position.size.columns, self.tile.height
        sides = list(zip((before, after), "▌▐" if height > 1 else "][", strict=True)) if row >= 0 else []
        if height > 1 and line == height - 1:
            below = ((None if cell is None else cell + columns) for cell in (before, after))
            sides += zip(below, "▖▗", strict=True)
        framed = ((mark, frame) for cell, mark in sides if (frame := self._frame(cell)))
        mark, frame = next(framed, (" ", "muted"))
        return Segment(mark, self.paint[f"bold {frame} on {'tray' if row >= 0 else 'paper'}"])

    def _look(self, cell: int, would_be: int) -> _Look:
        """The colours of a cell, that of its future owner if a claim would take it."""
        colours, kind = self.paint.palette, KINDS[would_be or self.position.owner(cell)]
        if cell in self._lit:
            return _Look(colours["cursor"], colours["paper"], colours["cursor"])
        if kind:
            face = mixed(colours[kind], colours["tray"], 0.6) if would_be else colours[kind]
            return _Look(face, colours[f"on-{kind}"], colours[f"{kind}-edge"])
        if self.live and self.position.claims >> cell & 1:
            return _Look(colours["surface"], colours["on-surface"], colours["edge"])
        flat = mixed(colours["tray"], colours["surface"], 0.78)
        return _Look(flat, colours["faint"], flat)

    def _tile(self, cell: int, line: int, would_be: int) -> Iterator[Segment]:
        """One line of a tile."""
        (width, height), look = self.tile, self._look(cell, would_be)
        ink = Paint.of(look.ink, look.face, bold=True)
        worth, tint = self._worth(cell, look, is_owned=bool(would_be or self.position.owner(cell)))
        if line == height - 1 and height < 3 and worth:
            yield Segment(f"{worth:^{width}}", tint)
        elif 1 < height == line + 1:
            yield self._edge(cell, look)
        elif line == 0 and height > 2:
            shape = self.ghosts.get(cell) or (self._shape(cell, would_be) if self._value(cell) else " ")
            yield Segment(f" {shape}" + " " * (width - 3 - len(worth)), ink)
            yield Segment(f"{worth} ", tint)
        else:
            yield Segment(f"{self._middle(cell, line, would_be):^{width}}", ink)

    def _middle(self, cell: int, line: int, would_be: int) -> str:
        """The value, or the shape in its place, in the lines between the first of a tile and its edge."""
        (width, height), value = self.tile, self._value(cell)
        shape, lines = self._shape(cell, would_be), max(1, height - 1)
        if lines == 1:
            return f"{shape}{value}" if value else shape.strip() or "·"
        if lines >= 4 and value and 4 * self._widest_value + 1 <= width:
            row = line - (lines - 2) // 2
            return " ".join(_DIGITS[row][4 * int(digit) :][:3] for digit in value if 0 <= row < 3)
        return (value or shape.strip() or "·") if line == lines // 2 else ""

    @property
    def _widest_value(self) -> int:
        """The digits of the longest value: numbers on a board are all large, or all small."""
        return len(str(max(self.position.board.values)))

    def _value(self, cell: int) -> str:
        return "" if self.position.book.values == "ones" else str(self.position.board.values[cell])

    def _shape(self, cell: int, would_be: int) -> str:
        """The sign of the owner, which says as well what the last claim was and took."""
        position = self.position
        is_last, is_taken = cell == position.last_claim, cell in position.last_taken
        shapes = WOULD_BE if would_be else LAST if is_last else TAKEN if is_taken else SHAPES
        return shapes[would_be or position.owner(cell)]

    def _worth(self, cell: int, look: _Look, *, is_owned: bool) -> tuple[str, Style]:
        """What claiming a cell is worth, as far as there is room; empty if that is not shown."""
        note, (width, height) = self.notes.get(cell), self.tile
        if note is None:
            return "", Paint.of(look.ink, look.face, bold=True)
        room = max(0, width - 3 if height > 2 else width)
        is_best = note.is_best and not all(each.is_best for each in self.notes.values())
        worth = f"{'★' * is_best}{SIGNS[note.result]}{note.text}"
        worth = worth if len(worth) <= room else worth.lstrip("★▲=▼")[:room]
        colour = self.paint.palette[("even", "good-key", "bad-key")[note.result]]
        return worth, Paint.of(look.ink if is_owned else colour, look.face, bold=is_best or is_owned)

    def _edge(self, cell: int, look: _Look) -> Segment:
        """The lowest line of a tile: its edge, and the upper half of a frame around the tile below."""
        colours, width = self.paint.palette, self.tile.width
        frame = self._frame(cell) or self._frame(cell + self.position.size.columns)
        below = colours[frame or "tray"]
        if look.edge == look.face:  # not raised: the lower half is the gap, or a frame
            return Segment(("▄" if below != look.edge else " ") * width, Paint.of(below, look.edge))
        return Segment("▀" * width, Paint.of(look.edge, below))
