"""Rules of one's own over HTTP: who wins them, what makes them fair, a sample; and what is refused."""

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import httpx2
import pytest

import fivesquare as fs
from fivesquare.books import NAMED
from fivesquare.intervals import wilson
from fivesquare.remedies import neighbours
from fivesquare.web.settings import Settings
from fivesquare.web.study.answer_cache import SolverAnswer
from fivesquare.web.study.fairness_handlers import FairnessHandlers
from fivesquare.web.study.solver_pool import SolverPool
from patience import PATIENCE
from web.server import Server, running

OWN: dict[str, Any] = {
    "size": [3, 4],
    "values": [1, 9],
    "reach": "edge",
    "take": "nothing",
    "again": "never",
    "goal": "points",
    "tie": "last",
    "title": "Land rush",
}
LARGE = {**OWN, "size": [8, 8], "take": "lower-enemy"}
ADDRESSES = ("/api/fairness", "/api/remedies", "/api/samples")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("fairness")) as started:
        yield started


@pytest.fixture
def client(server: Server) -> Iterator[httpx2.Client]:
    with server.client() as made:
        yield made


def winners_of(book: Any, boards: int = 100) -> list[int]:
    """How many boards first, second and neither win, each solved as anybody can."""
    found = [fs.solve(fs.start(book, seed=seed)).winner for seed in range(boards)]
    return [found.count(1), found.count(2), found.count(0)]


def counts(told: dict[str, Any]) -> list[int]:
    return [told["first"], told["second"], told["drawn"]]


# --- Who wins ---


@pytest.mark.parametrize(
    "book", [OWN, {**OWN, "balance": "swap"}, {**OWN, "balance": {"komi": 2.5}}, "sweep", "forty-two"]
)
def test_the_percentages_are_those_of_the_boards_solved_one_by_one(
    client: httpx2.Client, book: object
) -> None:
    told = client.post("/api/fairness", json={"book": book}).json()
    first, second, drawn = winners_of(book)
    assert counts(told) == [first, second, drawn]
    assert (told["kind"], told["boards"], told["of"], told["is_done"]) == ("solved", 100, 100, True)
    share = wilson(first + drawn / 2, 100)
    assert (told["low"], told["high"]) == (share.low, share.high)
    assert f"{max(first, second, drawn)}% of 100 boards" in told["heading"]


@pytest.mark.parametrize("boards", [1, 9, 10, 37, 100])
def test_so_many_boards_are_counted_as_were_asked_for(client: httpx2.Client, boards: int) -> None:
    told = client.post("/api/fairness", json={"book": OWN, "boards": boards}).json()
    assert counts(told) == winners_of(OWN, boards)
    assert told["is_done"] is (boards == 100)
    assert (told["heading"] == f"Solving {boards} of 100") is (boards < 100)


def test_a_book_without_numbers_has_one_board(client: httpx2.Client) -> None:
    told = client.post("/api/fairness", json={"book": {**OWN, "values": "ones"}}).json()
    assert (told["boards"], told["of"], told["low"]) == (1, 1, None)
    assert sum(counts(told)) == 1


def test_what_is_too_large_is_an_estimate_and_says_so(client: httpx2.Client) -> None:
    told = client.post("/api/fairness", json={"book": LARGE, "boards": 20}).json()
    assert told["kind"] == "estimate"
    assert told["heading"] == "Too large to solve here"
    assert told["certainty"].startswith("An estimate")
    assert sum(counts(told)) == 20
    assert not told["is_fair"]
    none = client.post("/api/remedies", json={"book": LARGE}).json()
    assert none["remedies"] == []
    assert "cannot be solved" in none["note"]


# --- What makes it fair ---


def test_each_remedy_comes_to_what_is_said(client: httpx2.Client) -> None:
    """Its book is a whole one: its boards are solved again, without any of our shortcuts."""
    now = winners_of(OWN)
    told = client.post("/api/remedies", json={"book": OWN}).json()
    assert told["is_done"]
    assert {remedy["kind"] for remedy in told["remedies"]} >= {"komi"}
    for remedy in told["remedies"]:
        found = winners_of(remedy["book"])
        assert counts(remedy) == found
        assert remedy["text"].startswith(f"First {found[0]}, second {found[1]} of 100 boards")
        assert abs(found[0] + found[2] / 2 - 50) <= abs(now[0] + now[2] / 2 - 50) / 2
        assert "title" not in remedy["book"]


def test_a_swap_that_only_turns_the_advantage_round_is_left_out(client: httpx2.Client) -> None:
    assert winners_of({**OWN, "balance": "swap"})[1] > 90
    told = client.post("/api/remedies", json={"book": OWN}).json()
    assert "swap" not in {remedy["kind"] for remedy in told["remedies"]}


def test_ways_are_tried_one_after_the_other(client: httpx2.Client) -> None:
    of = 2 + len(neighbours(fs.RuleBook.of(OWN)))
    for tried in (0, 1, 2, of - 1, of):
        told = client.post("/api/remedies", json={"book": OWN, "tried": tried}).json()
        assert (told["tried"], told["of"], told["is_done"]) == (tried, of, tried == of)
    assert client.post("/api/remedies", json={"book": OWN, "tried": 0}).json()["remedies"] == []


