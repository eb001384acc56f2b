"""uvicorn's protocol with an end to its patience.

uvicorn waits for ever for the rest of a request, and reads a head of any length. Here a request must have
arrived within some seconds of its first byte, its head has a limit, one address cannot hold all
connections, and nobody may leave an answer unread for long. But an answer may take its time: a stream of
events lives for hours.
"""

import asyncio
from collections import Counter
from functools import lru_cache
from typing import Any

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle

from fivesquare.web.serve.guard import SECURITY_HEADERS, household, is_stream
from fivesquare.web.settings import Settings

LARGEST_HEAD = 16 * 1024
_MOST_THROWN_AWAY = 1024 * 1024
"""Bytes of a body that are read although its request was refused: who cannot send does not read either."""

_SPARE_CONNECTIONS = 100
"""Of one address beside its streams."""

_LONGER_TO_READ = 6
"""So many times longer than for sending: a telephone may be in a tunnel."""

_SENTENCES = {
    400: "this is not HTTP",
    408: "the request took too long to arrive",
    431: f"the head of a request has at most {LARGEST_HEAD} bytes",
}


class HeadError(Exception):
    """The parser is told to stop."""


@lru_cache
def _refusal(status: int) -> bytes:
    body = b'{"error":"%s"}' % _SENTENCES[status].encode()
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),
        *SECURITY_HEADERS,
    ]
    lines = b"".join(b"%s: %s\r\n" % header for header in headers)
    return STATUS_LINE[status] + lines + b"\r\n" + body


class _Together:
    """The transport for one answer: its head waits for the body, because each writing costs both sides."""

    __slots__ = ("_head", "_is_begun", "_transport", "is_closing")

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self._head = b""
        self._is_begun = False
        self.is_closing = transport.is_closing

    def write(self, data: bytes) -> None:
        if self._is_begun:
            self._transport.write(data)
        elif self._head:
            self._is_begun = True
            self._transport.write(self._head + data)
        else:
            self._head = data

    def close(self) -> None:
        if not self._is_begun:
            self._transport.write(self._head)
        self._transport.close()


class PatientProtocol(HttpToolsProtocol):
    """One connection. `patient` makes the class that has settings."""

    patience: float
    most_of_one: int | None
    most_connections: int
    held: Counter[str]

    _deadline: asyncio.TimerHandle | None = None
    _reading_deadline: asyncio.TimerHandle | None = None
    _is_whole = False  # the request that arrives, or arrived last
    _has_head = False
    _fed = 0  # bytes since that request began, its body included
    _thrown_away = 0
    _holder: str | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if not self._may_hold():
            transport.abort()
            return
        self._start_deadline()

    def _may_hold(self) -> bool:
        """Whether this address, and all together, have a connection left."""
        if len(self.connections) > self.most_connections:
            return False
        if self.most_of_one is None or self.client is None:
            return True
        self._holder = household(self.client[0])
        self.held[self._holder] += 1
        return self.held[self._holder] <= self.most_of_one

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_deadline()
        self._stop_reading_deadline()
        if self._holder is not None:
            self.held[self._holder] -= 1
            if not self.held[self._holder]:
                del self.held[self._holder]
            self._holder = None
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._is_whole and self.cycle.response_complete:
            self._is_whole = self._has_head = False
            self._fed = 0
        self._fed += len(data)
        super().data_received(data)
        if self._is_whole:
            self._stop_deadline()
        elif not self._has_head and self._fed > LARGEST_HEAD:
            self._refuse(431)
        elif self._deadline is None:
            self._start_deadline()

    def on_message_begin(self) -> None:
        if self._is_whole:  # one behind the other in the same bytes
            self._is_whole = self._has_head = False
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        if self._fed > LARGEST_HEAD and self._head_size() > LARGEST_HEAD:
            raise HeadError
        self._has_head = True
        super().on_headers_complete()
        cycle = self.cycle
        if cycle is not None and cycle.scope["method"] != "HEAD" and not self.expect_100_continue:
            cycle.transport = _Together(self.transport)  # type: ignore[assignment]

    def _head_size(self) -> int:
        return len(self.url) + sum(len(name) + len(value) + 4 for name, value in self.headers)

    def on_body(self, body: bytes) -> None:
        super().on_body(body)
        if self.cycle.response_complete:
            self._thrown_away += len(body)
            if self._thrown_away > _MOST_THROWN_AWAY:
                self.transport.close()

    def on_message_complete(self) -> None:
        self._is_whole = True
        self._thrown_away = 0
        super().on_message_complete()

    def pause_writing(self) -> None:
        """Nobody reads, and no more fits between here and there."""
        super().pause_writing()
        self._stop_reading_deadline()
        patience = _LONGER_TO_READ * self.patience
        self._reading_deadline = self.loop.call_later(patience, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stop_reading_deadline()

    def send_400_response(self, msg: str) -> None:
        self._refuse(431 if self._fed > LARGEST_HEAD and not self._has_head else 400)

    def shutdown(self) -> None:
        """The server ends: an answer on its way is finished, but a stream would go on for ever."""
        super().shutdown()
        cycle = self.cycle
        if cycle is not None and not cycle.response_complete and is_stream(cycle.scope["path"]):
            self._end_stream(cycle)

    def _end_stream(self, cycle: RequestResponseCycle) -> None:
        """In good order if it is read; whoever does not read would keep us waiting for ever."""
        if self.transport.get_write_buffer_size():
            self.transport.abort()
            return
        if cycle.response_started and cycle.chunked_encoding:
            self.transport.write(b"0\r\n\r\n")
        self.transport.close()

    def _refuse(self, status: int) -> None:
        """Answer, unless another answer is on its way, and close."""
        self._stop_deadline()
        if self.transport.is_closing():
            return
        if self.cycle is None or self.cycle.response_complete or not self.cycle.response_started:
            self.transport.write(_refusal(status))
        self.transport.close()

    def _start_deadline(self) -> None:
        self._deadline = self.loop.call_later(self.patience, self._give_up)

    def _stop_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _stop_reading_deadline(self) -> None:
        if self._reading_deadline is not None:
            self._reading_deadline.cancel()
            self._reading_deadline = None

    def _give_up(self) -> None:
        if self._fed:
            self._refuse(408)
        else:  # it never said a word: browsers open such connections in advance
            self.transport.close()


def patient(settings: Settings) -> type[PatientProtocol]:
    """The protocol with these settings, and one count of connections for all of its own."""
    fields: dict[str, Any] = {
        "patience": settings.patience,
        "most_of_one": None if settings.trust_proxy else settings.streams + _SPARE_CONNECTIONS,
        "most_connections": settings.most_streams + _SPARE_CONNECTIONS,
        "held": Counter(),
    }
    return type("PatientProtocol", (PatientProtocol,), fields)
