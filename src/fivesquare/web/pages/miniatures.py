"""Small pictures of positions inside a page: their colours are those of the page, in light and dark.

They carry no style of their own, as the pictures of `pictures/` do, because a page may not have any inside.
"""

from functools import cache

from markupsafe import Markup

from fivesquare.position import Position
from fivesquare.web import views

_CELL, _GAP, _PAD, _ROUND, _RAISED = 40, 4, 7, 7, 2
_RIM = 16  # room for the numbers of rows and columns
_KINDS = ("far", "first", "second")

SCENES: dict[str, tuple[list[list[int]], list[str]]] = {
    "flip": (
        [[11, 15, 16, 13], [2, 12, 6, 4], [10, 7, 8, 5], [9, 14, 3, 1]],
        ["2,1", "4,3", "1,3", "4,1", "1,2", "2,2", "4,4", "1,4"],
    ),
    "sweep": ([[5, 3, 8], [2, 9, 1], [6, 4, 7]], ["1,1", "1,3", "3,1"]),
    "grow": (
        [[6, 7, 9, 8, 2], [8, 2, 1, 4, 6], [9, 2, 8, 6, 1], [8, 7, 8, 8, 3], [2, 9, 6, 2, 5]],
        ["3,1", "5,3", "3,2", "4,3", "2,2", "5,4", "3,3", "4,4"],
    ),
    "chain": (
        [[1] * 5] * 5,
        ["3,3", "2,4", "3,2", "4,2", "2,3", "stop", "4,4", "3,4", "3,5", "4,1", "5,1"],
    ),
    "fifteen": (
        [[1, 4, 2, 3], [5, 2, 3, 1], [4, 1, 5, 2], [3, 2, 1, 4]],
        ["2,1", "1,2", "3,1", "1,3", "3,2", "2,3"],
    ),
}
"""A moment in the middle of a game, for each book of the catalogue."""


def position(book: str) -> Position:
    """That moment."""
    board, moves = SCENES[book]
    return Position.from_record({"book": book, "board": board, "moves": moves})


@cache
def scene(book: str) -> Markup:
    """What a game of that book looks like; an ornament, which nobody needs to be told."""
    return drawn(position(book))


def drawn(position: Position, label: str = "", with_rim: bool = False) -> Markup:
    """The board of a position; with a `label` it is a picture that says so, without one an ornament."""
    rim = _RIM if with_rim else 0
    rows, columns = position.size
    width, height = (count * (_CELL + _GAP) - _GAP + 2 * _PAD for count in (columns, rows))
    tray = (
        f'<rect class="tray" x="{rim}" y="{rim}" width="{width}" height="{height}" rx="{_ROUND + _PAD}"/>'
    )
    numbers = _numbers(rows, columns) if with_rim else ""
    claimed, taken = views.last_claim(position)
    cells = ""
    for cell in range(position.size.cells):
        row, column = divmod(cell, columns)
        corner = (rim + _PAD + column * (_CELL + _GAP), rim + _PAD + row * (_CELL + _GAP))
        mark = "last" if cell == claimed else "taken" if cell in taken else ""
        cells += _cell(position, cell, corner, mark)
    said = f'role="img" aria-label="{Markup.escape(label)}"' if label else 'aria-hidden="true"'
    shape = f'viewBox="0 0 {rim + width} {rim + height}" width="{rim + width}" height="{rim + height}"'
    return Markup(f'<svg class="miniature" {shape} {said}>{tray}{numbers}{cells}</svg>')


def _cell(position: Position, cell: int, place: tuple[int, int], mark: str) -> str:
    owner = position.owner(cell)
    kind = "open" if not owner and position.claims >> cell & 1 else _KINDS[owner]
    drawing = ""
    if kind != "far":
        drawing = f'<rect class="edge" width="{_CELL}" height="{_CELL}" rx="{_ROUND}"/>'
        drawing += f'<rect class="face" width="{_CELL}" height="{_CELL - _RAISED}" rx="{_ROUND}"/>'
    if mark:
        side = _CELL - 7
        drawing += (
            f'<rect class="ring {mark}" x="3.5" y="3.5" width="{side}" height="{side - _RAISED}" rx="4"/>'
        )
    if position.book.values == "ones":
        drawing += _shape(owner, 20, 19, 8)
    else:
        corner = _shape(owner, 8, 8, 3) if owner else ""
        value = position.board.values[cell]
        drawing += f'{corner}<text x="20" y="26">{value}</text>'
    return f'<g class="{kind}" transform="translate({place[0]} {place[1]})">{drawing}</g>'


def _shape(owner: int, x: float, y: float, radius: float) -> str:
    """A circle, a diamond; a dot for nobody."""
    if owner == 2:
        half = radius * 1.25
        return f'<path class="mark" d="M{x} {y - half}l{half} {half}-{half} {half}-{half}-{half}z"/>'
    return f'<circle class="mark" cx="{x}" cy="{y}" r="{radius if owner else 2.5}"/>'


def _numbers(rows: int, columns: int) -> str:
    """Rows and columns, counted from 1."""
    middle = _RIM + _PAD + _CELL / 2
    across = [(middle + column * (_CELL + _GAP), 11.0, column + 1) for column in range(columns)]
    down = [(6.0, middle + 4 + row * (_CELL + _GAP), row + 1) for row in range(rows)]
    return "".join(f'<text class="rim" x="{x}" y="{y}">{text}</text>' for x, y, text in across + down)
