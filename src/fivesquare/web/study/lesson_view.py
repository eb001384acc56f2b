"""Primers as the page of a lesson shows them: positions, tasks, and what every answer leads to.

Nothing here depends on the title of a book, so that equal answers share a lesson.
"""

from typing import Any

from fivesquare import json_view
from fivesquare.match import Step
from fivesquare.position import Position
from fivesquare.primer import Exercise, Primer
from fivesquare.words import feedback, teaching


def lesson(primer: Primer) -> dict[str, Any]:
    """A whole lesson as an object."""
    return {
        "exercises": [_exercise(exercise, primer) for exercise in primer.exercises],
        "learned": list(teaching.summary(primer)),
    }


def _exercise(exercise: Exercise, primer: Primer) -> dict[str, Any]:
    position = exercise.position
    learner = feedback.learner_of(exercise)
    names = ["You" if player == learner.you else learner.name(player) for player in (1, 2)]
    return {
        "topic": exercise.topic,
        "rule": teaching.rule(exercise, primer),
        "task": teaching.task(exercise),
        "names": names,
        "has_places": feedback.has_places(position),
        "called": exercise.called,
        "view": _view(position),
        "refusals": feedback.free_but_refused(position),
        "answers": {move: _answer(exercise, move) for move in exercise.answers},
    }


def _view(position: Position) -> dict[str, Any]:
    return {
        "board": position.board.rows,
        "size": list(position.size),
        "has_numbers": position.book.values != "ones",
        "goal": json_view.goal(position),
        **json_view.seen(position),
    }


def _answer(exercise: Exercise, move: str) -> dict[str, Any]:
    answer = exercise.answers[move]
    is_won = answer.is_right and answer.after.is_over
    return {
        "right": answer.is_right,
        "words": feedback.said(exercise, move),
        "frames": [frame(step) for step in answer.line],
        "result": feedback.result(answer.after, feedback.learner_of(exercise)) if is_won else None,
    }


def frame(step: Step) -> dict[str, Any]:
    """What a move changes about a view."""
    after = step.after
    return {
        "owners": after.owners,
        "scores": list(after.scores),
        "counts": list(after.counts),
        "turn": after.turn,
        "legal": list(after.legal),
        "over": after.is_over,
        "last": json_view.done(step),
    }
