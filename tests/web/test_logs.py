"""What is noted, and what never is."""

import json
import logging
import re
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from fivesquare.web.serve import logs
from web.raw import connected, request, send, streaming
from web.server import Server, eventually, running

SMALL = "web.small:create_app"
KEYS = ["time", "level", "event", "request", "method", "path", "address", "status", "milliseconds"]


def noted(server: Server, lines: int) -> list[dict[str, Any]]:
    """What is written, once there are so many lines: an answer is sent before it is noted."""
    eventually(lambda: server.log.count("\n") >= lines)
    return [json.loads(line) for line in server.log.splitlines()]


def test_every_request_is_a_line(tmp_path: Path) -> None:
    with running(tmp_path, SMALL, log="json") as server:
        send(server, request(path="/asked?query=1"))
        send(server, request(path="/nowhere"))
        send(server, request(Host="evil.example"))
        lines = noted(server, 3)
    assert [list(line) for line in lines] == [KEYS] * 3
    assert [(line["method"], line["path"], line["status"]) for line in lines] == [
        ("GET", "/asked", 200),
        ("GET", "/nowhere", 404),
        ("GET", "/", 421),
    ]
    assert {line["address"] for line in lines} == {"127.0.0.1"}
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", line["time"]) for line in lines)
    assert all(0 <= line["milliseconds"] < 5000 for line in lines)


def test_the_address_is_what_the_proxy_says(tmp_path: Path) -> None:
    with running(tmp_path, SMALL, log="json", trust_proxy=True) as server:
        send(server, request(X_Forwarded_For="192.0.2.9"))
        assert noted(server, 1)[0]["address"] == "192.0.2.9"


def test_a_stream_is_a_line_when_it_has_ended(tmp_path: Path) -> None:
    with running(tmp_path, SMALL, log="json") as server:
        with streaming(server, "/api/games/1/events"):
            assert server.log == ""
        assert noted(server, 1)[0]["path"] == "/api/games/1/events"


def test_a_fault_of_ours_is_a_line_with_its_trace(tmp_path: Path) -> None:
    with running(tmp_path, SMALL, log="json") as server:
        send(server, request(path="/fail"))
        fault, line = noted(server, 2)
    assert (fault["level"], fault["event"], fault["path"]) == ("error", "unexpected exception", "/fail")
    assert fault["trace"].startswith("Traceback")
    assert line["status"] == 500


def test_whoever_leaves_in_the_middle_is_no_fault_of_ours(tmp_path: Path) -> None:
    with running(tmp_path, log="json") as server:
        with connected(server) as connection:
            connection.sendall(request("POST", "/api/games", b"{}", Content_Length="100"))
        assert [line["event"] for line in noted(server, 1)] == ["request"]


def test_a_person_is_told_only_what_is_wrong(tmp_path: Path) -> None:
    with running(tmp_path, SMALL) as server:
        for sent in (
            request(),
            request(path="/nowhere"),
            b"nonsense\r\n\r\n",
            request(Host="evil.example"),
        ):
            send(server, sent)
        assert server.log == ""


def test_a_line_stays_a_line() -> None:
    record = logging.makeLogRecord({"msg": "one\ntwo", "fields": {"path": logs.safe_path("/a\nb\x1b[31m")}})
    line = logs.JsonFormatter().format(record)
    assert "\n" not in line
    assert "\x1b" not in line


def test_a_path_is_cut_where_a_secret_may_begin() -> None:
    assert logs.safe_path("/games/ID#SECRET") == "/games/ID"
    assert logs.safe_path("/games/ID?key=SECRET") == "/games/ID"
    assert len(logs.safe_path("/" + "x" * 10_000)) == 200


def test_no_secret_is_ever_noted(tmp_path: Path) -> None:
    """Everything that is done with secrets, rightly and wrongly; then one looks for them."""
    with running(tmp_path, log="json") as server, server.client() as maker, server.client() as friend:
        begun = maker.post("/api/games", json={"book": "chain", "sit": [1]}).json()
        game, (first, second) = begun["id"], begun["seats"].values()
        link = maker.post(f"/api/games/{game}/links", json={"seat": 2}).json()["link"]
        invited = link.partition("#")[2]
        secrets = [first, second, invited, *maker.cookies.values()]

        def by(secret: str) -> dict[str, str]:
            return {"authorization": f"Bearer {secret}"}

        seated = friend.post(f"/api/games/{game}/seat", headers=by(invited))
        assert seated.status_code == 200
        secrets.extend(friend.cookies.values())
        moved = maker.post(f"/api/games/{game}/moves", json={"ply": 0, "move": "1,1"}, headers=by(first))
        assert moved.status_code == 200
        for secret in secrets:
            friend.get(f"/games/{game}{quote('#')}{secret}")
            friend.get(f"/games/{game}?secret={secret}")
            friend.post(f"/api/games/{game}/moves", json={"ply": 9, "move": secret}, headers=by(secret))
            friend.post(f"/api/games/{game}/moves", content=secret)
            friend.post("/api/games", json={"book": secret})
        assert server.stop() == 0  # then everything is written
    assert server.log.count(game) > 10
    assert all(len(secret) >= 22 for secret in secrets)
    assert not [secret for secret in secrets if secret in server.log]


def test_what_keeps_happening_is_warned_of_once_a_minute(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    now = [100.0]
    monkeypatch.setattr("fivesquare.web.serve.logs.time.monotonic", lambda: now[0])
    monkeypatch.setattr(logs, "_warned", {})
    monkeypatch.setattr(logs.LOGGER, "propagate", True)
    for moment in (100.0, 101.0, 159.9, 160.0, 219.9):
        now[0] = moment
        logs.warn_now_and_then("the disk is full")
    logs.warn_now_and_then("something else")
    assert caplog.messages == ["the disk is full", "the disk is full", "something else"]
