"""A game, turn by turn: the model is asked, and what it says is handed to the episode."""

from typing import Any

from inspect_ai.model import ChatMessage, ChatMessageUser, get_model
from inspect_ai.solver import Generate, Solver, TaskState, solver

from fivesquare.players.adviser import Adviser
from fivesquare.position import Position
from fivesquare.research.episode import Episode
from fivesquare.research.evaluation.scoring import ACCOUNT
from fivesquare.research.evaluation.threads import aside
from fivesquare.research.wording import PLAIN, Disguise

_MEMORY = 64 * 1024 * 1024  # for the solver of one game; dozens are played at once


@solver
def sit(opponent: str, legal: bool, retries: int, history: bool) -> Solver:
    """Plays the game of a sample from its seat.

    With `history` it is one conversation; without, every question is asked anew and holds all there is to
    know. The messages of the sample are all that was said, in either case.
    """

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        episode = await aside(lambda: _begun(state.metadata, opponent, legal, retries))
        state.store.set(ACCOUNT, episode.report().to_json())
        state.messages.clear()
        asked: list[ChatMessage] = []
        question = "" if episode.is_over else episode.prompt()
        while not episode.is_over:
            asked = [*asked, ChatMessageUser(content=question)] if history else [_fresh(episode)]
            state.messages.append(asked[-1])
            state.output = await get_model().generate(asked)
            state.messages.append(state.output.message)
            asked.append(state.output.message)
            feedback = await aside(lambda: episode.answer(state.output.completion))
            question = feedback.text
            state.store.set(ACCOUNT, episode.report().to_json())
        state.completed = True
        return state

    return solve


def _fresh(episode: Episode) -> ChatMessage:
    return ChatMessageUser(content=episode.prompt())


def _begun(game: dict[str, Any], opponent: str, legal: bool, retries: int) -> Episode:
    disguise = game["disguise"]
    return Episode(
        Position.from_record(game["record"]),
        game["seat"],
        opponent,
        seed=game["seed"],
        wording=PLAIN if disguise is None else Disguise.drawn(disguise),
        show_legal=legal,
        retries=retries,
        adviser=Adviser(memory=_MEMORY),
    )
