"""Old games are removed, and none for a clock that is wrong."""

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import httpx2
import pytest

from fivesquare.web.play.pruner import Pruner
from fivesquare.web.store import Store
from web.server import eventually, running
from web.store.keeping import a_game, with_store

DAY = 24 * 60 * 60
NOW = 2000 * DAY  # seconds since 1970
SHIFTED = "web.shifted:create_app"


class Clocks:
    """The time of day, which may be set, and the seconds since some moment, which may not."""

    def __init__(self) -> None:
        self.now = float(NOW)
        self.seconds = 1234.5

    def pass_by(self, seconds: float) -> None:
        self.now += seconds
        self.seconds += seconds


class Rounds:
    """A store of games, and what is removed from it in which round."""

    def __init__(self, store: Store, **options: Any) -> None:
        self.store, self.clocks = store, Clocks()
        self.pruner = Pruner(
            store,
            **{"keep_days": 365, "keep_games": 1000, **options},
            clock=lambda: self.clocks.now,
            steady=lambda: self.clocks.seconds,
        )

    async def keep(self, name: str, days_ago: float, count: int = 1) -> None:
        created = self.clocks.now - days_ago * DAY
        await asyncio.gather(
            *(self.store.create(a_game(f"{name}{number}", created=created)) for number in range(count))
        )

    async def left(self) -> int:
        await self.pruner.prune()
        return await self.store.count()


def in_rounds(tmp_path: Path, check: Callable[[Rounds], Coroutine[Any, Any, None]], **options: Any) -> None:
    with_store(f"sqlite:///{tmp_path}/games.db", lambda store: check(Rounds(store, **options)))


