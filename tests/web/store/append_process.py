"""A process that appends for as long as it lives, and prints every entry after it was told of its success.

python -m web.store.append_process ADDRESS WHO GAMES: existing games g0, g1, .., one writer in each.
"""

import asyncio
import os
import sys
from itertools import count

from fivesquare.web.store import Store, open_store
from web.store.keeping import nothing


async def append(store: Store, game: str, who: str) -> None:
    """Append without end; who comes too late looks at the game again."""
    number = -1
    for attempt in count():
        if number < 0:
            kept = await store.read(game)
            assert kept is not None
            number = len(kept.entries)
        what = f"{who}:{attempt}"
        if await store.append(game, number, what):
            os.write(1, f"{game} {number} {what}\n".encode())
            number += 1
        else:
            number = -1


async def main(url: str, who: str, games: int) -> None:
    store = open_store(url)
    await store.open(nothing)
    os.write(1, b"open\n")
    await asyncio.gather(*(append(store, f"g{game}", who) for game in range(games)))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3])))
