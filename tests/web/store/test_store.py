"""What a store keeps, whichever database it is in."""

import asyncio
import threading
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from fivesquare.web.store import Store, StoreError, open_store
from fivesquare.web.store.base import LONGEST_WORD, MOST_KEYS, Append, StoredGame
from fivesquare.web.store.sql import SqlStore
from fivesquare.web.store.write_session import Deed
from fivesquare.web.store.writer import LARGEST_GROUP
from web.store.keeping import a_game, opened, store_at, with_store

PATIENCE = 60.0  # seconds; only a hang takes that long


def test_a_game_comes_back_as_it_was_kept(url: str) -> None:
    kept = a_game(entries=("1,1", "back 0", "stop"), first=(b"a" * 32, b"b" * 32), second=(b"c" * 32,))

    async def keep(store: Store) -> None:
        await store.create(kept)
        assert await store.read(kept.beginning.id) == kept

    async def read(store: Store) -> StoredGame | None:
        return await store.read(kept.beginning.id)

    with_store(url, keep)
    assert with_store(url, read) == kept


def test_a_book_of_ones_own_and_any_seed_come_back_too(url: str) -> None:
    book = {"like": "fifteen", "title": "\0 \ud800 '; DROP TABLE games; -- \N{SNOWMAN}"}
    odd = a_game()
    odd = replace(odd, beginning=replace(odd.beginning, book=book, seed=-(10**30)))

    async def keep(store: Store) -> StoredGame | None:
        await store.create(odd)
        return await store.read(odd.beginning.id)

    assert with_store(url, keep) == odd


@pytest.mark.parametrize("game", ["", "nobody", "\0", "\ud800", "x" * 10_000, "é", "a\nb", "' OR 1=1 --"])
def test_there_is_no_such_game(url: str, game: str) -> None:
    async def ask(store: Store) -> None:
        await store.create(a_game())
        assert await store.read(game) is None
        assert not await store.add_key(game, 1, b"k" * 32)

    with_store(url, ask)


def test_an_entry_must_be_the_next_one_of_a_game_that_is_there(url: str) -> None:
    async def enter(store: Store) -> None:
        await store.create(a_game("g"))
        assert not await store.append("g", 1, "2,2")
        assert await store.append("g", 0, "1,1")
        assert not await store.append("g", 0, "1,1")
        assert not await store.append("g", 2, "2,2")
        assert await store.append("g", 1, "1,2")
        assert not await store.append("g", -1, "2,2")
        assert not await store.append("h", 0, "1,1")
        kept = await store.read("g")
        assert kept is not None
        assert kept.entries == ("1,1", "1,2")

    with_store(url, enter)


def test_entries_of_one_game_that_wait_together_are_made_in_their_order(url: str) -> None:
    async def enter(store: Store) -> None:
        await store.create(a_game("g"))
        numbers = [1, 0, 0, 1, 5, 2, 2, 3, 1]
        answers = await asyncio.gather(
            *(store.append("g", number, f"{place},1") for place, number in enumerate(numbers))
        )
        assert answers == [False, True, False, True, False, True, False, True, False]
        kept = await store.read("g")
        assert kept is not None
        assert kept.entries == ("1,1", "3,1", "5,1", "7,1")

    with_store(url, enter)


def test_of_two_hundred_who_enter_the_same_number_one_wins(url: str) -> None:
    async def enter(store: Store) -> None:
        await store.create(a_game("g"))
        for number in range(3):
            answers = await asyncio.gather(*(store.append("g", number, f"{who},1") for who in range(200)))
            assert answers.count(True) == 1
            kept = await store.read("g")
            assert kept is not None
            assert kept.entries[number] == f"{answers.index(True)},1"
            assert len(kept.entries) == number + 1

    with_store(url, enter)


def test_one_that_fails_does_not_take_the_others_of_its_group_along(url: str) -> None:
    async def write(store: Store) -> None:
        await store.create(a_game("g"))
        twice, entered, gone, new = await asyncio.gather(
            store.create(a_game("g")),
            store.append("g", 0, "1,1"),
            store.append("gone", 0, "1,1"),
            store.create(a_game("new", entries=("2,2",))),
            return_exceptions=True,
        )
        assert isinstance(twice, StoreError)
        assert (entered, gone, new) == (True, False, None)
        for game, entries in (("g", ("1,1",)), ("new", ("2,2",))):
            kept = await store.read(game)
            assert kept is not None
            assert kept.entries == entries

    with_store(url, write)


