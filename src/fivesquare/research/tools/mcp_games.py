"""The games of one connection: a limited number, each for as long as it is used."""

import re
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

import anyio

from fivesquare.board import whole
from fivesquare.engine import FIRST, SECOND
from fivesquare.errors import FivesquareError, PlayerError, many, quote
from fivesquare.players import Luck, make_player
from fivesquare.players.registry import LEVELS
from fivesquare.position import Position
from fivesquare.research.tools.arguments import NOBODY
from fivesquare.words.questions import Question

KEEP_GAMES = 50
KEEP_MINUTES = 360
_MINUTE = 60
_ID = re.compile(r"game-([1-9][0-9]{0,8})", re.ASCII)


@dataclass
class McpGame:
    """A game, and who plays it. Its lock is held by one call at a time."""

    position: Position
    seed: int
    seat: int | None = None
    """The seat of the caller; None if it moves for both."""
    opponent: str | None = None
    question: Question | None = None
    """What is asked, if the game is a puzzle."""
    is_solved: bool = False
    tries: int = 0
    id: str = ""
    lock: anyio.Lock = field(default_factory=anyio.Lock)

    def __post_init__(self) -> None:
        if self.opponent is None:
            return
        if whole(self.seat) not in (FIRST, SECOND):
            raise PlayerError(f"a seat is 1 or 2, not {quote(self.seat)}")
        try:
            make_player(self.opponent)
        except PlayerError:
            raise PlayerError(
                f"an opponent is random, greedy, level:{LEVELS[0]} to level:{LEVELS[-1]}, net, perfect, "
                f"or {NOBODY} if you move for both players; not {quote(self.opponent)}"
            ) from None

    def luck(self, player: int) -> Luck:
        """The luck of a seat: as at the terminal, the same seed gives the same game."""
        return Luck(self.seed, "first" if player == FIRST else "second")

    def is_for_opponent(self, position: Position) -> bool:
        """Whether the opponent is to move there."""
        return self.opponent is not None and not position.is_over and position.turn != self.seat


class NoGameError(FivesquareError):
    """A game that was never started, or that is gone."""


class McpGames:
    """McpGames by name. If there are too many, the one that was left alone longest goes."""

    def __init__(
        self,
        most: int = KEEP_GAMES,
        minutes: float = KEEP_MINUTES,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._most, self._minutes, self._clock = most, minutes, clock
        self._kept: OrderedDict[str, tuple[McpGame, float]] = OrderedDict()  # with when it was last used
        self._begun = 0

    def __len__(self) -> int:
        return len(self._kept)

    def add(self, game: McpGame) -> McpGame:
        """Keep a game, and give it its name."""
        self._begun += 1
        game.id = f"game-{self._begun}"
        self._kept[game.id] = game, self._clock()
        self._drop_old()
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)
        return game

    def find(self, name: object) -> McpGame:
        """The game of that name, which is used by that."""
        self._drop_old()
        if not isinstance(name, str) or name not in self._kept:
            raise NoGameError(self._why_not(name))
        game, _ = self._kept.pop(name)
        self._kept[name] = game, self._clock()
        return game

    def _drop_old(self) -> None:
        oldest = self._clock() - self._minutes * _MINUTE
        while self._kept and next(iter(self._kept.values()))[1] < oldest:
            self._kept.popitem(last=False)

    def _why_not(self, name: object) -> str:
        if self._was_begun(name):
            kept = f"the {many(self._most, 'game')} used last" if self._most > 1 else "one game"
            return (
                f"{name} is gone: only {kept} of a connection, and none that was left alone for "
                f"{many(self._minutes, 'minute')}, can be gone on with; start another"
            )
        known = f"those that can be used are {self._listed()}" if self._kept else "start one"
        return f"there is no game {quote(name)}; {known}"

    def _was_begun(self, name: object) -> bool:
        number = _ID.fullmatch(name) if isinstance(name, str) else None
        return number is not None and int(number[1]) <= self._begun

    def _listed(self) -> str:
        names = list(self._kept)
        return ", ".join(names[-3:]) if len(names) <= 3 else f"{names[0]} ... {names[-1]}"
