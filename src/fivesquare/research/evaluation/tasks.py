"""The task `fivesquare/play`: so many boards of a game, each played from both seats."""

from collections.abc import Iterator, Mapping
from typing import Any

from inspect_ai import Task, task
from inspect_ai._util.error import PrerequisiteError
from inspect_ai.dataset import MemoryDataset, Sample

from fivesquare.errors import quote
from fivesquare.players.registry import find_player
from fivesquare.research.episode import SEATS
from fivesquare.research.evaluation.openings import drawn, openings
from fivesquare.research.evaluation.playing import sit
from fivesquare.research.evaluation.scoring import SCORER, skill

VERSION = 1
"""Of the task: the same arguments give the same games."""


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
        book: The name of a book, a JSON file with one, or the object itself; the name of a game of the
            family (FS-1/...), or a level of it (family:3, family:3:held-out); or several of these.
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
        books = book if isinstance(book, list) else [book]
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
    books: list[Any], boards: int, seed: int, size: str | None, disguise: int | None
) -> Iterator[Sample]:
    """A sample for each seat of each board; the two of a board stand together and share their luck."""
    for place, book in enumerate(books, 1):
        which = f"{place}-" if len(books) > 1 else ""
        for number, opening in enumerate(openings(book, boards, seed, size), 1):
            for seat, name in SEATS.items():
                yield Sample(
                    id=f"{which}{number}-{name}",
                    input=f"{opening.name}: {opening.position.board}, as the {name} player",
                    metadata={
                        "record": opening.position.to_record(),
                        "seat": seat,
                        "seed": opening.seed,
                        "disguise": None if disguise is None else drawn(disguise, "disguise", number),
                    },
                )
