"""The family: every kind of rule book x size x values x seed is a game with a name and an exact solution.

>>> from fivesquare.research import family
>>> game = family.game("FS-1/edge-nothing-never-points-last/3x3/1-9/17")
>>> game.split, game.solution.winner, game.solution.best
('public', 1, ('3,2',))
"""

from fivesquare.research.family.difficulty import EFFORT, Difficulty, TooLargeError
from fivesquare.research.family.drawing import TRIES, Wish, games, wish
from fivesquare.research.family.kinds import KINDS, Kind, kind_of, target
from fivesquare.research.family.levels import LEVELS, curriculum, wanted
from fivesquare.research.family.members import Game, game
from fivesquare.research.family.names import VERSION, FamilyError, Name, parse_name
from fivesquare.research.family.splits import HELD_OUT_ONE_IN, SPLITS, plain_form, split_of

__all__ = [
    "EFFORT",
    "HELD_OUT_ONE_IN",
    "KINDS",
    "LEVELS",
    "SPLITS",
    "TRIES",
    "VERSION",
    "Difficulty",
    "FamilyError",
    "Game",
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
