"""Position: immutable, friendly, and clear about what it refuses."""

import copy
import json
import pickle
import random
import re
from dataclasses import FrozenInstanceError, replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given

import fivesquare as fs
from fivesquare.board import Board
from fivesquare.engine import State
from fivesquare.errors import quote
from games import GROW_BOARD, SWEEP_BOARD, Answers, books, play, random_game, seeds, show

OVER = "2,2 1,3 3,3 3,1 1,1"
"""A whole game of sweep."""

# --- Starting ---


def test_the_same_seed_deals_the_same_board() -> None:
    assert fs.start("grow", seed=7) == fs.start("grow", seed=7)
    assert fs.start("grow", seed=7) != fs.start("grow", seed=8)


def test_without_a_seed_boards_differ() -> None:
    assert len({fs.start("grow").board for _ in range(5)}) > 1


def test_a_board_may_be_text_rows_or_a_board() -> None:
    rows = [[5, 3, 8], [2, 9, 1], [6, 4, 7]]
    from_text = fs.start("sweep", board=SWEEP_BOARD)
    assert from_text == fs.start("sweep", board=rows) == fs.start("sweep", board=Board.of(rows))


@pytest.mark.parametrize("size", [(1, 2), (2, 1), (1, 8), (8, 8), (6, 3)])
@pytest.mark.parametrize("book", fs.CATALOGUE)
def test_every_book_plays_to_the_end_in_any_size(book: str, size: tuple[int, int]) -> None:
    chance = random.Random(1)
    position = fs.start(book, seed=1, size=size)
    assert position.size == size
    while not position.is_over:
        position = position.play(chance.choice(position.legal))
    assert position.outcome is not None


@pytest.mark.parametrize(
    "size", [5, "3x3", (3,), (3, 3, 3), (True, 3), (3.0, 3), ("3", 3), (0, 3), (9, 9), {}]
)
def test_a_size_that_is_none(size: Any) -> None:
    with pytest.raises(fs.BoardError):
        fs.start("grow", size=size)


@pytest.mark.parametrize("seed", ["seven", 1.5, [], True, b"7"])
def test_a_seed_that_is_none(seed: Any) -> None:
    with pytest.raises(fs.BoardError, match="a seed is a whole number, not "):
        fs.start("grow", seed=seed)


@pytest.mark.parametrize(
    "board", [5, {}, object(), [[1, 2], None], "", "\0"], ids=lambda thing: type(thing).__name__
)
def test_a_board_that_is_none(board: Any) -> None:
    with pytest.raises(fs.BoardError):
        fs.start("grow", board=board)


def test_a_board_has_its_own_size() -> None:
    with pytest.raises(fs.BoardError, match="give a board or a size, not both"):
        fs.start("sweep", board=SWEEP_BOARD, size=(3, 3))


def test_numbers_and_boards_may_be_numpy_s() -> None:
    board = np.array([[5, 3, 8], [2, 9, 1], [6, 4, 7]])
    position = fs.start("sweep", board=board)
    assert position == fs.start("sweep", board=SWEEP_BOARD)
    assert json.loads(json.dumps(position.to_record())) == position.to_record()
    assert fs.start("grow", seed=np.int64(7)) == fs.start("grow", seed=7)
    assert fs.start("grow", seed=7, size=np.array([3, 4])).size == (3, 4)
    record = {"book": "sweep", "board": board, "moves": np.array(["2,2", "1,3"]), "seed": np.int64(7)}
    position = fs.Position.from_record(record)
    assert position.moves == ("2,2", "1,3")
    assert json.dumps(position.to_record()) == json.dumps(
        {**play("sweep", "2,2 1,3").to_record(), "seed": 7}
    )


def test_a_position_made_by_hand_checks_its_book_and_its_board() -> None:
    position = play("grow")
    with pytest.raises(fs.RuleBookError, match="book: must be a RuleBook here, not 'grow'"):
        replace(position, book="grow")  # type: ignore[arg-type]
    with pytest.raises(fs.BoardError, match="the board must be a Board here, not a list of 5"):
        replace(position, board=position.board.rows)  # type: ignore[arg-type]
    with pytest.raises(fs.BoardError, match="the values of this board must be from 1 to 9; cell 1,2 is 12"):
        replace(position, board=play("flip").board)


