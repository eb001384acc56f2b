"""The registry of players. A player is named by a word, some with a detail behind a colon: "level:3"."""

import random
from collections.abc import Callable
from dataclasses import dataclass

from fivesquare.errors import PlayerError, quote
from fivesquare.players.base import Ask, Player
from fivesquare.players.chance import RandomPlayer
from fivesquare.players.greedy import Greedy
from fivesquare.players.human import Human


@dataclass(frozen=True)
class Kind:
    """A kind of player: one line about it, and how to make one from its detail and its luck."""

    summary: str
    make: Callable[[str, random.Random], Player]


def _refuse_person(_detail: str, _chance: random.Random) -> Player:
    raise PlayerError("a human needs somebody to ask, and here is nobody")


def _without_detail(make: Callable[[random.Random], Player]) -> Callable[[str, random.Random], Player]:
    def made(detail: str, chance: random.Random) -> Player:
        if detail:
            raise PlayerError(f"this player takes nothing behind a colon, not {quote(detail)}")
        return make(chance)

    return made


PLAYERS: dict[str, Kind] = {
    "human": Kind("a person at this terminal", _refuse_person),
    "random": Kind("any legal move, by lot", _without_detail(RandomPlayer)),
    "greedy": Kind("the move that brings the most at once", _without_detail(Greedy)),
}


def check_player(name: str) -> None:
    """Refuse a name that nobody has."""
    make_player(name, random.Random(), ask=lambda _: "")


def make_player(name: str, chance: random.Random, ask: Ask | None = None) -> Player:
    """The player of that name; a human is asked through `ask`."""
    kind, _, detail = name.partition(":")
    if kind not in PLAYERS:
        raise PlayerError(f"there is no player {quote(name)}; there are {', '.join(PLAYERS)}")
    if kind == "human" and ask is not None and not detail:
        return Human(ask)
    return PLAYERS[kind].make(detail, chance)
