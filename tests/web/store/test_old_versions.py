"""Databases that servers of every version have written: every game is there, and can be played on.

`databases/VERSION.sql` is the dump of a database that such a server wrote while games were played over
HTTP: one against the computer with a takeback, one between two browsers where a takeback is asked for, one
with komi and its rematch, one resigned. `VERSION.json` has what the server said of them, and two cookies
(scripts/keep_version.py).
"""

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from web.server import Server, running

FOLDER = Path(__file__).parent / "databases"


@pytest.fixture(params=sorted(path.stem for path in FOLDER.glob("*.sql")))
def version(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture
def told(version: str) -> dict[str, Any]:
    """What a server of that version said."""
    read: dict[str, Any] = json.loads((FOLDER / f"{version}.json").read_text())
    return read


@pytest.fixture
def server(version: str, tmp_path: Path) -> Iterator[Server]:
    database = sqlite3.connect(tmp_path / "games.db")
    database.executescript((FOLDER / f"{version}.sql").read_text())
    database.close()
    with running(tmp_path) as started:
        yield started


def browser(server: Server, told: dict[str, Any], which: str) -> httpx2.Client:
    return server.client(cookies=told[which])


def test_every_game_is_as_it_was(server: Server, told: dict[str, Any]) -> None:
    with server.client() as client:
        for game, before in told["games"].items():
            now = client.get(f"/api/games/{game}").json()
            assert {key: now[key] for key in before} == before
            assert client.get(f"/games/{game}").status_code == 200
            assert now["names"] == [None, None]
            assert (now["clock"], now["helped"]) == (None, [[], []])


def test_their_players_play_on(server: Server, told: dict[str, Any]) -> None:
    against, between, finished, resigned, rematch = told["games"].items()
    with browser(server, told, "cookie") as mine, browser(server, told, "friend") as theirs:
        game, before = between
        path = f"/api/games/{game}"
        assert before["asks"] == 1
        taken = theirs.post(f"{path}/takeback", json={"version": before["version"], "answer": "yes"})
        assert (taken.status_code, taken.json()["moves"]) == (200, [])
        moved = mine.post(f"{path}/moves", json={"ply": 0, "move": "2,2"})
        assert (moved.status_code, moved.json()["moves"]) == (200, ["2,2"])

        game, before = against
        body = {"ply": len(before["moves"]), "move": "3,3"}
        assert mine.post(f"/api/games/{game}/moves", json=body).status_code == 200
        assert theirs.post(f"/api/games/{game}/moves", json=body).status_code == 401

        game, before = rematch
        body = {"ply": 0, "move": "1,1"}
        assert mine.post(f"/api/games/{game}/moves", json=body).status_code == 200

        for game, before in (finished, resigned):
            assert before["over"]
            assert mine.get(f"/games/{game}/record.json").json()["result"]["winner"] == before["winner"]


def test_their_page_has_them_all_and_they_beat_no_level(server: Server, told: dict[str, Any]) -> None:
    with browser(server, told, "cookie") as client:
        page = client.get("/me").text
        finished = [game for game, each in told["games"].items() if each["over"]]
        assert len(finished) == 2
        for game in finished:
            assert f"/games/{game}" in page
            assert client.get(f"/api/games/{game}/ladder").json()["ladder"] is None
        counted = client.get("/api/me").json()["games"]
        assert (counted["finished"], counted["running"]) == (2, len(told["games"]) - 2)
