"""What can be passed on of a game: links, as text and as a QR code, its picture, its record."""

import io
import json
from typing import Any

import segno
from starlette.requests import Request
from starlette.responses import Response

from fivesquare.position import Position
from fivesquare.web.play.games import Game
from fivesquare.web.refusals import UnusableError


def here(request: Request) -> str:
    """The address of this server as whoever asks knows it."""
    return f"{request.url.scheme}://{request.url.netloc}"


def page(game: str) -> str:
    return f"/games/{game}"


def qr(text: str) -> str:
    """A text as a QR code, an SVG picture without style of its own."""
    picture = io.BytesIO()
    segno.make(text, error="m").save(
        picture, kind="svg", xmldecl=False, omitsize=True, border=2, light="#fff"
    )
    return picture.getvalue().decode()


def at_ply(request: Request, game: Game) -> Position:
    """The position that is asked for by `?ply=`, or the newest."""
    wanted = request.query_params.get("ply")
    if wanted is None:
        return game.position
    if not wanted.isascii() or not wanted.isdigit() or len(wanted) > 3 or int(wanted) > game.ply:
        raise UnusableError(f"ply is a number from 0 to {game.ply}")
    return game.position.back(game.ply - int(wanted))


def record(game: Game) -> Response:
    """The record of a game, to be kept as a file."""
    name = f"{game.position.book.name or 'game'}-{game.id[:6]}.json".replace("-_", "-").replace("--", "-")
    return download(game.to_record(), name)


def download(record: dict[str, Any], name: str) -> Response:
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return Response(json.dumps(record) + "\n", 200, headers, "application/json")


def svg(text: str) -> Response:
    # A picture of ours styles itself, which the policy of the pages forbids; it has no script at all.
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    return Response(text, 200, {"content-security-policy": policy}, "image/svg+xml")
