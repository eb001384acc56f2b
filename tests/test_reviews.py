"""Reviews: what every move was worth, and what it threw away."""

import random
from collections.abc import Iterable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

import fivesquare as fs
from fivesquare import reviews
from fivesquare.reviews import Review, ReviewedMove
from fivesquare.solver import Worth
from games import combinations, named, play, random_game
from truth import winners


def moved(
    player: int, worth: Worth | None, best: Worth | None = None, others: tuple[Worth, ...] = ()
) -> ReviewedMove:
    """A move worth `worth`; `others` are the alternatives besides it and a best one."""
    best = best or worth
    worths = [known for known in (worth, best, *others) if known is not None]
    alternatives = {f"1,{number}": known for number, known in enumerate(worths, 1)}
    return ReviewedMove(1, player, "1,1", worth, best, ("1,2",), alternatives)


def told(*moves: ReviewedMove) -> Review:
    return Review(fs.start("sweep", seed=1), Worth(1, 3), moves)


# --- One move ---


@pytest.mark.parametrize(
    ("player", "worth", "best", "verdict"),
    [
        (1, Worth(1, 8), Worth(1, 8), "best"),
        (1, Worth(1, 7), Worth(1, 8), "gives away 1 point"),
        (2, Worth(1, 8), Worth(1, 5), "already lost; costs 3 more points"),
        (2, Worth(1, 6), Worth(1, 5), "already lost; costs 1 more point"),
        (2, Worth(1, 5), Worth(1, 5), "already lost"),  # and every move loses the same
        (1, Worth(2, -3), Worth(1, 8), "gives away the win"),
        (1, Worth(0, 0), Worth(1, 8), "gives away the win"),
        (2, Worth(1, 2), Worth(0, 0), "gives away the draw"),
        (2, Worth(1, 0), Worth(2, 0), "gives away the win"),  # equal points, and the tie is lost
        (1, Worth(2, None), Worth(1, None), "gives away the win"),
        (2, Worth(2, None), Worth(2, None), "still won"),
        (2, Worth(0, None), Worth(0, None), "still drawn"),
        (2, Worth(1, None), Worth(1, None), "already lost"),
        (1, None, None, "not solved"),
    ],
)
def test_verdicts(player: int, worth: Worth | None, best: Worth | None, verdict: str) -> None:
    assert moved(player, worth, best).verdict == verdict


def test_a_move_without_an_alternative_is_forced() -> None:
    review = fs.review(play("sweep", "2,2 1,3 3,3 3,1 1,1"))
    assert [move.verdict for move in review.moves] == [
        "best",
        "already lost; best defence",
        "best",
        "already lost; best defence",
        "forced",
    ]


@pytest.mark.parametrize(
    ("worth", "other", "verdict"),
    [
        (Worth(1, None), Worth(2, None), "keeps the win"),
        (Worth(0, None), Worth(2, None), "keeps the draw"),
        (Worth(1, 5), Worth(2, -1), "best"),
        (Worth(2, -5), Worth(2, -7), "already lost; best defence"),
    ],
)
def test_the_verdict_on_a_move_that_others_would_not_have_been_as_good_as(
    worth: Worth, other: Worth, verdict: str
) -> None:
    assert moved(1, worth, worth, (other,)).verdict == verdict


@pytest.mark.parametrize(
    ("soon", "verdict", "lost", "longest"),
    [
        ({"1,1": 6, "1,2": 2}, "already lost; holds out longest", 0, ("1,1",)),
        ({"1,1": 6, "1,2": 7, "1,3": 7}, "already lost; loses 1 move sooner", 1, ("1,2", "1,3")),
        ({"1,1": 2, "1,2": 6}, "already lost; loses 4 moves sooner", 4, ("1,2",)),
        ({"1,1": 6, "1,2": 6}, "already lost", 0, ("1,1", "1,2")),
        ({}, "already lost", 0, ()),
    ],
)
def test_losses_are_ranked_by_how_long_they_hold_out(
    soon: dict[str, int], verdict: str, lost: int, longest: tuple[str, ...]
) -> None:
    move = replace(moved(1, Worth(2, None)), soon=soon)
    assert (move.verdict, move.moves_lost, move.longest) == (verdict, lost, longest)


