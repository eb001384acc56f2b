"""Shows that the example works: whole games through a real server, held against an Episode step by step."""

import contextlib
import io
import random
import re
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import uvicorn
from client import Answer, FivesquareClient
from server import REWARDS, app

import fivesquare as fs
from fivesquare.research.episode import Episode

SWAP = {"like": "sweep", "balance": "swap"}
HERE = Path(__file__).parent


@contextlib.contextmanager
def served() -> Iterator[str]:
    """The address of a server in a thread."""
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    listening.listen()
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()


def check_games(address: str) -> None:
    """Two games at once, one from each seat, with both kinds of reward."""
    for book in (*fs.CATALOGUE, SWAP):
        with (
            FivesquareClient(base_url=address).sync() as first,
            FivesquareClient(base_url=address).sync() as second,
        ):
            games = []
            for seat, env, reward in ((1, first, "outcome"), (2, second, "advantage")):
                begun = env.reset(book=book, seed=5, seat=seat, opponent="level:2", reward=reward)
                episode = Episode(fs.start(book, seed=5), seat, "level:2", seed=5)
                assert begun.observation.text == episode.prompt()
                games.append((env, episode, reward))
            chance = random.Random(1)
            while any(not episode.is_over for _, episode, _ in games):
                for env, episode, reward in games:
                    if not episode.is_over:
                        step(env, episode, reward, chance)


def step(env: FivesquareClient, episode: Episode, reward: str, chance: random.Random) -> None:
    text = f"MOVE: {chance.choice(episode.position.legal)}"
    result, feedback = env.step(Answer(text=text)), episode.answer(text)
    assert (result.observation.text, result.observation.kind) == (feedback.text, feedback.kind)
    assert result.done == feedback.over
    earned = REWARDS[episode.report().result] if feedback.over else 0.0
    assert result.reward == (earned if reward == "outcome" else feedback.advantage)
    state = env.state()
    assert state.record == episode.position.to_record()
    assert state.account["decisions"] == episode.report().to_json()["decisions"]


def check_chance(address: str) -> None:
    """Without a seed no opponent has the luck of the game before, be it on the same board."""
    replies = set()
    with FivesquareClient(base_url=address).sync() as env:
        for _ in range(12):
            env.reset(book="chain", opponent="random")
            env.step(Answer(text="MOVE: 3,3"))
            replies.add(env.state().record["moves"][1])
    assert len(replies) > 1


def check_faults(address: str) -> None:
    with FivesquareClient(base_url=address).sync() as env:
        env.reset(book="sweep", seed=1, retries=1)
        result = env.step(Answer(text="I claim the centre."))
        assert (result.observation.kind, result.done, result.reward) == ("unreadable", False, 0.0)
        env.step(Answer(text="MOVE: 2,2"))
        result = env.step(Answer(text="MOVE: 2,2"))
        assert (result.observation.kind, result.done, result.reward) == ("illegal", False, 0.0)
        result = env.step(Answer(text="MOVE: 2,2"))
        assert (result.observation.kind, result.done, result.reward) == ("illegal", True, -1.0)
        assert env.state().step_count == 4
    for options, reason in (
        ({"book": "chess"}, "no book is called 'chess'"),
        ({"opponent": "level:11"}, "levels go from level:1 to level:10"),
        ({"colour": 1}, "there is no option colour"),
        ({"reward": "points"}, 'the reward is "outcome" or "advantage"'),
    ):
        assert reason in refusal(address, options)


def refusal(address: str, options: dict[str, Any]) -> str:
    """What is answered to a reset with these options."""
    with FivesquareClient(base_url=address).sync() as env:
        try:
            env.reset(**options)
        except RuntimeError as error:
            return str(error)
    return ""


def check_readme(address: str) -> None:
    """Its code prints what it says."""
    [code] = re.findall(r"```python\n(.*?)```", (HERE / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    code = code.replace("http://localhost:8000", address)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(code, {})
    assert printed.getvalue().splitlines() == re.findall(r"print\(.*\)  # (.*)", code), printed.getvalue()


if __name__ == "__main__":
    with served() as address:
        check_games(address)
        check_chance(address)
        check_faults(address)
        check_readme(address)
