"""HTTP byte by byte, from any address of this machine: what no well-behaved client can send."""

import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPResponse
from typing import Any

import httpx2

from patience import PATIENCE
from web.server import Server

HERE = "127.0.0.1"
NEIGHBOUR = "127.0.0.2"  # all of 127.0.0.0/8 is this machine


@contextmanager
def connected(server: Server, source: str = HERE) -> Iterator[socket.socket]:
    """A connection that comes from an address."""
    there = (HERE, server.port)
    with socket.create_connection(there, PATIENCE, source_address=(source, 0)) as connection:
        yield connection


def request(method: str = "GET", path: str = "/", body: bytes = b"", **headers: str) -> bytes:
    """A request as it is sent; underscores in the names of headers stand for hyphens."""
    lines = {"Host": "localhost", **{name.replace("_", "-"): value for name, value in headers.items()}}
    if body:
        lines.setdefault("Content-Length", str(len(body)))
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    return f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode("latin-1") + body


def chunked(path: str, *chunks: bytes, **headers: str) -> bytes:
    """A request whose body does not say how long it is."""
    parts = b"".join(b"%x\r\n%s\r\n" % (len(chunk), chunk) for chunk in chunks)
    return request("POST", path, b"", Transfer_Encoding="chunked", **headers) + parts + b"0\r\n\r\n"


class Reply:
    """An answer, read to its end."""

    def __init__(self, connection: socket.socket) -> None:
        answer = HTTPResponse(connection)
        answer.begin()
        self.status = answer.status
        self.headers = {name.lower(): value for name, value in answer.getheaders()}
        self.body = answer.read()

    @property
    def text(self) -> str:
        return self.body.decode()


def send(server: Server, data: bytes, source: str = HERE) -> Reply:
    """Send bytes and read the answer."""
    with connected(server, source) as connection:
        connection.sendall(data)
        return Reply(connection)


def heard_until_closed(connection: socket.socket) -> bytes:
    """Everything the server says until it hangs up."""
    heard = b""
    with suppress(ConnectionResetError):
        while part := connection.recv(65536):
            heard += part
    return heard


def is_sentence(reply: Reply | httpx2.Response) -> bool:
    """Whether an answer is an error as all of ours are."""
    said: Any = json.loads(reply.text)
    return reply.headers["content-type"] == "application/json" and list(said) == ["error"]


@contextmanager
def streaming(server: Server, path: str, source: str = HERE) -> Iterator[socket.socket]:
    """An open stream, of which the first bytes have come."""
    with connected(server, source) as connection:
        connection.sendall(request(path=path))
        first = connection.recv(65536)
        assert first.startswith(b"HTTP/1.1 200"), first[:300]
        yield connection