def test_how_long_a_lost_game_of_fifteen_is_held_out() -> None:
    review = fs.review(play("fifteen", "2,1 1,2 3,1 1,3 4,1 1,4 3,2 2,3 4,2"))
    solver = fs.Solver(review.position.book, review.position.board)
    lost = [move for move in review.moves if move.was_lost]
    assert lost
    for move in lost:
        before = review.position.history()[move.number - 1]
        winner = 3 - move.player
        moves = {other: solver.moves_to_win(before.play(other), winner) for other in before.legal}
        assert move.soon == {other: 1 + (number or 0) for other, number in moves.items()}


@pytest.mark.parametrize(
    ("player", "worth", "accuracy"),
    [
        (1, Worth(1, 8), 1.0),
        (1, Worth(2, -2), 0.0),
        (1, Worth(1, 3), 0.5),
        (2, Worth(2, -2), 1.0),
        (2, Worth(1, 8), 0.0),
        (2, Worth(0, 0), 0.8),
    ],
)
def test_accuracy_lies_between_the_worst_move_and_the_best(
    player: int, worth: Worth, accuracy: float
) -> None:
    best, worst = (Worth(1, 8), Worth(2, -2)) if player == 1 else (Worth(2, -2), Worth(1, 8))
    assert moved(player, worth, best, (worst,)).accuracy == pytest.approx(accuracy)


def test_accuracy_without_a_choice_is_none() -> None:
    assert moved(1, Worth(1, 8)).accuracy is None
    assert moved(1, None).accuracy is None


# --- A whole game ---


def test_accuracy_of_a_player_is_the_mean_of_the_moves_with_a_choice() -> None:
    good, bad = Worth(1, 4), Worth(2, -4)
    review = told(moved(1, good, good, (bad,)), moved(2, good), moved(1, bad, good), moved(1, None))
    assert review.accuracy(1) == 0.5
    assert review.accuracy(2) is None


def test_a_mean_accuracy_is_the_same_in_every_python() -> None:
    """A browser's Python adds floats up otherwise than older ones: ten tenths are not always one."""
    tenth = moved(1, Worth(1, 2), Worth(1, 11), (Worth(1, 1),))
    assert tenth.accuracy == 0.1
    assert told(*[tenth] * 10).accuracy(1) == 0.1


def test_the_turning_point_is_the_last_move_that_changed_the_winner() -> None:
    lost, won = moved(1, Worth(2, -1), Worth(1, 9)), moved(2, Worth(1, 1), Worth(2, -1))
    costly = moved(1, Worth(1, 1), Worth(1, 90))
    assert told(lost, won, costly).turning_point is won


def test_without_such_a_move_it_is_the_first_of_the_most_costly() -> None:
    moves = [moved(1, Worth(1, margin), Worth(1, 9)) for margin in (8, 2, 9, 2)]
    assert told(*moves).turning_point is moves[1]


def test_without_any_mistake_there_is_none() -> None:
    assert told(moved(1, Worth(1, 9)), moved(2, None)).turning_point is None


def test_the_games_of_the_contract() -> None:
    review = fs.review(play("grow", "1,1 5,5 1,2 4,5"))
    assert review.opening == Worth(1, 6)
    assert [(move.worth, move.best) for move in review.moves[:2]] == [
        (Worth(2, -80), ("3,1",)),
        (Worth(1, 8), ("2,1",)),
    ]
    assert review.turning_point is review.moves[1]
    assert review.outcome is None


