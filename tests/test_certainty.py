"""What is called certain is so whatever is played: held against every game that goes on from a position."""

import random

import pytest

import fivesquare as fs
from fivesquare import certainty
from games import combinations, named, play

ZEROS = {"size": [1, 2], "values": [0, 1], "reach": "edge", "take": "nothing", "again": "never"} | {
    "goal": "points",
    "tie": "second",
}


def all_winners(position: fs.Position) -> set[int]:
    """The winners of all games that go on from here."""
    if position.outcome is not None:
        return {position.outcome.winner}
    found: set[int] = set()
    for move in position.legal:
        found |= all_winners(position.play(move))
    return found


@pytest.mark.parametrize("answers", list(combinations()), ids=named)
def test_what_is_certain_stays_so_whatever_is_played(answers: dict[str, object]) -> None:
    chance = random.Random(str(answers))
    for _ in range(3):
        position = fs.start(answers, board=[[chance.randint(0, 4) for _ in range(3)] for _ in range(2)])
        while not position.is_over:
            winners = all_winners(position)
            if position.decided is not None:
                assert winners == {position.decided}, position.to_record()
            enough = certainty.enough(position.setup)
            for player in (1, 2):
                if enough is not None and not position.may_swap and position.masks[0]:
                    has_enough = position.totals[player - 1] >= enough[player - 1]
                    assert not has_enough or swappable(position) or winners == {player}
            if not certainty.can_tie(position.setup):
                assert all("tie" not in reason for reason in reasons(position))
            position = position.play(chance.choice(position.legal))
        assert position.outcome is not None
        assert position.decided == position.outcome.winner


def swappable(position: fs.Position) -> bool:
    """Whether what is owned may still change hands by a swap."""
    return position.book.balance == "swap" and len(position.moves) < 3


def reasons(position: fs.Position) -> set[str]:
    """Why the game ends, in one random game from here."""
    chance = random.Random(len(position.moves))
    while position.outcome is None:
        position = position.play(chance.choice(position.legal))
    return {str(position.outcome.reason)}


@pytest.mark.parametrize(
    ("book", "board", "moves", "decided"),
    [
        ("sweep", "5 3 8/2 9 1/6 4 7", "2,2", None),  # 19 of 45
        ("sweep", "5 3 8/2 9 1/6 4 7", "2,2 1,3 3,3", 1),  # 26 of 45
        ("grow", "1 2 3/4 5 6", "1,1 1,2 2,1 2,2", 2),  # only the second player reaches the rest
        ("grow", "2 2 9/2 2 9", "1,1 1,2 2,1 2,2", 2),  # the same with equal scores
        ("flip", "1 4 3 2", "1,2 1,1 1,3", 1),
        ("flip", "1 3 4 2", "1,2 1,1", None),  # 3 can still be captured
        ("fifteen", "5 5 5/1 5 1", "1,1 2,1 1,2", None),
        ({"like": "sweep", "balance": {"komi": 50}}, "5 3 8/2 9 1/6 4 7", "", 2),
        (ZEROS, "0 0", "", 2),  # equal at the worst, which the second wins
    ],
)
def test_what_is_noticed(
    book: str | dict[str, object], board: str, moves: str, decided: int | None
) -> None:
    assert play(book, moves, board=board).decided == decided


def test_no_sum_is_safe_while_cells_can_be_captured() -> None:
    """Half of the points and more, and the game is lost: that is why flip names no sum that wins."""
    caught = 0
    for seed in range(300):
        chance, position = random.Random(seed), fs.start("flip", seed=seed)
        ahead = set[int]()
        while position.outcome is None:
            position = position.play(chance.choice(position.legal))
            ahead |= {player for player in (1, 2) if position.scores[player - 1] >= 69}
        caught += bool(ahead - {position.outcome.winner})
    assert caught > 0
    assert certainty.enough(fs.start("flip", seed=0).setup) is None
    assert certainty.enough(fs.start("sweep", seed=0).setup) == (23, 23)
    assert certainty.enough(fs.start("chain").setup) == (13, 13)
