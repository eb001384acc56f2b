"""Lessons over HTTP, and their pages."""

import json
import re
from collections.abc import Iterator
from html import unescape
from typing import Any
from urllib.parse import quote

import httpx2
import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from fivesquare.books import NAMED, VARIANTS, find_book
from fivesquare.primer import make_primer
from fivesquare.web.app import route
from fivesquare.web.pages import lesson_pages
from fivesquare.web.routes import _analyses
from fivesquare.web.settings import Settings
from fivesquare.web.study.advice_handlers import AdviceHandlers
from fivesquare.web.study.answer_cache import SolverAnswer
from fivesquare.web.study.fairness_handlers import FairnessHandlers
from fivesquare.web.study.handlers import StudyHandlers
from fivesquare.web.study.lesson_view import lesson
from fivesquare.web.study.solver_pool import SolverPool
from web.server import Server, running

OWN = {
    "like": "flip",
    "size": [3, 3],
    "again": "chain",
    "balance": {"komi": 2.5},
    "title": "Mine & <yours>",
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("lessons")) as started:
        yield started


@pytest.fixture
def client(server: Server) -> Iterator[httpx2.Client]:
    with server.client(headers={"accept": "text/html"}) as made:
        yield made


def page_data(page: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    told: dict[str, Any] = json.loads(found[1])
    return told


@pytest.mark.parametrize("name", NAMED)
def test_a_lesson_is_the_primer_of_its_book(client: httpx2.Client, name: str) -> None:
    told = client.post("/api/lessons", json={"book": name}).json()
    assert told == json.loads(json.dumps(lesson(make_primer(NAMED[name]))))
    for exercise in told["exercises"]:
        assert set(exercise["answers"]) == set(exercise["view"]["legal"])
        assert any(answer["right"] for answer in exercise["answers"].values())


def test_the_title_of_a_book_is_no_part_of_its_lesson(client: httpx2.Client) -> None:
    """Two people may call equal rules differently: neither reads what the other wrote."""
    one = client.post("/api/lessons", json={"book": OWN})
    other = client.post("/api/lessons", json={"book": {**OWN, "title": "Something else"}})
    assert one.content == other.content
    assert b"Mine" not in one.content


def test_titles_alone_fill_no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    pool = SolverPool(Settings())
    asked = []
    ask = pool.ask

    async def noting(key: Any, question: Any) -> SolverAnswer:
        asked.append(key)
        return await ask(key, question)

    monkeypatch.setattr(pool, "ask", noting)
    operations = _analyses(StudyHandlers(pool), AdviceHandlers(pool), FairnessHandlers(pool))
    with TestClient(Starlette(routes=[*map(route, operations)])) as client:
        for title in ("One", "Other"):
            assert client.post("/api/lessons", json={"book": {**OWN, "title": title}}).status_code == 200
    pool.close()
    assert asked[0] == asked[1]


@pytest.mark.parametrize(
    ("wanted", "problem"),
    [
        ({}, 'there is no "book"'),
        ({"book": "gorw"}, "did you mean grow"),
        ({"book": {"like": "flip", "reach": "far"}}, "reach: must be"),
        ({"book": 7}, "must be a name or an object"),
        ({"book": "flip", "size": [3, 3]}, "means nothing here"),
    ],
)
def test_what_is_no_book_is_refused_in_a_sentence(
    client: httpx2.Client, wanted: dict[str, Any], problem: str
) -> None:
    response = client.post("/api/lessons", json=wanted)
    assert response.status_code == 422
    assert problem in response.json()["error"]


def test_lessons_are_offered_for_the_five_and_the_fair_three(client: httpx2.Client) -> None:
    page = client.get("/learn").text
    for name in NAMED:
        assert f'href="/learn/{name}"' in page
    assert page.count(">fair<") == len(VARIANTS)
    assert 'href="/rules/flip"' in page
    assert re.search(r'<a href="/learn" aria-current="page">Learn</a>', page)


@pytest.mark.parametrize("name", NAMED)
def test_a_lesson_page_names_its_book(client: httpx2.Client, name: str) -> None:
    page = client.get(f"/learn/{name}").text
    told = page_data(page)
    assert told["key"] == name
    assert f"<h1>Learn {told['label']}</h1>" in page
    assert re.search(r'id="skip" disabled>Skip to a game<', page)  # until its script is there


def test_an_unknown_lesson_is_not_found(client: httpx2.Client) -> None:
    assert client.get("/learn/gorw").status_code == 404


def test_rules_of_ones_own_come_in_the_address(client: httpx2.Client) -> None:
    page = client.get("/learn", params={"rules": json.dumps(OWN)})
    assert page.status_code == 200
    assert "<yours>" not in page.text.replace(json.dumps(OWN), "")
    assert "<h1>Learn Mine & <yours></h1>" in unescape(page.text)
    told = page_data(page.text)
    assert told["book"] == OWN
    assert client.post("/api/lessons", json={"book": told["book"]}).status_code == 200


@pytest.mark.parametrize(
    ("rules", "problem"),
    [
        ("{", "are not JSON"),
        ("[" * 1900, "are not JSON"),
        (json.dumps({"like": "flip", "reach": "far"}), "reach: must be"),
        (json.dumps({"like": "flip", "title": "x" * 2000}), "at most 2000 characters"),
        ('"gorw"', "no book is called"),
        ("NaN", "must be a name or an object"),
    ],
)
def test_rules_that_cannot_be_used_are_refused_in_a_sentence(
    client: httpx2.Client, rules: str, problem: str
) -> None:
    page = client.get("/learn", params={"rules": rules})
    assert page.status_code == 422
    assert problem.lower() in unescape(page.text).lower()


@pytest.mark.parametrize(
    "back", ["//evil.example", "https://evil.example", "../me", "a" * 65, "x y", '"><b>']
)
def test_one_comes_back_to_games_of_this_site_only(client: httpx2.Client, back: str) -> None:
    page = client.get("/learn/flip", params={"back": back}).text
    assert "Back to your game" not in page
    assert "evil.example" not in page


def test_a_game_offers_its_lesson_and_the_lesson_leads_back(client: httpx2.Client) -> None:
    begun = client.post("/api/games", json={"book": "flip", "second": "level:1"}).json()
    page = client.get(f"/games/{begun['id']}").text
    assert f'href="/learn/flip?back={begun["id"]}"' in page
    lesson_page = client.get(f"/learn/flip?back={begun['id']}").text
    assert lesson_page.count(f'href="/games/{begun["id"]}"') == 2  # to skip it, and at its end


@pytest.mark.parametrize(
    "book", [OWN, {"like": "flip", "balance": "swap"}, {"like": "sweep", "tie": "second"}]
)
def test_a_game_of_ones_own_offers_a_lesson_with_its_rules(
    client: httpx2.Client, book: dict[str, Any]
) -> None:
    begun = client.post("/api/games", json={"book": book, "second": "level:1"}).json()
    found = re.search(r'href="(/learn\?rules=[^"]+)"', client.get(f"/games/{begun['id']}").text)
    assert found is not None
    page = client.get(unescape(found[1]))
    assert page.status_code == 200
    assert page_data(page.text)["book"] == book
    assert f"/games/{begun['id']}" in page.text


def test_games_of_another_size_share_the_lesson_of_their_book(client: httpx2.Client) -> None:
    begun = client.post("/api/games", json={"book": "grow", "size": [3, 4]}).json()
    assert 'href="/learn/grow?back=' in client.get(f"/games/{begun['id']}").text


def test_a_game_that_is_over_offers_no_lesson(client: httpx2.Client) -> None:
    moves = ["2,2", "1,3", "3,3", "3,1", "1,1"]
    wish = {"book": "sweep", "board": [[5, 3, 8], [2, 9, 1], [6, 4, 7]], "moves": moves}
    begun = client.post("/api/games", json=wish).json()
    assert "newcomer" not in client.get(f"/games/{begun['id']}").text


def test_a_lesson_costs_as_much_as_a_question_to_the_solver(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    folder = tmp_path_factory.mktemp("few")
    with running(folder, requests=0.01, requests_at_once=12) as server, server.client() as client:
        answers = [client.post("/api/lessons", json={"book": "no"}).status_code for _ in range(3)]
    assert answers == [422, 422, 429]


def test_the_longest_title_still_fits_an_address() -> None:
    """A game of any book can offer its lesson."""
    title = "\N{GRINNING FACE}" * 80
    book = find_book({**NAMED["flip"].answers, "again": "chain", "title": title})
    offered = lesson_pages.offer(book, "x" * 22)
    assert quote(title) in offered.path
    assert len(offered.path) < 4000


def test_a_game_without_a_title_is_called_the_game(client: httpx2.Client) -> None:
    book = {"like": "sweep", "size": [2, 3], "title": "A game of your own"}
    page = client.get("/learn", params={"rules": json.dumps(book)}).text
    assert "<h1>Learn the game</h1>" in page
    assert "the game.</h2>" in page
    begun = client.post("/api/games", json={"book": book}).json()
    assert "New to the game?" in client.get(f"/games/{begun['id']}").text
