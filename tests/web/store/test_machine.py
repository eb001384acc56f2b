"""A store does what a plain dictionary would do, whatever it is asked and however often it is opened."""

import asyncio
from dataclasses import dataclass, field
from itertools import count
from tempfile import TemporaryDirectory

import psycopg
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    rule,
    run_state_machine_as_test,
)

from fivesquare.web.store import Store, StoreError
from fivesquare.web.store.base import OldGame, StoredGame
from web.store.keeping import BROWSER, a_game, nothing, store_at

IDS = [f"g{number}" for number in range(6)]
KEYS = [bytes([number]) * 32 for number in range(3)]
TRIES = settings(max_examples=20, stateful_step_count=25)

ids = st.sampled_from(IDS)
whats = st.sampled_from(["1,1", "2,3", "stop", "back 0", "resign 1"])
few = st.lists(whats, max_size=3)
key_sets = st.frozensets(st.sampled_from(KEYS))


@dataclass
class Model:
    """What should be kept of a game; `last` is when something happened in it, by a clock of steps."""

    created: float
    keys: tuple[set[bytes], set[bytes]]
    entries: list[str]
    last: float = field(default=0.0)

    def as_kept(self, game: str) -> StoredGame:
        first, second = (tuple(sorted(held)) for held in self.keys)
        return a_game(game, tuple(self.entries), self.created, first, second)


