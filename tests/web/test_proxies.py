"""The server behind nginx and Caddy, with the texts of `deploy/`: streams, addresses, a proxy that dies."""

import json
import threading
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from typing import Any

import httpx2
import pytest

from web.front import FRONTS, NAME, Front, fronted, named_here
from web.server import NO_LIMITS, Server, eventually, running

PROMPTLY = 60.0
"""Seconds. The server repeats itself every 20: a proxy that collects events holds them for minutes."""

STREAMS = 3
BOOK: dict[str, Any] = {"like": "flip", "size": [8, 8]}
CELLS = [f"{row},{column}" for row in range(1, 9) for column in range(1, 9)]


@pytest.fixture(autouse=True)
def _name(monkeypatch: pytest.MonkeyPatch) -> None:
    named_here(monkeypatch)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Started as the service starts it."""
    folder = tmp_path_factory.mktemp("behind")
    limits = {**NO_LIMITS, "streams": STREAMS}
    with running(folder, trust_proxy=True, allowed_hosts=[NAME], log="json", **limits) as server:
        yield server


@pytest.fixture(scope="module", params=FRONTS)
def front(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, server: Server
) -> Iterator[Front]:
    with fronted(request.param, tmp_path_factory.mktemp("proxy") / request.param, server) as front:
        yield front


class Follower:
    """Follows a game through the proxy, as a page does: connects again when the line breaks."""

    def __init__(self, front: Front, game: str, http2: bool = False) -> None:
        self.seen = list[int]()
        """The ply of each event."""
        self.lines = 0
        """Connections on which an event has come."""
        self._front, self._path, self._http2 = front, f"/api/games/{game}/events", http2
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._follow, daemon=True)
        self._thread.start()

    def _follow(self) -> None:
        while not self._is_over.is_set():
            with suppress(httpx2.TransportError):
                self._listen()
            self._is_over.wait(0.02)

    def _listen(self) -> None:
        with self._front.client(self._http2) as client, client.stream("GET", self._path) as answer:
            is_first = True
            for line in answer.iter_lines():
                if line.startswith("data: "):
                    self.lines += is_first
                    is_first = False
                    self.seen.append(json.loads(line[6:])["ply"])
                if self._is_over.is_set():
                    return

    def until(self, ply: int) -> None:
        eventually(lambda: bool(self.seen) and self.seen[-1] == ply, PROMPTLY)

    def until_again(self, lines: int) -> None:
        eventually(lambda: self.lines > lines)

    def stop(self) -> None:
        """It leaves with the next event, or when the proxy ends."""
        self._is_over.set()


class Two:
    """A game of two browsers through a proxy, each with its cookie and its version of HTTP."""

    def __init__(self, front: Front) -> None:
        self.clients = front.client(), front.client(http2=True)
        begun = self.clients[0].post("/api/games", json={"book": BOOK, "seed": 1, "sit": [1]})
        assert begun.status_code == 201, begun.text
        self.id = begun.json()["id"]
        self.path = f"/api/games/{self.id}"
        self.cookie = begun.headers["set-cookie"]
        self.link = self.clients[0].post(f"{self.path}/links", json={"seat": 2}).json()["link"]
        bearer = {"authorization": f"Bearer {self.link.partition('#')[2]}"}
        sat = self.clients[1].post(f"{self.path}/seat", json={}, headers=bearer)
        assert sat.status_code == 200, sat.text

    def move(self, ply: int) -> httpx2.Response:
        """The next claim, by the cookie of the player to move."""
        return self.clients[ply % 2].post(f"{self.path}/moves", json={"ply": ply, "move": CELLS[ply]})

    def move_at_last(self, ply: int) -> None:
        """The same, again and again while the proxy is away, as a page does."""

        def is_made() -> bool:
            with suppress(httpx2.TransportError):
                answer = self.move(ply)
                assert answer.status_code in (200, 502), answer.text
                return answer.status_code == 200
            return False

        eventually(is_made)

    @property
    def moves(self) -> Any:
        return self.clients[0].get(self.path).json()["moves"]


def close(*clients: httpx2.Client) -> None:
    for client in clients:
        client.close()


@pytest.mark.parametrize("http2", [False, True], ids=["http1", "http2"])
def test_a_client_trusts_the_local_authority_and_speaks_its_version(front: Front, http2: bool) -> None:
    with front.client(http2) as client:
        answer = client.get("/healthz")
    assert (answer.status_code, answer.http_version) == (200, "HTTP/2" if http2 else "HTTP/1.1")


def test_the_page_of_a_game_and_its_files_come_through(front: Front) -> None:
    two = Two(front)
    page = two.clients[1].get(f"/games/{two.id}")
    assert page.status_code == 200
    assert "content-security-policy" in page.headers
    close(*two.clients)


@pytest.mark.parametrize("http2", [False, True], ids=["http1", "http2"])
def test_each_event_comes_by_itself(front: Front, http2: bool) -> None:
    """The next move waits for the event, so that none comes because of another."""
    two = Two(front)
    follower = Follower(front, two.id, http2)
    for ply in range(6):
        follower.until(ply)
        assert two.move(ply).status_code == 200
    follower.until(6)
    follower.stop()
    assert two.move(6).status_code == 200  # the follower leaves with it
    assert follower.seen[:7] == [0, 1, 2, 3, 4, 5, 6]
    close(*two.clients)


def test_cookies_are_secure_and_links_lead_through_the_proxy(front: Front) -> None:
    two = Two(front)
    name, _, attributes = two.cookie.partition(";")
    assert name.startswith("__Host-fivesquare-")
    assert "Secure" in attributes.split("; ")
    assert two.link.startswith(f"{front.url}/games/{two.id}#")
    assert two.move(0).status_code == 200, "the cookie opens the seat"
    page_of_another = {"origin": "https://evil.example"}
    wish = {"ply": 1, "move": CELLS[1]}
    refused = two.clients[1].post(f"{two.path}/moves", json=wish, headers=page_of_another)
    assert refused.status_code == 403
    own = {"origin": front.url}
    assert two.clients[1].post(f"{two.path}/moves", json=wish, headers=own).status_code == 200
    close(*two.clients)


def test_limits_count_the_address_of_the_client_whatever_it_says(front: Front, server: Server) -> None:
    two = Two(front)
    events = f"{two.path}/events"
    with front.client(http2=True, source="127.0.0.2") as greedy, front.client() as other:
        lies = [{"x-forwarded-for": f"192.0.2.{number}"} for number in range(STREAMS + 1)]
        with ExitStack() as held:
            opened = [held.enter_context(greedy.stream("GET", events, headers=lie)) for lie in lies]
            assert [answer.status_code for answer in opened] == [200] * STREAMS + [429]
            with other.stream("GET", events) as answer:
                assert answer.status_code == 200
    lines = [json.loads(line) for line in server.log.splitlines()]
    refused = [line for line in lines if line.get("path") == events and line.get("status") == 429]
    assert [line["address"] for line in refused] == ["127.0.0.2"]
    close(*two.clients)


def test_a_proxy_that_is_killed_loses_and_doubles_no_move(front: Front) -> None:
    two = Two(front)
    follower = Follower(front, two.id)
    follower.until(0)
    killed_at = (10, 11, 30, 50)
    for ply in range(60):
        if ply in killed_at:
            lines = follower.lines
            kill = threading.Thread(target=front.kill)  # while the move is on its way
            kill.start()
            with suppress(httpx2.TransportError):
                two.move(ply)
            kill.join()
            with pytest.raises(httpx2.TransportError):
                two.move(ply)
            front.start()
            two.move_at_last(ply)
            follower.until_again(lines)
        else:
            two.move_at_last(ply)
    follower.until(60)
    follower.stop()
    assert two.moves == CELLS[:60]
    assert follower.seen == sorted(follower.seen), "no event goes back"
    assert two.move(60).status_code == 200  # the follower leaves with it
    close(*two.clients)


def test_a_proxy_that_is_reloaded_loses_and_doubles_no_move(front: Front) -> None:
    two = Two(front)
    follower = Follower(front, two.id)
    follower.until(0)
    for ply in range(60):
        if ply in (10, 30, 50):
            reload = threading.Thread(target=front.reload)  # while moves are on their way
            reload.start()
            two.move_at_last(ply)
            reload.join()
        else:
            two.move_at_last(ply)
    follower.until(60)
    assert two.moves == CELLS[:60]
    follower.stop()
    assert two.move(60).status_code == 200
    close(*two.clients)
