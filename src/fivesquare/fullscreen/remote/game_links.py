"""Links to games, as people get them: from an invitation, a browser's address bar, a letter."""

import ipaddress
import re
from dataclasses import dataclass, field
from typing import NoReturn
from urllib.parse import SplitResult, urlsplit

from fivesquare.errors import quote
from fivesquare.fullscreen.remote.remote_errors import LinkError

_LONGEST = 2000  # characters; only links that carry a whole game are longer
_BRACKETED = re.compile(r"<(?:URL:)?([^<>]*)>", re.IGNORECASE)
_ADDRESS = re.compile(r"https?://\S+", re.IGNORECASE)
_TRAILING = ".,;:!?)]}>'\"\u2019\u201d\xbb"  # what a sentence puts after a link; a secret ends in none
_GAME = re.compile(r"/games/([\w-]{1,64})(/review|/analysis)?/?", re.ASCII)
_SECRET = re.compile(r"[\w-]{1,200}", re.ASCII)
_PACKED = re.compile(r"\d{1,4}\.[\w-]+", re.ASCII)  # a ply and a record, as `fragment.js` writes them

_PORTS = {"http": 80, "https": 443}
_EXAMPLE = "http://127.0.0.1:8000/games/..."


@dataclass(frozen=True)
class GameLink:
    """A game on a server, and perhaps the secret that opens a seat of it."""

    server: str
    """The address of the server, without a slash at its end."""
    id: str
    secret: str | None = field(default=None, repr=False)

    @property
    def host(self) -> str:
        """The server's name and port, as people write them."""
        return self.server.partition("://")[2]

    @property
    def page(self) -> str:
        """The address of the game's page, which anyone may see."""
        return f"{self.server}/games/{self.id}"

    @property
    def is_only_here(self) -> bool:
        """Whether the address means whichever computer it is used on: localhost, 127.0.0.1, [::1]."""
        name = urlsplit(self.server).hostname or ""
        if name == "localhost" or name.endswith(".localhost"):
            return True
        try:
            return ipaddress.ip_address(name).is_loopback
        except ValueError:
            return False

    @property
    def path(self) -> str:
        """Where the game is in the HTTP API."""
        return f"/api/games/{self.id}"


def parse_link(text: str) -> GameLink:
    """The game that a link leads to; LinkError if it leads to none that can be joined.

    Spaces around the link are ignored, and so are `<...>` and what a sentence has put behind it.
    """
    address = _found(text)
    try:
        parts = urlsplit(address)
        server = _server(parts)
    except ValueError as error:
        if isinstance(error, LinkError):
            raise
        raise LinkError(f"{quote(address)} is not an address") from None
    _refuse_carried(parts)
    game = _GAME.fullmatch(parts.path)
    if game is None:
        _refuse_page(parts)
    return GameLink(server, game[1], None if game[2] else _secret(parts.fragment))


def _found(text: str) -> str:
    """The address in a text."""
    bracketed = _BRACKETED.search(text)
    address = bracketed and _ADDRESS.search("".join(bracketed[1].split()))
    address = address or _ADDRESS.search(text)
    if address is None:
        raise LinkError(f"{quote(text.strip())} is not a link to a game: it would look like {_EXAMPLE}")
    link = address[0].rstrip(_TRAILING).replace("%23", "#")  # some programs write the # of a link so
    if len(link) > _LONGEST:
        raise LinkError("this link is too long for a game on a server: open it in a browser")
    return link


def _server(parts: SplitResult) -> str:
    """The address of the server; ValueError if it cannot be one."""
    name, port = parts.hostname, parts.port
    if not name or not name.isprintable() or not re.fullmatch(r"[\w.:%-]+", name):
        raise LinkError(f"{quote(parts.netloc)} is not the name of a server")
    if parts.username is not None:
        raise LinkError("this link has a password in it: open it in a browser")
    host = f"[{name}]" if ":" in name else name
    return f"{parts.scheme}://{host}" + ("" if port in (None, _PORTS[parts.scheme]) else f":{port}")


def _refuse_carried(parts: SplitResult) -> None:
    """Refuse links that carry a game, or lead to one that a browser keeps: no server knows those."""
    if parts.fragment.startswith("letter=") or _PACKED.fullmatch(parts.fragment):
        raise LinkError("this link carries its game with it, and no server has it: open it in a browser")
    if parts.query and re.search(r"/games/(\w+/)?$", parts.path):
        raise LinkError("this game is kept in one browser, and no server has it: open the link there")


def _refuse_page(parts: SplitResult) -> NoReturn:
    """Say what a link of a server leads to instead of a game."""
    if parts.path.startswith("/club/"):
        raise LinkError("this link is to an evening of a club: open it in a browser")
    raise LinkError(f"{quote(parts.path or '/')} is not the page of a game: that would be {_EXAMPLE}")


def _secret(fragment: str) -> str | None:
    if fragment and not _SECRET.fullmatch(fragment):
        raise LinkError("the end of this link is damaged: copy all of it, and nothing else")
    return fragment or None