@pytest.mark.parametrize(
    "state",
    [
        None,
        (0, 0, 1, -1),
        State(1 << 25, 0, 1, -1),
        State(0, -1, 1, -1),
        State(1, 1, 1, -1),
        State(0, 0, 3, -1),
        State(0, 0, 1, 25),
        State(0, 0, 1, -2),
        State(0.0, 0, 1, -1),  # type: ignore[arg-type]
    ],
    ids=str,
)
def test_a_position_made_by_hand_checks_its_state(state: Any) -> None:
    with pytest.raises(fs.BoardError, match="the state must be a State that fits the board here, not "):
        replace(play("grow"), state=state)


@pytest.mark.parametrize("moves", [None, "1,1", ["1,1"], (1, 1), {"1,1"}], ids=quote)
def test_a_position_made_by_hand_checks_its_moves(moves: Any) -> None:
    with pytest.raises(fs.RecordError, match="the moves must be a tuple of texts here, not "):
        replace(play("grow"), moves=moves)


# --- Playing ---


def test_a_position_never_changes() -> None:
    before = play("grow", "1,1 5,5")
    after = before.play("1,2")
    assert (before.moves, before.scores) == (("1,1", "5,5"), (5, 7))
    assert (after.moves, after.scores) == (("1,1", "5,5", "1,2"), (8, 7))
    with pytest.raises(FrozenInstanceError):
        before.moves = ()  # type: ignore[misc]


def test_positions_are_equal_if_the_same_can_happen_from_here_on() -> None:
    one = play("flip", "1,1 4,4 1,2")
    two = play("flip", "1,2 4,4 1,1")
    assert one == two
    assert hash(one) == hash(two)
    assert one != play("flip", "1,1 4,4 1,3")


def test_back_takes_moves_back() -> None:
    position = play("chain", "3,3 3,4 3,2 2,2")
    assert position.back() == play("chain", "3,3 3,4 3,2")
    assert position.back().in_chain
    assert position.back(3).moves == ("3,3",)
    assert position.back(np.int64(4)) == play("chain")
    assert position.back(0) == position


@pytest.mark.parametrize(
    ("moves", "count", "message"),
    [
        ("1,1 5,5", 99, "99 moves cannot be taken back: only 2 moves can be"),
        ("1,1 5,5", 10**5000, "a huge number moves cannot be taken back: only 2 moves can be"),
        ("1,1", 2, "2 moves cannot be taken back: only 1 move can be"),
        ("", 1, "1 moves cannot be taken back: no move was made"),
        ("1,1", -1, "moves to take back are counted by a whole number, not -1"),
        ("1,1", 1.0, "moves to take back are counted by a whole number, not 1.0"),
        ("1,1", True, "moves to take back are counted by a whole number, not true"),
        ("1,1", "1", "moves to take back are counted by a whole number, not '1'"),
        ("1,1", None, "moves to take back are counted by a whole number, not null"),
    ],
    ids=quote,
)
def test_moves_that_cannot_be_taken_back(moves: str, count: Any, message: str) -> None:
    with pytest.raises(fs.IllegalMoveError, match="^" + re.escape(message) + "$"):
        play("grow", moves).back(count)


@given(books, seeds)
def test_the_history_is_every_position_from_the_opening_on(book: Answers, seed: int) -> None:
    positions = tuple(random_game(book, seed))
    last = positions[-1]
    for again in (last, fs.Position.from_record(last.to_record()), pickle.loads(pickle.dumps(last))):
        assert again.history() == positions
        assert [position.moves for position in again.history()] == [
            position.moves for position in positions
        ]
        assert again.history()[-1] is again


def test_a_history_is_not_replayed(monkeypatch: pytest.MonkeyPatch) -> None:
    position = play("grow", "1,1 5,5 1,2")
    kept = pickle.loads(pickle.dumps(position))
    assert kept.history() == position.history()  # this one has to replay, once
    monkeypatch.setattr(fs.Position, "play", None)
    for seen in (position, kept):
        assert seen.back().back().back() is seen.back(3) is seen.history()[0]


def test_a_history_has_the_further_keys_of_its_end() -> None:
    position = replace(play("grow", "1,1 5,5"), extra={"names": ["Ann", "Bob"]})
    assert [seen.extra["names"] for seen in position.history()] == [["Ann", "Bob"]] * 3


@given(books, seeds)
def test_back_undoes_play(book: Answers, seed: int) -> None:
    *_, before, last = [None, *random_game(book, seed)]
    assert last is not None
    if before is not None:
        assert last.back() == before
        assert last.back().moves == before.moves


