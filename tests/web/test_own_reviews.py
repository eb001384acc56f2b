"""Who may have games gone over in the background, and how many at one time."""

import asyncio
from typing import Any, cast

from fivesquare.web.messages import CLIENT
from fivesquare.web.play import own_reviews
from fivesquare.web.play.own_reviews import OwnReviews
from fivesquare.web.play.played_games import Played
from fivesquare.web.store.base import Store
from fivesquare.web.study.solver_pool import SolverPool

WON = Played("game", 5, "Flip", "flip", "Level 1", "won", 1, (9, 7), 16, 8, "2026-11-18T12:00:00Z")


class SlowStore:
    """Has no notes, and keeps whoever reads a game waiting."""

    def __init__(self) -> None:
        self.readers = list[str]()

    async def notes(self, *_: Any) -> list[Any]:
        return []

    async def read(self, _game: str) -> None:
        self.readers.append(CLIENT.get())
        await asyncio.Event().wait()


def test_one_address_leaves_room_for_the_reviews_of_others() -> None:
    async def body() -> None:
        store = SlowStore()
        reviews = OwnReviews(cast(Store, store), cast(SolverPool, None))

        async def ask(address: str, browsers: int) -> int:
            CLIENT.set(address)
            for number in range(browsers):
                await reviews.insight(f"{address} {number}".encode(), [WON])
            await asyncio.sleep(0)
            return store.readers.count(address)

        most = own_reviews._MOST_AT_WORK
        assert await ask("flood", 2 * most) == most // 2
        assert await ask("neighbour", 1) == 1
        await reviews.stop(b"flood 0")
        assert await ask("flood", 2 * most) == most // 2 + 1  # the place that was left is taken again
        await reviews.close()

    asyncio.run(body())
