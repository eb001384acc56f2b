"""A study in words and tables, 80 columns wide."""

import textwrap
from collections.abc import Iterator, Sequence
from math import gcd
from typing import Any, NamedTuple

from fivesquare.arena.study.tally import Study
from fivesquare.board import Size, cell_name
from fivesquare.errors import many

WIDTH = 78
_BAR = 40
_BY_HOW_MUCH = "By how much: points of the first player less those of the second"
_MOST_VALUES = 16  # in the list of best first claims; the others are in the JSON
_NAMES = {"first": "first player", "second": "second player", "nobody": "nobody"}
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

MEANS = {
    "critical": "decisions that are critical: some move is worse",
    "decisive": "decisions that are decisive: it matters for who wins",
    "greedy": "taking the most at once is right in a critical one",
}
"""Shares, in the words of the report and of the pictures."""

_COUNTS = {
    "branching": "legal moves in a decision",
    "length": "moves of a perfect game",
    "lead_changes": "changes of the lead in it",
}


# --- Margins in bins, few enough to look at ---

_MOST = 18  # bars
_STEPS = [2 * digit * 10**zeros for zeros in range(6) for digit in (1, 2, 5)]  # in half points


class Bin(NamedTuple):
    """Boards whose margin lies from `low` to `high`, both included."""

    low: float
    high: float
    boards: int

    @property
    def name(self) -> str:
        return f"{self.low:g}" if self.low == self.high else f"{self.low:g} to {self.high:g}"


