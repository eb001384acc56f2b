"""The progress of the person at this terminal: ladders, accuracy and skill, from the games that are kept.

A game counts for the only person at this keyboard. Games between two people are listed, as on the web, but
neither won nor reviewed; games without a person are not.
"""

import datetime
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Literal

from fivesquare import json_view
from fivesquare.books import known_as
from fivesquare.dailies import Streak
from fivesquare.engine import SECOND, other_player
from fivesquare.insight import Insight, MadeMistake, OwnReview, insight_of, own_review
from fivesquare.ladders import Ladder, to_climb
from fivesquare.lanes import AbandonedError, Glance
from fivesquare.position import Position
from fivesquare.reviews import review
from fivesquare.table import beaten_levels, kept_reviews, saved_games, solved_days
from fivesquare.table.resignations import is_ended, winner_of
from fivesquare.words.listener import capital
from fivesquare.words.players import PERSON, has_person, in_words, seats_of

State = Literal["won", "lost", "draw", "over", "running"]

_SECONDS = 60.0  # for the review of a game
_OF_THE_TIME = 1 / 4  # for one move at the most
_MEMORY = 128 << 20  # bytes for the solver's transposition table


@dataclass(frozen=True)
class OwnGame:
    """A kept game as its player sees it."""

    path: Path
    position: Position

    @cached_property
    def seat(self) -> int | None:
        """The only seat of a person; None if two people play."""
        seats = seats_of(self.position)
        return seats.index(PERSON) + 1 if seats.count(PERSON) == 1 else None

    @property
    def is_over(self) -> bool:
        return is_ended(self.position)

    @property
    def state(self) -> State:
        winner = winner_of(self.position)
        if self.position.outcome is not None:
            winner = self.position.outcome.winner
        if winner is None:
            return "running"
        if winner == 0:
            return "draw"
        if self.seat is None:
            return "over"
        return "won" if winner == self.seat else "lost"

    @property
    def book(self) -> str | None:
        """The named book or variant, whatever its size."""
        return known_as(self.position.book)

    @property
    def label(self) -> str:
        """The game in a word or two: "Flip"."""
        return json_view.label(self.position)

    @property
    def opponent(self) -> str:
        """Who sits opposite: "Level 3", "Two people"."""
        if self.seat is None:
            return "Two people"
        return capital(in_words(seats_of(self.position)[other_player(self.seat) - 1]))

    @property
    def scores(self) -> tuple[int, int] | None:
        """The points, the player's own first; None where points do not decide."""
        if self.position.book.goal == "majority":
            return None
        first, second = self.position.totals
        return (second, first) if self.seat == SECOND else (first, second)

    @property
    def cells(self) -> int:
        return self.position.size.cells

    @cached_property
    def moves(self) -> int:
        """How many of the moves are the player's."""
        return sum(before.state.turn == self.seat for before in self.position.history()[:-1])

    @cached_property
    def key(self) -> str:
        """What its review is remembered by."""
        return kept_reviews.key_of(self.position, self.seat or 0)


@dataclass(frozen=True)
class OwnProgress:
    """Everything known about the person's games at one moment."""

    games: Sequence[OwnGame]  # the newest first
    ladders: Mapping[str, Ladder]  # by the names of the books
    insight: Insight[OwnGame]
    streak: Streak

    def count(self, state: State, book: str | None = None) -> int:
        """How many games stand so, of one book or of all."""
        return sum(game.state == state and book in (None, game.book) for game in self.games)

    @property
    def finished(self) -> list[OwnGame]:
        return [game for game in self.games if game.is_over]

    @property
    def running(self) -> list[OwnGame]:
        return [game for game in self.games if not game.is_over]

    @property
    def to_climb(self) -> str | None:
        """The book whose ladder to climb on; None if all are beaten."""
        return to_climb(self.ladders, (game.book for game in self.games))

    def accuracy(self, game: OwnGame) -> float | None:
        """How accurate the player was in a game; None if that is not known."""
        found = (each.review.accuracy for each in self.insight.reviewed if each.game is game)
        return next(found, None)


def own_progress(today: datetime.date) -> OwnProgress:
    """What is known now. Levels that are beaten by kept games are remembered from now on."""
    kept = saved_games.every()
    games = [OwnGame(path, end) for path, end in kept if end.moves and has_person(end)]
    wins = (beaten_levels.win_in(game.position) for game in games)
    beaten_levels.remember(win for win in wins if win is not None)
    reviews = kept_reviews.known()
    return OwnProgress(
        games,
        beaten_levels.beaten(),
        insight_of(games, lambda game: _review_of(game, reviews)),
        solved_days.streak(today),
    )


def position_of(made: MadeMistake[OwnGame]) -> Position:
    """The position in which a mistake was made."""
    end = made.game.position
    return end.back(len(end.moves) - made.mistake.ply)


def _review_of(game: OwnGame, reviews: Mapping[str, OwnReview]) -> OwnReview | None:
    found = reviews.get(game.key)
    if found is None or any(not 0 <= each.ply < len(game.position.moves) for each in found.mistakes):
        return None
    return found


# --- Reviews ---


def _no_glance() -> None:
    """The default progress callback: never abandons the work."""


def review_missing(
    progress: OwnProgress, on_done: Callable[[int, int], object], glance: Glance = _no_glance
) -> bool:
    """Review the games that were not reviewed before, the newest first; whether all of them are done.

    Each is remembered when it is done; then `on_done` is called with how many are done, of how many.
    `glance` is called again and again, also inside of a review, and ends the work by an AbandonedError.
    The solver must be ready, or it is compiled first.
    """
    insight = progress.insight
    try:
        for done, game in enumerate(insight.missing, insight.done + 1):
            glance()
            if _review_of(game, kept_reviews.known()) is None:  # another process may have been faster
                kept_reviews.remember(game.key, _reviewed(game, glance))
            on_done(done, insight.of)
    except AbandonedError:
        return False
    return True


def _reviewed(game: OwnGame, glance: Glance) -> OwnReview:
    assert game.seat is not None  # or it would not be missing
    found = review(
        game.position,
        seconds=_SECONDS * _OF_THE_TIME,
        total=_SECONDS,
        memory=_MEMORY,
        threads=1,
        progress=lambda _done, _total: glance(),
    )
    return own_review(found, game.seat)
