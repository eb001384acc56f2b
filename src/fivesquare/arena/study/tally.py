"""From the rows of boards to what they have in common: a study, as JSON holds it."""

from collections import Counter
from collections.abc import Iterable, Mapping
from math import fsum
from statistics import quantiles
from typing import Any

from fivesquare.arena.board_analysis import (
    ON_THE_WAY,
    BoardRow,
    as_far_as_can_be,
    is_solved,
    winning_claims,
)
from fivesquare.board import Size, Symmetry, cell_name, parse_cell, symmetries
from fivesquare.engine import FIRST, NOBODY, SECOND
from fivesquare.research.skill import Estimate, wilson
from fivesquare.research.skill.estimates import averaged

Study = dict[str, Any]

PLAYERS = {"first": FIRST, "second": SECOND, "nobody": NOBODY}


class StudyTally:
    """Boards counted one after the other, each as often as it weighs.

    With `is_all` they are all that there are, one of each set of mirror images: nothing is left to chance.
    """

    def __init__(self, size: Size, is_all: bool) -> None:
        self._size = size
        self._is_all = is_all
        self._images = [each.goes_to for each in onto_itself(size)][: None if is_all else 1]
        self._looked_at = 0
        self._boards = 0
        self._too_large = 0
        self._winners: Counter[int] = Counter()
        self._margins: Counter[float] = Counter()
        self._wins: Counter[int] = Counter()
        self._draws: Counter[int] = Counter()
        self._legal: Counter[int] = Counter()
        self._winning: Counter[int] = Counter()
        self._best: Counter[int] = Counter()
        self._best_values: Counter[int] = Counter()
        self._numbers: dict[str, list[tuple[float, int]]] = {name: [] for name in ON_THE_WAY}
        self._nodes = 0
        self._most_nodes = 0

    def add(self, row: BoardRow, weight: int = 1) -> None:
        """Count a board."""
        self._looked_at += 1
        if not is_solved(row):
            self._too_large += weight
            return
        self._boards += weight
        self._winners[row["winner"]] += weight
        if row["margin"] is not None:
            self._margins[row["margin"]] += weight
        self._winning[len(winning_claims(row))] += weight
        self._best[len(row["best"])] += weight
        for move, worth in row["each"].items():
            self._add_claim(parse_cell(move, self._size), worth["winner"], weight)
        for value in {_value_at(row, move) for move in row["best"]}:
            self._best_values[value] += weight
        for name, numbers in self._numbers.items():
            if row[name] is not None:
                numbers.append((row[name], weight))
        self._nodes += row["nodes"]
        self._most_nodes = max(self._most_nodes, row["nodes"])

    def _add_claim(self, cell: int, winner: int, weight: int) -> None:
        """Count a first claim on this board and, of all boards, on its images."""
        for goes_to in self._images:
            self._legal[goes_to[cell]] += weight
            self._wins[goes_to[cell]] += weight * (winner == FIRST)
            self._draws[goes_to[cell]] += weight * (winner == NOBODY)

    def study(self) -> Study:
        """What was counted."""
        return {
            "boards": self._boards + self._too_large,
            "solved": self._boards,
            "too_large": self._too_large,
            "looked_at": self._looked_at,
            "winners": {name: self._share(self._winners[player]) for name, player in PLAYERS.items()},
            "margin": self._margin() if self._margins else None,
            "claims": self._claims(),
            "winning_claims": _listed(self._winning),
            "best_claims": _listed(self._best),
            "best_values": [[value, self._share(n)] for value, n in sorted(self._best_values.items())],
            "played": sum(weight for _, weight in self._numbers["length"]),
            **{name: self._on_the_way(name) for name in ON_THE_WAY},
            "nodes": {"all": self._nodes, "most": self._most_nodes},
        }

    def _margin(self) -> dict[str, Any]:
        least, most = min(self._margins), max(self._margins)
        return {
            "mean": _estimate(self._mean(sorted(self._margins.items()))),
            "quartiles": _quartiles(self._margins),
            "least": least,
            "most": most,
            "counts": _listed(self._margins),
        }

    def _claims(self) -> dict[str, Any]:
        """For each first claim that is ever legal: the boards on which it is, wins and draws."""
        images = len(self._images)  # all of them were counted, as often as the board has different ones
        return {
            cell_name(cell, self._size): {
                "legal": self._legal[cell] // images,
                "draws": self._draws[cell] // images,
                "wins": self._share(self._wins[cell] // images),
            }
            for cell in sorted(self._legal)
        }

    def _share(self, boards: int) -> dict[str, Any]:
        told = wilson(boards, self._boards)
        return {"boards": boards, **_estimate(Estimate(told.value) if self._is_all else told)}

    def _on_the_way(self, name: str) -> dict[str, Any]:
        return _estimate(as_far_as_can_be(name, self._mean(self._numbers[name])))

    def _mean(self, numbers: Iterable[tuple[float, int]]) -> Estimate:
        weighed = list(numbers)
        if self._is_all:
            whole = sum(weight for _, weight in weighed)
            return Estimate(fsum(n * weight for n, weight in weighed) / whole if whole else None)
        return averaged([number for number, weight in weighed for _ in range(weight)])


def _value_at(row: BoardRow, move: str) -> int:
    line, column = move.split(",")
    value: int = row["board"][int(line) - 1][int(column) - 1]
    return value


def _estimate(told: Estimate) -> dict[str, Any]:
    return told._asdict()


def _listed(counted: Mapping[Any, int]) -> list[list[Any]]:
    return [[what, boards] for what, boards in sorted(counted.items())]


def _quartiles(margins: Counter[float]) -> list[float]:
    every = sorted(margins.elements())
    return quantiles(every, n=4) if len(every) > 1 else every * 3


def onto_itself(size: Size) -> list[Symmetry]:
    """The turns and mirrors that leave rows as many as they are, and columns too."""
    return [symmetry for symmetry in symmetries(size) if symmetry.size == size]
