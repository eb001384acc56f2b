"""The space of rule books: what may be answered, what is refused, and what boards a book wants."""

import random
import re
from typing import Any

import pytest
from hypothesis import given

import fivesquare as fs
from fivesquare.board import Board, Size
from fivesquare.errors import quote
from fivesquare.rulebook import QUESTIONS, Between, Exactly, RuleBook
from games import Answers, books, combinations, named, seeds

GROW: Answers = {
    "size": [5, 5],
    "values": [1, 9],
    "reach": "edge",
    "take": "nothing",
    "again": "never",
    "goal": "points",
    "tie": "last",
}


@given(books)
def test_a_book_is_read_back_from_its_answers(answers: Answers) -> None:
    book = RuleBook.of(answers)
    assert book.answers == answers
    assert RuleBook.of(book.answers) == book


@pytest.mark.parametrize("answers", list(combinations()), ids=named)
def test_every_combination_of_answers_is_a_book(answers: Answers) -> None:
    assert RuleBook.of(answers).answers == answers


def test_a_book_made_in_python_equals_the_one_read_from_json() -> None:
    made = RuleBook(Size(5, 5), Between(1, 9), "edge", "nothing", "never", "points", "last")
    assert made == RuleBook.of(GROW)
    assert RuleBook.of({**GROW, "goal": {"exactly": 15}}).goal == Exactly(15)


def test_a_book_is_its_answers_and_not_its_name() -> None:
    assert RuleBook.of(GROW) == fs.CATALOGUE["grow"]
    assert hash(RuleBook.of(GROW)) == hash(fs.CATALOGUE["grow"])
    assert RuleBook.of({**GROW, "tie": "draw"}) != fs.CATALOGUE["grow"]


# --- What is refused ---


@pytest.mark.parametrize("field", QUESTIONS)
def test_a_question_without_an_answer_is_named(field: str) -> None:
    answers = {question: answer for question, answer in GROW.items() if question != field}
    with pytest.raises(fs.RuleBookError, match=f"{field}: has no answer") as caught:
        RuleBook.of(answers)
    assert caught.value.field == field


@pytest.mark.parametrize("field", QUESTIONS)
@pytest.mark.parametrize(
    "answer",
    [
        None,
        True,
        0,
        -1,
        1.5,
        float("nan"),
        "",
        "POINTS",
        "no\0",
        [],
        [1],
        [1, 2, 3],
        {},
        {"a": 1},
        10**5000,
    ],
    ids=quote,
)
def test_an_answer_that_nobody_can_give_is_refused_and_the_question_named(field: str, answer: Any) -> None:
    with pytest.raises(fs.RuleBookError, match=f"{field}: ") as caught:
        RuleBook.of({**GROW, field: answer})
    assert caught.value.field == field
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize(
    ("field", "answer", "message"),
    [
        ("size", [True, 5], "size: must be [rows, columns], not a list of 2"),
        ("size", [9, 9], "size: a board has 1x2 to 8x8 cells, not 9x9"),
        ("size", [1, 1], "size: a board has 1x2 to 8x8 cells, not 1x1"),
        ("size", "5x5", "size: must be [rows, columns], not '5x5'"),
        ("values", "random", 'values: must be "shuffled", "ones" or [low, high], not \'random\''),
        ("values", [5, 1], "values: [low, high] must lie between 0 and 999, low first, not [5, 1]"),
        ("values", [-1, 5], "values: [low, high] must lie between 0 and 999, low first, not [-1, 5]"),
        ("values", [1, 10**100], "low first, not [1, a huge number]"),
        ("values", [1, 2.0], 'values: must be "shuffled", "ones" or [low, high], not a list of 2'),
        ("reach", "far", 'reach: must be "anywhere", "adjacent" or "edge", not \'far\''),
        ("take", "all", 'take: must be "nothing", "lower-free" or "lower-enemy", not \'all\''),
        ("again", "always", 'again: must be "never" or "chain", not \'always\''),
        ("goal", "win", 'goal: must be "points", "majority" or {"exactly": 15}, not \'win\''),
        ("goal", {"exactly": 0}, 'goal: "exactly" must be a whole number from 1 to 63936, not 0'),
        ("goal", {"exactly": True}, 'goal: "exactly" must be a whole number from 1 to 63936, not true'),
        ("goal", {"exactly": 15.0}, 'goal: "exactly" must be a whole number from 1 to 63936, not 15.0'),
        ("goal", {"exactly": 5, "more": 1}, "not an object"),
        ("tie", "first", 'tie: must be "draw", "last" or "second", not \'first\''),
    ],
)
def test_a_refusal_says_what_would_be_right(field: str, answer: object, message: str) -> None:
    with pytest.raises(fs.RuleBookError, match=re.escape(message) + "$"):
        RuleBook.of({**GROW, field: answer})


def test_a_question_that_is_none_is_quoted_with_the_ones_there_are() -> None:
    with pytest.raises(
        fs.RuleBookError, match="'colour': is no question of a rule book; they are size, values"
    ):
        RuleBook.of({**GROW, "colour": "red"})


@pytest.mark.parametrize("answers", [None, 5, [], "[]", 1.5, True])
def test_what_is_no_object_is_no_book(answers: object) -> None:
    with pytest.raises(fs.RuleBookError, match="book: must be a name or an object"):
        RuleBook.of(answers)


def test_a_book_made_in_python_is_checked_as_well() -> None:
    with pytest.raises(fs.RuleBookError, match="reach: must be"):
        RuleBook(Size(5, 5), "ones", "far", "nothing", "never", "points", "draw")  # type: ignore[arg-type]


# --- Boards ---


@given(books, seeds)
def test_a_dealt_board_has_the_book_s_size_and_values(answers: Answers, seed: int) -> None:
    book = RuleBook.of(answers)
    board = book.deal(random.Random(seed))
    assert board.size == book.size
    book.check_board(board)
    assert board == book.deal(random.Random(seed))
    assert Board.of(board.rows) == board


def test_a_board_can_be_dealt_in_another_size() -> None:
    board = fs.CATALOGUE["sweep"].deal(random.Random(1), Size(2, 4))
    assert sorted(board.values) == list(range(1, 9))


@pytest.mark.parametrize(
    ("book", "board", "message"),
    [
        ("sweep", "1 2 3/4 5 6/7 8 8", "must be each of 1 to 9 once; cell 3,3 is 8"),
        ("sweep", "1 2 3/4 5 6/7 8 10", "must be each of 1 to 9 once; cell 3,3 is 10"),
        ("sweep", "0 1", "must be each of 1 to 2 once; cell 1,1 is 0"),
        ("grow", "1 9 10", "must be from 1 to 9; cell 1,3 is 10"),
        ("grow", "0 9 9", "must be from 1 to 9; cell 1,1 is 0"),
        ("chain", "1 1/1 2", "must be all 1; cell 2,2 is 2"),
        ("fifteen", "5 6", "must be from 1 to 5; cell 1,2 is 6"),
    ],
)
def test_a_board_that_does_not_fit_the_book_is_refused(book: str, board: str, message: str) -> None:
    with pytest.raises(fs.BoardError, match=message):
        fs.start(book, board=board)
