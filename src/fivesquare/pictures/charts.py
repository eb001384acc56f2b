"""Numbers as pictures: rows of marks on one scale, with their intervals; and bars side by side."""

from collections.abc import Mapping, Sequence
from math import isfinite, isinf
from typing import NamedTuple

from fivesquare.pictures.shapes import (
    base_line,
    rect,
    safe,
    shape_of,
    shorten,
    signed,
    svg,
    width_of,
    write,
)
from fivesquare.pictures.styles import NAME, OWNERS, SMALL

_WIDTH = 640
_TOP = 62  # where the rows begin: above them are the title and what the scale means
_ROW = 34
_MOST_NAME = 290  # of the width, for names
_EDGE = 24
_BARS_HEIGHT = 300
_BARS_TOP = 70  # of the highest bar, with room for its number
_BARS_STEPS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5)  # between the lines of the scale
_NUMBER = 52  # room for the numbers at the right


class Mark(NamedTuple):
    """A row: its name, its number (None: not known), and the ends of its interval if it has one.

    An end that is infinite is open, and drawn with an arrow.
    """

    name: str
    value: float | None
    low: float | None = None
    high: float | None = None


def chart(
    marks: Sequence[Mark], *, title: str, labels: Mapping[float, str], digits: int = 2, remark: str = ""
) -> str:
    """Marks on one scale; `labels` says what heights of it are called, from the lowest to the highest."""
    numbers = [each for mark in marks for each in mark[1:] if each is not None and isfinite(each)]
    lowest, highest = min([*labels, *numbers]), max([*labels, *numbers])
    left = _EDGE + min(_MOST_NAME, max(width_of(mark.name, NAME) for mark in marks)) + 14
    right = _WIDTH - _EDGE - _NUMBER
    low = _TOP + _ROW * len(marks)
    height = low + 30 + (24 if remark else 0)

    def x(number: float) -> float:
        return left + (number - lowest) * (right - left) / (highest - lowest)

    drawn = [write("fs-name fs-from", _EDGE, 32, shorten(title, 16, _WIDTH - 2 * _EDGE), 16)]
    for number, label in labels.items():
        kind = "fs-zero" if number == 0 else "fs-grid"
        drawn.append(f'<path class="{kind}" d="M{x(number):.1f} {_TOP - 6}V{low}"/>')
        drawn.append(write("fs-rim", x(number), low + 18, label, SMALL))
    said = []
    for place, mark in enumerate(marks):
        y = _TOP + _ROW * (place + 0.5)
        words = _in_words(mark, digits)
        said.append(f"{mark.name}: {words}.")
        name = shorten(mark.name, NAME, left - _EDGE - 10)
        drawn.append(write("fs-name fs-from", _EDGE, base_line(y, NAME), name, NAME))
        shown = "?" if mark.value is None else signed(f"{mark.value:.{digits}f}")
        drawn.append(write("fs-rim fs-to", _WIDTH - _EDGE, base_line(y, SMALL), shown, SMALL))
        if mark.value is None:
            continue
        span = ""
        if mark.low is not None and mark.high is not None:
            ends = [x(min(highest, max(lowest, end))) for end in (mark.low, mark.high)]
            arrows = "".join(
                f"M{at + way * 5:.1f} {y - 5:.1f}L{at:.1f} {y:.1f}L{at + way * 5:.1f} {y + 5:.1f}"
                for at, way, end in zip(ends, (1, -1), (mark.low, mark.high), strict=True)
                if isinf(end)
            )
            span = f'<path class="fs-line" d="M{ends[0]:.1f} {y:.1f}H{ends[1]:.1f}{arrows}"/>'
        hint = f"<title>{safe(f'{mark.name}: {words}')}</title>"
        drawn.append(f'<g class="fs-point fs-first">{hint}{span}{shape_of(1, x(mark.value), y, 6)}</g>')
    if remark:
        drawn.append(write("fs-status fs-from", _EDGE, height - 14, shorten(remark, 13, _WIDTH - 48), 13))
    return svg(_WIDTH, height, title, " ".join([*said, remark]).strip(), "".join(drawn))


def _in_words(mark: Mark, digits: int) -> str:
    if mark.value is None:
        return "not known"
    value = f"{mark.value:.{digits}f}"
    if mark.low is None or mark.high is None or (isinf(mark.low) and isinf(mark.high)):
        return value
    if isinf(mark.low) or isinf(mark.high):
        side, end = ("below", mark.high) if isinf(mark.low) else ("above", mark.low)
        return f"{value}, anywhere {side} {end:.{digits}f}"
    return f"{value}, between {mark.low:.{digits}f} and {mark.high:.{digits}f}"


# --- Bars ---


class Bar(NamedTuple):
    """What it is about, its share of all, and whose colour it has (0: neither player's)."""

    name: str
    share: float
    player: int


def bars(drawn: Sequence[Bar], *, title: str, remark: str = "") -> str:
    """Bars with their names beneath, as many of those as there is room for, and a scale in percent."""
    highest = max(bar.share for bar in drawn)
    step = next((step for step in _BARS_STEPS if highest / step <= 5), 0.5)
    left, right = _EDGE + 34, _WIDTH - _EDGE
    low = _BARS_HEIGHT - (62 if remark else 40)
    width = (right - left) / len(drawn)

    def y(share: float) -> float:
        return low - (low - _BARS_TOP) * share / highest

    parts = [write("fs-name fs-from", _EDGE, 32, shorten(title, 16, _WIDTH - 2 * _EDGE), 16)]
    for number in range(int(highest / step) + 1):
        kind, at = "fs-grid" if number else "fs-zero", y(number * step)
        parts.append(f'<path class="{kind}" d="M{left} {at:.1f}H{right}"/>')
        parts.append(
            write("fs-rim fs-to", left - 8, base_line(at, SMALL), f"{100 * number * step:g}", SMALL)
        )
    every = _every(drawn, width)
    said = []
    for place, bar in enumerate(drawn):
        x, words = left + place * width, f"{bar.name}: {100 * bar.share:.1f}%"
        said.append(f"{words}.")
        shape = _bar(bar.player, x + 0.12 * width, y(bar.share), 0.76 * width, low - y(bar.share))
        parts.append(f'<g class="fs-bar"><title>{safe(words)}</title>{shape}</g>')
        if place % every == 0:
            parts.append(write("fs-rim", x + width / 2, low + 20, bar.name, SMALL))
    if remark:
        parts.append(
            write("fs-status fs-from", _EDGE, _BARS_HEIGHT - 14, shorten(remark, 13, _WIDTH - 48), 13)
        )
    return svg(_WIDTH, _BARS_HEIGHT, title, " ".join([*said, remark]).strip(), "".join(parts))


def _bar(player: int, x: float, top: float, width: float, height: float) -> str:
    kind = "fs-half" if player == 0 else f"fs-{OWNERS[player]}-shade"
    return rect(kind, round(x, 1), round(top, 1), width, height, min(3.0, width / 4))


def _every(drawn: Sequence[Bar], width: float) -> int:
    """Every how many bars has its name written."""
    longest = max(width_of(bar.name, SMALL) for bar in drawn) + 8
    return max(1, -int(-longest // width))