def test_a_fair_book_needs_no_remedy(client: httpx2.Client) -> None:
    told = client.post("/api/remedies", json={"book": "twenty-one"}).json()
    assert (told["remedies"], told["note"], told["is_done"]) == ([], "It is fair as it is.", True)


# --- A sample ---


@pytest.mark.parametrize("book", [OWN, "chain", LARGE])
def test_a_sample_is_a_whole_game_by_the_rules(client: httpx2.Client, book: Any) -> None:
    told = client.post("/api/samples", json={"book": book}).json()
    position = fs.start(book, seed=0)
    assert told["view"]["board"] == position.board.rows
    for frame in told["frames"]:
        position = position.play(frame["last"]["move"])
        assert frame["owners"] == position.owners
        assert frame["legal"] == list(position.legal)
    assert position.is_over
    assert told["caption"] == ("Two greedy players" if book is LARGE else "Two perfect players")


def test_nothing_of_a_title_is_remembered(client: httpx2.Client) -> None:
    """Two people may call equal rules differently: neither reads what the other wrote."""
    book = {**OWN, "size": [4, 3]}  # which nobody has asked for yet
    one = client.post("/api/samples", json={"book": {**book, "title": "One"}})
    other = client.post("/api/samples", json={"book": {**book, "title": "Other"}})
    assert one.json()["title"] == "One"
    assert "One" not in other.text
    for path in ADDRESSES[:2]:
        assert "Land rush" not in client.post(path, json={"book": OWN}).text


# --- What is refused ---


@pytest.mark.parametrize("path", ADDRESSES)
@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ({}, 'there is no "book"'),
        ([OWN], "a record is an object"),
        ({"book": "flop"}, "did you mean"),
        ({"book": {**OWN, "size": [9, 9]}}, "8x8"),
        ({"book": {**OWN, "reach": "nowhere"}}, "reach"),
        ({"book": {**OWN, "title": "x" * 81}}, "at most 80"),
        ({"book": {**OWN, "title": "a\nb"}}, "one line"),
        ({"book": OWN, "seeds": 7}, "means nothing here"),
        ({"book": [[[[[]]]]]}, "a name or an object"),
    ],
)
def test_what_cannot_be_used_is_refused_in_a_sentence(
    client: httpx2.Client, path: str, sent: object, words: str
) -> None:
    answer = client.post(path, json=sent)
    assert answer.status_code == 422
    assert words in answer.json()["error"]


@pytest.mark.parametrize("number", [-1, 101, 1.5, True, "10", None, 10**20, [1]])
@pytest.mark.parametrize(("path", "key"), [("/api/fairness", "boards"), ("/api/remedies", "tried")])
def test_a_number_has_bounds(client: httpx2.Client, path: str, key: str, number: object) -> None:
    answer = client.post(path, content=json.dumps({"book": OWN, key: number}))
    assert answer.status_code == 422
    assert "to 100" in answer.json()["error"]


@pytest.mark.parametrize("body", [b"{", b"\xff\xfe", b"[" * 5000, b"nul", b'"x"'])
def test_what_is_no_object_is_refused(client: httpx2.Client, body: bytes) -> None:
    for path in ADDRESSES:
        answer = client.post(path, content=body)
        assert answer.status_code == 422
        assert answer.json()["error"]


# --- Lanes ---


def test_a_survey_holds_up_no_analysis() -> None:
    """Boards are solved in a lane of their own: however many wait there, a question is answered."""

    async def body() -> None:
        pool = SolverPool(Settings(solve_threads=1, solve_queue=50))
        gate = asyncio.Event()
        loop = asyncio.get_running_loop()

        def held(glance: Any) -> SolverAnswer:
            asyncio.run_coroutine_threadsafe(gate.wait(), loop).result()
            return SolverAnswer(b"held")

        surveys = [asyncio.ensure_future(pool.survey(number, held)) for number in range(20)]
        answer = await pool.ask("question", lambda _: SolverAnswer(b"answered"))
        assert answer.body == b"answered"
        assert not any(survey.done() for survey in surveys)
        gate.set()
        assert {each.body for each in await asyncio.gather(*surveys)} == {b"held"}
        pool.close()

    asyncio.run(asyncio.wait_for(body(), PATIENCE))


def test_equal_answers_are_solved_once_whatever_they_are_called(monkeypatch: pytest.MonkeyPatch) -> None:
    async def body() -> None:
        pool = SolverPool(Settings())
        handlers = FairnessHandlers(pool)
        asked: list[object] = []
        survey = pool.survey

        async def noting(key: Any, question: Any) -> SolverAnswer:
            asked.append(key)
            return await survey(key, question)

        monkeypatch.setattr(pool, "survey", noting)
        for title in ("One", "Other"):
            book = fs.RuleBook.of({**OWN, "title": title})
            await handlers._fairness(book, {"boards": 10})
        assert asked[0] == asked[1]
        assert "One" not in repr(asked)
        pool.close()

    asyncio.run(asyncio.wait_for(body(), PATIENCE))


def test_every_named_book_can_be_surveyed(client: httpx2.Client) -> None:
    for name in NAMED:
        told = client.post("/api/fairness", json={"book": name, "boards": 10}).json()
        assert told["kind"] == "solved"
