"""A game as a server tells it: rebuilt by the rules here, and refused if it cannot be."""

import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fivesquare as fs
from fivesquare.books import NAMED
from fivesquare.fullscreen.remote.game_snapshot import GameSnapshot, Presence, RemoteClock, Utterance
from fivesquare.fullscreen.remote.remote_errors import RemoteError
from fivesquare.web.play.game_state import GameState
from fivesquare.web.store.base import Beginning

ID = "3VdT0yq9aXk_Qm-0bZtW1A"

json_values = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-3, 20),
        st.just(10**400),
        st.floats(allow_nan=False),
        st.text(max_size=5),
        st.sampled_from(["human", "sat", "open", "1,1", "stop", "x" * 100]),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=8,
)


def told(book: str = "flip", moves: int = 5, *entries: str, **more: Any) -> dict[str, Any]:
    """The JSON of a game between people after some random moves, as the server makes it."""
    chance = random.Random(7)
    position = fs.start(book, seed=7)
    beginning = Beginning(
        ID, book, position.board.rows, ("human", "human"), 7, 0.0, clock=more.pop("clock", None)
    )
    game = GameState.begin(beginning).after_all(["sit 1", "sit 2", "name 1 Mara"])
    for _ in range(moves):
        if position.is_over:
            break
        move = chance.choice(position.legal)
        position, game = position.play(move), game.moved(move, 1000.0)
    present = {"watching": 2, "presence": [None, None], "said": [None, None], **more}
    read: dict[str, Any] = json.loads(game.after_all(entries).to_json(**present))
    return read


# --- What is read ---


@pytest.mark.parametrize("book", NAMED)
def test_the_position_is_that_of_the_record(book: str) -> None:
    for moves in range(0, 30, 3):
        sent = told(book, moves)
        game = GameSnapshot.read(sent)
        assert (game.ply, list(game.position.moves)) == (sent["ply"], sent["moves"])
        assert game.position.view() == {key: sent[key] for key in game.position.view()}
        assert (game.turn, game.is_over, game.winner) == (sent["turn"], sent["over"], sent["winner"])
        last = game.last
        assert (last is None) == (sent["last"] is None)
        if last is not None:
            assert (last.move, last.player) == (sent["last"]["move"], sent["last"]["player"])
            assert last.after == game.position


def test_everything_that_two_people_see_is_read() -> None:
    game = GameSnapshot.read(
        told(
            "flip",
            3,
            "ask 2",
            clock={"game": 300},
            presence=[{"here": True, "since": None}, {"here": False, "since": 900.5}],
            said=[None, {"phrase": "nice", "at": 1001}],
            now=1002.5,
        )
    )
    assert (game.id, game.version, game.players, game.seats) == (ID, 7, ("human",) * 2, ("sat",) * 2)
    assert (game.names, game.asks, game.watching, game.now) == (("Mara", None), 2, 2, 1002.5)
    assert game.presence == (Presence(True, None), Presence(False, 900.5))
    assert game.said == (None, Utterance("nice", 1001.0))
    assert game.clock == RemoteClock("game", 300, (300, 300), 2, 1000.0)
    assert game.is_between_people
    assert not game.is_open(1)


def test_the_record_can_be_kept_and_reviewed() -> None:
    record = GameSnapshot.read(told("sweep", 20)).position.to_record()
    assert record["players"] == ["human", "human"]
    assert record["names"] == ["Mara", None]
    assert set(record["result"]) == {"winner", "reason"}
    assert fs.Position.from_record(record).is_over


@pytest.mark.parametrize(("entry", "reason"), [("resign 1 @5000", "resignation"), ("time 1 @5000", "time")])
def test_a_game_can_end_off_the_board(entry: str, reason: str) -> None:
    game = GameSnapshot.read(told("flip", 3, entry, clock={"game": 300}))
    assert (game.is_over, game.turn, game.winner, game.reason) == (True, None, 2, reason)
    assert not game.position.is_over
    assert game.position.extra["result"] == {"winner": 2, "reason": reason}
    assert game.resigned == (1 if reason == "resignation" else None)


