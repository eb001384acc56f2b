"""A server that is killed in mid-game, again and again, loses no move that it has acknowledged."""

from pathlib import Path

import fivesquare as fs
from web.busy import Busy
from web.server import eventually, running

GAMES = 8
KILLS = 5
MOVES_BETWEEN = 30


def test_every_acknowledged_move_is_there_once(tmp_path: Path, database: str) -> None:
    with running(tmp_path, database=database, requests=10_000, new_games=1000) as server:
        players = [Busy(server, seed) for seed in range(GAMES)]
        for _ in range(KILLS):
            before = sum(player.count for player in players)
            eventually(lambda: sum(player.count for player in players) >= before + MOVES_BETWEEN)  # noqa: B023
            server.kill()
            server.start()
        for player in players:
            player.stop()
        server.kill()
        server.start()
        with server.client() as client:
            for player in players:
                for game, moves in player.acknowledged.items():
                    kept = client.get(f"/api/games/{game}").json()
                    assert kept["moves"] == moves
                    assert fs.Position.from_record(kept).moves == tuple(moves)
        assert sum(player.count for player in players) >= KILLS * MOVES_BETWEEN
