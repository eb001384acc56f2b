"""Position: immutable, friendly, and clear about what it refuses."""

import random
import re
from dataclasses import FrozenInstanceError, replace
from typing import Any

import pytest
from hypothesis import given

import fivesquare as fs
from fivesquare.board import Board
from fivesquare.errors import quote
from games import GROW_BOARD, SWEEP_BOARD, Answers, books, play, random_game, seeds, show

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


def test_back_takes_moves_back_and_stops_at_the_opening() -> None:
    position = play("chain", "3,3 3,4 3,2 2,2")
    assert position.back() == play("chain", "3,3 3,4 3,2")
    assert position.back().in_chain
    assert position.back(3).moves == ("3,3",)
    assert position.back(100) == play("chain")
    assert position.back(0) == position


@given(books, seeds)
def test_back_undoes_play(book: Answers, seed: int) -> None:
    *_, before, last = [None, *random_game(book, seed)]
    assert last is not None
    if before is not None:
        assert last.back() == before
        assert last.back().moves == before.moves


def test_counts_and_owner() -> None:
    position = play("sweep", "2,2 1,3")
    assert position.counts == (5, 1)
    assert [position.owner(cell) for cell in range(9)] == [0, 1, 2, 1, 1, 1, 0, 1, 0]
    assert show(position) == ".12 111 .1."


def test_the_readme_s_view_of_a_game() -> None:
    position = fs.start("sweep", board=SWEEP_BOARD)
    assert (position.turn, position.scores, position.outcome) == (1, (0, 0), None)
    assert position.legal == ("1,1", "1,2", "1,3", "2,1", "2,2", "2,3", "3,1", "3,2", "3,3")


# --- What is refused ---

OVER = "2,2 1,3 3,3 3,1 1,1"


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
        ("grow", "1,1", '"swap" is no move of this book, after 1 '),
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
