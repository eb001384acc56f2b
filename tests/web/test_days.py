"""The puzzle of the day over HTTP: the puzzle, what is noted for a browser, and what is refused."""

import datetime
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

import fivesquare as fs
from fivesquare import dailies
from fivesquare.web.study import day_view
from fivesquare.words import days
from web.server import NO_LIMITS, Server, eventually, running

DAY = datetime.timedelta(days=1)
FLIP = "2026-11-18"
CLAIMS = [["2,3"], ["3,3"], ["4,2"], ["1,2"]]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    settings = {**NO_LIMITS, "allowed_hosts": ["club.example"]}
    with running(tmp_path_factory.mktemp("days"), **settings) as started, started.client() as client:
        eventually(lambda: client.get("/healthz").json()["solver"] == "ready", 300)
        yield started


@pytest.fixture
def client(server: Server) -> Iterator[httpx2.Client]:
    """A browser of its own: cookies are kept by the client."""
    with server.client() as made:
        yield made


def today() -> datetime.date:
    return datetime.datetime.now(datetime.UTC).date()


def tried(day: datetime.date, wrong: int = 0) -> list[list[str]]:
    """Every claim found, the first after some wrong tries."""
    first, *rest = fs.daily(day).claims
    others = [move for move in first.each if move != first.move]
    return [[*others[:wrong], first.move], *([claim.move] for claim in rest)]


def hand_in(
    client: httpx2.Client, day: datetime.date, moves: Any = None, own: Any = None
) -> dict[str, Any]:
    body = {"tried": tried(day) if moves is None else moves, "today": str(own or today())}
    response = client.post(f"/api/daily/{day}", json=body)
    assert response.status_code == 200, response.text
    told: dict[str, Any] = response.json()
    return told


# --- The puzzle ---


def test_a_puzzle_with_all_that_is_said(client: httpx2.Client) -> None:
    response = client.get(f"/api/daily/{FLIP}")
    assert response.headers["cache-control"] == "public, max-age=3600"
    told = response.json()
    puzzle = fs.daily(FLIP)
    assert (told["number"], told["book"], told["label"], told["next"]) == (128, "flip", "Flip", "Sweep")
    assert told["heading"] == days.heading(puzzle.date)
    assert told["game"]["board"] == puzzle.position.board.rows
    assert [claim["right"] for claim in told["claims"]] == [claim.move for claim in puzzle.claims]
    for told_claim, claim in zip(told["claims"], puzzle.claims, strict=True):
        assert told_claim["view"]["legal"] == list(claim.position.legal)
        assert [view["owners"] for view in told_claim["after"]] == [
            after.view()["owners"] for after in claim.after
        ]
        assert told_claim["tries"] == claim.tries == len(told_claim["to_go"])
        for words in (told_claim["wrong"], told_claim["why"]):
            assert set(words) == set(claim.each) - {claim.move}
    assert told["claims"][0]["wrong"]["1,1"] == ["Not the 1.", "Amber would win by 26."]
    assert told["claims"][0]["to_go"][2] == "Four claims to go, three tries for this one."


def test_without_a_date_it_is_that_of_today(client: httpx2.Client) -> None:
    response = client.get("/api/daily")
    assert response.json()["date"] == str(today())
    assert response.headers["cache-control"] == "no-store"


@pytest.mark.parametrize("number", range(5))
def test_every_book_can_be_posed(client: httpx2.Client, number: int) -> None:
    day = today() - DAY * number
    told = client.get(f"/api/daily/{day}").json()
    assert told["size"] == [len(told["game"]["board"]), len(told["game"]["board"][0])]
    assert told["count"] == len(told["claims"]) == dailies.count_of(told["book"])


