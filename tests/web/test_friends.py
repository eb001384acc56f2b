"""Two people at one game over HTTP: names, presence, phrases and the clock."""

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Protocol

import httpx2
import pytest

from patience import PATIENCE
from web.postgres import Postgres
from web.server import NO_LIMITS, Server, eventually, running

HOSTILE = [
    "<script>alert(1);",
    '"><img src=x>',
    "'; DROP TABLE--x",
    "{{7*7}}x",
    "%00%0Ax",
    "a&b</b>",
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("friends"), **NO_LIMITS) as server:
        yield server


class Two:
    """Two browsers at one game; each has its own cookie."""

    def __init__(self, server: Server, sit: bool = True, other: Server | None = None, **wish: Any) -> None:
        self.clients = server.client(), (other or server).client()
        begun = self.clients[0].post("/api/games", json={"book": "sweep", "seed": 1, "sit": [1], **wish})
        assert begun.status_code == 201, begun.text
        self.id, self.secret = begun.json()["id"], begun.json()["seats"]["2"]
        self.path = f"/api/games/{self.id}"
        if sit:
            self.sit()

    def sit(self) -> dict[str, Any]:
        bearer = {"authorization": f"Bearer {self.secret}"}
        sat = self.clients[1].post(f"{self.path}/seat", json={}, headers=bearer)
        assert sat.status_code == 200, sat.text
        game: dict[str, Any] = sat.json()["game"]
        return game

    def do(self, who: int, what: str, **body: Any) -> httpx2.Response:
        return self.clients[who - 1].post(f"{self.path}/{what}", json=body)

    def move(self, who: int, ply: int, move: str) -> httpx2.Response:
        return self.do(who, "moves", ply=ply, move=move)

    def game(self) -> dict[str, Any]:
        game: dict[str, Any] = self.clients[0].get(self.path).json()
        return game

    @contextmanager
    def following(self, who: int) -> Iterator["Follower"]:
        follower = Follower(self.clients[who - 1], self.path)
        try:
            yield follower
        finally:
            follower.close()


