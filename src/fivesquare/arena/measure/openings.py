"""The boards that a rule book is measured on: those of `fivesquare play --seed`, one after the other."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from fivesquare.board import Size
from fivesquare.books import find_book, rebalanced, written
from fivesquare.position import Position
from fivesquare.rulebook import Komi, RuleBook
from fivesquare.solver import Solution, Solver

EFFORT = 20_000_000  # positions searched for one answer, some five seconds at the most
MEMORY = 64 * 1024 * 1024  # bytes


@dataclass(frozen=True)
class Openings:
    """A rule book and a size of boards; with a fair komi, each board has the one that it needs."""

    book: RuleBook
    size: Size
    has_fair_komi: bool = False

    @property
    def is_single(self) -> bool:
        """Whether all seeds have the same board: then nothing about it is left to chance."""
        return self.book.values == "ones"

    def __getitem__(self, seed: int) -> Position | None:
        """The opening of that seed; None if it has no fair komi, or one that is too much to find out."""
        position = Position.start(self.book, seed=seed, size=self.size)
        if not self.has_fair_komi:
            return position
        margin = worth(position).margin
        if margin is None or margin < 0:
            return None
        return replace(position, book=rebalanced(self.book, Komi(margin)))

    def unit(self, what: str, seed: int, **more: Any) -> dict[str, Any]:
        """A unit of work: what is asked about the board of that seed, or about those from it on."""
        return {"what": what, **self.to_json(), "seed": seed, **more}

    def to_json(self) -> dict[str, Any]:
        return {"book": written(self.book), "size": list(self.size), "fair_komi": self.has_fair_komi}

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> "Openings":
        """The inverse of `to_json`."""
        return cls(find_book(told["book"]), Size(*told["size"]), told["fair_komi"])


def worth(position: Position) -> Solution:
    """Who wins and by how much, unless that is too much to find out."""
    solver = Solver(position.book, position.board, memory=MEMORY, threads=1)
    return solver.solve(position, value_only=True, nodes=EFFORT)