def test_on_the_board_the_rules_here_decide() -> None:
    sent = told("sweep", 20)
    game = GameSnapshot.read({**sent, "winner": 3 - sent["winner"], "reason": "nonsense", "over": False})
    assert (game.is_over, game.winner, game.reason) == (True, sent["winner"], sent["reason"])


def test_what_a_later_server_adds_is_passed_over() -> None:
    assert GameSnapshot.read({**told(), "weather": "fine"}) == GameSnapshot.read(told())


def test_what_an_earlier_server_does_not_say_is_taken_for_none() -> None:
    sent = told()
    for key in ("names", "presence", "said", "clock", "helped", "waits", "asks", "rematch", "watching"):
        del sent[key]
    game = GameSnapshot.read(sent)
    assert (game.names, game.presence, game.clock) == ((None, None), (None, None), None)


def test_only_what_is_to_be_seen_makes_a_difference() -> None:
    before = GameSnapshot.read(told(now=1.0))
    assert before == GameSnapshot.read(told(now=2.0))
    assert before != GameSnapshot.read(told(watching=3))
    assert before != GameSnapshot.read(told("flip", 6))


# --- What is refused ---


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"moves": ["1,1", "1,1"], "ply": 2}, "cannot be shown here: .*already claimed"),
        ({"moves": ["9,9"], "ply": 1}, "cannot be shown here"),
        ({"board": [[1, 2], [3]]}, "cannot be shown here"),
        ({"book": "whist"}, "cannot be shown here: book: no book is called 'whist'"),
        ({"book": {"like": "flip", "reach": "by boat"}}, "cannot be shown here: reach"),
        ({"ply": 4}, "is not a game"),
        ({"version": "7"}, "is not a game"),
        ({"version": -1}, "is not a game"),
        ({"version": True}, "is not a game"),
        ({"id": "../../etc"}, "is not a game"),
        ({"id": None}, "is not a game"),
        ({"players": ["human"]}, "is not a game"),
        ({"seats": ["sat", "free"]}, "is not a game"),
        ({"names": ["x" * 100, None]}, "is not a game"),
        ({"over": "no"}, "is not a game"),
        ({"over": True}, "is not a game"),
        ({"asks": 3}, "is not a game"),
        ({"asks": True}, "is not a game"),
        ({"clock": {"game": 300}}, "is not a game"),
        ({"clock": []}, "is not a game"),
        ({"now": 10**400}, "is not a game"),
        ({"rematch": "a b"}, "is not a game"),
        ({"watching": None}, "is not a game"),
    ],
)
def test_what_is_no_game_is_refused_in_a_sentence(changed: dict[str, Any], sentence: str) -> None:
    with pytest.raises(RemoteError, match=sentence):
        GameSnapshot.read({**told(), **changed})


@pytest.mark.parametrize(
    "key", ["id", "version", "ply", "book", "board", "moves", "players", "seats", "over"]
)
def test_what_a_game_must_have_is_missed(key: str) -> None:
    sent = told()
    del sent[key]
    with pytest.raises(RemoteError):
        GameSnapshot.read(sent)


SENT = told("chain", 6, clock={"move": 30}, presence=[{"here": True, "since": None}, None], now=5.0)


def read_or_refusal(sent: dict[str, Any]) -> GameSnapshot | str:
    try:
        return GameSnapshot.read(sent)
    except RemoteError as error:
        return str(error)


@given(st.dictionaries(st.sampled_from(sorted(SENT)), json_values, max_size=3))
def test_whatever_is_sent_is_a_game_or_refused(changed: dict[str, Any]) -> None:
    read = read_or_refusal({**SENT, **changed})
    if isinstance(read, str):
        assert "\n" not in read
    else:
        assert read.ply == len(read.position.moves)
        assert read.turn in (None, 1, 2)
        assert read.position.to_record()
