"""A review as text: every move with its worth, what it threw away, the turning point, and the curve."""

from fivesquare.reviews import Review, ReviewedMove
from fivesquare.terminal.curve import draw
from fivesquare.terminal.voices.base import Voice
from fivesquare.terminal.worths import in_words

_MOST_BEST = 3


def in_text(review: Review, voice: Voice) -> str:
    parts = [_opening(review, voice), _moves(review, voice), _summary(review, voice)]
    if review.moves:
        parts.append(f"The course of the game; up is good for {voice.name(1)}:\n{draw(review)}")
    return "\n\n".join(part for part in parts if part)


def _opening(review: Review, voice: Voice) -> str:
    if review.opening is None:
        return "The opening could not be solved in time."
    return f"At the start, with perfect play {in_words(review.opening, voice)}."


def _moves(review: Review, voice: Voice) -> str:
    rows = [
        (
            f"{move.number:>{len(str(len(review.moves)))}}",
            voice.name(move.player),
            move.move,
            "?" if move.worth is None else in_words(move.worth, voice),
            _judged(move),
        )
        for move in review.moves
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join("  ".join(map(str.ljust, row, widths)).rstrip() for row in rows)


def _judged(move: ReviewedMove) -> str:
    if not move.points_lost and not move.result_lost:
        return move.verdict
    shown = " or ".join(move.best[:_MOST_BEST])
    more = f" (and {len(move.best) - _MOST_BEST} more)" if len(move.best) > _MOST_BEST else ""
    return f"{move.verdict}; best was {shown}{more}"


def _summary(review: Review, voice: Voice) -> str:
    lines = []
    turning = review.turning_point
    if turning is not None:
        name = voice.name(turning.player)
        lines.append(f"Turning point: move {turning.number}, {name} {turning.move}, {turning.verdict}.")
    elif review.moves and all(move.is_solved for move in review.moves):
        lines.append("Nobody made a mistake.")
    for player in (1, 2):
        accuracy = review.accuracy(player)
        if accuracy is not None:
            lines.append(f"Accuracy of {voice.name(player)}: {accuracy:.0%}.")
    outcome = review.outcome
    lines.append(voice.result(review.position) if outcome else "The game is not over.")
    return "\n".join(lines)
