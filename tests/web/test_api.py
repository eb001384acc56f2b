"""The contract about games over HTTP, line by line, against a real server."""

import asyncio
import json
import resource
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx2
import pytest

import fivesquare as fs
from fivesquare.web.play import credentials
from fivesquare.web.store import open_store
from fivesquare.web.store.base import Beginning, StoredGame
from web.server import Server, eventually, running

SWEEP = [[5, 3, 8], [2, 9, 1], [6, 4, 7]]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("server")) as server:
        yield server


@pytest.fixture
def client(server: Server) -> Iterator[httpx2.Client]:
    with server.client() as client:
        yield client


class Played:
    """A game on the server, and the secrets of its seats."""

    def __init__(self, client: httpx2.Client, **wish: Any) -> None:
        self.client = client
        self.response = client.post("/api/games", json={"book": "sweep", "board": SWEEP, **wish})
        assert self.response.status_code == 201, self.response.text
        begun = self.response.json()
        self.id, self.seats, self.game = begun["id"], begun["seats"], begun["game"]
        client.cookies.clear()  # from here on only secrets open seats

    def look(self) -> dict[str, Any]:
        return dict(self.client.get(f"/api/games/{self.id}").json())

    def post(self, what: str, by: int | None = None, **body: Any) -> httpx2.Response:
        headers = {} if by is None else {"authorization": f"Bearer {self.seats[str(by)]}"}
        return self.client.post(f"/api/games/{self.id}/{what}", json=body, headers=headers)

    def move(self, ply: int, move: str, seat: int) -> httpx2.Response:
        return self.post("moves", seat, ply=ply, move=move)


# --- Beginning ---


def test_a_game_begins(client: httpx2.Client) -> None:
    played = Played(client)
    assert played.response.headers["location"] == f"/games/{played.id}"
    assert len(played.id) >= 22
    assert all(len(secret) >= 22 for secret in played.seats.values())
    assert {key: played.game[key] for key in ("book", "board", "ply", "players")} == {
        "book": "sweep",
        "board": SWEEP,
        "ply": 0,
        "players": ["human", "human"],
    }
    assert played.look() == played.game


def test_a_seat_of_the_computer_has_no_secret(client: httpx2.Client) -> None:
    assert Played(client, second="level:3").seats["2"] is None


def test_the_computer_answers(client: httpx2.Client) -> None:
    played = Played(client, second="greedy")
    assert played.move(0, "1,1", 1).status_code == 200
    eventually(lambda: played.look()["ply"] == 2)


def test_the_computer_begins(client: httpx2.Client) -> None:
    played = Played(client, first="greedy")
    eventually(lambda: played.look()["ply"] == 1)


def test_the_same_seed_gives_the_same_board(client: httpx2.Client) -> None:
    games = [client.post("/api/games", json={"book": "grow", "seed": 7}).json()["game"] for _ in range(2)]
    assert games[0]["board"] == games[1]["board"] == fs.start("grow", seed=7).board.rows


@pytest.mark.parametrize(
    "wish",
    [
        {},
        {"book": "chess"},
        {"book": 7},
        {"book": "grow", "first": "nobody"},
        {"book": "grow", "board": [[1]]},
        {"book": "grow", "board": SWEEP, "size": [3, 3]},
        {"book": "grow", "size": [9, 9]},
        {"book": "grow", "seed": 1e300},
        {"book": "grow", "seed": 1 << 60},
        {"book": "grow", "sit": [3]},
        {"book": "grow", "second": "greedy", "sit": [2]},
        {"book": "grow", "moves": ["3,3"]},
        {"book": "chain", "balance": {"komi": 2}},
        {"book": "grow", "balance": "fair"},
        {"book": "grow", "colour": "red"},
        {"book": {"like": "grow", "tie": "never"}},
        {"book": {"like": "grow", "title": "x" * 2000}},
        [],
        "grow",
        None,
    ],
)
def test_what_is_no_game_is_refused_in_a_sentence(client: httpx2.Client, wish: Any) -> None:
    response = client.post("/api/games", json=wish)
    assert response.status_code == 422
    assert set(response.json()) == {"error"}
    assert response.json()["error"]


