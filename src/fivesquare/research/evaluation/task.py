"""The task `fivesquare/play` of Inspect: boards of a game, each played from both seats by a language model.

The same arguments give the same games: boards of a book, or games of the family.
"""

import os
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from inspect_ai import Task, task
from inspect_ai._util.error import PrerequisiteError
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ChatMessage, ChatMessageUser, get_model
from inspect_ai.solver import Generate, Solver, TaskState, solver

from fivesquare import __version__
from fivesquare.board import parse_size
from fivesquare.books import NAMED, find_book
from fivesquare.errors import quote
from fivesquare.lanes import Lane
from fivesquare.players.adviser import Adviser
from fivesquare.players.registry import find_player
from fivesquare.position import Position
from fivesquare.record import naming, read_json
from fivesquare.research.episode import SEATS, Episode, prompt, question
from fivesquare.research.evaluation.scorer import ACCOUNT, SCORER, skill
from fivesquare.research.family.family_games import game
from fivesquare.research.family.family_levels import curriculum
from fivesquare.research.family.names import VERSION as FAMILY
from fivesquare.research.family.splits import SPLITS, check_split, deal
from fivesquare.research.wording import PLAIN, Disguise, Wording
from fivesquare.rulebook import RuleBook
from fivesquare.solver.limits import CROWDED_ANSWER
from fivesquare.streams import stream

# --- Where games begin ---

LEVEL = "family:"
"""How the games of a level of the family's curriculum are asked for: "family:3", "family:3:held-out"."""

_SEED_BITS = 32


class Opening(NamedTuple):
    """A place to begin, what it is called, the seed of the luck in its games, and what they count with."""

    name: str
    position: Position
    seed: int
    group: str = ""
    """A level of the family; a book otherwise speaks for itself."""


def openings(
    book: object, boards: int, seed: int, size: str | None, split: str | None = None
) -> Iterator[Opening]:
    """Boards of a book or of a level of the family; a game of the family has its own."""
    wanted = None if split is None else check_split(split)
    if isinstance(book, str) and book.startswith((LEVEL, f"{FAMILY}/")):
        if size is not None:
            raise ValueError(f"a game of the family has a size of its own: {book} does not go with a size")
        named, group = ([book], "") if book.startswith(FAMILY) else _of_level(book, boards, seed, wanted)
        for number, name in enumerate(named, 1):
            found = game(name)
            if wanted not in (None, found.split):
                raise ValueError(f"{name} is {found.split}, not {wanted}")
            yield Opening(name, found.position, drawn(seed, "board", number), group)
        return
    rules = read_book(book)
    rectangle = None if size is None else parse_size(size)
    for number in range(1, boards + 1):
        dealt = deal(rules, seed=drawn(seed, "board", number), size=rectangle, split=wanted)
        yield Opening(f"{rules.title}, board {number}", *dealt)


def read_book(book: object) -> RuleBook:
    """The book that is meant: a name, an object, or a file with one."""
    if isinstance(book, str) and book not in NAMED and Path(book).is_file():
        answers = read_json(Path(book))
        with naming(Path(book)):
            return find_book(answers)
    return find_book(book)


def _of_level(asked: str, boards: int, seed: int, split: str | None) -> tuple[list[str], str]:
    """The names of the first games of a level, and how the level is written."""
    level, _, said = asked.removeprefix(LEVEL).partition(":")
    if not level.isdecimal() or said not in ("", *SPLITS):
        splits = " or ".join(f"{LEVEL}3:{split}" for split in SPLITS)
        raise ValueError(f"levels of the family are written {LEVEL}3, {splits}, not {quote(asked)}")
    if split is not None and said not in ("", split):
        raise ValueError(f"{asked} is not {split}")
    found = curriculum(int(level), split=said or split, seed=seed)
    return [each.name for each in islice(found, boards)], f"{LEVEL}{level}"


def drawn(seed: int, name: str, number: int) -> int:
    """A seed drawn by another one."""
    return stream(seed, f"evaluation {name}", number).getrandbits(_SEED_BITS)


# --- A game, turn by turn ---


LANE = Lane("evaluation", os.cpu_count() or 1)
"""For our own thinking: a request to a model must not wait for the solver of another game."""


@solver
def sit(opponent: str, legal: bool, retries: int, history: bool) -> Solver:
    """Plays the game of a sample from its seat.

    With `history` it is one conversation; without, every question is asked afresh and contains everything.
    In either case the sample's messages are all that was said.
    """

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        episode = await LANE.do(lambda: _begun(state.metadata, opponent, legal, retries))
        return await answered(state, episode, state.metadata["group"], history)

    return solve


async def answered(state: TaskState, episode: Episode, group: str, history: bool = False) -> TaskState:
    """Let the model answer what an episode asks, to its end; the account of it is always in the store."""

    def account() -> dict[str, Any]:
        return {**episode.report().to_json(), "group": group}

    state.store.set(ACCOUNT, account())
    state.messages.clear()
    asked: list[ChatMessage] = []
    said = "" if episode.is_over else episode.prompt()
    while not episode.is_over:
        asked = [*asked, ChatMessageUser(content=said)] if history else [_fresh(episode)]
        state.messages.append(asked[-1])
        state.output = await get_model().generate(asked)
        state.messages.append(state.output.message)
        asked.append(state.output.message)
        feedback = await LANE.do(lambda: episode.answer(state.output.completion))
        said = feedback.text
        state.store.set(ACCOUNT, account())
    state.completed = True
    return state


