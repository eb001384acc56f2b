"""A browser's own progress over HTTP: what is counted, gone over, copied and forgotten."""

import json
import random
from collections.abc import Iterator
from functools import partial
from typing import Any

import httpx2
import pytest

import fivesquare as fs
from fivesquare import mistakes
from fivesquare.books import NAMED
from fivesquare.insight import MOST_REVIEWED
from fivesquare.web.study.review_view import gone_over
from patience import PATIENCE
from web.ladder_games import Game, begin, play_on, won
from web.server import NO_LIMITS, Server, eventually, running
from web.test_days import hand_in, today, tried

SWEEP = [[5, 3, 8], [2, 9, 1], [6, 4, 7]]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("me"), **NO_LIMITS) as started, started.client() as client:
        eventually(lambda: client.get("/healthz").json()["solver"] == "ready", 300)
        yield started


@pytest.fixture
def client(server: Server) -> Iterator[httpx2.Client]:
    """A browser of its own: cookies are kept by the client."""
    with server.client() as made:
        yield made


def me(client: httpx2.Client) -> dict[str, Any]:
    response = client.get("/api/me")
    assert response.status_code == 200, response.text
    told: dict[str, Any] = response.json()
    return told


def gone_over_by(client: httpx2.Client) -> dict[str, Any]:
    """The same once every game has been gone over."""
    found: list[dict[str, Any]] = []

    def is_done() -> bool:
        found[:] = [me(client)]
        return bool(found[0]["reviews"]["done"] == found[0]["reviews"]["of"])

    eventually(is_done, PATIENCE)
    return found[0]


def with_mistakes(kind: str, book: str = "raid") -> fs.Position:
    """A game of random moves in which the first player makes such a mistake where one move would win."""
    for seed in range(500):
        chance = random.Random(seed)
        position = fs.Position.start(NAMED[book], seed=seed, size=[3, 3])
        while not position.is_over:
            position = position.play(chance.choice(position.legal))
        made = mistakes.mistakes(fs.review(position), 1)
        if any(each.kind == kind and each.is_puzzle for each in made):
            return position
    raise AssertionError("there is no such game")


def begin_with(client: httpx2.Client, position: fs.Position) -> Game:
    """The same game as one of the browser, move by move."""
    board = [list(row) for row in position.board.rows]
    return begin(client, book="raid", board=board, moves=list(position.moves), second="greedy")


# --- What is known ---


def test_who_has_played_nothing_has_empty_ladders(client: httpx2.Client) -> None:
    told = me(client)
    assert told["games"] == {"running": 0, "finished": 0, "won": 0, "lost": 0, "draw": 0}
    assert told["reviews"] == {"done": 0, "of": 0, "left_out": 0}
    assert list(told["ladders"]) == list(NAMED)
    assert told["ladders"]["flip"] == {"beaten": [], "next": "level:1", "won": 0, "lost": 0}
    assert (told["name"], told["streak"], told["mistake"]) == (None, 0, None)
    assert told["accuracy"] == {"recent": None, "better": None, "games": []}
    assert "Your ladder starts here" in client.get("/me").text


def test_games_are_counted_by_how_they_ended(client: httpx2.Client) -> None:
    won(client)
    game = begin(client, book="grow")
    client.post(f"/api/games/{game['id']}/resign", json={"version": game["version"]})
    begin(client)
    begin(client, second="human")
    told = me(client)
    assert told["games"]["running"] == 2
    assert (told["games"]["won"], told["games"]["lost"]) == (told["games"]["finished"] - 1, 1)
    flip, grow = told["ladders"]["flip"], told["ladders"]["grow"]
    assert (flip["beaten"], flip["next"], flip["lost"]) == (["level:1"], "level:2", 0)
    assert (grow["won"], grow["lost"]) == (0, 1)


def test_accuracy_and_skill_are_those_of_the_review(client: httpx2.Client) -> None:
    games = [play_on(client, begin(client, seed=seed)["id"], player="level:3") for seed in (1, 2)]
    told = gone_over_by(client)
    expected = []
    for game in games:
        position = fs.Position.from_record({key: game[key] for key in ("book", "board", "moves")})
        review = gone_over(position, 60, 1 << 27, lambda: None)
        expected.append((review.accuracy(1), review.skill(1)))
    for name, numbers in zip(("accuracy", "skill"), zip(*expected, strict=True), strict=True):
        assert told[name]["games"] == pytest.approx(list(numbers), abs=1e-4)
        assert told[name]["recent"] == pytest.approx(sum(numbers) / 2, abs=1e-4)


