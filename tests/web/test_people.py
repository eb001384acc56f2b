"""The names of players in a service: kept by a browser, and forgotten with it."""

import asyncio
from pathlib import Path

from fivesquare.web.play.models import NewGame
from fivesquare.web.play.service import GameService
from fivesquare.web.settings import Settings
from fivesquare.web.store import open_store
from fivesquare.web.study.solver_pool import SolverPool

SAM, MARA = b"s" * 32, b"m" * 32


def test_a_name_can_be_taken_out_of_every_game(tmp_path: Path) -> None:
    async def run() -> None:
        store = open_store(f"sqlite:///{tmp_path / 'games.db'}")
        service = GameService(store, SolverPool(Settings()), keep_days=1, keep_games=100)
        await service.open()
        try:
            await service.people.keep_name(SAM, "Sam")
            await service.people.keep_name(MARA, "Mara")
            games = []
            for browser in (SAM, SAM, MARA):
                wish = NewGame.model_validate({"book": "flip", "seed": 1, "sit": [1]})
                games.append((await service.create(wish, browser))[0].game)
            assert [game.names[0] for game in games] == ["Sam", "Sam", "Mara"]
            await service.forget(SAM)
            found = [(await service.find(game.id)).game.names[0] for game in games]
            assert found == [None, None, "Mara"]
            assert "names" not in (await service.find(games[0].id)).game.to_record()
        finally:
            await service.close()

    asyncio.run(run())
