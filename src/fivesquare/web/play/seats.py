"""Ids, and the secrets that open a seat: handed out once, kept only as hashes.

A browser has one secret, in a cookie, for all its games. A seat may be opened by several: its own, the
browser's that sat down, those of its player's other devices. Whoever is the first to sit down at an open
seat has it alone: what opened it before opens it no more, for whoever sent an invitation knows it as well.
"""

import hashlib
import secrets

from starlette.requests import HTTPConnection
from starlette.responses import Response

from fivesquare.web.store.base import Keys

COOKIE = "fivesquare"
YEAR = 365 * 24 * 60 * 60
BOTH = (1, 2)

_BITS = 128


def new_id() -> str:
    """A name for a game that nobody can guess."""
    return secrets.token_urlsafe(_BITS // 8)


new_secret = new_id


def hash_of(secret: str) -> bytes:
    """What is kept of a secret. It is as long as a key, so no salt and no slowness is needed."""
    return hashlib.sha256(secret.encode()).digest()


def opened_by(keys: Keys, key: bytes | None) -> frozenset[int]:
    """The seats that the secret with this hash opens."""
    return frozenset(seat for seat in BOTH if key is not None and key in keys[seat - 1])


def bearer(request: HTTPConnection) -> str | None:
    """The secret in the header `Authorization: Bearer SECRET`; None if there is no such header.

    One of another kind is not for us: a club's proxy may ask for a password of its own.
    """
    scheme, _, secret = request.headers.get("authorization", "").partition(" ")
    return secret.strip() if scheme.lower() == "bearer" else None


def browser(request: HTTPConnection) -> str | None:
    """The secret of the browser, from its cookie."""
    return request.cookies.get(COOKIE) or None


def key_of(request: HTTPConnection) -> bytes | None:
    """The hash of the secret that comes with a request; a header, if there is one, decides alone."""
    secret = bearer(request)
    if secret is None:
        secret = browser(request)
    return hash_of(secret) if secret else None


def remember(response: Response, request: HTTPConnection, secret: str) -> None:
    """Let the browser keep its secret for a year from now."""
    response.set_cookie(
        COOKIE,
        secret,
        max_age=YEAR,
        httponly=True,
        samesite="lax",  # a link from elsewhere must open the player's seat, not a spectator's page
        secure=request.url.scheme == "https",  # on a plain-http host a browser would drop a Secure cookie
    )
