"""What is known of swap and komi, and comes out so."""

import dataclasses
import random

import pytest

import fivesquare as fs
from fivesquare.rulebook import Balance, Komi
from solver_oracle import brute_force, random_book


def balanced(book: fs.RuleBook | str, balance: Balance) -> fs.RuleBook:
    return dataclasses.replace(fs.find_book(book), balance=balance)


@pytest.mark.parametrize("seed", range(60))
def test_a_swap_leaves_the_first_player_the_smallest_absolute_value_of_a_claim(seed: int) -> None:
    """Minus it, unless a first claim ends the game at once. (A tie must be worth the same to both.)"""
    chance = random.Random(f"swap {seed}")
    book = random_book(chance, most_cells=9)
    while book.tie == "second":
        book = random_book(chance, most_cells=9)
    plain = fs.start(balanced(book, "none"), seed=seed)
    swapped = fs.start(balanced(book, "swap"), board=plain.board)
    if plain.is_over or any(plain.play(move).is_over for move in plain.legal):
        return
    least = min(abs(worth.value(1)) for worth in fs.solve(plain).each.values())
    worth = fs.solve(swapped).worth
    assert worth is not None
    assert worth.value(1) == -least


@pytest.mark.parametrize("book", ["flip", "sweep", "grow"])
@pytest.mark.parametrize("komi", [0.5, 7.5, 12.5])
def test_a_komi_with_half_a_point_changes_no_play_only_the_result(book: str, komi: float) -> None:
    for seed in range(4):
        plain = fs.start(book, seed=seed)
        with_komi = fs.start(balanced(book, Komi(komi)), board=plain.board)
        one, other = fs.solve(plain), fs.solve(with_komi)
        assert one.margin is not None
        assert other.margin == one.margin - komi
        assert other.winner == (1 if one.margin > komi else 2)
        for move, worth in other.each.items():
            plain_margin = one.each[move].margin
            assert plain_margin is not None
            assert worth.margin == plain_margin - komi


def test_flip_with_a_komi_of_8_is_a_draw_on_every_board() -> None:
    book = balanced("flip", Komi(8))
    assert {fs.solve(fs.start(book, seed=seed), value_only=True).worth for seed in range(100)} == {
        fs.Worth(0, 0)
    }


def test_a_fair_komi_leaves_the_tie_to_the_book() -> None:
    """Perfect play ends level; half a point less or more decides by itself."""
    for seed in range(8):
        plain = fs.start("grow", seed=seed)
        margin = fs.solve(plain, value_only=True).margin
        assert margin is not None
        if margin <= 0:
            continue
        fair, less, more = (
            fs.solve(fs.start(balanced("grow", Komi(margin + change)), board=plain.board), value_only=True)
            for change in (0, -0.5, 0.5)
        )
        assert fair.margin == 0
        assert fair.winner in (1, 2)  # grow has no draws: whoever claims last wins the tie
        assert (less.worth, more.worth) == (fs.Worth(1, 0.5), fs.Worth(2, -0.5))


def test_margins_are_whole_numbers_where_they_are_whole() -> None:
    plain = fs.start("sweep", seed=1)
    for komi, kind in ((0, int), (2, int), (2.5, float)):
        solution = fs.solve(fs.start(balanced("sweep", Komi(komi)), board=plain.board))
        assert type(solution.margin) is kind
        assert {type(worth.margin) for worth in solution.each.values()} == {kind}


def test_a_swap_is_a_move_like_others_in_each_best_and_line() -> None:
    position = fs.start(balanced("sweep", "swap"), board=[[5, 3, 8], [2, 9, 1], [6, 4, 7]]).play("2,2")
    solution = fs.solve(position)
    assert solution.best == ("swap",)
    assert list(solution.each)[-1] == "swap"
    assert solution.line[0] == "swap"
    assert fs.regret(position, "1,1").lost > 0


def test_looking_ahead_expects_the_swap() -> None:
    """The best claim of the plain game is taken away; an even one is not."""
    position = fs.start(balanced("sweep", "swap"), board=[[5, 3, 8], [2, 9, 1], [6, 4, 7]])
    solver = fs.Solver(position.book, position.board)
    assert solver.look_ahead(position, seconds=None, nodes=10_000).move in fs.solve(position).best
    assert solver.look_ahead(position.play("2,2"), depth=2).move == "swap"


def test_a_second_player_who_is_skipped_first_may_still_swap() -> None:
    """After 2,1 the second player's only claim would take 2,2 along, and go above 9. The first goes on to
    2,2 and is ahead, 7 to 6 at most; but now comes the second player's first turn, and the swap."""
    answers = {
        "size": [3, 3],
        "values": [1, 99],
        "reach": "edge",
        "take": "lower-free",
        "again": "never",
        "goal": {"exactly": 9},
        "tie": "draw",
        "balance": "swap",
    }
    for moves in ((), ("2,1",), ("2,1", "2,2")):
        position = fs.start(answers, board="99 6 99/3 4 99/99 99 99")
        for move in moves:
            position = position.play(move)
        solution = fs.solve(position)
        assert (solution.worth, dict(solution.each)) == brute_force(position)
    assert fs.solve(position).best == ("swap",)