@pytest.mark.parametrize("body", [b"", b"{", b"\xff", b"[" * 9000, b'{"book": NaN}', b'{"seed": 1e999}'])
def test_what_is_no_json_is_refused(client: httpx2.Client, body: bytes) -> None:
    response = client.post("/api/games", content=body, headers={"content-type": "application/json"})
    assert response.status_code == 422
    assert set(response.json()) == {"error"}


def test_any_book_and_balance_and_position(client: httpx2.Client) -> None:
    book = {"like": "fifteen", "take": "lower-enemy", "goal": {"exactly": 21}, "title": "Twenty-one"}
    game = client.post("/api/games", json={"book": book, "size": [3, 4], "balance": "swap"}).json()["game"]
    assert (game["title"], game["size"], game["book"]["balance"]) == ("Twenty-one", [3, 4], "swap")
    played = Played(client, moves=["1,1", "3,3"])
    assert (played.game["ply"], played.game["moves"]) == (2, ["1,1", "3,3"])


# --- Looking ---


def test_an_unknown_game_is_not_found(client: httpx2.Client) -> None:
    for path in ("/api/games/nothing", "/api/games/nothing/events"):
        assert client.get(path).status_code == 404
        assert set(client.get(path).json()) == {"error"}
    assert client.post("/api/games/nothing/moves", json={"ply": 0, "move": "1,1"}).status_code == 404


def test_every_event_is_a_whole_game(client: httpx2.Client) -> None:
    played = Played(client)
    with client.stream("GET", f"/api/games/{played.id}/events") as stream:
        assert stream.headers["content-type"].startswith("text/event-stream")
        events = _events(stream)
        assert next(events)[0] == 0
        for ply, move in enumerate(["1,1", "3,3"]):
            moved = played.move(ply, move, 1 + ply % 2).json()
            while (event := next(events))[0] != ply + 1:
                pass
            assert event[1].pop("now") > 0
            assert event[1] == moved


def _events(stream: httpx2.Response) -> Iterator[tuple[int, dict[str, Any]]]:
    number = None
    for line in stream.iter_lines():
        key, _, value = line.partition(": ")
        if key == "id":
            number = int(value)
        elif key == "data":
            assert number is not None
            yield number, json.loads(value)


def test_who_looks_on_is_counted(client: httpx2.Client) -> None:
    played = Played(client)
    path = f"/api/games/{played.id}/events"
    with client.stream("GET", path):
        eventually(lambda: played.look()["watching"] == 1)
        secret = {"authorization": f"Bearer {played.seats['1']}"}
        with client.stream("GET", path, headers=secret) as mine:
            next(_events(mine))
            assert played.look()["watching"] == 1
    eventually(lambda: played.look()["watching"] == 0)


# --- Moving ---


def test_a_move_is_made_once(client: httpx2.Client) -> None:
    played = Played(client)
    first = played.move(0, "1,1", 1)
    assert first.status_code == 200
    told = {"move": "1,1", "player": 1, "takes": ["1,2", "2,1"], "skipped": None, "forfeits": False}
    assert first.json()["last"] == told
    assert played.move(0, "1,1", 1).json() == first.json()
    assert played.move(1, "3,3", 2).status_code == 200
    again = played.move(0, "1,1", 1)
    assert (again.status_code, again.json()["ply"]) == (200, 2)


def test_another_ply_or_turn_is_a_conflict_and_shows_the_game(client: httpx2.Client) -> None:
    played = Played(client)
    for seat, ply, move in ((2, 0, "1,1"), (1, 1, "1,1"), (1, 99, "1,1")):
        response = played.move(ply, move, seat)
        assert response.status_code == 409
        assert set(response.json()) == {"error", "game"}
        assert response.json()["game"]["ply"] == 0
    played.move(0, "1,1", 1)
    assert played.move(0, "2,2", 1).status_code == 409
    assert played.move(0, "1,1", 2).status_code == 409  # it was not theirs


