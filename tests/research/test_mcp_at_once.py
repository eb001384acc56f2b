"""Many calls at once: the games of a connection, their age, who waits for whom, what is cancelled."""

import threading
from functools import partial
from typing import Any

import anyio
import pytest
from hypothesis import given
from hypothesis import strategies as st
from mcp import Client

import fivesquare as fs
import games as played
from fivesquare.errors import PuzzleError
from fivesquare.research.tools import solver_tools, tool_results
from fivesquare.research.tools.mcp_games import McpGame, McpGames, NoGameError
from fivesquare.research.tools.server import make_server
from fivesquare.solver.limits import Budget
from patience import PATIENCE
from research.mcpclient import Answer

POSITION = fs.start("sweep", seed=1)


def a_game() -> McpGame:
    return McpGame(POSITION, seed=1)


# --- Number and age ---


def test_a_game_that_is_left_alone_for_too_long_is_gone() -> None:
    now = [0.0]
    games = McpGames(most=5, minutes=10, clock=lambda: now[0])
    first, second = games.add(a_game()), games.add(a_game())
    now[0] = 600
    assert games.find(first.id) is first
    now[0] = 601
    assert games.find(first.id) is first
    with pytest.raises(NoGameError, match=r"game-2 is gone: .* left alone for 10 minutes"):
        games.find(second.id)
    assert len(games) == 1
    now[0] = 1202
    third = games.add(a_game())
    assert len(games) == 1
    assert third.id == "game-3"


@pytest.mark.parametrize(
    "name", ["game-2", "game-0", "game-01", "game-", "1", "", 1, None, "game-" + "9" * 99]
)
def test_a_game_that_never_was_is_not_said_to_be_gone(name: object) -> None:
    games = McpGames(most=1)
    games.add(a_game())
    with pytest.raises(NoGameError, match=r"there is no game .*; those that can be used are game-1"):
        games.find(name)


@given(st.lists(st.integers(1, 12), max_size=40))
def test_the_games_used_last_are_kept(used: list[int]) -> None:
    games, expected = McpGames(most=3), list[str]()
    for number in used:
        name = f"game-{number}"
        if name in expected:
            games.find(name)
            expected.remove(name)
            expected.append(name)
        else:
            expected = [*expected, games.add(a_game()).id][-3:]
    assert sorted(games._kept) == sorted(expected)


# --- Calls at once ---