@pytest.mark.parametrize(
    "again", [copy.copy, copy.deepcopy, lambda position: pickle.loads(pickle.dumps(position))]
)
def test_a_position_survives_pickling_and_copying(again: Any) -> None:
    position = replace(play("chain", "3,3 3,4 3,2"), extra={"names": ["Ann", "Bob"]})
    assert position.legal
    same = again(position)
    assert same == position
    assert hash(same) == hash(position)
    assert (same.moves, same.legal, same.extra) == (position.moves, position.legal, position.extra)
    assert same.play("2,2") == position.play("2,2")


def test_a_pickled_position_holds_nothing_that_can_be_worked_out() -> None:
    position = play("grow", "1,1 5,5 1,2 5,4")
    before = pickle.dumps(position)
    assert (position.legal, position.outcome, len(position.history())) != ((), None, 0)
    assert pickle.dumps(position) == before
    assert len(before) < 2000


class Shout(str):
    """Text that says something else when it is printed."""

    def __str__(self) -> str:
        return self.upper()


def test_the_moves_of_a_position_are_plain_text() -> None:
    position = play("chain", "3,3 3,4 3,2").play(Shout("stop")).play(np.str_("1,1"))
    assert position.moves == ("3,3", "3,4", "3,2", "stop", "1,1")
    assert {type(move) for move in position.moves} == {str}


def test_counts_and_owner() -> None:
    position = play("sweep", "2,2 1,3")
    assert position.counts == (5, 1)
    assert [position.owner(cell) for cell in range(9)] == [0, 1, 2, 1, 1, 1, 0, 1, 0]
    assert show(position) == ".12 111 .1."


@pytest.mark.parametrize("cell", [-1, 9, 10**5000, None, 1.0, True], ids=quote)
def test_a_cell_that_is_none(cell: Any) -> None:
    for ask in (play("sweep").owner, play("sweep").refusal):
        with pytest.raises(fs.NotationError, match="cells are numbered from 0 to 8, not "):
            ask(cell)


def test_a_refusal_of_a_move_is_that_of_its_cell() -> None:
    position = play("grow", "1,1 5,5")
    for cell in range(25):
        assert position.refusal(position.move_of(cell)) == position.refusal(cell)
    assert position.refusal("stop") == "is only a move inside a chain"
    assert position.refusal("swap") == "is not a move of this book"
    assert play("chain", "3,3 1,1 3,4").refusal("stop") is None


def test_the_readme_s_view_of_a_game() -> None:
    position = fs.start("sweep", board=SWEEP_BOARD)
    assert (position.turn, position.scores, position.outcome) == (1, (0, 0), None)
    assert position.legal == ("1,1", "1,2", "1,3", "2,1", "2,2", "2,3", "3,1", "3,2", "3,3")


def test_the_view_is_what_can_be_seen() -> None:
    assert play("chain", "3,3 3,4 3,2", board="1 1 1 1/1 1 1 1/1 1 1 1").view() == {
        "turn": 1,
        "legal": ["2,2", "3,1", "stop"],
        "owners": [[0, 0, 0, 0], [0, 0, 0, 0], [0, 1, 1, 2]],
        "scores": [2, 1],
        "over": False,
        "winner": None,
        "reason": None,
    }
    assert play("sweep", OVER).view() == {
        "turn": None,
        "legal": [],
        "owners": [[1, 1, 2], [1, 1, 1], [2, 1, 1]],
        "scores": [31, 14],
        "over": True,
        "winner": 1,
        "reason": "higher score",
    }


# --- In print ---


def printed(position: fs.Position) -> list[str]:
    return str(position).splitlines()


def test_a_printed_position_is_the_board_with_owners_scores_and_turn() -> None:
    assert printed(play("flip", "1,1 4,4 1,2")) == [
        "flip 4x4, 3 moves",
        "",
        "      1   2   3   4",
        " 1   A5 A12   3  16",
        " 2   10   1  14   6",
        " 3   11   8   2  15",
        " 4    9  13   4  B7",
        "",
        "A, player 1: 17 points; B, player 2: 7 points",
        "Player 2 to act",
    ]