@pytest.mark.parametrize("book", fs.CATALOGUE)
def test_every_move_has_a_line_that_ends_with_its_worth(book: str) -> None:
    *_, end = random_game(fs.CATALOGUE[book].answers, seed=4)
    review = fs.review(end.back(2))
    positions = review.position.history()
    for position, line, worth in zip(
        positions, (review.line, *(move.line for move in review.moves)), review.curve, strict=True
    ):
        for move in line:
            position = position.play(move)
        assert position.outcome is not None
        assert worth is not None
        assert position.outcome.winner == worth.winner
        if worth.margin is not None:
            assert position.scores[0] - position.scores[1] == worth.margin


def test_where_a_game_goes_on_perfectly_that_is_the_line() -> None:
    moves = ("2,2", "1,3", "3,3", "3,1", "1,1")
    review = fs.review(play("sweep", " ".join(moves)))
    assert review.line == moves
    assert [move.line for move in review.moves] == [moves[number:] for number in range(1, 6)]


def test_what_was_not_solved_has_no_line() -> None:
    review = fs.review(fs.start("chain", size=(8, 8)).play("1,1"), seconds=0)
    assert (review.line, review.moves[0].line) == ((), ())


def test_a_record_is_reviewed_like_its_position() -> None:
    position = play("fifteen", "2,1 1,2 3,1")
    assert fs.review(position.to_record()) == fs.review(position)


@pytest.mark.parametrize("book", fs.CATALOGUE)
def test_every_worth_is_what_the_solver_says(book: str) -> None:
    *_, end = random_game(fs.CATALOGUE[book].answers, seed=11)
    review = fs.review(end)
    assert review.outcome == end.outcome
    assert len(review.curve) == len(end.moves) + 1
    for index, move in enumerate(review.moves):
        before = end.back(len(end.moves) - index)
        solution = fs.solve(before)
        assert (move.number, move.player, move.move) == (index + 1, before.turn, end.moves[index])
        assert move.best_worth == review.curve[index] or move.best_worth == solution.each[move.best[0]]
        assert (move.worth, move.best) == (solution.each[move.move], solution.best)
        assert dict(move.alternatives) == dict(solution.each)
    assert review.curve[0] == review.moves[0].best_worth
    last = review.curve[-1]
    assert last is not None
    assert end.outcome is not None
    assert last.winner == end.outcome.winner


@pytest.mark.parametrize("answers", list(combinations())[::11], ids=named)
def test_the_plain_rules_agree_in_any_book(answers: dict[str, object]) -> None:
    answers = {**answers, "size": [2, 3]}
    *_, end = random_game(answers, seed=3)
    for index, move in enumerate(fs.review(end).moves):
        assert move.worth is not None
        assert move.worth.winner == winners(end.back(len(end.moves) - index))[move.move]


def test_stopping_in_a_chain_is_a_move_like_any_other() -> None:
    review = fs.review(play("chain", "1,1 1,4 1,2 stop", board="1 1 1 1"))
    assert [move.move for move in review.moves] == ["1,1", "1,4", "1,2", "stop"]
    assert [move.player for move in review.moves] == [1, 2, 1, 1]
    assert review.moves[-1].verdict == "gives away the win"
    assert review.moves[-1].best == ("1,3",)
    assert review.outcome is None


def test_a_game_without_moves() -> None:
    review = fs.review(play("sweep"))
    assert (review.opening, review.moves, review.curve) == (Worth(1, 17), (), (Worth(1, 17),))
    assert (review.turning_point, review.accuracy(1)) == (None, None)


@pytest.fixture
def one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """No position is small enough to be solved together with the others."""

    def label(_: fs.Solver, positions: Iterable[fs.Position], **__: object) -> list[fs.Solution]:
        return [fs.Solution(position, None, exact=False) for position in positions]

    monkeypatch.setattr(fs.Solver, "label", label)


