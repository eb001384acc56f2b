"""The players of a record, in words."""

from fivesquare.errors import PlayerError, quote
from fivesquare.players import find_player
from fivesquare.position import Position
from fivesquare.words.listener import capital

PERSON = "human"
_LONGEST_NAME = 30  # characters; a record may hold any
Seats = tuple[str, str]


def seats_of(position: Position) -> Seats:
    """The players that the record names; two people if it names none."""
    players = position.extra.get("players")
    if isinstance(players, list) and len(players) == 2 and all(isinstance(name, str) for name in players):
        return players[0], players[1]
    return PERSON, PERSON


def is_computer(seat: str) -> bool:
    """Whether one of our players sits there; an unknown name is a person's."""
    try:
        find_player(seat)
    except PlayerError:
        return False
    return seat != PERSON


def has_person(position: Position) -> bool:
    """Whether a person at this keyboard plays this game."""
    return PERSON in seats_of(position)


def in_words(seat: str, person: str = "you") -> str:
    """A player in a sentence: "level 3", "you"."""
    if seat == PERSON:
        return person
    if len(seat) > _LONGEST_NAME:
        seat = f"{seat[: _LONGEST_NAME - 3]}..."
    return seat.replace(":", " ") if seat.isprintable() else quote(seat)


def begins(seat: str, is_friend: bool) -> str:
    """Who plays first, as a sentence without its end; `is_friend` is the second of two people."""
    if is_friend:
        return "Your friend plays first"
    who = in_words(seat)
    return "You play first" if seat == "human" else f"{who[0].upper()}{who[1:]} plays first"


def is_only_person(player: int, seats: Seats) -> bool:
    """Whether this player is a person and the other is not."""
    return [is_computer(seat) for seat in seats] == [number != player for number in (1, 2)]


def called(seats: Seats, you: int) -> Seats:
    """What the players are called beside one who is addressed; by their order if no one is."""

    def name(player: int) -> str:
        if is_computer(seats[player - 1]):
            return capital(in_words(seats[player - 1]))
        return "your opponent" if you else ("First", "Second")[player - 1]

    return name(1), name(2)