def test_a_printed_position_says_how_the_game_ended() -> None:
    assert printed(play("sweep", OVER))[-2:] == [
        "A, player 1: 31 points; B, player 2: 14 points",
        "Player 1 has won (higher score)",
    ]
    assert printed(play("sweep", "1,1 1,2", board="1 2"))[-1] == "Player 2 has won (higher score)"
    assert printed(play("chain", "1,1 1,2", board="1 1"))[-2:] == [
        "A, player 1: 1 point; B, player 2: 1 point",
        "A draw (tie)",
    ]


def test_a_printed_position_tells_of_komi_and_of_the_swap() -> None:
    komi = play({"like": "grow", "balance": {"komi": 1.5}}, "1,1 1,2", board="2 1")
    assert printed(komi)[-2:] == [
        "A, player 1: 2 points; B, player 2: 1 point + 1.5 komi",
        "Player 2 has won (higher score)",
    ]
    swap = play({"like": "grow", "balance": "swap"}, "1,1", board="2 1/1 1")
    assert printed(swap)[-2:] == [
        "A, player 1: 2 points; B, player 2: 0 points",
        "Player 2 to act, or to swap",
    ]
    assert printed(swap.play("swap"))[3:] == [
        " 1  B2  1",
        " 2   1  1",
        "",
        "A, player 1: 0 points; B, player 2: 2 points",
        "Player 1 to act",
    ]


@pytest.mark.parametrize(
    ("position", "short"),
    [
        (play("grow"), "<Position grow 5x5, 0 moves, player 1 to act>"),
        (play("grow", "1,1"), "<Position grow 5x5, 1 move, player 2 to act>"),
        (play("chain", "3,3 3,4 3,2"), "<Position chain 5x5, 3 moves, player 1 to act, or to stop>"),
        (play("sweep", OVER), "<Position sweep 3x3, 5 moves, player 1 has won>"),
        (play("chain", "1,1 1,2", board="1 1"), "<Position chain 1x2, 2 moves, a draw>"),
        (
            play(fs.CATALOGUE["grow"].answers, board="1 2/3 4"),
            "<Position own book 2x2, 0 moves, player 1 to act>",
        ),
    ],
)
def test_in_a_traceback_a_position_is_short(position: fs.Position, short: str) -> None:
    assert repr(position) == short


@given(books, seeds)
def test_every_printed_position_has_a_line_for_each_row(book: Answers, seed: int) -> None:
    for position in random_game(book, seed):
        lines = printed(position)
        assert len(lines) == position.size.rows + 6
        owners = [[{"A": 1, "B": 2}.get(text[0], 0) for text in line.split()[1:]] for line in lines[3:-3]]
        assert owners == position.owners
        assert len(repr(position)) < 80


# --- What is refused ---


@pytest.mark.parametrize(
    ("book", "moves", "move", "message"),
    [
        ("sweep", OVER, "1,1", "cell 1,1 cannot be claimed: the game is over"),
        ("sweep", OVER, "stop", '"stop" is only a move inside a chain'),
        ("grow", "1,1", "1,1", "cell 1,1 is already claimed"),
        ("grow", "", "2,2", "cell 2,2 is not on the outer edge"),
        ("grow", "1,1 5,5", "5,4", "cell 5,4 is not beside your own"),
        ("grow", "1,1 5,5", "stop", '"stop" is only a move inside a chain'),
        ("chain", "3,3 3,4 3,2", "3,3", "cell 3,3 is already claimed"),
        ("chain", "3,3 3,4 3,2", "5,5", "cell 5,5 is not beside the cell just claimed"),
        ("fifteen", "2,1 1,2 3,1 1,3 4,1 1,4 3,2 2,3", "3,3", "cell 3,3 would bring the score above 15"),
    ],
)
def test_an_illegal_move_is_refused_with_its_reason(book: str, moves: str, move: str, message: str) -> None:
    position = play(book, moves)
    with pytest.raises(fs.IllegalMoveError, match="^" + re.escape(message)) as caught:
        position.play(move)
    assert f"after {len(position.moves)} move" in str(caught.value)
    assert book in str(caught.value)


def test_a_chain_claim_above_the_target_is_refused() -> None:
    book = {**fs.CATALOGUE["fifteen"].answers, "again": "chain", "values": [0, 20], "goal": {"exactly": 9}}
    position = play(book, "1,1 2,4 1,2", board="1 1 9 1/1 2 1 1")
    assert position.legal == ("2,2", "stop")
    with pytest.raises(fs.IllegalMoveError, match="cell 1,3 would bring the score above 9"):
        position.play("1,3")