def test_a_game_is_gone_over_once(client: httpx2.Client, server: Server) -> None:
    game = play_on(client, begin(client, book="sweep", board=SWEEP)["id"])
    before = gone_over_by(client)
    page = client.get("/me").text
    assert "% accurate" in page
    assert f"/games/{game['id']}/review" in page
    server.kill()
    server.start()
    eventually(lambda: client.get("/healthz").status_code == 200)
    assert me(client) == before


def test_a_takeback_after_the_end_has_it_gone_over_again(client: httpx2.Client) -> None:
    game = play_on(client, begin(client, book="sweep", board=SWEEP)["id"])
    gone_over_by(client)
    path = f"/api/games/{game['id']}"
    back = client.post(f"{path}/takeback", json={"version": game["version"]}).json()
    assert not back["over"]
    assert me(client)["reviews"]["of"] == 0
    play_on(client, game["id"], player="level:1")
    assert gone_over_by(client)["reviews"]["done"] == 1


def test_large_boards_are_left_out_and_the_page_says_so(client: httpx2.Client) -> None:
    game = begin(client, book="grow", size=[6, 6])
    client.post(f"/api/games/{game['id']}/moves", json={"ply": 0, "move": "1,1"})
    eventually(partial(resign, client, game["id"]))
    assert me(client)["reviews"] == {"done": 0, "of": 0, "left_out": 1}
    assert "1 game is left out: the board is too large for exact values." in client.get("/me").text


def test_the_usual_mistake_and_puzzles_of_it(client: httpx2.Client) -> None:
    kind = "taken"
    position = with_mistakes(kind)
    for number in range(mistakes.FEWEST):
        assert gone_over_by(client)["mistake"] is None, number
        begin_with(client, position)
    told = gone_over_by(client)
    assert told["mistake"]["kind"] == kind
    assert told["mistake"]["count"] >= mistakes.FEWEST
    assert told["mistake"]["words"] in client.get("/me").text
    assert f"/puzzles?mistake={kind}&amp;book=raid" in client.get("/me").text
    records = client.get("/api/me/practice", params={"mistake": kind}).json()["records"]
    assert records
    for record in records:
        posed = client.post("/api/puzzles", json={"record": record})
        assert posed.status_code == 200, posed.text
        assert len(posed.json()["right"]) == 1
    other = client.get("/api/puzzles", params={"book": "raid", "mistake": kind, "seed": 1})
    assert other.status_code == 200
    assert client.get("/api/puzzles", params={"mistake": "folly"}).status_code == 422
    assert client.get("/api/me/practice", params={"mistake": "folly"}).status_code == 422


# --- The list ---


def test_the_list_has_pages(client: httpx2.Client) -> None:
    ids = []
    for _ in range(14):
        game = begin(client)
        client.post(f"/api/games/{game['id']}/resign", json={"version": game["version"]})
        ids.append(game["id"])
    first, second = (client.get("/me", params={"page": page}).text for page in (1, 2))
    assert [game in first for game in ids[::-1]] == [True] * 12 + [False] * 2
    assert [game in second for game in ids[::-1]] == [False] * 12 + [True] * 2
    assert "Page 2 of 2" in second
    assert client.get("/me", params={"page": "99"}).text.count("Page 2 of 2") == 1
    assert "Page 1 of 2" in client.get("/me", params={"page": "-1"}).text
    running = begin(client)["id"]
    assert running in client.get("/me?games=running").text
    assert running not in client.get("/me").text


def test_a_name_is_data(client: httpx2.Client) -> None:
    begin(client)
    assert client.post("/api/me/name", json={"name": "<b>Sam</b>"}).status_code == 200
    page = client.get("/me").text
    assert "&lt;b&gt;Sam&lt;/b&gt;" in page
    assert "<b>Sam" not in page
    assert me(client)["name"] == "<b>Sam</b>"
    for name in ("Level 3", "x" * 25, "​"):
        assert client.post("/api/me/name", json={"name": name}).status_code == 422
    assert client.post("/api/me/name", json={"name": None}).json() == {"name": None}


