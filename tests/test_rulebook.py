"""The space of rule books: what may be answered, what is refused, and what boards a book wants."""

import json
import random
import re
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given

import fivesquare as fs
from fivesquare.board import Board, Size
from fivesquare.errors import quote
from fivesquare.rulebook import QUESTIONS, Between, Exactly, Komi, RuleBook
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


def test_the_eighth_answer_may_be_left_out() -> None:
    assert RuleBook.of(GROW).balance == "none"
    assert RuleBook.of({**GROW, "balance": "none"}) == RuleBook.of(GROW)
    assert RuleBook.of({**GROW, "balance": "none"}).answers == GROW
    swap = {**GROW, "balance": "swap"}
    assert RuleBook.of(swap).answers == swap
    assert RuleBook.of(swap) != RuleBook.of(GROW)


@pytest.mark.parametrize(
    ("written", "points"), [(0, 0), (12, 12), (12.5, 12.5), (8.0, 8), (999, 999), (999.0, 999), (0.5, 0.5)]
)
def test_a_komi_is_kept_whole_where_it_is_whole(written: float, points: float) -> None:
    book = RuleBook.of({**GROW, "balance": {"komi": written}})
    assert book.balance == Komi(points)
    assert isinstance(book.balance, Komi)
    assert type(book.balance.points) is type(points)
    assert book.answers == {**GROW, "balance": {"komi": points}}
    assert RuleBook.of(book.answers) == book


def test_numbers_of_numpy_are_numbers() -> None:
    two, target = np.int8(2), np.uint16(15)
    book = RuleBook.of(
        {**GROW, "size": (two, np.int64(3)), "values": [np.int32(1), two], "goal": {"exactly": target}}
    )
    assert book.answers == {**GROW, "size": [2, 3], "values": [1, 2], "goal": {"exactly": 15}}
    assert json.loads(json.dumps(book.answers)) == book.answers
    for komi, points in ((two, 2), (np.float32(2.5), 2.5), (np.float64(3.0), 3)):
        balanced = RuleBook.of({**GROW, "balance": {"komi": komi}})
        assert json.dumps(balanced.answers["balance"]) == f'{{"komi": {points}}}'


def test_a_title_may_have_80_characters() -> None:
    for title in ("x" * 80, "é" * 80):
        assert RuleBook.of({**GROW, "title": title}).title == title
        assert RuleBook.of(fs.find_book({"like": "grow", "title": title}).answers) == fs.CATALOGUE["grow"]


def test_a_title_stands_beside_the_answers_and_changes_none() -> None:
    book = RuleBook.of({**GROW, "title": "Twenty-one"})
    assert book.title == "Twenty-one"
    assert book == RuleBook.of(GROW)
    assert book.answers == GROW


# --- What is refused ---


@pytest.mark.parametrize("field", QUESTIONS)
def test_a_question_without_an_answer_is_named(field: str) -> None:
    answers = {question: answer for question, answer in GROW.items() if question != field}
    with pytest.raises(fs.RuleBookError, match=f"{field}: has no answer") as caught:
        RuleBook.of(answers)
    assert caught.value.field == field


@pytest.mark.parametrize("goal", ["majority", {"exactly": 15}])
def test_komi_is_only_for_points(goal: object) -> None:
    with pytest.raises(fs.RuleBookError, match='balance: komi is only for a goal of "points"'):
        RuleBook.of({**GROW, "goal": goal, "balance": {"komi": 8}})
    assert RuleBook.of({**GROW, "goal": goal, "balance": "swap"}).balance == "swap"


@pytest.mark.parametrize("field", [*QUESTIONS, "balance"])
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
        ("balance", "pie", 'balance: must be "none", "swap" or {"komi": 8}, not \'pie\''),
        ("balance", {"komi": 1, "more": 1}, "not an object"),
        ("balance", {"komi": True}, 'balance: "komi" must be a multiple of 0.5 from 0 to 999, not true'),
        ("balance", {"komi": 0.25}, 'balance: "komi" must be a multiple of 0.5 from 0 to 999, not 0.25'),
        ("balance", {"komi": -0.5}, "0 to 999, not -0.5"),
        ("balance", {"komi": 999.5}, "0 to 999, not 999.5"),
        ("balance", {"komi": "8"}, "0 to 999, not '8'"),
        ("balance", {"komi": None}, "0 to 999, not null"),
        ("balance", {"komi": Fraction(5, 2)}, "0 to 999, not Fraction(5, 2)"),  # which no record could hold
        ("balance", {"komi": Fraction(2, 1)}, "0 to 999, not Fraction(2, 1)"),
        ("balance", Komi(Fraction(5, 2)), "0 to 999, not Fraction(5, 2)"),  # type: ignore[arg-type]
        ("balance", {"komi": float("nan")}, "0 to 999, not nan"),
        ("balance", {"komi": float("inf")}, "0 to 999, not inf"),
        ("balance", {"komi": 10**5000}, "0 to 999, not a huge number"),
        ("title", "", "title: must be one line of text, not ''"),
        ("title", "two\nlines", "title: must be one line of text, not 'two\\nlines'"),
        ("title", "\x1b[2J", "title: must be one line of text, not '\\x1b[2J'"),
        ("title", 5, "title: must be one line of text, not 5"),
        ("title", "x" * 81, f"title: must have at most 80 characters, not '{'x' * 37}...'"),
    ],
)
def test_a_refusal_says_what_would_be_right(field: str, answer: object, message: str) -> None:
    with pytest.raises(fs.RuleBookError, match=re.escape(message) + "$"):
        RuleBook.of({**GROW, field: answer})


def test_a_question_that_is_none_is_quoted_with_the_ones_there_are() -> None:
    with pytest.raises(
        fs.RuleBookError, match="'colour': is not a question of a rule book; they are size, values"
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


def test_answers_may_be_numpy_s_and_are_kept_plain() -> None:
    answers = {**fs.CATALOGUE["grow"].answers, "size": np.array([3, 4]), "values": np.array([2, 5])}
    book = fs.RuleBook.of(answers)
    assert json.dumps(book.answers["size"]) == "[3, 4]"
    assert json.dumps(book.answers["values"]) == "[2, 5]"
    with pytest.raises(fs.RuleBookError, match="size: must be "):
        fs.RuleBook.of({**answers, "size": np.array([3.0, 4.0])})


@pytest.mark.parametrize("name", [5, ["grow"], b"grow"])
def test_a_name_is_text(name: Any) -> None:
    with pytest.raises(fs.RuleBookError, match="name: must be text or None, not "):
        replace(fs.CATALOGUE["grow"], name=name)
