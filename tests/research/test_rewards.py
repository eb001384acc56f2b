"""What a move and a game are worth to whoever learns."""

import copy
import itertools
import pickle

import pytest
from hypothesis import given, settings

import fivesquare as fs
from fivesquare.research.rewards import REWARDS, Rewards, check_reward
from games import Answers, books, play, random_game, seeds

WON = "2,2 1,3 3,3 1,1 3,1"  # sweep on its example board: 32 to 13


def test_the_worked_example_in_all_kinds() -> None:
    position = play("sweep", WON)
    assert position.scores == (32, 13)
    assert [Rewards("outcome").of_end(position, player) for player in (1, 2)] == [1, -1]
    assert [Rewards("margin").of_end(position, player) for player in (1, 2)] == [19, -19]
    assert [Rewards("regret").of_end(position, player) for player in (1, 2)] == [0, 0]


def test_a_draw_is_nothing_to_both() -> None:
    position = play({**fs.CATALOGUE["flip"].answers, "values": [1, 1]}, "1,1 1,2", board="1 1")
    assert position.outcome is not None
    assert position.outcome.winner == 0
    for kind in REWARDS:
        assert [Rewards(kind).of_end(position, player) for player in (1, 2)] == [0, 0]


def test_a_tie_that_is_won_is_won_by_no_margin() -> None:
    position = play("grow", "1,1 1,2", board="3 3")
    assert Rewards("outcome").of_end(position, 2) == 1
    assert Rewards("margin").of_end(position, 2) == 0


def test_komi_counts_in_the_margin() -> None:
    book = {"like": "grow", "balance": {"komi": 2.5}}
    position = play(book, "1,1 1,2", board="4 3")
    assert [Rewards("margin").of_end(position, player) for player in (1, 2)] == [-1.5, 1.5]
    assert [Rewards("outcome").of_end(position, player) for player in (1, 2)] == [-1, 1]


def test_where_the_goal_is_a_majority_the_margin_is_in_cells() -> None:
    book = {**fs.CATALOGUE["chain"].answers, "values": [1, 9]}
    position = play(book, "1,1 1,3 1,2", board="9 1 5")
    assert [Rewards("margin").of_end(position, player) for player in (1, 2)] == [1, -1]
    assert Rewards("margin").of_fault(play(book, board="9 1 5")) == -3


@given(books, seeds)
@settings(max_examples=60)
def test_both_players_together_get_nothing_and_nothing_before_the_end(book: Answers, seed: int) -> None:
    """And the margin is what the scores say, counted here anew."""
    for position in random_game(book, seed):
        for kind in REWARDS:
            first, second = (Rewards(kind).of_end(position, player) for player in (1, 2))
            assert first + second == 0
            assert first == 0 or (position.is_over and kind != "regret")
    outcome = position.outcome
    assert outcome is not None
    assert Rewards("outcome").of_end(position, 1) == {0: 0, 1: 1, 2: -1}[outcome.winner]
    first, second = position.counts if book["goal"] == "majority" else position.scores
    balance = book.get("balance")
    komi = balance["komi"] if isinstance(balance, dict) else 0
    assert Rewards("margin").of_end(position, 1) == first - second - komi
    worst = min(Rewards("margin").of_end(position, player) for player in (1, 2))
    assert Rewards("margin").of_fault(position) <= worst, "nobody gains by a fault"


@pytest.mark.parametrize("book", fs.CATALOGUE)
def test_regret_is_that_of_the_solver_and_other_kinds_give_nothing_for_a_move(book: str) -> None:
    rewards = Rewards("regret")
    lost = 0.0
    for position in random_game(fs.CATALOGUE[book].answers, seed=5):
        if len(position.moves) >= position.size.cells // 3 and not position.is_over:
            for move in position.legal:
                assert rewards.of_move(position, move) == -fs.regret(position, move).lost
                lost += rewards.of_move(position, move)
                assert Rewards("outcome").of_move(position, move) == 0
                assert Rewards("margin").of_move(position, move) == 0
    assert lost < 0


def test_perfect_play_has_no_regret() -> None:
    position, rewards = play("fifteen"), Rewards("regret")
    for move in fs.solve(position).line:
        assert str(rewards.of_move(position, move)) == "0.0"  # not -0.0
        position = position.play(move)


def test_a_position_that_is_too_large_is_told_so() -> None:
    position = fs.start("grow", seed=1, size=(8, 8))
    with pytest.raises(fs.BoardError) as raised:
        Rewards("regret", effort=1000).of_move(position, "1,1")
    assert str(raised.value) == (
        'this position is too large for the reward "regret": <Position grow 8x8, 0 moves, player 1 to act> '
        'was not solved in 1,000 positions; a smaller board would be right, or the reward "margin"'
    )


def test_where_there_is_one_move_it_costs_nothing_on_any_board() -> None:
    book = {**fs.CATALOGUE["grow"].answers, "size": [1, 8]}
    position = play(book, "1,1", board="1 2 3 4 5 6 7 8").play("1,8")
    assert position.legal == ("1,2",)
    assert Rewards("regret", effort=0).of_move(position, "1,2") == 0


@pytest.mark.parametrize(
    ("book", "faults"),
    [
        ("flip", [-1, -136, -272]),
        ("sweep", [-1, -45, -90]),
        ("chain", [-1, -25, -1]),
        ("fifteen", [-1, -43, -1]),
    ],
)
def test_a_fault_loses_all_that_is_on_the_board(book: str, faults: list[float]) -> None:
    assert [Rewards(kind).of_fault(play(book)) for kind in REWARDS] == faults


def test_no_legal_move_costs_more_than_a_fault() -> None:
    """Where cells are won back a single move can turn nearly all of the board over."""
    book = {**fs.CATALOGUE["flip"].answers, "reach": "adjacent"}
    position = play(book, "1,3", board="3 4 1/9 5 2/8 7 6")
    rewards = Rewards("regret")
    worst = min(rewards.of_move(position, move) for move in position.legal)
    assert worst == -86  # of 45 points
    assert rewards.of_fault(position) < worst


def test_an_equal_end_is_worth_nothing_and_not_minus_nothing() -> None:
    position = play("chain", "1,1 1,2", board="1 1")
    for kind, player in itertools.product(("outcome", "margin"), (1, 2)):
        assert str(Rewards(kind).of_end(position, player)) == "0.0"


def test_on_a_board_of_zeros_a_fault_costs_nothing_in_points() -> None:
    book = {**fs.CATALOGUE["grow"].answers, "values": [0, 9]}
    for kind in ("margin", "regret"):
        assert str(Rewards(kind).of_fault(play(book, board="0 0"))) == "0.0"


def test_a_copy_has_no_solver_and_says_the_same() -> None:
    position, rewards = play("sweep"), Rewards("regret", effort=10_000)
    assert rewards.of_move(position, "1,2") == -28
    for copied in (copy.deepcopy(rewards), pickle.loads(pickle.dumps(rewards))):
        assert copied.kind == "regret"
        assert copied.effort == 10_000
        assert copied.of_move(position, "1,2") == -28


@pytest.mark.parametrize("wrong", ["", "Outcome", "score", None, 1])
def test_another_kind_is_refused(wrong: str) -> None:
    with pytest.raises(ValueError, match="a reward is outcome, margin or regret, not"):
        check_reward(wrong)