@pytest.mark.parametrize(
    "move",
    [
        "",
        "1",
        "1,",
        "STOP",
        "stop ",
        "9,9",
        "1,1\n",
        "\uff11,\uff11",
        "1,1\0",
        "\ud800",
        "1" * 1_000_000,
        "1e0,1",
        "①,①",
    ],
    ids=quote,
)
def test_text_that_is_no_move(move: str) -> None:
    with pytest.raises(fs.NotationError) as caught:
        play("grow").play(move)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 500


@pytest.mark.parametrize(
    "move",
    [None, 5, 1.5, True, b"1,1", ["1,1"], ("1", "1"), {}, object(), float("nan")],
    ids=lambda thing: type(thing).__name__,
)
def test_a_move_that_is_no_text(move: Any) -> None:
    with pytest.raises(fs.NotationError, match='a move is text like "1,2", not '):
        play("grow").play(move)


# --- Swapping ---

SWAPPING: Answers = {"like": "grow", "balance": "swap"}


def test_the_first_claim_is_still_the_last_one_after_a_swap() -> None:
    position = play(SWAPPING, "1,2 swap", GROW_BOARD)
    assert position.last_claim == 1
    assert position.moves == ("1,2", "swap")
    assert position.back().legal[-1] == "swap"
    assert position.to_record()["moves"] == ["1,2", "swap"]
    assert position.play("5,5").last_claim == 24


@pytest.mark.parametrize(
    ("book", "moves", "message"),
    [
        ("grow", "1,1", '"swap" is not a move of this book, after 1 '),
        (SWAPPING, "", '"swap" is only a move on the second player\'s first turn, after 0 moves'),
        (SWAPPING, "1,1 swap", '"swap" is only a move on the second player\'s first turn, after 2 moves'),
        (SWAPPING, "1,1 5,5", '"swap" is only a move on the second player\'s first turn, after 2 moves'),
    ],
)
def test_a_swap_that_may_not_be_made(book: str | Answers, moves: str, message: str) -> None:
    with pytest.raises(fs.IllegalMoveError, match=message):
        play(book, moves, GROW_BOARD).play("swap")


# --- Records ---


@given(books, seeds)
def test_a_position_is_read_back_from_its_record(book: Answers, seed: int) -> None:
    *_, last = random_game(book, seed)
    record = {**last.to_record(), "names": ["Ann", "Bob"], "seed": seed, "result": None}
    again = fs.Position.from_record(record)
    assert again == last
    assert again.moves == last.moves
    assert again.to_record() == record


def test_the_record_of_the_contract() -> None:
    record = {
        "book": "grow",
        "board": [[5, 3, 2, 6, 1], [7, 4, 9, 2, 8], [1, 5, 3, 7, 4], [2, 8, 6, 1, 5], [9, 3, 2, 4, 7]],
        "moves": ["1,1", "5,5", "1,2", "4,5"],
    }
    position = fs.Position.from_record(record)
    assert position == play("grow", "1,1 5,5 1,2 4,5")
    assert position.to_record() == record


def test_further_keys_stay_with_the_game_while_it_goes_on() -> None:
    position = fs.Position.from_record({**play("grow").to_record(), "names": ["Ann", "Bob"]})
    assert position.play("1,1").to_record()["names"] == ["Ann", "Bob"]
    assert position.play("1,1").back().to_record()["names"] == ["Ann", "Bob"]


def test_further_keys_cannot_be_changed_from_outside() -> None:
    names, seats = ["Ann", "Bob"], {"first": ("human", ["level", 3])}
    given = {**play("grow").to_record(), "names": names, "seats": seats}
    wanted = {
        **play("grow").to_record(),
        "names": ["Ann", "Bob"],
        "seats": {"first": ["human", ["level", 3]]},
    }
    position = fs.Position.from_record(given)
    names.append("Carl")
    seats.clear()
    assert position.to_record() == wanted
    for handed_out in (position.extra, position.play("1,1").back().extra, position.to_record()):
        handed_out["names"].append("Carl")
        handed_out["seats"]["first"][1].append(4)
        assert position.to_record() == wanted
    with pytest.raises(TypeError):
        position.extra["names"] = []  # type: ignore[index]
    assert position.extra == {"names": ["Ann", "Bob"], "seats": wanted["seats"]}


