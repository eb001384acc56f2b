"""Bars side by side: how often something is the case, from less to more."""

from collections.abc import Sequence
from typing import NamedTuple

from fivesquare.pictures.shapes import base_line, rect, safe, shorten, svg, width_of, write
from fivesquare.pictures.styles import OWNERS, SMALL

_WIDTH, _HEIGHT = 640, 300
_EDGE = 24
_TOP = 70  # of the highest bar, with room for its number
_STEPS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5)  # between the lines of the scale


class Bar(NamedTuple):
    """What it is about, its share of all, and whose colour it has (0: nobody's)."""

    name: str
    share: float
    player: int


def bars(drawn: Sequence[Bar], *, title: str, remark: str = "") -> str:
    """Bars with their names beneath, as many of those as there is room for, and a scale in percent."""
    highest = max(bar.share for bar in drawn)
    step = next((step for step in _STEPS if highest / step <= 5), 0.5)
    left, right = _EDGE + 34, _WIDTH - _EDGE
    low = _HEIGHT - (62 if remark else 40)
    width = (right - left) / len(drawn)

    def y(share: float) -> float:
        return low - (low - _TOP) * share / highest

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
        parts.append(write("fs-status fs-from", _EDGE, _HEIGHT - 14, shorten(remark, 13, _WIDTH - 48), 13))
    return svg(_WIDTH, _HEIGHT, title, " ".join([*said, remark]).strip(), "".join(parts))


def _bar(player: int, x: float, top: float, width: float, height: float) -> str:
    kind = "fs-half" if player == 0 else f"fs-{OWNERS[player]}-shade"
    return rect(kind, round(x, 1), round(top, 1), width, height, min(3.0, width / 4))


def _every(drawn: Sequence[Bar], width: float) -> int:
    """Every how many bars has its name written."""
    longest = max(width_of(bar.name, SMALL) for bar in drawn) + 8
    return max(1, -int(-longest // width))
