"""Requests to one server: whatever it answers, and however late, ends in a sentence."""

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivesquare.background import Work
from fivesquare.fullscreen.remote.remote_errors import RemoteError, ServerError
from fivesquare.fullscreen.remote.server_answers import json_object
from fivesquare.fullscreen.remote.server_cookies import ServerCookies
from fivesquare.fullscreen.remote.server_requests import GameServer
from fivesquare.fullscreen.remote.waits import Patience
from fullscreen.remote.relay import ANSWERS, Relay, answer, relaying, silent
from patience import PATIENCE
from web.server import eventually


@pytest.fixture
def server(foreign: Relay, tmp_path: Path) -> GameServer:
    """A server whose answers are planned."""
    return GameServer(foreign.url, ServerCookies(tmp_path / "cookies"))


# --- Answers ---


def test_json_is_sent_and_received(foreign: Relay, server: GameServer) -> None:
    foreign.plan("/a", answer(200, '{"a": 1}'), answer(201, '{"b": [2]}'))
    assert server.get("/a", PATIENCE) == {"a": 1}
    assert server.post("/a", {"x": "\u00e4"}, PATIENCE, "secret") == {"b": [2]}
    assert foreign.seen == ["GET /a", "POST /a"]
    assert b"Authorization: Bearer secret\r\n" in foreign.heads[1]
    assert b"Cookie:" not in foreign.heads[1]


def test_a_cookie_is_kept_and_sent_back(foreign: Relay, server: GameServer, tmp_path: Path) -> None:
    set_one = answer(200, "{}", Set_Cookie="fivesquare-1=one; HttpOnly; Path=/")
    foreign.plan("/a", answer(200, "{}", Set_Cookie="session=x"), set_one)
    for _ in range(2):
        server.post("/a", {}, PATIENCE)
    assert [str(cookie) for cookie in ServerCookies(tmp_path / "cookies").of(foreign.url)] == [
        "fivesquare-1=one"
    ]
    foreign.plan("/b", *[answer(200, "{}")] * 2)
    server.get("/b", PATIENCE)
    GameServer(foreign.url, ServerCookies(tmp_path / "cookies")).get("/b", PATIENCE)
    assert all(b"Cookie: fivesquare-1=one\r\n" in head for head in foreign.heads[2:])


def test_events_come_one_by_one(foreign: Relay, server: GameServer) -> None:
    foreign.plan("/events", answer(200, "data: 1\n\ndata: 2\n\n", "text/event-stream"))
    assert list(server.events("/events", PATIENCE, PATIENCE)) == ["1", "2"]


@pytest.mark.parametrize(
    ("content", "read"),
    [
        (b'{"a": "\\u001b[2J", "b\\u0000": ["\\u202e", 7]}', {"a": "\ufffd[2J", "b\ufffd": ["\ufffd", 7]}),
        ('{"name": "\u00c5sa \u2026"}'.encode(), {"name": "\u00c5sa \u2026"}),
        (b"[]", None),
        (b"\xff", None),
        (b'{"a":' * 22 + b"1" + b"}" * 22, None),
    ],
)
def test_json_can_be_shown_at_a_terminal(content: bytes, read: Any) -> None:
    assert json_object(content) == read


@given(st.dictionaries(st.text(), st.recursive(st.text(), lambda inner: st.lists(inner))))
def test_no_text_of_a_server_is_more_than_text(told: dict[str, Any]) -> None:
    read = json_object(json.dumps(told).encode())
    assert read is None or json.dumps(read, ensure_ascii=False).isprintable()


def ask(server: GameServer, how: str) -> None:
    """One request of each kind."""
    asks: dict[str, Callable[[], object]] = {
        "get": lambda: server.get("/a", PATIENCE),
        "post": lambda: server.post("/a", {}, PATIENCE),
        "visit": lambda: server.visit("/a", PATIENCE),
        "events": lambda: list(server.events("/a", PATIENCE, PATIENCE)),
    }
    asks[how]()


def sentence_of(server: GameServer, how: str) -> str:
    try:
        ask(server, how)
    except RemoteError as error:
        return str(error)
    return ""


def test_whatever_is_answered_ends_in_a_sentence(tmp_path: Path) -> None:
    with relaying(1) as relay:
        server = GameServer(relay.url, ServerCookies(tmp_path / "cookies"))

        @given(ANSWERS, st.sampled_from(["get", "post", "visit", "events"]))
        def check(told: bytes, how: str) -> None:
            relay.forget()
            relay.plan("", told)
            assert sentence_of(server, how).isprintable()

        check()


# --- Time ---


def test_a_server_that_says_nothing_is_given_up(tmp_path: Path) -> None:
    with silent() as address:
        server = GameServer(address, ServerCookies(tmp_path / "cookies"))
        with pytest.raises(ServerError, match="takes too long to answer") as caught:
            server.get("/", 0.1)
    assert caught.value.is_passing


def test_leaving_ends_a_request_that_gets_no_answer(tmp_path: Path) -> None:
    with silent() as address:
        server = GameServer(address, ServerCookies(tmp_path / "cookies"))
        work = Work(partial(server.get, "/", PATIENCE))
        eventually(lambda: bool(server._open))
        server.close()
        assert work.wait(PATIENCE)
        with pytest.raises(RemoteError, match="you have left this game"):
            work.result()


def test_a_wait_that_a_server_asks_for_is_bounded() -> None:
    patience = Patience()
    asked = ServerError("busy", 503, 10.0**9)
    assert patience.wait(asked, 0) == patience.longest_asked_wait
    assert 0 < patience.wait(ServerError("lost"), 0) < 0.5
    assert patience.wait(RemoteError("no game"), 10**6) < 7