class Follower:
    """Follows a game with the cookie of a browser."""

    def __init__(self, client: httpx2.Client, path: str) -> None:
        self.newest: dict[str, Any] = {}
        cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
        self._socket = socket.create_connection((client.base_url.host, client.base_url.port or 80))
        request = f"GET {path}/events HTTP/1.1\r\nHost: localhost\r\nCookie: {cookies}\r\n\r\n"
        self._socket.sendall(request.encode())
        self._thread = threading.Thread(target=self._follow, daemon=True)
        self._thread.start()
        self.until(lambda game: True)

    def _follow(self) -> None:
        with suppress(OSError), self._socket.makefile("rb") as lines:
            for line in lines:
                if line.startswith(b"data: "):
                    self.newest = json.loads(line[6:])

    def until(self, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        eventually(lambda: bool(self.newest) and holds(self.newest), PATIENCE)
        return self.newest

    def close(self) -> None:
        with suppress(OSError):  # the server may have been killed
            self._socket.shutdown(socket.SHUT_RDWR)
        self._thread.join()
        self._socket.close()


class Begin(Protocol):
    """Begins a game between two browsers, which are closed after the test."""

    def __call__(
        self, server: Server, *, sit: bool = True, other: Server | None = None, **wish: Any
    ) -> Two: ...


@pytest.fixture
def begin() -> Iterator[Begin]:
    begun: list[Two] = []

    def make(server: Server, *, sit: bool = True, other: Server | None = None, **wish: Any) -> Two:
        begun.append(Two(server, sit, other, **wish))
        return begun[-1]

    yield make
    for two in begun:
        for client in two.clients:
            client.close()


# --- Names ---


def test_a_name_is_shown_to_all_and_stands_in_the_record(begin: Begin, server: Server) -> None:
    two = begin(server)
    named = two.do(2, "name", name="  Mara ")
    assert (named.status_code, named.json()["names"]) == (200, [None, "Mara"])
    with server.client() as spectator:
        assert spectator.get(two.path).json()["names"] == [None, "Mara"]
        record = spectator.get(f"/games/{two.id}/record.json").json()
    assert record["names"] == [None, "Mara"]
    assert two.do(2, "name", name=None).json()["names"] == [None, None]
    assert "names" not in two.clients[0].get(f"/games/{two.id}/record.json").json()


def test_a_kept_name_is_used_in_the_games_to_come(begin: Begin, server: Server) -> None:
    two = begin(server)
    two.do(1, "name", name="Sam", keep=True)
    two.do(2, "name", name="Mara")  # for this game only
    mine = two.clients[0].post("/api/games", json={"book": "flip", "second": "level:1", "sit": [1]}).json()
    assert mine["game"]["names"] == ["Sam", None]
    theirs = two.clients[1].post("/api/games", json={"book": "flip", "sit": [1]}).json()
    assert theirs["game"]["names"] == [None, None]
    bearer = {"authorization": f"Bearer {theirs['seats']['2']}"}
    path = f"/api/games/{theirs['id']}"
    assert two.clients[0].post(f"{path}/seat", json={}, headers=bearer).status_code == 200
    assert two.clients[0].get(path).json()["names"] == [None, "Sam"]
    both = two.clients[0].post("/api/games", json={"book": "flip"}).json()
    assert both["game"]["names"] == [None, None]  # two people at one screen


def test_a_rematch_keeps_names_and_clock(begin: Begin, server: Server) -> None:
    two = begin(server, clock={"move": 30})
    two.do(1, "name", name="Sam")
    two.do(2, "name", name="Mara")
    two.do(1, "resign", version=two.game()["version"])
    again = two.do(2, "rematch", board="new").json()["game"]
    assert again["names"] == ["Mara", "Sam"]
    assert again["clock"] == {"move": 30, "left": [30, 30], "runs": None, "since": None}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_stays_text(begin: Begin, server: Server, name: str) -> None:
    two = begin(server)
    answer = two.do(2, "name", name=name)
    assert (answer.status_code, answer.json()["names"][1]) == (200, name)
    for path in (f"/games/{two.id}", "/", f"/games/{two.id}/review"):
        page = two.clients[0].get(path).text
        assert name not in page or "<" not in name
        assert "<script>alert" not in page
        assert "<img src=x" not in page
        assert "49x" not in page
    assert two.clients[0].get(f"/games/{two.id}/picture.png").status_code == 200


@pytest.mark.parametrize(
    "name", ["You", "Level 3", "\u202ex", "w" * 25, "w" * 10_000, "", 7, ["x"], {"a": 1}]
)
def test_what_is_no_name_is_refused_in_a_sentence(begin: Begin, server: Server, name: Any) -> None:
    two = begin(server)
    answer = two.do(2, "name", name=name)
    assert answer.status_code == 422
    assert set(answer.json()) == {"error"}
    assert two.game()["names"] == [None, None]
    begun = two.clients[0].post("/api/games", json={"book": "flip", "sit": [1], "name": name})
    assert begun.status_code == 422


def test_only_a_player_names_only_their_own_seat(begin: Begin, server: Server) -> None:
    two = begin(server)
    with server.client() as spectator:
        assert spectator.post(f"{two.path}/name", json={"name": "Eve"}).status_code == 401
    assert two.do(1, "name", name="Eve", seat=2).status_code == 422
    two.do(1, "name", name="Sam")
    assert two.do(2, "name", name="SÁM").status_code == 422  # nobody can pass for the other
    both = two.clients[0].post("/api/games", json={"book": "flip"}).json()["id"]
    assert two.clients[0].post(f"/api/games/{both}/name", json={"name": "Ann"}).status_code == 422
    assert (
        two.clients[0].post(f"/api/games/{both}/name", json={"name": "Ann", "seat": 2}).status_code == 200
    )


def test_names_do_not_fill_the_store(begin: Begin, server: Server) -> None:
    two = begin(server)
    codes = [two.do(1, "name", name=f"Sam {number}").status_code for number in range(40)]
    assert codes.count(200) == 20
    assert set(codes) == {200, 409}
    assert two.do(1, "name", name=None).status_code == 200  # to be forgotten must always be possible


# --- Presence ---


def test_who_is_here_and_who_is_away(begin: Begin, server: Server) -> None:
    two = begin(server, sit=False)
    assert two.game()["presence"] == [{"here": False, "since": None}, None]
    with two.following(1) as first:
        assert first.until(lambda game: game["presence"][0]["here"])["presence"][1] is None
        two.sit()
        first.until(lambda game: game["presence"][1] == {"here": False, "since": None})
        with two.following(2):
            first.until(lambda game: game["presence"][1]["here"])
        left = first.until(lambda game: not game["presence"][1]["here"])
        assert 0 <= left["now"] - left["presence"][1]["since"] < PATIENCE


def test_a_reload_is_no_absence(begin: Begin, server: Server) -> None:
    two = begin(server)
    with two.following(1) as first:
        with two.following(2):
            first.until(lambda game: game["presence"][1]["here"])
        with two.following(2):
            seen = []
            until = time.monotonic() + 4.5  # longer than a player who left is shown as here
            while time.monotonic() < until:
                seen.append(first.newest["presence"][1]["here"])
                time.sleep(0.02)
    assert all(seen)


# --- Phrases ---


def test_a_phrase_is_shown_to_all_and_stored_nowhere(begin: Begin, server: Server) -> None:
    two = begin(server)
    version = two.game()["version"]
    with two.following(1) as first:
        assert two.do(2, "phrases", phrase="nice").status_code == 200
        said = first.until(lambda game: game["said"][1] is not None)
        assert said["said"][1]["phrase"] == "nice"
        assert -0.001 < said["now"] - said["said"][1]["at"] < PATIENCE  # now is in milliseconds
    assert two.game()["version"] == version


def test_a_flood_of_phrases_is_refused(begin: Begin, server: Server) -> None:
    two = begin(server)
    answers = [two.do(2, "phrases", phrase="hello") for _ in range(30)]
    assert [answer.status_code for answer in answers].count(200) == 4
    refused = answers[-1]
    assert refused.status_code == 429
    assert 1 <= int(refused.headers["retry-after"]) <= 10
    assert two.do(1, "phrases", phrase="oops").status_code == 200  # the other seat has its own measure


def test_phrases_are_for_two_people_who_sit_there(begin: Begin, server: Server) -> None:
    two = begin(server, sit=False)
    assert two.do(1, "phrases", phrase="hello").status_code == 409  # the other seat is free
    two.sit()
    assert two.do(1, "phrases", phrase="you fool").status_code == 422
    with server.client() as spectator:
        assert spectator.post(f"{two.path}/phrases", json={"phrase": "hello"}).status_code == 401
    alone = two.clients[0].post("/api/games", json={"book": "flip"}).json()["id"]
    assert two.clients[0].post(f"/api/games/{alone}/phrases", json={"phrase": "hello"}).status_code == 409
    computer = two.clients[0].post("/api/games", json={"book": "flip", "second": "level:1"}).json()["id"]
    assert (
        two.clients[0].post(f"/api/games/{computer}/phrases", json={"phrase": "hello"}).status_code == 409
    )


# --- The clock ---


@pytest.mark.parametrize(
    "clock",
    [
        *({}, {"move": 4}, {"move": 3601}, {"game": 29}, {"game": 10801}, {"move": 30, "game": 300}),
        *({"move": 0.5}, {"move": "x"}, {"move": -1}, {"move": None}, {"week": 1}, [30], "30", 30),
    ],
)
def test_what_is_no_clock_is_refused(server: Server, clock: Any) -> None:
    with server.client() as client:
        answer = client.post("/api/games", json={"book": "flip", "clock": clock})
    assert answer.status_code == 422
    assert set(answer.json()) == {"error"}


def test_the_computer_has_no_clock(server: Server) -> None:
    with server.client() as client:
        wish = {"book": "flip", "second": "level:1", "clock": {"move": 30}}
        answer = client.post("/api/games", json=wish)
    assert (answer.status_code, answer.json()["error"]) == (422, "a clock is for games between two people")


def test_a_flag_falls_and_the_record_says_so(begin: Begin, server: Server) -> None:
    two = begin(server, clock={"move": 5})
    two.move(1, 0, "1,1")
    assert two.move(2, 1, "3,3").json()["clock"]["runs"] == 1
    with two.following(2) as second:
        over = second.until(lambda game: game["over"])
    assert (over["winner"], over["reason"], over["turn"], over["legal"]) == (2, "time", None, [])
    late = two.move(1, 2, "1,3")
    assert (late.status_code, late.json()["error"]) == (409, "your time is over")
    record = two.clients[0].get(f"/games/{two.id}/record.json").json()
    assert record["clock"] == {"move": 5, "left": [0, 5]}
    assert record["result"] == {"winner": 2, "reason": "time"}
    assert two.clients[0].get(f"/games/{two.id}").status_code == 200
    assert "Second has won on time." in two.clients[0].get(f"/games/{two.id}").text


def test_a_clock_through_the_kill_of_its_server(begin: Begin, tmp_path: Path, database: str) -> None:
    """What was thought before counts, the time without a server does not, and the flag falls afterwards."""
    with running(tmp_path, database=database) as server:
        two = begin(server, clock={"game": 30})
        two.move(1, 0, "1,1")
        clock = two.move(2, 1, "3,3").json()["clock"]
        time.sleep(3)  # there is a sign of life by then
        server.kill()
        time.sleep(7)  # longer than what another process might have kept the time for
        server.start()
        eventually(lambda: two.game()["clock"]["since"] > clock["since"])
        resumed = two.game()["clock"]
        assert 25 < resumed["left"][0] < 30
        assert resumed["left"][1] == 30
        assert resumed["since"] > clock["since"] + 9
        moved = two.move(1, 2, "1,3")
        assert moved.status_code == 200, moved.text
        assert moved.json()["clock"]["left"][0] > 20


def test_two_servers_on_one_database_are_one(begin: Begin, tmp_path: Path, postgres: Postgres) -> None:
    """Names, presence, phrases and flags cross from one to the other."""
    database = postgres.new_database()
    with (
        running(tmp_path / "one", database=database) as one,
        running(tmp_path / "other", database=database) as other,
    ):
        two = begin(one, other=other, clock={"move": 5})
        with two.following(1) as first, two.following(2) as second:
            two.do(2, "name", name="Mara")
            first.until(lambda game: game["names"] == [None, "Mara"])
            first.until(lambda game: game["presence"][1]["here"])
            second.until(lambda game: game["presence"][0]["here"])
            two.do(1, "phrases", phrase="hello")
            second.until(lambda game: game["said"][0] is not None)
            two.move(1, 0, "1,1")
            second.until(lambda game: game["ply"] == 1)
            two.move(2, 1, "3,3")
            first.until(lambda game: game["clock"]["runs"] == 1)
            other.kill()  # it has seen the last move; now the one that has not must let the flag fall
            assert first.until(lambda game: game["over"])["reason"] == "time"
            first.until(lambda game: game["names"] == [None, "Mara"])
