"""Advice in a game, and what to take away from one, over HTTP."""

from collections.abc import Iterator
from typing import Any

import httpx2
import pytest

import fivesquare as fs
from web.server import eventually, running

FLIP: dict[str, Any] = {
    "book": "flip",
    "board": [[11, 15, 16, 13], [2, 12, 6, 4], [10, 7, 8, 5], [9, 14, 3, 1]],
    "moves": ["2,1", "4,3", "1,3", "4,1", "1,2", "2,2", "4,4", "1,4"],
}
CHAIN: dict[str, Any] = {"book": {"like": "chain", "size": [1, 5]}, "board": [[1] * 5]}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx2.Client]:
    with (
        running(tmp_path_factory.mktemp("server"), solve_seconds=60, new_games=1000) as server,
        server.client() as client,
    ):
        eventually(lambda: client.get("/healthz").json()["solver"] == "ready", 300)
        yield client


def begin(client: httpx2.Client, **wish: Any) -> dict[str, Any]:
    answer = client.post("/api/games", json={"first": "human", "second": "level:6", **wish})
    game: dict[str, Any] = answer.json()["game"]
    return game


def advise(client: httpx2.Client, game: dict[str, Any], **wish: Any) -> httpx2.Response:
    return client.post(f"/api/games/{game['id']}/advice", json={"ply": game["ply"], **wish})


def test_a_hint_has_a_sentence_and_steps(client: httpx2.Client) -> None:
    game = begin(client, **FLIP)
    hint = advise(client, game, kind="hint").json()
    assert hint["advice"] == "Claim the 11."
    assert hint["reason"] == "It turns over the 2, and you win by 8 points."
    first = hint["steps"][0]
    assert (first["move"], first["player"], len(hint["steps"])) == ("1,1", 1, 3)
    position = fs.Position.from_record(FLIP)
    for step in hint["steps"]:
        position = position.play(step["move"])
        assert step["frame"]["owners"] == position.owners


def test_the_tutor_names_the_opponent_and_its_answer(client: httpx2.Client) -> None:
    game = begin(client, **FLIP)
    told = advise(client, game, kind="tutor", move="3,1").json()
    assert told["exact"]
    assert "Level 6 answers with the 14 and takes back the 9" in told["caution"]["text"]
    assert told["caution"]["answer"] == "4,2"
    assert advise(client, game, kind="tutor", move="1,1").json() == {"exact": True, "caution": None}


def finished() -> fs.Position:
    position = fs.Position.from_record(FLIP).play("3,1")
    while not position.is_over:
        position = position.play(fs.solve(position).best[0])
    return position


@pytest.mark.parametrize(
    ("player", "sentence"),
    [
        (1, "You were winning until move 9."),
        (2, "You turned the game at move 10."),
        (None, "First was winning until move 9."),
    ],
)
def test_the_takeaway_is_told_to_each(client: httpx2.Client, player: int | None, sentence: str) -> None:
    record = {**finished().to_record(), "players": ["human", "level:6"]}
    told = client.post("/api/takeaway", json={"record": record, "player": player}).json()
    if player == 2:  # what the second player let go in between is counted
        assert told["sentence"] in (sentence, "One slip, and you found the way back.")
    else:
        assert (told["sentence"], told["move"]) == (sentence, 9)
    assert len(told["heights"]) == 17


def test_a_result_beside_the_moves_ends_a_game(client: httpx2.Client) -> None:
    record = {**FLIP, "result": {"winner": 2, "reason": "resignation"}}
    told = client.post("/api/takeaway", json={"record": record, "player": 1}).json()
    assert told["sentence"] == "You were still winning when the game stopped."


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ({"record": FLIP}, "not over"),
        ({"record": {**FLIP, "result": {"winner": 3}}}, "not over"),
        ({"record": {**FLIP, "result": "won"}}, "not over"),
        ({"record": {**FLIP, "result": {"winner": 1}}, "player": 3}, "a player is 1 or 2"),
        ({"record": {**FLIP, "result": {"winner": 1}}, "player": True}, "a player is 1 or 2"),
        ({"record": 7}, "a record is an object"),
        ({"player": 1}, 'no "record"'),
        ({"record": FLIP, "seat": 1}, "means nothing here"),
    ],
)
def test_what_is_no_finished_game_is_refused(
    client: httpx2.Client, body: dict[str, Any], problem: str
) -> None:
    answer = client.post("/api/takeaway", json=body)
    assert answer.status_code == 422
    assert problem in answer.json()["error"]


def test_a_forfeited_chain_claim_is_told(client: httpx2.Client) -> None:
    """Ruling chain-3: eligible, but no valid adjacent cell."""
    game = begin(client, **CHAIN, second="human", moves=["1,3", "1,1"])
    path = f"/api/games/{game['id']}/moves"
    after = client.post(path, json={"ply": 2, "move": "1,2"}).json()
    assert after["last"]["forfeits"]
    assert [line["forfeits"] for line in after["log"]] == [False, False, True]
    assert after["turn"] == 2
