"""Hostile guests at an evening of a club: floods, others' seats, the host's deeds, names that are code."""

import json
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from web.evening import SMALL, Club
from web.server import NO_LIMITS, Server, running
from web.test_friends import HOSTILE


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("club"), **NO_LIMITS) as server:
        yield server


def called(number: int) -> str:
    """A name that is like no other: without letters that look like others."""
    return "Bo" + "".join("abcdefgh"[int(digit)] for digit in f"{number:04o}")


DEEDS: list[tuple[str, dict[str, Any]]] = [
    ("rounds", {"round": 1}),
    ("decisions", {"round": 1, "table": 1, "winner": 1}),
    ("admissions", {"player": 2}),
    ("door", {"open": False}),
    ("end", {}),
]


@pytest.mark.parametrize(("what", "body"), DEEDS)
def test_only_the_host_does_what_hosts_do(server: Server, what: str, body: dict[str, Any]) -> None:
    with Club(server) as club, Club(server) as another:
        club.come("Ana", "Ben")
        before = club.now()
        cookies = "; ".join(f"{name}={'x' * 44}" for name in club.host.cookies)
        for browser in (club.guests[0], another.host, club.browser()):
            assert browser.post(f"{club.path}/{what}", json=body).status_code == 401
        forged = club.browser().post(f"{club.path}/{what}", json=body, headers={"cookie": cookies})
        assert forged.status_code == 401
        elsewhere = club.host.post(
            f"{club.path}/{what}", json=body, headers={"origin": "https://evil.example"}
        )
        assert elsewhere.status_code == 403
        assert club.now() == before


def test_a_thousand_who_join_find_thirty_two_places(server: Server) -> None:
    with Club(server) as club:

        def join(number: int) -> int:
            with server.client() as browser:
                return browser.post(f"{club.path}/players", json={"name": called(number)}).status_code

        with ThreadPoolExecutor(8) as many:
            codes = list(many.map(join, range(300)))
        assert codes.count(200) == 32
        assert set(codes) <= {200, 409, 503}
        assert len(club.now()["players"]) == 32
        club.do("door", open=False)
        for player in range(1, 32):
            assert club.do("admissions", player=player).status_code == 200
        club.do("door", open=True)
        club.guests = [club.browser()] * 32  # whose numbers are taken
        club.come("Ana")


def test_who_was_ever_there_is_bounded_too(server: Server) -> None:
    with Club(server) as club:
        club.come(*map(called, range(32)))
        for player in range(1, 33):
            club.do("leave", player)
        club.come(*map(called, range(32, 64)))
        refused = club.browser().post(f"{club.path}/players", json={"name": "Zoe"})
        assert refused.status_code == 409
        for player in range(33, 65):
            club.do("leave", player)
        refused = club.browser().post(f"{club.path}/players", json={"name": "Zoe"})
        assert "64 people" in refused.json()["error"]


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_or_title_stays_text(server: Server, name: str) -> None:
    with Club(server, title=name) as club:
        club.come(name, "Ben")
        assert club.now()["players"][0]["name"] == name
        (table,) = club.begin(1)
        assert name in club.host.get(f"/api/games/{table['game']}").json()["names"]
        for path in ("/club", f"/club/{club.id}", f"/games/{table['game']}"):
            page = club.host.get(path).text
            assert name not in page or "<" not in name
            assert "<script>alert" not in page
            assert "<img src=x" not in page
            assert "49x" not in page


@pytest.mark.parametrize(
    "name", ["You", "Level 3", "Host", "Table 2", "\u202ex", "\u2800", "w" * 25, "w" * 10_000, "", 7, None]
)
def test_a_name_that_hides_or_imitates_is_refused(server: Server, name: Any) -> None:
    with Club(server) as club:
        answer = club.browser().post(f"{club.path}/players", json={"name": name})
        assert (answer.status_code, set(answer.json())) == (422, {"error"})
        assert club.now()["players"] == []


@pytest.mark.parametrize("name", ["Mara", "MARA", "Már\u00e1", "M ara", "\u041c\u0430r\u0430"])
def test_nobody_passes_for_another(server: Server, name: str) -> None:
    with Club(server) as club:
        club.come("Mara", "Ben")
        assert club.browser().post(f"{club.path}/players", json={"name": name}).status_code == 422
        assert club.do("players", 2, name=name).status_code == 422
        club.do("leave", 1)
        assert club.do("players", 2, name=name).status_code == 422  # nor for one who left


