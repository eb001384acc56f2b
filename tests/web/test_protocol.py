"""Slow senders, long heads, many connections: what uvicorn would bear for ever."""

import re
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from patience import PATIENCE
from web.raw import (
    NEIGHBOUR,
    Reply,
    chunked,
    connected,
    heard_until_closed,
    is_sentence,
    request,
    send,
    streaming,
)
from web.server import NO_LIMITS, Server, eventually, running

SMALL = "web.small:create_app"
STREAM = "/api/games/1/events"
SHORT = 0.5  # seconds of patience
LARGEST = 16 * 1024


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("server"), SMALL, patience=SHORT, **NO_LIMITS) as started:
        yield started


@pytest.fixture(scope="module")
def unhurried(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """For what must not be cut off, however slow this machine is."""
    with running(tmp_path_factory.mktemp("unhurried"), SMALL, patience=PATIENCE, **NO_LIMITS) as started:
        yield started


# --- Slow senders ---


def test_who_says_nothing_is_hung_up_on_without_a_word(server: Server) -> None:
    with connected(server) as connection:
        assert heard_until_closed(connection) == b""


@pytest.mark.parametrize(
    "half",
    [
        b"G",
        b"GET / HTTP/1.1\r\nHost: localh",
        b"POST /asked HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nabc",
        b"POST /asked HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
    ],
    ids=["a letter", "head", "body", "chunk"],
)
def test_half_a_request_is_waited_for_in_vain(server: Server, half: bytes) -> None:
    began = time.monotonic()
    with connected(server) as connection:
        connection.sendall(half)
        reply = Reply(connection)
        assert heard_until_closed(connection) == b""
    assert reply.status == 408
    assert is_sentence(reply)
    assert time.monotonic() - began >= SHORT * 0.9


@pytest.mark.parametrize(
    "sent", [request(Long="x" * 1000), request("POST", "/asked", bytes(1000)), b"\r\n" * 500]
)
def test_a_slow_sender_gains_nothing_by_every_byte(server: Server, sent: bytes) -> None:
    """A second at this speed for all of it: the deadline is for the whole request."""
    with connected(server) as connection, suppress(OSError):
        for at in range(len(sent)):
            connection.sendall(sent[at : at + 1])
            time.sleep(0.005)
        pytest.fail("all of it was read")


def test_a_second_request_has_a_deadline_as_well(server: Server) -> None:
    with connected(server) as connection:
        connection.sendall(request())
        assert Reply(connection).status == 200
        connection.sendall(b"GET / HT")
        assert Reply(connection).status == 408


def test_empty_lines_after_an_answer_are_no_way_to_stay(server: Server) -> None:
    with connected(server) as connection:
        connection.sendall(request())
        assert Reply(connection).status == 200
        connection.sendall(b"\r\n")
        assert heard_until_closed(connection).startswith(b"HTTP/1.1 408")


def test_every_request_of_a_connection_begins_anew(unhurried: Server) -> None:
    """However much came before it: a head in two pieces is none that is too long."""
    whole = request()
    with connected(unhurried) as connection:
        connection.sendall(request("POST", "/asked", b"x" * (2 * LARGEST)))
        Reply(connection)
        connection.sendall(whole[:20])
        time.sleep(SHORT / 5)  # so that the pieces arrive apart
        connection.sendall(whole[20:])
        assert Reply(connection).status == 200


def test_a_slow_sender_keeps_nobody_else_waiting(tmp_path: Path) -> None:
    with running(tmp_path, SMALL, patience=10 * PATIENCE, **NO_LIMITS) as server, ExitStack() as slow:
        for _ in range(50):
            slow.enter_context(connected(server)).sendall(b"GET / HTTP/1.1\r\nHost: loc")
        assert send(server, request(), NEIGHBOUR).status == 200


# --- What may take its time ---


def test_an_answer_may_take_longer_than_its_request(server: Server) -> None:
    assert send(server, request(path="/slowly")).text == "at last"


def test_a_stream_is_not_cut_off(server: Server) -> None:
    with streaming(server, STREAM) as connection:
        until = time.monotonic() + 3 * SHORT
        while time.monotonic() < until:
            assert connection.recv(65536)


def test_requests_behind_each_other_are_all_answered(unhurried: Server) -> None:
    with connected(unhurried) as connection:
        last = chunked("/asked", b"abc", Connection="close")
        connection.sendall(request(path="/slowly") + request() + last)
        heard = heard_until_closed(connection)
    answers = [heard.index(each) for each in (b"at last", b"hello", b'"bytes":3')]
    assert answers == sorted(answers)
    assert heard.count(b"HTTP/1.1 200") == 3


MANY = 3000  # requests on one connection: several times what is read at once


@pytest.mark.parametrize("body", [b"", b"x" * 100, b"x" * 5000], ids=["none", "short", "long"])
def test_thousands_of_requests_behind_each_other_are_all_answered(unhurried: Server, body: bytes) -> None:
    """Wherever the network cuts them: no head is too long because of what came before it."""
    one = request("POST", "/asked", body, Agent="x" * 60) if body else request(Agent="x" * 60)
    with connected(unhurried) as connection:
        sending = threading.Thread(target=connection.sendall, args=(one * (MANY - 1),))
        sending.start()
        answer, rest = connection.makefile("rb"), MANY - 1
        while rest:
            head = b"".join(iter(answer.readline, b"\r\n"))
            assert head.startswith(b"HTTP/1.1 200")
            answer.read(int(re.findall(rb"content-length: (\d+)", head)[0]))
            rest -= 1
        sending.join()
        connection.sendall(one)
        assert Reply(connection).status == 200


def test_who_leaves_before_all_was_answered_is_no_fault_of_ours(server: Server) -> None:
    with connected(server) as connection:
        connection.sendall(request(path="/slowly") + request())
    assert send(server, request(path="/slowly")).text == "at last"  # so that the other was, too
    assert "Traceback" not in server.log


def test_half_a_request_behind_an_answer_that_takes_its_time_is_waited_for(tmp_path: Path) -> None:
    patience, whole = 3.0, request()
    with running(tmp_path, SMALL, patience=patience) as server, connected(server) as connection:
        connection.sendall(request(path=f"/slowly?seconds={patience + 1}") + whole[:20])
        assert Reply(connection).text == "at last"
        connection.sendall(whole[20:])
        assert Reply(connection).text == "hello"


def test_each_of_several_requests_has_a_deadline_of_its_own(tmp_path: Path) -> None:
    """They are cut so that half of one always waits, but never the same for long."""
    patience = 3.0
    whole = request()
    with running(tmp_path, SMALL, patience=patience) as server, connected(server) as connection:
        connection.sendall(whole[:20])
        for _ in range(3):
            time.sleep(patience / 2)
            connection.sendall(whole[20:] + whole[:20])
            assert Reply(connection).status == 200
        connection.sendall(whole[20:])
        assert Reply(connection).status == 200


def test_half_a_request_behind_a_whole_one_is_told_that_it_took_too_long(server: Server) -> None:
    with connected(server) as connection:
        connection.sendall(request() + request()[:20])
        heard = heard_until_closed(connection)
    assert re.findall(rb"HTTP/1.1 (\d+)", heard) == [b"200", b"408"]


@pytest.mark.parametrize(
    ("bad", "status"), [(request(Long="x" * LARGEST), 431), (b"nonsense\r\n\r\n", 400)]
)
def test_what_came_before_a_bad_request_is_answered_first(
    unhurried: Server, bad: bytes, status: int
) -> None:
    good = [request(path="/slowly"), request(), chunked("/asked", b"abc")]
    with connected(unhurried) as connection:
        connection.sendall(b"".join(good) + bad + request())
        heard = heard_until_closed(connection)
    statuses = [int(found) for found in re.findall(rb"HTTP/1.1 (\d+)", heard)]
    assert statuses == [200, 200, 200, status]


def test_who_asks_for_the_head_alone_gets_it(server: Server) -> None:
    with connected(server) as connection:
        connection.sendall(request("HEAD", "/", Connection="close"))
        assert heard_until_closed(connection).startswith(b"HTTP/1.1 200")


def test_who_asks_whether_to_go_on_is_told_at_once(server: Server) -> None:
    with connected(server) as connection:
        head = request("POST", "/asked", Content_Length="3", Expect="100-continue", Connection="close")
        connection.sendall(head)
        assert connection.recv(65536).startswith(b"HTTP/1.1 100")
        connection.sendall(b"abc")
        assert b'"bytes":3' in heard_until_closed(connection)


# --- Slow readers ---


def test_who_never_reads_is_hung_up_on(server: Server) -> None:
    with streaming(server, "/api/games/much/events") as connection:
        eventually(lambda: _is_gone(server, connection))


def test_who_reads_at_last_is_told_more(server: Server) -> None:
    with streaming(server, "/api/games/much/events") as connection:
        until = time.monotonic() + 8 * SHORT
        while time.monotonic() < until:
            assert connection.recv(1_000_000)
            time.sleep(0.05)


def _is_gone(server: Server, connection: socket.socket) -> bool:
    """Whether the server has no such connection any more, without reading from it."""
    ours = f":{connection.getsockname()[1]:04X}"
    theirs = f":{server.port:04X}"
    lines = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    established = "01"
    return not [at for at in lines if (at[1][8:], at[2][8:], at[3]) == (theirs, ours, established)]


# --- Long heads ---


def test_a_head_below_the_limit_is_read(unhurried: Server) -> None:
    assert send(unhurried, request(Long="x" * (LARGEST - 200))).status == 200


@pytest.mark.parametrize(
    "sent",
    [
        request(Long="x" * LARGEST),
        request("GET", "/", b"", **{f"Header_{number}": "x" * 90 for number in range(200)}),
        request(path="/" + "x" * LARGEST),
        request(Long="x" * 300_000),
        request("POST", "/asked", bytes(100), Long="x" * LARGEST),
    ],
    ids=["one header", "many", "path", "very long", "with a body"],
)
def test_an_oversized_head_is_refused(server: Server, sent: bytes) -> None:
    reply = send(server, sent)
    assert reply.status == 431
    assert is_sentence(reply)


def test_a_head_without_end_is_refused_as_soon_as_it_is_too_long(server: Server) -> None:
    with connected(server) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nLong: ")
        connection.sendall(b"x" * (LARGEST + 1))
        assert Reply(connection).status == 431


def test_a_large_body_is_no_large_head(unhurried: Server) -> None:
    assert send(unhurried, request("POST", "/asked", bytes(60_000))).status == 200


# --- Nonsense ---


@pytest.mark.parametrize(
    "nonsense", [b"\x16\x03\x01\x02\x00\x01\x00", b"hello\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n"]
)
def test_what_is_no_http_is_told_so(server: Server, nonsense: bytes) -> None:
    reply = send(server, nonsense)
    assert reply.status == 400
    assert is_sentence(reply)


def test_nonsense_behind_an_open_stream_is_not_answered_into_it(server: Server) -> None:
    with streaming(server, STREAM) as connection:
        connection.sendall(b"nonsense\r\n\r\n")
        assert b"HTTP/1.1 400" not in heard_until_closed(connection)


def test_nobody_is_upgraded(server: Server) -> None:
    reply = send(
        server,
        request(
            Connection="Upgrade", Upgrade="websocket", Sec_WebSocket_Key="eA==", Sec_WebSocket_Version="13"
        ),
    )
    assert reply.status == 200
    assert reply.text == "hello"


# --- Much ---


def test_a_refused_body_is_not_read_for_ever(server: Server) -> None:
    with connected(server) as connection:
        connection.sendall(request("POST", "/asked", b"", Content_Length=str(10**12)))
        assert Reply(connection).status == 413
        with suppress(OSError):
            for _ in range(1000):
                connection.sendall(bytes(65536))
            pytest.fail("all of it was read")


def test_one_address_cannot_hold_all_connections(tmp_path: Path) -> None:
    with running(tmp_path, SMALL, streams=10) as server, ExitStack() as held:
        silent = [held.enter_context(connected(server)) for _ in range(130)]
        eventually(lambda: sum(map(_is_closed, silent)) == 20)  # ten streams, and a hundred beside
        assert send(server, request(), NEIGHBOUR).status == 200
        for connection in silent:
            connection.close()
        eventually(lambda: _is_served(server))


def _is_closed(connection: socket.socket) -> bool:
    connection.setblocking(False)
    try:
        return connection.recv(1) == b""
    except BlockingIOError:
        return False
    except ConnectionResetError:
        return True


def _is_served(server: Server) -> bool:
    try:
        return send(server, request()).status == 200
    except OSError:
        return False
