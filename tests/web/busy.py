"""Somebody who plays as fast as a server answers, and remembers what it acknowledged."""

import random
import threading
from typing import Any

import httpx2

from web.server import Server


class Busy:
    """Somebody who plays both sides of game after game, and notes what was acknowledged."""

    def __init__(self, server: Server, seed: int) -> None:
        self._server = server
        self._chance = random.Random(seed)
        self._ends = threading.Event()
        self.acknowledged: dict[str, list[str]] = {}
        self.error: BaseException | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    @property
    def count(self) -> int:
        return sum(len(moves) for moves in list(self.acknowledged.values()))

    def stop(self) -> None:
        self._ends.set()
        self._thread.join()
        assert self.error is None, self.error

    def _run(self) -> None:
        try:
            with self._server.client() as client:
                while not self._ends.is_set():
                    self._play(client)
        except BaseException as error:
            self.error = error

    def _play(self, client: httpx2.Client) -> None:
        begun = self._until_answered(client, "/api/games", {"book": "chain", "seed": 1}, None)
        seats, game = begun["seats"], begun["game"]
        noted = self.acknowledged[game["id"]] = []
        while not game["over"] and not self._ends.is_set():
            wish = {"ply": game["ply"], "move": self._chance.choice(game["legal"])}
            path = f"/api/games/{game['id']}/moves"
            game = self._until_answered(client, path, wish, seats[str(game["turn"])])
            noted.append(wish["move"])
            assert game["moves"] == noted

    def _until_answered(
        self, client: httpx2.Client, path: str, body: dict[str, Any], secret: str | None
    ) -> dict[str, Any]:
        """Send the same again until there is an answer, as every client must."""
        headers = {} if secret is None else {"authorization": f"Bearer {secret}"}
        while True:
            try:
                response = client.post(path, json=body, headers=headers)
            except httpx2.TransportError:
                assert not self._ends.wait(0.02), "it was to stop while the server was away"
                continue
            assert response.status_code in (200, 201, 503), response.text
            if response.status_code != 503:
                answer: dict[str, Any] = response.json()
                return answer
