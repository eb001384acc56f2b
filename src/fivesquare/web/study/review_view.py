"""A game gone over for the page that walks through it: every position, every worth, every lesson."""

from dataclasses import dataclass
from typing import Any

from fivesquare import json_view
from fivesquare.engine import FIRST, SECOND
from fivesquare.lanes import Glance
from fivesquare.position import Position
from fivesquare.puzzles import lessons
from fivesquare.reviews import Review, ReviewedMove, height, review
from fivesquare.solver import Solver, Worth
from fivesquare.web.study import move_values
from fivesquare.words.lines import answered
from fivesquare.words.listener import BareListener, capital
from fivesquare.words.players import seats_of
from fivesquare.words.questions import question_of

_OF_THE_TIME = 1 / 4  # for one move at the most
_LOOK = 200_000  # positions for an estimate: an instant, and there may be sixty


class PageListener(BareListener):
    """Hears of the players as the pages call them."""

    names = ("First", "Second")
    dots = "…"


def gone_over(position: Position, seconds: float, memory: int, glance: Glance) -> Review:
    """The review of a game, or as much of it as these seconds allow."""
    return review(
        position,
        seconds=seconds * _OF_THE_TIME,
        total=seconds,
        memory=memory,
        threads=1,
        progress=lambda _done, _total: glance(),
    )


def is_solved(review: Review) -> bool:
    return all(worth is not None for worth in review.curve) and all(move.is_solved for move in review.moves)


@dataclass
class ReviewView:
    """A review on its way to becoming an object; `seconds` and `memory` are for what is still missing."""

    review: Review
    seconds: float
    memory: int
    glance: Glance

    def to_json(self) -> dict[str, Any]:
        review = self.review
        turning = review.turning_point
        plies = [self._ply(index, position) for index, position in enumerate(review.position.history())]
        return {
            "game": setting(review.position),
            "plies": plies,
            "moves": [self._move(move) for move in review.moves],
            "turning_point": None if turning is None else turning.number,
            "accuracy": [review.accuracy(FIRST), review.accuracy(SECOND)],
            "skill": [review.skill(FIRST), review.skill(SECOND)],
            "lessons": self._lessons(),
            "has_margins": review.position.book.goal == "points",
            "solved": is_solved(review) and all(ply["exact"] for ply in plies),
        }

    # --- Positions ---

    def _ply(self, index: int, position: Position) -> dict[str, Any]:
        return {
            **seen(position, self.review.curve[index]),
            **self._moves_from(index, position),
            "line": list(self.review.moves[index - 1].line if index else self.review.line),
        }

    def _moves_from(self, index: int, position: Position) -> dict[str, Any]:
        """What each move is worth here."""
        if position.is_over:
            return {"exact": True, "each": {}, "best": []}
        player = position.state.turn
        if index < len(self.review.moves):
            move = self.review.moves[index]
            if move.is_solved:
                each = move_values.known(move.alternatives, move.best, player)
                return {"exact": True, "each": each, "best": list(move.best)}
        solver = Solver(position.book, position.board, memory=self.memory, threads=1)
        if index == len(self.review.moves):  # the last position: only its worth is known so far
            seconds = self.seconds * _OF_THE_TIME
            solution = solver.solve(position, seconds=seconds, progress=lambda _: self.glance())
            if solution.exact:
                each = move_values.known(solution.each, solution.best, player)
                return {"exact": True, "each": each, "best": list(solution.best)}
        self.glance()
        hunch = solver.look_ahead(position, seconds=1, nodes=_LOOK, each=True)
        return {
            "exact": False,
            "each": move_values.estimated(position, hunch),
            "best": move_values.best_of(position, hunch),
        }

    # --- Moves ---

    def _move(self, move: ReviewedMove) -> dict[str, Any]:
        return {
            "number": move.number,
            "player": move.player,
            "move": move.move,
            "verdict": move.verdict,
            "mark": move.mark,
            "points_lost": move.points_lost,
            "result_lost": move.result_lost,
            "moves_lost": move.moves_lost,
            "is_mistake": move.is_mistake,
            "best": list(move.best),
            "line": list(move.line),
            "answered": self._answered(move) if move.is_mistake else None,
        }

    def _answered(self, move: ReviewedMove) -> str:
        """What a mistake runs into, as a sentence."""
        before = self.review.position.history()[move.number - 1]
        return capital(answered(before, move.move, move.line, PageListener(before.book)) + ".")

    def _lessons(self) -> list[dict[str, Any]]:
        """The mistakes of both players as questions, in the order in which they were made."""
        listener = PageListener(self.review.position.book)
        told = []
        for lesson in (*lessons(self.review, player=FIRST), *lessons(self.review, player=SECOND)):
            question = question_of(lesson, "a mistake", listener)
            told.append(
                {
                    "ply": len(lesson.position.moves),
                    "player": lesson.position.state.turn,
                    "played": lesson.played,
                    "right": list(lesson.right),
                    "task": question.task,
                    "deed": question.deed,
                    "hints": question.hints(listener),
                }
            )
        return sorted(told, key=lambda lesson: lesson["ply"])


def setting(position: Position) -> dict[str, Any]:
    """What stays the same through a game, with who played it."""
    return {**json_view.setting(position), "players": list(seats_of(position))}


def seen(position: Position, worth: Worth | None) -> dict[str, Any]:
    """A position, and what perfect play leads to from it; if it is over, that is how it ended."""
    return {
        "ply": len(position.moves),
        **json_view.seen(position),
        "winner": None if worth is None else worth.winner,
        "margin": None if worth is None else worth.margin,
        "height": None if worth is None else height(worth),
    }
