"""Endless games of the family that fulfil a wish."""

from collections.abc import Iterable, Iterator, Set
from fnmatch import fnmatchcase
from itertools import count
from typing import NamedTuple, SupportsIndex

from fivesquare.board import Size, whole
from fivesquare.errors import quote
from fivesquare.research.family.difficulty import Difficulty, TooLargeError
from fivesquare.research.family.family_games import FamilyGame
from fivesquare.research.family.names import (
    KINDS,
    FamilyError,
    Kind,
    Name,
    format_values,
    parse_kind,
    parse_size,
    parse_values,
)
from fivesquare.research.family.splits import Split, check_split
from fivesquare.rulebook import Values
from fivesquare.streams import check_seed, stream

USUAL_SIZES = ("3x3", "3x4", "4x3", "4x4")
USUAL_VALUES = ("shuffled", "1-9", "1-5")
TRIES = 1000
MOST_TOO_LARGE = 20  # before one that is not: each takes seconds

_SEED_BITS = 32

Bounds = tuple[float | None, float | None]
"""From and to, both included; None is open."""


class Wish(NamedTuple):
    """What games are wanted; made by `wish`, which checks it."""

    split: Split | None
    kinds: tuple[Kind, ...]
    sizes: tuple[Size, ...]
    values: tuple[Values, ...]
    bounds: dict[str, Bounds]

    def candidate(self, *names: object) -> FamilyGame:
        """A game as it might be wanted, drawn by the stream of these names."""
        chance = stream(*names)
        kind, size = chance.choice(self.kinds), chance.choice(self.sizes)
        values, seed = chance.choice(self.values), chance.getrandbits(_SEED_BITS)
        return FamilyGame(Name(kind, size, values, 0 if values == "ones" else seed))

    def suits(self, game: FamilyGame, measures: bool = True) -> bool:
        """Whether this game is wanted; TooLargeError if it takes too long to find out.

        Without `measures` its difficulty is measured only if it is bounded.
        """
        if self.split not in (None, game.split):
            return False
        if not measures and not self.bounds:
            return True
        difficulty = game.difficulty
        return all(_within(difficulty, *bound) for bound in self.bounds.items())

    def __str__(self) -> str:
        """The wish in words, for error messages."""
        kinds = f"{len(self.kinds)} kinds" if len(self.kinds) > 1 else str(self.kinds[0])
        bounds = [f"{field} from {_end(low)} to {_end(high)}" for field, (low, high) in self.bounds.items()]
        parts = [self.split or "any split", kinds, _listed(map(str, self.sizes))]
        return "; ".join([*parts, f"values {_listed(map(format_values, self.values))}", *bounds])


def wish(
    *,
    split: str | None = None,
    kinds: str | Iterable[str] = "*",
    sizes: str | Iterable[str] = USUAL_SIZES,
    values: str | Iterable[str] = USUAL_VALUES,
    **bounds: Bounds,
) -> Wish:
    """What games are wanted, checked."""
    return Wish(
        None if split is None else check_split(split),
        tuple(dict.fromkeys(kind for pattern in _texts("kinds", kinds) for kind in _matching(pattern))),
        tuple(dict.fromkeys(map(parse_size, _texts("sizes", sizes)))),
        tuple(dict.fromkeys(map(parse_values, _texts("values", values)))),
        {field: _checked_bounds(field, bound) for field, bound in bounds.items()},
    )


def games(
    *,
    split: str | None = None,
    kinds: str | Iterable[str] = "*",
    sizes: str | Iterable[str] = USUAL_SIZES,
    values: str | Iterable[str] = USUAL_VALUES,
    seed: SupportsIndex = 0,
    tries: int = TRIES,
    **bounds: Bounds,
) -> Iterator[FamilyGame]:
    """Games of the family as they are wanted, without end, the same for the same seed.

    `kinds` are names of kinds or patterns like "edge-*-points-*"; `sizes` like "3x3", `values` like "1-9":
    one of them or several. Every field of `Difficulty` can be bounded: `greedy=(None, 0.5)`. After that
    many `tries` in vain a FamilyError is raised. Games that cannot be solved and measured within the budget
    GAME are left out.
    """
    wanted = wish(split=split, kinds=kinds, sizes=sizes, values=values, **bounds)
    return found(wanted, (check_seed(seed, FamilyError),), tries)


def found(
    wanted: Wish, names: tuple[object, ...], tries: int = TRIES, measures: bool = True
) -> Iterator[FamilyGame]:
    """Games as they are wanted, drawn by the streams of these names; none of few possible ones twice.

    With `measures`, games that are too large to measure are left out.
    """
    if whole(tries) is None or tries < 1:
        raise FamilyError(f"tries are counted by a whole number from 1 on, not {quote(tries)}")
    return _found(wanted, names, tries, measures)


def _found(wanted: Wish, names: tuple[object, ...], tries: int, measures: bool) -> Iterator[FamilyGame]:
    seen: set[FamilyGame] = set()  # those whose board has no chance in it
    in_vain = too_large = 0
    for number in count():
        game = wanted.candidate(*names, "family", number)
        in_vain += 1
        try:
            if game not in seen and wanted.suits(game, measures):
                in_vain = too_large = 0
                yield game
        except TooLargeError:
            too_large += 1
        if game.parts.values == "ones":
            seen.add(game)
        if too_large == MOST_TOO_LARGE:
            raise TooLargeError(
                f"{too_large} games were too large to solve ({wanted}): ask for smaller ones"
            )
        if in_vain == tries:
            raise FamilyError(
                f"{tries:,} games in a row were not as wanted ({wanted}): ask for something else"
            )


def _matching(pattern: str) -> list[Kind]:
    kinds = [kind for name, kind in KINDS.items() if fnmatchcase(name, pattern)]
    return kinds or [parse_kind(pattern)]  # which says what is wrong with it


def _texts(what: str, given: str | Iterable[str]) -> tuple[str, ...]:
    """One text or several as several."""
    if isinstance(given, Set):
        given = sorted(given, key=str)  # the order of a set differs from process to process
    texts = (given,) if isinstance(given, str) else tuple(given) if isinstance(given, Iterable) else ()
    if not texts:
        raise FamilyError(f"{what} are a text or a list of texts, not {quote(given)}")
    return texts


def _checked_bounds(field: str, bounds: object) -> Bounds:
    if field not in Difficulty._fields:
        raise FamilyError(f"what is measured is {', '.join(Difficulty._fields)}, not {quote(field)}")
    match bounds:
        case (int() | float() | None as low, int() | float() | None as high):
            if low is None or high is None or low <= high:
                return low, high
    raise FamilyError(
        f"{field} is bounded by a pair (from, to), None for an open end, not {_shown(bounds)}"
    )


def _within(difficulty: Difficulty, field: str, bounds: Bounds) -> bool:
    low, high = bounds
    measured = getattr(difficulty, field)
    return (low is None or measured >= low) and (high is None or measured <= high)


def _shown(thing: object) -> str:
    return quote(repr(thing)) if isinstance(thing, tuple) else quote(thing)


def _end(bound: float | None) -> str:
    return "anything" if bound is None else f"{bound:g}"


def _listed(words: Iterable[str]) -> str:
    return ", ".join(words)
