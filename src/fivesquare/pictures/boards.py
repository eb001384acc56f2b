"""A board with its owners, the scores beneath it, and the same in words."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from fivesquare.board import Board, cell_name, cells_of
from fivesquare.pictures.shapes import (
    NARROWEST,
    Frame,
    base_line,
    fit,
    rect,
    safe,
    shape_of,
    shorten,
    signed,
    svg,
    width_of,
    write,
)
from fivesquare.pictures.styles import CELL, MARGIN, NAME, NOTE, OWNERS, POINTS, RAISED, ROUND, SMALL, VALUE

_INSET = 6  # between a tile's edge and its ring
_TOKEN = 30  # the tile of a player, beneath the board
_WORDS, _BARS = 50, 24  # how high the two lines beneath a board are: tiles and scores, and the bars

Box = tuple[int, int, int, int]
"""Left, top, width and height."""


class Note(NamedTuple):
    """What a claim is worth to the player to move: a few letters, and 1, 0 or -1 for won, drawn or lost."""

    text: str
    result: int
    is_best: bool = False


class Side(NamedTuple):
    """What is written about a player beneath a board; `part` is the score as a part of the goal."""

    name: str
    score: str
    status: str = ""
    part: float = 0.0


class BoardData(NamedTuple):
    """What is drawn of a board.

    `owned`, `claims` and `taken` are masks: what the first and the second own, what may be claimed now, and
    what came along with the claim of the cell `last`. Without `numbers` an owned tile shows its owner's
    shape in their place.
    """

    values: Board
    owned: tuple[int, int] = (0, 0)
    claims: int = 0
    last: int | None = None
    taken: int = 0
    numbers: bool = True


def board(
    values: Board,
    owned: tuple[int, int] = (0, 0),
    claims: int = 0,
    last: int | None = None,
    taken: int = 0,
    numbers: bool = True,
    *,
    title: str,
    sides: tuple[Side, Side] | None = None,
    notes: Mapping[int, Note] | None = None,
) -> str:
    """A board with its owners, as a file of its own; `BoardData` says what the arguments are."""
    data = BoardData(values, owned, claims, last, taken, numbers)
    frame = Frame(values.size, with_sides=sides is not None)
    drawn = frame.tray() + frame.rim() + cells(data, frame, notes or {})
    if sides is not None:
        drawn += scores(sides, frame)
    return svg(frame.width, frame.height, title, _board_in_words(data, sides, notes or {}), drawn)


def miniature(data: BoardData, *, label: str = "", rim: bool = False) -> str:
    """A small board inside a page, which gives its classes their colours.

    With a `label` it is a picture that says so; without one an ornament, hidden from screen readers.
    """
    frame = Frame(data.values.size, with_sides=False)
    margin = MARGIN if rim else 0
    left, top = frame.left - margin, frame.top - margin
    width, height = frame.tray_width + margin, frame.tray_height + margin
    said = f'role="img" aria-label="{safe(label)}"' if label else 'aria-hidden="true"'
    shape = f'viewBox="{left:g} {top:g} {width:g} {height:g}" width="{width:g}" height="{height:g}"'
    drawn = frame.tray() + (frame.rim() if rim else "") + cells(data, frame)
    return f'<svg class="miniature" {shape} {said}>{drawn}</svg>'


def cells(data: BoardData, frame: Frame, notes: Mapping[int, Note] = MappingProxyType({})) -> str:
    """The cells of a board in their places."""
    every = range(data.values.size.cells)
    return "".join(frame.put(number, cell(data, number, notes.get(number))) for number in every)


def cell(data: BoardData, number: int, note: Note | None = None) -> str:
    """One cell, at the corner of the sheet."""
    value = str(data.values.values[number]) if data.numbers else ""
    owner = (data.owned[0] >> number & 1) + 2 * (data.owned[1] >> number & 1)
    if owner:
        return tile(
            owner, value, "last" if number == data.last else "taken" if data.taken >> number & 1 else ""
        )
    return _key(value, note) if data.claims >> number & 1 else _printed(value)


def tile(owner: int, value: str, ring: str = "") -> str:
    """A tile of a player; `ring` is "last", "taken" or nothing."""
    kind = OWNERS[owner]
    face = rect("fs-edge", 0, 0, CELL, CELL, ROUND) + rect("fs-face", 0, 0, CELL, CELL - RAISED, ROUND)
    centre = (CELL - RAISED) / 2
    if ring:
        kinds, side = f"fs-ring fs-{ring}", CELL - 2 * _INSET
        face += rect(kinds, _INSET, _INSET, side, side - RAISED, ROUND - 4)
    if not value:
        return f'<g class="fs-{kind}">{face}{shape_of(owner, CELL / 2, centre, 15)}</g>'
    # The shape is on the ring, and cuts it open.
    cut = shape_of(owner, 12.5, 12.5, 8.5, "fs-cut") if ring else ""
    number = write("fs-value", CELL / 2, base_line(centre, VALUE), value, fit(value, VALUE, CELL - 20))
    return f'<g class="fs-{kind}">{face}{cut}{shape_of(owner, 12.5, 12.5, 5.5)}{number}</g>'


def _key(value: str, note: Note | None) -> str:
    """A free cell that may be claimed."""
    best = " fs-best" if note is not None and note.is_best else ""
    drawn = rect("fs-edge", 0, 0, CELL, CELL, ROUND) + rect(
        "fs-face", 0.75, 0.75, CELL - 1.5, CELL - RAISED - 0.75, ROUND - 0.75
    )
    if best:
        drawn += rect("fs-ring", 1.5, 1.5, CELL - 3, CELL - 3, ROUND - 1.5)
    centre = (CELL - RAISED) / 2
    if note is not None:
        centre -= 10 if value else 0
        drawn += _worth(note, 0.79 * CELL if value else centre)
    if value:
        drawn += write("fs-value", CELL / 2, base_line(centre, VALUE), value, fit(value, VALUE, CELL - 16))
    return f'<g class="fs-open{best}">{drawn}</g>'


def _worth(note: Note, y: float) -> str:
    """A note with its sign: a triangle up or down, or two bars; never a colour alone."""
    text = signed(note.text)
    size = fit(text, NOTE, CELL - 30)
    left = (CELL - 14 - width_of(text, size)) / 2
    kind = "fs-note fs-lost" if note.result < 0 else "fs-note"
    marks = ("M-5 -3.5h10v2.5h-10zM-5 1h10v2.5h-10z", "M0 -4.5 5 4.5h-10z", "M0 4.5 5 -4.5h-10z")
    mark = f'<path class="{kind}" transform="translate({left + 5:.1f} {y:g})" d="{marks[note.result]}"/>'
    return mark + write(f"{kind} fs-from", left + 14, base_line(y, size), text, size)


def _printed(value: str) -> str:
    """A free cell that may not be claimed now."""
    if not value:
        return f'<g class="fs-far"><circle class="fs-mark" cx="{CELL / 2:g}" cy="{CELL / 2:g}" r="4"/></g>'
    size = fit(value, VALUE, CELL - 16)
    return f'<g class="fs-far">{write("fs-value", CELL / 2, base_line(CELL / 2, VALUE), value, size)}</g>'


def scores(sides: tuple[Side, Side], frame: Frame) -> str:
    """Who has how much, beneath the board; the bars grow towards the goal in the middle."""
    groups = [
        _group(player, _side(player, each, frame) + _bar(player, each, frame))
        for player, each in enumerate(sides, 1)
    ]
    return _goal(frame) + "".join(groups) + _half(frame)


def score_pieces(sides: tuple[Side, Side], frame: Frame) -> list[tuple[Box, str]]:
    """The same in pieces that change by themselves: each player's half, and the bars, with their boxes."""
    width, middle = int(frame.width), int(frame.width) // 2
    top = int(frame.top + frame.tray_height)
    bars = [_group(player, _bar(player, each, frame)) for player, each in enumerate(sides, 1)]
    return [
        ((0, top, middle, _WORDS), _group(1, _side(1, sides[0], frame))),
        ((middle, top, width - middle, _WORDS), _group(2, _side(2, sides[1], frame))),
        ((0, top + _WORDS, width, _BARS), _goal(frame) + "".join(bars) + _half(frame)),
    ]


