"""The load generator of bench/load.py on a small scale: it plays what it says, and misses nothing."""

import asyncio
from pathlib import Path

import pytest
from webload import games
from webload.loops import ClosedLoop, OpenLoop, run
from webload.scenarios import check_durable

from web.server import NO_LIMITS, running


def nothing() -> None:
    """Nobody counts anything else."""


def test_an_open_loop_makes_every_move_that_is_due(tmp_path: Path) -> None:
    with running(tmp_path, **NO_LIMITS) as server:
        measured = run(OpenLoop(server.port, 5, warm=0.2, seconds=0.8, pace=0.2).play(nothing, nothing))
    assert len(measured.answers) == len(measured.events) == 5 * 4
    assert measured.unfinished == 0
    found = asyncio.run(check_durable(f"sqlite:///{tmp_path}/games.db", measured.moves))
    assert found == 5 * 5  # those before the first that counts as well


def test_a_closed_loop_goes_on_with_another_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "BOOK", "sweep")  # over after a few moves
    with running(tmp_path, **NO_LIMITS) as server:
        measured = run(ClosedLoop(server.port, 1, warm=0.0, seconds=3.0).play(nothing, nothing))
    made = [len(moves) for moves in measured.moves.values()]
    assert len(made) > 1
    assert sum(made) >= len(measured.answers) > 0
    assert asyncio.run(check_durable(f"sqlite:///{tmp_path}/games.db", measured.moves)) == sum(made)


def test_a_move_that_is_lost_is_noticed(tmp_path: Path) -> None:
    with running(tmp_path, **NO_LIMITS) as server:
        measured = run(OpenLoop(server.port, 1, warm=0.0, seconds=0.2, pace=0.1).play(nothing, nothing))
    for moves in measured.moves.values():
        moves.append("5,5")
    with pytest.raises(SystemExit, match="but the database has"):
        asyncio.run(check_durable(f"sqlite:///{tmp_path}/games.db", measured.moves))
