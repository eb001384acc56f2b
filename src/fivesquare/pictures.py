"""Pictures as SVG: a board, a curve, a map. The same picture in a notebook, on a page and in the docs.

Everything here is drawn from plain data. A picture stands alone: it needs no font, no script and nothing
from outside, is light or dark as its reader wishes, and says in words what it shows (`<title>`, `<desc>`).
Several may stand in one page: whatever they style is called `fivesquare` or `fs-`.

    a dark tile with a light number and a circle: the first player's
    a light tile with a dark number and a diamond: the second player's
    a raised key: free, and may be claimed now
    a number printed on the tray: free, but may not be claimed now
    an inner ring: the last claim; a broken one: what that claim took along
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from fivesquare.board import Board, Size, cell_name, cells_of

# --- Colours and sizes, for whoever draws the same things elsewhere ---

LIGHT = {
    "paper": "#f5f1e8",
    "surface": "#fffdf9",  # a key
    "tray": "#e7dfcf",  # the board under the cells
    "ink": "#1c2230",
    "muted": "#5b6070",
    "faint": "#746c5a",  # large numbers on the tray only
    "line": "#d9d0bf",
    "edge": "#cbbfa8",  # the lower edge of a key: it can be pressed
    "first": "#2456a6",  # differs from `second` in lightness, so also without colours
    "first-edge": "#173e7e",
    "on-first": "#ffffff",
    "first-text": "#1f4c96",
    "second": "#f5ab35",
    "second-edge": "#c47f12",
    "on-second": "#2a1a00",
    "second-text": "#8a4f00",
}
DARK = {
    "paper": "#11141b",
    "surface": "#262c39",
    "tray": "#1a1f29",
    "ink": "#f1f3f7",
    "muted": "#a5adbb",
    "faint": "#7d8698",
    "line": "#2f3644",
    "edge": "#171b24",
    "first": "#3a73d6",
    "first-edge": "#24509e",
    "on-first": "#ffffff",
    "first-text": "#8fb8ff",
    "second": "#ffbe55",
    "second-edge": "#c58822",
    "on-second": "#2a1a00",
    "second-text": "#ffc669",
}
FONTS = (
    '"Atkinson Hyperlegible Next", system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif'
)

CELL = 72
GAP = 7
MARGIN = 28  # round the tray; the numbers of rows and columns stand in it
ROUND = 11  # the corner of a tile
RAISED = 3  # how much of the lower edge of a tile is seen
STRONGEST = 0.45  # how much of a player's colour the strongest cell of a map has

_PAD = 10  # between the tray's edge and the tiles
_INSET = 6  # between a tile's edge and its ring
_NARROWEST = 290  # the scores need that much
_VALUE, _NOTE, _NAME, _SMALL, _POINTS = 28, 13, 14, 12, 26  # sizes of text
_CURVE_WIDTH, _CURVE_HEIGHT = 640, 300
_STEPS = [digit * 10**zeros for zeros in range(6) for digit in (1, 2, 5)]  # between the marks of a scale

_OPENING = '<svg xmlns="http://www.w3.org/2000/svg" data-drawn-by="fivesquare"'


def is_ours(text: str) -> bool:
    """Whether a picture was drawn here: only such a one may be written over."""
    return text.startswith(_OPENING)


# --- A board ---


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
    frame = _Frame.of(size, with_sides=sides is not None)
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
    return _svg(frame.width, frame.height, title, desc, frame.tray() + "".join(shown))


class _Frame(NamedTuple):
    """Where things are on the picture of a board."""

    size: Size
    width: int
    height: int
    left: float
    top: float
    tray_width: int
    tray_height: int

    @classmethod
    def of(cls, size: Size, with_sides: bool) -> "_Frame":
        across, down = (count * (CELL + GAP) - GAP + 2 * _PAD for count in (size.columns, size.rows))
        width = max(across, _NARROWEST if with_sides else 0) + 2 * MARGIN
        height = MARGIN + down + (74 if with_sides else MARGIN)
        return cls(size, width, height, (width - across) / 2, MARGIN, across, down)

    def corner(self, cell: int) -> tuple[float, float]:
        row, column = divmod(cell, self.size.columns)
        return (
            self.left + _PAD + column * (CELL + GAP),
            self.top + _PAD + row * (CELL + GAP),
        )

    def _first_of_rows(self) -> range:
        return range(0, self.size.cells, self.size.columns)

    def put(self, cell: int, drawn: str) -> str:
        x, y = self.corner(cell)
        return drawn.replace("<g ", f'<g transform="translate({x:g} {y:g})" ', 1)

    def tray(self) -> str:
        """The tray, with the numbers of its rows and columns."""
        tray = _rect("fs-tray", self.left, self.top, self.tray_width, self.tray_height, ROUND + _PAD / 2)
        columns = "".join(
            _text("fs-rim", self.corner(column)[0] + CELL / 2, self.top - 9, str(column + 1), _SMALL)
            for column in range(self.size.columns)
        )
        rows = "".join(
            _text("fs-rim", self.left - 12, _middle(y + CELL / 2, _SMALL), str(row), _SMALL)
            for row, y in enumerate((self.corner(cell)[1] for cell in self._first_of_rows()), 1)
        )
        return tray + columns + rows


def _tile(owner: int, value: str, ring: str) -> str:
    """A tile of a player; `ring` is "last", "taken" or nothing."""
    kind = _NAMES[owner]
    face = _rect("fs-edge", 0, 0, CELL, CELL, ROUND) + _rect("fs-face", 0, 0, CELL, CELL - RAISED, ROUND)
    centre = (CELL - RAISED) / 2
    if ring:
        kinds, side = f"fs-ring fs-{ring}", CELL - 2 * _INSET
        face += _rect(kinds, _INSET, _INSET, side, side - RAISED, ROUND - 4)
    if not value:
        return f'<g class="fs-{kind}">{face}{_shape(owner, CELL / 2, centre, 15)}</g>'
    # The shape stands on the ring, and cuts it open.
    cut = _shape(owner, 12.5, 12.5, 8.5, "fs-cut") if ring else ""
    number = _text("fs-value", CELL / 2, _middle(centre, _VALUE), value, _fit(value, _VALUE, CELL - 20))
    return f'<g class="fs-{kind}">{face}{cut}{_shape(owner, 12.5, 12.5, 5.5)}{number}</g>'


def _key(value: str, note: Note | None) -> str:
    """A free cell that may be claimed."""
    best = " fs-best" if note is not None and note.is_best else ""
    drawn = _rect("fs-edge", 0, 0, CELL, CELL, ROUND) + _rect(
        "fs-face", 0.75, 0.75, CELL - 1.5, CELL - RAISED - 0.75, ROUND - 0.75
    )
    if best:
        drawn += _rect("fs-ring", 1.5, 1.5, CELL - 3, CELL - 3, ROUND - 1.5)
    centre = (CELL - RAISED) / 2
    if note is not None:
        centre -= 10 if value else 0
        drawn += _worth(note, 0.79 * CELL if value else centre)
    if value:
        drawn += _text("fs-value", CELL / 2, _middle(centre, _VALUE), value, _fit(value, _VALUE, CELL - 16))
    return f'<g class="fs-open{best}">{drawn}</g>'


def _worth(note: Note, y: float) -> str:
    """A note with its sign: a triangle up or down, or two bars; never a colour alone."""
    text = _signed(note.text)
    size = _fit(text, _NOTE, CELL - 30)
    left = (CELL - 14 - _width(text, size)) / 2
    kind = "fs-note fs-lost" if note.result < 0 else "fs-note"
    marks = ("M-5 -3.5h10v2.5h-10zM-5 1h10v2.5h-10z", "M0 -4.5 5 4.5h-10z", "M0 4.5 5 -4.5h-10z")
    mark = f'<path class="{kind}" transform="translate({left + 5:.1f} {y:g})" d="{marks[note.result]}"/>'
    return mark + _text(f"{kind} fs-from", left + 14, _middle(y, size), text, size)


def _printed(value: str) -> str:
    """A free cell that may not be claimed now."""
    if not value:
        return f'<g class="fs-far"><circle class="fs-mark" cx="{CELL / 2:g}" cy="{CELL / 2:g}" r="4"/></g>'
    size = _fit(value, _VALUE, CELL - 16)
    return f'<g class="fs-far">{_text("fs-value", CELL / 2, _middle(CELL / 2, _VALUE), value, size)}</g>'


def _scores(sides: tuple[Side, Side], frame: _Frame) -> str:
    """Who has how much, beneath the board; the bars grow towards the goal in the middle."""
    width = max(frame.tray_width, _NARROWEST)
    left, top = (frame.width - width) / 2, frame.top + frame.tray_height + 14
    right, middle = left + width, frame.width / 2
    token = 30
    drawn = []
    for player, side in enumerate(sides, 1):
        inward = 1 if player == 1 else -1
        outer = left if player == 1 else right
        kind, anchor = _NAMES[player], "fs-from" if player == 1 else "fs-to"
        x = outer if player == 1 else outer - token
        tile = _rect("fs-edge", x, top, token, token, 8) + _rect("fs-face", x, top, token, token - 2.5, 8)
        tile += _shape(player, x + token / 2, top + token / 2 - 1.25, 6)
        score = _text(
            f"fs-points {'fs-to' if player == 1 else 'fs-from'}",
            middle - inward * 10,
            _middle(top + token / 2 - 1, _POINTS),
            side.score,
            _fit(side.score, _POINTS, 64),
        )
        beside = outer + inward * (token + 8)
        room = width / 2 - token - 8 - 10 - 5 - _width(side.score, _fit(side.score, _POINTS, 64))
        name = _cut(side.name, _NAME, room)
        if side.status:
            words = _text(f"fs-name {anchor}", beside, top + 13, name, _NAME)
            words += _text(f"fs-status {anchor}", beside, top + 28, _cut(side.status, _SMALL, room), _SMALL)
        else:
            words = _text(f"fs-name {anchor}", beside, _middle(top + token / 2 - 1, _NAME), name, _NAME)
        done = min(2.0, max(0.0, side.part)) * width / 2
        bar = _rect("fs-face", outer if player == 1 else outer - done, top + 41, done, 8, 4)
        drawn.append(f'<g class="fs-side fs-{kind}">{tile}{words}{score}{bar if done else ""}</g>')
    goal = _rect("fs-goal", left, top + 41, width, 8, 4)
    mark = _rect("fs-half", middle - 1, top + 38, 2, 14, 1)
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


# --- A map ---


def cells(size: Size, entries: Mapping[int, float | str], *, title: str) -> str:
    """A map: a number or a few letters for each cell of a board.

    Numbers are shaded, the largest most: above zero in the first player's colour, below in the second's.
    """
    frame = _Frame.of(size, with_sides=False)
    largest = max((abs(entry) for entry in entries.values() if not isinstance(entry, str)), default=0) or 1
    drawn, said = [], []
    for cell in range(size.cells):
        entry = entries.get(cell)
        if entry is None:
            continue
        text = entry if isinstance(entry, str) else _signed(f"{entry:+g}" if entry else "0")
        shade = ""
        if not isinstance(entry, str) and entry:
            kind = _NAMES[1 if entry > 0 else 2]
            part = STRONGEST * abs(entry) / largest
            shade = _rect(f"fs-{kind}-shade", 0, 0, CELL, CELL, ROUND).replace(
                "/>", f' fill-opacity="{part:.3f}"/>'
            )
        size_of_text = _fit(text, 24, CELL - 14)
        number = _text("fs-value", CELL / 2, _middle(CELL / 2, size_of_text), text, size_of_text)
        face = _rect("fs-face", 0, 0, CELL, CELL, ROUND)
        drawn.append(frame.put(cell, f'<g class="fs-entry">{face}{shade}{number}</g>'))
        said.append(f"{cell_name(cell, size)}: {text}.")
    return _svg(frame.width, frame.height, title, " ".join(said), frame.tray() + "".join(drawn))


# --- A curve ---


class Point(NamedTuple):
    """One moment of a curve: how high (None: not known), after whose move (0: nobody's), and in words."""

    height: float | None
    player: int
    caption: str


def curve(
    points: Sequence[Point],
    *,
    title: str,
    labels: Mapping[float, str] | None = None,
    marked: int | None = None,
    remark: str = "",
) -> str:
    """The course of a game; up is good for the first player.

    `labels` names heights in place of numbers, `marked` is the index of a point with a ring, and `remark` a
    line beneath.
    """
    known = [point.height for point in points if point.height is not None]
    top, bottom = (max([*known, 0]), min([*known, 0])) if any(known) else (1, -1)
    marks = labels or {mark: _signed(f"{mark:+g}") if mark else "0" for mark in _marks(top, bottom)}
    top, bottom = max([top, *marks]), min([bottom, *marks])
    left = 22 + max(_width(label, _SMALL) for label in marks.values())
    right, high, low = _CURVE_WIDTH - 26, 66, _CURVE_HEIGHT - (58 if remark else 36)

    def x(index: int) -> float:
        return left + 16 + index * (right - left - 16) / max(1, len(points) - 1)

    def y(height: float) -> float:
        return high + (top - height) * (low - high) / (top - bottom)

    room = _CURVE_WIDTH - 48
    size = max(_SMALL, _fit(title, 16, room))
    drawn = [_text("fs-name fs-from", 24, 32, _cut(title, size, room), size), _legend()]
    for mark, label in marks.items():
        kind = "fs-zero" if mark == 0 else "fs-grid"
        drawn.append(f'<path class="{kind}" d="M{left + 6:.1f} {y(mark):.1f}H{right:.1f}"/>')
        drawn.append(_text("fs-rim fs-to", left - 2, _middle(y(mark), _SMALL), label, _SMALL))
    step = next(step for step in _STEPS if len(points) / step <= 26)
    for index in range(step, len(points), step):
        drawn.append(_text("fs-rim", x(index), low + 24, str(index), _SMALL))
    heights = [point.height for point in points]
    runs = _runs([None if height is None else (x(n), y(height)) for n, height in enumerate(heights)])
    for kind, above in (("first", True), ("second", False)):
        drawn.append(f'<path class="fs-{kind}-area" d="{_area(runs, y(0), above)}"/>')
    drawn += [f'<polyline class="fs-line" points="{_path(run)}"/>' for run in runs]
    for index, point in enumerate(points):
        hint = f"<title>{_safe(point.caption)}</title>"
        if point.height is None:
            unknown = _text("fs-rim", x(index), _middle(y(0), _NOTE), "?", _NOTE)
            drawn.append(f'<g class="fs-unknown">{hint}{unknown}</g>')
            continue
        ring = f'<circle class="fs-turn" cx="{x(index):.1f}" cy="{y(point.height):.1f}" r="10"/>'
        shape = _shape(point.player, x(index), y(point.height), 5)
        kind = f"fs-point fs-{_NAMES[point.player]}"
        drawn.append(f'<g class="{kind}">{hint}{ring if index == marked else ""}{shape}</g>')
    if remark:
        text = _cut(remark, 14, room)
        drawn.append(_text("fs-status fs-from", 24, _CURVE_HEIGHT - 14, text, 14))
    desc = " ".join(f"{point.caption}." for point in points) + (f" {remark}" if remark else "")
    return _svg(_CURVE_WIDTH, _CURVE_HEIGHT, title, desc, "".join(drawn))


def _legend() -> str:
    """Which way is whose."""
    words = (("above the line the first player is winning", 1), ("below it the second", 2))
    x, drawn = 24.0, []
    for text, player in words:
        drawn.append(f'<g class="fs-point fs-{_NAMES[player]}">{_shape(player, x + 5, 48, 4.5)}</g>')
        drawn.append(_text("fs-rim fs-from", x + 15, _middle(48, _SMALL), text, _SMALL))
        x += 18 + _width(text, _SMALL)
    return f'<g class="fs-legend">{"".join(drawn)}</g>'


def _marks(top: float, bottom: float) -> list[int]:
    """Round heights to draw a line at: zero, and a few above and below it."""
    step = next(step for step in _STEPS if (top - bottom) / step <= 6)
    return list(range(int(top // step) * step, int(bottom) - 1, -step))


def _runs(places: Iterable[tuple[float, float] | None]) -> list[list[tuple[float, float]]]:
    """The stretches of a curve without a gap."""
    runs: list[list[tuple[float, float]]] = [[]]
    for place in places:
        if place is not None:
            runs[-1].append(place)
        elif runs[-1]:
            runs.append([])
    return [run for run in runs if run]


def _area(runs: Iterable[Sequence[tuple[float, float]]], zero: float, above: bool) -> str:
    """What lies between a curve and the zero line, on one side of it."""
    beyond = min if above else max
    drawn = []
    for run in runs:
        outline = [(run[0][0], zero)]
        for (x1, y1), (x2, y2) in pairwise(run):
            outline.append((x1, beyond(y1, zero)))
            if (y1 - zero) * (y2 - zero) < 0:
                outline.append((x1 + (x2 - x1) * (zero - y1) / (y2 - y1), zero))
        outline += [(run[-1][0], beyond(run[-1][1], zero)), (run[-1][0], zero)]
        drawn.append(f"M{_path(outline)}z")
    return "".join(drawn)


def _path(places: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in places)


# --- Parts of all of them ---

_NAMES = ("nobody", "first", "second")


def _svg(width: float, height: float, title: str, desc: str, drawn: str) -> str:
    return (
        f'{_OPENING} class="fivesquare" role="img" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}">'
        f"<title>{_safe(title)}</title><desc>{_safe(desc)}</desc><style>{style()}</style>"
        f"{_rect('fs-paper', 0, 0, width, height, 16)}{drawn}</svg>\n"
    )


def _rect(kind: str, x: float, y: float, width: float, height: float, corner: float) -> str:
    place = f'x="{x:g}" y="{y:g}" ' if x or y else ""
    return f'<rect class="{kind}" {place}width="{width:.4g}" height="{height:.4g}" rx="{corner:g}"/>'


def _shape(player: int, x: float, y: float, radius: float, kind: str = "fs-mark") -> str:
    """A player's shape: a circle, a diamond; a small dot for nobody."""
    if player == 2:
        half = radius * 1.2
        corners = f"M{x:.4g} {y - half:.4g}l{half:g} {half:g}-{half:g} {half:g}-{half:g}-{half:g}z"
        return f'<path class="{kind}" d="{corners}"/>'
    return f'<circle class="{kind}" cx="{x:.4g}" cy="{y:.4g}" r="{radius if player else radius * 0.7:g}"/>'


def _text(kind: str, x: float, y: float, text: str, size: float) -> str:
    return f'<text class="{kind}" x="{x:.4g}" y="{y:.4g}" font-size="{size:g}">{_safe(text)}</text>'


def _middle(y: float, size: float) -> float:
    """The base line of a text whose digits have their middle at `y`."""
    return y + 0.36 * size


def _width(text: str, size: float) -> float:
    """About how wide a text is, in the widest of the usual fonts."""
    return size * sum(1.1 if unicodedata.east_asian_width(letter) in "WF" else 0.66 for letter in text)


def _fit(text: str, size: float, room: float) -> float:
    """The size at which a text fits, at most `size`."""
    return round(min(size, size * room / max(1.0, _width(text, size))), 1)


def _cut(text: str, size: float, room: float) -> str:
    """As much of a text as fits."""
    if _width(text, size) <= room:
        return text
    while text and _width(text + "…", size) > room:
        text = text[:-1]
    return text.rstrip() + "…"


def _signed(text: str) -> str:
    """A number with a true minus sign, which is as wide as a plus sign."""
    return re.sub(r"^-(?=\d)", "\N{MINUS SIGN}", text)


_NOT_IN_XML = "[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"


_ESCAPED = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;"})


def _safe(text: str) -> str:
    """Anybody's text, as XML can hold it."""
    return re.sub(_NOT_IN_XML, "\N{REPLACEMENT CHARACTER}", text).translate(_ESCAPED)


# --- The style sheet, the same in every picture ---


def variables(palette: Mapping[str, str]) -> str:
    """A palette as CSS custom properties; a page that sets them on `.fivesquare` decides the colours."""
    return ";".join(f"--fs-{name}:{colour}" for name, colour in palette.items())


def _paint(what: str, colour: str) -> str:
    """A colour for programs that know custom properties, after one for those that do not."""
    return f"{what}:{LIGHT[colour]};{what}:var(--fs-{colour})"


def _rule(kinds: str, *declarations: str) -> str:
    selectors = ",".join(f".fivesquare {kind.strip()}" for kind in kinds.split(","))
    return f"{selectors}{{{';'.join(declarations)}}}"


def _player_rules(name: str) -> str:
    return "".join(
        [
            _rule(f".fs-{name} .fs-edge", _paint("fill", f"{name}-edge")),
            _rule(f".fs-{name} .fs-face,.fs-{name}-shade", _paint("fill", name)),
            _rule(f".fs-{name} .fs-cut", _paint("fill", name)),
            _rule(f".fs-{name} .fs-mark,.fs-{name} .fs-value", _paint("fill", f"on-{name}")),
            _rule(f".fs-{name} .fs-ring", _paint("stroke", f"on-{name}")),
            _rule(f".fs-{name} .fs-points,.fs-{name}.fs-point .fs-mark", _paint("fill", f"{name}-text")),
            _rule(f".fs-{name}-area", _paint("fill", name), "fill-opacity:.3"),
        ]
    )


@cache
def style() -> str:
    """The style sheet of every picture."""
    return "".join(
        [
            f".fivesquare{{{variables(LIGHT)};max-width:100%;height:auto}}",
            f"@media (prefers-color-scheme:dark){{.fivesquare{{{variables(DARK)}}}}}",
            _rule(
                "text",
                f"font-family:{FONTS}",
                "font-weight:600",
                "text-anchor:middle",
                _paint("fill", "ink"),
            ),
            _rule(".fs-value,.fs-points,.fs-name", "font-weight:700"),
            _rule(".fs-from", "text-anchor:start"),
            _rule(".fs-to", "text-anchor:end"),
            _rule(".fs-rim,.fs-status,.fs-lost", _paint("fill", "muted")),
            _rule(".fs-paper", _paint("fill", "paper")),
            _rule(".fs-tray", _paint("fill", "tray")),
            _rule(".fs-open .fs-edge", _paint("fill", "edge")),
            _rule(".fs-open .fs-face,.fs-entry .fs-face", _paint("fill", "surface")),
            _rule(".fs-open .fs-face", _paint("stroke", "line"), "stroke-width:1.5"),
            _rule(".fs-far .fs-value,.fs-far .fs-mark", _paint("fill", "faint")),
            _rule(".fs-note", "font-weight:650"),
            _rule("path.fs-note", _paint("fill", "ink")),
            _rule("path.fs-lost", _paint("fill", "muted")),
            _rule(".fs-ring", "fill:none", "stroke-width:2.25"),
            _rule(".fs-taken", "stroke-dasharray:5 5"),
            _rule(".fs-best .fs-ring", _paint("stroke", "ink"), "stroke-width:3"),
            _player_rules("first"),
            _player_rules("second"),
            _rule(".fs-goal", _paint("fill", "ink"), "fill-opacity:.11"),
            _rule(".fs-half", _paint("fill", "ink")),
            _rule(".fs-grid", _paint("stroke", "line")),
            _rule(".fs-zero", _paint("stroke", "muted"), "stroke-width:1.5"),
            _rule(
                ".fs-line", "fill:none", _paint("stroke", "ink"), "stroke-width:2", "stroke-linejoin:round"
            ),
            _rule(".fs-nobody .fs-mark", _paint("fill", "ink")),
            _rule(
                ".fs-point .fs-mark", _paint("stroke", "paper"), "stroke-width:1.5", "paint-order:stroke"
            ),
            _rule(".fs-turn", "fill:none", _paint("stroke", "ink"), "stroke-width:2"),
        ]
    )