@pytest.mark.usefixtures("one_by_one")
def test_a_move_of_which_not_every_alternative_was_solved_counts_nowhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The value may be settled before the time is up, and some of the moves."""

    def solve(_: fs.Solver, position: fs.Position, **__: object) -> fs.Solution:
        worth = Worth(1, 17)
        return fs.Solution(position, worth, each={position.legal[0]: worth}, exact=False)

    monkeypatch.setattr(fs.Solver, "solve", solve)
    (move,) = fs.review(play("sweep", "1,1")).moves
    assert (move.worth, move.best_worth, move.verdict) == (None, None, "not solved")


def test_without_time_moves_are_not_solved_and_count_nowhere() -> None:
    position = fs.start("chain", size=(8, 8)).play("1,1").play("8,8")
    review = fs.review(position, seconds=0.0)
    assert [move.verdict for move in review.moves] == ["not solved", "not solved"]
    assert review.curve == (None, None, None)
    assert (review.turning_point, review.accuracy(1), review.accuracy(2)) == (None, None, None)
    assert [move.points_lost + move.result_lost for move in review.moves] == [0, 0]
    assert fs.review(fs.start("chain", size=(8, 8)), seconds=0.0).opening is None


@pytest.mark.usefixtures("one_by_one")
@pytest.mark.parametrize("unsolved", range(1, 6))
def test_a_line_is_whole_or_absent_where_a_later_position_was_not_solved(
    unsolved: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_time = fs.Solver.solve

    def solve(solver: fs.Solver, position: fs.Position, **limits: Any) -> fs.Solution:
        if len(position.moves) == unsolved:
            return fs.Solution(position, None, exact=False)
        return in_time(solver, position, **limits)

    monkeypatch.setattr(fs.Solver, "solve", solve)
    game = play("sweep", "1,2 2,2 1,3 3,3 3,1")
    review = fs.review(game)
    positions = game.history()
    lines = [review.line, *(move.line for move in review.moves)]
    for position, line, worth in zip(positions, lines, review.curve, strict=True):
        if worth is None:
            assert line == ()
        else:
            for move in line:
                position = position.play(move)
            assert position.is_over
            assert position.scores[0] - position.scores[1] == worth.margin


def test_without_margins_a_line_wins_soonest_and_holds_out_longest_whatever_was_played() -> None:
    """Every move of this game is worth the same, but the second player could have held out longer."""
    game = play("chain", "1,1 1,5 1,2 1,3", board="1 1 1 1 1")
    review = fs.review(game)
    solver = fs.Solver(game.book, game.board)
    lines = [review.line, *(move.line for move in review.moves)]
    assert [len(line) for line in lines] == [solver.moves_to_win(here, 1) for here in game.history()]
    assert len(review.moves[0].line) > len(game.moves) - 1


def test_progress_is_told() -> None:
    heard: list[tuple[int, int]] = []
    fs.review(play("sweep", "2,2 1,3 3,3"), progress=lambda done, total: heard.append((done, total)))
    assert sorted(heard) == heard
    assert heard[0] == (0, 3)
    assert heard[-1] == (3, 3)


def test_a_review_as_json() -> None:
    answer = fs.review(play("sweep", "1,2 2,2")).to_json()
    assert list(answer) == ["book", "opening", "line", "moves", "turning_point", "accuracy"]
    assert answer["book"] == "sweep"
    assert answer["opening"] == {"winner": 1, "margin": 17}
    assert answer["moves"][0] == {
        "number": 1,
        "player": 1,
        "move": "1,2",
        "worth": {"winner": 2, "margin": -11},
        "best_worth": {"winner": 1, "margin": 17},
        "best": ["2,2"],
        "points_lost": 28,
        "result_lost": 2,
        "moves_lost": 0,
        "verdict": "gives away the win",
        "line": ["2,2", "1,3", "3,3", "3,1", "1,1"],
    }
    assert answer["line"] == ["2,2", "1,3", "3,3", "3,1", "1,1"]
    assert answer["turning_point"] == 1
    assert answer["accuracy"] == [0.125, 1.0]
    unsolved = fs.review(fs.start("chain", size=(8, 8)).play("1,1"), seconds=0.0).to_json()
    assert unsolved["moves"][0]["worth"] is None
    assert unsolved["accuracy"] == [None, None]


def test_perfect_games_have_no_turning_point() -> None:
    chance = random.Random(1)
    position = fs.start("sweep", seed=4)
    while not position.is_over:
        position = position.play(chance.choice(fs.solve(position).best))
    review = fs.review(position)
    assert review.turning_point is None
    assert {review.accuracy(1), review.accuracy(2)} <= {1.0, None}


# --- Limits ---


@pytest.mark.usefixtures("one_by_one")
@pytest.mark.parametrize(
    ("limits", "given"),
    [
        ({}, [None] * 6),
        ({"seconds": 4.0}, [4.0] * 6),
        ({"total": 7.0}, [7.0, 4.0, 1.0, 0.0, 0.0, 0.0]),
        ({"total": 7.0, "seconds": 5.0}, [5.0, 4.0, 1.0, 0.0, 0.0, 0.0]),
        ({"total": 100.0, "seconds": 5.0}, [5.0] * 6),
    ],
    ids=str,
)
def test_all_moves_share_the_total(
    limits: dict[str, float], given: list[float | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a clock of our own, on which every solve takes three seconds."""
    now, asked = 0.0, []
    solve = fs.Solver.solve

    def slow(self: fs.Solver, *arguments: Any, seconds: float | None, **more: Any) -> fs.Solution:
        nonlocal now
        asked.append(seconds)
        now += 3.0
        return solve(self, *arguments, seconds=None, **more)

    monkeypatch.setattr(fs.Solver, "solve", slow)
    monkeypatch.setattr(reviews, "time", SimpleNamespace(perf_counter=lambda: now))
    found = fs.review(play("sweep", "2,2 1,1 1,3 3,1 3,3"), **limits)  # type: ignore[arg-type]
    assert asked == given
    assert all(move.is_solved for move in found.moves)


