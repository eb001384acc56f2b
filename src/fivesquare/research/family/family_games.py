"""A game of the family: its rules in sentences, its opening, its solution, how difficult it is."""

from copy import copy
from dataclasses import dataclass
from functools import cached_property

from fivesquare.position import Position
from fivesquare.research.family.difficulty import Difficulty, Study
from fivesquare.research.family.names import VERSION, Kind, Name, format_values, parse_name
from fivesquare.research.family.splits import Split, split_of
from fivesquare.research.wording import PLAIN
from fivesquare.rulebook import RuleBook
from fivesquare.solver import Solution
from fivesquare.streams import stream


@dataclass(frozen=True)
class FamilyGame:
    """A game by its parts; `game` makes it from its name. Two games are equal if their names are."""

    parts: Name

    @property
    def name(self) -> str:
        return str(self.parts)

    @property
    def kind(self) -> Kind:
        return self.parts.kind

    @cached_property
    def book(self) -> RuleBook:
        return self.parts.kind.book(self.parts.size, self.parts.values)

    @cached_property
    def position(self) -> Position:
        """The opening. Games that differ only in their kind have the same board."""
        _, size, values, seed = self.parts
        chance = stream(VERSION, size, format_values(values), seed, "board")
        return Position.start(self.book, board=self.book.deal(chance))

    @property
    def rules(self) -> str:
        """The rules in sentences."""
        return PLAIN.rules(self.book, self.parts.size)

    @cached_property
    def split(self) -> Split:
        """ "public" or "held-out"."""
        return split_of(self.position.board)

    @cached_property
    def solution(self) -> Solution:
        """The worth of the opening and of each move, and a perfect line; TooLargeError if that is much."""
        return copy(self._study().solution(self.position))  # a copy has no solver: tables are large

    @cached_property
    def difficulty(self) -> Difficulty:
        """How difficult it is, measured; TooLargeError if it is too much."""
        study = self._study()
        self.__dict__["solution"] = copy(study.solution(self.position))
        return study.measure(self.position, (self.name,))

    def decisions(self) -> list[Solution]:
        """What its difficulty is measured in: positions of its five lines of play, solved."""
        return self._study().decisions(self.position, (self.name,))

    def _study(self) -> Study:
        return Study(self.book, self.position.board)

    def __repr__(self) -> str:
        return f"<FamilyGame {self.name}>"


def game(name: str) -> FamilyGame:
    """The game of that name; the inverse of `game.name`.

    >>> game("FS-1/anywhere-lower-free-never-points-draw/3x3/shuffled/7").position.board.rows
    [[5, 3, 4], [6, 7, 8], [2, 1, 9]]
    """
    return FamilyGame(parse_name(name))