def test_further_keys_may_be_deep_and_may_hold_themselves() -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    round_and_round: list[Any] = [1]
    round_and_round.append(round_and_round)
    position = fs.Position.from_record({**play("grow").to_record(), "deep": deep, "round": round_and_round})
    copied = position.to_record()
    for _ in range(100_000):
        (copied["deep"],) = copied["deep"]
    assert copied["deep"] == []
    assert copied["round"][1] is copied["round"] is not round_and_round


def test_an_array_among_further_keys_is_written_as_lists() -> None:
    extra = {"times": np.array([[0.5, 1.5], [2.0, 4.0]]), "best": [np.int8(3), np.str_("1,1")]}
    position = replace(play("grow"), extra=extra)
    assert json.loads(json.dumps(dict(position.extra))) == {
        "times": [[0.5, 1.5], [2.0, 4.0]],
        "best": [3, "1,1"],
    }


@pytest.mark.parametrize(
    ("extra", "message"),
    [
        (5, "the further keys of a record are an object, not 5"),
        (["names"], "the further keys of a record are an object, not a list of 1"),
        ({"moves": []}, '"moves" is not an extra key of a record'),
        ({1: 2}, "the keys of a record are text, not 1"),
    ],
)
def test_what_cannot_be_further_keys(extra: Any, message: str) -> None:
    with pytest.raises(fs.RecordError, match="^" + re.escape(message)):
        replace(play("grow"), extra=extra)


def test_a_book_changed_under_its_old_name_is_written_out() -> None:
    """The name in a record stands for the book of the catalogue, and for no other."""
    book = replace(fs.CATALOGUE["grow"], tie="draw")
    position = fs.start(book, seed=1)
    assert position.to_record()["book"] == {"like": "grow", "tie": "draw", "title": "Grid Capture"}
    assert fs.Position.from_record(position.to_record()) == position
    own = replace(fs.CATALOGUE["grow"], tie="draw", name="mine")
    assert fs.Position.from_record(fs.start(own, seed=1).to_record()) == fs.start(own, seed=1)


def test_every_position_of_the_five_books_is_written_with_its_name() -> None:
    assert [fs.start(name, seed=1).to_record()["book"] for name in fs.CATALOGUE] == list(fs.CATALOGUE)


def record(**changes: object) -> dict[str, object]:
    return {"book": "sweep", "board": [[5, 3, 8], [2, 9, 1], [6, 4, 7]], "moves": [], **changes}


@pytest.mark.parametrize("key", ["book", "board", "moves"])
def test_a_record_without_one_of_its_keys(key: str) -> None:
    incomplete = {name: value for name, value in record().items() if name != key}
    with pytest.raises(fs.RecordError, match=f'the record has no "{key}"'):
        fs.Position.from_record(incomplete)


@pytest.mark.parametrize(
    ("changes", "kind", "at"),
    [
        ({"book": "whist"}, fs.RuleBookError, None),
        ({"book": 5}, fs.RuleBookError, None),
        ({"book": {}}, fs.RuleBookError, None),
        ({"board": [[1, 1, 1]]}, fs.BoardError, None),
        ({"board": None}, fs.BoardError, None),
        ({"moves": "2,2"}, fs.RecordError, None),
        ({"moves": {"0": "2,2"}}, fs.RecordError, None),
        ({"moves": None}, fs.RecordError, None),
        ({"moves": ["2,2", "2,2"]}, fs.IllegalMoveError, 1),
        ({"moves": ["2,2", "1,3", "stop"]}, fs.IllegalMoveError, 2),
        ({"moves": ["9,9"]}, fs.NotationError, 0),
        ({"moves": ["2,2", 5]}, fs.NotationError, 1),
        ({"moves": ["2,2", None]}, fs.NotationError, 1),
        ({"moves": [["2,2"]]}, fs.NotationError, 0),
        ({"moves": ["2,2"] * 100_000}, fs.IllegalMoveError, 1),
    ],
)
def test_a_bad_record_says_which_move_was_at_fault(
    changes: dict[str, object], kind: type[fs.FivesquareError], at: int | None
) -> None:
    with pytest.raises(kind) as caught:
        fs.Position.from_record(record(**changes))
    assert caught.value.at == at


@pytest.mark.parametrize("thing", [None, 5, "{}", [], True, float("nan"), b"{}"])
def test_what_is_no_object_is_no_record(thing: object) -> None:
    with pytest.raises(fs.RecordError, match="a record is an object, not "):
        fs.Position.from_record(thing)
