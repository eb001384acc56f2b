"""What a result must have, of which kind: a damaged or foreign file is refused before it is used."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from fivesquare.research.benchmark.protocol import TRACKS, Track

_LARGEST = 1e15  # of numbers that are worth telling; neither infinity nor NaN


class Kind(NamedTuple):
    """A kind of value, and what it is called."""

    holds: Callable[[Any], bool]
    name: str


def _is_number(thing: Any) -> bool:
    is_numeric = isinstance(thing, int | float) and not isinstance(thing, bool)
    return is_numeric and -_LARGEST <= thing <= _LARGEST


def _is_count(thing: Any) -> bool:
    return isinstance(thing, int) and _is_number(thing) and thing >= 0


def _all_numbers(thing: Any) -> bool:
    return isinstance(thing, list) and all(map(_is_number, thing))


def _is_estimate(thing: Any) -> bool:
    """Whether it is null, or a number with both ends of its interval or neither."""
    if not (isinstance(thing, dict) and thing.keys() >= {"value", "low", "high"}):
        return thing is None
    ends = [thing["low"], thing["high"]]
    return _is_number(thing["value"]) and (ends == [None, None] or _all_numbers(ends))


_TEXT = Kind(lambda thing: isinstance(thing, str), "text")
_WHOLE = Kind(lambda thing: isinstance(thing, int) and not isinstance(thing, bool), "a whole number")
_COUNT = Kind(_is_count, "a whole number from 0")
_MAYBE = Kind(lambda thing: thing is None or _is_number(thing), "a number or null")
_NUMBERS = Kind(_all_numbers, "a list of numbers")
_PRICE = Kind(
    lambda thing: thing is None or (_all_numbers(thing) and len(thing) == 2), "two numbers or null"
)


class Each(NamedTuple):
    """An object whose names are anything, with values of one shape."""

    shape: Any


_ESTIMATE = Kind(_is_estimate, "a number with its interval")
_SKILL = {"skill": _ESTIMATE, "decisions": _COUNT}
_TOKENS = {"read": _COUNT, "written": _COUNT}


def _track(track: Track) -> dict[str, Any]:
    more = (
        {"wins": Each(_ESTIMATE), "unsolved": _COUNT}
        if track == "games"
        else {"difficulties": Each(_SKILL)}
    )
    return {
        "set_sha256": _TEXT,
        "samples": _COUNT,
        "skill": _ESTIMATE,
        "books": Each(_SKILL),
        "phases": Each(_SKILL),
        "forfeits": _COUNT,
        "faults": Each(_COUNT),
        "results_lost": _COUNT,
        "tokens": _TOKENS,
        "lost": _NUMBERS,
        "expected": _NUMBERS,
        **more,
    }


_RESULT: dict[str, Any] = {
    "set": _TEXT,
    "player": _TEXT,
    "skill": _ESTIMATE,
    **{track: _track(track) for track in TRACKS},
    "tokens": _TOKENS,
    "price": _PRICE,
    "cost": _MAYBE,
}
_WITH_FRESH: dict[str, Any] = {
    **_RESULT,
    "fresh": _track("positions"),
    "contamination": {"seed": _WHOLE, "gap": _ESTIMATE},
}


def faults_of(result: Mapping[str, Any]) -> Iterator[str]:
    """What a result lacks, or what in it is of another kind: a phrase each."""
    has_fresh = "fresh" in result or "contamination" in result
    found = list(_faults(_WITH_FRESH if has_fresh else _RESULT, result, ""))
    yield from found or _lengths(result)


def _lengths(result: Mapping[str, Any]) -> Iterator[str]:
    for track, games in zip(TRACKS, (1, 2), strict=True):
        part = result[track]
        if {len(part["lost"]) * games, len(part["expected"]) * games} != {part["samples"]}:
            yield f"{track}.samples is not the number of what was lost"


def _faults(shape: Any, thing: Any, where: str) -> Iterator[str]:
    match shape:
        case Kind(holds, name):
            if not holds(thing):
                yield f"{where} is not {name}"
        case _ if not isinstance(thing, dict):
            yield f"{where} is not an object"
        case Each(inner):
            for name, value in thing.items():
                yield from _faults(inner, value, f"{where}.{name}")
        case _:
            for name, inner in shape.items():
                inside = f"{where}.{name}" if where else name
                if name in thing:
                    yield from _faults(inner, thing[name], inside)
                else:
                    yield f"{inside} is missing"
