"""PPO with a mask in one file, after CleanRL's: torch, and Gymnasium's SyncVectorEnv of our environments.

python ppo_loop.py --book grow --steps 100000 --seed 0
"""

import argparse
from functools import partial

import gymnasium
import numpy as np
import torch
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers import RecordEpisodeStatistics
from torch import nn
from torch.distributions import Categorical

GAMES, STEPS, EPOCHS, PARTS = 32, 64, 6, 4  # in parallel; in each round; and how it is gone over
GAMMA, LAMBDA, CLIP, ENTROPY, RATE = 1.0, 0.95, 0.2, 0.01, 1e-3


class Agent(nn.Module):
    """A policy and a value over the same planes."""

    def __init__(self, seen: int, moves: int) -> None:
        super().__init__()
        self.policy = nn.Sequential(nn.Linear(seen, 128), nn.Tanh(), nn.Linear(128, moves))
        self.worth = nn.Sequential(nn.Linear(seen, 128), nn.Tanh(), nn.Linear(128, 1))

    def forward(self, planes: torch.Tensor, masks: torch.Tensor) -> tuple[Categorical, torch.Tensor]:
        logits = self.policy(planes).masked_fill(~masks, -torch.inf)
        return Categorical(logits=logits), self.worth(planes).squeeze(-1)


def make(book: str) -> gymnasium.Env:
    name = f"fivesquare.research.gym:Fivesquare/{book.capitalize()}-v1"
    return RecordEpisodeStatistics(gymnasium.make(name, seat="alternate"))


def main() -> None:
    parser = argparse.ArgumentParser(description="Let PPO learn a game of Fivesquare against random.")
    parser.add_argument("--book", default="grow", help="flip, sweep, grow, chain or fifteen")
    parser.add_argument("--steps", type=int, default=100_000, help="how many moves to learn from")
    parser.add_argument("--seed", type=int, default=0)
    wanted = parser.parse_args()
    torch.manual_seed(wanted.seed)
    torch.set_num_threads(1)
    envs = SyncVectorEnv([partial(make, wanted.book)] * GAMES, autoreset_mode=AutoresetMode.SAME_STEP)
    shape, moves = envs.single_observation_space["planes"].shape, int(envs.single_action_space.n)
    agent = Agent(int(np.prod(shape)), moves)
    optimizer = torch.optim.Adam(agent.parameters(), lr=RATE)

    planes = torch.zeros(STEPS, GAMES, int(np.prod(shape)))
    masks = torch.zeros(STEPS, GAMES, moves, dtype=torch.bool)
    chosen = torch.zeros(STEPS, GAMES, dtype=torch.long)
    chances, rewards, ends, values = (torch.zeros(STEPS, GAMES) for _ in range(4))
    returns: list[float] = []

    def tensors(observations: dict) -> tuple[torch.Tensor, torch.Tensor]:
        return (
            torch.from_numpy(observations["planes"]).flatten(1),
            torch.from_numpy(observations["action_mask"]).bool(),
        )

    now, mask = tensors(envs.reset(seed=wanted.seed)[0])
    rounds = max(1, wanted.steps // (STEPS * GAMES))
    for number in range(rounds):
        for step in range(STEPS):
            planes[step], masks[step] = now, mask
            with torch.no_grad():
                policy, values[step] = agent(now, mask)
            chosen[step] = policy.sample()
            chances[step] = policy.log_prob(chosen[step])
            observations, reward, over, cut, infos = envs.step(chosen[step].numpy())
            rewards[step], ends[step] = torch.from_numpy(reward), torch.from_numpy(over | cut).float()
            now, mask = tensors(observations)
            if "final_info" in infos:
                returns += infos["final_info"]["episode"]["r"][infos["_final_info"]].tolist()

        with torch.no_grad():  # generalised advantages, from the last step back
            following, advantage = agent(now, mask)[1], torch.zeros(GAMES)
            advantages = torch.zeros(STEPS, GAMES)
            for step in reversed(range(STEPS)):
                alive = 1 - ends[step]
                surprise = rewards[step] + GAMMA * following * alive - values[step]
                advantages[step] = advantage = surprise + GAMMA * LAMBDA * alive * advantage
                following = values[step]
        targets = advantages + values

        for _ in range(EPOCHS):
            for part in torch.randperm(STEPS * GAMES).chunk(PARTS):
                policy, value = agent(planes.flatten(0, 1)[part], masks.flatten(0, 1)[part])
                ratio = (policy.log_prob(chosen.flatten()[part]) - chances.flatten()[part]).exp()
                gain = advantages.flatten()[part]
                gain = (gain - gain.mean()) / (gain.std() + 1e-8)
                clipped = torch.min(gain * ratio, gain * ratio.clamp(1 - CLIP, 1 + CLIP)).mean()
                loss = (value - targets.flatten()[part]).square().mean() / 2
                optimizer.zero_grad()
                (loss - clipped - ENTROPY * policy.entropy().mean()).backward()
                nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
                optimizer.step()
        if number in (0, rounds - 1):
            points = np.mean([(won + 1) / 2 for won in returns[-1000:]])
            print(f"after {(number + 1) * STEPS * GAMES} moves: {points:.3f} points a game against random")


if __name__ == "__main__":
    main()
