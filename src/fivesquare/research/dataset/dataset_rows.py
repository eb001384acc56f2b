"""Rows: each is made from the seed and its number alone, so any part of a dataset can be made by itself."""

import json
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count
from typing import Any, SupportsIndex

from fivesquare.board import Size, whole
from fivesquare.errors import quote
from fivesquare.position import Position
from fivesquare.puzzles import casual_game
from fivesquare.record import format_record
from fivesquare.research.dataset.dataset_questions import QUESTIONS, Facts, put
from fivesquare.research.family.difficulty import Difficulty, Study, TooLargeError, is_critical
from fivesquare.research.family.family_games import FamilyGame
from fivesquare.research.family.names import FamilyError
from fivesquare.research.family.splits import split_of
from fivesquare.research.family.wishes import MOST_TOO_LARGE, TRIES, Wish, found, wish
from fivesquare.research.wording import Disguise, Wording
from fivesquare.rulebook import RuleBook
from fivesquare.solver import Worth
from fivesquare.streams import stream

SOURCE = "fivesquare"

Row = dict[str, Any]


class OwnGame:
    """A game of a custom rule book, on a board dealt by the stream of these names."""

    name = ""

    def __init__(self, book: RuleBook, size: Size | None, names: tuple[object, ...]) -> None:
        self._names = names
        self.position = Position.start(book, board=book.deal(stream(*names, "board"), size))
        self.split = split_of(self.position.board)

    @cached_property
    def difficulty(self) -> Difficulty:
        return Study(self.position.book, self.position.board).measure(self.position, self._names)


@dataclass(frozen=True)
class Plan:
    """What rows are about: games of the family as they are `wanted`, or if there is a `book`, of that."""

    wanted: Wish = field(default_factory=wish)
    questions: tuple[str, ...] = tuple(QUESTIONS)
    disguise: bool = False
    book: RuleBook | None = None
    size: Size | None = None
    """Of the boards of `book`; the usual one if None."""
    difficulty: bool = False
    """Whether it is measured how difficult each game is; it is as well where the wish has bounds for it."""

    def __post_init__(self) -> None:
        if self.wanted.bounds:
            object.__setattr__(self, "difficulty", True)
        for name in self.questions or ("",):
            if name not in QUESTIONS:
                raise FamilyError(f"the questions are {', '.join(QUESTIONS)}, not {quote(name)}")

    def games(self, *names: object) -> Iterator[FamilyGame | OwnGame]:
        """The games that a row may be about, drawn by the streams of these names."""
        if self.book is None:
            yield from found(self.wanted, names, measures=False)
            return
        for number in range(TRIES):
            game = OwnGame(self.book, self.size, (*names, number))
            if self.wanted.split in (None, game.split):
                yield game
        raise FamilyError(
            f"{TRIES:,} boards of this book in a row were not as wanted: ask for something else"
        )


def row(index: SupportsIndex, *, seed: SupportsIndex = 0, plan: Plan | None = None) -> Row:
    """The row of that number, counted from 0; the same for the same seed and plan."""
    plan, number, which = plan or Plan(), _counted("a seed", seed), _counted("a row", index)
    names = (number, "row", which)
    tried = too_large = 0
    question = plan.questions[which % len(plan.questions)]
    for game in plan.games(*names):
        chance = stream(*names, "position", tried)
        disguise = Disguise.drawn(chance.getrandbits(32)) if plan.disguise else Disguise()
        opening = disguise.disguised(game.position)
        study = Study(opening.book, opening.board)
        try:
            if plan.difficulty or not study.is_easy(opening):
                game.difficulty  # noqa: B018 (what is too large to measure is left out)
            tried += 1
            facts, each = _facts(study, opening, disguise.wording, question, chance)
        except _NothingToAskError:
            too_large = 0
            continue
        except TooLargeError:
            too_large += 1
            if too_large == MOST_TOO_LARGE:
                raise
            continue
        metadata = {
            "source_dataset": SOURCE,
            "source_index": which,
            "seed": number,
            "question": question,
            "game": game.name,
            "split": game.split,
            **_proof(facts, each),
            "difficulty": game.difficulty._asdict() if plan.difficulty else None,
        }
        return _row(put(facts, question), QUESTIONS[question].answer(facts), metadata)
    raise AssertionError("games go on until they raise an error")


def rows(*, seed: SupportsIndex = 0, start: SupportsIndex = 0, plan: Plan | None = None) -> Iterator[Row]:
    """All rows from `start` on, without end."""
    first = _counted("a row", start)
    return (row(index, seed=seed, plan=plan) for index in count(first))


class _NothingToAskError(Exception):
    """A game in which the question has no place."""


def _facts(
    study: Study, opening: Position, wording: Wording, question: str, chance: random.Random
) -> tuple[Facts, Mapping[str, Worth]]:
    """A position of a casual game that the question can be asked about, solved."""
    game = [position for position in casual_game(opening, chance) if len(position.legal) > 1]
    for position in chance.sample(game, len(game)):
        solution = study.solution(position)
        if QUESTIONS[question].is_critical and not is_critical(solution):
            continue
        assert solution.worth is not None
        move = chance.choice(position.legal) if QUESTIONS[question].has_move else None
        facts = Facts(position, wording, move, solution.worth, solution.best, solution.line)
        return facts, solution.each
    raise _NothingToAskError


def _proof(facts: Facts, each: Mapping[str, Worth]) -> Row:
    """What proves the answer; moves are written as in records."""
    return {
        "record": format_record(facts.position.to_record()),
        "move": facts.move,
        "winner": facts.worth.winner,
        "margin": _real(facts.worth.margin),
        "best": list(facts.best),
        "each": [
            {"move": move, "winner": worth.winner, "margin": _real(worth.margin)}
            for move, worth in each.items()
        ],
        "line": list(facts.line),
        "wording": json.dumps(facts.wording.to_json()),
    }


def _real(margin: float | None) -> float | None:
    """A margin as a floating-point number in every row: komi may leave half a point."""
    return None if margin is None else float(margin)


def _row(question: str, answer: str, metadata: Row) -> Row:
    """The fields as reasoning_gym and as trainers expect them."""
    return {
        "question": question,
        "answer": answer,
        "metadata": metadata,
        "prompt": [{"role": "user", "content": question}],
        "info": json.dumps(metadata),
    }


def _counted(what: str, number: object) -> int:
    count = whole(number)
    if count is None or count < 0:
        raise FamilyError(f"{what} is a whole number from 0 on, not {quote(number)}")
    return count
