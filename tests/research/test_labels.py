"""Labels as arrays say what `fs.solve` and `Solution.regret` say, move by move."""

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import fivesquare as fs
from fivesquare import actions
from fivesquare.research.batch import Batch
from fivesquare.research.labels import LabelArrays, label_arrays
from solver_oracle import random_book, random_position


def check(labels: LabelArrays, positions: list[fs.Position]) -> None:
    for number, position in enumerate(positions):
        solution = fs.solve(position, threads=1)
        assert solution.worth is not None
        assert labels.winner[number] == solution.winner
        assert same(labels.margin[number], solution.margin)
        assert labels.legal[number].tolist() == [move in solution.each for move in position.all_moves]
        if position.is_over:
            assert (labels.expected[number], labels.is_critical[number]) == (0, False)
        for action, move in enumerate(position.all_moves):
            place = number, action
            if move not in solution.each:
                assert (labels.winners[place], labels.result_lost[place], labels.best[place]) == (-1, -1, 0)
                assert np.isnan(labels.margins[place])
                assert np.isnan(labels.lost[place])
                continue
            worth, regret = solution.each[move], solution.regret(move)
            assert labels.winners[place] == worth.winner
            assert same(labels.margins[place], worth.margin)
            assert labels.best[place] == (move in solution.best)
            assert labels.lost[place] == regret.lost
            assert labels.result_lost[place] == regret.result_lost
            assert labels.expected[number] == regret.expected
            assert labels.is_critical[number] == regret.is_critical


def same(number: float, margin: float | None) -> bool:
    return bool(np.isnan(number)) if margin is None else number == margin


@given(st.integers(0, 1 << 40))
def test_random_books(seed: int) -> None:
    chance = random.Random(seed)
    position = random_position(chance, random_book(chance, most_cells=8))
    game = [position]
    while not game[-1].is_over:
        game.append(game[-1].play(chance.choice(game[-1].legal)))
    check(label_arrays(game, threads=1), game)
    check(LabelArrays.of(fs.Solver(position).label(game)), game)


@pytest.mark.parametrize("name", fs.CATALOGUE | fs.VARIANTS)
def test_batches(name: str) -> None:
    batch = Batch(name, 6, seed=3, size=(3, 3))
    for _ in range(4):
        labels = batch.solve(threads=2)
        check(labels, [batch.position(game) for game in range(len(batch))])
        playing = ~batch.done
        assert (labels.legal == batch.masks)[playing].all()
        assert labels.legal[playing, labels.best.argmax(axis=1)[playing]].all()
        batch.step(batch.sample())


def test_perfect_play_of_a_batch_loses_nothing() -> None:
    batch = Batch("raid", 5, seed=1, size=(3, 3))
    winners = batch.solve().winner
    while not batch.done.all():
        batch.step(batch.solve().best.argmax(axis=1))
    assert batch.winners.tolist() == winners.tolist()


def test_what_a_limit_left_out_is_unknown() -> None:
    position = fs.start("chain", size=(8, 8))
    labels = LabelArrays.of(fs.Solver(position).label([position], nodes=10))
    assert labels.winner.tolist() == [-1]
    assert not labels.legal.any()
    assert np.isnan(labels.margin).all()
    assert labels.legal.shape == (1, actions.count(position))


def test_refusals() -> None:
    with pytest.raises(ValueError, match="one rule book and one size"):
        label_arrays([fs.start("flip", seed=1, size=(2, 2)), fs.start("flip", seed=1, size=(2, 3))])
    with pytest.raises(ValueError, match="no positions"):
        label_arrays([])
    with pytest.raises(ValueError, match="threads is a whole number"):
        Batch("flip", 2, seed=1).solve(threads=0)