class StoreMachine(RuleBasedStateMachine):
    """Every rule is done with the store and with the model."""

    url = ""

    @initialize()
    def begin(self) -> None:
        self.runner = asyncio.Runner()
        self.games: dict[str, Model] = {}
        self.steps = 1e6
        self.store = self.open()

    def open(self) -> Store:
        store = store_at(self.url)
        self.runner.run(store.open(nothing))
        return store

    @rule()
    def reopen(self) -> None:
        self.runner.run(self.store.close())
        self.store = self.open()
        self.check_everything()

    @rule(game=ids, created=st.integers(1, 20), first=key_sets, second=key_sets, entries=few)
    def create(
        self, game: str, created: int, first: frozenset[bytes], second: frozenset[bytes], entries: list[str]
    ) -> None:
        model = Model(created, (set(first), set(second)), entries, created)
        try:
            self.runner.run(self.store.create(model.as_kept(game)))
        except StoreError:
            assert game in self.games
        else:
            assert game not in self.games
            self.games[game] = model

    @rule(wanted=st.lists(st.tuples(ids, st.integers(-1, 3), whats), min_size=1, max_size=8))
    def append(self, wanted: list[tuple[str, int, str]]) -> None:
        """Several at once; the numbers count from the number of entries that a game has before."""
        numbered = [
            (game, len(self.games[game].entries) + number if game in self.games else number, what)
            for game, number, what in wanted
        ]

        async def together() -> list[bool]:
            return await asyncio.gather(*(self.store.append(*entry) for entry in numbered))

        self.steps += 1
        expected = [self.enter(*entry) for entry in numbered]
        assert self.runner.run(together()) == expected

    def enter(self, game: str, number: int, what: str) -> bool:
        model = self.games.get(game)
        if model is None or number != len(model.entries):
            return False
        model.entries.append(what)
        model.last = self.steps
        return True

    @rule(game=ids, seat=st.sampled_from([1, 2]), key=st.sampled_from(KEYS))
    def add_key(self, game: str, seat: int, key: bytes) -> None:
        assert self.runner.run(self.store.add_key(game, seat, key)) == (game in self.games)
        if game in self.games:
            self.games[game].keys[seat - 1].add(key)

    @rule(game=ids, seat=st.sampled_from([1, 2]), key=st.sampled_from(KEYS), what=whats)
    def invite(self, game: str, seat: int, key: bytes, what: str) -> None:
        may = game in self.games and what not in self.games[game].entries
        assert self.runner.run(self.store.add_key(game, seat, key, what)) == may
        if may:
            self.games[game].keys[seat - 1].add(key)

    @rule(game=ids, number=st.integers(-1, 1), seat=st.sampled_from([1, 2]), key=st.sampled_from(KEYS))
    def take_seat(self, game: str, number: int, seat: int, key: bytes) -> None:
        number += len(self.games[game].entries) if game in self.games else 0
        self.steps += 1
        may = self.enter(game, number, f"sit {seat}")
        assert self.runner.run(self.store.take_seat(game, number, f"sit {seat}", seat, key)) == may
        if may:
            self.games[game].keys[seat - 1].clear()
            self.games[game].keys[seat - 1].add(key)

    @rule(game=ids, number=st.integers(-1, 1), after=ids, created=st.integers(1, 20), first=key_sets)
    def follow(self, game: str, number: int, after: str, created: int, first: frozenset[bytes]) -> None:
        number += len(self.games[game].entries) if game in self.games else 0
        model = Model(created, (set(first), set()), ["1,1"], created)
        is_next = game in self.games and number == len(self.games[game].entries)
        self.steps += 1
        try:
            may = self.runner.run(self.store.follow(game, number, f"rematch {after}", model.as_kept(after)))
        except StoreError:
            assert after in self.games
            assert is_next
            return
        assert may == is_next
        if may:
            self.enter(game, number, f"rematch {after}")
            self.games[after] = model

    @rule(older_than=st.integers(0, 20), most=st.integers(0, 6))
    def prune(self, older_than: int, most: int) -> None:
        newest = sorted(self.games, key=lambda game: (-self.games[game].last, game))
        old = {game for game in newest if self.games[game].last < older_than}
        untouched = self.runner.run(self.store.untouched_since(older_than))
        surplus = self.runner.run(self.store.surplus(most))
        assert {game for game, _ in untouched} == old
        assert [game for game, _ in surplus] == newest[most:]
        either = {**dict(untouched), **dict(surplus)}
        removed = self.runner.run(self.store.remove([OldGame(*one) for one in either.items()]))
        assert sorted(removed) == sorted(either)
        for game in removed:
            del self.games[game]

    @rule(key=st.sampled_from(KEYS), most=st.integers(1, 4))
    def ask_for_the_games_of_a_key(self, key: bytes, most: int) -> None:
        found = self.runner.run(self.store.games_of(key, most))
        mine = [game for game, model in self.games.items() if any(key in held for held in model.keys)]
        mine.sort(key=lambda game: (-self.games[game].created, game))
        assert found == [self.games[game].as_kept(game) for game in mine[:most]]

    @rule(game=ids)
    def read(self, game: str) -> None:
        model = self.games.get(game)
        assert self.runner.run(self.store.read(game)) == (model and model.as_kept(game))

    def check_everything(self) -> None:
        async def everything() -> list[StoredGame | None]:
            return [await self.store.read(game) for game in IDS]

        expected = [self.games[game].as_kept(game) if game in self.games else None for game in IDS]
        assert self.runner.run(everything()) == expected
        assert self.runner.run(self.store.count()) == len(self.games)

    def teardown(self) -> None:
        if hasattr(self, "store"):
            self.check_everything()
            self.runner.run(self.store.close())
            self.runner.close()


def test_a_file_does_what_a_dictionary_does() -> None:
    class OnSqlite(StoreMachine):
        def open(self) -> Store:
            if not self.url:
                self.folder = TemporaryDirectory()
                self.url = f"sqlite:///{self.folder.name}/games.db"
            return super().open()

        def teardown(self) -> None:
            super().teardown()
            self.folder.cleanup()

    run_state_machine_as_test(OnSqlite, settings=TRIES)


def test_a_browser_does_what_a_dictionary_does() -> None:
    names = count()

    class OnBrowser(StoreMachine):
        def open(self) -> Store:
            self.url = self.url or f"{BROWSER}machine {next(names)}"
            return super().open()

    run_state_machine_as_test(OnBrowser, settings=TRIES)


def test_a_server_does_what_a_dictionary_does(postgres_url: str) -> None:
    class OnPostgres(StoreMachine):
        url = postgres_url

        def teardown(self) -> None:
            super().teardown()
            with psycopg.connect(postgres_url) as connection:
                connection.execute("TRUNCATE games CASCADE")

    run_state_machine_as_test(OnPostgres, settings=TRIES)
