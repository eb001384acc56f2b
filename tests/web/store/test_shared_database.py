"""Several processes on one PostgreSQL: what they hear of each other, and connections that are lost."""

import asyncio
import signal
from collections.abc import Callable
from contextlib import AsyncExitStack

import psycopg
import pytest

from fivesquare.web.store import Store, StoreError
from patience import PATIENCE
from web.postgres import Postgres, running
from web.store.keeping import a_game, opened


async def until(is_so: Callable[[], bool]) -> None:
    """Wait for something that will be so."""
    async with asyncio.timeout(PATIENCE):
        while not is_so():
            await asyncio.sleep(0.005)


class Member:
    """One of the processes that share the games: a store, and what it has heard."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, int]] = []
        self.told: list[tuple[str, str]] = []

    async def join(self, stack: AsyncExitStack, url: str) -> Store:
        return await stack.enter_async_context(
            opened(url, lambda *news: self.heard.append(news), lambda *words: self.told.append(words))
        )


def test_entries_keys_and_the_end_of_a_game_are_heard_by_the_others(
    postgres_url: str,
) -> None:
    async def share() -> None:
        one, other = Member(), Member()
        async with AsyncExitStack() as stack:
            here, there = await one.join(stack, postgres_url), await other.join(stack, postgres_url)
            assert here.is_shared
            await here.create(a_game("g"))
            assert await here.append("g", 0, "1,1")
            await until(lambda: other.heard == [("g", 1)])
            assert await there.append("g", 1, "1,2")
            await until(lambda: one.heard == [("g", 2)])
            assert not await there.append("g", 1, "2,2")
            assert await here.add_key("g", 1, b"k" * 32)
            assert await here.add_key("g", 1, b"k" * 32)  # no news
            await until(lambda: other.heard == [("g", 1), ("g", 0)])
            games = [f"h{number}" for number in range(400)]  # more than fit into one notice
            await asyncio.gather(*(there.create(a_game(game)) for game in games))
            await asyncio.gather(*(there.append(game, 0, "1,1") for game in games))
            await until(lambda: len(one.heard) == 401)
            assert sorted(one.heard[1:]) == sorted((game, 1) for game in games)
            assert len(await there.remove(await there.surplus(0))) == 401
            everything = {(game, 0) for game in ("g", *games)}
            await until(lambda: everything <= set(one.heard) and everything <= set(other.heard))

    asyncio.run(share())


def test_words_reach_the_others_with_the_name_of_who_speaks(postgres_url: str) -> None:
    async def share() -> None:
        members = [Member() for _ in range(3)]
        async with AsyncExitStack() as stack:
            stores = [await member.join(stack, postgres_url) for member in members]
            await stores[0].tell("g 3 \N{SNOWMAN}")
            await stores[1].tell("h 1")
            await until(lambda: len(members[2].told) == 2)
            await until(lambda: all(len(member.told) == 1 for member in members[:2]))
        (zero, words), (first, others) = members[2].told
        assert (words, others) == ("g 3 \N{SNOWMAN}", "h 1")
        assert zero != first
        assert members[0].told == [(first, "h 1")]
        assert members[1].told == [(zero, "g 3 \N{SNOWMAN}")]
        assert all(member.heard == [] for member in members)

    asyncio.run(share())


def test_who_has_lost_its_ear_gets_another_and_knows_that_it_may_have_missed_something(
    postgres: Postgres, postgres_url: str
) -> None:
    async def share() -> None:
        one, other = Member(), Member()
        async with AsyncExitStack() as stack:
            here, _ = await one.join(stack, postgres_url), await other.join(stack, postgres_url)
            await here.create(a_game("g"))
            for number in range(3):
                one.heard.clear()
                other.heard.clear()
                cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN %'"
                assert len(await asyncio.to_thread(postgres.execute, cut)) == 2
                await until(lambda: one.heard == other.heard == [("", 0)])
                assert await here.append("g", number, "1,1")
                await until(lambda number=number: other.heard == [("", 0), ("g", number + 1)])  # type: ignore[misc]

    asyncio.run(share())


def test_noise_in_our_channels_disturbs_nobody(postgres: Postgres, postgres_url: str) -> None:
    async def share() -> None:
        one = Member()
        async with AsyncExitStack() as stack:
            await one.join(stack, postgres_url)
            for noise in ("", " ", "x", "x g", "x g -1", "x g one", "x g 1 h", "x  2"):
                await asyncio.to_thread(postgres.execute, f"NOTIFY fivesquare_games, '{noise}'")
            await asyncio.to_thread(postgres.execute, "NOTIFY fivesquare_games, 'x last 7'")
            await until(lambda: ("last", 7) in one.heard)
            assert ("g", 1) in one.heard

    asyncio.run(share())


def test_whatever_goes_wrong_with_what_was_heard_the_listening_goes_on(postgres_url: str) -> None:
    heard: list[int] = []
    errors: list[object] = []

    def stumble(game: str, entries: int) -> None:
        heard.append(entries)
        raise RuntimeError(game)

    async def share() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, told: errors.append(told["exception"]))
        async with opened(postgres_url) as here, opened(postgres_url, stumble):
            await here.create(a_game("g"))
            for number in range(3):
                await here.append("g", number, "1,1")
            await until(lambda: heard == [1, 2, 3])

    asyncio.run(share())
    assert len(errors) == 3


# --- The writer's connection ---

CUT = "SELECT pid, pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'fivesquare'"


def cut_all(postgres: Postgres) -> None:
    """End the connections of every store, and wait until their processes are gone."""
    cut = {pid for pid, _ in postgres.execute(CUT)}
    assert cut
    while cut & {pid for (pid,) in postgres.execute("SELECT pid FROM pg_stat_activity")}:
        pass


def test_a_connection_that_was_cut_while_nobody_wrote_is_not_even_noticed(
    postgres: Postgres, postgres_url: str
) -> None:
    async def cut() -> None:
        async with opened(postgres_url) as store:
            await store.create(a_game("g"))
            for number in range(3):
                assert await store.read("g") is not None
                await asyncio.to_thread(cut_all, postgres)
                assert await store.append("g", number, "1,1")
            kept = await store.read("g")
            assert kept is not None
            assert len(kept.entries) == 3

    asyncio.run(cut())


def test_who_waits_while_the_connection_is_cut_is_told_and_may_try_again(
    postgres: Postgres, postgres_url: str
) -> None:
    waiting = "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock'"

    async def cut() -> None:
        async with opened(postgres_url) as store:
            games = [f"g{number}" for number in range(5)]
            await asyncio.gather(*(store.create(a_game(game)) for game in games))
            with psycopg.connect(postgres_url) as other:
                other.execute("LOCK TABLE entries IN EXCLUSIVE MODE")
                writing = asyncio.gather(
                    *(store.append(game, 0, "1,1") for game in games), return_exceptions=True
                )
                while not (pids := await asyncio.to_thread(postgres.execute, waiting)):
                    await asyncio.sleep(0)
                await asyncio.to_thread(postgres.execute, f"SELECT pg_terminate_backend({pids[0][0]})")
                answers = await writing
            assert all(isinstance(answer, StoreError) for answer in answers)
            assert all(await asyncio.gather(*(store.append(game, 0, "2,2") for game in games)))
            for game in games:
                kept = await store.read(game)
                assert kept is not None
                assert kept.entries == ("2,2",)

    asyncio.run(cut())


def test_a_server_that_goes_away_and_comes_back() -> None:
    async def restart(server: Postgres) -> None:
        member = Member()
        async with AsyncExitStack() as stack:
            store = await member.join(stack, server.new_schema())
            await store.create(a_game("g"))
            await asyncio.to_thread(server.stop)
            for _ in range(3):
                with pytest.raises(
                    StoreError, match=r"^the database 'postgres' cannot be written: [^\n]*$"
                ):
                    await store.append("g", 0, "1,1")
                with pytest.raises(StoreError, match=r"^the database 'postgres' cannot be read: [^\n]*$"):
                    await store.read("g")
            await asyncio.to_thread(server.start)
            await until(lambda: ("", 0) in member.heard)
            is_entered = False
            async with asyncio.timeout(PATIENCE):
                while not is_entered:
                    try:
                        is_entered = await store.append("g", 0, "1,1")
                    except StoreError:
                        await asyncio.sleep(0.01)
            kept = await store.read("g")
            assert kept is not None
            assert kept.entries == ("1,1",)

    with running() as server:
        asyncio.run(restart(server))


# --- What is acknowledged is on disk ---


def test_a_database_that_commits_without_waiting_for_the_disk_is_overruled() -> None:
    """Every acknowledged entry is there after the server was killed, however soon after the last one."""

    async def enter(server: Postgres, url: str) -> None:
        async with opened(url) as store:
            await store.create(a_game("g"))
            for number in range(20):
                assert await store.append("g", number, f"{number},1")
            await asyncio.to_thread(server.stop, signal.SIGQUIT)  # at once, without writing anything more

    async def read(url: str) -> tuple[str, ...]:
        async with opened(url) as store:
            kept = await store.read("g")
            return () if kept is None else kept.entries

    with running() as server:
        server.execute("ALTER SYSTEM SET synchronous_commit = off")
        server.execute("ALTER SYSTEM SET wal_writer_delay = '10s'")
        server.stop()
        server.start()
        url = server.new_database()
        name = url.partition("?")[0].rpartition("/")[2]
        server.execute(f"ALTER DATABASE {name} SET synchronous_commit = off")
        assert server.execute("SHOW synchronous_commit", name) == [("off",)]
        asyncio.run(enter(server, url))
        server.start()
        assert asyncio.run(read(url)) == tuple(f"{number},1" for number in range(20))
