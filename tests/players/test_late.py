"""A player that is made while the game begins."""

import random
import signal
import threading

import pytest

import fivesquare as fs
from fivesquare.players.base import Player
from fivesquare.players.chance import RandomPlayer
from fivesquare.players.late import Late

PATIENCE = 30.0  # seconds; only a hang takes that long


class Remarkable(RandomPlayer):
    remark = "I was lucky"


def test_it_plays_as_the_player_that_was_made() -> None:
    late = Late(lambda: Remarkable(random.Random(1)))
    position = fs.start("sweep", seed=1)
    assert (late.remark, late.is_ready, late.is_person) == ("", False, False)
    assert late.choose(position) == RandomPlayer(random.Random(1)).choose(position)
    assert (late.remark, late.is_ready) == ("I was lucky", True)


def test_getting_ready_comes_back_at_once() -> None:
    may_go_on = threading.Event()

    def make() -> Player:
        assert may_go_on.wait(PATIENCE)
        return RandomPlayer(random.Random(1))

    late = Late(make)
    late.get_ready()
    assert not late.is_ready
    may_go_on.set()
    assert late.choose(fs.start("sweep", seed=1))
    assert late.is_ready


def test_it_is_made_once() -> None:
    made: list[int] = []

    def make() -> Player:
        made.append(1)
        return RandomPlayer(random.Random(1))

    late = Late(make)
    late.get_ready()
    late.get_ready()
    late.choose(fs.start("sweep", seed=1))
    late.choose(fs.start("sweep", seed=1))
    assert made == [1]


def test_what_goes_wrong_in_making_is_said_when_it_should_choose() -> None:
    def make() -> Player:
        raise fs.PlayerError("nobody is at home")

    late = Late(make)
    late.get_ready()
    for _ in range(2):
        with pytest.raises(fs.PlayerError, match="nobody is at home"):
            late.choose(fs.start("sweep", seed=1))
    assert not late.is_ready


def test_an_interrupt_is_heard_while_it_is_made() -> None:
    never = threading.Event()

    def make() -> Player:
        signal.raise_signal(signal.SIGINT)
        assert never.wait(PATIENCE)
        return RandomPlayer(random.Random(1))

    late = Late(make)
    with pytest.raises(KeyboardInterrupt):
        late.choose(fs.start("sweep", seed=1))
    never.set()
    assert late.choose(fs.start("sweep", seed=1))
