"""A game folded from its entries, and its JSON, against the position it came from."""

import asyncio
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fivesquare as fs
from fivesquare.web.play.game_state import Folds, GameState
from fivesquare.web.store.base import Beginning, StoredGame

BOOKS: list[Any] = [
    *fs.CATALOGUE,
    {"like": "flip", "reach": "adjacent", "balance": "swap"},
    {"like": "sweep", "again": "chain", "balance": {"komi": 2.5}},
    {"like": "fifteen", "take": "lower-enemy", "goal": {"exactly": 21}},
]


def begin(book: Any, seed: int = 1, players: tuple[str, str] = ("human", "human")) -> Beginning:
    position = fs.start(book, seed=seed)
    return Beginning("id", book, position.board.rows, players, seed, 0.0)


def as_json(game: GameState) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(game.to_json(watching=0))
    return told


@given(st.sampled_from(BOOKS), st.integers(0, 99), st.data())
def test_the_json_says_what_the_position_says(book: Any, seed: int, data: st.DataObject) -> None:
    game = GameState.begin(begin(book, seed))
    for number in range(data.draw(st.integers(0, 20))):
        if game.is_over:
            break
        game = game.after(data.draw(st.sampled_from(game.position.legal)))
        assert game.version == game.ply == number + 1
    told, position = as_json(game), game.position
    assert {key: told[key] for key in position.view()} == position.view()
    assert fs.Position.from_record({key: told[key] for key in ("book", "board", "moves")}) == position
    assert [line["move"] for line in told["log"]] == list(position.moves)
    if told["log"]:
        assert told["log"][-1]["scores"] == list(position.scores)
        assert {key: told["log"][-1][key] for key in told["last"]} == told["last"]
    assert set(told["claims"]) == set(position.legal) - {"stop", "swap"}
    refusals = {position.all_moves[cell]: position.refusal(cell) for cell in range(position.size.cells)}
    assert told["refused"] == {cell: why for cell, why in refusals.items() if why and "above" in why}
    for claim, does in told["claims"].items():
        after = position.play(claim)
        assert (tuple(does["scores"]), tuple(does["counts"])) == (after.scores, after.counts)
        gained = {name for name in position.all_moves if _owner(after, name) != _owner(position, name)}
        assert {claim, *does["takes"]} == gained


def _owner(position: fs.Position, move: str) -> int:
    return position.owner(position.all_moves.index(move)) if "," in move else 0


def test_a_skip_stands_in_the_log() -> None:
    book = {"like": "grow", "size": [1, 4]}
    kept = StoredGame(
        Beginning("id", book, [[1, 2, 3, 4]], ("human", "human"), 1, 0.0), ((), ()), ("1,2", "1,1")
    )
    told = as_json(GameState.of(kept))
    assert told["log"][-1]["skipped"] is None
    assert told["turn"] == 1
    after = GameState.of(kept).after("1,3")
    assert as_json(after)["last"] == {
        "move": "1,3",
        "player": 1,
        "takes": [],
        "skipped": 2,
        "forfeits": False,
    }


def test_what_was_taken_back_is_gone_and_the_version_goes_on() -> None:
    game = GameState.begin(begin("sweep")).after_all(["1,1", "3,3", "back 0"])
    assert (game.ply, game.version, as_json(game)["log"]) == (0, 3, [])
    assert game.after("2,2").version == 4


def test_who_asks_is_forgotten_with_the_next_move() -> None:
    game = GameState.begin(begin("sweep")).after_all(["1,1", "ask 1"])
    assert game.asks == 1
    assert game.after("no 2").asks is None
    assert game.after("sit 2").asks == 1
    assert game.after(game.position.legal[0]).asks is None
    assert game.after("back 0").asks is None


def test_who_resigns_has_lost() -> None:
    game = GameState.begin(begin("grow")).after_all(["1,1", "resign 2"])
    told = as_json(game)
    assert told["over"] is True
    assert (told["winner"], told["reason"], told["resigned"]) == (1, "resignation", 2)
    assert (told["turn"], told["legal"], told["claims"]) == (None, [], {})
    assert game.to_record()["result"] == {"winner": 1, "reason": "resignation"}


def test_seats_are_open_until_somebody_sits_down() -> None:
    game = GameState.begin(begin("grow", players=("human", "level:3")))
    assert as_json(game)["seats"] == ["open", "computer"]
    assert as_json(game.after("sit 1"))["seats"] == ["sat", "computer"]
    assert as_json(game.after("sit 1").after("1,1"))["thinking"] is True


@pytest.mark.parametrize(
    ("book", "goal"),
    [
        ("chain", {"kind": "majority", "total": 25, "enough": [13, 13]}),
        ("fifteen", {"kind": "exactly", "target": 15}),
        ("flip", {"kind": "points", "total": 136, "enough": None, "komi": 0}),
        ("sweep", {"kind": "points", "total": 45, "enough": [23, 23], "komi": 0}),
        (
            {"like": "sweep", "balance": {"komi": 7.5}},
            {"kind": "points", "total": 45, "enough": [27, 19], "komi": 7.5},
        ),
        (
            {"like": "flip", "balance": {"komi": 7.5}},
            {"kind": "points", "total": 136, "enough": None, "komi": 7.5},
        ),
    ],
)
def test_the_goal_says_what_is_enough(book: Any, goal: dict[str, Any]) -> None:
    assert as_json(GameState.begin(begin(book)))["goal"] == goal


def test_many_games_are_folded_one_at_a_time_and_the_event_loop_turns_between_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kept = [StoredGame(begin("flip", seed), ((), ()), ()) for seed in range(8)]
    fold, turns, folded_at = GameState.of, 0, list[int]()

    def noticed(game: StoredGame) -> GameState:
        folded_at.append(turns)
        return fold(game)

    async def fold_all(folds: Folds) -> list[str]:
        return [(await folds.of(each)).id for each in kept]

    async def count() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    async def body() -> None:
        counting = asyncio.create_task(count())
        folds = Folds()
        found = await asyncio.gather(*(fold_all(folds) for _ in range(3)))
        counting.cancel()
        assert found == [[each.beginning.id for each in kept]] * 3

    monkeypatch.setattr(GameState, "of", noticed)
    asyncio.run(body())
    assert len(folded_at) == 24
    assert len(set(folded_at)) == 24  # no two in the same turn of the loop