@pytest.mark.parametrize(
    "move", ["9,9", "a1", "", "stop", "swap", "back 0", "resign 2", "sit 1", "1,1 ", "1," * 99]
)
def test_an_illegal_or_unreadable_move_is_refused(client: httpx2.Client, move: str) -> None:
    played = Played(client)
    response = played.move(0, move, 1)
    assert response.status_code == 422
    assert set(response.json()) == {"error"}
    assert played.look()["version"] == played.game["version"]


@pytest.mark.parametrize(
    "body", [{}, {"ply": 0}, {"ply": "0", "move": "1,1"}, {"ply": -1, "move": "1,1"}, []]
)
def test_an_unreadable_body_is_refused(client: httpx2.Client, body: Any) -> None:
    played = Played(client)
    secret = {"authorization": f"Bearer {played.seats['1']}"}
    path = f"/api/games/{played.id}/moves"
    assert client.post(path, json=body, headers=secret).status_code == 422


def test_nobody_moves_without_the_secret_of_this_game(client: httpx2.Client) -> None:
    played, other = Played(client), Played(client)
    for secret in (None, "?", "wrong", other.seats["1"], played.id):
        headers = {} if secret is None else {"authorization": f"Bearer {secret}"}
        path = f"/api/games/{played.id}/moves"
        response = client.post(path, json={"ply": 0, "move": "1,1"}, headers=headers)
        assert response.status_code == 401
        assert set(response.json()) == {"error"}
    assert played.look()["ply"] == 0


def test_of_many_who_move_at_once_one_wins(client: httpx2.Client) -> None:
    played = Played(client)
    moves = [f"{row},{column}" for row in (1, 2, 3) for column in (1, 2, 3)]
    with ThreadPoolExecutor(50) as pool:
        posts = list(pool.map(lambda number: played.move(0, moves[number % 9], 1), range(200)))
    game = played.look()
    assert game["ply"] == 1
    accepted = {moves[number % 9] for number, post in enumerate(posts) if post.status_code == 200}
    assert accepted == {game["moves"][0]}
    assert {post.status_code for post in posts} == {200, 409}


def test_a_whole_game_is_over(client: httpx2.Client) -> None:
    played = Played(client)
    game = played.game
    while not game["over"]:
        game = played.move(game["ply"], game["legal"][0], game["turn"]).json()
    assert (game["turn"], game["legal"], game["claims"]) == (None, [], {})
    assert game["winner"] in (0, 1, 2)
    assert played.move(game["ply"], "1,1", 1).status_code == 409


# --- What else players do ---


def test_against_the_computer_a_move_is_taken_back_at_once(client: httpx2.Client) -> None:
    played = Played(client, second="greedy")
    played.move(0, "1,1", 1)
    eventually(lambda: played.look()["ply"] == 2)
    back = played.post("takeback", 1, version=played.look()["version"]).json()
    assert (back["ply"], back["turn"]) == (0, 1)
    assert played.post("takeback", 1, version=back["version"]).status_code == 409


def test_a_move_that_was_taken_back_is_not_made_again_by_sending_it_again(client: httpx2.Client) -> None:
    played = Played(client, sit=[])
    seen = played.look()["version"]
    sent = {"ply": 0, "move": "1,1", "version": seen}
    made = played.post("moves", 1, **sent).json()
    assert played.post("moves", 1, **sent).json()["ply"] == 1
    back = played.post("takeback", 1, version=made["version"]).json()
    late = played.post("moves", 1, **sent)
    assert (late.status_code, late.json()["game"]["ply"]) == (409, 0)
    assert played.post("moves", 1, **{**sent, "version": back["version"]}).json()["ply"] == 1


def test_between_people_a_takeback_needs_consent(client: httpx2.Client) -> None:
    played = Played(client)
    played.move(0, "1,1", 1)
    asked = played.post("takeback", 1, version=played.look()["version"]).json()
    assert (asked["asks"], asked["ply"]) == (1, 1)
    assert played.post("takeback", 1, version=asked["version"], answer="yes").status_code == 409
    withdrawn = played.post("takeback", 1, version=asked["version"], answer="no").json()
    assert (withdrawn["asks"], withdrawn["ply"], withdrawn["waits"]) == (None, 1, [0, 0])
    asked = played.post("takeback", 1, version=withdrawn["version"]).json()
    assert played.post("takeback", 2, version=withdrawn["version"], answer="yes").status_code == 409
    agreed = played.post("takeback", 2, version=asked["version"], answer="yes").json()
    assert (agreed["asks"], agreed["ply"], agreed["turn"]) == (None, 0, 1)


