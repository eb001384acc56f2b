"""The course of a game as a curve of characters: what perfect play would have led to after each move.

Up is good for the first player. In games with margins the height is the margin; in the others there are
three heights: won, drawn, lost.
"""

import math

from fivesquare.reviews import Review

_ROWS = 9


def _whole(height: float) -> int:
    """A height for a row: half a point is drawn as a whole one, never as a draw."""
    return math.ceil(height) if height > 0 else math.floor(height)


def draw(review: Review, width: int = 79) -> str:
    """The curve in characters, a column a move, with a scale on the left; in parts if it is too wide."""
    curve = [None if height is None else _whole(height) for height in review.heights]
    known = [height for height in curve if height is not None]
    top, bottom = max([*known, 1]), min([*known, -1])
    marks = _marks(top, bottom)
    labels = [_label(review, mark) for mark in marks]
    aside = max(len(label) for label in labels)
    rows = ["".join(_dot(height, mark, marks) for height in curve) for mark in marks]
    room = max(1, width - aside - 2)
    parts = []
    for start in range(0, len(curve), room):
        part = [row[start : start + room] for row in rows]
        lines = [f"{label:>{aside}} |{row}" for label, row in zip(labels, part, strict=True)]
        parts.append("\n".join(line.rstrip() for line in lines))
    return "\n\n".join(parts)


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
