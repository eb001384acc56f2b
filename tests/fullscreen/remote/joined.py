"""Games on a server, joined as by different terminals, and what each of them hears."""

import random
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx2

from fivesquare.fullscreen.remote.game_follower import Connection
from fivesquare.fullscreen.remote.game_snapshot import GameSnapshot
from fivesquare.fullscreen.remote.remote_game import RemoteGame
from fivesquare.fullscreen.remote.server_cookies import ServerCookies
from fivesquare.fullscreen.remote.waits import Patience
from patience import PATIENCE

PATIENT = Patience(
    answer=PATIENCE,
    move=PATIENCE,
    poll=PATIENCE,
    opening=PATIENCE,
    silence=PATIENCE,
    advice=PATIENCE,
    request=PATIENCE,
    first_wait=0.01,
    longest_wait=0.1,
    longest_asked_wait=PATIENCE,
)
"""Gives up only when something hangs."""


class Joined:
    """A game as one terminal has it, with everything that it has heard."""

    def __init__(self, game: RemoteGame) -> None:
        self.remote = game
        self.games: list[GameSnapshot] = []
        self.states: list[Connection] = []
        self._news = threading.Condition()

    @property
    def game(self) -> GameSnapshot:
        return self.remote.game

    @property
    def seats(self) -> list[int]:
        """The seats of this terminal."""
        return sorted(self.remote.mine)

    def follow(self) -> "Joined":
        self.remote.follow(self._change, self._state)
        return self

    def _change(self, game: GameSnapshot) -> None:
        with self._news:
            self.games.append(game)
            self._news.notify_all()

    def _state(self, state: Connection) -> None:
        with self._news:
            self.states.append(state)
            self._news.notify_all()

    def until(self, holds: Callable[[GameSnapshot], bool]) -> GameSnapshot:
        """Wait until a game is heard of which something holds; it may have been heard already."""
        with self._news:
            assert self._news.wait_for(lambda: holds(self.game), PATIENCE), self.game
            return self.game

    def until_state(self, status: str, times: int = 1) -> Connection:
        """Wait until the connection has been in this state so often."""
        with self._news:
            assert self._news.wait_for(lambda: self.count(status) >= times, PATIENCE), self.states
            return [state for state in self.states if state.status == status][times - 1]

    def count(self, status: str) -> int:
        return sum(state.status == status for state in self.states)


class Terminals:
    """Terminals by their names, each with a file of cookies; all games are closed at the end."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._joined: list[Joined] = []

    def file(self, name: str) -> Path:
        return self._folder / f"{name}.json"

    def join(
        self, link: str, name: str = "one", patience: Patience = PATIENT, *, follows: bool = True
    ) -> Joined:
        """Join a game from a terminal, and follow it."""
        cookies = ServerCookies(self.file(name))
        joined = Joined(RemoteGame.join(link, cookies=cookies, patience=patience))
        self._joined.append(joined)
        return joined.follow() if follows else joined

    def close(self) -> None:
        for joined in self._joined:
            joined.remote.close()


class Begun:
    """A game that has begun, and the links to it."""

    def __init__(self, server: str, url: str = "", **wish: Any) -> None:
        """A game on the server at that address; the links may lead to another one."""
        answer = httpx2.post(f"{server}/api/games", json={"book": "sweep", "seed": 1, "sit": [], **wish})
        assert answer.status_code == 201, answer.text
        told = answer.json()
        self.id: str = told["id"]
        self.page = f"{url or server}/games/{self.id}"
        self.secrets: list[str] = [told["seats"]["1"], told["seats"]["2"]]
        self.links = [f"{self.page}#{secret}" for secret in self.secrets]


def play_on(players: list[Joined], chance: random.Random, most: int = 1000) -> list[str]:
    """Let both play random moves, each when they hear that it is their turn."""
    moves: list[str] = []
    while not players[0].game.is_over and len(moves) < most:
        ply = players[0].game.ply
        for player in players:
            player.until(lambda game: game.ply >= ply)  # noqa: B023
        (mover,) = [player for player in players if player.remote.is_mine]
        moves.append(chance.choice(mover.game.position.legal))
        after = mover.remote.play(moves[-1])
        assert after.position.moves[ply] == moves[-1]
        for player in players:
            player.until(lambda game: game.ply > ply)  # noqa: B023
    return moves