def test_who_was_declined_is_told_how_long_to_wait(client: httpx2.Client) -> None:
    played = Played(client)
    played.move(0, "1,1", 1)
    asked = played.post("takeback", 1, version=played.look()["version"]).json()
    refused = played.post("takeback", 2, version=asked["version"], answer="no").json()
    assert (refused["asks"], refused["ply"], refused["waits"]) == (None, 1, [10, 0])


def test_who_moves_by_a_secret_alone_is_asked_as_well(client: httpx2.Client) -> None:
    played = Played(client, sit=[])
    alone = played.move(0, "1,1", 1).json()
    assert played.post("takeback", 1, version=alone["version"]).json()["ply"] == 0  # nobody else was there
    played.move(0, "1,1", 1)
    answered = played.move(1, "3,3", 2).json()
    assert played.post("takeback", 1, version=answered["version"]).json()["asks"] == 1


def test_who_resigns_loses(client: httpx2.Client) -> None:
    played = Played(client)
    version = played.look()["version"]
    assert played.post("resign", version=version).status_code == 401
    assert played.post("resign", 2, version=version + 1).status_code == 409
    over = played.post("resign", 2, version=version).json()
    assert (over["over"], over["winner"], over["reason"]) == (True, 1, "resignation")
    assert played.post("resign", 1, version=over["version"]).status_code == 409
    assert played.move(0, "1,1", 1).status_code == 409


def test_a_game_that_was_resigned_is_not_taken_back(client: httpx2.Client) -> None:
    played = Played(client, sit=[])  # so that nobody would have to agree
    played.move(0, "1,1", 1)
    over = played.post("resign", 1, version=played.look()["version"]).json()
    assert played.post("takeback", 1, version=over["version"]).status_code == 409
    assert played.look() == over


@pytest.mark.parametrize("board", ["same", "new"])
def test_a_rematch_is_one_game_with_the_seats_swapped(client: httpx2.Client, board: str) -> None:
    played = Played(client)
    assert played.post("rematch", 1, board=board).status_code == 409
    played.post("resign", 2, version=played.look()["version"])
    again = played.post("rematch", 1, board=board).json()
    assert played.post("rematch", 2, board="same").json()["id"] == again["id"] == played.look()["rematch"]
    assert (again["game"]["board"] == SWEEP) == (board == "same")
    secret = {"authorization": f"Bearer {played.seats['1']}"}  # who was first is second now
    path = f"/api/games/{again['id']}/moves"
    assert client.post(path, json={"ply": 0, "move": "1,1"}, headers=secret).status_code == 409
    secret = {"authorization": f"Bearer {played.seats['2']}"}
    assert client.post(path, json={"ply": 0, "move": "1,1"}, headers=secret).status_code == 200


def test_of_many_who_want_a_rematch_at_once_all_get_the_same_and_there_is_no_other(server: Server) -> None:
    with server.client() as mine:
        begun = mine.post("/api/games", json={"book": "sweep", "board": SWEEP}).json()
        path = f"/api/games/{begun['id']}"
        mine.post(f"{path}/resign", json={"version": 2})

        def again(_: int) -> str:
            headers = {"authorization": f"Bearer {begun['seats']['1']}"}
            return str(httpx2.post(f"{server.url}{path}/rematch", json={}, headers=headers).json()["id"])

        with ThreadPoolExecutor(8) as players:
            assert len(set(players.map(again, range(8)))) == 1
        running = mine.get("/").text.count('href="/games/')
        assert running == 1


def test_a_game_with_a_rematch_stays_over(client: httpx2.Client) -> None:
    played = Played(client, second="random", board=[[2, 1, 3]], book={"like": "sweep", "size": [1, 3]})
    while not played.look()["over"]:
        game = played.look()
        if game["turn"] == 1:
            played.move(game["ply"], game["legal"][0], 1)
    played.post("rematch", 1)
    assert played.post("takeback", 1, version=played.look()["version"]).status_code == 409


