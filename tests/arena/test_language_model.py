"""Language models at the board: Inspect's mock, and our own players in the place of a model."""

import asyncio
import time
from collections.abc import Callable
from typing import Any

import pytest
from inspect_ai.model import (
    ChatCompletionChoice,
    ChatMessage,
    ChatMessageAssistant,
    ModelOutput,
    ModelUsage,
    get_model,
)

import fivesquare as fs
from fivesquare.arena import language_model
from fivesquare.arena.entrants import find_entrant, play_game
from fivesquare.players import Luck, make_player
from fivesquare.players.adviser import Adviser
from patience import PATIENCE
from research.inspect_isolation import FOREIGN, nothing_outside

__all__ = ["nothing_outside"]  # a fixture of every test

pytestmark = FOREIGN

SWEEP = fs.start("sweep", board=[[5, 3, 8], [2, 9, 1], [6, 4, 7]])
MODEL = "model:mockllm/model"


@pytest.fixture
def asked() -> list[str]:
    """What the model was asked, one question after the other."""
    return []


Answer = Callable[[str], str]


def mock(monkeypatch: pytest.MonkeyPatch, asked: list[str], answer: Answer) -> None:
    """From now on every model says what a function of the question gives."""

    def output(messages: list[ChatMessage], *_rest: object) -> ModelOutput:
        asked.append(messages[-1].text)
        said = ChatMessageAssistant(content=answer(asked[-1]), source="generate")
        return ModelOutput(
            model="mock", choices=[ChatCompletionChoice(message=said)], usage=ModelUsage(input_tokens=1)
        )

    def made(_name: str, **_: Any) -> Any:
        return get_model("mockllm/model", custom_outputs=output, memoize=False)

    monkeypatch.setattr(language_model, "get_model", made)


def played(first: str, second: str, seconds: float | None = None) -> dict[str, Any]:
    seats = find_entrant(first), find_entrant(second)
    return play_game(SWEEP, seats, luck=1, seed=7, adviser=Adviser(), seconds=seconds).to_record()


def test_a_model_plays_by_what_it_says(monkeypatch: pytest.MonkeyPatch, asked: list[str]) -> None:
    mock(monkeypatch, asked, lambda _: "The centre takes most.\nMOVE: 2,2")
    record = played(MODEL, "greedy")
    assert record["moves"][0] == "2,2"
    assert record["players"] == [MODEL, "greedy"]
    assert "MOVE:" in asked[0]
    assert "5" in asked[0]


def test_an_answer_that_is_no_move_may_be_mended(monkeypatch: pytest.MonkeyPatch, asked: list[str]) -> None:
    answers = iter(["hm", "MOVE: 7,7", "MOVE: 2,2", "MOVE: 2,2", "MOVE: 2,2", "MOVE: 2,2"])
    mock(monkeypatch, asked, lambda _: next(answers))
    record = played(MODEL, "greedy")
    assert record["moves"][0] == "2,2"
    assert "Please answer again; 2 attempts left." in asked[1]
    assert "Please answer again; 1 attempt left." in asked[2]
    # The next decision has three attempts of its own, and all are used up by a cell that is taken.
    assert len(asked) == 6
    assert record["forfeit"]["player"] == 1
    assert record["forfeit"]["reason"] == "illegal"
    assert "not legal" in record["forfeit"]["detail"]


def test_who_says_nothing_sensible_three_times_has_lost(
    monkeypatch: pytest.MonkeyPatch, asked: list[str]
) -> None:
    mock(monkeypatch, asked, lambda _: "I would rather not.")
    record = played("greedy", MODEL)
    assert len(asked) == 3
    assert record["result"] == {"winner": 1, "reason": "forfeit"}
    assert record["forfeit"]["reason"] == "unreadable"


def test_a_model_has_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    async def slow(*_: object, **__: object) -> None:
        await asyncio.sleep(10 * PATIENCE)

    monkeypatch.setattr("inspect_ai.model.Model.generate", slow)
    begun = time.monotonic()
    record = played(MODEL, "greedy", seconds=0.3)
    assert record["forfeit"] == {
        "player": 1,
        "reason": "time-out",
        "detail": "no answer within 0.3 seconds",
    }
    assert time.monotonic() - begun < PATIENCE


def test_a_provider_that_fails_loses_the_game(monkeypatch: pytest.MonkeyPatch, asked: list[str]) -> None:
    def broken(_: str) -> str:
        raise ValueError("no credit left")

    mock(monkeypatch, asked, broken)
    record = played(MODEL, "greedy", seconds=20)
    assert record["forfeit"]["reason"] == "crash"
    assert "no credit left" in record["forfeit"]["detail"]


@pytest.mark.parametrize("name", ["greedy", "level:3"])
def test_a_player_of_ours_in_the_place_of_a_model_plays_as_itself(name: str) -> None:
    record = played(f"model:fivesquare/{name}", "random")
    position = SWEEP
    for move in record["moves"]:
        if position.turn == 1:
            assert move == make_player(name, Luck(7, "first")).choose(position)
        position = position.play(move)
    assert "forfeit" not in record
    assert position.is_over


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("nobody/gpt", "nobody"),
        ("fivesquare/levle", "there is no player 'levle'"),
        ("openai/gpt-5-mini", "OPENAI_API_KEY"),
    ],
)
def test_a_model_that_cannot_be_asked_is_refused_before_anything_is_played(
    name: str, problem: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(fs.PlayerError) as refused:
        find_entrant(f"model:{name}")
    assert problem in str(refused.value)
    assert "\n" not in str(refused.value)
