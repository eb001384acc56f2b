"""Winning a game over HTTP, for tests of what a win is worth."""

from typing import Any

import httpx2

import fivesquare as fs
from fivesquare.players import Luck, make_player
from patience import PATIENCE
from web.server import eventually

Game = dict[str, Any]

_MOST_GAMES = 20


def begin(client: httpx2.Client, **wish: Any) -> Game:
    """A game of the browser against a level, as its answer has it."""
    wish = {"book": "flip", "seed": 3, "first": "human", "second": "level:1", **wish}
    response = client.post("/api/games", json=wish)
    assert response.status_code == 201, response.text
    game: Game = response.json()["game"]
    return game


def turn_of(client: httpx2.Client, game: str, seat: int) -> Game:
    """The game, as soon as it is the turn of that seat or over."""
    found: list[Game] = []

    def is_there() -> bool:
        found[:] = [client.get(f"/api/games/{game}").json()]
        return bool(found[0]["over"] or found[0]["turn"] == seat)

    eventually(is_there, PATIENCE)
    return found[0]


def play_on(client: httpx2.Client, game: str, seat: int = 1, player: str = "level:9") -> Game:
    """The game played to its end, the person's moves chosen by a player of the computer."""
    chooser = make_player(player, Luck(1, "first"))
    while not (now := turn_of(client, game, seat))["over"]:
        record = {key: now[key] for key in ("book", "board", "setup", "moves") if key in now}
        position = fs.Position.from_record(record)
        body = {"ply": now["ply"], "move": chooser.choose(position)}
        response = client.post(f"/api/games/{game}/moves", json=body)
        assert response.status_code == 200, response.text
    return now


def won(client: httpx2.Client, seat: int = 1, **wish: Any) -> Game:
    """A game that the browser has won; other boards are tried until it has."""
    players = ("first", "second") if seat == 1 else ("second", "first")
    level = wish.pop("level", "level:1")
    for seed in range(1, _MOST_GAMES):
        told = {players[0]: "human", players[1]: level, "seed": seed, **wish}
        game = play_on(client, begin(client, **told)["id"], seat)
        if game["winner"] == seat:
            return game
    raise AssertionError("no game was won")