def _fresh(episode: Episode) -> ChatMessage:
    return ChatMessageUser(content=episode.prompt())


def opening_prompt(game: dict[str, Any], legal: bool) -> str:
    """The first prompt of a sample's game."""
    opening, wording = Position.from_record(game["record"]), _wording(game)
    return prompt(opening, wording, question(opening, game["seat"], wording, legal))


def _wording(game: dict[str, Any]) -> Wording | Disguise:
    return PLAIN if game["disguise"] is None else Disguise.drawn(game["disguise"])


def _begun(game: dict[str, Any], opponent: str, legal: bool, retries: int) -> Episode:
    return Episode(
        Position.from_record(game["record"]),
        game["seat"],
        opponent,
        seed=game["seed"],
        wording=_wording(game),
        show_legal=legal,
        retries=retries,
        adviser=Adviser(CROWDED_ANSWER),
    )


# --- The task ---

VERSION = 1
"""Of the task: the same arguments give the same games."""

RELEASE, PROMPT_SHA256 = "fivesquare", "prompt_sha256"
"""What the metadata of a log says: who made the task, and a hash of what its games begin with."""


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
    split: str | None = None,
) -> Task:
    """Play a game from both seats of each board, and measure how good the decisions were.

    Args:
        book: The name of a book, a JSON file with one, or the object itself; the name of a game of the
            family (FS-1/...), or a level of it (family:3, family:3:held-out); or several of these.
        opponent: random, greedy, level:1 to level:10, net, or perfect.
        boards: How many boards of each book. Each is two games.
        seed: The same seed gives the same boards and the same luck.
        size: Rows x columns, like 4x4, in place of the book's.
        legal: Whether the legal moves are shown.
        retries: Retries after an answer that is no move, at each decision.
        history: Whether a game is one conversation; if not, every question is complete by itself.
        disguise: Tell every board in other words, drawn by this seed.
        split: Only public, or only held-out boards.
    """
    try:
        numbers = {"boards": (boards, 1), "retries": (retries, 0), "seed": (seed, None)}
        if disguise is not None:
            numbers["disguise"] = disguise, None
        _check(opponent, numbers, {"legal": legal, "history": history})
        books = book if isinstance(book, list) else [book]
        samples = list(_samples(books, boards, seed, size, split, disguise))
    except ValueError as error:
        raise PrerequisiteError(str(error).replace("[", r"\[")) from None  # it is read as markup
    return Task(
        dataset=MemoryDataset(samples, name="boards"),
        solver=sit(opponent, legal, retries, history),
        scorer=skill(),
        continue_on_fail=True,  # a game that cannot be played does not keep others from being played
        headline_metric=SCORER,
        version=VERSION,
        metadata={RELEASE: __version__, PROMPT_SHA256: _hashed(samples, legal)},
    )


def _hashed(samples: Iterable[Sample], legal: bool) -> str:
    """SHA-256 of all opening prompts, in the order of the samples, each with a zero byte behind it."""
    digest = sha256()
    for sample in samples:
        digest.update(f"{opening_prompt(sample.metadata or {}, legal)}\0".encode())
    return digest.hexdigest()


def _check(
    opponent: str, numbers: Mapping[str, tuple[object, int | None]], switches: Mapping[str, object]
) -> None:
    """Refuse arguments that make no sense: numbers with the least that they may be, and switches."""
    find_player(opponent)
    if opponent == "human":
        raise ValueError(
            "a model cannot play against a human: "
            "choose random, greedy, level:1 to level:10, net, or perfect"
        )
    for name, (number, least) in numbers.items():
        if type(number) is not int or (least is not None and number < least):
            span = "" if least is None else f" from {least} on"
            raise ValueError(f"{name} is a whole number{span}, not {quote(number)}")
    for name, switch in switches.items():
        if not isinstance(switch, bool):
            raise ValueError(f"{name} is true or false, not {quote(switch)}")


def _samples(
    books: list[Any], boards: int, seed: int, size: str | None, split: str | None, disguise: int | None
) -> Iterator[Sample]:
    """A sample for each seat of each board; the two of a board are adjacent and share their luck."""
    for place, book in enumerate(books, 1):
        which = f"{place}-" if len(books) > 1 else ""
        for number, opening in enumerate(openings(book, boards, seed, size, split), 1):
            for seat, name in SEATS.items():
                yield Sample(
                    id=f"{which}{number}-{name}",
                    input=f"{opening.name}: {opening.position.board}, as the {name} player",
                    metadata={
                        "record": opening.position.to_record(),
                        "seat": seat,
                        "seed": opening.seed,
                        "group": opening.group,
                        "disguise": None if disguise is None else drawn(disguise, "disguise", number),
                    },
                )
