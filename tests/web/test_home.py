"""The home page as it is sent: to a first visitor, to one who comes back, and its part that stays live."""

import json
import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import httpx2
import pytest

import fivesquare as fs
from fivesquare.books import NAMED, VARIANTS
from fivesquare.books.win_shares import WIN_SHARES
from fivesquare.ladders import RUNGS
from fivesquare.players.registry import LEVEL_WORDS
from fivesquare.web.pages import home_page
from web import ladder_games
from web.server import Server, eventually, running

NASTY = "<script>alert('x')</script> & \"quotes\""
SMALL = {"book": "flip", "board": [[1, 2]]}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("home")) as started:
        yield started


@pytest.fixture
def mine(server: Server) -> Iterator[httpx2.Client]:
    """A browser of its own for each test."""
    with server.client(headers={"accept": "text/html"}) as made:
        yield made


def data_of(page: str) -> dict[str, Any]:
    """What the server put into the page for its script."""
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page)
    assert found is not None
    data: dict[str, Any] = json.loads(found[1])
    return data


def cards(page: str) -> list[str]:
    """The words of the games to continue."""
    found = re.search(r'<ul class="go-on">(.*?)</ul>', page, re.DOTALL)
    if found is None:
        return []
    lines = [
        re.sub(r"<svg.*?</svg>|<[^>]*>", " ", each, flags=re.DOTALL) for each in found[1].split("<li>")
    ]
    return [" ".join(unescape(line).split()) for line in lines[1:]]


def begin(client: httpx2.Client, **wish: Any) -> str:
    answer = client.post("/api/games", json=wish)
    assert answer.status_code == 201, answer.text
    game: str = answer.json()["id"]
    return game


# --- The first visit, and the next ones ---


def test_a_first_visit_sees_another_home(mine: httpx2.Client) -> None:
    new = mine.get("/").text
    assert "Small boards." in new
    assert 'href="/learn/flip"' in new
    assert new.count("button main") == 2  # the lesson, and Play in the sheet
    assert 'id="continue"' not in new
    begin(mine, **SMALL, second="level:1")
    known = mine.get("/").text
    assert "Small boards." not in known
    assert 'id="continue"' in known
    assert data_of(known)["sample"] is None


def test_who_has_solved_a_day_is_no_first_visitor(mine: httpx2.Client) -> None:
    day = mine.get("/api/daily").json()
    tried = [[claim["right"]] for claim in day["claims"]]
    answer = mine.post(f"/api/daily/{day['date']}", json={"tried": tried, "today": day["date"]})
    assert answer.status_code == 200, answer.text
    page = mine.get("/").text
    assert 'id="continue"' in page
    assert '<h1 class="aloud">Play</h1>' in page  # nothing is running: the puzzle comes first


def test_the_sample_is_a_whole_game(mine: httpx2.Client) -> None:
    sample = data_of(mine.get("/").text)["sample"]
    assert sample == home_page.sample_game()
    end = fs.Position.from_record(home_page.SAMPLE)
    assert end.is_over
    assert sample["frames"][-1]["scores"] == list(end.scores)
    assert sum(bool(frame["last"]["takes"]) for frame in sample["frames"]) >= 4  # fights


# --- Continue ---


def test_games_to_continue_say_against_whom_the_score_and_whose_turn(server: Server) -> None:
    with server.client() as one, server.client() as other:
        own = {"like": "grow", "take": "lower-enemy", "title": NASTY}
        wish = {"first": "human", "second": "human"}
        begin(one, book=own, seed=1, **wish, sit=[2], name="Mara", moves=["1,1"])
        begin(one, book="flip", board=[[1, 2], [4, 3]], second="level:3")
        open_game = begin(one, book="sweep", **wish, sit=[1], moves=["1,1"])
        begin(one, book="chain", **wish, moves=["1,1"])
        text = one.get("/").text
        first = cards(text)[1]
        assert NASTY in first
        assert first.endswith("Not joined yet 8 for blue 0 for amber you Your turn")
        assert NASTY not in text
        assert cards(text)[0] == "Chain Same screen 1 for blue 0 for amber Amber\u2019s turn"
        assert cards(text)[2] == "Flip Level 3 0 for blue you 0 for amber Your turn"
        assert len(cards(text)) == 3  # the one that waits for the other comes last, and there is no room
        assert "Three games wait for you." in text
        assert 'href="/me"' in text
        assert open_game not in text
        assert cards(other.get("/").text) == []