def test_more_writes_than_one_commit_takes_are_all_made_in_order(database_url: str) -> None:
    """They wait while the writer is held up, so that they are one queue; then nobody is left over."""
    games = [f"g{number}" for number in range(40)]
    entries, is_free, sizes = 60, threading.Event(), list[int]()
    assert len(games) * entries > 2 * LARGEST_GROUP

    async def enter(store: Store) -> None:
        assert isinstance(store, SqlStore)
        await asyncio.gather(*(store.create(a_game(game)) for game in games))
        write = store._writer._session.write

        def seen(appends: Sequence[Append], deeds: Sequence[Deed]) -> tuple[list[bool], list[Any]]:
            sizes.append(len(appends) + len(deeds))
            return write(appends, deeds)

        store._writer._session.write = seen  # type: ignore[method-assign]
        held = store._writer.do(lambda _session: is_free.wait())
        writes = [
            asyncio.ensure_future(store.append(game, number, f"{number},1"))
            for number in range(entries)
            for game in games
        ]
        new = asyncio.ensure_future(store.create(a_game("new")))
        await asyncio.sleep(0)  # all of them wait now
        is_free.set()
        async with asyncio.timeout(PATIENCE):
            assert await held
            assert await asyncio.gather(*writes) == [True] * len(writes)
            await new
            assert await store.append("new", 0, "1,1")
        for game in games:
            kept = await store.read(game)
            assert kept is not None
            assert kept.entries == tuple(f"{number},1" for number in range(entries))

    with_store(database_url, enter)
    assert max(sizes) == LARGEST_GROUP
    assert sum(sizes) == len(games) * entries + 3


def test_what_no_database_keeps_as_it_is_is_refused(url: str) -> None:
    async def enter(store: Store) -> None:
        await store.create(a_game("g"))
        for what in ("\0", "\ud800", "1,1\n"):
            with pytest.raises(ValueError, match="cannot be an entry"):
                await store.append("g", 0, what)
            with pytest.raises(ValueError, match="cannot be kept"):
                await store.create(a_game(entries=(what,)))
        with pytest.raises(ValueError, match="cannot be kept"):
            await store.create(a_game("x" * 33))
        assert await store.append("g", 0, "1,1")

    with_store(url, enter)


def test_who_goes_away_while_waiting_disturbs_nobody(url: str) -> None:
    async def enter(store: Store) -> None:
        await store.create(a_game("g"))
        impatient = asyncio.ensure_future(store.append("g", 0, "1,1"))
        await asyncio.sleep(0)
        impatient.cancel()
        assert await store.append("g", 1, "1,2")
        kept = await store.read("g")
        assert kept is not None
        assert kept.entries == ("1,1", "1,2")

    with_store(url, enter)


# --- Keys ---


def test_a_seat_is_opened_by_so_many_keys_and_no_more(url: str) -> None:
    keys = [bytes([number]) * 32 for number in range(MOST_KEYS + 1)]

    async def add(store: Store) -> None:
        await store.create(a_game("g", first=(keys[0],)))
        assert await store.add_key("g", 1, keys[0])  # it opens that seat already
        for key in keys[1:-1]:
            assert await store.add_key("g", 1, key)
        assert not await store.add_key("g", 1, keys[-1])
        assert await store.add_key("g", 1, keys[3])
        assert await store.add_key("g", 2, keys[-1])
        assert not await store.add_key("h", 1, keys[0])
        kept = await store.read("g")
        assert kept is not None
        assert kept.keys == (tuple(keys[:-1]), (keys[-1],))

    with_store(url, add)


def test_the_games_of_a_key_the_newest_first(url: str) -> None:
    mine, other = b"m" * 32, b"o" * 32

    async def ask(store: Store) -> None:
        older = a_game("older", created=1.0, first=(mine,), second=(mine,), entries=("1,1",))
        newer = a_game("newer", created=3.0, second=(mine, other))
        for kept in (older, newer, a_game("middle", created=2.0, first=(other,))):
            await store.create(kept)
        assert await store.games_of(mine, 10) == [newer, older]
        assert await store.games_of(mine, 1) == [newer]
        assert await store.games_of(b"n" * 32, 10) == []
        await store.add_key("middle", 2, mine)
        assert [kept.beginning.id for kept in await store.games_of(mine, 10)] == [
            "newer",
            "middle",
            "older",
        ]

    with_store(url, ask)


