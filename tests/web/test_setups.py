"""Positions set up by hand over HTTP: seen, valued, reviewed, posed as puzzles, and played."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

import fivesquare as fs
from patience import PATIENCE
from web.server import running

BOARD = [[5, 3, 8], [2, 9, 1], [6, 4, 7]]
SETUP: dict[str, Any] = {"owners": [[1, 0, 0], [0, 0, 2], [0, 0, 0]], "turn": 2}
RECORD: dict[str, Any] = {"book": "sweep", "board": BOARD, "setup": SETUP, "moves": ["1,3"]}
ONES = [[1] * 3] * 3
CHAIN: dict[str, Any] = {
    "book": "chain",
    "board": ONES,
    "setup": {"owners": [[1, 1, 0], [0, 2, 0], [0, 0, 0]], "turn": 1, "link": "1,2"},
    "moves": [],
}
UNLIMITED: dict[str, Any] = {"requests": 10_000, "requests_at_once": 100_000}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx2.Client]:
    with (
        running(tmp_path_factory.mktemp("setups"), **UNLIMITED) as server,
        httpx2.Client(base_url=server.url, timeout=PATIENCE) as client,
    ):
        yield client


# --- A position ---


def test_a_position_is_seen_and_told_as_a_setup(client: httpx2.Client) -> None:
    told = client.post("/api/position", json=RECORD).json()
    position = fs.Position.from_record(RECORD)
    assert told["record"] == RECORD
    assert told["view"]["owners"] == position.owners
    assert told["view"]["last"]["move"] == "1,3"
    assert told["movers"] == [2]
    assert told["setup"] == {"owners": position.owners, "turn": position.turn}
    assert told["known"] == "sweep"
    assert told["numbers"] == "shuffled"
    assert told["has_chains"] is False
    again = client.post("/api/position", json={**RECORD, "setup": told["setup"], "moves": []}).json()
    assert again["view"]["legal"] == told["view"]["legal"]


def test_a_position_after_some_of_the_moves(client: httpx2.Client) -> None:
    told = client.post("/api/position", json={**RECORD, "ply": 0}).json()
    assert told["view"]["owners"] == SETUP["owners"]
    assert told["record"] == RECORD
    answer = client.post("/api/position", json={**RECORD, "ply": 2})
    assert answer.status_code == 422
    assert answer.json()["error"] == "there is no position after move 2: there are 1 move"


def test_a_board_is_dealt_or_read_from_text(client: httpx2.Client) -> None:
    dealt = client.post("/api/position", json={"book": "raid", "size": [3, 4]}).json()
    assert dealt["view"]["size"] == [3, 4]
    assert dealt["known"] == "raid"
    same = [client.post("/api/position", json={"book": "flip", "seed": 7}).json() for _ in range(2)]
    assert same[0] == same[1]
    typed = client.post("/api/position", json={"book": "sweep", "board": "5 3 8\n2 9 1\n6 4 7"}).json()
    assert typed["record"]["board"] == BOARD


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"players": ["a", "b"]}, "players: Extra inputs are not permitted"),
        ({"setup": {**SETUP, "last": 1}}, "setup.last: Extra inputs are not permitted"),
        ({"setup": {"owners": SETUP["owners"]}}, "setup.turn: Field required"),
        ({"setup": {**SETUP, "turn": 3}}, '"turn" of the setup is 1 or 2, not 3'),
        ({"setup": {**SETUP, "owners": [[9] * 3] * 3}}, "the owner of cell 1,1 is 0, 1 or 2, not 9"),
        (
            {"setup": {**SETUP, "owners": [[0] * 99] * 99}},
            '"owners" of the setup are 3 rows, not a list of 99',
        ),
        ({"setup": {**SETUP, "link": "1,1"}}, "a setup has a link only in a book with chains"),
        ({"board": [[1] * 9] * 9}, "a board has 1x2 to 8x8 cells, not 9x9"),
        ({"moves": ["1,1"]}, "cell 1,1 is already claimed, after 0 moves of sweep"),
        ({"ply": -1}, "ply: Input should be greater than or equal to 0"),
    ],
)
def test_what_is_no_position_is_refused_in_a_sentence(
    client: httpx2.Client, change: dict[str, Any], words: str
) -> None:
    answer = client.post("/api/position", json={**RECORD, **change})
    assert answer.status_code == 422
    assert answer.json()["error"] == words


def test_a_body_is_bounded(client: httpx2.Client) -> None:
    answer = client.post("/api/position", json={**RECORD, "moves": ["1,1"] * 20_000})
    assert answer.status_code == 413


# --- Analyses ---


@pytest.mark.parametrize("record", [RECORD, CHAIN], ids=["sweep", "chain"])
def test_analyses_start_at_the_setup(client: httpx2.Client, record: dict[str, Any]) -> None:
    position = fs.Position.from_record(record)
    found = fs.solve(position).to_json()
    solved = client.post("/api/solve", json=record).json()
    assert {key: solved[key] for key in ("winner", "margin", "best", "each", "line")} == {
        key: json.loads(json.dumps(found[key])) for key in ("winner", "margin", "best", "each", "line")
    }
    values = client.post("/api/values", json=record).json()
    assert values["exact"]
    assert list(values["each"]) == list(position.legal)
    assert client.post("/api/review", json=record).json()["moves"] == [
        json.loads(json.dumps(move)) for move in fs.review(position).to_json()["moves"]
    ]
    walk = client.post("/api/walk", json=record).json()
    assert walk["game"]["setup"] == record["setup"]
    plies = client.post("/api/plies", json=record).json()["plies"]
    assert len(plies) == len(record["moves"]) + 1
    assert plies[0]["owners"] == record["setup"]["owners"]
    assert client.post("/api/picture", json=record).headers["content-type"] == "image/png"


def test_two_setups_are_two_games_to_the_server(client: httpx2.Client) -> None:
    """What is remembered of one is not told of the other."""
    for turn in (1, 2):
        record = {**RECORD, "setup": {**SETUP, "turn": turn}, "moves": []}
        assert client.post("/api/plies", json=record).json()["plies"][0]["turn"] == turn
        assert client.post("/api/walk", json=record).json()["plies"][0]["turn"] == turn


# --- Puzzles ---


def one_winner() -> dict[str, Any]:
    """A position in which one of several moves wins, as a setup."""
    found = fs.puzzle("sweep", seed=3).position
    return fs.Position(found.book, found.board, found.state).to_record()


def test_a_position_with_one_winning_move_is_a_puzzle(client: httpx2.Client) -> None:
    record = one_winner()
    posed = client.post("/api/puzzles", json={"record": record}).json()
    found = fs.solve(fs.Position.from_record(record))
    assert posed["right"] == list(found.best)
    assert posed["record"] == record
    assert posed["seed"] is None
    assert len(posed["hints"]) > 0
    assert set(posed["why"]) == set(found.each)


@pytest.mark.parametrize(
    ("wish", "words"),
    [
        (
            {"record": {"book": "sweep", "board": BOARD, "moves": []}},
            "a puzzle has exactly one winning move",
        ),
        ({"record": {**RECORD, "setup": {**SETUP, "turn": 7}}}, '"turn" of the setup is 1 or 2, not 7'),
        ({"record": one_winner(), "seed": 3}, "a record is a puzzle by itself: leave out 'seed'"),
        (
            {
                "record": {
                    **RECORD,
                    "setup": {"owners": [[1, 1, 1], [1, 1, 1], [1, 1, 0]], "turn": 2},
                    "moves": [],
                }
            },
            "there is no choice in this position",
        ),
    ],
)
def test_what_is_no_puzzle(client: httpx2.Client, wish: dict[str, Any], words: str) -> None:
    answer = client.post("/api/puzzles", json=wish)
    assert answer.status_code == 422
    assert words in answer.json()["error"]


# --- Games ---


def test_a_game_starts_at_a_setup_and_its_record_says_so(client: httpx2.Client) -> None:
    wish = {"book": "sweep", "board": BOARD, "setup": SETUP, "first": "human", "second": "human"}
    begun = client.post("/api/games", json=wish).json()
    game = begun["game"]
    assert (game["turn"], game["ply"], game["scores"]) == (2, 0, [5, 1])
    assert game["setup"] == SETUP
    path = f"/api/games/{begun['id']}"
    secret = {"Authorization": f"Bearer {begun['seats']['2']}"}
    moved = client.post(f"{path}/moves", json={"ply": 0, "move": "1,3"}, headers=secret).json()
    assert moved["moves"] == ["1,3"]
    record = client.get(f"/games/{begun['id']}/record.json").json()
    assert (record["setup"], record["moves"]) == (SETUP, ["1,3"])
    assert fs.Position.from_record(record).owners == moved["owners"]
    assert client.get(f"/games/{begun['id']}/picture.png").status_code == 200
    assert client.get(f"/games/{begun['id']}/review").status_code == 200


def test_the_computer_plays_from_a_setup(client: httpx2.Client) -> None:
    wish = {"book": "sweep", "board": BOARD, "setup": SETUP, "first": "perfect", "second": "perfect"}
    game = client.post("/api/games", json=wish).json()["id"]
    with client.stream("GET", f"/api/games/{game}/events") as events:
        for line in events.iter_lines():
            if line.startswith("data:") and json.loads(line[5:])["over"]:
                last = json.loads(line[5:])
                break
    expected = fs.solve(fs.Position.from_record({**RECORD, "moves": []}))
    assert last["scores"][0] - last["scores"][1] == expected.margin


def test_an_ordinary_game_says_nothing_of_a_setup(client: httpx2.Client) -> None:
    game = client.post("/api/games", json={"book": "sweep", "seed": 1}).json()["game"]
    assert "setup" not in game
    assert "setup" not in client.get(f"/games/{game['id']}/record.json").json()


@pytest.mark.parametrize("change", [{"turn": 3}, {"last": 1}, {"owners": [[1] * 4] * 4}])
def test_a_game_cannot_start_at_what_is_no_setup(client: httpx2.Client, change: dict[str, Any]) -> None:
    wish = {"book": "sweep", "board": BOARD, "setup": {**SETUP, **change}}
    answer = client.post("/api/games", json=wish)
    assert answer.status_code == 422
    assert answer.json()["error"]


def test_a_rematch_on_the_same_board_starts_at_the_same_setup(client: httpx2.Client) -> None:
    setup = {"owners": [[1, 1, 1], [2, 2, 2], [1, 1, 0]], "turn": 1}
    wish = {"book": "sweep", "board": BOARD, "setup": setup, "moves": ["3,3"]}
    begun = client.post("/api/games", json=wish).json()
    secret = {"Authorization": f"Bearer {begun['seats']['1']}"}
    path = f"/api/games/{begun['id']}/rematch"
    again = client.post(path, json={"board": "same"}, headers=secret).json()
    assert again["game"]["setup"] == setup
    assert again["game"]["ply"] == 0


def test_a_setup_survives_a_restart(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        wish = {"book": "chain", "board": ONES, "setup": CHAIN["setup"], "moves": ["stop"]}
        begun = httpx2.post(f"{server.url}/api/games", json=wish, timeout=PATIENCE).json()
        server.kill()
        server.start()
        game = httpx2.get(f"{server.url}/api/games/{begun['id']}", timeout=PATIENCE).json()
        assert game["setup"] == CHAIN["setup"]
        assert (game["moves"], game["turn"]) == (["stop"], 2)


# --- Pages ---


def test_a_game_of_two_people_is_analysed_when_it_is_over(client: httpx2.Client, tmp_path: Path) -> None:
    wish = {"book": "sweep", "board": BOARD, "setup": SETUP, "sit": [1]}
    with httpx2.Client(base_url=client.base_url, timeout=PATIENCE) as mine:
        game = mine.post("/api/games", json=wish).json()["id"]
        assert "Two people are still playing that game" in mine.get(f"/games/{game}/analysis").text
    alone = client.post("/api/games", json={**wish, "sit": [1, 2]}).json()["id"]
    assert "Two people are still playing" not in client.get(f"/games/{alone}/analysis").text
    assert client.get("/games/no-such-game/analysis").status_code == 404