def test_not_everything_is_taken_back_for_ever(tmp_path: Path) -> None:
    """Whoever looks at a game has all that ever happened in it read."""
    beginning = Beginning("g", "sweep", SWEEP, ("human", "human"), 1, time.time())
    key = credentials.hash_of("secret")

    async def keep() -> None:
        store = open_store(f"sqlite:///{tmp_path / 'games.db'}")
        await store.open(lambda game, entries: None)
        await store.create(StoredGame(beginning, ((key,), (key,)), ("1,1", "back 0") * 1000))
        await store.close()

    asyncio.run(keep())
    with running(tmp_path) as server, server.client(headers=bearer("secret")) as client:
        for ply, move in enumerate(("1,1", "3,3")):
            moved = client.post("/api/games/g/moves", json={"ply": ply, "move": move})
            assert moved.status_code == 200
            back = client.post("/api/games/g/takeback", json={"version": moved.json()["version"]})
            assert back.status_code == 409


# --- Seats and cookies ---


def test_the_cookie_of_a_browser_opens_its_seats(server: Server) -> None:
    with server.client() as mine, server.client() as other:
        begun = mine.post("/api/games", json={"book": "sweep", "board": SWEEP, "sit": [1]})
        cookie = begun.headers["set-cookie"].lower()
        assert all(word in cookie for word in ("httponly", "samesite=lax", "max-age=31536000", "path=/"))
        game = begun.json()["id"]
        assert begun.json()["game"]["seats"] == ["sat", "open"]
        path = f"/api/games/{game}/moves"
        assert other.post(path, json={"ply": 0, "move": "1,1"}).status_code == 401
        assert mine.post(path, json={"ply": 0, "move": "1,1"}).status_code == 200
        assert mine.post(path, json={"ply": 1, "move": "3,3"}).status_code == 409  # not their turn
        wrong = {"authorization": "Bearer wrong"}
        assert mine.post(path, json={"ply": 1, "move": "3,3"}, headers=wrong).status_code == 401


def test_a_friend_sits_down_by_a_link(server: Server) -> None:
    with server.client() as mine, server.client() as friend, server.client() as third:
        game = mine.post("/api/games", json={"book": "sweep", "board": SWEEP, "sit": [1]}).json()["id"]
        invitation = mine.post(f"/api/games/{game}/links", json={"seat": 2})
        assert invitation.json()["qr"].startswith("<svg")
        page, _, secret = invitation.json()["link"].partition("#")
        assert page == f"{server.url}/games/{game}"
        assert third.post(f"/api/games/{game}/links", json={"seat": 2}).status_code == 401
        bearer = {"authorization": f"Bearer {secret}"}
        assert third.post(f"/api/games/{game}/seat").status_code == 401
        sat = friend.post(f"/api/games/{game}/seat", headers=bearer)
        assert (sat.json()["seats"], sat.json()["game"]["seats"]) == ([2], ["sat", "sat"])
        assert mine.post(f"/api/games/{game}/links", json={"seat": 2}).status_code == 409
        mine.post(f"/api/games/{game}/moves", json={"ply": 0, "move": "1,1"})
        assert friend.post(f"/api/games/{game}/moves", json={"ply": 1, "move": "3,3"}).status_code == 200
        device = friend.post(f"/api/games/{game}/links", json={"seat": 2}).json()["link"].partition("#")[2]
        sat = third.post(f"/api/games/{game}/seat", headers={"authorization": f"Bearer {device}"})
        assert sat.json()["seats"] == [2]


def invited(mine: httpx2.Client) -> tuple[str, list[str]]:
    """The path of a game with an open seat, and everything that opens it: its secret and two links."""
    begun = mine.post("/api/games", json={"book": "sweep", "board": SWEEP, "sit": [1]}).json()
    path = f"/api/games/{begun['id']}"
    links = [mine.post(f"{path}/links", json={"seat": 2}).json()["link"] for _ in range(2)]
    return path, [begun["seats"]["2"], *(link.partition("#")[2] for link in links)]


