"""The pages of the review: of a game of this server, and of a record that somebody brings."""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fivesquare.web import links, views
from fivesquare.web.pages.packing import packed
from fivesquare.web.pages.rendering import render
from fivesquare.web.play import seats
from fivesquare.web.play.games import Game
from fivesquare.web.play.playing import Playing


def routes(playing: Playing) -> list[Route]:
    reviewed = Reviewed(playing)
    return [packed("/review", reviewed.anything), packed("/games/{id}/review", reviewed.game)]


class Reviewed:
    """A game as it is gone over."""

    def __init__(self, playing: Playing) -> None:
        self._playing = playing

    async def anything(self, request: Request) -> Response:
        """For a record that the page gets from its reader, or finds in its own address."""
        return _page(request, {"id": None, "record": None, "seats": [], "result": None})

    async def game(self, request: Request) -> Response:
        """For a game of this server, unless it would help one of two people against the other."""
        room = await self._playing.find(request.path_params["id"])
        held = seats.opened_by(room.keys, seats.key_of(request))
        game = room.game
        data = {
            "id": game.id,
            "record": game.to_record(),
            "seats": sorted(held),
            "result": game.result if game.is_over else None,
        }
        return _page(request, data, game, closed=_would_help(game, held))


def _would_help(game: Game, held: frozenset[int]) -> bool:
    """Whether two people are still at it, who are not the same."""
    return game.is_between_people and not game.is_over and held != frozenset(seats.BOTH)


def _page(
    request: Request, data: dict[str, Any], game: Game | None = None, *, closed: bool = False
) -> Response:
    place = links.here(request) if game is None else links.link_to(request, game.id)
    return render(
        request,
        "review.html",
        here="review",
        id=None if game is None else game.id,
        label="" if game is None else views.label(game.position),
        url=f"{place}/review",
        picture=f"{place}/picture.png",
        closed=closed,
        data={} if closed else data,
    )
