"""The task `fivesquare/play`: so many boards of a game, each played from both seats."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from inspect_ai import Task, task
from inspect_ai._util.error import PrerequisiteError
from inspect_ai.dataset import MemoryDataset, Sample

from fivesquare.board import parse_size
from fivesquare.books import CATALOGUE, find_book
from fivesquare.errors import quote
from fivesquare.players.registry import find_player
from fivesquare.position import Position
from fivesquare.record import naming, read_json
from fivesquare.research.episode import SEATS
from fivesquare.research.evaluation.playing import sit
from fivesquare.research.evaluation.scoring import SCORER, skill
from fivesquare.rulebook import RuleBook
from fivesquare.streams import stream

VERSION = 1
"""Of the task: the same arguments give the same games."""

_SEED_BITS = 32


@task
def play(
    book: Any = "grow",
    opponent: str = "level:3",
    boards: int = 10,
    seed: int = 1,
    size: str | None = None,
    legal: bool = False,
    retries: int = 2,
    history: bool = False,
    disguise: int | None = None,
) -> Task:
    """Play a game from both seats of so many boards, and see how good the decisions were.

    Args:
        book: The name of a book, a JSON file with one, or the object itself; or several of these.
        opponent: random, greedy, level:1 to level:10, or perfect.
        boards: How many boards of each book. Each is two games.
        seed: The same seed gives the same boards and the same luck.
        size: Rows x columns, like 4x4; unless said, as the book has it.
        legal: Whether the legal moves are shown.
        retries: How often an answer that is no move may be mended, at each decision.
        history: Whether a game is one conversation; if not, every question stands alone.
        disguise: Tell every board in other words, drawn by this seed.
    """
    try:
        numbers = {"boards": (boards, 1), "retries": (retries, 0), "seed": (seed, None)}
        if disguise is not None:
            numbers["disguise"] = disguise, None
        _check(opponent, numbers, {"legal": legal, "history": history})
        books = [read_book(each) for each in (book if isinstance(book, list) else [book])]
        samples = list(_samples(books, boards, seed, size, disguise))
    except ValueError as error:
        raise PrerequisiteError(str(error).replace("[", r"\[")) from None  # it is read as markup
    return Task(
        dataset=MemoryDataset(samples, name="boards"),
        solver=sit(opponent, legal, retries, history),
        scorer=skill(),
        continue_on_fail=True,  # a game that cannot be played does not keep others from being played
        headline_metric=SCORER,
        version=VERSION,
    )


def read_book(book: object) -> RuleBook:
    """The book that is meant: a name, an object, or a file with one."""
    if isinstance(book, str) and book not in CATALOGUE and Path(book).is_file():
        answers = read_json(Path(book))
        with naming(Path(book)):
            return find_book(answers)
    return find_book(book)


def _check(
    opponent: str, numbers: Mapping[str, tuple[object, int | None]], switches: Mapping[str, object]
) -> None:
    """Refuse arguments that make no sense: numbers with the least that they may be, and switches."""
    find_player(opponent)
    if opponent == "human":
        raise ValueError("the opponent of a model is no human: random, greedy, level:1 to 10, or perfect")
    for name, (number, least) in numbers.items():
        if type(number) is not int or (least is not None and number < least):
            span = "" if least is None else f" from {least} on"
            raise ValueError(f"{name} is a whole number{span}, not {quote(number)}")
    for name, switch in switches.items():
        if not isinstance(switch, bool):
            raise ValueError(f"{name} is true or false, not {quote(switch)}")


def _samples(
    books: list[RuleBook], boards: int, seed: int, size: str | None, disguise: int | None
) -> Iterator[Sample]:
    """A sample for each seat of each board; the two of a board stand together and share their luck."""
    rectangle = None if size is None else parse_size(size)
    for place, book in enumerate(books, 1):
        which = f"{place}-" if len(books) > 1 else ""
        for number in range(1, boards + 1):
            luck = _drawn(seed, "board", number)
            position = Position.start(book, seed=luck, size=rectangle)
            for seat, name in SEATS.items():
                yield Sample(
                    id=f"{which}{number}-{name}",
                    input=f"{book.title}, board {number}: {position.board}, as the {name} player",
                    metadata={
                        "record": position.to_record(),
                        "seat": seat,
                        "seed": luck,
                        "disguise": None if disguise is None else _drawn(disguise, "disguise", number),
                    },
                )


def _drawn(seed: int, name: str, number: int) -> int:
    return stream(seed, f"evaluation {name}", number).getrandbits(_SEED_BITS)
