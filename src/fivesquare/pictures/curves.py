"""A curve: the course of a game, move by move."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from fivesquare.pictures.shapes import base_line, fit, safe, shape_of, shorten, signed, svg, width_of, write
from fivesquare.pictures.styles import NOTE, OWNERS, SMALL

_WIDTH, _HEIGHT = 640, 300
_HIGH = 66  # where the plot begins, beneath the title and the legend
_STEPS = [digit * 10**zeros for zeros in range(6) for digit in (1, 2, 5)]  # between the marks of a scale


class Point(NamedTuple):
    """One moment of a curve: how high (None: not known), after whose move (0: the opening), in words."""

    height: float | None
    player: int
    caption: str


class _Plot(NamedTuple):
    """Where points are drawn: the edges of the plot, and the heights at its top and bottom."""

    left: float
    low: float
    top: float
    bottom: float
    number: int

    @property
    def right(self) -> float:
        return _WIDTH - 26

    def x(self, index: int) -> float:
        return self.left + 16 + index * (self.right - self.left - 16) / max(1, self.number - 1)

    def y(self, height: float) -> float:
        return _HIGH + (self.top - height) * (self.low - _HIGH) / (self.top - self.bottom)


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
    marks = labels or {mark: signed(f"{mark:+g}") if mark else "0" for mark in _marks(top, bottom)}
    left = 22 + max(width_of(label, SMALL) for label in marks.values())
    low = _HEIGHT - (58 if remark else 36)
    plot = _Plot(left, low, max([top, *marks]), min([bottom, *marks]), len(points))
    room = _WIDTH - 48
    size = max(SMALL, fit(title, 16, room))
    drawn = [write("fs-name fs-from", 24, 32, shorten(title, size, room), size), _legend()]
    drawn += [*_grid(plot, marks), *_course(plot, points)]
    drawn += [_dot(plot, index, point, index == marked) for index, point in enumerate(points)]
    if remark:
        text = shorten(remark, 14, room)
        drawn.append(write("fs-status fs-from", 24, _HEIGHT - 14, text, 14))
    desc = " ".join(f"{point.caption}." for point in points) + (f" {remark}" if remark else "")
    return svg(_WIDTH, _HEIGHT, title, desc, "".join(drawn))


def _grid(plot: _Plot, marks: Mapping[float, str]) -> Iterable[str]:
    """A line with its label for each mark, and the numbers of moves beneath."""
    for mark, label in marks.items():
        kind = "fs-zero" if mark == 0 else "fs-grid"
        yield f'<path class="{kind}" d="M{plot.left + 6:.1f} {plot.y(mark):.1f}H{plot.right:.1f}"/>'
        yield write("fs-rim fs-to", plot.left - 2, base_line(plot.y(mark), SMALL), label, SMALL)
    step = next(step for step in _STEPS if plot.number / step <= 26)
    for index in range(step, plot.number, step):
        yield write("fs-rim", plot.x(index), plot.low + 24, str(index), SMALL)


def _course(plot: _Plot, points: Sequence[Point]) -> Iterable[str]:
    """The line through the points, and the areas between it and zero."""
    heights = [point.height for point in points]
    places = [None if height is None else (plot.x(n), plot.y(height)) for n, height in enumerate(heights)]
    runs = _runs(places)
    for kind, above in (("first", True), ("second", False)):
        yield f'<path class="fs-{kind}-area" d="{_area(runs, plot.y(0), above)}"/>'
    for run in runs:
        yield f'<polyline class="fs-line" points="{_path(run)}"/>'


def _dot(plot: _Plot, index: int, point: Point, is_marked: bool) -> str:
    """A point in the shape of its player, with its caption; a question mark if its height is not known."""
    hint, x = f"<title>{safe(point.caption)}</title>", plot.x(index)
    if point.height is None:
        unknown = write("fs-rim", x, base_line(plot.y(0), NOTE), "?", NOTE)
        return f'<g class="fs-unknown">{hint}{unknown}</g>'
    y = plot.y(point.height)
    ring = f'<circle class="fs-turn" cx="{x:.1f}" cy="{y:.1f}" r="10"/>' if is_marked else ""
    shape = shape_of(point.player, x, y, 5)
    return f'<g class="fs-point fs-{OWNERS[point.player]}">{hint}{ring}{shape}</g>'


def _legend() -> str:
    """Which way is whose."""
    words = (("above the line the first player is winning", 1), ("below it the second", 2))
    x, drawn = 24.0, []
    for text, player in words:
        drawn.append(f'<g class="fs-point fs-{OWNERS[player]}">{shape_of(player, x + 5, 48, 4.5)}</g>')
        drawn.append(write("fs-rim fs-from", x + 15, base_line(48, SMALL), text, SMALL))
        x += 18 + width_of(text, SMALL)
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