def test_a_few_old_games_go_and_the_log_names_them(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def check(rounds: Rounds) -> None:
        await rounds.keep("new", 0, 98)
        await rounds.keep("old", 366, 2)
        assert await rounds.left() == 98
        assert await rounds.left() == 98

    in_rounds(tmp_path, check)
    [line] = caplog.messages
    assert line in [
        f"removed 2 games (untouched for 365 days; last touched 1974-06-23 or before): {names}"
        for names in ("old0 old1", "old1 old0")
    ]


def test_notes_of_silent_browsers_go_by_the_same_rules(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def check(rounds: Rounds) -> None:
        async def note(days_ago: float, browsers: range) -> None:
            monkeypatch.setattr(
                "fivesquare.web.store.notes.time.time", lambda: rounds.clocks.now - days_ago * DAY
            )
            for browser in browsers:
                await rounds.store.note(bytes([browser]), "day", "1", {})

        await rounds.keep("new", 0)
        await note(0, range(10))
        await note(366, range(10, 11))
        await rounds.left()
        assert await rounds.store.count_browsers() == 11  # more than a small share
        await note(0, range(11, 40))
        await rounds.left()
        assert await rounds.store.count_browsers() == 39

    in_rounds(tmp_path, check)
    assert caplog.messages == [
        (
            "1 of 11 browsers are untouched for 365 days: none is removed for its age. "
            "If the clock is right, start once with --remove-old"
        ),
        "removed the notes of 1 browser (untouched for 365 days)",
    ]


def test_of_many_that_are_old_at_one_time_none_goes_without_the_operator_s_word(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def check(rounds: Rounds) -> None:
        await rounds.keep("old", 366, 94)
        await rounds.keep("new", 0, 6)
        assert await rounds.left() == 100
        assert await rounds.left() == 100

    async def told(rounds: Rounds) -> None:
        assert await rounds.left() == 6
        await rounds.keep("older", 367, 94)
        assert await rounds.left() == 100  # the word is for one round

    in_rounds(tmp_path, check)
    [line] = caplog.messages
    assert line == (
        "94 of 100 games are untouched for 365 days: none is removed for its age. "
        "If the clock is right, start once with --remove-old"
    )
    caplog.clear()
    in_rounds(tmp_path, told, remove_old=True)
    removed = [line for line in caplog.messages if line.startswith("removed")]
    assert sum(len(line.partition("): ")[2].split()) for line in removed) == 94


@pytest.mark.parametrize("jump", [400 * DAY, -400 * DAY, 2 * 60 * 60])
def test_a_clock_that_was_set_while_the_server_runs_is_not_believed(
    jump: float, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def check(rounds: Rounds) -> None:
        await rounds.keep("new", 0, 98)
        await rounds.keep("old", 2000, 2)
        rounds.clocks.now += jump
        await rounds.keep("newest", 0)
        assert await rounds.left() == 101

    in_rounds(tmp_path, check)
    [line] = caplog.messages
    assert line.startswith(f"the clock was set {abs(jump) / 3600:,.0f} hours ")
    assert " since the start: none is removed for its age." in line


def test_a_clock_behind_what_is_in_the_store_is_not_believed(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def check(rounds: Rounds) -> None:
        await rounds.keep("new", -2, 98)
        await rounds.keep("old", 366, 2)
        assert await rounds.left() == 100

    in_rounds(tmp_path, check)
    [line] = caplog.messages
    assert line.startswith("the clock is 48 hours behind the newest game: none is removed for its age.")


def test_the_operator_s_word_counts_more_than_the_clock_s_doubts(tmp_path: Path) -> None:
    async def check(rounds: Rounds) -> None:
        await rounds.keep("new", -2, 98)
        await rounds.keep("old", 366, 2)
        assert await rounds.left() == 98

    in_rounds(tmp_path, check, remove_old=True)


@pytest.mark.parametrize(("count", "left"), [(1, 2), (18, 19), (19, 19), (39, 39)])
def test_of_a_few_games_none_goes_for_its_age(tmp_path: Path, count: int, left: int) -> None:
    """One of twenty is the small share."""

    async def check(rounds: Rounds) -> None:
        await rounds.keep("new", 0, count)
        await rounds.keep("old", 366)
        assert await rounds.left() == left

    in_rounds(tmp_path, check)


def test_a_clock_that_runs_evenly_is_believed(tmp_path: Path) -> None:
    async def check(rounds: Rounds) -> None:
        await rounds.keep("old", 364, 2)
        rounds.clocks.pass_by(2 * DAY)
        await rounds.keep("new", 0, 98)
        assert await rounds.left() == 98

    in_rounds(tmp_path, check)


def test_above_the_number_that_is_kept_the_oldest_go_whatever_the_clock_says(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def check(rounds: Rounds) -> None:
        await rounds.keep("old", 3, 30)
        await rounds.keep("new", 0, 10)
        rounds.clocks.now += 400 * DAY
        assert await rounds.left() == 10

    in_rounds(tmp_path, check, keep_games=10)
    assert [line[:43] for line in caplog.messages[:2]] == [
        "removed 20 games (more than 10 were kept; l",
        "removed 10 games (more than 10 were kept; l",
    ]


def test_a_server_whose_clock_is_400_days_ahead_keeps_all_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A real process: games, then a wrong clock, one new game, a restart."""

    def begin(client: httpx2.Client) -> str:
        return str(client.post("/api/games", json={"book": "sweep", "seed": 1}).json()["id"])

    monkeypatch.setenv("DAYS_AHEAD", "0")
    with running(tmp_path, SHIFTED) as server:
        with server.client() as client:
            games = [begin(client) for _ in range(10)]
        monkeypatch.setenv("DAYS_AHEAD", "400")
        for _ in range(2):
            server.stop()
            server.start()
            with server.client() as client:
                games.append(begin(client))
        eventually(lambda: "10 of 11 games are untouched for 365 days" in server.log)
        with server.client() as client:
            assert all(client.get(f"/api/games/{game}").status_code == 200 for game in games)
        assert "removed 1" not in server.log
    told = {"remove_old": True, "port": server.port}
    with running(tmp_path, SHIFTED, **told) as server:
        eventually(lambda: all(game in server.log for game in games[:10]))
        with server.client() as client:
            left = [client.get(f"/api/games/{game}").status_code for game in games]
        assert left == [404] * 10 + [200] * 2
