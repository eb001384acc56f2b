"""Who sits at the board, as a record names them, in words."""

from fivesquare.errors import PlayerError, quote
from fivesquare.players import find_player
from fivesquare.position import Position

PERSON = "human"
Seats = tuple[str, str]


def seats_of(position: Position) -> Seats:
    """Who sat there when the game was saved, if the record says so; else two people."""
    players = position.extra.get("players")
    if isinstance(players, list) and len(players) == 2 and all(isinstance(name, str) for name in players):
        return players[0], players[1]
    return PERSON, PERSON


def is_computer(seat: str) -> bool:
    """Whether one of our players sits there; a name that none of them has is a person's."""
    try:
        find_player(seat)
    except PlayerError:
        return False
    return seat != PERSON


def in_words(seat: str, person: str = "you") -> str:
    """A player in a sentence: level 3, you."""
    if seat == PERSON:
        return person
    return seat.replace(":", " ") if seat.isprintable() else quote(seat)


def is_only_person(player: int, seats: Seats) -> bool:
    """Whether a person sits there, and the other one is none."""
    return [is_computer(seat) for seat in seats] == [number != player for number in (1, 2)]
