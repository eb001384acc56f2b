"""A computer player that cannot move, because its solver does not start: told, and tried again in peace."""

import asyncio
from pathlib import Path

import pytest

from fivesquare.players.base import Luck
from fivesquare.position import Position
from fivesquare.web.play import service
from fivesquare.web.play.models import NewGame
from fivesquare.web.play.service import GameService
from fivesquare.web.settings import Settings
from fivesquare.web.store import open_store
from fivesquare.web.study import solver_pool
from fivesquare.web.study.solver_pool import SolverPool
from patience import PATIENCE

KEY = b"k" * 32


class Broken(SolverPool):
    """Fails for a while."""

    tries, is_mended = 0, False

    async def move(self, position: Position, player: str, luck: Luck) -> str:
        self.tries += 1
        if not self.is_mended:
            raise RuntimeError("no machine code")
        return position.legal[0]


def test_a_computer_that_fails_waits_before_it_tries_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "_LONG_PAUSE", 0.2)

    async def play() -> None:
        pool = Broken(Settings())
        ours = GameService(open_store(f"sqlite:///{tmp_path}/games.db"), pool, keep_days=1, keep_games=100)
        await ours.open()
        try:
            async with asyncio.timeout(PATIENCE):
                wish = NewGame.model_validate({"book": "sweep", "first": "perfect"})
                room, _ = await ours.create(wish, KEY)
                for _ in range(50):  # requests for it do not start another try
                    await ours.find(room.game.id)
                    await asyncio.sleep(0)
                assert pool.tries == 1
                while pool.tries == 1:
                    await asyncio.sleep(0.01)
                pool.is_mended = True
                while not room.game.ply:
                    await asyncio.sleep(0.01)
        finally:
            await ours.close()
            pool.close()

    asyncio.run(play())
    assert 2 <= caplog.text.count("the computer could not move") <= 5


def test_a_solver_that_did_not_start_is_not_called_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise RuntimeError("no machine code")

    monkeypatch.setattr(solver_pool, "warm_up", fail)
    pool = SolverPool(Settings())
    pool.start()
    assert pool._warming is not None
    pool._warming.join()
    assert pool.solver == "failed"
    pool.close()