def bearer(secret: str) -> dict[str, str]:
    return {"authorization": f"Bearer {secret}"}


def test_an_invitation_is_for_whoever_comes_first(server: Server) -> None:
    with server.client() as mine, server.client() as friend, server.client() as stranger:
        path, secrets = invited(mine)
        assert friend.post(f"{path}/seat", headers=bearer(secrets[1])).json()["seats"] == [2]
        mine.post(f"{path}/moves", json={"ply": 0, "move": "1,1"})
        for secret in secrets:  # also of the maker of the game, who has seen them all
            headers = bearer(secret)
            assert stranger.post(f"{path}/seat", headers=headers).status_code == 401
            assert stranger.post(f"{path}/links", json={"seat": 2}, headers=headers).status_code == 401
            moved = stranger.post(f"{path}/moves", json={"ply": 1, "move": "3,3"}, headers=headers)
            assert moved.status_code == 401
        assert friend.post(f"{path}/moves", json={"ply": 1, "move": "3,3"}).status_code == 200


def test_who_never_heard_that_they_sat_down_asks_again(server: Server) -> None:
    with server.client() as mine, server.client() as friend:
        path, (secret, *_) = invited(mine)
        friend.get(path.removeprefix("/api"))  # the page gives a browser its cookie
        assert [friend.post(f"{path}/seat", headers=bearer(secret)).json()["seats"] for _ in range(2)] == [
            [2],
            [2],
        ]
        assert friend.get(path).json()["version"] == 2


def test_of_many_who_sit_down_at_once_one_has_the_seat(server: Server) -> None:
    with server.client() as mine:
        path, secrets = invited(mine)

        def sit(number: int) -> int:
            with server.client() as somebody:
                return somebody.post(f"{path}/seat", headers=bearer(secrets[number % 3])).status_code

        with ThreadPoolExecutor(12) as people:
            assert sorted(people.map(sit, range(12))) == [200, *[401] * 11]
        assert mine.get(path).json()["seats"] == ["sat", "sat"]


def test_a_header_for_somebody_else_leaves_the_cookie_alone(server: Server) -> None:
    with server.client() as mine:
        path, _ = invited(mine)
        password = {"authorization": "Basic Y2x1YjpjbHVi"}  # of a club's proxy
        assert mine.post(f"{path}/links", json={"seat": 1}, headers=password).status_code == 200


def test_a_browser_with_one_seat_gets_the_other_only_if_it_says_so(server: Server) -> None:
    with server.client() as mine:
        game = mine.post("/api/games", json={"book": "sweep", "board": SWEEP, "sit": [1]}).json()["id"]
        links = [
            mine.post(f"/api/games/{game}/links", json={"seat": seat}).json()["link"] for seat in (1, 2)
        ]
        own, other = ({"authorization": f"Bearer {link.partition('#')[2]}"} for link in links)

        def sit(headers: dict[str, str], both: bool) -> tuple[list[int], list[int]]:
            answer = mine.post(f"/api/games/{game}/seat", json={"both": both}, headers=headers).json()
            return answer["seats"], answer["opens"]

        assert sit(own, False) == ([1], [1])
        assert sit(other, False) == ([1], [2])
        assert mine.get(f"/api/games/{game}").json()["seats"] == ["sat", "open"]
        assert sit(other, True) == ([1, 2], [2])


def test_a_seat_has_only_so_many_links(client: httpx2.Client) -> None:
    played = Played(client)
    statuses = [played.post("links", 1, seat=1).status_code for _ in range(60)]
    assert statuses[0] == 200
    assert statuses[-1] == 409


# --- Around it ---


def test_it_tells_how_it_is(client: httpx2.Client) -> None:
    health = client.get("/healthz")
    assert health.status_code == 200
    assert health.json()["status"] == "ok"


