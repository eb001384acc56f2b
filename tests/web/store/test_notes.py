"""Notes: what is kept for a browser, in every database."""

import asyncio
from typing import Any

import pytest

from fivesquare.web.static_site import browser_store
from fivesquare.web.store import Store, base, notes
from web.store.keeping import a_game, opened, with_store

ANA, BEN = b"a" * 32, b"b" * 32


@pytest.fixture
def at_most_three(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three notes of one kind are all that a browser may have."""
    for module in (notes, browser_store):
        monkeypatch.setattr(module, "MOST_NOTES", 3)


def test_notes_come_back_after_a_restart_each_to_its_browser(url: str) -> None:
    async def write(store: Store) -> None:
        assert await store.note(ANA, "day", "2026-11-18", {"tries": [1, 2], "name": "\0 \N{SNOWMAN}"})
        assert await store.note(ANA, "level", "flip", {"beaten": 3})
        assert await store.note(BEN, "day", "2026-11-18", {"tries": []})

    async def read(store: Store) -> list[list[Any]]:
        asked = [(ANA, None), (ANA, "level"), (BEN, "day"), (b"c" * 32, None)]
        return [[note[:3] for note in await store.notes(*each)] for each in asked]

    with_store(url, write)
    day = ("day", "2026-11-18", {"tries": [1, 2], "name": "\0 \N{SNOWMAN}"})
    level = ("level", "flip", {"beaten": 3})
    assert with_store(url, read) == [[day, level], [level], [("day", "2026-11-18", {"tries": []})], []]


def test_a_second_note_of_the_same_name_takes_the_place_of_the_first(url: str) -> None:
    async def write(store: Store) -> list[base.Note]:
        await asyncio.gather(*(store.note(ANA, "level", "flip", {"beaten": level}) for level in range(20)))
        await store.note(ANA, "level", "flip", {"beaten": 20})
        return await store.notes(ANA)

    assert [note.value for note in with_store(url, write)] == [{"beaten": 20}]


@pytest.mark.usefixtures("at_most_three")
def test_there_are_only_so_many_of_a_kind_and_those_may_change(url: str) -> None:
    async def write(store: Store) -> list[bool]:
        kept = [await store.note(ANA, "day", str(day), {}) for day in range(5)]
        others = [await store.note(ANA, "level", "flip", {}), await store.note(BEN, "day", "0", {})]
        return [*kept, *others, await store.note(ANA, "day", "2", {"solved": True})]

    assert with_store(url, write) == [True, True, True, False, False, True, True, True]


@pytest.mark.usefixtures("at_most_three")
def test_of_rolling_notes_the_oldest_gives_way(url: str) -> None:
    async def write(store: Store) -> list[base.Note]:
        await store.note(ANA, "day", "1", {})
        await store.note(BEN, "review", "0", {})
        for game in ("a", "b", "c", "a", "d", "e"):
            assert await store.note(ANA, "review", game, {}, rolling=True)
        return [*await store.notes(ANA), *await store.notes(BEN)]

    names = [(note.kind, note.name) for note in with_store(url, write)]
    kept = [("review", game) for game in ("a", "d", "e")]
    assert names == [("day", "1"), *kept, ("review", "0")]


@pytest.mark.parametrize(
    ("kind", "name", "value"),
    [
        ("", "a", {}),
        ("day", "é", {}),
        ("day", "a\nb", {}),
        ("day", "x" * 33, {}),
        ("day", "a", {"a": "x" * 2000}),
    ],
)
def test_what_cannot_be_a_note_is_refused(url: str, kind: str, name: str, value: dict[str, Any]) -> None:
    async def write(store: Store) -> None:
        with pytest.raises(ValueError, match="cannot be noted"):
            await store.note(ANA, kind, name, value)

    with_store(url, write)


def test_to_be_forgotten_removes_notes_and_leaves_every_seat(url: str) -> None:
    heard: list[tuple[str, int]] = []

    async def forget() -> None:
        async with opened(url, lambda *what: heard.append(what)) as store:
            await store.create(a_game("g", first=(ANA,), second=(BEN,)))
            for browser in (ANA, BEN):
                await store.note(browser, "name", "own", {"name": "x"})
            await store.forget(ANA)
            assert await store.notes(ANA) == []
            assert len(await store.notes(BEN)) == 1
            kept = await store.read("g")
            assert kept is not None
            assert kept.keys == ((), (BEN,))

    asyncio.run(forget())
    assert ("g", 0) in heard


def test_the_longest_silent_browsers_can_be_found_and_removed(url: str) -> None:
    async def prune(store: Store) -> None:
        await store.note(ANA, "day", "1", {})
        await store.note(BEN, "day", "1", {})
        (first,), (second,) = await store.notes(ANA), await store.notes(BEN)
        assert await store.count_browsers() == 2
        assert await store.silent_since(first.at) == []
        assert sorted(await store.silent_since(second.at + 1)) == [(ANA, first.at), (BEN, second.at)]
        old = await store.surplus_browsers(1)
        assert old == [(ANA, first.at)]
        await store.note(ANA, "day", "2", {})
        assert await store.remove_notes(old) == 0  # it came back meanwhile
        assert await store.remove_notes(await store.surplus_browsers(1)) == 1
        assert await store.notes(BEN) == []
        assert len(await store.notes(ANA)) == 2

    with_store(url, prune)
