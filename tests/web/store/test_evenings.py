"""Evenings of a club, in every database."""

import asyncio
from typing import Any

import pytest

from fivesquare.web.store import Store
from fivesquare.web.store.base import EveningEntry, StoredEvening
from web.postgres import Postgres
from web.store.keeping import a_game, nothing, opened, with_store

ANA, BEN, HOST = b"a" * 32, b"b" * 32, b"h" * 32


@pytest.fixture
def url(database_url: str) -> str:
    """Evenings need a server."""
    return database_url


def an_evening(name: str = "e", created: float = 1000.0, host: bytes = HOST) -> StoredEvening:
    return StoredEvening(name, host, {"title": "\0 \N{SNOWMAN}"}, created)


async def begin(store: Store, name: str = "e", created: float = 1000.0) -> None:
    assert await store.create_evening(an_evening(name, created), 10, 0.0)


def test_an_evening_comes_back_after_a_restart(url: str) -> None:
    async def write(store: Store) -> None:
        await begin(store)
        assert await store.append_evening(EveningEntry("e", 0, "join 1 Ana", (1, ANA)))
        assert await store.append_evening(EveningEntry("e", 1, "join 2 Ben", (2, BEN)))
        games = (a_game("g1", first=(ANA,)), a_game("g2"))
        assert await store.append_evening(EveningEntry("e", 2, "round 1-2:g1", games=games))

    async def read(store: Store) -> list[Any]:
        kept = await store.read("g1")
        assert kept is not None
        assert kept.keys == ((ANA,), ())
        return [await store.read_evening(name) for name in ("e", "f", "", "x" * 40, "é")]

    with_store(url, write)
    entries = ("join 1 Ana", "join 2 Ben", "round 1-2:g1")
    there = StoredEvening("e", HOST, {"title": "\0 \N{SNOWMAN}"}, 1000.0, {1: ANA, 2: BEN}, entries)
    assert with_store(url, read) == [there, None, None, None, None]


def test_of_many_who_enter_the_same_number_one_does(url: str) -> None:
    async def race(store: Store) -> None:
        await begin(store)
        tries = [EveningEntry("e", 0, f"round {n}", games=(a_game(f"g{n}"),)) for n in range(20)]
        answers = await asyncio.gather(*map(store.append_evening, tries))
        assert sorted(answers) == [False] * 19 + [True]
        assert await store.count() == 1  # the games of the others did not come into being
        kept = await store.read_evening("e")
        assert kept is not None
        assert kept.entries == (f"round {answers.index(True)}",)

    with_store(url, race)


@pytest.mark.parametrize(("evening", "number"), [("e", 1), ("e", -1), ("e", 2**40), ("f", 0)])
def test_what_is_not_the_next_entry_is_not_made(url: str, evening: str, number: int) -> None:
    async def enter(store: Store) -> bool:
        await begin(store)
        return await store.append_evening(EveningEntry(evening, number, "end", (1, ANA), (a_game("g"),)))

    assert with_store(url, enter) is False


def test_a_host_begins_only_so_many(url: str) -> None:
    async def many(store: Store) -> list[bool]:
        made = [await store.create_evening(an_evening(f"e{n}", 100.0 + n), 2, 100.0) for n in range(3)]
        made.append(await store.create_evening(an_evening("other", 103.0, BEN), 2, 100.0))
        made.append(await store.create_evening(an_evening("later", 200.0), 2, 101.5))
        return made

    assert with_store(url, many) == [True, True, False, True, True]


def test_the_evenings_of_a_browser_are_those_it_hosts_or_plays_in(url: str) -> None:
    async def ask(store: Store) -> list[list[str]]:
        await begin(store, "e1", 1.0)
        await begin(store, "e2", 2.0)
        assert await store.create_evening(an_evening("e3", 3.0, BEN), 9, 0.0)
        await store.append_evening(EveningEntry("e2", 0, "join 1 Ana", (1, ANA)))
        await store.append_evening(EveningEntry("e3", 0, "join 1 Ana", (1, ANA)))
        asked = [(ANA, 9), (HOST, 9), (BEN, 9), (ANA, 1), (b"x" * 32, 9)]
        return [[kept.id for kept in await store.evenings_of(*each)] for each in asked]

    assert with_store(url, ask) == [["e3", "e2"], ["e2", "e1"], ["e3"], ["e3"], []]


def test_a_browser_that_is_forgotten_plays_in_no_evening(url: str) -> None:
    async def forget(store: Store) -> None:
        await begin(store)
        await store.append_evening(EveningEntry("e", 0, "join 1 Ana", (1, ANA)))
        await store.append_evening(EveningEntry("e", 1, "join 2 Ben", (2, BEN)))
        await store.forget(ANA)
        kept = await store.read_evening("e")
        assert kept is not None
        assert kept.keys == {2: BEN}

    with_store(url, forget)


def test_old_evenings_can_be_found_and_removed_but_not_those_that_go_on(url: str) -> None:
    heard: list[tuple[str, str]] = []

    async def prune() -> None:
        async with opened(url, nothing, lambda *words: heard.append(words)) as store:
            for name, created in (("e1", 1.0), ("e2", 2.0), ("e3", 3.0)):
                await begin(store, name, created)
            assert await store.count_evenings() == 3
            assert await store.evenings_untouched_since(3.0) == [("e1", 1.0), ("e2", 2.0)]
            old = await store.surplus_evenings(1)
            assert old == [("e2", 2.0), ("e1", 1.0)]
            await store.append_evening(EveningEntry("e1", 0, "join 1 Ana", (1, ANA)))
            assert await store.remove_evenings(old) == ["e2"]
            assert await store.read_evening("e2") is None
            assert not await store.append_evening(EveningEntry("e2", 0, "end"))
            last = (await store.surplus_evenings(0))[0]
            assert last.evening == "e1"
            assert await store.remove_evenings([last]) == ["e1"]
            assert await store.evenings_of(ANA, 9) == []

    asyncio.run(prune())
    assert ("", "evening e2@0") in heard


def test_other_processes_hear_of_every_entry(postgres: Postgres) -> None:
    url = postgres.new_database()
    heard: list[str] = []

    async def both() -> None:
        async with opened(url) as one, opened(url, nothing, lambda _, words: heard.append(words)):
            await begin(one)
            await one.append_evening(EveningEntry("e", 0, "join 1 Ana", (1, ANA)))
            await one.append_evening(EveningEntry("e", 0, "join 1 Ben", (1, BEN)))  # not the next one
            await one.remove_evenings(await one.surplus_evenings(0))
            async with asyncio.timeout(60):
                while len(heard) < 2:
                    await asyncio.sleep(0.01)

    asyncio.run(both())
    assert heard == ["evening e@1", "evening e@0"]
