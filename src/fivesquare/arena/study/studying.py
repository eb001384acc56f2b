"""A study made: its boards gone over, wherever that is done, and counted."""

from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from fivesquare import __version__
from fivesquare.arena.boards import Row, go_over
from fivesquare.arena.study import keeping
from fivesquare.arena.study.dealing import Weighed, dealt, every
from fivesquare.arena.study.tally import Study, Tally
from fivesquare.arena.work import Journal, Place, run
from fivesquare.arena.work.folders import JOURNAL
from fivesquare.arena.work.telling import run_aloud
from fivesquare.board import Board, Size
from fivesquare.books import written
from fivesquare.research.family.difficulty import EFFORT
from fivesquare.rulebook import RuleBook
from fivesquare.terminal.waiting import Teller


@dataclass(frozen=True)
class Plan:
    """What is studied: so many boards from a seed on, or all there are if no number is given."""

    book: RuleBook
    size: Size
    number: int | None
    seed: int = 0
    effort: int = EFFORT

    @property
    def is_all(self) -> bool:
        """Whether nothing is left to chance. There is only one board of ones."""
        return self.number is None or self.book.values == "ones"

    @cached_property
    def boards(self) -> list[Weighed]:
        """The boards to be gone over; a BoardError if all are wanted and that is too much."""
        if self.number is None or self.book.values == "ones":
            return every(self.book, self.size)
        return dealt(self.book, self.size, self.seed, self.number)

    def about(self) -> dict[str, Any]:
        """What decides the rows; more boards may follow later."""
        return {
            "study": written(self.book),
            "size": str(self.size),
            "boards": "all" if self.is_all else f"from seed {self.seed} on",
            "effort": self.effort,
            "version": __version__,
        }

    def heading(self) -> dict[str, Any]:
        """The beginning of a study."""
        return {
            "book": written(self.book),
            "title": self.book.title,
            "size": list(self.size),
            "values": self.book.answers["values"],
            "all": self.is_all,
            "seed": None if self.is_all else self.seed,
            "effort": self.effort,
        }


def make(plan: Plan, where: Place, folder: Path | None = None, teller: Teller | None = None) -> Study:
    """Go over the boards of a plan; with a folder, go on where it was left and keep what is found.

    A teller says meanwhile how far it is.
    """
    boards = plan.boards
    units = [str(weighed.board) for weighed in boards]
    work = partial(row_of, plan.book, plan.effort)
    with nullcontext() if folder is None else Journal.open(folder / JOURNAL, plan.about()) as journal:
        tally = Tally(plan.size, plan.is_all)
        if teller is None:
            found = run(work, units, where=where, journal=journal)
        else:
            found = run_aloud(
                work, units, where=where, journal=journal, teller=teller, doing="studying", what="boards"
            )
        for row, weighed in zip(found, boards, strict=True):
            tally.add(row, weighed.weight)
        study = plan.heading() | tally.study()
        if folder is not None:
            again = run(work, units, where=where, journal=journal)
            keeping.keep(folder, study, _told_apart(plan, again, boards))
    return study


def row_of(book: RuleBook, effort: int, board: str) -> Row:
    """One unit of the work: the row of a board."""
    return go_over(book, Board.parse(board), effort=effort)


def _told_apart(plan: Plan, rows: Iterator[Row], boards: list[Weighed]) -> Iterator[Row]:
    """The rows with the seeds of their boards, or for how many boards each of them stands."""
    for number, (row, weighed) in enumerate(zip(rows, boards, strict=True)):
        yield {"weight": weighed.weight, **row} if plan.is_all else {"seed": plan.seed + number, **row}
