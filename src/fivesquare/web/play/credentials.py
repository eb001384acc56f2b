"""Ids, and the secrets that open a seat: handed out once, stored only as hashes.

A browser has one secret, in a cookie, for all its games. A seat may be opened by several: its own, the
browser's that sat down, those of its player's other devices. The first to sit down at an open seat has it
alone: what opened it before is revoked, for the sender of an invitation knows it as well.

An attacker may have put the cookie into a browser, and would know what opens every seat that its user
takes (session fixation). So a browser's secret carries a seal that only this server can make, and one
without is replaced before it is given a seat. Under https the name of the cookie begins with `__Host-`: no
other host, and no page without TLS, can set it.
"""

import base64
import hashlib
import hmac
import secrets
from functools import cached_property

from fivesquare.web.messages import Request
from fivesquare.web.store.base import Keys, Store

COOKIE = "fivesquare"
"""How the name of the cookie begins; before there were seals it was all of it."""

YEAR = 365 * 24 * 60 * 60
BOTH = (1, 2)

_BITS = 128
_LENGTH = 22  # characters of a secret without its seal


def new_id() -> str:
    """A name for a game that cannot be guessed."""
    return secrets.token_urlsafe(_BITS // 8)


new_secret = new_id


def hash_of(secret: str) -> bytes:
    """What is stored of a secret. It is as long as a key, so it needs no salt and no slow hash."""
    return hashlib.sha256(secret.encode()).digest()


def opened_by(keys: Keys, key: bytes | None) -> frozenset[int]:
    """The seats that the secret with this hash opens."""
    return frozenset(seat for seat in BOTH if key is not None and key in keys[seat - 1])


def bearer(request: Request) -> str | None:
    """The secret in the header `Authorization: Bearer SECRET`; None if there is no such header.

    One of another kind is not for us: a club's proxy may ask for a password of its own.
    """
    scheme, _, secret = request.headers.get("authorization", "").partition(" ")
    return secret.strip() if scheme.lower() == "bearer" else None


class Browsers:
    """The secrets of browsers: gives them out, and recognizes those that are ours."""

    def __init__(self, store: Store) -> None:
        self._store = store

    @cached_property
    def _cookie(self) -> str:
        """Of its own for each database: browsers send a cookie to every port of a machine."""
        return f"{COOKIE}-{hashlib.sha256(self._store.seal_key).hexdigest()[:8]}"

    def _cookie_for(self, request: Request) -> str:
        return f"__Host-{self._cookie}" if _is_secure(request) else self._cookie

    def key_of(self, request: Request) -> bytes | None:
        """The hash of the secret that comes with a request; a header, if there is one, decides alone."""
        secret = bearer(request)
        if secret is None:
            secret = self._held(request)
        return hash_of(secret) if secret else None

    def _held(self, request: Request) -> str:
        """The secret of the browser, sealed or not: good enough for what it opens already."""
        return request.cookies.get(self._cookie_for(request)) or request.cookies.get(COOKIE, "")

    def new_cookies(self) -> dict[str, str]:
        """What a browser would hold that has just been given a secret, under http or https."""
        secret = self._sealed(new_secret())
        return {self._cookie: secret, f"__Host-{self._cookie}": secret}

    async def secret(self, request: Request) -> str:
        """The secret that may be given a seat: the browser's own if we have made it, else a new one."""
        sealed = request.cookies.get(self._cookie_for(request), "")
        if hmac.compare_digest(sealed.encode(), self._sealed(sealed[:_LENGTH]).encode()):
            return sealed
        held = self._held(request)
        if held and await self._store.is_older_than_seals(hash_of(held)):
            return held
        return self._sealed(new_secret())

    def _sealed(self, secret: str) -> str:
        seal = hmac.digest(self._store.seal_key, secret.encode(), "sha256")[: _BITS // 8]
        return secret + base64.urlsafe_b64encode(seal).rstrip(b"=").decode()

    def cookie(self, request: Request, secret: str) -> str:
        """The header `Set-Cookie` with which the browser keeps its secret for a year from now.

        SameSite=lax, because a link from elsewhere must open the player's seat, not a spectator's page.
        Secure only under https: on a plain-http host a browser would drop the cookie.
        """
        secure = "; Secure" if _is_secure(request) else ""
        name = self._cookie_for(request)
        return f"{name}={secret}; HttpOnly; Max-Age={YEAR}; Path=/; SameSite=lax{secure}"

    def no_cookie(self, request: Request) -> str:
        """The header with which the browser drops its secret."""
        return self.cookie(request, "").replace(f"Max-Age={YEAR}", "Max-Age=0")


def _is_secure(request: Request) -> bool:
    return request.url.scheme == "https"
