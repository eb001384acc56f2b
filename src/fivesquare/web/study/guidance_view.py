"""Advice in a game as its page shows it: a hint with its steps, the tutor's cautions, the takeaway."""

from collections.abc import Mapping
from typing import Any

from fivesquare.engine import NOBODY, SECOND
from fivesquare.lanes import Glance
from fivesquare.match import Step
from fivesquare.position import Position
from fivesquare.reviews import Review
from fivesquare.solver import Hunch, Solution, Solver
from fivesquare.table.advice import is_costly
from fivesquare.web.study import move_values
from fivesquare.web.study.lesson_view import frame
from fivesquare.words import guidance
from fivesquare.words.listener import NumberListener, capital
from fivesquare.words.players import called, seats_of
from fivesquare.words.takeaway import takeaway
from fivesquare.words.worths import estimated, recommended

_STEPS = 3  # of a hint that are drawn


def listener_of(position: Position, you: int) -> NumberListener:
    """Whoever looks at a page: addressed as `you`, unless that is nobody."""
    return NumberListener(position.book, you, called(seats_of(position), you))


def hint(position: Position, solver: Solver, seconds: float, glance: Glance) -> tuple[dict[str, Any], bool]:
    """A move to make, why, and how it may go on; and whether another time could not say more."""
    listener = listener_of(position, position.state.turn)
    found = move_values.evaluated(position, solver, seconds, glance)
    if isinstance(found.worths, Hunch):
        advice = "" if position.is_over else guidance.told(position, found.worths.move, listener)
        reason = f"{capital(estimated(position, found.worths, listener))} Too large to solve in time."
        told: dict[str, Any] = {"exact": False, "advice": advice, "reason": reason}
        return told | {"steps": _steps(position, [found.worths.move])}, found.is_final
    solution = found.worths
    soon = solver.how_soon(solution)
    moves = recommended(solution, soon)
    move = solution.line[0] if solution.line and solution.line[0] in moves else moves[0]
    line = [move, *solver.line(position, after=move)]
    said = guidance.suggestion(solution, move, listener, soon)
    return {"exact": True, **said._asdict(), "steps": _steps(position, line[:_STEPS])}, True


def _steps(position: Position, moves: list[str]) -> list[dict[str, Any]]:
    """Moves one after the other: who makes each, and the board after it."""
    told = []
    for move in moves:
        step = Step(position, move, position.play(move))
        told.append({"move": move, "player": step.player, "frame": frame(step)})
        position = step.after
    return told


def cautions(
    position: Position, solver: Solver, seconds: float, glance: Glance
) -> tuple[dict[str, Any], bool]:
    """Of each move that changes the result for the worse, by exact values, what the tutor says of it."""
    found = move_values.evaluated(position, solver, seconds, glance)
    if isinstance(found.worths, Hunch):
        return {"exact": False, "cautions": {}}, found.is_final
    return {"exact": True, "cautions": _costly(found.worths, solver)}, True


def _costly(solution: Solution, solver: Solver) -> dict[str, Any]:
    position = solution.position
    listener = listener_of(position, position.state.turn)
    return {
        move: guidance.caution(solution, move, solver.line(position, after=move), listener)._asdict()
        for move in solution.each
        if is_costly(solution.regret(move))
    }


def lesson(review: Review, you: int, winner: int) -> dict[str, Any]:
    """The one sentence about a finished game, and its course."""
    told = takeaway(review, listener_of(review.position, you), winner)
    return {
        "sentence": None if told is None else told.sentence,
        "move": None if told is None else told.move,
        "heights": list(review.heights),
    }


def winner_of(position: Position) -> int | None:
    """Who won: on the board, or as its record says; None for a game that is not over."""
    if position.outcome is not None:
        return position.outcome.winner
    result = position.extra.get("result")
    winner = result.get("winner") if isinstance(result, Mapping) else None
    return winner if type(winner) is int and NOBODY <= winner <= SECOND else None
