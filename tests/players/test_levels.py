"""What a glance shows: worked by hand, and against plain minimax over positions."""

import random

import pytest

import fivesquare as fs
from fivesquare.players.levels import outlook
from games import combinations, named, play

EVERYTHING = 2**64 - 1


def glance(position: fs.Position, turns: int, seen: int = EVERYTHING, player: int | None = None) -> int:
    return outlook(position.setup, position.state, player or position.state.turn, turns, seen)


def test_without_looking_ahead_it_is_the_lead() -> None:
    position = play("sweep", "2,2")
    assert glance(position, 0, player=1) == 9 + 3 + 2 + 1 + 4
    assert glance(position, 0, player=2) == -19


def test_a_turn_ahead_it_is_the_best_lead_after_it() -> None:
    position = play("flip", "1,2", board="1 2 3 4")
    assert glance(position, 1) == 3 + 2  # the 3 captures the 2
    assert glance(position, 2) == 4 - (2 + 3)  # the 4 is safe, and then the 3 is the best that is left


def test_cells_are_counted_where_cells_decide() -> None:
    assert glance(play("chain", "1,1"), 1) == 0
    assert glance(play("chain", "1,1 5,5"), 1) == 2  # a claim beside the first, and one more beside that
    assert glance(play("chain", "1,1 5,5"), 2) == 0


def test_a_turn_that_has_begun_is_played_to_its_end() -> None:
    position = play("chain", "1,1 5,5 1,2")
    assert position.in_chain
    assert glance(position, 0) == 2
    assert glance(position, 1) == 0


def test_what_is_overlooked_is_claimed_by_nobody_and_counts_for_nobody() -> None:
    position = play("flip", "1,2", board="1 2 3 4")
    assert glance(position, 1, seen=0b1101) == 4  # that the 3 captures the 2 is not seen
    assert glance(position, 1, seen=0b0111) == 5
    assert glance(position, 2, seen=0b0111) == 5 - 1  # nor that the 4 captures the 3
    assert glance(position, 1, seen=0b0010) == -2


def test_an_end_outweighs_every_lead() -> None:
    position = play("fifteen", "1,1 2,1 1,2 2,2", board="5 5 5/1 5 1")
    assert glance(position, 1) > 10_000
    assert glance(position, 1, player=2) < -10_000
    assert abs(glance(position, 0)) < 100


def test_a_swap_is_seen() -> None:
    position = fs.start({"like": "grow", "balance": "swap"}, board="3 4 9")
    assert glance(position, 1) == 9
    assert glance(position, 2) == 4 - 9  # the 9 would be swapped away


def by_positions(position: fs.Position, player: int, turns: int) -> tuple[int, int]:
    """The same over whole positions: who wins by what then, as far as it is decided, and the lead."""
    first, second = position.counts if position.book.goal == "majority" else position.scores
    lead = first - second if player == 1 else second - first
    if position.outcome is not None:
        winner = position.outcome.winner
        return (0 if winner == 0 else 1 if winner == player else -1), lead
    if turns == 0 and not position.in_chain:
        return 0, lead
    left = turns if position.in_chain else turns - 1
    worths = [by_positions(position.play(move), player, left) for move in position.legal]
    return max(worths) if position.turn == player else min(worths)


@pytest.mark.parametrize("answers", list(combinations())[::5], ids=named)
def test_it_is_minimax_of_so_many_turns_in_any_book(answers: dict[str, object]) -> None:
    chance = random.Random(7)
    for seed in range(3):
        position = fs.start(answers, seed=seed)
        for _ in range(chance.randrange(6)):
            after = position.play(chance.choice(position.legal))
            position = position if after.is_over else after
        for turns in (0, 1, 2):
            for player in (1, 2):
                result, lead = by_positions(position, player, turns)
                found = glance(position, turns, player=player)
                assert (found > 10_000) - (found < -10_000) == result
                assert (found - lead) % 1_000_000 == 0
