"""Puzzles as pages pose them: the position, what is asked, what is right, and why anything else is not."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from fivesquare.board import Size
from fivesquare.books import CATALOGUE, find_book, written
from fivesquare.mistakes import Kind, practice
from fivesquare.puzzles import Difficulty, Puzzle, next_seed, puzzle
from fivesquare.rulebook import RuleBook
from fivesquare.streams import stream
from fivesquare.web.study import move_values, review_view
from fivesquare.words.listener import capital
from fivesquare.words.questions import question

_SEED_BITS = 24


@dataclass(frozen=True)
class Wanted:
    """Which puzzle is wanted."""

    book: RuleBook
    difficulty: Difficulty
    seed: int
    size: Size | None
    mistake: Kind | None = None  # of the tempting move; then difficulty and size are free

    @classmethod
    def of(cls, book: object, difficulty: Difficulty, seed: int | None, size: Size | None) -> "Wanted":
        """Without a seed any puzzle; without a book one of the catalogue, by the seed."""
        chosen = secrets.randbits(_SEED_BITS) if seed is None else seed
        named = stream(chosen, "book").choice(list(CATALOGUE)) if book is None else book
        return cls(find_book(named), difficulty, chosen, size)

    @property
    def key(self) -> tuple[object, ...]:
        return (
            "puzzle",
            repr(self.book),
            self.book.title,
            self.difficulty,
            self.seed,
            self.size,
            self.mistake,
        )

    def found(self, memory: int, tell: Callable[[], None]) -> Puzzle:
        """The puzzle; `tell` is called now and then while it is looked for."""
        if self.mistake is not None:
            return practice(
                self.book, self.mistake, seed=self.seed, memory=memory, progress=lambda _tried: tell()
            )
        return puzzle(
            self.book,
            seed=self.seed,
            difficulty=self.difficulty,
            size=self.size,
            memory=memory,
            progress=lambda _tried: tell(),
        )


def posed(found: Puzzle, memory: int, *, is_found: bool = True) -> dict[str, Any]:
    """A puzzle as an object; one that was set up, not found, has no seed."""
    position = found.position
    listener = review_view.PageListener(position.book)
    asked = replace(question(found), memory=memory)
    why = {
        move: (asked.why_right if move in asked.right else asked.why_wrong)(move, listener)
        for move in position.legal
    }
    return {
        "book": written(position.book),
        "difficulty": found.difficulty,
        "seed": found.seed if is_found else None,
        "next_seed": next_seed(found.seed),
        "record": position.to_record(),
        "view": {
            **review_view.setting(position),
            **review_view.seen(position, found.each[found.move]),
            "exact": True,
            "each": move_values.known(found.each, asked.right, position.state.turn),
            "best": list(asked.right),
            "line": list(asked.line),
        },
        "right": list(asked.right),
        "task": asked.task,
        "hints": asked.hints(listener),
        "deed": asked.deed,
        "why": {move: capital(text) for move, text in why.items()},
    }
