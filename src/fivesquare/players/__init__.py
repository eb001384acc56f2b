"""Who can sit at the board. One registry: the terminal, the web and the arena all seat players from it."""

from fivesquare.players.base import Ask, Player
from fivesquare.players.luck import Luck
from fivesquare.players.registry import PLAYERS, Kind, find_player, make_player, needs_solver

__all__ = ["PLAYERS", "Ask", "Kind", "Luck", "Player", "find_player", "make_player", "needs_solver"]