@pytest.mark.parametrize(
    ("day", "sentence"),
    [
        ("2026-07-13", "there are puzzles from 2026-07-14 to 2099-12-31, not on 2026-07-13"),
        ("2099-12-31", "the puzzle of 2099-12-31 comes out on that day"),
        ("tomorrow", "a day is a date like '2026-11-18', not 'tomorrow'"),
        ("9" * 300, None),
        ("%00", None),
    ],
)
def test_days_that_there_are_not(client: httpx2.Client, day: str, sentence: str | None) -> None:
    for response in (client.get(f"/api/daily/{day}"), client.post(f"/api/daily/{day}", json={})):
        assert response.status_code == 404
        assert sentence in (None, response.json()["error"])
    page = client.get(f"/daily/{day}", headers={"accept": "text/html"})
    assert page.status_code == 404
    assert "There is nothing here" in page.text


def test_a_day_that_has_begun_somewhere_on_earth_can_be_played(client: httpx2.Client) -> None:
    latest = (datetime.datetime.now(datetime.UTC) + datetime.timedelta(hours=14)).date()
    assert client.get(f"/api/daily/{latest}").status_code == 200
    assert client.get(f"/api/daily/{latest + DAY}").status_code == 404


# --- What is noted ---


def test_a_day_is_noted_for_the_browser_that_played_it(client: httpx2.Client, server: Server) -> None:
    day = today()
    told = hand_in(client, day, tried(day, wrong=1))
    assert (told["first"], told["streak"], told["longest"]) == (True, 1, 1)
    count = dailies.count_of(dailies.name_of(day))
    assert told["attempt"]["tries"] == [2, *[1] * (count - 1)]
    assert told["attempt"]["solved"]
    assert told["attempt"]["verdict"] == "Solved!"
    assert told["attempt"]["share"].startswith(f"Fivesquare {dailies.number_of(day)} · ")
    assert told["attempt"]["share"].count("🟧") == 1
    assert told["played"][str(day)] == told["attempt"]
    assert {
        **client.get(f"/api/days?today={day}").json(),
        "first": True,
        "attempt": told["attempt"],
    } == told
    with server.client() as other:
        assert other.get(f"/api/days?today={day}").json()["played"] == {}


def test_the_first_time_counts(client: httpx2.Client) -> None:
    day = today()
    first = hand_in(client, day, [[] for _ in tried(day)])
    assert (first["streak"], first["attempt"]["solved"]) == (0, False)
    assert first["attempt"]["verdict"] == "Not this time"
    again = hand_in(client, day)
    assert not again["first"]
    assert again["attempt"]["solved"]
    assert not again["attempt"]["on_time"]
    assert not again["played"][str(day)]["solved"]
    assert again["streak"] == 0


def test_a_missed_day_can_be_played_but_makes_no_streak(client: httpx2.Client) -> None:
    hand_in(client, today())
    missed = today() - DAY
    told = hand_in(client, missed, own=today())
    assert told["streak"] == 1
    assert told["played"][str(missed)]["solved"]
    assert not told["played"][str(missed)]["on_time"]
    assert "in a row" not in told["played"][str(missed)]["share"]
    lie = hand_in(client, today() - 7 * DAY, own=today() - 7 * DAY)  # a date that is nowhere the date now
    assert not lie["attempt"]["on_time"]
    assert lie["today"] == str(today())


def test_an_old_day_is_told_when_it_is_asked_for(client: httpx2.Client) -> None:
    day = dailies.FIRST_DAY
    hand_in(client, day)
    if day < today() - DAY * 7 * day_view.WEEKS:
        assert str(day) not in client.get("/api/days").json()["played"]
    assert str(day) in client.get(f"/api/days?date={day}").json()["played"]


def test_the_calendar_has_whole_weeks(client: httpx2.Client) -> None:
    told = client.get("/api/days").json()
    assert [len(week) for week in told["weeks"]] == [7] * day_view.WEEKS
    first, last = told["weeks"][0][0], told["weeks"][-1][-1]
    assert datetime.date.fromisoformat(first["date"]).weekday() == 0
    assert first["date"] < str(today()) <= last["date"]
    assert [tile["date"] for tile in told["week"]] == [
        str(today() - DAY * back) for back in range(6, -1, -1)
    ]
    for tile in (each for week in told["weeks"] for each in week):
        there = str(dailies.FIRST_DAY) <= tile["date"] <= str(today())
        assert (tile["state"] == "none") != there


