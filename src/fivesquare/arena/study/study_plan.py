"""A study: the boards of one rule book solved, counted, and written into a folder."""

import json
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import permutations, product
from math import factorial
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

from fivesquare import __version__, files
from fivesquare.arena.board_analysis import BoardRow, analyze_board
from fivesquare.arena.study.study_pictures import pictures
from fivesquare.arena.study.tally import Study, StudyTally, onto_itself
from fivesquare.arena.work import Journal, Place, run
from fivesquare.arena.work.journal import JOURNAL, prepare
from fivesquare.arena.work.runner import FrontEnd, run_aloud
from fivesquare.arrays import need_numpy
from fivesquare.board import Board, Size
from fivesquare.books import written
from fivesquare.errors import BoardError
from fivesquare.position import Position
from fivesquare.research.dataset.row_files import write_rows
from fivesquare.rulebook import RuleBook
from fivesquare.solver.limits import GAME

MOST = 362_880
"""Boards of which all are studied, if that is wanted: those of the numbers 1 to 9."""


class Weighed(NamedTuple):
    """A board, and the number of its images under symmetry."""

    board: Board
    weight: int


def dealt(book: RuleBook, size: Size, first_seed: int, number: int) -> list[Weighed]:
    """The boards of consecutive seeds."""
    seeds = range(first_seed, first_seed + number)
    return [Weighed(Position.start(book, seed=seed, size=size).board, 1) for seed in seeds]


def how_many(book: RuleBook, size: Size) -> int:
    """How many boards this book has."""
    if book.values == "ones":
        return 1
    if book.values == "shuffled":
        return factorial(size.cells)
    low, high = book.values
    return int((high - low + 1) ** size.cells)


def every(book: RuleBook, size: Size) -> list[Weighed]:
    """All boards: one of each set of those that are mirror images of each other."""
    number = how_many(book, size)
    if number > MOST:
        raise BoardError(
            f"there are {_short(number)} boards of {size}, and more than {MOST:,} take too long"
        )
    return list(_one_of_each(size, _all_values(book, size)))


def _short(number: int) -> str:
    return f"{number:,}" if number < 10**15 else f"about 10^{len(str(number)) - 1}"


def _all_values(book: RuleBook, size: Size) -> Iterable[tuple[int, ...]]:
    if book.values == "ones":
        return [(1,) * size.cells]
    if book.values == "shuffled":
        return permutations(range(1, size.cells + 1))
    return product(range(book.values.low, book.values.high + 1), repeat=size.cells)


def _one_of_each(size: Size, all_values: Iterable[tuple[int, ...]]) -> Iterator[Weighed]:
    """Of boards that are images of each other, the one whose values come first in the dictionary."""
    laid = [itemgetter(*symmetry.goes_to) for symmetry in onto_itself(size)]
    for values in all_values:
        images = {image(values) for image in laid}
        if values == min(images):
            yield Weighed(Board(size, values), len(images))


# --- The study ---


@dataclass(frozen=True)
class StudyPlan:
    """What is studied: a number of boards from a seed on, or all boards if the number is None."""

    book: RuleBook
    size: Size
    number: int | None
    seed: int = 0
    effort: int = GAME.nodes

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


def make_study(
    plan: StudyPlan, where: Place, folder: Path | None = None, front_end: FrontEnd | None = None
) -> Study:
    """Solve the boards of a plan; with a folder, continue where it was left and save what is found."""
    need_numpy("A study")
    front_end = front_end or FrontEnd()
    if folder is not None:
        prepare(folder)
    front_end.warm_up()
    boards = plan.boards
    units = [str(weighed.board) for weighed in boards]
    work = partial(row_of, plan.book, plan.effort)
    with nullcontext() if folder is None else Journal.open(folder / JOURNAL, plan.about()) as journal:
        tally = StudyTally(plan.size, plan.is_all)
        found = run_aloud(
            work,
            units,
            where=where,
            journal=journal,
            meanwhile=front_end.meanwhile,
            doing="studying",
            what="boards",
        )
        for row, weighed in zip(found, boards, strict=True):
            tally.add(row, weighed.weight)
        study = plan.heading() | tally.study()
        if folder is not None:
            again = run(work, units, where=where, journal=journal)
            _write(folder, study, _told_apart(plan, again, boards))
    return study


def row_of(book: RuleBook, effort: int, board: str) -> BoardRow:
    """One unit of the work: the row of a board."""
    return analyze_board(book, Board.parse(board), effort=effort)


def _told_apart(plan: StudyPlan, rows: Iterator[BoardRow], boards: list[Weighed]) -> Iterator[BoardRow]:
    """The rows with the seeds of their boards, or with their weights."""
    for number, (row, weighed) in enumerate(zip(rows, boards, strict=True)):
        yield {"weight": weighed.weight, **row} if plan.is_all else {"seed": plan.seed + number, **row}


# --- Its folder ---

ROWS = "boards.jsonl"
STUDY = "study.json"


def _write(folder: Path, study: Study, rows: Iterable[BoardRow]) -> None:
    """Write what was found, each file atomically."""
    write_rows(folder / ROWS, rows, "jsonl", force=True)
    files.write_whole(folder / STUDY, as_text(study))
    for name, picture in pictures(study).items():
        files.write_whole(folder / name, picture)


def as_text(study: Study) -> str:
    """A study as JSON that people can read."""
    return json.dumps(study, indent=1) + "\n"
