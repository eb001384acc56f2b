"""Your games: those in which a browser has a seat, a line each."""

from typing import NamedTuple

from starlette.requests import Request

from fivesquare.web import views
from fivesquare.web.play import seats
from fivesquare.web.play.games import HUMAN, Game
from fivesquare.web.play.seats import BOTH

_MOST = 12


class Listed(NamedTuple):
    """A game in a line."""

    id: str
    title: str
    opponent: str
    state: str
    is_waiting: bool  # for this browser to move
    is_over: bool
    created: str


async def games(request: Request) -> list[Listed]:
    """The newest of them: first those that wait for a move, then those that go on."""
    key = seats.key_of(request)
    if key is None:
        return []
    found = await request.app.state.playing.games_of(key, _MOST)
    return sorted((_listed(*each) for each in found), key=lambda each: (not each.is_waiting, each.is_over))


def _listed(game: Game, held: frozenset[int]) -> Listed:
    title = views.label(game.position)
    is_waiting = game.turn in held
    return Listed(
        game.id, title, _opponent(game, held), _state(game, held), is_waiting, game.is_over, game.created
    )


def _opponent(game: Game, held: frozenset[int]) -> str:
    for seat in BOTH:
        if seat not in held:
            player = game.player(seat)
            return "with a friend" if player == HUMAN else f"against {player.replace(':', ' ')}"
    return "both here"


def _state(game: Game, held: frozenset[int]) -> str:
    if not game.is_over:
        return "your turn" if game.turn in held else "waiting"
    winner = game.result["winner"]
    if winner == 0:
        return "draw"
    if len(held) == len(BOTH):
        return "over"
    return "won" if winner in held else "lost"