def test_squares_have_an_address_where_others_reach_it(server: Server) -> None:
    with server.client(headers={"host": "club.example"}) as client:
        share = hand_in(client, datetime.date(2026, 11, 18))["attempt"]["share"]
    assert share.endswith("\nhttp://club.example/daily/2026-11-18")
    with server.client() as client:
        assert "http" not in hand_in(client, datetime.date(2026, 11, 18))["attempt"]["share"]


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ({}, "tried: Field required"),
        ({"tried": CLAIMS}, "today: Field required"),
        ({"tried": CLAIMS, "today": FLIP, "solved": True}, "solved: Extra inputs are not permitted"),
        ({"tried": CLAIMS[:3], "today": FLIP}, "this puzzle has 4 claims, not 3"),
        ({"tried": [["9,9"], *CLAIMS[1:]], "today": FLIP}, "'9,9' cannot be played at claim 1"),
        ({"tried": [["2,3", "1,1"], *CLAIMS[1:]], "today": FLIP}, "claim 1 was not tried like that"),
        ({"tried": [["1,1"] * 9, *CLAIMS[1:]], "today": FLIP}, None),
        ({"tried": [["x" * 9], *CLAIMS[1:]], "today": FLIP}, None),
        ({"tried": CLAIMS * 3, "today": FLIP}, None),
        ({"tried": "2,3", "today": FLIP}, None),
    ],
)
def test_what_was_not_tried_is_refused(client: httpx2.Client, body: object, sentence: str | None) -> None:
    response = client.post(f"/api/daily/{FLIP}", json=body)
    assert response.status_code == 422
    assert sentence in (None, response.json()["error"])
    assert client.get("/api/days").json()["played"] == {}


@pytest.mark.parametrize("own", ["x", "", "2026-07-13", "2099-01-01"])
def test_a_date_that_cannot_be_is_refused(client: httpx2.Client, own: str) -> None:
    body = {"tried": CLAIMS, "today": own}
    assert client.post(f"/api/daily/{FLIP}", json=body).status_code == 404
    assert client.get("/api/days", params={"today": own}).status_code == 404


def test_another_site_cannot_hand_in(client: httpx2.Client) -> None:
    response = client.post(
        f"/api/daily/{FLIP}",
        json={"tried": CLAIMS, "today": FLIP},
        headers={"origin": "https://evil.example"},
    )
    assert response.status_code == 403


def test_a_cookie_that_we_did_not_make_gets_no_notes(client: httpx2.Client, server: Server) -> None:
    """Its maker would see the days of the player who comes after (session fixation)."""
    hand_in(client, today())
    (name,) = client.cookies.keys()
    with (
        server.client(cookies={name: "planted"}) as victim,
        server.client(cookies={name: "planted"}) as maker,
    ):
        hand_in(victim, today())
        assert maker.get("/api/days").json()["played"] == {}


# --- The page ---


def test_the_page_of_a_day(client: httpx2.Client) -> None:
    page = client.get(f"/daily/{FLIP}").text
    assert "No. 128 · Wednesday 18 November · Flip" in page
    assert page.count('class="tries-row"') == 4
    assert "rows-4 columns-4" in page
    assert 'aria-current="page">Puzzle</a>' in page
    assert client.get("/daily").headers["cache-control"] == "no-store"


# --- A week ---


def test_a_week_makes_a_streak_of_seven(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server is started anew for each day, with a clock that is one day further ahead."""
    cookies = httpx2.Cookies()
    for number in range(7):
        monkeypatch.setenv("DAYS_AHEAD", str(number))
        with (
            running(tmp_path, "web.shifted:create_app", **NO_LIMITS) as server,
            server.client(cookies=cookies) as client,
        ):
            day = datetime.date.fromisoformat(client.get("/api/days").json()["today"])
            told = hand_in(client, day, own=day)
            assert told["attempt"]["on_time"]
            assert told["streak"] == told["longest"] == number + 1
            cookies.update(client.cookies)
    assert told["attempt"]["share"].endswith("\n7 days in a row")
    assert [tile["state"] for tile in told["week"]] == ["solved"] * 7
    assert told["streak_words"] == "days in a row, your longest yet"
