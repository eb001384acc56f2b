"""Backups of a server that is being played on: every move acknowledged before is in them."""

import json
from pathlib import Path

import pytest

from terminal.running import Result, run_piped
from web.busy import Busy
from web.postgres import Postgres
from web.server import eventually, running

PLAYERS = 6
BACKUPS = 3
MOVES_BETWEEN = 40

Acknowledged = dict[str, list[str]]


def command(*arguments: str) -> Result:
    return run_piped("database", *arguments)


def acknowledged(players: list[Busy]) -> Acknowledged:
    return {game: list(moves) for player in players for game, moves in list(player.acknowledged.items())}


@pytest.mark.parametrize("kind", ["into sqlite", "into postgresql"])
def test_a_backup_has_every_move_acknowledged_before_it(
    database: str, kind: str, postgres: Postgres, tmp_path: Path
) -> None:
    moments = list[tuple[Acknowledged, Path]]()
    with running(tmp_path / "served", database=database, requests=10_000, new_games=1000) as server:
        players = [Busy(server, seed) for seed in range(PLAYERS)]
        for number in range(BACKUPS):
            before = sum(player.count for player in players)
            eventually(lambda: sum(player.count for player in players) >= before + MOVES_BETWEEN)  # noqa: B023
            moment, file = acknowledged(players), tmp_path / f"backup{number}.db"
            done = command("backup", str(file), "--database", database)
            assert done.status == 0, done.err
            assert done.out.startswith("Backed up ")
            moments.append((moment, file))
        during = sum(player.count for player in players)
        for player in players:
            player.stop()
        final = acknowledged(players)
        assert during > sum(map(len, moments[0][0].values()))  # they played on meanwhile
        assert command("check", "--database", database).status == 0

    for number, (moment, file) in enumerate(moments):
        elsewhere = f"sqlite:///{tmp_path}/restored{number}.db"
        if kind == "into postgresql":
            elsewhere = postgres.new_database()
        assert command("restore", str(file), "--database", elsewhere).status == 0
        checked = command("check", "--database", elsewhere)
        assert (checked.status, checked.out.partition(":")[0]) == (0, "Nothing is wrong"), checked.out
        records = [json.loads(line) for line in command("export", "--database", elsewhere).out.splitlines()]
        restored = {record["id"]: record["moves"] for record in records}
        for game, moves in moment.items():
            assert restored[game][: len(moves)] == moves
        for game, moves in restored.items():
            assert final[game][: len(moves)] == moves  # and nothing that was never made
        with running(tmp_path / f"again{number}", database=elsewhere) as server, server.client() as client:
            game, moves = max(moment.items(), key=lambda item: len(item[1]))
            assert client.get(f"/api/games/{game}").json()["moves"] == restored[game]
