"""Exercises: positions about one topic each, with an answer to every legal move."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from fivesquare.match import Step
from fivesquare.position import Position, Reason
from fivesquare.rulebook import RuleBook

Topic = Literal["claim", "start", "beside", "take", "again", "swap", "end", "choice"]
TOPICS: tuple[Topic, ...] = get_args(Topic)
"""What an exercise can be about, in the order of a lesson."""


@dataclass(frozen=True)
class Answer:
    """What a move in an exercise leads to: `line` is the move, and what is played after it.

    `winner` is known where the solver was asked: who wins with perfect play after the move, 0 for a draw.
    """

    is_right: bool
    line: tuple[Step, ...]
    winner: int | None = None

    @property
    def after(self) -> Position:
        """Where the line ends."""
        return self.line[-1].after

    @property
    def reason(self) -> Reason | None:
        """Why the game ended there, if it did."""
        return None if self.after.outcome is None else self.after.outcome.reason


@dataclass(frozen=True)
class Exercise:
    """A position about one topic, with an answer to every legal move; the player to move learns.

    `called` is the move that the task names. `tempting` is one that looks best at first sight and is wrong.
    """

    topic: Topic
    position: Position
    answers: Mapping[str, Answer]
    called: str | None = None
    tempting: str | None = None

    @property
    def right(self) -> tuple[str, ...]:
        return tuple(move for move, answer in self.answers.items() if answer.is_right)


@dataclass(frozen=True)
class Primer:
    """The exercises for a rule book, in order. A book in which no claim is possible has none."""

    book: RuleBook
    exercises: tuple[Exercise, ...]

    @property
    def topics(self) -> tuple[Topic, ...]:
        return tuple(exercise.topic for exercise in self.exercises)


# --- Moves ---


def made(position: Position, move: str) -> Step:
    """A move, with the positions before and after it."""
    return Step(position, move, position.play(move))


def taken(position: Position, move: str) -> tuple[int, ...]:
    step = made(position, move)
    return step.taken if step.is_claim else ()


def wins_now(position: Position, move: str) -> bool:
    """Whether a move reaches the goal."""
    outcome = position.play(move).outcome
    return outcome is not None and outcome.reason in (Reason.EXACT, Reason.MAJORITY)


def played_out(position: Position, move: str, choose: Callable[[Position], str]) -> Iterator[Step]:
    """The move, and what follows until the opponent has had a turn, or the game is over."""
    learner = position.state.turn
    step = made(position, move)
    yield step
    is_answered = False
    while not step.after.is_over:
        now = step.after
        is_answered = is_answered or now.turn != learner
        if is_answered and now.turn == learner:
            return
        step = made(now, choose(now))
        yield step


def to_the_end(position: Position, move: str, choose: Callable[[Position], str]) -> Iterator[Step]:
    step = made(position, move)
    yield step
    while not step.after.is_over:
        step = made(step.after, choose(step.after))
        yield step
