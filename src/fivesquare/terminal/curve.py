"""The course of a game as a curve: what perfect play would have led to after each move.

Up is good for the first player. In games with margins the height is the margin; in the others there are
three heights: won, drawn, lost.
"""

import math
from html import escape

from fivesquare.engine import FIRST
from fivesquare.reviews import Review
from fivesquare.solver import Worth

_ROWS = 9
_WIDTH, _HEIGHT, _PAD = 640, 240, 36


def heights(review: Review) -> list[int | None]:
    """The height of the curve at the start and after each move; None where it is not known."""
    return [None if worth is None else _height(worth) for worth in review.curve]


def _height(worth: Worth) -> int:
    if worth.margin is None:
        return worth.result(FIRST)
    return math.ceil(worth.margin) if worth.margin > 0 else math.floor(worth.margin)  # half points too


def draw(review: Review) -> str:
    """The curve in characters, a column a move, with a scale on the left."""
    curve = heights(review)
    known = [height for height in curve if height is not None]
    top, bottom = max([*known, 1]), min([*known, -1])
    marks = _marks(top, bottom)
    labels = [_label(review, mark) for mark in marks]
    width = max(len(label) for label in labels)
    lines = []
    for mark, label in zip(marks, labels, strict=True):
        row = "".join(_dot(height, mark, marks) for height in curve)
        lines.append(f"{label:>{width}} |{row}".rstrip())
    return "\n".join(lines)


def _marks(top: int, bottom: int) -> list[int]:
    """The heights that have a row of their own: evenly spread, at least one on each side of zero."""
    step = max(1, -(-(top - bottom) // (_ROWS - 1)))
    above, below = (max(1, -(-(2 * height - step) // (2 * step))) for height in (top, -bottom))
    return [step * row for row in range(above, -below - 1, -1)]


def _label(review: Review, mark: int) -> str:
    if any(worth is not None and worth.margin is not None for worth in review.curve):
        return f"{mark:+d}" if mark else "0"
    return {1: "first wins", 0: "draw", -1: "second wins"}.get(mark, "")


def _dot(height: int | None, mark: int, marks: list[int]) -> str:
    blank = "-" if mark == 0 else " "
    if height is None:
        return "?" if mark == 0 else blank
    same_side = [other for other in marks if (other > 0) - (other < 0) == (height > 0) - (height < 0)]
    nearest = min(same_side, key=lambda other: (abs(other - height), abs(other)))
    return "*" if nearest == mark else blank


def to_svg(review: Review, title: str) -> str:
    """The curve as a picture."""
    curve = heights(review)
    tallest = max([1, *(abs(height) for height in curve if height is not None)])

    def x(index: int) -> float:
        return _PAD + index * (_WIDTH - 2 * _PAD) / max(1, len(curve) - 1)

    def y(height: int) -> float:
        return _HEIGHT / 2 - height * (_HEIGHT / 2 - _PAD) / tallest

    known = [(index, height) for index, height in enumerate(curve) if height is not None]
    line = " ".join(f"{x(index):.1f},{y(height):.1f}" for index, height in known)
    dots = "".join(
        f'<circle cx="{x(index):.1f}" cy="{y(height):.1f}" r="3" fill="#1f4e79">'
        f"<title>{escape(_caption(review, index))}</title></circle>"
        for index, height in known
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" '
        f'font-family="sans-serif" font-size="12" role="img">'
        f"<title>{escape(title)}</title>"
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="white"/>'
        f'<line x1="{_PAD}" y1="{y(0)}" x2="{_WIDTH - _PAD}" y2="{y(0)}" stroke="#999"/>'
        f'<text x="{_PAD}" y="16">{escape(title)}</text>'
        f'<text x="4" y="{y(tallest) + 4:.1f}">{_end_label(review, tallest)}</text>'
        f'<text x="4" y="{y(0) + 4:.1f}">{_label(review, 0)}</text>'
        f'<text x="4" y="{y(-tallest) + 4:.1f}">{_end_label(review, -tallest)}</text>'
        f'<polyline points="{line}" fill="none" stroke="#1f4e79" stroke-width="2"/>{dots}'
        f'<text x="{_WIDTH - _PAD}" y="{_HEIGHT - 8}" text-anchor="end">moves</text>'
        "</svg>\n"
    )


def _end_label(review: Review, height: int) -> str:
    label = _label(review, height)
    return {"first wins": "1st", "second wins": "2nd"}.get(label, label)


def _caption(review: Review, index: int) -> str:
    if index == 0:
        return "the opening"
    move = review.moves[index - 1]
    return f"{move.number}. {move.move}: {move.verdict}"