def test_a_server_that_cannot_keep_games_says_so(tmp_path: Path) -> None:
    with running(tmp_path) as server, server.client() as client:
        played = Played(client)
        (tmp_path / "games.db").rename(tmp_path / "elsewhere.db")
        assert client.get("/healthz").status_code == 503
        began = time.monotonic()
        refused = [played.move(0, "1,1", 1) for _ in range(3)]
        assert {(each.status_code, each.headers["retry-after"]) for each in refused} == {(503, "1")}
        assert played.look()["ply"] == 0
        # Whoever runs it is told, and told again once a minute: a busy machine may take longer than one.
        minutes = (time.monotonic() - began) // 60
        assert 1 <= server.log.count("removed or replaced") <= 1 + minutes
        (tmp_path / "elsewhere.db").rename(tmp_path / "games.db")
        assert played.move(0, "1,1", 1).status_code == 200


def test_a_server_whose_disk_is_full_is_not_healthy_until_there_is_room_again(tmp_path: Path) -> None:
    """A limit on the size of files is the same to it as a full disk, and needs no disk of its own."""
    with running(tmp_path) as server, server.client() as client:
        played = Played(client)
        size = (tmp_path / "games.db-wal").stat().st_size
        limits = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (size, limits[1]))
        assert client.get("/healthz").status_code == 503
        assert played.move(0, "1,1", 1).status_code == 503
        health = client.get("/healthz")
        assert (health.status_code, health.json()["error"]) == (503, "the games cannot be kept just now")
        assert client.get(f"/api/games/{played.id}").status_code == 200
        resource.prlimit(server.pid, resource.RLIMIT_FSIZE, limits)
        assert client.get("/healthz").json()["status"] == "ok"
        assert played.move(0, "1,1", 1).status_code == 200


def test_a_record_is_downloaded_whole(client: httpx2.Client) -> None:
    played = Played(client, second="greedy", seed=5)
    played.move(0, "1,1", 1)
    record = client.get(f"/games/{played.id}/record.json")
    assert "attachment" in record.headers["content-disposition"]
    assert fs.Position.from_record(record.json()).moves[0] == "1,1"
    assert record.json()["players"] == ["human", "greedy"]


def test_pictures_are_of_the_position(client: httpx2.Client) -> None:
    played = Played(client, moves=["1,1", "3,3"])
    picture = client.get(f"/games/{played.id}/picture.svg?ply=1")
    assert picture.text == fs.start("sweep", board=SWEEP).play("1,1").to_svg()
    assert client.get(f"/games/{played.id}/picture.svg?ply=3").status_code == 422
    card = client.get(f"/games/{played.id}/picture.png")
    assert card.headers["content-type"] == "image/png"
    assert card.content.startswith(b"\x89PNG")
    assert client.get(f"/games/{played.id}/qr.svg").text.startswith("<svg")


def test_a_clock_that_went_wrong_removes_no_game(tmp_path: Path) -> None:
    """To the store it is the same whether the clock jumped or nobody has played for years."""
    long_ago = time.time() - 3 * 365 * 24 * 60 * 60

    async def keep() -> None:
        store = open_store(f"sqlite:///{tmp_path / 'games.db'}")
        await store.open(lambda game, entries: None)
        begun = dict.fromkeys(("old", *map(str, range(20))), long_ago)
        for name, created in {**begun, "older": long_ago - 2 * 365 * 24 * 60 * 60}.items():
            await store.create(
                StoredGame(Beginning(name, "sweep", SWEEP, ("human", "human"), 1, created), ((), ()))
            )
        assert await store.last() == long_ago
        await store.close()

    asyncio.run(keep())
    with running(tmp_path) as server, server.client() as client:
        eventually(
            lambda: client.get("/api/games/older").status_code == 404
        )  # older than the newest by too much
        assert client.get("/api/games/old").status_code == 200


def test_everything_survives_a_restart(tmp_path_factory: pytest.TempPathFactory) -> None:
    with running(tmp_path_factory.mktemp("restart")) as server, server.client() as client:
        played = Played(client, second="greedy")
        played.move(0, "1,1", 1)
        server.kill()
        server.start()
        eventually(lambda: played.look()["ply"] == 2)  # the computer's move was not lost with the server
        assert played.move(0, "1,1", 1).status_code == 200
        assert played.look()["moves"][0] == "1,1"
