"""Who may ask what, and how often: the first that sees a request, and the last that sees its answer.

Names: a page elsewhere may point a name of its own at this machine (DNS rebinding), so a Host that is a
name must be one that we go by; an address in digits cannot be pointed anywhere. Origins: a page elsewhere
may send a form here, so what changes something must come from a page of ours, or from a program, which has
no Origin. Amounts: each address has a budget; IPv6 hands out whole networks, and each counts as one.

Plain ASGI, and on the way of every move: what can be computed before is computed before.
"""

import ipaddress
import re
import secrets
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from itertools import count
from urllib.parse import urlsplit

from starlette.requests import ClientDisconnect

from fivesquare.web.messages import CLIENT, REQUEST, App, Message, Receive, Scope, Send
from fivesquare.web.observer import UNOBSERVED, Observer
from fivesquare.web.serve import logs
from fivesquare.web.settings import Settings

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
SECURITY_HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
]

_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_OURS = frozenset({b"same-origin", b"none"})  # values of Sec-Fetch-Site; none: typed by the user
_GAMES = "/api/games"
_CLUBS = "/api/clubs"
_GAMES_OF_A_ROUND = 16  # of an evening, at the most
_COST_OF_A_SOLVE = 5  # requests
_MOST_ADDRESSES = 20_000
_SOON = 5  # seconds
_NOTES = re.compile("/api/(me/name|games/[^/]*/name|clubs/[^/]*/players|daily/[^/]*)")
_NOTHING = re.compile(r"(?!)")
_REQUEST_ID = b"x-request-id"
_IS_REQUEST_ID = re.compile(rb"[A-Za-z0-9._=+/-]{1,64}")

TEMPLATE = "fivesquare.template"
"""Of a scope: the path of the route that answers, with its parameters as names."""


def is_stream(path: str) -> bool:
    return path.endswith("/events")


def _games_begun(path: str) -> int:
    """How many new games a request counts for.

    One that notes something for a browser counts as one: a flood of new browsers would displace the others.
    """
    if path.startswith(_CLUBS) and path.endswith("/rounds"):
        return _GAMES_OF_A_ROUND
    return int(path in (_GAMES, _CLUBS) or path.endswith("/rematch") or bool(_NOTES.fullmatch(path)))


@lru_cache(maxsize=4096)
def household(address: str) -> str:
    """Whom an address counts for: itself, or its network of IPv6."""
    try:
        number = ipaddress.ip_address(address)
    except ValueError:
        return address
    if number.version == 4:
        return address
    if number.ipv4_mapped is not None:
        return str(number.ipv4_mapped)
    return str(ipaddress.ip_network((number.packed[:8] + bytes(8), 64)))


def is_our_name(host: str, allowed: frozenset[str]) -> bool:
    """Whether a Host is an address in digits, this machine's name for itself, or a name that we go by."""
    try:
        parts = urlsplit(f"//{host}")
        name, _port = parts.hostname or "", parts.port  # an invalid port raises only when it is read
    except ValueError:
        return False
    if name == "localhost" or name.endswith(".localhost") or name in allowed:
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


class RateLimit:
    """A rate limit (token bucket) for each key: it fills at a rate, up to what may be spent at once."""

    def __init__(self, rate: float, at_once: float, most: int = _MOST_ADDRESSES) -> None:
        self._rate = rate
        self._at_once = at_once
        self._most = most
        self._left = OrderedDict[str, tuple[float, float]]()  # what was left, and when

    def __len__(self) -> int:
        return len(self._left)

    def take(self, key: str, cost: float = 1.0) -> float:
        """Spend, and return 0; or spend nothing, and return the seconds to wait."""
        now = time.monotonic()
        before = self._left.get(key)
        left = self._at_once
        if before is not None:
            left = min(left, before[0] + (now - before[1]) * self._rate)
        wait = (cost - left) / self._rate if left < cost else 0.0
        self._left[key] = (left if wait else left - cost, now)
        self._left.move_to_end(key)
        if len(self._left) > self._most:
            self._left.popitem(last=False)
        return wait


