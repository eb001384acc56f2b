"""Shared by the tests: games played from text, boards as a reader sees them, and random games."""

import itertools
import random
from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

import fivesquare as fs
import plain
from fivesquare.rulebook import AGAINS, REACHES, TAKES, TIES

Answers = dict[str, Any]

FLIP_BOARD = "5 12 3 16/10 1 14 6/11 8 2 15/9 13 4 7"
SWEEP_BOARD = "5 3 8/2 9 1/6 4 7"
GROW_BOARD = "5 3 2 6 1/7 4 9 2 8/1 5 3 7 4/2 8 6 1 5/9 3 2 4 7"
FIFTEEN_BOARD = "1 4 2 3/5 2 3 1/4 1 5 2/3 2 1 4"

EXAMPLE_BOARDS = {
    "flip": FLIP_BOARD,
    "sweep": SWEEP_BOARD,
    "grow": GROW_BOARD,
    "chain": "1 1 1 1 1/1 1 1 1 1/1 1 1 1 1/1 1 1 1 1/1 1 1 1 1",
    "fifteen": FIFTEEN_BOARD,
}
"""For each book the board of its worked example."""


def play(book: str | Answers, moves: str = "", board: str | None = None) -> fs.Position:
    """The position after `moves`, on the board of the book's own example if no other is given."""
    if board is None:
        assert isinstance(book, str)
        board = EXAMPLE_BOARDS[book]
    position = fs.start(book, board=board)
    for move in moves.split():
        position = position.play(move)
    return position


def show(position: fs.Position) -> str:
    """Who owns what, a word for each row: "1.. .2. ..." for a board of three rows."""
    return " ".join("".join(".12"[owner] for owner in row) for row in position.owners)


# --- Every combination of answers ---

BALANCES: tuple[Answers, ...] = ({}, {"balance": "swap"}, {"balance": {"komi": 2.5}})


def combinations() -> Iterator[Answers]:
    """Every combination of the answers that are words; `goal` and `balance` stand for their three kinds."""
    for balance, reach, take, again, goal, tie in itertools.product(
        BALANCES, REACHES, TAKES, AGAINS, ("points", "majority", {"exactly": 9}), TIES
    ):
        if goal != "points" and "balance" in balance and balance["balance"] != "swap":
            continue
        yield {
            "size": [3, 3],
            "values": [0, 4],
            "reach": reach,
            "take": take,
            "again": again,
            "goal": goal,
            "tie": tie,
            **balance,
        }


def named(answers: Answers) -> str:
    """A combination as the name of a test."""
    fields = ("reach", "take", "again", "goal", "tie", "balance")
    words = [answers[field] for field in fields if field in answers]
    return "-".join(next(iter(word)) if isinstance(word, dict) else word for word in words)


# --- Random games ---

sides = st.one_of(st.integers(1, 4), st.integers(1, 8))
sizes = st.tuples(sides, sides).filter(lambda size: size != (1, 1))

values = st.one_of(
    st.just("shuffled"),
    st.just("ones"),
    st.lists(st.integers(0, 9), min_size=2, max_size=2).map(sorted),
)
goals = st.one_of(
    st.just("points"),
    st.just("majority"),
    st.builds(lambda target: {"exactly": target}, st.integers(1, 60)),
)
komis = st.integers(0, 60).map(lambda halves: halves // 2 if halves % 2 == 0 else halves / 2)
balances = st.one_of(st.just("swap"), st.builds(lambda points: {"komi": points}, komis))


def without_vain_komi(answers: Answers) -> Answers:
    """The same answers, without a komi where the goal is not points."""
    if answers["goal"] != "points" and isinstance(answers.get("balance"), dict):
        return {field: answers[field] for field in answers if field != "balance"}
    return answers


books: st.SearchStrategy[Answers] = st.fixed_dictionaries(
    {
        "size": sizes.map(list),
        "values": values,
        "reach": st.sampled_from(REACHES),
        "take": st.sampled_from(TAKES),
        "again": st.sampled_from(AGAINS),
        "goal": goals,
        "tie": st.sampled_from(TIES),
    },
    optional={"balance": balances},
).map(without_vain_komi)
seeds = st.integers(0, 2**32)


def random_game(book: Answers, seed: int, longest: int = 1000) -> Iterator[fs.Position]:
    """Every position of a random game, the opening first."""
    chance = random.Random(seed)
    position = fs.start(book, seed=seed)
    yield position
    for _ in range(longest):
        if position.is_over:
            return
        position = position.play(chance.choice(position.legal))
        yield position


def plain_game(position: fs.Position) -> plain.Game:
    """The opening of the same game in the plain implementation."""
    return plain.Game(position.book.answers, position.board.rows)
