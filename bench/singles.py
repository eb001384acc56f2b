"""Environments one at a time, ours and other people's: what bench/environments.py sets beside each other.

    PYTHON bench/singles.py NAME EPISODES

prints microseconds a step and microseconds a new game, the best of several runs at random, and the version.
PYTHON has what is played; for the peers

    pip install 'pettingzoo[classic]==1.27.0' open_spiel==2.0.2
"""

import random
import sys
import time
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import version
from typing import Any

RUNS = 15
Times = tuple[float, float, int]
"""Nanoseconds in all steps, without the choice of actions, and in all new games; and how many steps."""


def ours_gymnasium() -> Any:
    from fivesquare.research.gym import FivesquareEnv

    return FivesquareEnv("grow")


def cart_pole() -> Any:
    import gymnasium

    return gymnasium.make("CartPole-v1").unwrapped


def copying() -> Any:
    """Does nothing but copy what ours shows: games of thirteen steps."""
    import gymnasium
    import numpy as np

    class Copying(gymnasium.Env[Any, int]):
        def __init__(self) -> None:
            self.planes, self.mask = np.zeros((6, 5, 5), np.float32), np.ones(25, np.int8)
            self.left = 0

        def look(self) -> tuple[Any, Any]:
            observation: dict[str, Any] = {"planes": self.planes.copy(), "action_mask": self.mask.copy()}
            return observation, {"action_mask": observation["action_mask"].copy()}

        def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[Any, Any]:
            super().reset(seed=seed)
            self.left = 13
            return self.look()

        def step(self, action: int) -> tuple[Any, float, bool, bool, Any]:
            self.left -= 1
            observation, info = self.look()
            return observation, 0.0, self.left == 0, False, info

    return Copying()


def gymnasium_times(env: Any, episodes: int) -> Times:
    chance, now = random.Random(1), time.perf_counter_ns
    steps, stepping, beginning = 0, 0, 0
    for episode in range(episodes):
        start = now()
        _, info = env.reset(seed=None if episode else 1)
        beginning += now() - start
        over = cut = False
        while not (over or cut):
            mask = info.get("action_mask")
            action = chance.randrange(2) if mask is None else chance.choice(mask.nonzero()[0].tolist())
            start = now()
            _, _, over, cut, info = env.step(action)
            stepping += now() - start
            steps += 1
    return stepping, beginning, steps


def ours_zoo(name: str) -> Any:
    from fivesquare.research import zoo

    return getattr(zoo, name)("grow")


def classic(module: str, name: str) -> Any:
    return getattr(import_module(f"pettingzoo.classic.{module}"), name)()


def zoo_times(env: Any, episodes: int) -> Times:
    chance, now = random.Random(1), time.perf_counter_ns
    steps, stepping, beginning = 0, 0, 0
    for episode in range(episodes):
        start = now()
        env.reset(seed=None if episode else 1)
        beginning += now() - start
        while env.agents:
            start = now()
            observation, _, over, cut, _ = env.last()
            stepping += now() - start
            is_done = over or cut
            action = None if is_done else chance.choice(observation["action_mask"].nonzero()[0].tolist())
            start = now()
            env.step(action)
            stepping += now() - start
            steps += not is_done
    return stepping, beginning, steps


def spiel_game(name: str) -> Any:
    import pyspiel

    if name.startswith("python"):
        import open_spiel.python.games  # noqa: F401 (registers)
    if name.startswith("fivesquare"):
        import fivesquare.research.openspiel  # noqa: F401 (registers)
    return pyspiel.load_game(name)


def spiel_times(game: Any, episodes: int) -> Times:
    """A step is what a random playout does: ask for the legal actions, apply one, ask for the end."""
    chance, now = random.Random(1), time.perf_counter_ns
    steps, stepping, beginning = 0, 0, 0
    for _ in range(episodes):
        start = now()
        state = game.new_initial_state()
        beginning += now() - start
        over = False
        while not over:
            start = now()
            legal = state.legal_actions()
            stepping += now() - start
            action = chance.choice(legal)
            start = now()
            state.apply_action(action)
            over = state.is_terminal()
            stepping += now() - start
            steps += 1
    return stepping, beginning, steps


SINGLES: dict[str, tuple[Callable[[], Any], Callable[[Any, int], Times], str]] = {
    "gymnasium": (ours_gymnasium, gymnasium_times, "gymnasium"),
    "gymnasium CartPole-v1": (cart_pole, gymnasium_times, "gymnasium"),
    "gymnasium copying": (copying, gymnasium_times, "gymnasium"),
    "pettingzoo raw_env": (lambda: ours_zoo("raw_env"), zoo_times, "pettingzoo"),
    "pettingzoo raw_env connect_four": (
        lambda: classic("connect_four_v3", "raw_env"),
        zoo_times,
        "pettingzoo",
    ),
    "pettingzoo env": (lambda: ours_zoo("env"), zoo_times, "pettingzoo"),
    "pettingzoo env connect_four": (lambda: classic("connect_four_v3", "env"), zoo_times, "pettingzoo"),
    "openspiel": (lambda: spiel_game("fivesquare_grow(seed=7)"), spiel_times, "open_spiel"),
    "openspiel python_tic_tac_toe": (lambda: spiel_game("python_tic_tac_toe"), spiel_times, "open_spiel"),
    "openspiel connect_four": (lambda: spiel_game("connect_four"), spiel_times, "open_spiel"),
}


def one(name: str, episodes: int) -> str:
    make, play, package = SINGLES[name]
    env = make()
    play(env, 2)  # compile and import first
    runs = [play(env, episodes) for _ in range(RUNS)]
    step = min(stepping / steps for stepping, _, steps in runs) / 1e3
    game = min(beginning for _, beginning, _ in runs) / episodes / 1e3
    return f"{step:.3f} {game:.3f} {package} {version(package)}"


if __name__ == "__main__":
    sys.stdout.write(one(sys.argv[1], int(sys.argv[2])) + "\n")
