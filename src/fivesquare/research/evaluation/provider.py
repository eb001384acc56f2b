"""Our own players in the place of a model, to compare with: `--model fivesquare/level:3`.

Such a player reads no prompt. It looks up the position of its game, and answers in the form that a model
must.
"""

from typing import Any

from inspect_ai._util.error import PrerequisiteError
from inspect_ai.model import ChatMessage, GenerateConfig, ModelAPI, ModelOutput, modelapi
from inspect_ai.tool import ToolChoice, ToolInfo
from inspect_ai.util import store

from fivesquare.errors import PlayerError
from fivesquare.players.base import Luck
from fivesquare.research.baselines import PROVIDER, baseline, check_baseline
from fivesquare.research.episode import SEATS
from fivesquare.research.evaluation.scorer import ACCOUNT
from fivesquare.research.evaluation.task import LANE
from fivesquare.research.skill import Account
from fivesquare.research.wording import wording_from_json

_AT_ONCE = 10  # games


@modelapi(name=PROVIDER)
class House(ModelAPI):
    """A player of ours (baselines.py)."""

    def __init__(
        self,
        model_name: str,
        base_url: str | None = None,
        api_key: str | None = None,
        config: GenerateConfig = GenerateConfig(),  # noqa: B008, as Inspect has it
        **model_args: Any,
    ) -> None:
        super().__init__(model_name, base_url, api_key, [], config)
        try:
            check_baseline(model_name)
        except PlayerError as error:
            raise PrerequisiteError(str(error)) from None

    def max_connections(self) -> int:
        return _AT_ONCE

    async def generate(
        self,
        input: list[ChatMessage],  # noqa: A002, as Inspect has it
        tools: list[ToolInfo],
        tool_choice: ToolChoice,
        config: GenerateConfig,
    ) -> ModelOutput:
        told = store().get(ACCOUNT)
        if told is None:
            raise PrerequisiteError(f"{PROVIDER}/{self.model_name} plays our own tasks only")
        answer = await LANE.do(lambda: self._answer(Account.from_json(told)))
        return ModelOutput.from_content(self.model_name, answer)

    def _answer(self, game: Account) -> str:
        position = game.position
        player = baseline(self.model_name, Luck(game.seed, SEATS[game.seat]))
        wording = wording_from_json(game.conditions["wording"])
        return f"MOVE: {wording.tell(position, player.choose(position))}"
