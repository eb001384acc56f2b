"""Addresses of this site: its pages, links to games as text and as QR codes.

A server answers from the root of its host; a static site may lie in a folder of one (`use_base`).
"""

import io
import ipaddress
from urllib.parse import urlsplit

from fivesquare.web.messages import Request

_base = ["/"]


def use_base(base: str) -> None:
    """Say in which folder of its host this site lies: "/" or "/fivesquare/"."""
    _base[0] = base


def address(path: str) -> str:
    """The address of a page or a file of this site, as `addresses.js` makes it in scripts."""
    return f"{_base[0]}{path}"


def path_of(game: str) -> str:
    """Where the page of a game is on this site."""
    return address(f"games/{game}")


def path_of_evening(evening: str) -> str:
    """Where the page of an evening is on this site."""
    return address(f"club/{evening}")


def here(request: Request) -> str:
    """The address of this site as the client knows it, without a slash at its end."""
    return f"{request.url.scheme}://{request.url.netloc}{address('')[:-1]}"


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
    return f"{here(request)}/games/{game}"


def qr(text: str) -> str:
    """A text as a QR code, an SVG picture without style of its own."""
    import segno  # only invitations need it

    picture = io.BytesIO()
    segno.make(text, error="m").save(
        picture, kind="svg", xmldecl=False, omitsize=True, border=2, light="#fff"
    )
    return picture.getvalue().decode()