def test_the_streak_shows_with_games_and_without(client: httpx2.Client) -> None:
    hand_in(client, today())
    assert me(client)["streak"] == 1
    assert "1 day in a row" in client.get("/me").text
    begin(client)
    assert "1 day in a row" in client.get("/me").text


# --- A copy, and the end ---


def test_a_copy_has_everything(client: httpx2.Client) -> None:
    client.post("/api/me/name", json={"name": "Sam"})
    game = won(client)
    hand_in(client, today(), tried(today(), wrong=1))
    response = client.get("/api/me/export")
    assert response.headers["content-disposition"] == 'attachment; filename="fivesquare.json"'
    copy = response.json()
    assert (copy["fivesquare"], copy["name"]) == (fs.__version__, "Sam")
    assert copy["levels"]["flip"] == ["level:1"]
    (day,) = copy["days"]
    assert (day["date"], day["tries"][0]) == (str(today()), 2)
    kept = next(each for each in copy["games"] if each["id"] == game["id"])
    assert kept["seats"] == [1]
    lines = [line for line in response.text.splitlines() if game["id"] in line]
    assert kept in [json.loads(line.rstrip(",")) for line in lines]
    position = fs.Position.from_record(kept["record"])
    assert (list(position.moves), kept["record"]["names"]) == (game["moves"], ["Sam", None])


def test_forgetting_leaves_nothing(client: httpx2.Client, server: Server) -> None:
    client.post("/api/me/name", json={"name": "Sam"})
    shared = begin(client, second="human", sit=[1])
    secret = (
        client.post(f"/api/games/{shared['id']}/links", json={"seat": 2}).json()["link"].partition("#")[2]
    )
    with server.client() as friend:
        friend.post(
            f"/api/games/{shared['id']}/seat", json={}, headers={"Authorization": f"Bearer {secret}"}
        )
        friend.post(f"/api/games/{shared['id']}/name", json={"name": "Mara"})
        won(client)
        hand_in(client, today())
        gone_over_by(client)
        old = dict(client.cookies)
        response = client.post("/api/me/forget")
        assert "Max-Age=0" in response.headers["set-cookie"]
        seen = friend.get(f"/api/games/{shared['id']}").json()
        assert (seen["names"], seen["seats"]) == ([None, "Mara"], ["sat", "sat"])
        assert "Sam" not in friend.get(f"/games/{shared['id']}").text
        assert friend.get(f"/games/{shared['id']}/record.json").json()["names"] == [None, "Mara"]
        with server.client(cookies=old) as again:
            told = me(again)
            assert (told["games"]["finished"], told["games"]["running"]) == (0, 0)
            assert (told["name"], told["streak"], told["ladders"]["flip"]["beaten"]) == (None, 0, [])
            assert again.get("/api/me/export").json()["days"] == []
            moved = again.post(f"/api/games/{shared['id']}/moves", json={"ply": 0, "move": "1,1"})
            assert moved.status_code == 401
    with server.client() as nobody:
        assert nobody.post("/api/me/forget").status_code == 200


def test_another_site_cannot_have_it_forgotten(client: httpx2.Client) -> None:
    begin(client)
    elsewhere = {"Origin": "https://elsewhere.example", "Sec-Fetch-Site": "cross-site"}
    assert client.post("/api/me/forget", headers=elsewhere).status_code == 403
    assert me(client)["games"]["running"] == 1


# --- Bounds ---


def test_no_more_than_the_newest_games_are_gone_over(client: httpx2.Client) -> None:
    for _ in range(MOST_REVIEWED + 2):
        game = begin(client, book="sweep", board=SWEEP)
        client.post(f"/api/games/{game['id']}/moves", json={"ply": 0, "move": "2,2"})
        eventually(partial(resign, client, game["id"]))
    assert gone_over_by(client)["reviews"]["of"] == MOST_REVIEWED


def resign(client: httpx2.Client, game: str) -> bool:
    """Resign, or find that it is over; a computer that moves meanwhile is waited for."""
    now = client.get(f"/api/games/{game}").json()
    body = {"version": now["version"]}
    return bool(now["over"]) or client.post(f"/api/games/{game}/resign", json=body).status_code == 200
