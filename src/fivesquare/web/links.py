"""Addresses of this site: its pages, links to games as text and as QR codes.

There are two editions. A server answers from the root of its host, at any path. A static site is a folder
of files, perhaps in a folder of its host; a page that differs from game to game, or from day to day, is one
file there, and what it shows stands behind a question mark: `games/review/?ID`.
"""

import io
import ipaddress
import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from fivesquare.web.messages import Request

_OF_A_GAME = re.compile(r"games/(?P<name>[^/?#]+)(?:/(?P<page>[^?#]+))?")
_OF_A_DAY = re.compile(r"daily/(?P<name>[^/?#]+)")
_NO_PAGE = ("api/", "static/")


@dataclass(frozen=True)
class Edition:
    """Where the site lies, and who answers: a server, or Python in the reader's browser."""

    is_served: bool = True
    base: str = "/"
    """The folder of its host: "/" or "/fivesquare/"."""
    assets: str = ""
    """The version of the static files, where these are not at hand to be looked at."""
    documentation: str = ""
    """Where the documentation is; nothing if it is not part of the site."""


SERVED = Edition()

_edition = [SERVED]


def use_edition(edition: Edition) -> None:
    """Say which edition this is; it is the served one unless said otherwise."""
    _edition[0] = edition


def edition() -> Edition:
    return _edition[0]


def address(path: str) -> str:
    """The address of a page or a file of this site, as `addresses.js` makes it in scripts."""
    used = edition()
    return f"{used.base}{path if used.is_served else in_folder(path)}"


def in_folder(path: str) -> str:
    """The path of a page in a static site; `boot.js` knows the same.

    >>> in_folder("games/x/review#7"), in_folder("daily/2026-11-19"), in_folder("me?page=2")
    ('games/review/?x#7', 'daily/?2026-11-19', 'me/?page=2')
    """
    if not path or path.startswith(_NO_PAGE) or path[0] in "?#":
        return path
    for pattern, folder in ((_OF_A_GAME, "games/"), (_OF_A_DAY, "daily/")):
        if found := pattern.match(path):
            page = found.groupdict().get("page")
            if page and "." in page:  # a file, which is made when it is asked for
                return path
            rest = path[found.end() :]
            rest = f"&{rest[1:]}" if rest.startswith("?") else rest
            return f"{folder}{f'{page}/' if page else ''}?{found['name']}{rest}"
    return re.sub(r"^([^?#.]*[^?#./])(?=$|[?#])", r"\1/", path)


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
    return f"{here(request)}/{address(f'games/{game}').removeprefix(edition().base)}"


def qr(text: str) -> str:
    """A text as a QR code, an SVG picture without style of its own."""
    import segno  # only invitations need it

    picture = io.BytesIO()
    segno.make(text, error="m").save(
        picture, kind="svg", xmldecl=False, omitsize=True, border=2, light="#fff"
    )
    return picture.getvalue().decode()
