"""What there is to play, and any rule book in sentences."""

import itertools
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

import fivesquare as fs
from fivesquare.players import find_player
from fivesquare.rulebook import QUESTIONS
from fivesquare.web.app import route
from fivesquare.web.routes import _analyses
from fivesquare.web.settings import Settings
from fivesquare.web.study.advice_handlers import AdviceHandlers
from fivesquare.web.study.fairness_handlers import FairnessHandlers
from fivesquare.web.study.handlers import StudyHandlers
from fivesquare.web.study.solver_pool import SolverPool


@pytest.fixture(scope="module")
def client() -> TestClient:
    pool = SolverPool(Settings())
    operations = _analyses(StudyHandlers(pool), AdviceHandlers(pool), FairnessHandlers(pool))
    return TestClient(Starlette(routes=[*map(route, operations)]))


def test_the_catalogue_has_every_book_and_every_player(client: TestClient) -> None:
    response = client.get("/api/catalogue")
    assert response.status_code == 200
    told = response.json()
    assert [book["name"] for book in told["books"]] == list(fs.CATALOGUE)
    for book in told["books"]:
        named = fs.CATALOGUE[book["name"]]
        assert (book["title"], tuple(book["size"])) == (named.title, named.size)
        assert fs.find_book(book["answers"]) == named
        assert book["brief"]
    for player in told["players"]:
        find_player(player["name"])
        assert player["words"]
    names = [player["name"] for player in told["players"]]
    assert names[0] == "level:1"
    assert {"level:10", "perfect", "greedy", "random"} <= set(names)
    assert "human" not in names


def test_every_answer_of_the_form_makes_a_book(client: TestClient) -> None:
    questions = client.get("/api/catalogue").json()["questions"]
    assert list(questions) == [*QUESTIONS, "balance"]
    answers = {
        field: [choice["answer"] for choice in asked["answers"]] for field, asked in questions.items()
    }
    assert all(answers.values())
    assert all(choice["words"] for asked in questions.values() for choice in asked["answers"])
    for chosen in itertools.product(*answers.values()):
        book = dict(zip(answers, chosen, strict=True))
        if isinstance(book["balance"], dict) and book["goal"] != "points":
            book["balance"] = "none"
        fs.find_book(book)


def test_a_book_is_told_in_sentences(client: TestClient) -> None:
    told = client.post("/api/books", json={"book": "grow"}).json()
    assert (told["title"], told["name"], told["book"]) == ("Grid Capture", "grow", "grow")
    titles = [paragraph["title"] for paragraph in told["rules"]]
    assert titles == ["Objective", "Board", "A turn", "The end"]
    assert told["size"] == [5, 5]
    assert told["rulings"][0]["id"] == "grow-1"
    assert told["brief"] == "grow from the edge, most points win"


def test_a_book_of_ones_own_and_another_size(client: TestClient) -> None:
    book = {"like": "flip", "balance": {"komi": 2.5}, "title": "Flip with komi"}
    told = client.post("/api/books", json={"book": book, "size": [2, 3]}).json()
    assert (told["title"], told["name"], told["size"]) == ("Flip with komi", "flip", [2, 3])
    assert told["book"] == book
    assert told["rules"][1]["text"].startswith("2 rows of 3 cells")
    assert told["rules"][-1]["title"] == "Balance"


@pytest.mark.parametrize(
    ("wanted", "field"),
    [
        ({"book": "chess"}, "book"),
        ({"book": 5}, "book"),
        ({"book": {"like": "grow", "tie": "never"}}, "tie"),
        ({"book": {"like": "grow", "colour": "red"}}, "'colour'"),
        ({"book": {"like": "grow", "title": ""}}, "title"),
        ({"book": {"like": "chain", "balance": {"komi": 3}}}, "balance"),
        ({"book": {"size": [3, 3]}}, "values"),
        ({}, None),
        ({"book": "grow", "size": [0, 3]}, None),
        ({"book": "grow", "size": "3x3"}, None),
        ({"book": "grow", "more": 1}, None),
        ([], None),
    ],
)
def test_what_is_no_book_is_refused(client: TestClient, wanted: Any, field: str | None) -> None:
    response = client.post("/api/books", json=wanted)
    assert response.status_code == 422
    told = response.json()
    assert told["error"]
    assert told.get("field") == field
