"""What goes over the wire, and the client: all that a trainer needs, without Fivesquare."""

from typing import Any

from openenv.core import EnvClient
from openenv.core.client_types import StepResult
from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class Answer(Action):
    """What a model says."""

    text: str = Field(description="Any text whose last line is MOVE: and a move")


class Question(Observation):
    """What a model is told: the whole task at the start, then what became of its answer."""

    text: str = Field(default="", description="For the model")
    kind: str = Field(default="start", description="start, move, illegal or unreadable")
    advantage: float | None = Field(default=None, description="What the move was better than chance by")


class GameState(State):
    """The game as it stands."""

    record: dict[str, Any] = Field(default_factory=dict)
    account: dict[str, Any] = Field(default_factory=dict, description="What every decision cost so far")


class FivesquareClient(EnvClient[Answer, Question, GameState]):
    """A game on a server.

    with FivesquareClient(base_url="http://localhost:8000").sync() as env:
        print(env.reset(book="sweep", opponent="level:3", seed=1).observation.text)
        print(env.step(Answer(text="MOVE: 2,2")).reward)
    """

    def _step_payload(self, action: Answer) -> dict[str, Any]:
        return {"text": action.text}

    def _parse_result(self, payload: dict[str, Any]) -> StepResult[Question]:
        told = {"done": payload["done"], "reward": payload["reward"]}
        return StepResult(observation=Question(**payload["observation"], **told), **told)

    def _parse_state(self, payload: dict[str, Any]) -> GameState:
        return GameState(**payload)
