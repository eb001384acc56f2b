"""Links to games, as text and as a QR code."""

import io
import ipaddress
from urllib.parse import urlsplit

from fivesquare.web.messages import Request


def path_of(game: str) -> str:
    """Where the page of a game is on this server."""
    return f"/games/{game}"


def path_of_evening(evening: str) -> str:
    """Where the page of an evening is on this server."""
    return f"/club/{evening}"


def here(request: Request) -> str:
    """The address of this server as the client knows it."""
    return f"{request.url.scheme}://{request.url.netloc}"


def is_only_here(request: Request) -> bool:
    """Whether that address means whichever computer it is opened on: localhost, 127.0.0.1, [::1]."""
    name = urlsplit(here(request)).hostname or ""
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def link_to(request: Request, game: str) -> str:
    """The full address of the page of a game."""
    return f"{here(request)}{path_of(game)}"


def qr(text: str) -> str:
    """A text as a QR code, an SVG picture without style of its own."""
    import segno  # only invitations need it

    picture = io.BytesIO()
    segno.make(text, error="m").save(
        picture, kind="svg", xmldecl=False, omitsize=True, border=2, light="#fff"
    )
    return picture.getvalue().decode()
