"""A person's play: exact reviews of their own games, and what these say together.

The page of a browser and the terminal show the same; each remembers the reviews in its own way.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import fsum
from typing import Any, Generic, NamedTuple, Protocol, Self, TypeVar

from fivesquare.mistakes import KINDS, Kind, mistakes, usual
from fivesquare.reviews import Review

MOST_REVIEWED = 40
"""The newest so many finished games are reviewed."""

MOST_CELLS = 25
"""A larger board has no exact values in time."""

SPAN = 10
"""So many games are set against as many before them."""

FEWEST_REVIEWED = 3
"""Games, before there is anything to say of them."""

CHARTED = 20
"""The newest so many games are in a chart."""


# --- One game ---


class NotedMistake(NamedTuple):
    """A move that gave away the result: after how many moves, of what kind, and whether it is a puzzle."""

    ply: int
    kind: Kind | None
    is_puzzle: bool


@dataclass(frozen=True)
class OwnReview:
    """What is remembered of the review of a game. Without exact values there is nothing but that."""

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


def own_review(review: Review, player: int) -> OwnReview:
    """What to remember of a review for one of the players, if all their moves were solved."""
    if not all(move.is_solved for move in review.moves if move.player == player):
        return OwnReview(is_exact=False)
    made = tuple(
        NotedMistake(len(each.position.moves), each.kind, each.is_puzzle)
        for each in mistakes(review, player)
    )
    return OwnReview(True, review.accuracy(player), review.skill(player), made)


# --- Many games ---


class Reviewable(Protocol):
    """A game as its player sees it, whatever remembers it."""

    @property
    def is_over(self) -> bool: ...
    @property
    def seat(self) -> int | None:
        """The player's only one; None if they played both sides."""

    @property
    def cells(self) -> int: ...
    @property
    def moves(self) -> int:
        """How many of the moves are the player's."""


Game = TypeVar("Game", bound=Reviewable)


class ReviewedGame(NamedTuple, Generic[Game]):
    """A game with its review."""

    game: Game
    review: OwnReview


class MadeMistake(NamedTuple, Generic[Game]):
    """A move that gave away the result, and the game in which it was made."""

    game: Game
    mistake: NotedMistake


@dataclass(frozen=True)
class UsualMistake(Generic[Game]):
    """The kind of most mistakes, how many are of it, of how many, and the newest of them."""

    kind: Kind
    count: int
    of: int
    last: MadeMistake[Game]


@dataclass(frozen=True)
class Insight(Generic[Game]):
    """What the reviews of a person's games say together."""

    done: int = 0  # games that were reviewed, with or without exact values
    missing: tuple[Game, ...] = ()  # still to be reviewed, the newest first
    left_out: int = 0  # too large to be solved
    reviewed: tuple[ReviewedGame[Game], ...] = ()  # the newest first, each with exact values

    @property
    def of(self) -> int:
        """How many games are to be reviewed altogether."""
        return self.done + len(self.missing)

    @property
    def accuracies(self) -> list[float]:
        return [each.review.accuracy for each in self.reviewed if each.review.accuracy is not None]

    @property
    def skills(self) -> list[float]:
        return [each.review.skill for each in self.reviewed if each.review.skill is not None]

    @property
    def mistakes(self) -> list[MadeMistake[Game]]:
        """Every mistake, the newest first."""
        return [
            MadeMistake(each.game, mistake)
            for each in self.reviewed
            for mistake in reversed(each.review.mistakes)
        ]

    @property
    def usual_mistake(self) -> UsualMistake[Game] | None:
        made = self.mistakes
        counted = Counter(each.mistake.kind for each in made)
        kind = usual(each.mistake.kind for each in made)
        if kind is None:
            return None
        last = next(each for each in made if each.mistake.kind == kind)
        return UsualMistake(kind, counted[kind], len(made), last)

    def puzzles(self, kind: Kind) -> list[MadeMistake[Game]]:
        """The mistakes of a kind in whose place exactly one move would have won."""
        return [each for each in self.mistakes if each.mistake.kind == kind and each.mistake.is_puzzle]


def insight_of(games: Iterable[Game], find: Callable[[Game], OwnReview | None]) -> Insight[Game]:
    """What is known of these games, the newest first; `find` looks up the review of one."""
    wanted = [game for game in games if game.is_over and game.seat is not None and game.moves]
    wanted = wanted[:MOST_REVIEWED]
    small = [game for game in wanted if game.cells <= MOST_CELLS]
    found = [(game, find(game)) for game in small]
    known = [ReviewedGame(game, review) for game, review in found if review is not None]
    exact = tuple(each for each in known if each.review.is_exact)
    left_out = len(wanted) - len(small) + len(known) - len(exact)
    return Insight(len(known), tuple(game for game, review in found if review is None), left_out, exact)


def mean(numbers: Sequence[float]) -> float | None:
    return fsum(numbers) / len(numbers) if numbers else None


def recent(numbers: Sequence[float]) -> tuple[float | None, float | None]:
    """The mean of the newest ten, and by what it is above that of the ten before, if there are three."""
    now, before = mean(numbers[:SPAN]), mean(numbers[SPAN : 2 * SPAN])
    enough = len(numbers) >= SPAN + FEWEST_REVIEWED
    return now, now - before if enough and now is not None and before is not None else None