class RequestIds:
    """A name for each request: the one that a trusted proxy has given it, or one that we make."""

    def __init__(self, is_proxy_trusted: bool) -> None:
        self._is_proxy_trusted = is_proxy_trusted
        self._process = secrets.token_hex(4)
        self._numbers = count(1)

    def of(self, headers: list[tuple[bytes, bytes]]) -> str:
        if self._is_proxy_trusted:
            for name, value in headers:
                if name == _REQUEST_ID and _IS_REQUEST_ID.fullmatch(value):
                    return value.decode()
        return f"{self._process}-{next(self._numbers)}"


class RefusedError(Exception):
    """A request that is not passed on; `wait` says when to come again."""

    def __init__(self, status: int, sentence: str, wait: float = 0.0) -> None:
        super().__init__(status, sentence, wait)
        self.status = status
        self.sentence = sentence
        self.wait = wait


class Guard:
    """Middleware in front of an application: hosts, origins, rate limits, body sizes."""

    def __init__(
        self,
        app: App,
        settings: Settings,
        ending: Callable[[], None] = lambda: None,
        costly: re.Pattern[str] = _NOTHING,
        observer: Observer = UNOBSERVED,
    ) -> None:
        """`costly` are the paths that make the solver think, or draw a picture."""
        self._app = app
        self._settings = settings
        self._costly = costly
        self.ending = ending
        """Called when the server begins to stop: requests that would keep it waiting are refused."""
        self._writes_log = settings.log == "json"
        self._observer = observer
        self._is_timed = self._writes_log or observer is not UNOBSERVED
        self._ids = RequestIds(settings.trust_proxy)
        self._names = lru_cache(maxsize=256)(
            lambda host: is_our_name(host.decode("latin-1"), settings.allowed_hosts)
        )
        self._requests = RateLimit(settings.requests, settings.requests_at_once)
        self._new_games = RateLimit(settings.new_games, settings.new_games_at_once)
        self._streams = Counter[str]()
        self._all_streams = 0
        self._solves = Counter[str]()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        request = self._ids.of(scope["headers"])
        REQUEST.set(request)
        answer = _Answer(send, request.encode())
        began = time.perf_counter() if self._is_timed else 0.0
        try:
            await self._pass_on(scope, receive, answer)
        except RefusedError as refused:
            await answer.refuse(refused)
        except Exception as error:
            if not isinstance(error, ClientDisconnect):
                logs.unexpected(scope, error)
                await answer.refuse(RefusedError(500, "something went wrong here; it has been noted"))
        finally:
            if self._is_timed:
                self._note(scope, answer.status, time.perf_counter() - began)

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        """A request and its answer, for the metrics and for the log."""
        self._observer.asked(scope["method"], scope.get(TEMPLATE), status, seconds)
        if self._writes_log:
            logs.access(scope, status, seconds)

    async def _pass_on(self, scope: Scope, receive: Receive, answer: "_Answer") -> None:
        """To the application, or RefusedError."""
        headers = scope["headers"]
        head = dict(headers)
        if len(head) != len(headers):
            _refuse_two_hosts(headers)
        self._check_name(head)
        if self._settings.trust_proxy:
            _believe(scope, head)
        path = scope["path"]
        who = household(scope["client"][0]) if scope["client"] else ""
        CLIENT.set(who)
        is_costly = self._costly.fullmatch(path) is not None
        if wait := self._requests.take(who, _COST_OF_A_SOLVE if is_costly else 1):
            raise RefusedError(429, "too many requests from your address; wait a moment", wait)
        if scope["method"] not in _SAFE:
            _check_origin(head)
            receive = await self._with_a_limit(head, receive)
            games = _games_begun(path)
            if games and (wait := self._new_games.take(who, games)):
                raise RefusedError(
                    429, "too many new games or names from your address; wait a moment", wait
                )
        if is_stream(path):
            await self._stream(who, scope, receive, answer)
        elif is_costly:
            await self._solve(who, scope, receive, answer)
        else:
            await self._app(scope, receive, answer)

    def _check_name(self, head: dict[bytes, bytes]) -> None:
        host = head.get(b"host", b"")
        if not self._names(host):
            raise RefusedError(
                421, "this server does not answer to that host name; --allow-host adds names"
            )

    async def _with_a_limit(self, head: dict[bytes, bytes], receive: Receive) -> Receive:
        """A body is as long as it says; one that does not say is read here."""
        largest = self._settings.largest_body
        declared = head.get(b"content-length")
        if declared is not None and int(declared) > largest:
            raise _too_large(largest)
        if b"transfer-encoding" not in head:
            return receive
        body = b""
        more = True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                return _repeating(message, receive)
            body += message.get("body", b"")
            more = message.get("more_body", False)
            if len(body) > largest:
                raise _too_large(largest)
        return _repeating({"type": "http.request", "body": body, "more_body": False}, receive)

    async def _stream(self, who: str, scope: Scope, receive: Receive, answer: "_Answer") -> None:
        if self._all_streams >= self._settings.most_streams:
            raise RefusedError(503, "too many people are watching games here; wait a moment", _SOON)
        if self._streams[who] >= self._settings.streams:
            raise RefusedError(429, "too many games are open at your address; close one", _SOON)
        self._all_streams += 1
        self._observer.streams(self._all_streams)
        try:
            with _counted(self._streams, who):
                await self._app(scope, receive, answer)
        finally:
            self._all_streams -= 1
            self._observer.streams(self._all_streams)

    async def _solve(self, who: str, scope: Scope, receive: Receive, answer: "_Answer") -> None:
        if self._solves[who] >= self._settings.solves:
            raise RefusedError(429, "too much is being solved for your address; wait a moment", _SOON)
        with _counted(self._solves, who):
            await self._app(scope, receive, answer)


