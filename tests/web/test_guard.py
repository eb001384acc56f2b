"""The guard, before a small application: names, origins, sizes, amounts, headers."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest

from fivesquare.web.app import unguarded
from fivesquare.web.openapi import matching
from fivesquare.web.serve import guard
from fivesquare.web.serve.guard import RateLimit, household, is_our_name
from fivesquare.web.settings import Settings
from web.raw import HERE, NEIGHBOUR, Reply, chunked, connected, is_sentence, request, send, streaming
from web.server import Server, eventually, running

SMALL = "web.small:create_app"
STREAM = "/api/games/1/events"
LARGEST = 64 * 1024


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """With limits that no test here reaches but by its body."""
    folder = tmp_path_factory.mktemp("server")
    with running(folder, SMALL, allowed_hosts=["club.example"], requests_at_once=10_000) as started:
        yield started


# --- Names ---


@pytest.mark.parametrize(
    "host",
    [
        "localhost",
        "localhost:8000",
        "LocalHost",
        "a.localhost",
        "127.0.0.1:9",
        "10.0.0.7",
        "[::1]:80",
        "club.example",
    ],
)
def test_a_host_that_we_go_by_is_served(server: Server, host: str) -> None:
    assert send(server, request(Host=host)).status == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "club.example.evil.example",
        "localhost.evil.example",
        "notlocalhost",
        "evil.example#localhost",
        "localhost@evil.example",
        "127.0.0.1.evil.example",
        "[::1",
        "localhost:port",
        "",
    ],
)
def test_a_wrong_host_is_refused_and_told_what_would_help(server: Server, host: str) -> None:
    reply = send(server, request(Host=host))
    assert reply.status == 421
    assert is_sentence(reply)
    assert "--allow-host" in reply.text


def test_two_hosts_are_refused(server: Server) -> None:
    reply = send(server, b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n")
    assert reply.status == 400
    assert is_sentence(reply)


def test_no_host_is_refused(server: Server) -> None:
    assert send(server, b"GET / HTTP/1.0\r\n\r\n").status == 421


def test_names_are_compared_without_regard_to_case() -> None:
    assert is_our_name("CLUB.example:443", frozenset({"club.example"}))


# --- Origins ---


@pytest.mark.parametrize(
    "origin",
    ["http://evil.example", "null", "http://localhost:1", "http://localhost.evil.example", "", "localhost"],
)
def test_a_wrong_origin_is_refused(server: Server, origin: str) -> None:
    reply = send(server, request("POST", "/asked", Origin=origin))
    assert reply.status == 403
    assert is_sentence(reply)


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH"])
def test_a_wrong_origin_is_refused_whatever_would_be_changed(server: Server, method: str) -> None:
    assert send(server, request(method, "/asked", Origin="http://evil.example")).status == 403


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_another_site_is_refused_without_an_origin_too(server: Server, site: str) -> None:
    assert send(server, request("POST", "/asked", Sec_Fetch_Site=site)).status == 403


@pytest.mark.parametrize(
    ("host", "origin"),
    [
        ("localhost", "http://localhost"),
        ("127.0.0.1:80", "http://127.0.0.1:80"),
        ("club.example", "https://club.example"),
    ],
)
def test_a_page_of_ours_may_send(server: Server, host: str, origin: str) -> None:
    sent = request("POST", "/asked", b"{}", Host=host, Origin=origin, Sec_Fetch_Site="same-origin")
    assert send(server, sent).status == 200


def test_a_program_which_has_no_origin_may_send(server: Server) -> None:
    assert send(server, request("POST", "/asked", b"{}")).status == 200


def test_reading_needs_no_origin(server: Server) -> None:
    assert send(server, request(Origin="http://evil.example", Sec_Fetch_Site="cross-site")).status == 200


# --- Bodies ---


def test_a_body_of_the_largest_size_is_read(server: Server) -> None:
    assert json.loads(send(server, request("POST", "/asked", bytes(LARGEST))).text)["bytes"] == LARGEST


def test_an_oversized_body_is_refused(server: Server) -> None:
    reply = send(server, request("POST", "/asked", bytes(LARGEST + 1)))
    assert reply.status == 413
    assert is_sentence(reply)


def test_an_oversized_body_is_refused_before_it_comes(server: Server) -> None:
    assert send(server, request("POST", "/asked", Content_Length=str(10**15))).status == 413


def test_an_oversized_chunked_body_is_refused(server: Server) -> None:
    reply = send(server, chunked("/asked", *[bytes(9000)] * 8))
    assert reply.status == 413
    assert is_sentence(reply)


def test_a_chunked_body_is_read_whole(server: Server) -> None:
    assert json.loads(send(server, chunked("/asked", b"abc", bytes(60_000), b"z")).text)["bytes"] == 60_004


def test_after_a_refusal_the_connection_goes_on(server: Server) -> None:
    with connected(server) as connection:
        connection.sendall(request("POST", "/asked", bytes(LARGEST + 1)))
        assert Reply(connection).status == 413
        connection.sendall(request())
        assert Reply(connection).status == 200


# --- Headers ---


def test_the_same_headers_are_on_every_answer(server: Server) -> None:
    answers = {
        200: request(),
        404: request(path="/nowhere"),
        405: request("DELETE", "/"),
        421: request(Host="evil.example"),
        403: request("POST", "/asked", Origin="null"),
        413: request("POST", "/asked", bytes(LARGEST + 1)),
        500: request(path="/fail"),
        400: b"nonsense\r\n\r\n",
        431: request(Long="x" * 20_000),
    }
    for status, sent in answers.items():
        reply = send(server, sent)
        assert reply.status == status
        for name, value in guard.SECURITY_HEADERS:
            assert reply.headers[name.decode()] == value.decode(), status


def test_the_policy_allows_nothing_inline_and_nothing_from_elsewhere() -> None:
    rules = dict(rule.split(" ", 1) for rule in guard.POLICY.split("; "))
    assert rules["default-src"] == "'none'"
    assert rules["frame-ancestors"] == "'none'"
    allowed = {source for rule in rules.values() for source in rule.split()}
    assert allowed == {"'none'", "'self'", "data:"}


@pytest.mark.parametrize("path", ["/%0d%0aX-Injected:%20yes", "/asked?%0d%0aX-Injected:%20yes"])
def test_a_header_cannot_be_injected_by_a_path(server: Server, path: str) -> None:
    assert "x-injected" not in send(server, request(path=path)).headers


@pytest.mark.parametrize("value", ["a\nX-Injected: yes", "a\rb", "a\0b"])
def test_a_broken_header_is_no_request(server: Server, value: str) -> None:
    with connected(server) as connection:
        connection.sendall(request(X_Broken=value))
        reply = Reply(connection)
    assert reply.status in (200, 400)  # a lone line feed ends a header as well
    assert "x-injected" not in reply.headers


def test_two_lengths_are_no_request(server: Server) -> None:
    sent = request("POST", "/asked", Content_Length="3", Transfer_Encoding="chunked") + b"0\r\n\r\n"
    assert send(server, sent).status == 400


# --- Faults of ours ---


def test_a_fault_of_ours_is_a_sentence_outside_and_a_trace_inside(server: Server) -> None:
    reply = send(server, request(path="/fail?secret=abc"))
    assert reply.status == 500
    assert is_sentence(reply)
    assert "KeyError" not in reply.text
    assert "KeyError: 'a fault of ours'" in server.log
    assert "(GET /fail, request " in server.log
    assert "secret" not in server.log


# --- Amounts ---


def test_a_flood_of_requests_from_one_address_leaves_the_other_alone(tmp_path: Path) -> None:
    with running(tmp_path, SMALL, requests=1, requests_at_once=20) as server:
        replies = [send(server, request()) for _ in range(30)]
        refused = [reply for reply in replies if reply.status == 429]
        assert [reply.status for reply in replies[:20]] == [200] * 20
        assert len(refused) >= 8  # one or two came in again as time went by
        assert is_sentence(refused[0])
        assert int(refused[0].headers["retry-after"]) >= 1
        assert send(server, request(), NEIGHBOUR).status == 200


def test_a_flood_of_new_games_from_one_address_leaves_the_other_alone(tmp_path: Path) -> None:
    with running(tmp_path, SMALL, new_games=0.01, new_games_at_once=5) as server:
        create = request("POST", "/api/games", b"{}")
        assert [send(server, create).status for _ in range(8)] == [200] * 5 + [429] * 3
        assert send(server, request()).status == 200  # it may do anything else
        assert send(server, create, NEIGHBOUR).status == 200
        rematch = request("POST", "/api/games/ID/rematch", b"{}")
        assert send(server, rematch).status == 429  # that is a new one too
        assert send(server, rematch, NEIGHBOUR).status != 429


NOTING = ("/api/me/name", "/api/games/ID/name", "/api/clubs/ID/players", "/api/daily/2026-11-01")


@pytest.mark.parametrize("path", NOTING)
def test_a_flood_of_new_browsers_does_not_displace_the_notes_of_others(tmp_path: Path, path: str) -> None:
    with running(tmp_path, SMALL, new_games=0.01, new_games_at_once=3) as server:
        note = request("POST", path, b'{"name": "Mara"}')
        statuses = [send(server, note).status for _ in range(5)]
        assert 429 not in statuses[:3]
        assert statuses[3:] == [429] * 2
        assert send(server, note, NEIGHBOUR).status != 429
        assert send(server, request()).status == 200  # what notes nothing goes on


def test_a_flood_of_streams_from_one_address_leaves_the_other_alone(tmp_path: Path) -> None:
    with running(tmp_path, SMALL, streams=3) as server, ExitStack() as open_streams:
        held = [open_streams.enter_context(streaming(server, STREAM)) for _ in range(3)]
        reply = send(server, request(path=STREAM))
        assert reply.status == 429
        assert "retry-after" in reply.headers
        open_streams.enter_context(streaming(server, STREAM, NEIGHBOUR))
        held[0].close()
        eventually(lambda: _opens(server))


def _opens(server: Server) -> bool:
    with connected(server) as connection:
        connection.sendall(request(path=STREAM))
        return connection.recv(12) == b"HTTP/1.1 200"


def test_streams_of_all_addresses_have_a_limit(tmp_path: Path) -> None:
    with running(tmp_path, SMALL, most_streams=2) as server, ExitStack() as open_streams:
        held = [open_streams.enter_context(streaming(server, STREAM, who)) for who in (HERE, NEIGHBOUR)]
        reply = send(server, request(path=STREAM), "127.0.0.3")
        assert reply.status == 503
        assert "retry-after" in reply.headers
        assert send(server, request()).status == 200
        held[0].close()
        eventually(lambda: _opens(server))


def test_one_address_has_only_so_much_solved_at_once(tmp_path: Path) -> None:
    solve = request("POST", "/api/solve", b"{}")
    with running(tmp_path, SMALL, solves=2) as server, ThreadPoolExecutor(5) as many:
        asked = [many.submit(send, server, solve) for _ in range(4)]
        other = many.submit(send, server, solve, NEIGHBOUR)
        assert sorted(each.result().status for each in asked) == [200, 200, 429, 429]
        assert other.result().status == 200
        assert send(server, solve).status == 200  # when they are done, it may ask again


def test_what_is_costly_costs_more_than_a_request(tmp_path: Path) -> None:
    with running(tmp_path, SMALL, requests=0.01, requests_at_once=5) as server:
        assert send(server, request(path="/api/solve"), HERE).status == 200
        assert send(server, request(), HERE).status == 429
        assert send(server, request(path="/asked"), NEIGHBOUR).status == 200
        assert send(server, request(), NEIGHBOUR).status == 200


@pytest.mark.parametrize(
    ("path", "is_costly"),
    [
        *((f"/api/{what}", True) for what in ("solve", "review", "walk", "values", "komi", "puzzles")),
        *(
            (f"/api/{what}", True)
            for what in (
                "lessons",
                "plies",
                "picture",
                "daily",
                "daily/2026-11-18",
                "games/ID/advice",
                "fairness",
                "remedies",
                "samples",
            )
        ),
        *((path, True) for path in ("/picture.png", "/puzzles/picture.png", "/games/ID/picture.png")),
        *((f"/api/{what}", False) for what in ("games", "books", "position", "catalogue", "days")),
        *((path, False) for path in ("/", "/api/solve/more", "/more/api/solve", "/api/games/ID/moves")),
    ],
)
def test_solves_and_pictures_are_costly(path: str, is_costly: bool, tmp_path: Path) -> None:
    costly = unguarded(Settings(database=f"sqlite:///{tmp_path / 'games.db'}")).state.costly
    assert (costly.fullmatch(path) is not None) is is_costly


def test_where_nothing_is_costly_no_path_matches() -> None:
    assert matching([]).fullmatch("") is None


def test_a_network_of_ipv6_counts_as_one() -> None:
    assert household("2001:db8:1:2::3") == household("2001:db8:1:2:ffff::9")
    assert household("2001:db8:1:2::3") != household("2001:db8:1:3::3")
    assert household("::ffff:192.0.2.7") == household("192.0.2.7") == "192.0.2.7"
    assert household("192.0.2.7") != household("192.0.2.8")
    assert household("no address") == "no address"


def test_a_budget_fills_again_as_time_goes_by(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("fivesquare.web.serve.guard.time.monotonic", lambda: now[0])
    budget = RateLimit(rate=2.0, at_once=3)
    assert [budget.take("a") for _ in range(4)] == [0, 0, 0, 0.5]
    assert budget.take("b") == 0
    now[0] += 0.5
    assert budget.take("a") == 0
    assert budget.take("a", cost=2) == 1.0
    now[0] += 1000
    assert [budget.take("a") for _ in range(4)] == [0, 0, 0, 0.5]


def test_budgets_remember_a_bounded_number_of_addresses() -> None:
    budget = RateLimit(rate=1.0, at_once=1, most=100)
    for number in range(1000):
        budget.take(str(number))
    assert len(budget) == 100


# --- Behind a proxy ---


def _address(server: Server, forwarded: str) -> str:
    return str(json.loads(send(server, request(path="/asked", X_Forwarded_For=forwarded)).text)["address"])


def test_nobody_is_believed_unless_we_are_told_to(server: Server) -> None:
    assert _address(server, "192.0.2.1") == HERE
    reply = send(server, request(path="/asked", X_Forwarded_Proto="https"))
    assert json.loads(reply.text)["scheme"] == "http"


def test_a_proxy_is_believed_and_nobody_before_it(tmp_path: Path) -> None:
    with running(tmp_path, SMALL, trust_proxy=True, requests=0.01, requests_at_once=3) as server:
        assert _address(server, "198.51.100.9, 192.0.2.1") == "192.0.2.1"
        assert _address(server, "made, up, 192.0.2.1") == "192.0.2.1"
        reply = send(server, request(path="/asked", X_Forwarded_Proto="https", X_Forwarded_For="192.0.2.1"))
        assert json.loads(reply.text)["scheme"] == "https"
        assert send(server, request(X_Forwarded_For="203.0.113.5, 192.0.2.1")).status == 429
        assert send(server, request(X_Forwarded_For="192.0.2.2")).status == 200
