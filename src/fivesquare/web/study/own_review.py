"""What a browser keeps of the review of a game of its own: accuracy, skill, and the mistakes."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

from fivesquare.lanes import Glance
from fivesquare.mistakes import KINDS, Kind, mistakes
from fivesquare.position import Position
from fivesquare.web.study import review_view
from fivesquare.web.study.answer_cache import SolverAnswer


class NotedMistake(NamedTuple):
    """A move that gave away the result: after how many moves, of what kind, and whether it is a puzzle."""

    ply: int
    kind: Kind | None
    is_puzzle: bool


@dataclass(frozen=True)
class OwnReview:
    """One game, as its player's page has it. Without exact values there is nothing but that."""

    is_exact: bool
    accuracy: float | None = None
    skill: float | None = None
    mistakes: tuple[NotedMistake, ...] = ()

    @classmethod
    def of(cls, noted: Mapping[str, Any]) -> Self:
        """The inverse of `to_json`; a kind from another version has no name here."""
        made = (
            NotedMistake(ply, next((known for known in KINDS if known == kind), None), bool(is_puzzle))
            for ply, kind, is_puzzle in noted["mistakes"]
        )
        return cls(noted["exact"], noted["accuracy"], noted["skill"], tuple(made))

    def to_json(self) -> dict[str, Any]:
        return {
            "exact": self.is_exact,
            "accuracy": None if self.accuracy is None else round(self.accuracy, 4),
            "skill": None if self.skill is None else round(self.skill, 4),
            "mistakes": [[each.ply, each.kind, int(each.is_puzzle)] for each in self.mistakes],
        }


def own_review(end: Position, player: int, seconds: float, memory: int, glance: Glance) -> OwnReview:
    """A game reviewed for one of its players, if all their moves can be solved in these seconds."""
    review = review_view.gone_over(end, seconds, memory, glance)
    if not all(move.is_solved for move in review.moves if move.player == player):
        return OwnReview(is_exact=False)
    made = tuple(
        NotedMistake(len(each.position.moves), each.kind, each.is_puzzle)
        for each in mistakes(review, player)
    )
    return OwnReview(True, review.accuracy(player), review_view.player_skill(review, player), made)


def answered(found: OwnReview) -> SolverAnswer:
    """The same as an answer that the solver's lanes can keep."""
    return SolverAnswer(json.dumps(found.to_json()).encode(), is_final=found.is_exact)
