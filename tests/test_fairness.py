"""Who wins the boards of a rule book: counted again, board by board, by other means."""

import random
from typing import Any

import pytest

import fivesquare as fs
from fivesquare import fairness
from fivesquare.books import NAMED
from fivesquare.fairness import BOARDS, PART, BoardResult, Winners, boards_of, winners
from fivesquare.lanes import AbandonedError
from fivesquare.solver import Solution, Solver
from solver_oracle import brute_force, random_book


def book(**answers: object) -> fs.RuleBook:
    usual = {"size": [3, 3], "values": "shuffled", "reach": "adjacent", "take": "lower-enemy"}
    return fs.RuleBook.of({**usual, "again": "never", "goal": "points", "tie": "draw", **answers})


HUGE = book(size=[8, 8])


@pytest.mark.parametrize("seed", range(20))
def test_a_part_is_what_brute_force_says(seed: int) -> None:
    other = random_book(random.Random(f"fairness {seed}"), most_cells=7)
    for part in (0, 3):
        seeds = [0] if other.values == "ones" else range(PART * part, PART * (part + 1))
        worths = [brute_force(fs.start(other, seed=each))[0] for each in seeds]
        if other.values == "ones" and part:
            worths = []
        assert list(fairness.solved(other, part)) == [(worth.winner, worth.margin) for worth in worths]


@pytest.mark.parametrize("name", ["sweep", "fifteen", "forty-two"])
def test_the_boards_are_those_that_are_dealt_to_play(name: str) -> None:
    named = NAMED[name]
    solutions = [fs.solve(fs.start(named, seed=seed)) for seed in range(PART)]
    assert list(fairness.solved(named, 0)) == [(each.winner, each.margin) for each in solutions]


def test_a_book_without_numbers_has_one_board() -> None:
    assert boards_of(book(values="ones")) == 1
    assert boards_of(book()) == boards_of(book(values=[1, 9])) == BOARDS
    assert len(list(fairness.solved(book(values="ones"), 0))) == 1


def test_boards_that_are_too_large_are_given_up_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    solves = []
    solve = Solver.solve

    def counting(self: Solver, *args: Any, **more: Any) -> Solution:
        solves.append(more["nodes"])
        return solve(self, *args, **{**more, "nodes": 1000})

    monkeypatch.setattr(Solver, "solve", counting)
    found = winners(fairness.solved(HUGE, 0))
    assert found == Winners(left_out=PART)
    assert found.is_too_large
    assert solves == [fairness.BOARD.nodes] * 3


def test_greedy_players_play_every_board_and_the_same_games_each_time() -> None:
    games = list(fairness.played(HUGE, 2))
    assert len(games) == PART
    assert games == list(fairness.played(HUGE, 2))
    assert games != list(fairness.played(HUGE, 3))
    assert all(game.winner in (0, 1, 2) for game in games)


@pytest.mark.parametrize("work", [fairness.solved, fairness.played])
def test_work_that_nobody_waits_for_is_given_up(work: object) -> None:
    def glance() -> None:
        raise AbandonedError

    assert callable(work)
    with pytest.raises(AbandonedError):
        list(work(HUGE, 0, glance=glance))


@pytest.mark.parametrize("balance", ["none", "swap", {"komi": 2.5}])
def test_a_sample_is_a_whole_game_in_which_no_result_is_given_away(balance: object) -> None:
    end, is_perfect = fairness.sample(book(balance=balance))
    assert is_perfect
    assert end.is_over
    assert end.outcome is not None
    assert end.outcome.winner == fs.solve(end.history()[0]).winner
    assert end.history()[0] == fs.start(end.book, seed=0)


def test_a_sample_of_a_large_book_is_played_by_greedy_players(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fairness, "BOARD", fairness.BOARD._replace(nodes=1000))
    end, is_perfect = fairness.sample(HUGE)
    assert not is_perfect
    assert end.is_over


@pytest.mark.parametrize(
    ("found", "is_fair"),
    [
        (Winners(50, 50), True),
        (Winners(59, 41), True),
        (Winners(60, 40), False),  # the interval is 50.2 to 69.1
        (Winners(41, 59), True),
        (Winners(0, 0, 100), True),
        (Winners(100), False),
        (Winners(1), False),  # a few boards have to be even
        (Winners(0, 0, 1), True),
        (Winners(4, 4), True),
        (Winners(5, 4), False),
        (Winners(), False),
    ],
)
def test_a_game_is_fair_if_the_boards_do_not_speak_against_it(found: Winners, is_fair: bool) -> None:
    assert found.is_fair is is_fair


def test_boards_that_are_too_large_are_counted_apart() -> None:
    found = winners([BoardResult(1, 3), BoardResult(2, -1), BoardResult(None), BoardResult(0, 0)])
    assert found == Winners(1, 1, 1, 1, 2)
    assert found.boards == 3
    assert not found.is_too_large
    assert Winners(1, 0, 0, 2).is_too_large


def test_more_boards_may_show_what_a_few_leave_open() -> None:
    assert Winners(19).may_come_near(0)
    assert not Winners(20).may_come_near(0)
    assert Winners(20).may_come_near(0.4)
    assert Winners(12, 8).may_come_near(0)
