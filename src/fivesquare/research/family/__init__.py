"""The family: every kind of rule book x size x values x seed is a game with a name and an exact solution.

>>> from fivesquare.research import family
>>> game = family.game("FS-1/edge-nothing-never-points-last/3x3/1-9/17")
>>> game.split, game.solution.winner, game.solution.best
('public', 1, ('3,2',))
"""

from fivesquare.research.family.difficulty import Difficulty, TooLargeError
from fivesquare.research.family.family_games import FamilyGame, game
from fivesquare.research.family.family_levels import LEVELS, curriculum, wanted
from fivesquare.research.family.names import (
    KINDS,
    VERSION,
    FamilyError,
    Kind,
    Name,
    kind_of,
    parse_name,
    target,
)
from fivesquare.research.family.splits import HELD_OUT_ONE_IN, SPLITS, plain_form, split_of
from fivesquare.research.family.wishes import TRIES, Wish, games, wish

__all__ = [
    "HELD_OUT_ONE_IN",
    "KINDS",
    "LEVELS",
    "SPLITS",
    "TRIES",
    "VERSION",
    "Difficulty",
    "FamilyError",
    "FamilyGame",
    "Kind",
    "Name",
    "TooLargeError",
    "Wish",
    "curriculum",
    "game",
    "games",
    "kind_of",
    "parse_name",
    "plain_form",
    "split_of",
    "target",
    "wanted",
    "wish",
]
