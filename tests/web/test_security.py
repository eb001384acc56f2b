"""Whoever wants what is not theirs, against the whole server: a test a line."""

import base64
import json
import re
import socket
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPResponse
from pathlib import Path
from typing import Any

import httpx2
import pytest

from patience import PATIENCE
from web.raw import connected, request, send
from web.server import Server, eventually, running

SWEEP = [[5, 3, 8], [2, 9, 1], [6, 4, 7]]
DEEDS: list[tuple[str, dict[str, Any]]] = [
    ("moves", {"ply": 0, "move": "1,1"}),
    ("takeback", {"version": 0, "answer": "ask"}),
    ("resign", {"version": 0}),
    ("rematch", {"board": "same"}),
    ("links", {"seat": 1}),
    ("seat", {}),
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(
        tmp_path_factory.mktemp("server"), log="json", requests=10_000, requests_at_once=10_000
    ) as server:
        yield server


@pytest.fixture
def client(server: Server) -> Iterator[httpx2.Client]:
    with server.client() as client:
        yield client


def begun(client: httpx2.Client, **wish: Any) -> dict[str, Any]:
    """A new game, as its maker is told of it; no cookie is kept."""
    answer = client.post("/api/games", json={"book": "sweep", "board": SWEEP, **wish})
    assert answer.status_code == 201, answer.text
    client.cookies.clear()
    return dict(answer.json())


def deed(client: httpx2.Client, game: str, what: str, body: Any, secret: str | None) -> httpx2.Response:
    headers = {} if secret is None else {"authorization": f"Bearer {secret}"}
    return client.post(f"/api/games/{game}/{what}", json=body, headers=headers)


# --- Guessing ids ---


def test_an_id_has_128_bits_and_no_two_are_alike(client: httpx2.Client) -> None:
    games = [begun(client) for _ in range(20)]
    words = [each for game in games for each in (game["id"], *game["seats"].values())]
    assert len(set(words)) == len(words)
    assert all(len(base64.urlsafe_b64decode(word + "==")) == 16 for word in words)


def test_a_wrong_id_is_the_same_nothing_however_near_it_is(client: httpx2.Client) -> None:
    game = begun(client)["id"]
    near = game[:-1] + ("A" if game[-1] != "A" else "Q")
    for path in ("", "/events", "/moves"):
        answers = [
            client.request(
                "POST" if path == "/moves" else "GET",
                f"/api/games/{each}{path}",
                json={"ply": 0, "move": "1,1"},
            )
            for each in (near, "x", game.swapcase(), game + "A", "%00", "'; drop table games; --")
        ]
        assert {answer.status_code for answer in answers} == {404}
        assert len({answer.text for answer in answers}) == 1


# --- Seat theft ---


@pytest.mark.parametrize(("what", "body"), DEEDS)
def test_a_spectator_can_do_nothing(client: httpx2.Client, what: str, body: Any) -> None:
    game = begun(client)["id"]
    before = client.get(f"/api/games/{game}").json()
    answer = deed(client, game, what, body, None)
    assert answer.status_code == 401
    assert list(answer.json()) == ["error"]
    assert client.get(f"/api/games/{game}").json() == before


@pytest.mark.parametrize(("what", "body"), DEEDS)
def test_a_secret_opens_no_seat_of_another_game(client: httpx2.Client, what: str, body: Any) -> None:
    mine, other = begun(client), begun(client)
    for secret in (*mine["seats"].values(), "x", mine["id"], other["id"], "a" * 5000):
        assert deed(client, other["id"], what, body, secret).status_code == 401


def test_a_header_that_is_wrong_is_not_helped_by_a_cookie_that_is_right(server: Server) -> None:
    with server.client() as player:
        game = player.post("/api/games", json={"book": "sweep", "board": SWEEP}).json()["id"]
        assert deed(player, game, "moves", {"ply": 0, "move": "1,1"}, "wrong").status_code == 401
        assert deed(player, game, "moves", {"ply": 0, "move": "1,1"}, None).status_code == 200


def test_one_player_cannot_move_for_the_other(client: httpx2.Client) -> None:
    game = begun(client)
    answer = deed(client, game["id"], "moves", {"ply": 0, "move": "1,1"}, game["seats"]["2"])
    assert answer.status_code == 409
    assert answer.json()["game"]["ply"] == 0


def test_one_player_gets_no_link_to_the_seat_in_which_the_other_sits(server: Server) -> None:
    with server.client() as first, server.client() as second:
        game = begun(first, sit=[])
        for player, seat in ((first, "1"), (second, "2")):
            assert deed(player, game["id"], "seat", {}, game["seats"][seat]).status_code == 200
        for player, other in ((first, 2), (second, 1)):
            assert player.post(f"/api/games/{game['id']}/links", json={"seat": other}).status_code == 409


def test_nothing_that_others_see_has_a_secret_in_it(server: Server, client: httpx2.Client) -> None:
    with server.client() as player:
        answer = player.post("/api/games", json={"book": "sweep", "board": SWEEP})
        secrets = [*answer.json()["seats"].values(), *player.cookies.values()]
    game = answer.json()["id"]
    seen = [
        client.get(path).text
        for path in (f"/api/games/{game}", f"/games/{game}", f"/games/{game}/record.json", "/")
    ]
    with connected(server) as connection:
        connection.sendall(request(path=f"/api/games/{game}/events"))
        seen.append(connection.recv(65536).decode())
    assert "text/event-stream" in seen[-1]
    assert game in seen[1]
    for secret in secrets:
        assert not [text for text in seen if secret in text]


def test_secrets_are_kept_as_hashes_only(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        with server.client() as player:
            answer = player.post("/api/games", json={"book": "sweep", "board": SWEEP})
            secrets = [*answer.json()["seats"].values(), *player.cookies.values()]
        assert server.stop() == 0
    kept = b"".join(path.read_bytes() for path in tmp_path.glob("games.db*"))
    assert answer.json()["id"].encode() in kept
    assert not [secret for secret in secrets if secret.encode() in kept]


# --- Cookies ---


def test_the_cookie_is_for_the_server_alone_and_lasts_a_year(client: httpx2.Client) -> None:
    header = client.post("/api/games", json={"book": "sweep"}).headers["set-cookie"]
    assert {part.strip().lower() for part in header.split(";")[1:]} == {
        "httponly",
        "samesite=lax",
        "path=/",
        f"max-age={365 * 24 * 60 * 60}",
    }


HTTPS = {"x-forwarded-proto": "https", "x-forwarded-for": "192.0.2.1"}


def cookie_of(answer: httpx2.Response) -> tuple[str, str]:
    """The name and the value of the cookie that an answer sets."""
    name, _, value = answer.headers["set-cookie"].partition(";")[0].partition("=")
    return name, value


def test_where_the_proxy_speaks_tls_the_cookie_is_secure_and_for_this_host_alone(tmp_path: Path) -> None:
    with running(tmp_path, trust_proxy=True) as server, server.client() as client:
        answer = client.post("/api/games", json={"book": "sweep"}, headers=HTTPS)
        name, _ = cookie_of(answer)
        assert name.startswith("__Host-fivesquare-")
        parts = {part.strip().lower() for part in answer.headers["set-cookie"].split(";")[1:]}
        assert {"secure", "path=/"} <= parts
        assert not [part for part in parts if part.startswith("domain")]


@pytest.mark.parametrize("kind", ["any", "as long as ours", "of a seat", "with another's seal"])
@pytest.mark.parametrize("deed", ["begin", "sit"])
def test_a_secret_that_somebody_else_put_into_the_cookie_is_given_no_seat(
    server: Server, kind: str, deed: str
) -> None:
    with server.client() as attacker, server.client() as victim:
        begun = attacker.post("/api/games", json={"book": "sweep", "seed": 1, "sit": [1]})
        name, sealed = cookie_of(begun)
        planted = {
            "any": "evil",
            "as long as ours": "e" * len(sealed),
            "of a seat": begun.json()["seats"]["1"],
            "with another's seal": "e" * 22 + sealed[22:],
        }[kind]
        for cookie in (name, "fivesquare"):
            victim.cookies.clear()
            cookies = {"cookie": f"{cookie}={planted}"}
            if deed == "begin":
                answer = victim.post("/api/games", json={"book": "sweep"}, headers=cookies)
                game = answer.json()["id"]
            else:
                game = attacker.post("/api/games", json={"book": "sweep", "sit": [1]}).json()["id"]
                link = attacker.post(f"/api/games/{game}/links", json={"seat": 2}).json()["link"]
                bearer = {"authorization": f"Bearer {link.partition('#')[2]}", **cookies}
                answer = victim.post(f"/api/games/{game}/seat", headers=bearer)
                assert answer.json()["seats"] == [2]
            assert cookie_of(answer)[1] != planted
            attacker.cookies.clear()
            stolen = attacker.post(f"/api/games/{game}/links", json={"seat": 2}, headers=cookies)
            assert stolen.status_code == 401
            attacker.cookies.set(name, sealed)


def test_under_tls_no_cookie_of_the_plain_name_is_given_a_seat(tmp_path: Path) -> None:
    with running(tmp_path, trust_proxy=True) as server, server.client() as client:
        plain, sealed = cookie_of(client.post("/api/games", json={"book": "sweep"}))
        client.cookies.clear()
        planted = {**HTTPS, "cookie": f"{plain}={sealed}; fivesquare={sealed}"}
        name, given = cookie_of(client.post("/api/games", json={"book": "sweep"}, headers=planted))
        assert given != sealed
        client.cookies.clear()
        own = {**HTTPS, "cookie": f"{name}={given}"}
        again = client.post("/api/games", json={"book": "sweep"}, headers=own)
        assert cookie_of(again) == (name, given)


def test_a_browser_keeps_its_secret_also_when_the_server_starts_again(tmp_path: Path) -> None:
    with running(tmp_path) as server, server.client() as browser:
        first = browser.post("/api/games", json={"book": "sweep", "sit": [1]})
        server.stop()
        server.start()
        second = browser.post("/api/games", json={"book": "sweep"})
        assert cookie_of(second) == cookie_of(first)
        page = browser.get(f"/games/{first.json()['id']}")
        assert cookie_of(page) == cookie_of(first)


def test_two_servers_of_one_machine_leave_each_other_their_cookies(tmp_path: Path) -> None:
    """A browser sends a cookie to every port."""
    with running(tmp_path / "one") as one, running(tmp_path / "other") as other, one.client() as browser:
        begun = browser.post("/api/games", json={"book": "sweep"}).json()
        browser.post(f"{other.url}/api/games", json={"book": "sweep"})
        moved = browser.post(f"/api/games/{begun['id']}/moves", json={"ply": 0, "move": "1,1"})
        assert moved.status_code == 200


def test_a_browser_keeps_a_secret_from_before_there_were_seals(tmp_path: Path) -> None:
    with running(tmp_path) as server, server.client() as browser:
        begun = browser.post("/api/games", json={"book": "sweep"}).json()
        browser.cookies.clear()
        old = {"cookie": f"fivesquare={begun['seats']['1']}"}  # it opens a seat, as that of a browser did
        refused = browser.post("/api/games", json={"book": "sweep"}, headers=old)
        assert cookie_of(refused)[1] != begun["seats"]["1"]
        server.stop()
        with closing(sqlite3.connect(tmp_path / "games.db")) as connection:
            connection.execute("UPDATE seals SET since = since + 1000")
            connection.commit()
        server.start()
        browser.cookies.clear()
        answer = browser.post("/api/games", json={"book": "sweep"}, headers=old)
        name, value = cookie_of(answer)
        assert value == begun["seats"]["1"]
        renamed = {"cookie": f"{name}={value}"}
        for game in (begun["id"], answer.json()["id"]):
            wish = {"ply": 0, "move": "1,1"}
            moved = browser.post(f"/api/games/{game}/moves", json=wish, headers=renamed)
            assert moved.status_code == 200


# --- Injection ---


@pytest.mark.parametrize(
    "title",
    [
        "<script>alert(1)</script>",
        '"><img src=x onerror=alert(1)>',
        "</script><script>",
        "a'b\"c`d",
    ],
)
def test_a_name_is_text_wherever_it_is_shown(client: httpx2.Client, title: str) -> None:
    book = {"like": "sweep", "goal": "points", "title": title}
    game = begun(client, book=book)
    for path in (f"/games/{game['id']}", f"/games/{game['id']}/review", f"/games/{game['id']}/picture.svg"):
        page = client.get(path)
        assert page.status_code == 200
        assert title not in page.text
    assert game["game"]["title"] == title


def test_a_name_is_no_template(client: httpx2.Client) -> None:
    game = begun(client, book={"like": "sweep", "title": "{{ 7 * 7 }}{% raw %}"})
    assert "<title>{{ 7 * 7 }}{% raw %}" in client.get(f"/games/{game['id']}").text


def test_a_name_cannot_add_headers(client: httpx2.Client) -> None:
    book = {"like": "sweep", "title": "a\r\nX-Injected: yes"}
    answer = client.post("/api/games", json={"book": book, "board": SWEEP})
    if answer.status_code == 201:
        game = answer.json()["id"]
        for path in (f"/games/{game}", f"/games/{game}/record.json", f"/games/{game}/picture.png"):
            shown = client.get(path)
            assert shown.status_code == 200
            assert "x-injected" not in shown.headers
    else:
        assert answer.status_code == 422


@pytest.mark.parametrize(
    "path", ["/games/%0d%0aX-Injected:%20yes", "/rules/%0d%0aX-Injected:%20yes", "/%0d%0aX-Injected:%20yes"]
)
def test_a_path_cannot_add_headers(server: Server, path: str) -> None:
    reply = send(server, request(path=path))
    assert reply.status == 404
    assert "x-injected" not in reply.headers


def test_a_link_leads_to_the_host_that_was_asked(server: Server) -> None:
    reply = send(server, request("POST", "/api/games", b'{"book": "sweep"}', Host="evil.example"))
    assert reply.status == 421


# --- Names that mean more elsewhere ---


@pytest.mark.parametrize(
    "name",
    ["program:{}", "program:sh -c '{}'", "model:{}", "file:{}", "{}", "../../../../../..{}", "net:{}"],
)
def test_no_name_starts_a_program_or_opens_a_file(
    server: Server, client: httpx2.Client, name: str, tmp_path: Path
) -> None:
    """On the command line some of them do."""
    mark = tmp_path / "started"
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\ntouch {mark}\n")
    program.chmod(0o755)
    (tmp_path / "book.json").write_text('{"like": "sweep", "title": "read from a file"}')
    player, book = name.format(program), name.format(tmp_path / "book.json")
    record = {"board": SWEEP, "moves": []}
    answers = [
        client.post("/api/games", json={"book": "sweep", "first": player}),
        client.post("/api/games", json={"book": "sweep", "second": player}),
        client.post("/api/games", json={"book": book}),
        client.post("/api/games", json={"book": {"like": book}}),
        client.post("/api/books", json={"book": book}),
        client.post("/api/solve", json={"book": book, **record}),
        client.post("/api/review", json={"book": book, **record}),
    ]
    assert {answer.status_code for answer in answers} == {422}
    assert not [answer for answer in answers if "read from a file" in answer.text]
    assert not mark.exists()


# --- Traversal ---


@pytest.mark.parametrize(
    "path",
    [
        "/static/{version}/../app.py",
        "/static/{version}/../../../../../../../../etc/passwd",
        "/static/{version}/%2e%2e/app.py",
        "/static/{version}/%2e%2e%2fapp.py",
        "/static/{version}/..%2f..%2f..%2fpyproject.toml",
        "/static/{version}/%252e%252e%252fapp.py",
        "/static/{version}/..%5capp.py",
        "/static/{version}//etc/passwd",
        "/static/{version}/%2fetc%2fpasswd",
        "/static/{version}/base.css%00.png",
        "/static/{version}/fonts/../../templates/base.html",
        "/static/../templates/base.html",
        "/static/%2e%2e/templates%2fbase.html",
        "/rules/../../etc/passwd",
        "/rules/..%2f..%2fapi.html",
        "//etc/passwd",
        "/../../etc/passwd",
    ],
)
def test_no_path_leads_out_of_what_is_served(server: Server, client: httpx2.Client, path: str) -> None:
    found = re.search(r"/static/([^/]+)/", client.get("/rules").text)
    assert found is not None
    reply = send(server, request(path=path.replace("{version}", found[1])))
    assert reply.status in (404, 400)
    for inside in (b"root:", b"import ", b"[project]", b"{% block", b"Traceback"):
        assert inside not in reply.body


def test_what_is_served_is_served(server: Server, client: httpx2.Client) -> None:
    """The test above would pass on a server that finds nothing."""
    found = re.search(r"/static/[^/]+/", client.get("/rules").text)
    assert found is not None
    assert send(server, request(path=f"{found[0]}base.css")).status == 200


# --- Slow readers ---


def test_a_stream_that_nobody_reads_holds_one_event(server: Server, client: httpx2.Client) -> None:
    """Far more happens than fits between here and there; the reader then gets the newest, not all of it."""
    rows = [[row * 8 + column + 1 for column in range(8)] for row in range(8)]
    moves = [f"{row},{column}" for row in range(1, 8) for column in range(1, 9)]
    game = begun(client, book={"like": "flip", "size": [8, 8]}, board=rows, moves=moves)
    first = newest = int(game["game"]["version"])
    with socket.socket() as stream:
        stream.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        stream.connect(("127.0.0.1", server.port))
        stream.settimeout(PATIENCE)
        stream.sendall(request(path=f"/api/games/{game['id']}/events"))
        told = 0
        while told < 6_000_000:
            for seat, answer in (("1", "ask"), ("1", "no")):  # asked for, and withdrawn
                deeds = deed(
                    client,
                    game["id"],
                    "takeback",
                    {"version": newest, "answer": answer},
                    game["seats"][seat],
                )
                assert deeds.status_code == 200, deeds.text
                told += len(deeds.content)
                newest = deeds.json()["version"]
        seen = list(_versions_until(newest, stream))
    assert seen == sorted(set(seen))
    assert len(seen) < (newest - first) * 0.8


def _versions_until(newest: int, stream: socket.socket) -> Iterator[int]:
    """The versions of the games that a stream tells of, up to this one."""
    answer = HTTPResponse(stream)
    answer.begin()
    version = -1
    while version < newest:
        line = answer.readline()
        assert line, "the stream has ended"
        if line.startswith(b"data: "):
            version = json.loads(line.removeprefix(b"data: "))["version"]
            yield version


# --- What is said to whom ---


def test_a_fault_of_ours_is_a_sentence_for_a_program_and_a_page_for_a_person(tmp_path: Path) -> None:
    with running(tmp_path, "web.faulty:create_app") as server, server.client() as client:
        program = client.get("/api/fail")
        person = client.get("/fail", headers={"accept": "text/html"})
        eventually(lambda: server.log.count("KeyError: 'a fault of ours'") == 2)
    assert (program.status_code, list(program.json())) == (500, ["error"])
    assert person.status_code == 500
    assert person.headers["content-type"].startswith("text/html")
    for answer in (program, person):
        assert "KeyError" not in answer.text
        assert "fault of ours" not in answer.text
        assert "content-security-policy" in answer.headers


def test_no_answer_tells_of_the_inside(server: Server, client: httpx2.Client) -> None:
    odd = [
        client.post("/api/games", content=b"\xff\xfe"),
        client.post("/api/games", content=b"[" * 60_000),
        client.post("/api/games", json={"book": {"like": "sweep", "size": [10**9, 10**9]}}),
        client.post("/api/solve", json={"book": "sweep", "board": [[None]], "moves": []}),
        client.get("/api/puzzles", params={"seed": "9" * 5000}),
        client.get("/games/%ff%fe"),
        client.get("/api/games/x/y/z"),
        client.put("/api/games"),
    ]
    for answer in odd:
        assert 400 <= answer.status_code < 500, answer.request.url
        assert "Traceback" not in answer.text
        assert "/src/" not in answer.text
        assert "site-packages" not in answer.text
    assert not [line for line in server.log.splitlines() if json.loads(line)["level"] == "error"]
