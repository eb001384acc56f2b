"""A MaskablePPO agent learns one of the games against an opponent, and is measured before and after.

python train.py --book grow --steps 100000 --seed 0
"""

import argparse
import time

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env

from fivesquare.research.gym import FivesquareEnv

ENVIRONMENTS = 32
FAR_AWAY = 1_000_000  # from the seeds of the lessons: the boards of the test are others


def main() -> None:
    wanted = options()
    torch.set_num_threads(1)  # the network is so small that a second one only gets in the way
    agent = new_agent(wanted.book, wanted.opponent, wanted.seed)
    tell("before", agent, wanted)
    begun = time.perf_counter()
    agent.learn(wanted.steps)
    print(f"learned from {agent.num_timesteps} moves in {time.perf_counter() - begun:.0f} s")
    tell("after", agent, wanted)
    if wanted.save:
        agent.save(wanted.save)


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Let MaskablePPO learn a game of Fivesquare.")
    parser.add_argument("--book", default="grow", help="flip, sweep, grow, chain or fifteen")
    parser.add_argument("--opponent", default="random", help='such as "greedy" or "level:3"')
    parser.add_argument("--steps", type=int, default=100_000, help="how many moves to learn from")
    parser.add_argument("--games", type=int, default=500, help="how many games to measure the agent by")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--save", help="a file for the agent when it has learned")
    return parser.parse_args()


def new_agent(book: str, opponent: str, seed: int) -> MaskablePPO:
    """An agent that knows nothing yet, and the games that it will learn from, from both seats."""
    games = {"book": book, "opponent": opponent, "seat": "alternate"}
    return MaskablePPO(
        "MultiInputPolicy",
        make_vec_env(FivesquareEnv, ENVIRONMENTS, seed, env_kwargs=games),
        n_steps=64,
        batch_size=512,
        n_epochs=6,
        learning_rate=1e-3,
        gamma=1.0,  # a win late is as good as a win early
        ent_coef=0.01,
        policy_kwargs={"net_arch": [128, 128]},
        seed=seed,
        device="cpu",
    )


def tell(when: str, agent: MaskablePPO, wanted: argparse.Namespace) -> None:
    points = play(agent, wanted.book, wanted.opponent, wanted.games, wanted.seed + FAR_AWAY)
    half = 1.96 * np.std(points) / np.sqrt(len(points))
    print(
        f"{when}: {np.mean(points):.3f} +- {half:.3f} points a game against {wanted.opponent}", flush=True
    )


def play(agent: MaskablePPO, book: str, opponent: str, games: int, seed: int) -> list[float]:
    """The agent's points in games from both seats: a win 1, a draw 1/2."""
    env = FivesquareEnv(book, opponent=opponent, seat="alternate")
    points = []
    for game in range(games):
        observation, info = env.reset(seed=seed if game == 0 else None)
        over = False
        while not over:
            action, _ = agent.predict(observation, action_masks=info["action_mask"])
            observation, reward, over, _, info = env.step(action)
        points.append((reward + 1) / 2)
    return points


if __name__ == "__main__":
    main()