class _Answer:
    """Sends, with our headers on every answer; one that sets a policy of its own keeps that."""

    __slots__ = ("_request", "_send", "status")

    def __init__(self, send: Send, request: bytes) -> None:
        self._send = send
        self._request = request
        self.status = 0  # none was sent yet

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            headers = [
                *message.get("headers", ()),
                *SECURITY_HEADERS,
                (_REQUEST_ID, self._request),
            ]
            if sum(name == b"content-security-policy" for name, _ in headers) > 1:
                headers.remove(SECURITY_HEADERS[0])
            message["headers"] = headers
        await self._send(message)

    async def refuse(self, refused: RefusedError) -> None:
        """Say so, unless an answer has begun."""
        if self.status:
            return
        body = b'{"error":"%s"}' % refused.sentence.encode()
        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
        if refused.wait:
            headers.append((b"retry-after", str(int(refused.wait) + 1).encode()))
        await self({"type": "http.response.start", "status": refused.status, "headers": headers})
        await self._send({"type": "http.response.body", "body": body})


@contextmanager
def _counted(counter: Counter[str], who: str) -> Iterator[None]:
    counter[who] += 1
    try:
        yield
    finally:
        counter[who] -= 1
        if not counter[who]:
            del counter[who]  # no entry for an idle address


def _refuse_two_hosts(headers: list[tuple[bytes, bytes]]) -> None:
    """Two names would let two readers of one request disagree."""
    if sum(name == b"host" for name, _ in headers) > 1:
        raise RefusedError(400, "a request has one Host")


def _check_origin(head: dict[bytes, bytes]) -> None:
    origin = head.get(b"origin")
    if origin is not None:
        is_ours = origin.partition(b"://")[2].lower() == head.get(b"host", b"").lower()
    else:
        is_ours = head.get(b"sec-fetch-site", b"none") in _OURS
    if not is_ours:
        raise RefusedError(403, "this can only be sent from a page of this server")


def _believe(scope: Scope, head: dict[bytes, bytes]) -> None:
    """The last address of the list is what our proxy has seen; a client may have written all others."""
    if forwarded := head.get(b"x-forwarded-for"):
        scope["client"] = (forwarded.rpartition(b",")[2].strip().decode("latin-1"), 0)
    if head.get(b"x-forwarded-proto") == b"https":
        scope["scheme"] = "https"


def _too_large(largest: int) -> RefusedError:
    return RefusedError(413, f"the body of a request has at most {largest} bytes")


def _repeating(message: Message, receive: Receive) -> Receive:
    """Gives a message that was read already, then what comes."""
    read = [message]

    async def again() -> Message:
        return read.pop() if read else await receive()

    return again
