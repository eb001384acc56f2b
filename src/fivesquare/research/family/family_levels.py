"""A curriculum: levels of games, each harder than the one before, as was measured (docs/family.md)."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, SupportsIndex

from fivesquare.board import whole
from fivesquare.errors import quote
from fivesquare.players import make_player
from fivesquare.players.base import Luck
from fivesquare.research.family.difficulty import Difficulty
from fivesquare.research.family.family_games import FamilyGame
from fivesquare.research.family.names import FamilyError
from fivesquare.research.family.wishes import TRIES, games
from fivesquare.solver.solution import skill

_GROWING = ("edge-*", "adjacent-*")  # whose larger boards are still solved in a moment

LEVELS: Mapping[int, Mapping[str, Any]] = {
    1: {"sizes": "3x3", "critical": (0.3, None), "greedy": (0.9, None)},
    2: {"sizes": "3x3", "critical": (0.3, None), "greedy": (0.65, 0.9)},
    3: {"sizes": "3x3", "critical": (0.3, None), "greedy": (None, 0.65)},
    4: {"sizes": ("3x4", "4x3"), "critical": (0.3, None), "greedy": (None, 0.6)},
    5: {"sizes": "4x4", "critical": (0.3, None), "greedy": (None, 0.55)},
    6: {"sizes": ("4x5", "5x4"), "kinds": _GROWING, "critical": (0.3, None), "greedy": (None, 0.4)},
}
"""What `games` is asked for at each level."""

PLAYERS = ("greedy", "level:3", "level:6")
"""Whose skill is measured at each level."""

_FIELDS = tuple(field for field in Difficulty._fields if field != "winner")


def curriculum(
    level: SupportsIndex, *, split: str | None = None, seed: SupportsIndex = 0, tries: int = TRIES
) -> Iterator[FamilyGame]:
    """Games of this level without end, the same for the same seed."""
    return games(**wanted(level), split=split, seed=seed, tries=tries)


def wanted(level: object) -> Mapping[str, Any]:
    """What `games` is asked for at this level."""
    number = whole(level)
    if number is None or number not in LEVELS:
        raise FamilyError(f"levels go from {min(LEVELS)} to {max(LEVELS)}, not {quote(level)}")
    return LEVELS[number]


# --- What was measured ---


def heading() -> str:
    """The head of the table that `measured` makes the rows of."""
    skills = [f"skill of {player}" for player in PLAYERS]
    columns = ["level", *_FIELDS, "first wins", *skills]
    return f"| {' | '.join(columns)} |\n|{'--:|' * len(columns)}\n"


def measured(level: int, number: int) -> str:
    """The first games of a level: the mean of what is measured, and the skill of some players in them."""
    games = list(islice(curriculum(level), number))
    winners = [game.difficulty.winner for game in games]
    means = [sum(getattr(game.difficulty, field) for game in games) / number for field in _FIELDS]
    shown = [f"{mean:,.0f}" if mean >= 100 else f"{mean:.2f}" for mean in means]
    skills = [f"{skill_of(player, games):.2f}" for player in PLAYERS]
    return f"| {' | '.join([str(level), *shown, f'{winners.count(1) / number:.2f}', *skills])} |\n"


def skill_of(player: str, games: Sequence[FamilyGame]) -> float:
    """The skill of a player over the decisions of these games; 1 if nothing is at stake."""
    lost = expected = 0.0
    for game in games:
        mover = make_player(player, Luck(game.name))
        for decision in game.decisions():
            regret = decision.regret(mover.choose(decision.position))
            lost, expected = lost + regret.lost, expected + regret.expected
    found = skill(lost, expected)
    return 1.0 if found is None else found