# --- Old games ---


def test_old_games_go_and_those_in_which_something_happened_stay(url: str) -> None:
    heard: list[tuple[str, int]] = []
    key = b"k" * 32

    async def prune() -> None:
        async with opened(url, lambda game, entries: heard.append((game, entries))) as store:
            now = time.time()
            await store.create(a_game("old", created=now - 100, entries=("1,1",), first=(key,)))
            await store.create(a_game("played", created=now - 100, first=(key,)))
            await store.create(a_game("new", created=now, first=(key,)))
            assert await store.append("played", 0, "1,1")
            assert await store.remove(await store.untouched_since(now - 50)) == ["old"]
            assert await store.read("old") is None
            assert not await store.append("old", 1, "2,2")
            assert [kept.beginning.id for kept in await store.games_of(key, 9)] == ["new", "played"]
            assert await store.count() == 2
            assert await store.untouched_since(now - 50) == []
            await store.create(a_game("old"))  # nothing is left of it that could come back
            kept = await store.read("old")
            assert kept is not None
            assert (kept.entries, kept.keys) == ((), ((), ()))

    asyncio.run(prune())
    assert heard == [("old", 0)]


def test_the_games_above_a_number_go_the_oldest_first(url: str) -> None:
    async def prune(store: Store) -> None:
        now = time.time()
        games = [a_game(f"g{number}", created=now - 100 + number) for number in range(60)]
        await asyncio.gather(*map(store.create, games))
        assert await store.append("g0", 0, "1,1")
        assert len(await store.remove(await store.surplus(3))) == 57
        left = [await store.read(f"g{number}") is not None for number in range(60)]
        assert [number for number, is_left in enumerate(left) if is_left] == [0, 58, 59]

    with_store(url, prune)


def test_a_game_in_which_something_happens_while_it_is_to_be_removed_stays(url: str) -> None:
    async def prune(store: Store) -> None:
        await store.create(a_game("g", created=1.0))
        await store.create(a_game("h", created=2.0))
        old = await store.surplus(0)
        assert sorted(old) == [("g", 1.0), ("h", 2.0)]
        assert await store.append("g", 0, "1,1")
        assert await store.remove(old) == ["h"]
        assert await store.read("g") is not None

    with_store(url, prune)


def test_a_check_writes_and_leaves_nothing_behind(url: str) -> None:
    heard: list[tuple[str, int]] = []

    async def check() -> None:
        async with opened(url, lambda game, entries: heard.append((game, entries))) as store:
            await asyncio.gather(*(store.check() for _ in range(5)))
            assert (await store.count(), await store.last()) == (0, None)

    asyncio.run(check())
    assert heard == []


# --- Words, and the end ---


def test_what_is_told_is_short(url: str) -> None:
    async def tell(store: Store) -> None:
        await store.tell("g 3")
        with pytest.raises(ValueError, match="too long"):
            await store.tell("x" * (LONGEST_WORD + 1))

    with_store(url, tell)


def test_what_waits_is_written_before_a_store_closes_and_nothing_after(url: str) -> None:
    async def close() -> None:
        store = store_at(url)
        await store.open(lambda game, entries: None)
        await store.create(a_game("g"))
        waiting = [asyncio.ensure_future(store.append("g", number, "1,1")) for number in range(50)]
        await asyncio.sleep(0)
        await store.close()
        assert all(await asyncio.gather(*waiting))
        with pytest.raises(StoreError, match="closed"):
            await store.append("g", 50, "1,1")
        with pytest.raises(StoreError, match="closed"):
            await store.read("g")

    async def read(store: Store) -> None:
        kept = await store.read("g")
        assert kept is not None
        assert len(kept.entries) == 50

    asyncio.run(close())
    with_store(url, read)


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("games.db", "games cannot be kept in 'games.db': give sqlite:///FILE or postgresql://..."),
        ("sqlite://", "a file must be named: sqlite:///FILE"),
        ("sqlite:///:memory:", "a file must be named: sqlite:///FILE"),
        (
            "mysql://localhost/games",
            "games cannot be kept in 'mysql': give sqlite:///FILE or postgresql://...",
        ),
    ],
)
def test_what_is_no_database_is_refused_in_a_sentence(url: str, sentence: str) -> None:
    with pytest.raises(StoreError) as caught:
        open_store(url)
    assert str(caught.value) == sentence
