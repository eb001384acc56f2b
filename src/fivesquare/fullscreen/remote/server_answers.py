"""The answers of a server: read piece by piece, bounded in size and time, and fit to be shown.

Texts of a server go to people's terminals, so what cannot be printed is taken out of them here.
"""

import socket
import time
from http.client import HTTPResponse
from typing import Any

from fivesquare.errors import FivesquareError
from fivesquare.fullscreen.remote.remote_errors import RemoteError, ServerError
from fivesquare.record import parse_record

LARGEST = 1024 * 1024
"""Bytes of an answer or an event; a game has some ten thousand."""

_PIECE = 64 * 1024
_DEEPEST = 20  # objects in each other; a game has six


class Deadline:
    """When what comes over a connection must have come."""

    def __init__(self, connected: socket.socket, seconds: float) -> None:
        self._connected = connected
        self.extend(seconds)

    def extend(self, seconds: float) -> None:
        """Count anew from now."""
        self._until = time.monotonic() + seconds

    def check(self) -> None:
        """Let the next reading wait no longer than is left; TimeoutError if nothing is."""
        left = self._until - time.monotonic()
        if left <= 0:
            raise TimeoutError
        self._connected.settimeout(left)


class ServerAnswer:
    """The answer to a request, whose head has come."""

    def __init__(self, response: HTTPResponse, deadline: Deadline, host: str) -> None:
        self._response, self._host = response, host
        self.deadline = deadline
        self.status = response.status
        self.kind = response.headers.get_content_type()
        self.location = response.headers.get("Location")

    @property
    def cookies(self) -> list[str]:
        """The headers `Set-Cookie`."""
        return self._response.headers.get_all("Set-Cookie", [])

    @property
    def retry_after(self) -> float | None:
        """Seconds after which to ask again; None where the server says nothing, or a date."""
        said = self._response.headers.get("Retry-After", "").strip()
        return float(said) if said.isascii() and said.isdecimal() and len(said) < 10 else None

    def piece(self) -> bytes:
        """What comes next; empty at the end."""
        self.deadline.check()
        return self._response.read1(_PIECE)

    def json(self) -> dict[str, Any] | None:
        """All that is to come, as JSON; None if it is no object, and a ServerError if it is too much."""
        whole = bytearray()
        while piece := self.piece():
            whole += piece
            if len(whole) > LARGEST:
                raise ServerError(f"an answer of {self._host} has more than {LARGEST:,} bytes")
        return json_object(bytes(whole))


def json_object(content: bytes) -> dict[str, Any] | None:
    """The JSON object in some bytes, printable throughout; None if there is none."""
    try:
        told = parse_record(content.decode())
        return {_plain(key): _printable(value) for key, value in told.items()}
    except (FivesquareError, UnicodeDecodeError):
        return None


def _printable(value: Any, depth: int = 0) -> Any:
    """JSON whose texts can be shown at a terminal: a control sequence could do anything there."""
    if isinstance(value, str):
        return _plain(value)
    if not isinstance(value, list | dict):
        return value
    if depth == _DEEPEST:
        raise RemoteError("this is nested too deeply")
    if isinstance(value, list):
        return [_printable(each, depth + 1) for each in value]
    return {_plain(key): _printable(each, depth + 1) for key, each in value.items()}


def _plain(text: str) -> str:
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in text)
