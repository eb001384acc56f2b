"""Boards of one split, wherever boards are dealt: by the same definition, the same for the same seed."""

import pickle
from collections.abc import Callable, Iterator

import numpy as np
import pyspiel
import pytest

import fivesquare as fs
from fivesquare.board import Board
from fivesquare.research import openspiel, zoo
from fivesquare.research.batch import Batch
from fivesquare.research.family import SPLITS, FamilyError, split_of
from fivesquare.research.family.splits import deal
from fivesquare.research.gym import FivesquareEnv
from fivesquare.research.vector import FivesquareVectorEnv

NUMBER = 12


def in_gym(book: str, split: str | None) -> Iterator[Board]:
    env = FivesquareEnv(book, split=split)
    for seed in range(NUMBER):
        env.reset(seed=seed)
        yield env.position.board
        env.reset()
        yield env.position.board


def in_vector(book: str, split: str | None) -> Iterator[Board]:
    envs = FivesquareVectorEnv(4, book, split=split)
    observations, _ = envs.reset(seed=1)
    for _ in range(40):  # so far that new games begin
        yield from (envs._batch.position(game).board for game in range(4))
        observations, *_ = envs.step(observations["action_mask"].argmax(axis=1))


def in_zoo(book: str, split: str | None) -> Iterator[Board]:
    env = zoo.raw_env(book, split=split)
    for seed in range(NUMBER):
        env.reset(seed=seed)
        yield env.position.board
        env.reset()
        yield env.position.board


def in_openspiel(book: str, split: str | None) -> Iterator[Board]:
    for seed in range(NUMBER):
        loaded = pyspiel.load_game(f"fivesquare_{book}", {"seed": seed, "split": split or ""})
        yield loaded.opening.board
        assert pyspiel.load_game(str(loaded)).opening == loaded.opening
        assert pickle.loads(pickle.dumps(loaded)).opening == loaded.opening
        yield openspiel.game(book, seed=seed, split=split).opening.board


def in_batch(book: str, split: str | None) -> Iterator[Board]:
    batch = Batch(book, 20, 7, split=split)
    yield from (batch.position(game).board for game in range(20))
    batch.reset([3, 5])
    batch.reset(batch.done)
    yield from (batch.position(game).board for game in range(20))


DEALERS = [in_gym, in_vector, in_zoo, in_openspiel, in_batch]


@pytest.mark.parametrize("book", ["sweep", "grow"])
@pytest.mark.parametrize("dealer", DEALERS)
def test_boards_come_from_the_split_that_is_asked_for(
    dealer: Callable[[str, str | None], Iterator[Board]], book: str
) -> None:
    for split in SPLITS:
        boards = list(dealer(book, split))
        assert {split_of(board) for board in boards} == {split}
        assert len(set(boards)) >= NUMBER
        assert list(dealer(book, split)) == boards  # the same seed, the same boards
    assert {split_of(board) for board in dealer(book, None)} == set(SPLITS)


def test_a_seed_whose_board_is_in_the_split_keeps_it() -> None:
    for seed in range(20):
        plain = fs.start("grow", seed=seed)
        here = deal("grow", seed=seed, split=split_of(plain.board))
        assert here == (plain, seed)
        for split in SPLITS:
            opening, other = deal("grow", seed=np.int64(seed), split=split)
            assert fs.start("grow", seed=other) == opening
        assert deal("grow", seed=seed) == (plain, seed)
    assert split_of(deal("sweep", seed=None, split="held-out").position.board) == "held-out"


def test_game_5_of_a_batch_is_the_same_in_every_batch_of_a_split() -> None:
    few, many = Batch("grow", 6, 3, split="held-out"), Batch("grow", 60, 3, split="held-out")
    again = pickle.loads(pickle.dumps(few))
    for batch in (few, many, again):
        batch.reset([5])
    assert few.position(5) == many.position(5) == again.position(5)
    assert split_of(few.position(5).board) == "held-out"


@pytest.mark.parametrize(
    "make",
    [
        lambda **how: FivesquareEnv("chain", **how),
        lambda **how: FivesquareVectorEnv(2, "chain", **how),
        lambda **how: zoo.raw_env("chain", **how),
        lambda **how: openspiel.game("chain", seed=1, **how),
        lambda **how: Batch("chain", 2, 1, **how),
    ],
)
def test_a_split_that_cannot_be_is_refused(make: Callable[..., object]) -> None:
    only = split_of(fs.start("chain").board)
    make(split=only)
    [other] = {*SPLITS} - {only}
    with pytest.raises(FamilyError, match=f"1,000 boards of this book in a row were not {other}"):
        make(split=other)  # all boards of chain are the same
    with pytest.raises(FamilyError, match="the splits are public and held-out, not 'test'"):
        make(split="test")
    board = "1 1/1 1"
    make(board=board, split=split_of(Board.parse(board)))
    [other] = {*SPLITS} - {split_of(Board.parse(board))}
    with pytest.raises(FamilyError, match=f"this board is not {other}: '1 1/1 1'"):
        make(board=board, split=other)
