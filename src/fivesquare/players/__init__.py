"""The players, in one registry that the terminal, the web and the arena share."""

from fivesquare.players.base import Ask, Luck, Player
from fivesquare.players.registry import PLAYERS, Kind, find_player, make_player, needs_solver

__all__ = ["PLAYERS", "Ask", "Kind", "Luck", "Player", "find_player", "make_player", "needs_solver"]
