"""The pages of the review as they are sent, and what they ask for besides worths."""

import json
import re
from collections.abc import Iterator
from typing import Any

import httpx2
import pytest

from fivesquare.position import Position
from web.server import running

SWEEP: dict[str, Any] = {
    "book": "sweep",
    "board": [[5, 3, 8], [2, 9, 1], [6, 4, 7]],
    "moves": ["2,2", "1,3", "3,3"],
}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx2.Client]:
    with running(tmp_path_factory.mktemp("reviewing")) as server, server.client() as client:
        yield client


def data_of(page: httpx2.Response) -> dict[str, Any]:
    """What a page carries for its script."""
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page.text, re.DOTALL)
    assert found is not None
    data: dict[str, Any] = json.loads(found[1])
    return data


def test_plies_are_the_views_of_every_position(client: httpx2.Client) -> None:
    answer = client.post("/api/plies", json=SWEEP).json()
    history = Position.from_record(SWEEP).history()
    assert answer["game"]["board"] == SWEEP["board"]
    assert answer["game"]["players"] == ["human", "human"]
    assert len(answer["plies"]) == len(history)
    for ply, position in zip(answer["plies"], history, strict=True):
        assert {key: ply[key] for key in position.view()} == position.view()
    assert answer["plies"][1]["last"] == {
        "move": "2,2",
        "player": 1,
        "takes": ["1,2", "2,1", "2,3", "3,2"],
        "skipped": None,
        "forfeits": False,
    }


@pytest.mark.parametrize("path", ["/api/plies", "/api/picture"])
@pytest.mark.parametrize(
    ("body", "problem"),
    [
        (b"{", "not JSON"),
        (b"[]", "a record is an object"),
        (b"\xff", "UTF-8"),
        (b'{"book": "sweep"}', "board"),
        (json.dumps({**SWEEP, "moves": ["2,2", "2,2"]}).encode(), "2,2"),
    ],
)
def test_what_is_no_record_is_refused(client: httpx2.Client, path: str, body: bytes, problem: str) -> None:
    answer = client.post(path, content=body)
    assert answer.status_code == 422
    assert problem in answer.json()["error"]


def test_the_picture_of_a_record_is_a_png(client: httpx2.Client) -> None:
    answer = client.post("/api/picture", json=SWEEP)
    assert answer.headers["content-type"] == "image/png"
    assert answer.content.startswith(b"\x89PNG")


def test_the_page_for_any_record_carries_none(client: httpx2.Client) -> None:
    assert data_of(client.get("/review")) == {
        "id": None,
        "record": None,
        "seats": [],
        "result": None,
        "is_reachable": True,
    }


def test_the_page_of_a_game_carries_its_record_and_my_seats(client: httpx2.Client) -> None:
    book = {"like": "sweep", "title": "</script><script>alert(1)</script>"}
    begun = client.post("/api/games", json={**SWEEP, "book": book, "first": "level:1"})
    page = client.get(f"{begun.headers['location']}/review")
    assert "<script>alert" not in page.text
    data = data_of(page)
    assert data["record"]["moves"][:3] == SWEEP["moves"]
    assert data["seats"] == [2]
    assert data["result"] is None


def test_a_link_to_a_review_is_shown_with_all_that_a_messenger_wants(client: httpx2.Client) -> None:
    game = client.post("/api/games", json={"book": "grow", "second": "level:1"}).headers["location"]
    for path, title, picture in (
        (f"{game}/review", "Review: Grow", f"{game}/picture.png"),
        ("/review", "Review a game", "/picture.png"),
    ):
        page = client.get(path).text
        assert f"<title>{title} · Fivesquare</title>" in page
        for name, content in (
            ("title", title),
            ("url", f"{client.base_url}{path}"),
            ("image", f"{client.base_url}{picture}"),
        ):
            assert f'<meta property="og:{name}" content="{content}">' in page


def test_a_game_between_two_people_says_nothing_until_it_is_over(client: httpx2.Client) -> None:
    begun = client.post("/api/games", json={**SWEEP, "sit": [1]})
    place = f"{begun.headers['location']}/review"
    closed = client.get(place)
    assert "Its review opens when it is over." in closed.text
    assert data_of(closed) == {}
    game, secret = begun.json()["game"], begun.json()["seats"]["2"]
    given_up = client.post(
        f"/api{begun.headers['location']}/resign",
        json={"version": game["version"]},
        headers={"authorization": f"Bearer {secret}"},
    )
    assert given_up.status_code == 200
    data = data_of(client.get(place))
    assert data["result"] == {"winner": 1, "reason": "resignation"}
    assert data["seats"] == [1]


def test_there_is_no_review_of_an_unknown_game(client: httpx2.Client) -> None:
    answer = client.get("/games/nosuchgame/review", headers={"accept": "text/html"})
    assert answer.status_code == 404
    assert answer.headers["content-type"].startswith("text/html")


def test_pictures_of_alike_positions_have_their_own_titles_and_last_moves(client: httpx2.Client) -> None:
    """What can happen from here on is the same, but not what is to be seen."""
    board = [[5, 3, 8], [2, 9, 1], [6, 4, 7]]
    own = [{"book": {"like": "sweep", "title": title}, "board": board, "moves": []} for title in "AB"]
    orders = [["1,1", "1,3", "3,3"], ["3,3", "1,3", "1,1"]]
    played = [{"book": "chain", "board": [[1] * 4] * 4, "moves": moves} for moves in orders]
    first, second = (Position.from_record(record) for record in played)
    assert first.state == second.state
    pictures = [client.post("/api/picture", json=record).content for record in (*own, *played)]
    assert len(set(pictures)) == len(pictures)