def binned(counts: Sequence[tuple[float, int]]) -> list[Bin]:
    """From [margin, boards], in order: each margin that there can be if they are few, else equal stretches.

    None reaches from below zero to above: the first of those above begins at 0.
    """
    halves = [round(2 * margin) for margin, _ in counts]
    apart = gcd(*(number - halves[0] for number in halves)) or 1  # with some rules margins are always odd
    lowest, highest = halves[0], halves[-1]
    finest, step, begin = apart, apart, lowest
    if (highest - lowest) // apart >= _MOST:
        finest = 1 if any(number % 2 for number in halves) else 2
        step = next(step for step in _STEPS if highest // step - lowest // step < _MOST)
        begin = lowest // step * step
    inside = dict.fromkeys(range(begin, highest + 1, step), 0)
    for number, (_, boards) in zip(halves, counts, strict=True):
        inside[begin + (number - begin) // step * step] += boards
    return [Bin(low / 2, (low + step - finest) / 2, boards) for low, boards in inside.items()]


# --- The report ---


def text(study: Study) -> str:
    """The whole report."""
    parts = [heading(study), *_limits(study)]
    if study["solved"]:
        parts += [_winners(study), *_margins(study), _map(study), *_values(study), _means(study)]
        if not study["all"]:
            parts.append(_filled("In brackets: 95% intervals, if other boards had been dealt."))
    return "\n\n".join(parts) + "\n"


def heading(study: Study) -> str:
    """What was studied."""
    name = study["book"] if isinstance(study["book"], str) else study["title"]
    return _filled(f"{name} {study['size'][0]}x{study['size'][1]}: {which(study)}.")


def is_single(study: Study) -> bool:
    """Whether there is only one board, so that nothing is counted."""
    return bool(study["all"]) and study["solved"] == study["boards"] == 1


def which(study: Study) -> str:
    """The boards of a study, in words."""
    boards, looked_at = study["boards"], study["looked_at"]
    if not study["all"]:
        last = study["seed"] + boards - 1
        return f"{_boards(boards, 'random board')} ({_seeds(study['seed'], last)})"
    if boards == 1:
        return "the only board there is"
    if looked_at == boards:
        return f"all {boards:,} boards"
    return f"all {boards:,} boards ({looked_at:,} solved, the others are their mirror images)"


def _seeds(first: int, last: int) -> str:
    return f"seed {first}" if first == last else f"seeds {first} to {last}"


def _boards(number: int, what: str = "board") -> str:
    return f"{number:,} {what}" + ("" if number == 1 else "s")


def _filled(words: str) -> str:
    return textwrap.fill(words, WIDTH, break_on_hyphens=False)


def _limits(study: Study) -> Iterator[str]:
    """What was left out, and why."""
    if not study["solved"]:
        yield _filled(
            f"No board could be solved within {study['effort']:,} positions: --effort allows more."
        )
    elif study["too_large"]:
        yield _filled(
            f"{_boards(study['too_large'])} of {study['boards']:,} could not be solved within "
            f"{study['effort']:,} positions. What follows is about the other {study['solved']:,}: nothing "
            f"is known about {'that one' if study['too_large'] == 1 else 'those'}."
        )


# --- Who wins ---


def percent(share: float) -> str:
    """A share in percent, which is 0 or 100 only if it is."""
    shown = f"{100 * share:.1f}"
    if shown == "100.0" and share < 1:
        return ">99.9"
    return "<0.1" if shown == "0.0" and share > 0 else shown


def _within(told: dict[str, Any]) -> str:
    """The interval of a share."""
    if told["low"] is None:
        return ""
    return f"  ({100 * told['low']:.1f} to {100 * told['high']:.1f}%)"


def _share_line(name: str, told: dict[str, Any], width: int) -> str:
    return f"  {name:<{width}}  {told['boards']:>9,}  {percent(told['value']):>5}%{_within(told)}"


def _winners(study: Study) -> str:
    if is_single(study):
        winner = next(name for who, name in _NAMES.items() if study["winners"][who]["boards"])
        return f"With perfect play {'nobody' if winner == 'nobody' else f'the {winner}'} wins."
    lines = [_share_line(name, study["winners"][who], 13) for who, name in _NAMES.items()]
    return "\n".join(["Who wins with perfect play", *lines])


# --- By how much ---


def _margins(study: Study) -> Iterator[str]:
    margin = study["margin"]
    if margin is None:
        return
    if margin["least"] == margin["most"]:
        yield f"{_BY_HOW_MUCH}\n  {margin['least']:g} on every board."
        return
    quartiles = ", ".join(f"{each:g}" for each in margin["quartiles"])
    said = (
        f"Mean {_mean(margin['mean'], 1)}; quartiles {quartiles}; "
        f"from {margin['least']:g} to {margin['most']:g}."
    )
    lines = [_BY_HOW_MUCH, *_indented(said), ""]
    lines += _histogram(binned(margin["counts"]), study["solved"])
    ties = dict(map(tuple, margin["counts"])).get(0, 0)
    if ties:
        lines += ["", *_indented(f"The sums are equal on {_boards(ties)}.")]
    yield "\n".join(lines)


def _indented(words: str) -> list[str]:
    return textwrap.wrap(words, WIDTH, initial_indent="  ", subsequent_indent="  ")


def _mean(told: dict[str, Any], digits: int) -> str:
    shown = f"{told['value']:.{digits}f}"
    if told["low"] is None:
        return shown
    return f"{shown} ({told['low']:.{digits}f} to {told['high']:.{digits}f})"


def _histogram(bins: Sequence[Bin], solved: int) -> Iterator[str]:
    most = max(each.boards for each in bins)
    width = max(len(each.name) for each in bins)
    for each in bins:
        bar = "#" * max(1 if each.boards else 0, round(_BAR * each.boards / most))
        line = f"  {each.name:>{width}}  {each.boards:>7,}  {percent(each.boards / solved):>5}%  {bar}"
        yield line.rstrip()


# --- The first claim ---


def _map(study: Study) -> str:
    size = Size(*study["size"])
    claims = study["claims"]
    if is_single(study):
        title = "First claims: W wins, = draws, . loses"
        marks = {cell: mark_of(told) for cell, told in claims.items()}
    else:
        title = "Boards on which a first claim wins, in percent" + _widest(claims)
        marks = {cell: percent(told["wins"]["value"]) for cell, told in claims.items()}
    lines = [title, "", *_grid(size, marks)]
    return "\n".join([*lines, "", *_indented(_amounts(study))])


def mark_of(told: dict[str, Any]) -> str:
    """What a first claim does on the only board of a study."""
    return "W" if told["wins"]["boards"] else "=" if told["draws"] else "."


def _widest(claims: dict[str, Any]) -> str:
    halves = [
        100 * max(told["wins"]["high"] - told["wins"]["value"], told["wins"]["value"] - told["wins"]["low"])
        for told in claims.values()
        if told["wins"]["low"] is not None
    ]
    return f" (each within {max(halves):.1f})" if halves else ""


def _grid(size: Size, marks: dict[str, str]) -> Iterator[str]:
    """A mark for each cell; none where no first claim is legal."""
    width = max(len(mark) for mark in marks.values()) if marks else 1
    for row in range(size.rows):
        cells = [cell_name(row * size.columns + column, size) for column in range(size.columns)]
        yield ("    " + "  ".join(f"{marks.get(cell, '-'):>{width}}" for cell in cells)).rstrip()


def _amounts(study: Study) -> str:
    """On how many boards which number of first claims wins, and is best."""
    if is_single(study):
        ((winning, _),), ((best, _),) = study["winning_claims"], study["best_claims"]
        return f"Of {many(len(study['claims']), 'first claim')} {winning} win, and {best} are best."
    winning = _enumerated(study["winning_claims"], "first claim wins", "first claims win")
    best = _enumerated(study["best_claims"], "first claim is best", "first claims are best")
    return f"{winning} {best}"


def _enumerated(counts: Sequence[tuple[int, int]], one: str, more: str) -> str:
    """`One first claim wins on 164 boards, two on 524.`"""
    parts = []
    for place, (number, boards) in enumerate(counts):
        word = _NUMBERS[number] if number < len(_NUMBERS) else str(number)
        verb = f" {one if number <= 1 else more}" if place == 0 else ""
        parts.append(f"{word}{verb} on {_boards(boards) if place == 0 else f'{boards:,}'}")
    said = ", ".join(parts) + "."
    return said[0].upper() + said[1:]


def _values(study: Study) -> Iterator[str]:
    """Which numbers are worth beginning with; there is nothing to tell if all are the same."""
    values = study["best_values"]
    if not values or study["values"] == "ones":
        return
    shown = sorted(values, key=lambda each: (-each[1]["boards"], -each[0]))[:_MOST_VALUES]
    lines = [_share_line(str(value), told, 13) for value, told in sorted(shown, reverse=True)]
    left_out = len(values) - len(shown)
    more = [f"  (and {many(left_out, 'other')}, on fewer boards)"] if left_out else []
    yield "\n".join(["Boards on which a first claim of this value is among the best", *lines, *more])


# --- On the way ---


def _means(study: Study) -> str:
    lines = ["On the way: in a perfect game and four casual ones on each board"]
    if study["played"] < study["solved"]:
        lines += _indented(
            f"{_boards(study['solved'] - study['played'])} of {study['solved']:,} took too long here; this "
            "is about the others."
        )
    for name, words in MEANS.items():
        told = study[name]
        shown = "-" if told["value"] is None else f"{percent(told['value'])}%{_within(told)}"
        lines.append(f"  {words:<54}{shown}")
    for name, words in _COUNTS.items():
        lines.append(f"  {words:<54}{_spaced(study[name])}")
    return "\n".join(lines)


def _spaced(told: dict[str, Any]) -> str:
    return "-" if told["value"] is None else _mean(told, 2).replace(" (", "  (", 1)
