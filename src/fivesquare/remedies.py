"""What would make a game fair: points for the second player, or another rule book near it.

>>> from fivesquare.books import CATALOGUE
>>> [changes(CATALOGUE["flip"], near) for near in neighbours(CATALOGUE["flip"])][:3]
[('take',), ('take',), ('reach',)]
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from fivesquare.books import VARIANTS, rebalanced
from fivesquare.engine import FIRST, NOBODY, SECOND
from fivesquare.fairness import BoardResult, Winners, winners
from fivesquare.rulebook import (
    AGAINS,
    HIGHEST_KOMI,
    QUESTIONS,
    REACHES,
    TAKES,
    TIES,
    Between,
    Komi,
    RuleBook,
)

_BETTER = 0.5  # of the distance from fair: what is hardly fairer is no way to make a game fair
_MOST_CHANGES = 3  # from a book to a named one near it
_NINE = Between(1, 9)


def plain(book: RuleBook) -> RuleBook:
    """The book without balance."""
    return rebalanced(book, "none")


def is_fairer(found: Winners, than: Winners) -> bool:
    """Whether boards that were all solved are shared out much better."""
    return not found.left_out and found.boards > 0 and found.unfairness <= _BETTER * than.unfairness


def may_be_fairer(found: Winners, than: Winners) -> bool:
    """Whether more boards may show that it is."""
    return not found.left_out and found.may_come_near(_BETTER * than.unfairness)


def may_be_fair(found: Winners) -> bool:
    """Whether more boards may show a fair game."""
    return not found.left_out and found.may_come_near(0)


def is_fair_game(found: Winners) -> bool:
    """Whether boards that were all solved speak for a fair game, and not for one that is mostly drawn."""
    return found.is_fair and not found.left_out and found.boards > 1 and found.drawn <= found.boards / 2


def head_start(book: RuleBook, results: Sequence[BoardResult]) -> tuple[RuleBook, Winners] | None:
    """The book with the komi that shares these boards of the plain one most evenly, and what they come to.

    With komi perfect play has the same margins, less the komi. None where there are no margins, and where
    the second player is not behind.
    """
    margins = [margin for _, margin in results if margin is not None]
    if book.goal != "points" or not margins or len(margins) < len(results):
        return None
    best: tuple[float, int, float] | None = None
    for points in _possible(margins, whole=book.tie == "draw"):
        found = _with_komi(margins, points)
        grade = found.unfairness, found.drawn, points
        best = grade if best is None else min(best, grade)
    if best is None:
        return None
    return rebalanced(book, Komi(best[2])), _with_komi(margins, best[2])


def _possible(margins: Sequence[float], *, whole: bool) -> Iterator[float]:
    """Each komi that may share these margins best. A whole one makes ties, which are only even if drawn."""
    for margin in sorted(set(margins)):
        for points in (margin - 0.5, margin, margin + 0.5):
            if 0 < points <= HIGHEST_KOMI and (whole or points % 1):
                yield points


def _with_komi(margins: Iterable[float], points: float) -> Winners:
    return winners(
        BoardResult(FIRST if margin > points else SECOND if margin < points else NOBODY, margin - points)
        for margin in margins
    )


def neighbours(book: RuleBook) -> tuple[RuleBook, ...]:
    """Plain books of the same size: those that differ in one answer, and named ones that differ in few."""
    base = plain(book)
    answers: dict[str, tuple[Any, ...]] = {
        "take": TAKES,
        "reach": REACHES,
        "values": ("shuffled", _NINE if not isinstance(book.values, Between) else book.values),
        "again": AGAINS,
        "goal": ("points", "majority"),
        "tie": TIES,
    }
    changed = [replace(base, **{field: answer}) for field, every in answers.items() for answer in every]
    named = [replace(variant, size=book.size, title=book.title, like=None) for variant in VARIANTS.values()]
    near = [variant for variant in named if 1 < len(changes(base, variant)) <= _MOST_CHANGES]
    return tuple(dict.fromkeys(each for each in (*near, *changed) if each != base))


def changes(book: RuleBook, other: RuleBook) -> tuple[str, ...]:
    """The questions that two books answer differently."""
    return tuple(field for field in QUESTIONS if getattr(book, field) != getattr(other, field))
