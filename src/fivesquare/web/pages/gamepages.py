"""The page of a game, and what else it can be had as: a picture, a record, a QR code."""

import json

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from fivesquare.books.explain import in_brief, paragraphs
from fivesquare.position import Position
from fivesquare.web import links
from fivesquare.web.pages import cards
from fivesquare.web.pages.packing import packed
from fivesquare.web.pages.rendering import render
from fivesquare.web.play import seats
from fivesquare.web.play.games import Game
from fivesquare.web.play.playing import Playing
from fivesquare.web.play.rooms import Room
from fivesquare.web.refusals import UnusableError
from fivesquare.web.study.thinking import Thinkers

_NAMES = "First", "Second"
_SHORTLY = {"cache-control": "public, max-age=60"}


def routes(playing: Playing, thinkers: Thinkers) -> list[Route]:
    shown = Shown(playing, thinkers)
    return [
        packed("/games/{id}", shown.page),
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
        page = render(
            request,
            "game.html",
            here="play",
            game=game,
            brief=f"{in_brief(position.book).capitalize()}.",
            rules=paragraphs(position.book, position.size),
            sentence=situation(room.game),
            url=links.link_to(request, room.game.id),
            data={"game": game, "seats": sorted(held)},
        )
        page.headers["cache-control"] = "no-store"  # going back shows the game and the seats as they are
        if "open" in game["seats"] and seats.browser(request) is None:
            seats.remember(page, request, seats.new_secret())  # so that who sits down may ask twice
        return page

    async def card(self, request: Request) -> Response:
        """What a messenger shows beside a link to this game."""
        game = (await self._room(request)).game
        position = _at_ply(request, game)
        sentence = situation(game) if position is game.position else ""
        picture = await self._thinkers.draw(
            (game.id, position.moves, sentence), lambda: cards.card(position, sentence)
        )
        return Response(picture, 200, _SHORTLY, "image/png")

    async def picture(self, request: Request) -> Response:
        return _svg(_at_ply(request, (await self._room(request)).game).to_svg())

    async def record(self, request: Request) -> Response:
        """The game as a record, to be kept as a file."""
        game = (await self._room(request)).game
        name = f"{game.position.book.name or 'game'}-{game.id[:6].strip('-_')}.json"
        headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
        return Response(json.dumps(game.to_record()) + "\n", 200, headers, "application/json")

    async def qr(self, request: Request) -> Response:
        """The link of a spectator, for the camera of a phone."""
        room = await self._room(request)
        return _svg(links.qr(links.link_to(request, room.game.id)))

    async def _room(self, request: Request) -> Room:
        return await self._playing.find(request.path_params["id"])


def situation(game: Game) -> str:
    """Whose turn it is, or how the game ended, for somebody who takes no part in it."""
    if game.turn is not None:
        return f"Move {game.ply + 1}: {_NAMES[game.turn - 1]} is to move."
    winner, reason = game.result["winner"], game.result["reason"]
    return f"{_NAMES[winner - 1]} has won: {reason}." if winner else "A draw."


def _at_ply(request: Request, game: Game) -> Position:
    """The position that is asked for by `?ply=`, or the newest."""
    wanted = request.query_params.get("ply")
    if wanted is None:
        return game.position
    if not wanted.isascii() or not wanted.isdigit() or len(wanted) > 3 or int(wanted) > game.ply:
        raise UnusableError(f"ply is a number from 0 to {game.ply}")
    return game.position.back(game.ply - int(wanted))


def _svg(text: str) -> Response:
    # A picture of ours styles itself, which the policy of the pages forbids; it has no script at all.
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    return Response(text, 200, {"content-security-policy": policy}, "image/svg+xml")
