"""A review as text: every move with its worth and what it gave away, and the curve of the game.

The curve is drawn in characters: the result of perfect play after each move, up for the first player. Its
height is the margin, or one of three levels in games without margins.
"""

import math
import re

from fivesquare.position import Position
from fivesquare.reviews import Review, ReviewedMove
from fivesquare.terminal.screen import filled, width
from fivesquare.terminal.voices import Voice
from fivesquare.words.commentary import Commentary
from fivesquare.words.lines import answered
from fivesquare.words.listener import capital
from fivesquare.words.worths import Tint, better, in_words, untinted

_INDENT = "    "
_ROWS = 9  # of the curve


def review_text(review: Review, voice: Voice, tint: Tint = untinted) -> str:
    parts = [filled(_opening(review, voice)), _moves(review, voice, tint), filled(_summary(review, voice))]
    if review.moves:
        title = filled(f"The course of the game; up is good for {voice.called(1)}:")
        parts.append(f"{title}\n{curve(review, width())}")
    return "\n\n".join(part for part in parts if part)


def _opening(review: Review, voice: Voice) -> str:
    if review.opening is None:
        return "The opening could not be solved in time."
    return f"At the start, with perfect play {in_words(review.opening, voice)}."


def _moves(review: Review, voice: Voice, tint: Tint) -> str:
    """A row per move; below a mistake, what was better and what refutes it."""
    before = review.position.history()
    rows = [
        (
            f"{move.number:>{len(str(len(review.moves)))}}",
            capital(voice.called(move.player)),
            voice.named(before[move.number - 1], move.move),
            "?" if move.worth is None else in_words(move.worth, voice),
        )
        for move in review.moves
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for move, row in zip(review.moves, rows, strict=True):
        *start, worth = map(str.ljust, row, widths)
        text = _row("  ".join(start), worth, move.verdict, _remarks(before[move.number - 1], move, voice))
        lines.append(tinted(text, move, tint))
    return "\n".join(lines)


def _row(start: str, worth: str, verdict: str, remarks: str) -> str:
    """A move as one line, with indented lines below for remarks and what does not fit."""
    below = [remarks] if remarks else []
    line = f"{start}  {worth}  {verdict}"
    if len(line) > width():
        line = f"{start}  {worth.rstrip()}"
        below = [f"{verdict}.", *below]
    if len(line) > width():
        line = start.rstrip()
        below = [f"{worth.rstrip()}: {below[0]}", *below[1:]]
    if not below:
        return line.rstrip()
    return f"{line.rstrip()}\n{filled(_INDENT + ' '.join(below), _INDENT)}"


def _remarks(before: Position, move: ReviewedMove, voice: Voice) -> str:
    """What would have been better, and why."""
    best = better(before, move, voice)
    remark = f"Best was {best}." if best else ""
    if not move.is_mistake:
        return remark
    reply = answered(before, move.move, move.line, voice)
    return f"{remark} {capital(reply)}."


def _summary(review: Review, voice: Voice) -> str:
    lines = []
    turning = review.turning_point
    if turning is not None:
        place = voice.named(review.position, turning.move)
        name = voice.called(turning.player)
        lines.append(f"Turning point: move {turning.number}, {place} by {name}: {turning.verdict}.")
    elif review.moves and all(move.is_solved for move in review.moves):
        lines.append("No mistakes.")
    for player in (1, 2):
        accuracy = Commentary(review, voice).accuracy(player)
        if accuracy:
            lines.append(accuracy)
    outcome = review.outcome
    lines.append(voice.result(review.position) if outcome else "The game is not over.")
    return "\n".join(lines)


def tinted(text: str, move: ReviewedMove, tint: Tint) -> str:
    """Text that contains the verdict, perhaps wrapped, with the verdict coloured."""
    kind = _kind(move)
    if not kind:
        return text
    words = r"\s+".join(map(re.escape, move.verdict.split()))
    return re.sub(
        f"(?i){words}",
        lambda found: re.sub(r"\S+(?: \S+)*", lambda line: tint(line[0], kind), found[0]),
        text,
        count=1,
    )


def _kind(move: ReviewedMove) -> str:
    """The tint of a verdict; most have none."""
    return "bad" if move.result_lost else "even" if move.points_lost or move.moves_lost else ""


# --- The curve ---


def _whole(height: float) -> int:
    """A height rounded away from zero: half a point is never drawn as a draw."""
    return math.ceil(height) if height > 0 else math.floor(height)


def curve(review: Review, width: int = 79) -> str:
    """The curve in characters, a column per move, with a scale on the left; split if it is too wide."""
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
    """The heights of the rows: evenly spaced, with at least one on each side of zero."""
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
