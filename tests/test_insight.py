"""What the reviews of somebody's games say together, whatever remembers the games."""

import random
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fivesquare as fs
from fivesquare.insight import (
    MOST_CELLS,
    MOST_REVIEWED,
    Insight,
    NotedMistake,
    OwnReview,
    ReviewedGame,
    insight_of,
    mean,
    own_review,
    recent,
)
from fivesquare.mistakes import KINDS, mistakes
from fivesquare.solver.solution import skill


class TinyGame(NamedTuple):
    """All that is asked of a game."""

    name: int = 0
    is_over: bool = True
    seat: int | None = 1
    cells: int = 16
    moves: int = 8


EXACT = OwnReview(True, 0.5, 0.25)
INEXACT = OwnReview(is_exact=False)

kinds = st.sampled_from([None, *KINDS])
noted = st.builds(NotedMistake, st.integers(0, 64), kinds, st.booleans())
shares = st.none() | st.integers(0, 10_000).map(lambda number: number / 10_000)
own_reviews = st.builds(OwnReview, st.booleans(), shares, shares, st.lists(noted).map(tuple))


# --- One game ---


def random_game(book: str, seed: int) -> fs.Position:
    chance = random.Random(seed)
    position = fs.start(book, seed=seed, size=(3, 3))
    while not position.is_over:
        position = position.play(chance.choice(position.legal))
    return position


@pytest.mark.parametrize("player", [1, 2])
def test_a_review_is_told_for_one_of_the_players(player: int) -> None:
    review = fs.review(random_game("grow", 5))
    found = own_review(review, player)
    assert (found.is_exact, found.accuracy, found.skill) == (
        True,
        review.accuracy(player),
        review.skill(player),
    )
    made = mistakes(review, player)
    assert [(each.ply, each.kind) for each in found.mistakes] == [
        (len(each.position.moves), each.kind) for each in made
    ]


def test_skill_adds_up_what_all_moves_of_a_player_lost() -> None:
    game = random_game("flip", 2)
    review = fs.review(game)
    for player in (1, 2):
        regrets = [
            fs.regret(before, move)
            for before, move in zip(game.history(), game.moves, strict=False)
            if before.turn == player
        ]
        lost, expected = (sum(numbers) for numbers in zip(*[each[:2] for each in regrets], strict=True))
        assert review.skill(player) == pytest.approx(skill(lost, expected))


def test_what_was_not_solved_in_time_says_nothing() -> None:
    review = fs.review(fs.start("grow", seed=1, size=(8, 8)).play("1,1").play("1,2"), seconds=0)
    assert own_review(review, 1) == INEXACT


@given(own_reviews)
def test_a_review_is_remembered_as_it_is(review: OwnReview) -> None:
    assert OwnReview.of(review.to_json()) == review


def test_a_kind_of_another_version_has_no_name() -> None:
    noted = {"exact": True, "accuracy": 1, "skill": 1, "mistakes": [[3, "careless", 1]]}
    assert OwnReview.of(noted).mistakes == (NotedMistake(3, None, True),)


# --- Many games ---


def test_only_finished_games_with_one_seat_and_own_moves_are_reviewed() -> None:
    games = [
        TinyGame(1),
        TinyGame(2, is_over=False),
        TinyGame(3, seat=None),
        TinyGame(4, moves=0),
        TinyGame(5),
    ]
    found = insight_of(games, lambda _: None)
    assert [game.name for game in found.missing] == [1, 5]
    assert (found.done, found.of, found.left_out) == (0, 2, 0)


def test_the_newest_are_reviewed_and_large_boards_are_left_out() -> None:
    games = [TinyGame(number) for number in range(MOST_REVIEWED + 2)]
    games[1] = TinyGame(1, cells=MOST_CELLS + 1)
    known = {0: EXACT, 2: INEXACT}
    found = insight_of(games, lambda game: known.get(game.name))
    assert found.reviewed == (ReviewedGame(games[0], EXACT),)
    assert (found.done, found.of, found.left_out) == (2, MOST_REVIEWED - 1, 2)
    assert [game.name for game in found.missing] == [*range(3, MOST_REVIEWED)]


def test_the_usual_mistake_is_the_commonest_and_where_it_was_made_last() -> None:
    made = [("taken", 3), ("shut", 5), ("taken", 7)]
    review = OwnReview(True, mistakes=tuple(NotedMistake(ply, kind, ply == 3) for kind, ply in made))  # type: ignore[arg-type]
    games = [TinyGame(1), TinyGame(2)]
    assert insight_of(games[:1], lambda _: review).usual_mistake is None
    found = insight_of(games, lambda _: review)
    usual = found.usual_mistake
    assert usual is not None
    assert (usual.kind, usual.count, usual.of) == ("taken", 4, 6)
    assert (usual.last.game.name, usual.last.mistake.ply) == (1, 7)
    assert [(each.game.name, each.mistake.ply) for each in found.puzzles("taken")] == [(1, 3), (2, 3)]
    assert found.puzzles("shut") == []


def test_nobody_is_told_of_nothing() -> None:
    nothing = Insight[TinyGame]()
    assert (nothing.of, nothing.accuracies, nothing.skills, nothing.usual_mistake) == (0, [], [], None)


@given(st.lists(st.floats(0, 1), max_size=40))
def test_ten_games_are_set_against_the_ten_before(numbers: list[float]) -> None:
    now, by = recent(numbers)
    assert (now is None) == (not numbers)
    assert (by is None) == (len(numbers) < 13)
    if now is not None and by is not None:
        before = mean(numbers[10:20])
        assert before is not None
        assert now - by == pytest.approx(before)
