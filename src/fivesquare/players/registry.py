"""The registry of players. A player is named by a word, some with a detail behind a colon: "level:3"."""

from collections.abc import Callable
from typing import NamedTuple

from fivesquare.errors import PlayerError, did_you_mean, quote
from fivesquare.players.adviser import Adviser
from fivesquare.players.base import Ask, Luck, Player, any_luck
from fivesquare.players.levels import SIGHTS, Level
from fivesquare.players.net import Net
from fivesquare.players.perfect import Perfect
from fivesquare.players.simple import Greedy, Human, RandomPlayer

LEVEL_WORDS: tuple[str, ...] = (
    "has just read the rules",
    "has played a few games",
    "plays for fun",
    "minds what you can take back",
    "thinks before it moves",
    "knows the game",
    "knows the game well",
    "seldom wrong",
    "hardly ever wrong",
    "never wrong",
)
"""What each level is like, for menus and pages."""

LEVELS = tuple(str(number) for number, _ in enumerate(LEVEL_WORDS, 1))


class Kind(NamedTuple):
    """A kind of player: one line about it, and how to make one from its detail, its luck and its adviser.

    `solving` are those of its details with which it needs the solver.
    """

    summary: str
    make: Callable[[str, Luck, Adviser | None], Player]
    details: tuple[str, ...] = ("",)
    solving: tuple[str, ...] = ()


def _refuse_person(_detail: str, _luck: Luck, _adviser: Adviser | None) -> Player:
    raise PlayerError("a human cannot be asked for moves here")


PLAYERS: dict[str, Kind] = {
    "human": Kind("a person at this terminal", _refuse_person),
    "random": Kind("any legal move, at random", lambda _, luck, __: RandomPlayer(luck)),
    "greedy": Kind("the move that gains most right now", lambda _, luck, __: Greedy(luck)),
    "level": Kind(
        f"level:{LEVELS[0]}, who {LEVEL_WORDS[0]}, to level:{LEVELS[-1]}, {LEVEL_WORDS[-1]}",
        lambda detail, luck, adviser: Level(int(detail), luck, adviser),
        details=LEVELS,
        solving=tuple(level for level, sight in zip(LEVELS, SIGHTS, strict=True) if sight.to_the_end),
    ),
    "net": Kind("a small neural network, which does not look ahead", lambda _, __, ___: Net()),
    "perfect": Kind(
        "never wrong, and sets you the hardest problems",
        lambda _, luck, adviser: Perfect(luck, adviser),
        solving=("",),
    ),
}


def find_player(name: str) -> tuple[Kind, str]:
    """The kind of player that is named, and the detail; refuses an unknown name."""
    word, _, detail = name.partition(":") if isinstance(name, str) else ("", "", "")
    if word not in PLAYERS:
        meant = did_you_mean(name, PLAYERS)
        raise PlayerError(f"there is no player {quote(name)}{meant}; choose from {', '.join(PLAYERS)}")
    kind = PLAYERS[word]
    if detail in kind.details:
        return kind, detail
    if kind.details == ("",):
        raise PlayerError(f"{word} takes nothing after a colon, not {quote(detail)}")
    raise PlayerError(f"levels go from level:{LEVELS[0]} to level:{LEVELS[-1]}, not {quote(name)}")


def needs_solver(name: str) -> bool:
    """Whether the player of that name asks the solver, which takes a while to get ready."""
    kind, detail = find_player(name)
    return detail in kind.solving


def make_player(
    name: str, luck: Luck | None = None, ask: Ask | None = None, adviser: Adviser | None = None
) -> Player:
    """The player of that name; a human is asked through `ask`, and the solver through `adviser`.

    The same luck, like `Luck(7, "first")`, gives the same choices.
    """
    kind, detail = find_player(name)
    if name == "human" and ask is not None:
        return Human(ask)
    return kind.make(detail, luck or any_luck(), adviser)
