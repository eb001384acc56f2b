"""A board with its owners, the scores beneath it, and the same in words."""

from collections.abc import Mapping
from typing import NamedTuple

from fivesquare.board import Board, cell_name, cells_of
from fivesquare.pictures.shapes import (
    NARROWEST,
    Frame,
    base_line,
    fit,
    rect,
    shape_of,
    shorten,
    signed,
    svg,
    width_of,
    write,
)
from fivesquare.pictures.styles import CELL, NAME, NOTE, OWNERS, POINTS, RAISED, ROUND, SMALL, VALUE

_INSET = 6  # between a tile's edge and its ring


class Note(NamedTuple):
    """What a claim is worth to whoever makes it: a few letters, and 1, 0 or -1 for won, drawn or lost."""

    text: str
    result: int
    is_best: bool = False


class Side(NamedTuple):
    """What is written about a player beneath a board; `part` is the score as a part of the goal."""

    name: str
    score: str
    status: str = ""
    part: float = 0.0


def board(
    values: Board,
    *,
    title: str,
    owned: tuple[int, int] = (0, 0),
    claims: int = 0,
    last: int | None = None,
    taken: int = 0,
    sides: tuple[Side, Side] | None = None,
    numbers: bool = True,
    notes: Mapping[int, Note] | None = None,
) -> str:
    """A board with its owners.

    `owned` and `claims` are masks: what the first and the second own, and what may be claimed now. `last`
    is the cell claimed last, `taken` the mask of what came along with it. Without `numbers` an owned tile
    shows its owner's shape in their place.
    """
    notes = notes or {}
    size = values.size
    frame = Frame(size, with_sides=sides is not None)
    shown = []
    for cell in range(size.cells):
        value = str(values.values[cell]) if numbers else ""
        owner = (owned[0] >> cell & 1) + 2 * (owned[1] >> cell & 1)
        if owner:
            ring = "last" if cell == last else "taken" if taken >> cell & 1 else ""
            drawn = _tile(owner, value, ring)
        elif claims >> cell & 1:
            drawn = _key(value, notes.get(cell))
        else:
            drawn = _printed(value)
        shown.append(frame.put(cell, drawn))
    if sides is not None:
        shown.append(_scores(sides, frame))
    desc = _board_in_words(values, owned, claims, last, taken, sides, numbers, notes)
    return svg(frame.width, frame.height, title, desc, frame.tray() + "".join(shown))


def _tile(owner: int, value: str, ring: str) -> str:
    """A tile of a player; `ring` is "last", "taken" or nothing."""
    kind = OWNERS[owner]
    face = rect("fs-edge", 0, 0, CELL, CELL, ROUND) + rect("fs-face", 0, 0, CELL, CELL - RAISED, ROUND)
    centre = (CELL - RAISED) / 2
    if ring:
        kinds, side = f"fs-ring fs-{ring}", CELL - 2 * _INSET
        face += rect(kinds, _INSET, _INSET, side, side - RAISED, ROUND - 4)
    if not value:
        return f'<g class="fs-{kind}">{face}{shape_of(owner, CELL / 2, centre, 15)}</g>'
    # The shape stands on the ring, and cuts it open.
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


def _scores(sides: tuple[Side, Side], frame: Frame) -> str:
    """Who has how much, beneath the board; the bars grow towards the goal in the middle."""
    width = max(frame.tray_width, NARROWEST)
    left, top = (frame.width - width) / 2, frame.top + frame.tray_height + 14
    right, middle = left + width, frame.width / 2
    token = 30
    drawn = []
    for player, side in enumerate(sides, 1):
        inward = 1 if player == 1 else -1
        outer = left if player == 1 else right
        kind, anchor = OWNERS[player], "fs-from" if player == 1 else "fs-to"
        x = outer if player == 1 else outer - token
        tile = rect("fs-edge", x, top, token, token, 8) + rect("fs-face", x, top, token, token - 2.5, 8)
        tile += shape_of(player, x + token / 2, top + token / 2 - 1.25, 6)
        score = write(
            f"fs-points {'fs-to' if player == 1 else 'fs-from'}",
            middle - inward * 10,
            base_line(top + token / 2 - 1, POINTS),
            side.score,
            fit(side.score, POINTS, 64),
        )
        beside = outer + inward * (token + 8)
        room = width / 2 - token - 8 - 10 - 5 - width_of(side.score, fit(side.score, POINTS, 64))
        name = shorten(side.name, NAME, room)
        if side.status:
            words = write(f"fs-name {anchor}", beside, top + 13, name, NAME)
            status = shorten(side.status, SMALL, room)
            words += write(f"fs-status {anchor}", beside, top + 28, status, SMALL)
        else:
            words = write(f"fs-name {anchor}", beside, base_line(top + token / 2 - 1, NAME), name, NAME)
        done = min(2.0, max(0.0, side.part)) * width / 2
        bar = rect("fs-face", outer if player == 1 else outer - done, top + 41, done, 8, 4)
        drawn.append(f'<g class="fs-side fs-{kind}">{tile}{words}{score}{bar if done else ""}</g>')
    goal = rect("fs-goal", left, top + 41, width, 8, 4)
    mark = rect("fs-half", middle - 1, top + 38, 2, 14, 1)
    return goal + "".join(drawn) + mark


def _board_in_words(
    values: Board,
    owned: tuple[int, int],
    claims: int,
    last: int | None,
    taken: int,
    sides: tuple[Side, Side] | None,
    numbers: bool,
    notes: Mapping[int, Note],
) -> str:
    """A board for who hears it read."""
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