def test_what_the_total_does_not_suffice_for_is_not_solved() -> None:
    end = random_game({"like": "flip", "size": [6, 6]}, 1)
    *_, last = end
    found = fs.review(last, total=0.0)
    assert not found.moves[0].is_solved
    assert found.moves[0].verdict == "not solved"


def test_marks_go_with_the_verdicts() -> None:
    game = {"book": "sweep", "board": [[5, 3, 8], [2, 9, 1], [6, 4, 7]], "moves": ["1,2", "2,2", "1,1"]}
    moves = fs.review(game).moves
    assert [(move.verdict, move.mark) for move in moves[:2]] == [
        ("gives away the win", "bad"),
        ("best", "good"),
    ]
    assert moves[2].verdict.startswith("already lost")
    assert moves[2].mark == ("poor" if moves[2].points_lost else "plain")
    unknown = replace(moves[0], worth=None, best_worth=None, best=(), alternatives={})
    assert (unknown.verdict, unknown.mark) == ("not solved", "unknown")


def test_what_is_known_so_far_is_told_after_each_move() -> None:
    game = play("sweep", "1,2 1,3 2,2 1,1")
    parts: list[Review] = []
    whole = fs.review(game, on_move=parts.append)
    assert len(parts) == 3  # the fourth is the review itself
    for number, part in enumerate(parts, 1):
        known, first = part.moves[-number:], len(game.moves) - number
        assert [move.verdict for move in known] == [move.verdict for move in whole.moves[-number:]]
        assert [move.is_solved for move in part.moves] == [False] * first + [True] * number
        assert [move.move for move in part.moves] == list(game.moves)
        assert part.curve[first:] == whole.curve[first:]
        assert part.curve[:first] == (None,) * first
        assert part.solution_after(first) == whole.solution_after(first)
        assert part.line_after(len(game.moves)) == whole.line_after(len(game.moves))