def _group(player: int, drawn: str) -> str:
    return f'<g class="fs-side fs-{OWNERS[player]}">{drawn}</g>'


def _spread(frame: Frame) -> tuple[float, float, float]:
    """The left end of the scores, their width, and their top."""
    width = max(frame.tray_width, NARROWEST)
    return (frame.width - width) / 2, width, frame.top + frame.tray_height + 14


def _side(player: int, side: Side, frame: Frame) -> str:
    """A player's tile, name, status and score."""
    left, width, top = _spread(frame)
    inward, outer = (1, left) if player == 1 else (-1, left + width)
    anchor, towards = ("fs-from", "fs-to") if player == 1 else ("fs-to", "fs-from")
    x = outer if player == 1 else outer - _TOKEN
    drawn = rect("fs-edge", x, top, _TOKEN, _TOKEN, 8) + rect("fs-face", x, top, _TOKEN, _TOKEN - 2.5, 8)
    drawn += shape_of(player, x + _TOKEN / 2, top + _TOKEN / 2 - 1.25, 6)
    size = fit(side.score, POINTS, 64)
    beside, centre = outer + inward * (_TOKEN + 8), top + _TOKEN / 2 - 1
    room = width / 2 - _TOKEN - 8 - 10 - 5 - width_of(side.score, size)
    name = shorten(side.name, NAME, room)
    if side.status:
        drawn += write(f"fs-name {anchor}", beside, top + 13, name, NAME)
        drawn += write(f"fs-status {anchor}", beside, top + 28, shorten(side.status, SMALL, room), SMALL)
    else:
        drawn += write(f"fs-name {anchor}", beside, base_line(centre, NAME), name, NAME)
    place = frame.width / 2 - inward * 10
    return drawn + write(f"fs-points {towards}", place, base_line(centre, POINTS), side.score, size)


