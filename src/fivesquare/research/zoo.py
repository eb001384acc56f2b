"""Both sides of a game, for PettingZoo: agents that act one after the other (its AEC interface).

>>> from fivesquare.research import zoo
>>> env = zoo.env("chain", size=(3, 3))
>>> env.reset(seed=7)
>>> env.agent_selection, env.observe("player_1")["action_mask"].tolist()
('player_1', [1, 1, 1, 1, 1, 1, 1, 1, 1, 0])

"player_1" is the first player, "player_2" the second. Selected is always the player to move: after
a claim that may be followed by another the same agent again, and never one that is skipped.
"""

import random
import sys
from collections.abc import Mapping, Sequence
from typing import Any, SupportsIndex

from fivesquare import actions
from fivesquare.board import Array, Board, whole
from fivesquare.engine import FIRST, SECOND
from fivesquare.errors import NotationError, needing, quote
from fivesquare.position import Position
from fivesquare.research.family.splits import deal
from fivesquare.research.pixels import Pixels, pixels
from fivesquare.research.rewards import Rewards, fault_reward
from fivesquare.research.single import AnyBoard, SingleGame
from fivesquare.rulebook import RuleBook
from fivesquare.streams import stream

with needing("The PettingZoo environment", "rl"):
    import numpy as np
    from gymnasium import logger, spaces
    from numpy.typing import NDArray
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers

Observation = dict[str, NDArray[Any]]

SEATS = {"player_1": FIRST, "player_2": SECOND}
RENDER_MODES = ("human", "ansi", "rgb_array")


def env(*args: Any, **kwargs: Any) -> AECEnv[str, Observation, int]:
    """`raw_env` with the usual coats on: an illegal move loses, and calls in a wrong order are refused."""
    return wrappers.OrderEnforcingWrapper(
        wrappers.AssertOutOfBoundsWrapper(_IllegalLosesWrapper(raw_env(*args, **kwargs)))
    )


class raw_env(AECEnv[str, Observation, int]):  # noqa: N801 (what PettingZoo calls it)
    """A game between two agents.

    `reset(seed=7)` deals the board of `fs.start(book, seed=7)`, and resets without a seed continue from
    there with boards that follow from it; a `board` that is given is played every time. With `split` boards
    are "public" or "held-out" ones only: if that of a seed is not, the next that follows from it.
    """

    def __init__(
        self,
        book: RuleBook | str | Mapping[str, Any],
        *,
        board: AnyBoard | None = None,
        size: Sequence[SupportsIndex] | Array | None = None,
        split: str | None = None,
        reward: str = "outcome",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if render_mode not in (None, *RENDER_MODES):
            raise ValueError(
                f"a render mode is {', '.join(RENDER_MODES)} or None, not {quote(render_mode)}"
            )
        self._game = SingleGame(book, board=board, size=size, split=split)
        opening = self._game.opening
        self._game.deal(board=opening.board)
        self._split = split
        self.render_mode = render_mode
        self._rewards = Rewards(reward)
        self._board = None if board is None else opening.board
        self._chance = random.Random()
        name = opening.book.name or "custom"
        self.metadata = {
            "name": f"fivesquare_{name}_v0",
            "render_modes": list(RENDER_MODES),
            "render_fps": 1,
            "is_parallelizable": False,
        }
        self.possible_agents = list(SEATS)
        self.agents: list[str] = []
        self.action_spaces = {agent: spaces.Discrete(actions.count(opening)) for agent in SEATS}
        self.observation_spaces = {agent: _observations(opening) for agent in SEATS}

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    @property
    def position(self) -> Position:
        """The current position, with the moves that led to it; made when it is asked for."""
        return self._game.current

    @property
    def fault(self) -> float:
        """The reward of an illegal move, where that loses the game."""
        return fault_reward(self._rewards.kind, self.position)

    # --- Playing ---

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._chance = stream(seed, "boards")
        self._game.deal(board=self._dealt(self._chance.getrandbits(64) if seed is None else seed))
        self.agents = list(SEATS)
        self.rewards = dict.fromkeys(SEATS, 0.0)
        self._cumulative_rewards = dict.fromkeys(SEATS, 0.0)
        self.terminations = dict.fromkeys(SEATS, False)
        self.truncations = dict.fromkeys(SEATS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in SEATS}
        self._skip_agent_selection = None
        self.agent_selection = self.agents[0]
        self._hand_on()

    def _dealt(self, seed: int) -> Board:
        if self._board is not None:
            return self._board
        opening = self._game.opening
        return deal(opening.book, size=opening.size, seed=seed, split=self._split).position.board

    def step(self, action: SupportsIndex | None) -> None:
        """The move of the agent that is selected; None from one that was told that the game is over."""
        mover = self.agent_selection
        if self.terminations[mover] or self.truncations[mover]:
            self._was_dead_step(action)
            return
        game, reward = self._game, 0.0
        if action is None:
            raise NotationError(f"None is a move only when the game is over: {mover} has to act")
        number = whole(action)
        if number is None or not 0 <= number < self.action_spaces[mover].n or not game.is_legal(number):
            self.position.play_action(action)  # an error, and nothing has happened
        if self._rewards.kind == "regret":
            reward = self._rewards.of_move(self.position, self.position.move_of(action))  # may be refused
        game.play(int(action))
        self._clear_rewards()
        self._cumulative_rewards[mover] = 0.0
        self.rewards[mover] = reward
        self._hand_on()

    def _hand_on(self) -> None:
        """Select the player to move; when the game is over, both, the last mover first."""
        game = self._game
        if not game.is_over:
            self.agent_selection = self.possible_agents[game.mover - FIRST]
        else:
            for agent, seat in SEATS.items():
                self.rewards[agent] += game.worth(self._rewards.kind, seat)
            self.terminations = dict.fromkeys(SEATS, True)
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    # --- Looking at it ---

    def observe(self, agent: str) -> Observation:
        """The board as the agent sees it, and what it may do: nothing unless it acts, all at the end."""
        planes, mask = self._game.seen_by(SEATS[agent])
        return {"observation": planes, "action_mask": mask}

    def render(self) -> str | Pixels | None:
        """The board as the render mode says; "human" writes it, after each move without being asked."""
        match self.render_mode:
            case None:
                logger.warn(
                    'nothing is rendered: make the environment with render_mode="ansi", for instance'
                )
            case "human":
                sys.stdout.write(f"{self.position}\n\n")
            case "ansi":
                return str(self.position)
            case _:
                return pixels(self.position)
        return None

    def close(self) -> None:
        """Nothing is held open."""


class _IllegalLosesWrapper(wrappers.TerminateIllegalWrapper[str, Observation, int]):
    """An illegal move ends the game; what it costs depends on the board that is played."""

    def __init__(self, bare: raw_env) -> None:
        super().__init__(bare, illegal_reward=bare.fault)
        self._bare = bare

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        super().reset(seed=seed, options=options)
        self._illegal_value = self._bare.fault


def _observations(position: Position) -> spaces.Dict:
    """What can be seen of a game like this one."""
    return spaces.Dict(
        {
            "observation": spaces.Box(0.0, 1.0, (actions.PLANES, *position.size), np.float32),
            "action_mask": spaces.Box(0, 1, (actions.count(position),), np.int8),
        }
    )
