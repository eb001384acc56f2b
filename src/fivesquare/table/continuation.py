"""A game played on from a position of another one, which stays as it is."""

import secrets
from dataclasses import replace

from fivesquare.engine import FIRST
from fivesquare.position import Position
from fivesquare.table import saved_games
from fivesquare.table.table import TableSetting
from fivesquare.words.players import PERSON, Seats


def seats_against(opponent: str, side: int) -> Seats:
    """Who sits where, if a person takes this side."""
    return (PERSON, opponent) if side == FIRST else (opponent, PERSON)


def played_on(position: Position, seats: Seats, style: str = "book") -> TableSetting:
    """A new game that starts here, with an identity and random streams of its own."""
    fresh = replace(position, extra={"seed": secrets.randbits(32)})
    return TableSetting(saved_games.with_identity(fresh), seats, style)
