"""A language model as a player: `model:openai/gpt-5-mini`, any that Inspect knows (extra `eval`).

Every turn is one complete question, as `fivesquare evaluate` asks it, with as many retries; then the game
is lost.
"""

import asyncio
import math

from inspect_ai._util.error import PrerequisiteError
from inspect_ai.model import GenerateConfig, Model, get_model
from inspect_ai.util import Store
from inspect_ai.util._store import init_subtask_store

from fivesquare.books import written
from fivesquare.errors import ForfeitError, PlayerError, many
from fivesquare.position import Position
from fivesquare.research.episode import Misunderstanding, complaint, prompt, question, understood
from fivesquare.research.evaluation.eval_run import plain
from fivesquare.research.evaluation.scorer import ACCOUNT
from fivesquare.research.skill import Account, Decision, phase
from fivesquare.research.wording import PLAIN

RETRIES = 2
"""Retries after an answer that is no move, at each decision."""


def check_model(name: str) -> None:
    """Refuse a model that cannot be asked: an unknown provider, a key that is missing."""
    _made(name)


def _made(name: str) -> Model:
    try:
        return get_model(name, memoize=False)
    except PrerequisiteError as error:
        raise PlayerError(f"model {name}: {plain(error)}") from None
    except Exception as error:  # every provider has its own
        raise PlayerError(f"model {name}: {error}") from None


class LanguageModel:
    """Plays from one seat; asked afresh in each position."""

    is_person = False
    remark = ""

    def __init__(self, name: str, seed: int, seconds: float) -> None:
        self._name, self._seed, self._seconds = name, seed, seconds

    def choose(self, position: Position) -> str:
        """One of `position.legal`, or a ForfeitError."""
        try:
            said = asyncio.run(asyncio.wait_for(self._decide(position), self._seconds))
        except TimeoutError:
            raise ForfeitError("time-out", f"no answer within {many(self._seconds, 'second')}") from None
        if isinstance(said, Misunderstanding):
            raise ForfeitError(said.fault, said.reason)
        return said

    async def _decide(self, position: Position) -> str | Misunderstanding:
        assert position.turn is not None
        init_subtask_store(Store({ACCOUNT: _account(position, position.turn, self._seed).to_json()}))
        asked = question(position, position.turn)
        complained = ""
        config = GenerateConfig(timeout=math.ceil(self._seconds))
        async with _made(self._name) as model:
            for left in range(RETRIES, -1, -1):
                output = await model.generate(prompt(position, PLAIN, asked, complained), config=config)
                said = understood(position, output.completion)
                if isinstance(said, str):
                    break
                complained = complaint(said.reason, left)
        return said


def _account(position: Position, seat: int, seed: int) -> Account:
    """The account of the game so far, for our own players in place of a model; without regrets."""
    made = [
        Decision(len(before.moves) + 1, move, phase(before), None)
        for before, move in zip(position.history(), position.moves, strict=False)
        if before.turn == seat
    ]
    return Account(
        book=written(position.book),
        board=str(position.board),
        moves=position.moves,
        begun=0,
        seat=seat,
        opponent="",
        seed=seed,
        result=None,
        decisions=tuple(made),
        conditions={"wording": PLAIN.to_json()},
        setup=position.written_setup,
    )
