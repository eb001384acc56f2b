"""Fivesquare for OpenEnv: a game against an opponent of any strength, as questions and answers.

uvicorn server:app --port 8000
"""

import secrets
from typing import Any
from uuid import uuid4

from client import Answer, GameState, Question
from openenv.core.env_server.http_server import create_fastapi_app
from openenv.core.env_server.interfaces import Environment

import fivesquare as fs
from fivesquare.research.episode import Episode
from fivesquare.solver import warm_up

REWARDS = {"won": 1.0, "drawn": 0.0, "lost": -1.0}


class FivesquareEnvironment(Environment[Answer, Question, GameState]):
    """One game of one client."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._reward = "outcome"
        self._episode: Episode | None = None
        self._state = GameState()

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        book: Any = "grow",
        opponent: str = "level:3",
        seat: int = 1,
        board: Any = None,
        size: Any = None,
        show_legal: bool = False,
        retries: int = 2,
        reward: str = "outcome",
        **unknown: Any,
    ) -> Question:
        """Begin a game. `reward` is the "outcome" at the end, or each move's exact "advantage"."""
        if unknown:
            raise ValueError(f"there is no option {', '.join(unknown)}")
        if reward not in ("outcome", "advantage"):
            raise ValueError(f'the reward is "outcome" or "advantage", not {reward!r}')
        number = secrets.randbits(62) if seed is None else seed
        position = fs.start(book, seed=number, board=board, size=size)
        self._episode = Episode(
            position, seat, opponent, seed=number, show_legal=show_legal, retries=retries
        )
        self._reward = reward
        self._state = GameState(episode_id=episode_id or str(uuid4()), step_count=0)
        return Question(text=self._episode.prompt(), done=self._episode.is_over)

    def step(self, action: Answer, timeout_s: float | None = None, **_: Any) -> Question:
        if self._episode is None:
            raise ValueError("no game has begun: reset begins one")
        feedback = self._episode.answer(action.text)
        self._state.step_count += 1
        return Question(
            text=feedback.text,
            kind=feedback.kind,
            advantage=feedback.advantage,
            done=feedback.over,
            reward=self._earned(feedback.advantage),
        )

    def _earned(self, advantage: float | None) -> float:
        """What a step is worth; a game that is forfeited is lost."""
        assert self._episode is not None
        if self._reward == "advantage":
            return advantage or 0.0
        result = self._episode.report().result
        return 0.0 if result is None else REWARDS[result]

    @property
    def state(self) -> GameState:
        if self._episode is not None:
            self._state.record = self._episode.position.to_record()
            self._state.account = self._episode.report().to_json()
        return self._state


warm_up()  # compiles once after an installation, for longer than a client waits for an answer
app = create_fastapi_app(
    FivesquareEnvironment, Answer, Question, max_concurrent_envs=8, state_cls=GameState
)
