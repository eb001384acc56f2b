"""Where puzzles come from, and how someone does at them: a series, mistakes of a game, the score."""

import secrets
from collections.abc import Callable, Iterator
from typing import Protocol

from fivesquare.books import CATALOGUE
from fivesquare.engine import FIRST, SECOND
from fivesquare.position import Position
from fivesquare.puzzles import Difficulty, Lesson, lessons, next_seed
from fivesquare.puzzles import puzzle as make_puzzle
from fivesquare.reviews import Review, review
from fivesquare.streams import stream
from fivesquare.words.listener import Listener
from fivesquare.words.players import seats_of
from fivesquare.words.questions import Question, question, question_of, searching

USUAL: Difficulty = "medium"
SEED_BITS = 24
"""A series without a seed begins with one of so many random bits."""


def posed(name: str | None, seed: int, difficulty: Difficulty, progress: Callable[[int], None]) -> Question:
    """A puzzle of a book, or of any that the seed decides; `progress` is told how many games were tried."""
    book = name or stream(seed, "book").choice(list(CATALOGUE))
    return question(make_puzzle(book, seed=seed, difficulty=difficulty, progress=progress))


def mistakes(of: Review) -> tuple[tuple[Lesson, ...], str]:
    """The lessons of a game, and whose they are; the opponent's if the only person made no mistake."""
    people = [seat == "human" for seat in seats_of(of.position)]
    if people[0] == people[1]:
        return lessons(of), "mistake"
    person, computer = (FIRST, SECOND) if people[0] else (SECOND, FIRST)
    yours = lessons(of, player=person)
    return (yours, "your mistake") if yours else (lessons(of, player=computer), "your opponent's mistake")


Tell = Callable[[str], None]
"""Told how far a search is, now and then; may raise to give up."""


class PuzzleSupply(Protocol):
    """Where the questions of a series come from, one after the other. Making one may take a while."""

    def next(self, tell: Tell) -> Question | None:
        """The next question; None if the one before was the last."""


class EndlessPuzzles:
    """Puzzles of one book, or of any, determined by the seed."""

    def __init__(self, name: str | None, seed: int | None, difficulty: Difficulty) -> None:
        self._name, self._difficulty = name, difficulty
        self._seed = secrets.randbits(SEED_BITS) if seed is None else seed

    def next(self, tell: Tell) -> Question:
        seed, self._seed = self._seed, next_seed(self._seed)
        return posed(self._name, seed, self._difficulty, lambda tried: tell(searching(tried)))


class OwnMistakes:
    """The mistakes of a game, which is reviewed first if it was not."""

    def __init__(self, game: Review | Position) -> None:
        self._game = game
        self._questions: Iterator[Question] | None = None

    def next(self, tell: Tell) -> Question | None:
        if self._questions is None:
            self._questions = iter(self._found(tell))
        return next(self._questions, None)

    def _found(self, tell: Tell) -> list[Question]:
        if not isinstance(self._game, Review):
            self._game = review(
                self._game, progress=lambda done, total: tell(f"reviewing: {done} of {total} moves")
            )
        found, whose = mistakes(self._game)
        listener = Listener(self._game.position.book)
        return [
            question_of(each, f"{whose} {number} of {len(found)}", listener)
            for number, each in enumerate(found, 1)
        ]


# --- How it goes ---


class PuzzleTally:
    """The score of a series of puzzles."""

    def __init__(self) -> None:
        self.tried, self.solved, self.helped, self.streak = 0, 0, 0, 0

    def count(self, is_right: bool, is_helped: bool) -> None:
        """Count a puzzle by its first try."""
        self.tried += 1
        self.solved += is_right
        self.helped += is_right and is_helped
        self.streak = self.streak + 1 if is_right else 0

    def __str__(self) -> str:
        hints = f" ({self.helped} with a hint)" if self.helped else ""
        streak = f", {self.streak} in a row" if self.streak > 1 else ""
        return f"Solved on the first try: {self.solved} of {self.tried}{hints}{streak}."


class PuzzleAttempt:
    """An attempt at one question: the first try counts, and whether a hint came before it."""

    def __init__(self, question: Question, tally: PuzzleTally) -> None:
        self.question, self.tally = question, tally
        self._hints_given = 0
        self._is_counted = False

    def judge(self, move: str) -> bool:
        """Whether a move is right."""
        is_right = move in self.question.right
        self._count(is_right)
        return is_right

    def give_up(self) -> None:
        """The answer is shown, which counts as not solved."""
        self._count(is_right=False)

    def hint(self, listener: Listener) -> str:
        """The next hint; empty if there is none left."""
        hints = self.question.hints(listener)
        if self._hints_given == len(hints):
            return ""
        self._hints_given += 1
        return hints[self._hints_given - 1]

    def _count(self, is_right: bool) -> None:
        if not self._is_counted:
            self.tally.count(is_right, is_helped=self._hints_given > 0)
        self._is_counted = True
