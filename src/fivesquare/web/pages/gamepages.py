"""The page of a game, and what else it can be had as: a picture, a record, a QR code."""

import json

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fivesquare.books.explain import in_brief, paragraphs
from fivesquare.position import Position
from fivesquare.web.pages import cards, sharing, site
from fivesquare.web.play import seats
from fivesquare.web.play.games import Game
from fivesquare.web.play.playing import Playing
from fivesquare.web.play.rooms import Room
from fivesquare.web.study.thinking import Thinkers

_NAMES = "First", "Second"
_SHORTLY = {"cache-control": "public, max-age=60"}


def routes(playing: Playing, thinkers: Thinkers) -> list[Route]:
    shown = Shown(playing, thinkers)
    return [
        site.packed("/games/{id}", shown.page),
        Route("/games/{id}/picture.png", shown.card),
        Route("/games/{id}/picture.svg", shown.picture),
        Route("/games/{id}/record.json", shown.record),
        Route("/games/{id}/qr.svg", shown.qr),
    ]


class Shown:
    """A game as it is shown to people."""

    def __init__(self, playing: Playing, thinkers: Thinkers) -> None:
        self._playing = playing
        self._thinkers = thinkers

    async def page(self, request: Request) -> Response:
        """A player's page if the browser has a seat, else a spectator's."""
        room = await self._room(request)
        position = room.game.position
        game = json.loads(room.body)
        held = seats.opened_by(room.keys, seats.key_of(request))
        page = site.render(
            request,
            "game.html",
            here="play",
            game=game,
            brief=f"{in_brief(position.book).capitalize()}.",
            rules=paragraphs(position.book, position.size),
            sentence=situation(room.game),
            url=f"{sharing.here(request)}{sharing.page(room.game.id)}",
            data={"game": game, "seats": sorted(held)},
        )
        page.headers["cache-control"] = "no-store"  # going back shows the game and the seats as they are
        if "open" in game["seats"] and seats.browser(request) is None:
            seats.remember(page, request, seats.new_secret())  # so that who sits down may ask twice
        return page

    async def card(self, request: Request) -> Response:
        """What a messenger shows beside a link to this game."""
        game = (await self._room(request)).game
        position = sharing.at_ply(request, game)
        sentence = situation(game) if position is game.position else _at(position)
        picture = await self._thinkers.draw(
            (game.id, position.moves, sentence), lambda: cards.card(position, sentence)
        )
        return Response(picture, 200, _SHORTLY, "image/png")

    async def picture(self, request: Request) -> Response:
        return sharing.svg(sharing.at_ply(request, (await self._room(request)).game).to_svg())

    async def record(self, request: Request) -> Response:
        return sharing.record((await self._room(request)).game)

    async def qr(self, request: Request) -> Response:
        """The link of a spectator, for the camera of a phone."""
        room = await self._room(request)
        return sharing.svg(sharing.qr(f"{sharing.here(request)}{sharing.page(room.game.id)}"))

    async def _room(self, request: Request) -> Room:
        return await self._playing.find(request.path_params["id"])


def situation(game: Game) -> str:
    """Whose turn it is, or how the game ended, for somebody who takes no part in it."""
    if game.turn is not None:
        return f"Move {game.ply + 1}: {_NAMES[game.turn - 1]} is to move."
    winner, reason = game.result["winner"], game.result["reason"]
    return f"{_NAMES[winner - 1]} has won: {reason}." if winner else "A draw."


def _at(position: Position) -> str:
    return f"After move {len(position.moves)}." if position.moves else "The opening."