def _bar(player: int, side: Side, frame: Frame) -> str:
    left, width, top = _spread(frame)
    done = min(2.0, max(0.0, side.part)) * width / 2
    return (
        rect("fs-face", left if player == 1 else left + width - done, top + 41, done, 8, 4) if done else ""
    )


def _goal(frame: Frame) -> str:
    left, width, top = _spread(frame)
    return rect("fs-goal", left, top + 41, width, 8, 4)


def _half(frame: Frame) -> str:
    return rect("fs-half", frame.width / 2 - 1, _spread(frame)[2] + 38, 2, 14, 1)


def _board_in_words(data: BoardData, sides: tuple[Side, Side] | None, notes: Mapping[int, Note]) -> str:
    """A board for screen readers."""
    values, owned, claims, last, taken, numbers = data
    names = ("first", "second") if sides is None else (sides[0].name, sides[1].name)
    said = [] if sides is None else [f"{_told(side)}." for side in sides]
    if last is not None:
        came = " and ".join(cell_name(cell, values.size) for cell in cells_of(taken))
        said.append(f"Last claim {cell_name(last, values.size)}{f', which took {came}' if came else ''}.")
    columns = values.size.columns
    for row in range(values.size.rows):
        cells = []
        for cell in range(row * columns, (row + 1) * columns):
            mine, yours = (mask >> cell & 1 for mask in owned)
            free = "free" if claims >> cell & 1 else "out of reach"
            word = names[0] if mine else names[1] if yours else free
            note = notes.get(cell)
            best = ", best" if note is not None and note.is_best else ""
            worth = "" if note is None else f" (worth {note.text}{best})"
            cells.append(f"{word}{f' {values.values[cell]}' if numbers else ''}{worth}")
        said.append(f"Row {row + 1}: {', '.join(cells)}.")
    return " ".join(said)


def _told(side: Side) -> str:
    return f"{side.name} {side.score}{f', {side.status}' if side.status else ''}"
