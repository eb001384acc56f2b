"""Two players and a position."""

from dataclasses import dataclass, field

import pytest

import fivesquare as fs
from fivesquare.books import CATALOGUE
from fivesquare.match import Match, Step
from fivesquare.players import Luck, make_player


@dataclass
class Scripted:
    """Plays what it was told."""

    moves: list[str] = field(default_factory=list)
    is_person: bool = True
    remark: str = ""

    def choose(self, position: fs.Position) -> str:
        return self.moves.pop(0)


def step(position: fs.Position, move: str) -> Step:
    return Step(position, move, position.play(move))


def after(book: str, board: str, moves: str = "") -> fs.Position:
    position = fs.start(book, board=board)
    for move in moves.split():
        position = position.play(move)
    return position


def test_players_are_asked_in_turn() -> None:
    match = Match(fs.start("flip", board="1 2/3 4"), Scripted(["1,1", "2,2"]), Scripted(["1,2", "2,1"]))
    assert [taken.player for taken in match] == [1, 2, 1, 2]
    assert match.position.moves == ("1,1", "1,2", "2,2", "2,1")
    assert match.position.is_over


def test_a_player_in_a_chain_is_asked_twice() -> None:
    match = Match(after("chain", "1 1 1 1 1 1"), Scripted(["1,1", "1,2", "stop"]), Scripted(["1,6"]))
    assert [match.advance().player for _ in range(4)] == [1, 2, 1, 1]


def test_a_step_knows_what_it_brought() -> None:
    taken = step(after("sweep", "5 3 8/2 9 1/6 4 7"), "2,2")
    assert (taken.player, taken.is_claim, taken.cell, taken.value) == (1, True, 4, 9)
    assert taken.taken == (1, 3, 5, 7)
    assert taken.gain == 19
    assert taken.skipped is None


def test_a_step_that_stops_is_no_claim() -> None:
    assert not step(after("chain", "1 1 1 1 1 1", "1,1 1,6 1,2"), "stop").is_claim


def test_a_step_that_swaps_is_no_claim_and_skips_nobody() -> None:
    position = fs.start({"like": "grow", "balance": "swap"}, board="1 1 1").play("1,1")
    swapped = step(position, "swap")
    assert (swapped.player, swapped.is_claim, swapped.skipped) == (2, False, None)


def test_a_step_knows_whether_it_was_linked() -> None:
    position = after("chain", "1 1 1 1 1 1", "1,2 1,6")
    assert step(position, "1,1").is_linked
    assert not step(position, "1,4").is_linked
    assert not step(after("grow", "1 1 1", "1,1 1,3"), "1,2").is_linked


def test_a_step_knows_who_was_skipped() -> None:
    position = after("grow", "1 1 1/1 1 1", "1,2 1,1 2,2 2,1")
    taken = step(position, "1,3")
    assert (taken.player, taken.skipped) == (1, 2)
    assert step(taken.after, "2,3").skipped is None  # the game is over: nobody is skipped


def test_nobody_is_skipped_inside_a_chain() -> None:
    assert step(after("chain", "1 1 1 1 1 1", "1,1 1,6"), "1,2").skipped is None


def test_an_illegal_choice_leaves_the_match_as_it_was() -> None:
    match = Match(fs.start("flip", board="1 2/3 4"), Scripted(["9,9", "1,1"]), Scripted())
    with pytest.raises(fs.NotationError):
        match.advance()
    assert match.position.moves == ()
    assert match.advance().move == "1,1"


def test_take_back_at_the_start_is_impossible() -> None:
    assert not Match(fs.start("flip", seed=1), Scripted(), Scripted()).take_back()


def test_take_back_between_two_people_is_one_move() -> None:
    match = Match(after("flip", "1 2/3 4", "1,1 1,2"), Scripted(), Scripted())
    assert match.take_back()
    assert match.position.moves == ("1,1",)


def test_take_back_against_a_computer_goes_back_to_the_persons_choice() -> None:
    match = Match(after("flip", "1 2/3 4", "1,1 1,2"), Scripted(), Scripted(is_person=False))
    assert match.take_back()
    assert match.position.moves == ()


def test_take_back_before_any_choice_of_a_person_is_impossible() -> None:
    match = Match(after("flip", "1 2/3 4", "1,1"), Scripted(is_person=False), Scripted())
    assert not match.take_back()
    assert match.position.moves == ("1,1",)


def test_take_back_between_two_computers_is_impossible() -> None:
    robots = (Scripted(is_person=False), Scripted(is_person=False))
    assert not Match(after("flip", "1 2/3 4", "1,1 1,2"), *robots).take_back()


def test_take_back_goes_on_to_the_start() -> None:
    match = Match(after("chain", "1 1 1 1 1 1", "1,1 1,6 1,2 1,3"), Scripted(), Scripted())
    depths = []
    while match.take_back():
        depths.append(len(match.position.moves))
    assert depths == [3, 2, 1, 0]


@pytest.mark.parametrize("book", CATALOGUE)
def test_steps_of_a_whole_game_add_up(book: str) -> None:
    for seed in range(5):
        player = make_player("random", Luck(seed))
        match = Match(fs.start(book, seed=seed), player, player)
        scores = [0, 0]
        for taken in match:
            if not taken.is_claim:
                continue
            scores[taken.player - 1] += taken.gain
            if match.position.book.take == "lower-enemy":
                scores[2 - taken.player] -= taken.gain - taken.value
        assert tuple(scores) == match.position.scores
