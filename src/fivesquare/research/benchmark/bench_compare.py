"""Two results side by side: by how much one is above the other, and how many questions would tell."""

from collections.abc import Mapping
from typing import Any

from fivesquare.errors import RecordError, many
from fivesquare.intervals import Estimate
from fivesquare.research.benchmark.bench_result import groups_of
from fivesquare.research.benchmark.bench_scores import Spread, difference, mean_of, units_needed
from fivesquare.research.benchmark.protocol import TRACKS, Track

_WORDS = {"positions": "question", "games": "board"}


def differences(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Spread]:
    """The difference in skill in each track and in all; refuses results of different sets."""
    if one["set"] != other["set"]:
        raise RecordError(
            "one is a result of the lite set and the other of the full one: they cannot be compared"
        )
    for track in TRACKS:
        if one[track]["set_sha256"] != other[track]["set_sha256"]:
            raise RecordError(f"the {track} of the two are not the same set")
    found = {track: difference(groups_of(one, track), groups_of(other, track)) for track in TRACKS}
    known: dict[str, Spread] = {track: spread for track, spread in found.items() if spread is not None}
    both = mean_of(known.values())
    return known if both is None else {"all": both, **known}


def compared(one: Mapping[str, Any], other: Mapping[str, Any]) -> str:
    """The differences as text."""
    lines = [f"{one['player']} - {other['player']}:"]
    found = differences(one, other)
    for name, spread in found.items():
        lines.append(f"{name:<10} {signed(spread.estimate)}  {_verdict(name, spread, one)}".rstrip())
    return "\n".join(lines)


def _verdict(name: str, spread: Spread, result: Mapping[str, Any]) -> str:
    """Whether it is more than chance, and what would be enough to tell."""
    low, high = spread.estimate.low, spread.estimate.high
    if low is None or high is None:
        return "too few to say"
    if low > 0 or high < 0:
        return "more than chance"
    if name not in _WORDS:
        return "could be chance"
    number = len(result[name]["lost"])
    needed = units_needed(spread, number)
    if needed is None:
        return "no difference was seen"
    return f"could be chance; {many(max(0, needed - number), _WORDS[name])} more would tell"


def units_of(result: Mapping[str, Any], track: Track) -> int:
    """How many questions or boards a result has in a track."""
    return len(result[track]["lost"])


def to_json(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    """The same as data."""
    found = differences(one, other)
    return {
        "players": [one["player"], other["player"]],
        "set": one["set"],
        "differences": {name: spread.estimate._asdict() for name, spread in found.items()},
        "needed": {
            track: units_needed(found[track], units_of(one, track)) for track in TRACKS if track in found
        },
    }


def signed(estimate: Estimate) -> str:
    """A difference with its sign: "+0.12 (+0.03 to +0.21)"."""
    shown = f"{estimate.value:+.3f}"
    return shown if estimate.low is None else f"{shown} ({estimate.low:+.3f} to {estimate.high:+.3f})"
