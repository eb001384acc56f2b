"""The games of a browser in short: what their list shows, and what is counted of them."""

from collections import OrderedDict
from typing import Literal, NamedTuple

from fivesquare import json_view
from fivesquare.books import known_as
from fivesquare.web.play import credentials
from fivesquare.web.play.credentials import BOTH
from fivesquare.web.play.game_state import HUMAN, Folds, GameState
from fivesquare.web.store.base import Store

MOST_GAMES = 400
"""The newest so many are counted and listed."""

_MOST_KEPT = 5000  # in memory, of all browsers

State = Literal["yours", "waiting", "won", "lost", "draw", "over"]


class Played(NamedTuple):
    """A game as its player sees it."""

    id: str
    version: int
    label: str
    book: str | None  # the named book or variant, whatever its size
    opponent: str
    state: State
    seat: int | None  # the only one of this browser
    scores: tuple[int, int] | None  # the player's own first, where points decide
    cells: int
    moves: int  # the player's own
    created: str

    @property
    def is_over(self) -> bool:
        return self.state not in ("yours", "waiting")


class PlayedGames:
    """Reads them from the store, and remembers those that have not changed."""

    def __init__(self, store: Store, folds: Folds) -> None:
        self._store, self._folds = store, folds
        self._known: OrderedDict[tuple[str, int, frozenset[int]], Played] = OrderedDict()

    async def of(self, key: bytes) -> list[Played]:
        """The games of a browser, the newest first."""
        found = []
        for kept in await self._store.games_of(key, MOST_GAMES):
            held = credentials.opened_by(kept.keys, key)
            place = (kept.beginning.id, len(kept.entries), held)
            if place not in self._known:
                self._known[place] = _in_short(await self._folds.of(kept), held)
            self._known.move_to_end(place)
            found.append(self._known[place])
            while len(self._known) > _MOST_KEPT:
                self._known.popitem(last=False)
        return found


def _in_short(game: GameState, held: frozenset[int]) -> Played:
    position = game.position
    seat = next(iter(held)) if len(held) == 1 else None
    movers = [each.state.turn for each in position.history()[:-1]]
    first, second = position.totals
    return Played(
        id=game.id,
        version=game.version,
        label=json_view.label(position),
        book=known_as(position.book),
        opponent=_opponent(game, held),
        state=_state(game, held),
        seat=seat,
        scores=None
        if position.book.goal == "majority"
        else (second, first)
        if seat == 2
        else (first, second),
        cells=position.size.cells,
        moves=sum(mover == seat for mover in movers),
        created=game.created,
    )


def _opponent(game: GameState, held: frozenset[int]) -> str:
    """Who sits opposite: "Level 3", "Mara", "Same screen"."""
    for seat in BOTH:
        if seat not in held:
            player = game.player(seat)
            return (game.names[seat - 1] or "A friend") if player == HUMAN else _named(player)
    return "Same screen"


def _named(player: str) -> str:
    return player.replace(":", " ").capitalize()


def _state(game: GameState, held: frozenset[int]) -> State:
    if not game.is_over:
        return "yours" if game.turn in held else "waiting"
    winner = game.result["winner"]
    if winner == 0:
        return "draw"
    if len(held) == len(BOTH):
        return "over"
    return "won" if winner in held else "lost"
