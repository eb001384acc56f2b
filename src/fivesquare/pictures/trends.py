"""Shares over time, as small lines on one scale in percent, inside a page that gives them colours."""

from collections.abc import Sequence
from typing import NamedTuple

from fivesquare.pictures.shapes import safe

_WIDTH, _HEIGHT = 420, 170
_LEFT, _RIGHT, _TOP, _LOW = 36, 410, 14, 140
_END = 6  # room for the last dot


class Trend(NamedTuple):
    """Shares from 0 to 1 in the order of time, and the class that gives them their look."""

    kind: str
    shares: Sequence[float]


def trends(drawn: Sequence[Trend], *, label: str, start: str, end: str) -> str:
    """Lines over time; the scale begins at 0 or half way up, and what lies below is drawn on its edge."""
    lowest = min((share for trend in drawn for share in trend.shares), default=0)
    bottom = 0.5 if lowest >= 0.5 else 0.0
    parts = [_mark(bottom + (1 - bottom) * part / 2, bottom) for part in (2, 1, 0)]
    for trend in drawn:
        places = [
            (_x(number, len(trend.shares)), _y(share, bottom)) for number, share in enumerate(trend.shares)
        ]
        line = "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
        if len(places) > 1:
            area = f"M{line}L{places[-1][0]:.1f} {_LOW}L{places[0][0]:.1f} {_LOW}Z"
            parts.append(
                f'<path class="area {trend.kind}" d="{area}"/><path class="path {trend.kind}" d="M{line}"/>'
            )
        if places:
            x, y = places[-1]
            parts.append(f'<circle class="dot {trend.kind}" cx="{x:.1f}" cy="{y:.1f}" r="5"/>')
    parts.append(f'<text x="{_LEFT}" y="164">{safe(start)}</text>')
    parts.append(f'<text x="{_RIGHT}" y="164" text-anchor="end">{safe(end)}</text>')
    shape = f'viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}" height="{_HEIGHT}"'
    return f'<svg class="chart" {shape} role="img" aria-label="{safe(label)}">{"".join(parts)}</svg>'


def _x(number: int, count: int) -> float:
    return _LEFT + number * (_RIGHT - _END - _LEFT) / max(1, count - 1)


def _y(share: float, bottom: float) -> float:
    return _LOW - (_LOW - _TOP) * (min(1.0, max(bottom, share)) - bottom) / (1 - bottom)


def _mark(share: float, bottom: float) -> str:
    y = _y(share, bottom)
    number = f'<text x="{_LEFT - 6}" y="{y + 4.5:.1f}" text-anchor="end">{100 * share:.0f}</text>'
    return f'<path class="grid" d="M{_LEFT} {y:.1f}H{_RIGHT}"/>{number}'
