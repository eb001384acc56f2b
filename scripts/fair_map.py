"""The map as a picture: a panel for each size and values, in it a square for each kind of rule book.

Across a panel: who may claim where, what comes along, and whether there are chains. Down: the goal and the
tie. A square is shaded by what the first player gets: dark where the first wins all boards, light where the
second does, the paper's colour where they get the same. A ring marks a fair game, a bar one that is mostly
drawn.
"""

from collections.abc import Mapping, Sequence

from fair_survey import Spot, SpotRow

from fivesquare.board import Size
from fivesquare.fairness import FAIR
from fivesquare.pictures.shapes import base_line, rect, safe, svg, write
from fivesquare.pictures.styles import SMALL
from fivesquare.research.family.names import GOALS, Kind, format_values
from fivesquare.rulebook import AGAINS, REACHES, TAKES, TIES, Values

_SQUARE = 15
_GAP = 2
_APART = 6  # between two answers to the first question of a side
_EDGE = 24
_ROWS_LABEL = 118
_TOP = 96  # above the panels: the title, and the words of the columns
_BETWEEN = 26  # two panels
_PANEL_TITLE = 24
_SHORT = {"lower-free": "free", "lower-enemy": "enemy", "nothing": "nothing"}

COLUMNS = [(reach, take, again) for reach in REACHES for take in TAKES for again in AGAINS]
LINES = [(goal, tie) for goal in GOALS for tie in TIES]


def picture(rows: Sequence[SpotRow]) -> str:
    """The whole map."""
    panels = {(row.spot.size, row.spot.values): dict[Spot, SpotRow]() for row in rows}
    for row in rows:
        panels[row.spot.size, row.spot.values][row.spot] = row
    sizes = list(dict.fromkeys(size for size, _ in panels))
    values = list(dict.fromkeys(value for _, value in panels))
    width = _EDGE + _ROWS_LABEL + len(values) * (_across(len(COLUMNS)) + _BETWEEN) - _BETWEEN + _EDGE
    height = _TOP + len(sizes) * (_PANEL_TITLE + _down(len(LINES)) + _BETWEEN) + 34
    drawn = [_heading(rows), _legend(width, height)]
    for (size, value), found in panels.items():
        x = _EDGE + _ROWS_LABEL + values.index(value) * (_across(len(COLUMNS)) + _BETWEEN)
        y = _TOP + sizes.index(size) * (_PANEL_TITLE + _down(len(LINES)) + _BETWEEN)
        drawn.append(_panel(found, size, value, x, y, with_words=value == values[0]))
    return svg(width, height, "Which games are fair", _said(rows), "".join(drawn))


def _across(columns: int) -> float:
    """Where a column begins, or how wide so many are."""
    return columns * (_SQUARE + _GAP) + columns // len(AGAINS) // len(TAKES) * _APART


def _down(lines: int) -> float:
    return lines * (_SQUARE + _GAP) + lines // len(TIES) * _APART


def _heading(rows: Sequence[SpotRow]) -> str:
    fair = sum(row.is_fair for row in rows)
    title = f"Who wins with perfect play: {len(rows):,} games, {fair:,} of them fair"
    return write("fs-name fs-from", _EDGE, 34, title, 17)


def _legend(width: float, height: float) -> str:
    y = height - 26
    drawn, x = [], float(_EDGE + _ROWS_LABEL)
    for share, text in ((1.0, "first wins"), (0.75, ""), (0.5, "even"), (0.25, ""), (0.0, "second wins")):
        drawn.append(_square(share, x, y, ""))
        x += _SQUARE + _GAP
        if text:
            drawn.append(write("fs-rim fs-from", x + 2, base_line(y + _SQUARE / 2, SMALL), text, SMALL))
            x += 7.2 * len(text) + 12
    drawn.append(_square(0.5, x, y, _ring(x, y)))
    low, high = (f"{100 * end:.0f}" for end in FAIR)
    text = f"fair: the first player gets {low} to {high}%"
    drawn.append(write("fs-rim fs-from", x + 21, base_line(y + _SQUARE / 2, SMALL), text, SMALL))
    x += 7.2 * len(text) + 30
    drawn.append(_square(0.5, x, y, _bar(x, y)))
    drawn.append(write("fs-rim fs-from", x + 21, base_line(y + _SQUARE / 2, SMALL), "mostly drawn", SMALL))
    return "".join(drawn)


def _panel(
    found: Mapping[Spot, SpotRow], size: Size, values: Values, x: float, y: float, with_words: bool
) -> str:
    drawn = [write("fs-name fs-from", x, y + 14, f"{size}, values {format_values(values)}", 13)]
    top = y + _PANEL_TITLE
    for column, (reach, take, again) in enumerate(COLUMNS):
        for line, (goal, tie) in enumerate(LINES):
            row = found.get(Spot(Kind(reach, take, again, goal, tie), size, values))
            if row is not None:
                left, above = x + _across(column), top + _down(line)
                drawn.append(_square(row.share, left, above, _marks(row, left, above), _words(row)))
    if with_words:
        for line, (goal, tie) in enumerate(LINES):
            middle = base_line(top + _down(line) + _SQUARE / 2, 11)
            drawn.append(write("fs-rim fs-to", x - 10, middle, f"{goal}, {tie}", 11))
    return "".join([*drawn, _column_words(x, y - 6) if y == _TOP else ""])


def _column_words(x: float, y: float) -> str:
    """What stands across: the reach in words, above what comes along; each without and with chains."""
    drawn = []
    for number, reach in enumerate(REACHES):
        begin = x + _across(number * len(TAKES) * len(AGAINS))
        wide = len(TAKES) * len(AGAINS) * (_SQUARE + _GAP)
        drawn.append(write("fs-rim", begin + wide / 2, y - 14, reach, SMALL))
        for place, take in enumerate(TAKES):
            middle = begin + (place + 0.5) * len(AGAINS) * (_SQUARE + _GAP)
            drawn.append(write("fs-rim", middle, y, _SHORT[take], 9))
    return "".join(drawn)


def _square(share: float, x: float, y: float, marks: str, words: str = "") -> str:
    kind = "first" if share >= 0.5 else "second"
    shade = rect(f"fs-{kind}-shade", x, y, _SQUARE, _SQUARE, 3).replace(
        "/>", f' fill-opacity="{abs(2 * share - 1):.2f}"/>'
    )
    hint = f"<title>{safe(words)}</title>" if words else ""
    return f'<g class="fs-entry">{hint}{rect("fs-face", x, y, _SQUARE, _SQUARE, 3)}{shade}{marks}</g>'


def _marks(row: SpotRow, x: float, y: float) -> str:
    return (_ring(x, y) if row.is_fair else "") + (_bar(x, y) if row.draws > 0.5 else "")


def _ring(x: float, y: float) -> str:
    middle = _SQUARE / 2
    return f'<circle class="fs-turn" cx="{x + middle:g}" cy="{y + middle:g}" r="{middle - 2.5:g}"/>'


def _bar(x: float, y: float) -> str:
    return f'<path class="fs-turn" d="M{x + 4:g} {y + _SQUARE / 2:g}h{_SQUARE - 8:g}"/>'


def _words(row: SpotRow) -> str:
    return f"{row.spot.name}: {100 * row.share:.1f}% of {row.winners.boards}"


def _said(rows: Sequence[SpotRow]) -> str:
    fair = sorted((row for row in rows if row.is_fair), key=lambda row: abs(row.share - 0.5))
    said = f"{len(fair)} of {len(rows)} games are fair; what the first player gets, and of how many boards:"
    return " ".join([said, *(f"{_words(row)}." for row in fair)])
