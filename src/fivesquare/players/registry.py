"""The registry of players. A player is named by a word, some with a detail behind a colon: "level:3"."""

import random
from collections.abc import Callable
from dataclasses import dataclass

from fivesquare.errors import PlayerError, quote
from fivesquare.players.base import Ask, Player
from fivesquare.players.chance import RandomPlayer
from fivesquare.players.greedy import Greedy
from fivesquare.players.human import Human
from fivesquare.players.late import Late

HIGHEST_LEVEL = 10


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


def _perfect(chance: random.Random) -> Player:
    def make() -> Player:
        from fivesquare.players.perfect import Perfect

        return Perfect(chance)

    return _searching(make)


def _level(detail: str, chance: random.Random) -> Player:
    number = detail.lstrip("0")
    if number not in map(str, range(1, HIGHEST_LEVEL + 1)):
        named = quote(f"level:{detail}")
        raise PlayerError(f"levels go from level:1 to level:{HIGHEST_LEVEL}, not {named}")

    def make() -> Player:
        from fivesquare.players.levels import Level

        return Level(int(number), chance)

    return _searching(make)


def _searching(make: Callable[[], Player]) -> Player:
    """A player that needs the solver, whose import and compilation others should not wait for."""

    def make_warm() -> Player:
        from fivesquare.solver import warm_up

        warm_up()
        return make()

    return Late(make_warm)


PLAYERS: dict[str, Kind] = {
    "human": Kind("a person at this terminal", _refuse_person),
    "random": Kind("any legal move, by lot", _without_detail(RandomPlayer)),
    "greedy": Kind("the move that brings the most at once", _without_detail(Greedy)),
    "level": Kind(f"level:1, a beginner, to level:{HIGHEST_LEVEL}, who makes no mistake", _level),
    "perfect": Kind("perfect play, and the hardest questions for you", _without_detail(_perfect)),
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
