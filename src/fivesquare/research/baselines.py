"""Players to compare with: those of the registry, and some that only look ahead or try out.

first        the first legal move
uct:1000     UCT with so many random games for each move
look:1000    looking ahead through so many positions, without solving to the end
"""

from collections.abc import Callable

from fivesquare.errors import PlayerError, did_you_mean, quote
from fivesquare.players import make_player
from fivesquare.players.adviser import Adviser
from fivesquare.players.base import Luck, Player
from fivesquare.players.registry import LEVELS, PLAYERS, find_player
from fivesquare.position import Position
from fivesquare.research.uct import Uct
from fivesquare.solver.limits import CROWDED_ANSWER

PROVIDER = "fivesquare"
"""What Inspect calls the provider of these players."""

BUDGETS = (100, 1000, 10_000)
"""Of those that take a number."""

_MOST = 10_000_000


class First:
    """Always plays the first legal move."""

    is_person = False
    remark = ""

    def choose(self, position: Position) -> str:
        return position.legal[0]


class LookAhead:
    """Plays what looks best after so many positions."""

    is_person = False
    remark = ""

    def __init__(self, nodes: int) -> None:
        self._nodes, self._adviser = nodes, Adviser(CROWDED_ANSWER)

    def choose(self, position: Position) -> str:
        if len(position.legal) == 1:
            return position.legal[0]
        solver = self._adviser.solver(position)
        return solver.look_ahead(position, seconds=None, nodes=self._nodes).move


_OWN: dict[str, Callable[[int, Luck], Player]] = {
    "uct": lambda games, luck: Uct(games, luck),
    "look": lambda nodes, _luck: LookAhead(nodes),
}

NAMES = (
    "random",
    "first",
    "greedy",
    *(f"level:{level}" for level in LEVELS),
    *(f"{word}:{budget}" for word in _OWN for budget in BUDGETS),
    "net",
    "perfect",
)
"""The baselines in the table."""


def check_baseline(name: str) -> None:
    """Refuse a name that no player has who can answer here."""
    word, _, detail = name.partition(":")
    if name == "first":
        return
    if word in _OWN:
        if not (detail.isascii() and detail.isdecimal() and 0 < int(detail) <= _MOST):
            raise PlayerError(
                f"{word} takes a number from 1 to {_MOST:,}, like {word}:1000, not {quote(detail)}"
            )
        return
    if name == "human":
        raise PlayerError("a human is not a model; people play with `fivesquare play`")
    if word not in PLAYERS:
        known = ("first", *_OWN, *PLAYERS)
        raise PlayerError(f"there is no player {quote(name)}{did_you_mean(word, known)}")
    find_player(name)


def baseline(name: str, luck: Luck) -> Player:
    """The player of that name."""
    check_baseline(name)
    word, _, detail = name.partition(":")
    if name == "first":
        return First()
    return _OWN[word](int(detail), luck) if word in _OWN else make_player(name, luck)
