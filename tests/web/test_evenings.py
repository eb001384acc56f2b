"""What a process keeps of evenings, looked at from within."""

import asyncio
from pathlib import Path

from fivesquare.web.play.club_models import NewEvening
from fivesquare.web.play.evening import EveningState
from fivesquare.web.play.service import GameService
from fivesquare.web.settings import Settings
from fivesquare.web.store import open_store
from fivesquare.web.study.solver_pool import SolverPool

HOST, ANA, BEN = b"h" * 32, b"a" * 32, b"b" * 32


def test_to_be_forgotten_takes_the_name_away_and_leaves(tmp_path: Path) -> None:
    async def forget() -> None:
        store = open_store(f"sqlite:///{tmp_path}/games.db")
        service = GameService(store, SolverPool(Settings()), keep_days=1, keep_games=9)
        await service.open()
        try:
            room = await service.evenings.open(NewEvening.model_validate({"book": "sweep"}), HOST)
            await service.evenings.join(room, "Ana", ANA)
            await service.evenings.join(room, "Ben", BEN)
            await service.forget(ANA)
            await service.forget(ANA)
            assert [(guest.name, guest.state) for guest in room.evening.guests] == [
                *(("Guest 1", "left"), ("Ben", "here"))
            ]
            assert room.evening.version == 3
            known = await store.read_evening(room.evening.id)
            assert known is not None
            assert known.keys == {2: BEN}
            await service.evenings.end(room)
            await service.forget(BEN)  # also when it is over
            kept = await store.read_evening(room.evening.id)
            assert kept is not None
            assert EveningState.of(kept) == room.evening
            assert room.evening.guests[1].name == "Guest 2"
        finally:
            await service.close()

    asyncio.run(forget())


def test_games_that_nobody_follows_any_more_are_let_go(tmp_path: Path) -> None:
    async def rounds() -> None:
        store = open_store(f"sqlite:///{tmp_path}/games.db")
        service = GameService(store, SolverPool(Settings()), keep_days=1, keep_games=99)
        await service.open()
        try:
            room = await service.evenings.open(NewEvening.model_validate({"form": "ladder"}), HOST)
            await service.evenings.join(room, "Ana", ANA)
            await service.evenings.join(room, "Ben", BEN)
            for number in (1, 2, 3):
                await service.evenings.begin_round(room, number)
                assert tuple(room.games) == room.shown_games
                await service.evenings.decide(room, number, 1, "0")
            followed = [game for game in service.rooms if game.followers]
            assert [game.game.id for game in followed] == list(room.shown_games)
            room.close()
            assert not any(game.followers for game in service.rooms)
        finally:
            await service.close()

    asyncio.run(rounds())
