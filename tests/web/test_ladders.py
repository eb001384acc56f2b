"""The levels that a browser has beaten: what counts, what does not, and what is left after a kill."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from fivesquare.ladders import Ladder
from fivesquare.web.play import ladders
from fivesquare.web.play.credentials import hash_of
from fivesquare.web.store import open_store
from web.ladder_games import Game, begin, play_on, turn_of, won
from web.server import NO_LIMITS, Server, eventually, running


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("ladders"), **NO_LIMITS) as started, started.client() as client:
        eventually(lambda: client.get("/healthz").json()["solver"] == "ready", 300)
        yield started


@pytest.fixture
def client(server: Server) -> Iterator[httpx2.Client]:
    """A browser of its own: cookies are kept by the client."""
    with server.client() as made:
        yield made


def ladder(client: httpx2.Client, game: Game) -> Any:
    response = client.get(f"/api/games/{game['id']}/ladder")
    assert response.status_code == 200, response.text
    return response.json()["ladder"]


def advise(client: httpx2.Client, game: Game, **wish: Any) -> httpx2.Response:
    return client.post(f"/api/games/{game['id']}/advice", json={"ply": game["ply"], **wish})


# --- What counts ---


def test_a_win_beats_the_level_once(client: httpx2.Client) -> None:
    game = won(client)
    told = {"level": "level:1", "is_new": True, "next": "level:2"}
    assert [ladder(client, game) for _ in range(2)] == [told, told]
    assert ladder(client, won(client)) == {**told, "is_new": False}
    assert ladder(client, won(client, level="level:3")) == {
        "level": "level:3",
        "is_new": True,
        "next": "level:2",
    }
    assert ladder(client, won(client, book="raid", seat=2)) == told


def test_each_browser_has_its_own(client: httpx2.Client, server: Server) -> None:
    game = won(client)
    with server.client() as other:
        assert ladder(other, game) is None
    assert ladder(client, game)["is_new"]


def test_a_game_that_goes_on_or_is_lost_beats_nothing(client: httpx2.Client) -> None:
    game = begin(client)
    assert ladder(client, game) is None
    lost = client.post(f"/api/games/{game['id']}/resign", json={"version": game["version"]}).json()
    assert (lost["winner"], ladder(client, lost)) == (2, None)


@pytest.mark.parametrize(
    "wish", [{"level": "greedy"}, {"book": {"like": "flip", "reach": "adjacent"}}, {"level": "random"}]
)
def test_only_levels_of_named_books_have_a_ladder(client: httpx2.Client, wish: dict[str, Any]) -> None:
    assert ladder(client, won(client, **wish)) is None


def test_a_swap_is_no_help(client: httpx2.Client) -> None:
    assert ladder(client, won(client, balance="swap"))["is_new"]


# --- What does not ---


@pytest.mark.parametrize("kind", ["hint", "values"])
def test_who_was_helped_has_beaten_nothing(client: httpx2.Client, kind: str) -> None:
    game = begin(client)
    told = advise(client, game, kind=kind)
    assert told.status_code == 200
    if kind == "values":
        assert set(told.json()["each"]) == set(game["legal"])
    else:
        assert told.json()["steps"][0]["move"] in game["legal"]
    now = client.get(f"/api/games/{game['id']}").json()
    assert (now["helped"], now["ply"]) == ([[kind], []], 0)
    advise(client, game, kind=kind)
    assert client.get(f"/api/games/{game['id']}").json()["version"] == now["version"]
    end = play_on(client, game["id"])
    assert end["winner"] == 1
    told = ladder(client, end)
    assert (told["level"], told["helped"]) == ("level:1", kind)
    assert told["words"].endswith("so this win doesn't count for the ladder.")
    assert ladder(client, won(client))["is_new"]


def test_the_tutor_counts_only_if_it_warned(client: httpx2.Client) -> None:
    game = begin(client, book="sweep", size=[3, 3], seed=5)
    path = f"/api/games/{game['id']}"
    assert advise(client, game, kind="tutor").json() == {"exact": True, "caution": None}
    record = {key: game[key] for key in ("book", "board", "moves")}
    each = client.post("/api/values", json=record).json()["each"]
    results = {move: worth["result"] for move, worth in each.items()}
    best, worst = max(results, key=results.__getitem__), min(results, key=results.__getitem__)
    assert results[best] > results[worst], "choose another board"
    assert client.get(path).json()["helped"][0] == []
    assert advise(client, game, kind="tutor", move=best).json()["caution"] is None
    assert client.get(path).json()["helped"][0] == []
    caution = advise(client, game, kind="tutor", move=worst).json()["caution"]
    assert caution["title"].startswith("Wait, that gives the ")
    assert client.get(path).json()["helped"][0] == ["tutor"]


def test_who_took_a_move_back_has_beaten_nothing(client: httpx2.Client) -> None:
    game = begin(client)
    client.post(f"/api/games/{game['id']}/moves", json={"ply": 0, "move": game["legal"][0]})
    now = turn_of(client, game["id"], 1)
    taken = client.post(f"/api/games/{game['id']}/takeback", json={"version": now["version"]})
    assert taken.json()["ply"] == 0
    end = play_on(client, game["id"])
    assert (end["winner"], ladder(client, end)["helped"]) == (1, "undo")


FLIP = [[16, 15, 14, 13], [1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]


@pytest.mark.parametrize(
    ("wish", "reason"),
    [
        ({"size": [3, 3]}, "size"),
        ({"board": FLIP}, "board"),
        ({"moves": ["1,1", "4,4"]}, "board"),
        ({"balance": {"komi": 30}, "seat": 2}, "komi"),
    ],
)
def test_a_game_made_easier_beats_nothing(client: httpx2.Client, wish: dict[str, Any], reason: str) -> None:
    assert ladder(client, won(client, **wish))["helped"] == reason


def test_who_gives_points_away_still_beats_the_level(client: httpx2.Client) -> None:
    assert ladder(client, won(client, balance={"komi": 0.5}))["is_new"]


@pytest.mark.parametrize(("wish", "reason"), [({"board": FLIP}, "board"), ({}, None)])
def test_a_rematch_on_the_board_of_ones_choice_is_no_better(
    client: httpx2.Client, wish: dict[str, Any], reason: str | None
) -> None:
    end: Game = {"winner": None}
    for seed in range(1, 20):
        if end["winner"] == 2:
            break
        game = begin(client, seed=seed, **wish)
        lost = client.post(f"/api/games/{game['id']}/resign", json={"version": game["version"]}).json()
        again = client.post(f"/api/games/{lost['id']}/rematch", json={"board": "same"}).json()["game"]
        assert again["board"] == game["board"]
        end = play_on(client, again["id"], seat=2)
    assert ladder(client, end).get("helped") == reason  # and there is a win: else it is null


# --- Refusals ---


def test_advice_needs_a_seat_a_position_and_no_other_person(client: httpx2.Client, server: Server) -> None:
    game = begin(client)
    with server.client() as stranger:
        assert advise(stranger, game, kind="hint").status_code == 401
    assert advise(client, game, kind="advice").status_code == 422
    assert advise(client, game, kind="hint", ply=-1).status_code == 422
    assert advise(client, game, kind="tutor", move="9,9").status_code == 422
    stale = advise(client, {**game, "ply": 3}, kind="hint")
    assert (stale.status_code, stale.json()["game"]["ply"]) == (409, 0)
    friends = begin(client, second="human", sit=[1])
    assert advise(client, friends, kind="hint").status_code == 409
    both = begin(client, second="human")
    assert advise(client, both, kind="hint").status_code == 200
    assert client.get(f"/api/games/{both['id']}").json()["helped"] == [[], []]
    assert client.get("/api/games/none/ladder").status_code == 404


# --- What is kept ---


def test_help_and_levels_outlive_the_server(tmp_path: Path) -> None:
    with running(tmp_path, **NO_LIMITS) as server, server.client() as client:
        eventually(lambda: client.get("/healthz").json()["solver"] == "ready", 300)
        game = won(client)
        helped = begin(client)
        advise(client, helped, kind="hint")
        server.kill()
        server.start()
        assert ladder(client, game) == {"level": "level:1", "is_new": True, "next": "level:2"}
        assert ladder(client, play_on(client, helped["id"]))["helped"] == "hint"
        (cookie,) = client.cookies.values()
        server.stop()

    async def kept() -> dict[str, Ladder]:
        store = open_store(f"sqlite:///{tmp_path / 'games.db'}")
        await store.open(lambda _game, _entries: None)
        try:
            return await ladders.of(store, hash_of(cookie))
        finally:
            await store.close()

    found = asyncio.run(kept())
    assert found["flip"] == (("level:1",), "level:2")
    assert found["sweep"] == ((), "level:1")
    assert list(found) == ["flip", "sweep", "grow", "chain", "fifteen", "twenty-one", "forty-two", "raid"]


def test_a_level_is_noted_before_anybody_asks(tmp_path: Path) -> None:
    """Also if the page is closed before the end of the game is shown."""
    with running(tmp_path, **NO_LIMITS) as server, server.client() as client:
        eventually(lambda: client.get("/healthz").json()["solver"] == "ready", 300)
        won(client)
        server.kill()
        (cookie,) = client.cookies.values()

    async def noted() -> list[str]:
        store = open_store(f"sqlite:///{tmp_path / 'games.db'}")
        await store.open(lambda _game, _entries: None)
        try:
            return [note.name for note in await store.notes(hash_of(cookie), ladders.KIND)]
        finally:
            await store.close()

    assert asyncio.run(noted()) == ["flip level:1"]