class Slow:
    """An opponent who thinks until it is told to play."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked = threading.Semaphore(0)
        self.go = threading.Event()
        self._reply = solver_tools.reply
        monkeypatch.setattr(solver_tools, "reply", self.reply)

    def reply(self, *given: Any) -> tuple[str, str]:
        self.asked.release()
        assert self.go.wait(20)
        return self._reply(*given)

    async def is_asked(self) -> None:
        await anyio.to_thread.run_sync(partial(self.asked.acquire, timeout=PATIENCE))


async def _call(client: Client, answers: list[Answer], tool: str, **arguments: Any) -> None:
    answers.append(Answer.of(await client.call_tool(tool, arguments)))


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_calls_to_one_game_wait_for_each_other_and_others_do_not(
    monkeypatch: pytest.MonkeyPatch, mode: str
) -> None:
    slow = Slow(monkeypatch)

    async def main() -> None:
        async with Client(make_server(10, 10), mode=mode) as client:
            for opponent in ("random", "none"):
                await client.call_tool("start", {"book": "sweep", "seed": 1, "opponent": opponent})
            answers = list[Answer]()
            async with anyio.create_task_group() as group:
                group.start_soon(partial(_call, client, answers, "play", game="game-1", move="2,2"))
                await slow.is_asked()
                group.start_soon(partial(_call, client, answers, "play", game="game-1", move="2,2"))
                group.start_soon(partial(_call, client, answers, "look", game="game-1"))
                other = list[Answer]()
                await _call(client, other, "play", game="game-2", move="2,2")
                assert not other[0].is_error
                assert answers == []
                slow.go.set()
            assert [answer.is_error for answer in answers] == [False, True, False]
            assert answers[1].text == "cell 2,2 is already claimed, after 2 moves of sweep"
            assert answers[2].content["moves"] == answers[0].content["moves"]
            assert len(answers[0].content["moves"]) == 2

    anyio.run(main)


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_a_move_that_is_cancelled_while_the_opponent_thinks_was_not_made(
    monkeypatch: pytest.MonkeyPatch, mode: str
) -> None:
    slow = Slow(monkeypatch)

    async def main() -> None:
        async with Client(make_server(10, 10), mode=mode) as client:
            await client.call_tool("start", {"book": "sweep", "seed": 1, "opponent": "random"})
            async with anyio.create_task_group() as group:
                group.start_soon(client.call_tool, "play", {"game": "game-1", "move": "2,2"})
                await slow.is_asked()
                group.cancel_scope.cancel()
            seen = Answer.of(await client.call_tool("look", {"game": "game-1"}))
            assert seen.content["moves"] == []
            slow.go.set()
            again = Answer.of(await client.call_tool("play", {"game": "game-1", "move": "2,2"}))
            assert len(again.content["moves"]) == 2

    anyio.run(main)


def test_each_connection_has_games_of_its_own() -> None:
    async def main() -> None:
        server = make_server(10, 10)
        async with Client(server) as one, Client(server) as another:
            await one.call_tool("start", {"book": "sweep", "opponent": "none"})
            assert not (await one.call_tool("look", {"game": "game-1"})).is_error
            assert (await another.call_tool("look", {"game": "game-1"})).is_error

    anyio.run(main)


def test_a_fault_of_ours_tells_the_model_nothing_of_how_it_came_about(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("a secret")

    monkeypatch.setattr(solver_tools, "hint", fail)

    async def main() -> None:
        async with Client(make_server(10, 10)) as client:
            await client.call_tool("start", {"book": "sweep", "opponent": "none"})
            answer = Answer.of(await client.call_tool("hint", {"game": "game-1"}))
            assert answer == ("Error executing tool hint", {}, True)

    anyio.run(main)
    assert "a secret" in caplog.text


# --- The solver within its limits ---


def test_what_cannot_be_solved_within_the_effort_is_said_to_be_so() -> None:
    large = fs.start("flip", size=(6, 6), seed=1)
    hint = solver_tools.hint("game-1", large, budget=Budget(1000))
    assert hint.text.startswith("The position is too large to solve in time. Not proved: ")
    assert hint.content["move"] in large.legal
    assert (hint.content["exact"], hint.content["winner"], hint.content["best"]) == (False, None, [])
    line = solver_tools.line("game-1", large, budget=Budget(1000))
    assert line.text.startswith("The position is too large to solve in time. Its line is unknown;")
    assert (line.content["exact"], line.content["winner"], line.content["line"]) == (False, None, [])


def test_reviews_and_puzzles_are_bounded_in_time() -> None:
    large = fs.start("flip", size=(6, 6), seed=1)
    told = solver_tools.reviewed("game-1", large.play("1,1"), seconds=0.0)
    assert told.content["moves"][0]["verdict"] == "not solved"
    assert told.text.startswith("The opening could not be solved in time.\n1. Player 1 1,1: not solved.")
    with pytest.raises(PuzzleError, match="no puzzle that is hard was found in 0 seconds"):
        solver_tools.posed("chain", 1, "hard", None, seconds=0.0)


@given(played.books, played.seeds)
def test_every_position_of_any_game_can_be_told(book: played.Answers, seed: int) -> None:
    for position in played.random_game(book, seed, longest=30):
        game = McpGame(position, seed, id="game-1")
        told = tool_results.seen(game, first=True)
        assert told.content["legal"] == list(position.legal)
        assert ("The game is over" in told.text) == position.is_over
        assert [each["move"] for each in tool_results.legal(game).content["moves"]] == list(position.legal)
