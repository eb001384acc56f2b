"""Grades: how well a position shows a topic, from 0 for not at all to 1 for as well as can be."""

from collections.abc import Callable, Mapping

from fivesquare import engine
from fivesquare.engine import FIRST
from fivesquare.position import Position
from fivesquare.primer.exercises import Topic, taken, wins_now
from fivesquare.rulebook import Exactly

GOOD = 1.0
"""A grade that needs no better one."""


def share(*wishes: bool) -> float:
    """A grade for a position that suits, by how many wishes it fulfils."""
    return (1 + sum(wishes)) / (1 + len(wishes))


def is_for_learner(position: Position) -> bool:
    return position.turn == FIRST and not position.in_chain


def _grade_claim(position: Position) -> float:
    if position.moves or position.is_over:
        return 0.0
    return share(len(position.legal) == position.size.cells)


def _grade_start(position: Position) -> float:
    """The opening of a board that has an inside."""
    return float(not (position.moves or position.is_over) and position.setup.edge != position.setup.full)


def _grade_beside(position: Position) -> float:
    own, other = position.state.own, position.state.other
    if not is_for_learner(position) or own == 0:
        return 0.0
    free = position.setup.full & ~(own | other)
    far = (free & ~engine.all_beside(position.setup, own)).bit_count()
    if far == 0:
        return 0.0
    legal = position.claims.bit_count()
    return share(far > 1, 2 <= legal <= 4, 2 <= own.bit_count() <= 3, _is_early(position))


def _grade_take(position: Position) -> float:
    if not is_for_learner(position):
        return 0.0
    numbers = sorted(len(taken(position, move)) for move in position.legal)
    if not numbers or numbers[-1] == 0:
        return 0.0
    is_one_best = numbers[-1:] != numbers[-2:-1]
    return share(is_one_best, numbers[-1] in (2, 3), numbers[0] == 0, len(numbers) > 2, _is_early(position))


def _grade_again(position: Position) -> float:
    if not position.in_chain or position.turn != FIRST:
        return 0.0
    return share(position.claims.bit_count() > 1, _is_early(position))


def _grade_swap(position: Position) -> float:
    """The larger the first claim, the better is a swap."""
    if not position.may_swap:
        return 0.0
    values = position.board.values
    return share(position.scores[0] >= max(values))


def _grade_end(position: Position) -> float:
    if not is_for_learner(position):
        return 0.0
    if position.book.goal == "points":
        ends = [position.play(move).outcome for move in position.legal]
        return share(ends[0] is not None and ends[0].winner == FIRST) if len(ends) == 1 else 0.0
    winning = sum(wins_now(position, move) for move in position.legal)
    if not winning:
        return 0.0
    choices = len(position.legal)
    if not isinstance(position.book.goal, Exactly):
        return share(choices > 1, choices > 2, winning < choices)
    return share(winning == 1, choices > 2, free_cells(position) > choices)


def free_cells(position: Position) -> int:
    return position.size.cells - sum(position.counts)


def _is_early(position: Position) -> bool:
    """Whether no move ends the game, which would distract."""
    return not any(position.play(move).is_over for move in position.legal)


GRADES: Mapping[Topic, Callable[[Position], float]] = {
    "claim": _grade_claim,
    "start": _grade_start,
    "beside": _grade_beside,
    "take": _grade_take,
    "again": _grade_again,
    "swap": _grade_swap,
    "end": _grade_end,
}