def test_a_friend_is_here_or_away(server: Server) -> None:
    with server.client() as mara, server.client() as jonas:
        answer = mara.post("/api/games", json={"book": "grow", "sit": [1], "name": "Mara"}).json()
        game, secret = answer["id"], answer["seats"]["2"]
        assert cards(mara.get("/continue").text)[0].startswith("Grow Not joined yet")
        auth = {"authorization": f"Bearer {secret}"}
        sat = jonas.post(f"/api/games/{game}/seat", json={}, headers=auth)
        assert sat.status_code == 200, sat.text
        jonas.post(f"/api/games/{game}/name", json={"name": "Jonas"})
        assert cards(mara.get("/continue").text)[0].startswith("Grow Jonas, away 0")
        assert cards(jonas.get("/continue").text)[0].endswith("Mara\u2019s turn")
        with jonas.stream("GET", f"/api/games/{game}/events") as stream:
            next(stream.iter_lines())
            eventually(lambda: cards(mara.get("/continue").text)[0].startswith("Grow Jonas, here now 0"))
        eventually(lambda: cards(mara.get("/continue").text)[0].startswith("Grow Jonas, away 0"))


def test_what_changes_is_in_the_part_that_stays_live(mine: httpx2.Client) -> None:
    game = begin(mine, book="flip", board=[[3, 1], [2, 4]], second="level:1")
    before = mine.get("/continue")
    assert before.headers["cache-control"] == "no-store"
    assert before.text.strip() in mine.get("/").text
    mine.post(f"/api/games/{game}/moves", json={"ply": 0, "move": "1,1"})
    eventually(lambda: "Your turn" in mine.get("/continue").text)
    after = cards(mine.get("/continue").text)[0]
    assert after != cards(before.text)[0]
    assert "3 for blue" in after or "0 for blue" in after  # unless it was captured


def test_finished_games_are_not_continued_and_taken_back_ones_are(mine: httpx2.Client) -> None:
    game = begin(mine, **SMALL, second="human", moves=["1,2", "1,1"])
    assert cards(mine.get("/").text) == cards(mine.get("/").text) == []
    version = mine.get(f"/api/games/{game}").json()["version"]
    assert mine.post(f"/api/games/{game}/takeback", json={"version": version}).status_code == 200
    assert len(cards(mine.get("/").text)) == 1


def test_a_game_that_nobody_moved_in_comes_after_those_that_are_played(mine: httpx2.Client) -> None:
    begin(mine, book="flip", seed=1, second="human", moves=["1,1"])
    for _ in range(4):
        begin(mine, book="sweep", seed=1, second="level:1")
    assert [card.split()[0] for card in cards(mine.get("/").text)] == ["Flip", "Sweep", "Sweep"]
    assert "Five games wait for you." in mine.get("/").text


# --- The shelf ---


def test_the_shelf_has_every_game_and_the_way_to_ones_own(mine: httpx2.Client) -> None:
    text = mine.get("/").text
    assert re.findall(r'data-start="([\w-]+)" aria-label', text) == list(NAMED)
    assert re.findall(r'<a href="/\?book=([\w-]+)" data-sheet="\1"', text) == list(NAMED)
    assert 'href="/make"' in text
    told = data_of(text)
    assert [book["name"] for book in told["books"]] == list(NAMED)
    assert [each["words"] for each in told["opponents"]][:-1] == list(LEVEL_WORDS)
    assert [each["name"] for each in told["opponents"]] == list(RUNGS)
    for name in VARIANTS:
        first, second, _draw = map(round, WIN_SHARES[name])
        assert f"Of 100 boards the first player wins {first}" in text
        assert f'<span class="p2" aria-hidden="true">{second}</span>' in text


def test_a_link_asks_for_a_game_and_nonsense_is_ignored(mine: httpx2.Client) -> None:
    assert data_of(mine.get("/?book=raid").text)["wanted"] == "raid"
    assert data_of(mine.get("/?book=</script><script>alert(1)").text)["wanted"] is None
    assert data_of(mine.get("/").text)["wanted"] is None
    own = mine.get("/?book=own", follow_redirects=False)
    assert (own.status_code, own.headers["location"]) == (307, "/make")


def test_a_beaten_level_leads_to_the_next(mine: httpx2.Client) -> None:
    begin(mine, **SMALL, second="level:1")
    assert "Level 2" not in mine.get("/").text.partition("<dialog")[0]
    game = ladder_games.won(mine, book="sweep")
    answer = mine.get(f"/api/games/{game['id']}/ladder")
    page = mine.get("/").text
    sweep = next(book for book in data_of(page)["books"] if book["name"] == "sweep")
    assert (sweep["beaten"], sweep["next"]) == (["level:1"], "level:2"), answer.text
    assert re.search(r'data-start="sweep".*?<span>Level 2</span>', page)
