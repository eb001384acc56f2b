"""Who can sit at the board. One registry: the terminal, the web and the arena all seat players from it."""

from fivesquare.players.base import Ask, Player
from fivesquare.players.registry import PLAYERS, Kind, check_player, make_player

__all__ = ["PLAYERS", "Ask", "Kind", "Player", "check_player", "make_player"]