def test_a_button_pressed_many_times_at_once_does_it_once(server: Server) -> None:
    with Club(server) as club:
        club.come("Ana", "Ben", "Cem", "Dora")
        with ThreadPoolExecutor(8) as many:
            answers = list(many.map(lambda _: club.do("rounds", round=1), range(16)))
        assert {answer.status_code for answer in answers} == {200}
        assert len({answer.json()["tables"][0]["game"] for answer in answers}) == 1
        assert club.now()["round"] == 1
        assert club.do("rounds", round=3).status_code == 409
        with ThreadPoolExecutor(8) as many:
            ends = list(many.map(lambda _: club.do("end"), range(8)))
        assert {answer.status_code for answer in ends} == {200}
        assert len({answer.json()["version"] for answer in ends}) == 1


def test_no_secret_is_told(server: Server) -> None:
    with Club(server) as club:
        club.come("Ana", "Ben")
        club.begin(1)
        secrets = [value for browser in (club.host, *club.guests) for value in browser.cookies.values()]
        stranger = club.browser()
        for path in (club.path, f"/club/{club.id}", f"/api/games/{club.now()['tables'][0]['game']}"):
            text = stranger.get(path).text
            assert not any(secret in text or secret[:22] in text for secret in secrets)
        assert set(club.now()["players"][0]) == {"number", "name", "state"}


def test_evenings_of_one_browser_and_of_one_address_are_bounded(tmp_path: Path) -> None:
    with running(tmp_path, new_games=0.001, new_games_at_once=60) as server, Club(server) as club:
        codes = [club.host.post("/api/clubs", json={"book": SMALL}).status_code for _ in range(11)]
        assert codes == [201] * 9 + [409] * 2
        with server.client() as other:
            assert other.post("/api/clubs", json={"book": SMALL}).status_code == 201
        club.come("Ana", "Ben")
        rounds = []
        for number in range(1, 5):
            rounds.append(club.do("rounds", round=number).status_code)
            club.do("decisions", round=number, table=1, winner=None)
        assert rounds[0] == 200
        assert club.host.post("/api/clubs/x/rounds", json={"round": 1}).status_code in (404, 429)
        codes = [club.host.post("/api/clubs/x/rounds", json={"round": 1}).status_code for _ in range(5)]
        assert codes[-1] == 429


@pytest.mark.parametrize("name", ["x", "..%2f..", "a" * 5000, "%00", "\u00e9"])
def test_what_is_no_evening_is_not_found(server: Server, name: str) -> None:
    with server.client() as browser:
        for path in (f"/api/clubs/{name}", f"/club/{name}"):
            assert browser.get(path).status_code in (404, 414, 431)


def test_the_page_of_an_evening_has_no_script_of_its_own(server: Server) -> None:
    with Club(server) as club:
        page = club.host.get(f"/club/{club.id}").text
        inline = re.findall(r"<script(?![^>]* src=)([^>]*)>", page)
        assert inline == [' type="application/json" id="data"']
        assert " on" not in {match[:3] for match in re.findall(r"<\w+( on\w+=)", page)}
        json.loads(page.partition('id="data">')[2].partition("</script>")[0])


def test_a_code_that_is_typed_leads_to_the_evening(server: Server) -> None:
    with Club(server) as club:
        typed = f"{club.id[:4].upper()}-{club.id[4:]} "
        found = club.browser().get("/club", params={"code": typed})
        assert (found.status_code, found.headers["location"]) == (303, f"/club/{club.id}")
        assert club.browser().get("/club", params={"code": "//evil.example"}).status_code == 200


def test_rules_come_with_a_link(server: Server) -> None:
    with server.client() as browser:
        rules = json.dumps({"like": "grow", "size": [3, 3], "title": "Tiny"})
        page = browser.get("/club", params={"rules": rules})
        assert (page.status_code, "Tiny" in page.text) == (200, True)
        assert browser.get("/club", params={"rules": "{"}).status_code == 422
