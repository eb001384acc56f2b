"""A stub of an OpenAI-compatible server on this machine, which behaves as badly as it is told to.

It knows two ways to be asked for a completion, whole and as a stream, and counts who asks what. What it
answers is decided by a function that sees the request: text, or one of the misbehaviours below.
"""

import json
import socket
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from patience import PATIENCE

KEY = "STUB_API_KEY"
BASE_URL = "STUB_BASE_URL"
MODEL = "openai-api/stub/x"


@dataclass(frozen=True)
class Request:
    """What was asked: the how-manieth request this is, from 0, and its body."""

    number: int
    body: dict[str, Any]

    @property
    def messages(self) -> list[dict[str, Any]]:
        return list(self.body["messages"])

    @property
    def text(self) -> str:
        """The last thing that was said to the model."""
        content = self.messages[-1]["content"]
        return content if isinstance(content, str) else "".join(part["text"] for part in content)

    @property
    def whole(self) -> str:
        """Everything that was said, by anybody."""
        return json.dumps(self.messages)


# --- What can be answered ---


@dataclass(frozen=True)
class Says:
    """A good answer with this text, whole or streamed as it was asked for; None is no content at all."""

    text: str | None
    finish: str = "stop"


@dataclass(frozen=True)
class Fails:
    """An HTTP status that is no 200, and when to come again."""

    status: int
    wait_ms: int = 1


@dataclass(frozen=True)
class Sends:
    """These bytes as the body of a 200, whatever they are."""

    body: bytes
    kind: str = "application/json"


@dataclass(frozen=True)
class HangsUp:
    """Closes the connection, after a part of an answer or before any of it."""

    after: bytes = b""


@dataclass(frozen=True)
class Waits:
    """Answers, but only when `until` is set."""

    until: threading.Event
    then: "Says"


Reply = Says | Fails | Sends | HangsUp | Waits
Behaviour = Callable[[Request], Reply]


@dataclass
class Stub:
    """The server; `with Stub(behaviour) as stub` has it running at `stub.url`."""

    behaviour: Behaviour
    requests: list[Request] = field(default_factory=list)
    wrongs: list[str] = field(default_factory=list)
    """What the server itself stumbled over: nothing, in a test that says anything."""

    def __post_init__(self) -> None:
        self._lock = threading.Lock()
        self._server = _Server(("127.0.0.1", 0), _Handler)
        self._server.stub = self
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    @property
    def environment(self) -> dict[str, str]:
        """What Inspect looks for: a key, and where the server is."""
        return {KEY: "anything", BASE_URL: self.url}

    def taken(self, body: dict[str, Any]) -> Request:
        with self._lock:
            request = Request(len(self.requests), body)
            self.requests.append(request)
            return request

    def __enter__(self) -> "Stub":
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
        assert self.wrongs == []


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    stub: Stub

    def handle_error(self, request: object, client_address: object) -> None:
        """Clients that are killed leave in the middle; that is what they are for."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def log_message(self, *_args: object) -> None:
        pass

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        request = self.server.stub.taken(body)
        try:
            reply = self.server.stub.behaviour(request)
        except Exception as error:
            self.server.stub.wrongs.append(repr(error))
            reply = Fails(400)
        if isinstance(reply, Waits):
            if not reply.until.wait(PATIENCE):
                self.server.stub.wrongs.append(f"request {request.number} was kept waiting for too long")
            reply = reply.then
        self._answer(request, reply)

    def _answer(self, request: Request, reply: Reply) -> None:
        match reply:
            case Says() if request.body.get("stream"):
                self._send(200, b"".join(_chunks(reply)), "text/event-stream")
            case Says():
                self._send(200, json.dumps(_completion(reply)).encode(), "application/json")
            case Fails():
                error = json.dumps({"error": {"message": "not now", "type": "stub"}}).encode()
                self._send(reply.status, error, "application/json", {"retry-after-ms": str(reply.wait_ms)})
            case Sends():
                self._send(200, reply.body, reply.kind)
            case HangsUp():
                self.wfile.write(reply.after)
                self.wfile.flush()
                self.close_connection = True
                self.connection.shutdown(socket.SHUT_RDWR)

    def _send(self, status: int, body: bytes, kind: str, headers: dict[str, str] | None = None) -> None:
        self.send_response(status)
        for name, value in {
            "Content-Type": kind,
            "Content-Length": str(len(body)),
            **(headers or {}),
        }.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)


_USAGE = {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}


def _completion(reply: Says) -> dict[str, Any]:
    message = {"role": "assistant", "content": reply.text}
    return {
        "id": "stub",
        "object": "chat.completion",
        "created": 1,
        "model": "x",
        "choices": [{"index": 0, "message": message, "finish_reason": reply.finish}],
        "usage": _USAGE,
    }


def _chunks(reply: Says) -> Iterator[bytes]:
    """The same a letter at a time."""
    for letter in reply.text or "":
        yield _event(
            [{"index": 0, "delta": {"role": "assistant", "content": letter}, "finish_reason": None}]
        )
    yield _event([{"index": 0, "delta": {}, "finish_reason": reply.finish}])
    yield _event([], usage=_USAGE)
    yield b"data: [DONE]\n\n"


def _event(choices: list[dict[str, Any]], **more: Any) -> bytes:
    chunk = {
        "id": "stub",
        "object": "chat.completion.chunk",
        "created": 1,
        "model": "x",
        "choices": choices,
    }
    return b"data: " + json.dumps({**chunk, **more}).encode() + b"\n\n"
