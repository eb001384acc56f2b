"""Who plays against a learner."""

import copy
import pickle
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings

import fivesquare as fs
from fivesquare.research.opponents import seated
from fivesquare.solver.limits import Budget
from games import Answers, books, play, random_game, seeds

NAMES = ["random", "greedy", *(f"level:{number}" for number in range(1, 11)), "net", "perfect"]


@pytest.mark.parametrize("name", NAMES)
def test_a_name_seats_the_player_of_the_registry(name: str) -> None:
    luck = fs.Luck(7, "opponent")
    for position in random_game(fs.CATALOGUE["sweep"].answers, seed=3):
        if not position.is_over:
            assert seated(name, luck).choose(position) == fs.make_player(name, luck).choose(position)


@pytest.mark.parametrize("name", ["random", "level:10"])
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda player: pickle.loads(pickle.dumps(player))])
def test_a_copy_goes_on_as_the_player_would_have(
    name: str, copied: Callable[[fs.Player], fs.Player]
) -> None:
    position = play("fifteen", "1,1")
    player = seated(name, fs.Luck(7))
    position = position.play(player.choose(position))  # now level:10 has a solver, which cannot be copied
    again = copied(player)
    assert again.choose(position) == player.choose(position)
    assert not again.is_person
    assert again.remark == player.remark == ""


def test_a_player_says_where_it_is_not_perfect() -> None:
    player = seated("level:10", fs.Luck(7))
    vars(player)["_player"].adviser.budget = Budget(1000)
    player.choose(fs.start("grow", size=(8, 8), seed=1))
    assert player.remark.startswith("too large to solve in time: not perfect here")


@pytest.mark.parametrize("answer", ["2,2", 4, np.int64(4), np.array(4)])
def test_a_function_answers_a_move_or_its_number(answer: str | int) -> None:
    assert seated(lambda _: answer, fs.Luck(0)).choose(play("sweep")) == "2,2"


@given(books, seeds)
@settings(max_examples=30)
def test_any_move_of_any_book_may_be_answered_by_its_number(book: Answers, seed: int) -> None:
    player = seated(lambda position: position.all_moves.index(position.legal[-1]), fs.Luck(0))
    for position in random_game(book, seed):
        if not position.is_over:
            assert player.choose(position) == position.legal[-1]


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("2,2", "the opponent answered '2,2': cell 2,2 is already claimed, after 1 move of sweep"),
        (4, "the opponent answered 4: cell 2,2 is already claimed"),
        (9, "the opponent answered 9: there is no move number 9: they go from 0 to 8"),
        (-1, "the opponent answered -1: there is no move number -1"),
        ("b2", "the opponent answered 'b2': a cell is written"),
        ("stop", "the opponent answered 'stop': \"stop\" is only a move inside a chain"),
        (None, "the opponent answered null: the number of a move is a whole number"),
        (True, "the opponent answered true: the number of a move is a whole number"),
        (4.0, "the opponent answered 4.0: the number of a move is a whole number"),
    ],
)
def test_a_function_that_answers_no_legal_move_is_told_so(answer: str | int, said: str) -> None:
    player = seated(lambda _: answer, fs.Luck(0))
    with pytest.raises(fs.PlayerError) as raised:
        player.choose(play("sweep", "2,2"))
    assert str(raised.value).startswith(said)


def test_an_error_inside_of_a_function_is_its_own() -> None:
    def broken(position: fs.Position) -> str:
        raise KeyError("weights")

    with pytest.raises(KeyError, match="weights"):
        seated(broken, fs.Luck(0)).choose(play("sweep"))


@pytest.mark.parametrize(
    ("opponent", "said"),
    [
        ("human", "a human cannot be asked for moves here"),
        (
            "stockfish",
            "there is no player 'stockfish'; choose from human, random, greedy, level, net, perfect",
        ),
        ("level:11", "levels go from level:1 to level:10, not 'level:11'"),
        (None, "or a function of a position, not null"),
        (3, 'an opponent is a name like "level:3" or a function of a position, not 3'),
        (fs.make_player("greedy"), "of a player it is its choose"),
    ],
)
def test_nobody_else_can_sit_there(opponent: str, said: str) -> None:
    with pytest.raises(fs.PlayerError, match=said):
        seated(opponent, fs.Luck(0))


def test_a_player_of_ones_own_sits_there_by_its_choose() -> None:
    greedy = fs.make_player("greedy", fs.Luck(3))
    assert seated(greedy.choose, fs.Luck(0)).choose(play("sweep")) == "2,2"
