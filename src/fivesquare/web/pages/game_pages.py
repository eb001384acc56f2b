"""The pages of a game: the board, its review, and its picture, record and QR code."""

import json
import time
from collections.abc import Sequence
from typing import Any

from fivesquare import json_view
from fivesquare.books.explain import in_brief, paragraphs
from fivesquare.position import Position
from fivesquare.web import links
from fivesquare.web.exceptions import UnusableError
from fivesquare.web.messages import Page, Request, Response
from fivesquare.web.pages import lesson_pages
from fivesquare.web.pages.link_previews import card
from fivesquare.web.pages.templating import render
from fivesquare.web.play import credentials
from fivesquare.web.play.game_state import TIME, GameState
from fivesquare.web.play.rooms import Room
from fivesquare.web.play.service import GameService
from fivesquare.web.study.solver_pool import SolverPool
from fivesquare.words.friends import PHRASES

_NAMES = "First", "Second"
_SHORTLY = {"cache-control": "public, max-age=60"}


def routes(service: GameService, pool: SolverPool) -> list[Page]:
    shown, review = GamePages(service, pool), ReviewPages(service)
    return [
        Page("/games/{id}", shown.page),
        Page("/games/{id}/picture.svg", shown.picture),
        Page("/games/{id}/record.json", shown.record),
        Page("/games/{id}/qr.svg", shown.qr),
        Page("/review", review.anything),
        Page("/games/{id}/review", review.game),
    ]


def pictures(service: GameService, pool: SolverPool) -> list[Page]:
    return [Page("/games/{id}/picture.png", GamePages(service, pool).card, is_costly=True)]


class GamePages:
    """A game as it is shown to people."""

    def __init__(self, service: GameService, pool: SolverPool) -> None:
        self._service = service
        self._pool = pool

    async def page(self, request: Request) -> Response:
        """A player's page if the browser has a seat, else a spectator's."""
        room = await self._room(request)
        position = room.game.position
        game = json.loads(room.body)
        key = self._service.browsers.key_of(request)
        held = credentials.opened_by(room.keys, key)
        page = render(
            request,
            "game.html",
            here="play",
            game={"evening": None, **game},
            brief=f"{in_brief(position.book).capitalize()}.",
            rules=paragraphs(position.book, position.size),
            sentence=situation(room.game, room.game.names),
            url=links.link_to(request, room.game.id),
            lesson=lesson_pages.offer(position.book, room.game.id),
            is_between_people=room.game.is_between_people,
            phrases=PHRASES,
            data={
                "game": {**game, "now": time.time()},
                "seats": sorted(held),
                "ladder": await self._service.ladder(room, key),
                "is_reachable": links.edition().is_served,
            },
        )
        page.headers["cache-control"] = "no-store"  # going back shows the game and the seats as they are
        if "open" in game["seats"]:  # so that who sits down may ask twice
            browsers = self._service.browsers
            page.headers["set-cookie"] = browsers.cookie(request, await browsers.secret(request))
        return page

    async def card(self, request: Request) -> Response:
        """What a messenger shows beside a link to this game."""
        game = (await self._room(request)).game
        position = _at_ply(request, game)
        sentence = situation(game) if position is game.position else ""
        picture = await self._pool.draw(
            (game.id, position.moves, sentence), lambda: card(position, sentence)
        )
        return Response(picture, 200, _SHORTLY, "image/png")

    async def picture(self, request: Request) -> Response:
        return _svg(_at_ply(request, (await self._room(request)).game).to_svg())

    async def record(self, request: Request) -> Response:
        """The game as a record, to be saved as a file."""
        game = (await self._room(request)).game
        name = f"{game.position.book.name or 'game'}-{game.id[:6].strip('-_')}.json"
        headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
        return Response(json.dumps(game.to_record()).encode() + b"\n", 200, headers)

    async def qr(self, request: Request) -> Response:
        """The link of a spectator, for the camera of a phone."""
        room = await self._room(request)
        return _svg(links.qr(links.link_to(request, room.game.id)))

    async def _room(self, request: Request) -> Room:
        return await self._service.find(request.path_params["id"])


def situation(game: GameState, names: Sequence[str | None] = (None, None)) -> str:
    """Whose turn it is, or how the game ended, for a spectator; a picture has letters for few names."""
    first, second = (name or usual for name, usual in zip(names, _NAMES, strict=True))
    if game.turn is not None:
        return f"Move {game.ply + 1}: {(first, second)[game.turn - 1]} is to move."
    winner, reason = game.result["winner"], game.result["reason"]
    if not winner:
        return "A draw."
    return f"{(first, second)[winner - 1]} has won{' on time' if reason == TIME else f': {reason}'}."


def _at_ply(request: Request, game: GameState) -> Position:
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
    return Response(text.encode(), 200, {"content-security-policy": policy}, "image/svg+xml")


# --- Reviews ---


class ReviewPages:
    """The pages that go over a game: of this server, or of a record."""

    def __init__(self, service: GameService) -> None:
        self._service = service

    async def anything(self, request: Request) -> Response:
        """For a record that the page gets from its reader, or finds in its own address."""
        return _review_page(request, {"id": None, "record": None, "seats": [], "result": None})

    async def game(self, request: Request) -> Response:
        """For a game of this server, unless it would help one of two people against the other."""
        room = await self._service.find(request.path_params["id"])
        held = credentials.opened_by(room.keys, self._service.browsers.key_of(request))
        game = room.game
        data = {
            "id": game.id,
            "record": game.to_record(),
            "seats": sorted(held),
            "result": game.result if game.is_over else None,
        }
        return _review_page(request, data, game, closed=would_help(game, held))


def would_help(game: GameState, held: frozenset[int]) -> bool:
    """Whether two people are still at it, who are not the same."""
    return game.is_between_people and not game.is_over and held != frozenset(credentials.BOTH)


def _review_page(
    request: Request, data: dict[str, Any], game: GameState | None = None, *, closed: bool = False
) -> Response:
    place = links.here(request) if game is None else links.link_to(request, game.id)
    return render(
        request,
        "review.html",
        here="review",
        id=None if game is None else game.id,
        label="" if game is None else json_view.label(game.position),
        url=f"{place}/review",
        picture=f"{place}/picture.png",
        closed=closed,
        data={} if closed else {**data, "is_reachable": links.edition().is_served},
    )
