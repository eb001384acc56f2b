"""Skill: exact where it is said, and meaning what it says: chance 0, perfection 1, levels in order."""

import json
import random
from dataclasses import replace
from functools import cache
from statistics import NormalDist
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fivesquare as fs
from fivesquare.books import find_book
from fivesquare.errors import PlayerError, RecordError
from fivesquare.match import Match
from fivesquare.players.adviser import Adviser
from fivesquare.research import skill
from fivesquare.research.skill import (
    Account,
    Decision,
    Estimate,
    account,
    decision,
    difference,
    estimates,
    expected_rest,
    phase,
    report,
    wilson,
)
from fivesquare.solver.limits import Budget
from games import SWEEP_BOARD, combinations, named, play, random_game

# --- One decision ---


@pytest.mark.parametrize("answers", [*combinations()][::11], ids=named)
def test_a_decision_is_the_regret_of_its_move(answers: dict[str, Any]) -> None:
    adviser = Adviser()
    for position in random_game({**answers, "size": [2, 3]}, 5):
        for move in position.legal:
            made = decision(position, move, adviser)
            regret = fs.regret(position, move)
            assert made == Decision(len(position.moves) + 1, move, phase(position), regret)
            assert made.advantage == regret.expected - regret.lost


@pytest.mark.parametrize("book", fs.CATALOGUE)
def test_chance_has_no_advantage_in_any_position(book: str) -> None:
    for position in [*random_game({"like": book}, 1)][-7:-1]:
        adviser = Adviser()
        advantages = [decision(position, move, adviser).advantage or 0.0 for move in position.legal]
        assert sum(advantages) == pytest.approx(0)
        assert max(advantages) >= 0


def test_a_phase_is_the_part_of_the_board_that_is_free() -> None:
    position = fs.start({"like": "flip", "size": [3, 3]}, seed=1)
    phases = [phase(position)]
    while not position.is_over:
        position = position.play(position.legal[0])
        phases.append(phase(position))
    assert phases == ["opening"] * 4 + ["middle"] * 3 + ["end"] * 3


def test_what_is_no_move_is_no_decision() -> None:
    with pytest.raises(fs.IllegalMoveError):
        decision(fs.start("grow", seed=1), "3,3")


def test_a_position_too_large_to_solve_is_said_to_be() -> None:
    position = fs.start("grow", size=(7, 7), seed=1)
    made = decision(position, "1,1", Adviser(Budget(1000)))
    assert (made.regret, made.advantage) == (None, None)
    assert Decision.from_json(json.loads(json.dumps(made.to_json()))) == made
    found = report([game(decisions=(made, solved(3, 4)))])
    assert (found.decisions, found.unsolved, found.total.critical) == (1, 1, 1)
    assert ("not solved", "1 decision, counted nowhere else") in found.table()


def test_where_there_is_no_choice_nothing_has_to_be_solved() -> None:
    position = fs.start({"like": "grow", "size": [1, 8]}, board="1 2 3 4 5 6 7 8").play("1,1").play("1,8")
    assert decision(position, "1,2", Adviser(Budget(0))).regret == fs.regret(position, "1,2")


# --- One game ---


def solved(lost: float, expected: float, number: int = 1, result_lost: int = 0) -> Decision:
    return Decision(number, "1,1", "opening", fs.Regret(lost, expected, True, result_lost))


def game(**changes: Any) -> Account:
    plain = Account("sweep", SWEEP_BOARD, (), 0, 1, "random", 0, "won", (solved(1, 2),))
    return replace(plain, **changes)


@cache
def true() -> Account:
    """That of a game which was played."""
    return account(play("sweep", "2,2 1,1 1,3 3,1 3,3"), 1, opponent="greedy", seed=1)


def test_the_account_of_a_game() -> None:
    *_, end = random_game({"like": "fifteen"}, 3)
    for seat in (1, 2):
        kept = account(end, seat, opponent="random", seed=3)
        before = [position for position in end.history()[:-1] if position.turn == seat]
        made = [end.moves[len(position.moves)] for position in before]
        assert [one.move for one in kept.decisions] == made
        assert [one.regret for one in kept.decisions] == list(map(fs.regret, before, made))
        assert end.outcome is not None
        assert kept.result == ("won" if end.outcome.winner == seat else "lost")
        assert Account.from_json(json.loads(json.dumps(kept.to_json()))) == kept
        late = account(end, seat, begun=4)
        assert late.decisions == tuple(one for one in kept.decisions if one.number > 4)
    assert account(end.back(2), 1).result is None


def test_what_is_no_account_is_refused() -> None:
    whole = game().to_json()
    wrong: list[Any] = [
        {},
        [],
        None,
        {**whole, "more": 1},
        {**whole, "decisions": [{}]},
        {**whole, "moves": 1},
    ]
    for told in wrong:
        with pytest.raises(RecordError, match="not the account of a game"):
            Account.from_json(told)
    with pytest.raises(PlayerError, match="a seat is 1 or 2, not 3"):
        account(fs.start("sweep", seed=1), 3)
    with pytest.raises(TypeError, match="a report is about accounts"):
        report([{}])  # type: ignore[list-item]


@pytest.mark.parametrize(
    ("lie", "complaint"),
    [
        ({"book": "chess"}, "chess"),
        ({"book": 3}, "book cannot be 3"),
        ({"board": "5 3 8/2 9"}, "row"),
        ({"board": None}, "board cannot be null"),
        ({"moves": ["2,2", "2,2"]}, "already claimed"),
        ({"moves": ["2,2", 5]}, "5"),
        ({"seat": 2}, "the result of this game is not 'won'"),
        ({"seat": 3}, "a seat is 1 or 2, not 3"),
        ({"seat": True}, "seat cannot be true"),
        ({"begun": -1}, "cannot have been made before"),
        ({"begun": 99}, "cannot have been made before"),
        ({"begun": 1}, "its decisions are not those of its moves"),
        ({"opponent": None}, "opponent cannot be null"),
        ({"seed": "x"}, "seed cannot be 'x'"),
        ({"result": "lost"}, "the result of this game is not 'lost'"),
        ({"result": None}, "the result of this game is not null"),
        ({"result": "banana"}, "the result of this game is not 'banana'"),
        ({"forfeited": "I gave up"}, "the result of this game is not 'won'"),
        ({"forfeited": 1}, "forfeited cannot be 1"),
        ({"faults": {"illegal": -1}}, "these are not faults"),
        ({"faults": {"illegal": "2"}}, "these are not faults"),
        ({"faults": {"sins": 1}}, "these are not faults"),
        ({"faults": []}, "faults cannot be"),
        ({"conditions": None}, "conditions cannot be null"),
        ({"decisions": []}, "its decisions are not those of its moves"),
        ({"decisions": 7}, "not the account of a game"),
    ],
    ids=str,
)
def test_an_account_that_lies_is_refused(lie: dict[str, Any], complaint: str) -> None:
    assert Account.from_json(json.loads(json.dumps(true().to_json()))) == true()
    with pytest.raises(RecordError, match=complaint) as error:
        Account.from_json({**true().to_json(), **lie})
    assert str(error.value).startswith("this is not the account of a game: ")


@pytest.mark.parametrize(
    ("lie", "complaint"),
    [
        ({"number": 2}, "its decisions are not"),
        ({"move": "1,1"}, "its decisions are not"),
        ({"phase": "end"}, "its decisions are not"),
        ({"lost": -1}, "a number from 0"),
        ({"lost": "1"}, "a number from 0"),
        ({"lost": True}, "a number from 0"),
        ({"expected": float("nan")}, "a number from 0"),
        ({"expected": float("inf")}, "a number from 0"),
        ({"is_critical": 1}, "not what a move costs"),
        ({"is_critical": False}, "where nothing can be lost nothing was"),
        ({"result_lost": 3}, "not what a move costs"),
        ({"result_lost": None}, "not what a move costs"),
    ],
    ids=str,
)
def test_a_decision_that_lies_is_refused(lie: dict[str, Any], complaint: str) -> None:
    told = true().to_json()
    told["decisions"][0].update(lie)
    with pytest.raises(RecordError, match=complaint):
        Account.from_json(told)


# --- Many games ---


def test_skill_is_what_was_lost_against_chance() -> None:
    found = report(
        [
            game(decisions=(solved(1, 2), solved(0, 3, result_lost=2))),
            game(seat=2, decisions=(solved(4, 5, result_lost=1),), result="lost"),
            game(seed=1, decisions=(solved(0, 10), Decision(9, "1,1", "end", fs.Regret(0, 0, False, 0)))),
        ]
    )
    assert found.skill.value == pytest.approx(1 - 5 / 20)
    assert (found.games, found.boards, found.unit) == (3, 2, "points")
    assert (found.decisions, found.total.critical, found.results_lost) == (5, 4, 2)
    assert found.phases["opening"] == found.total
    assert found.phases["end"] == (0, 0, 0)
    assert found.opponents["random"][:3] == (2, 0, 1)


def test_faults_forfeits_and_opponents_are_counted() -> None:
    found = report(
        [
            game(faults={"illegal": 2, "unreadable": 1}, forfeited="no move", result="lost"),
            game(faults={"illegal": 1}, opponent="level:3", result="drawn"),
            game(opponent="level:3", result=None),
        ]
    )
    assert found.faults == {"illegal": 3, "unreadable": 1}
    assert (found.forfeits, found.unfinished) == (1, 1)
    assert found.opponents["level:3"][:3] == (0, 1, 0)
    assert found.opponents["level:3"].rate.value == 0.5
    assert list(found.opponents) == ["level:3", "random"]
    rows = dict(found.table())
    assert rows["games"] == "3 on 1 board, 1 unfinished"
    assert (rows["illegal answers"], rows["unreadable answers"], rows["games forfeited"]) == ("3", "1", "1")
    assert rows["against level:3"].endswith("won 0, drawn 1, lost 0")
    assert json.loads(json.dumps(found.to_json()))["opponents"]["random"]["lost"] == 1


def test_where_there_is_nothing_to_tell_skill_from_none_is_told() -> None:
    nothing = report([])
    assert (nothing.games, nothing.skill, nothing.opponents) == (0, Estimate(None), {})
    calm = report(
        [game(decisions=(Decision(1, "1,1", "end", fs.Regret(0, 0, False, 0)),), seed=n) for n in (1, 2)]
    )
    assert (calm.skill, calm.decisions) == (Estimate(None), 1 + 1)
    assert ("skill", "-; chance is 0, perfect 1") in calm.table()
    assert ("lost in the end", "nothing to lose") in calm.table()
    tie = report([game(decisions=(solved(0, 0, result_lost=2),))])  # critical, but not in points
    assert (tie.skill.value, tie.results_lost) == (None, 1)
    json.dumps([nothing.to_json(), calm.to_json()])


def test_a_few_boards_say_too_little_about_others() -> None:
    def found(boards: int) -> Estimate:
        return report([game(seed=seed, seat=seat) for seed in range(boards) for seat in (1, 2)]).skill

    for boards in (1, 2, 5):
        assert found(boards) == Estimate(0.5, None, None)
        assert str(found(boards)) == "0.50"
    assert found(6) == (0.5, 0.5, 0.5)


def test_both_seats_of_a_board_stay_together() -> None:
    """What is lost from one seat is won from the other: all boards are the same."""
    games = [
        game(seed=seed, seat=seat, decisions=(solved(seat - 1, 1),)) for seed in range(9) for seat in (1, 2)
    ]
    assert report(games).skill == (0.5, 0.5, 0.5)
    apart = [replace(one, seed=2 * one.seed + one.seat) for one in games]
    low, high = report(apart).skill[1:]
    assert low is not None
    assert high is not None
    assert low < 0.4 < 0.6 < high


def test_a_book_is_the_same_however_it_is_written() -> None:
    books: list[Any] = [
        {"like": "grow", "size": [3, 3], "balance": {"komi": 2}},
        {"balance": {"komi": 2.0}, "size": [3, 3], "like": "grow"},
        {**find_book("grow").answers, "size": [3, 3], "balance": {"komi": 2}, "title": "Mine"},
    ]
    found = report([game(book=book) for book in books])
    assert (found.boards, found.unit) == (1, "points")


# --- Games that are given up ---


def given_up(**changes: Any) -> Account:
    return game(**{"result": "lost", "forfeited": "no move", **changes})


def test_giving_up_is_worth_what_chance_is_worth() -> None:
    """One perfect move and then nothing: without the rest of the game that were a skill of 1."""
    found = report([given_up(decisions=(solved(0, 3),), rest=9.0), game()])
    assert found.skill.value == pytest.approx(1 - (0 + 9 + 1) / (3 + 9 + 2))
    assert found.decision_skill.value == pytest.approx(1 - 1 / 5)
    assert report([given_up(decisions=(), rest=9.0)]).skill.value == 0
    assert report([given_up(decisions=(), rest=9.0)]).decision_skill.value is None
    rows = dict(found.table())
    assert rows["skill"] == "0.29; chance is 0, perfect 1"
    assert rows["skill of the moves made"] == "0.80; forfeits cost nothing here"
    assert "skill of the moves made" not in dict(report([game()]).table())
    assert json.loads(json.dumps(found.to_json()))["decision_skill"]["value"] == pytest.approx(0.8)


def rest_by_trying_everything(position: fs.Position, seat: int) -> float:
    """What a random mover is expected to lose, over all continuations."""
    if position.is_over:
        return 0.0
    here = fs.regret(position, position.legal[0]).expected if position.turn == seat else 0.0
    after = [rest_by_trying_everything(position.play(move), seat) for move in position.legal]
    return here + sum(after) / len(after)


@pytest.mark.parametrize("answers", [*combinations()][::31], ids=named)
def test_the_rest_of_a_game_is_what_a_random_mover_is_expected_to_lose(answers: dict[str, Any]) -> None:
    found = exact = 0.0
    for seed in range(6):
        opening = fs.start({**answers, "size": [2, 2]}, seed=seed)
        for position, seat in ((opening, 1), (opening.play(opening.legal[0]), 2)):
            found += expected_rest(position, seat)
            exact += rest_by_trying_everything(position, seat)
    assert found == pytest.approx(exact, rel=0.1)


def test_the_rest_of_a_game_follows_from_its_position_alone() -> None:
    board = "1 2 3/4 5 6/7 8 9"
    one = fs.start("flip", board=board).play("1,1").play("3,3").play("1,3").play("3,1")
    same = fs.start("flip", board=board).play("1,3").play("3,1").play("1,1").play("3,3")
    assert expected_rest(one, 1) == expected_rest(same, 1) == expected_rest(one, 1) > 0
    assert expected_rest(one, 1) != expected_rest(one, 2)
    *_, end = random_game({"like": "flip"}, 1)
    assert expected_rest(end, 1) == 0


def test_what_is_too_large_to_solve_is_left_out_of_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    position = fs.start("grow", size=(4, 4), seed=1)
    whole = expected_rest(position, 1)
    monkeypatch.setattr("fivesquare.research.skill.accounts.REST_OF_GAME", Budget(20))
    assert 0 < expected_rest(position, 1) < whole / 2


def test_the_account_of_a_game_that_was_given_up() -> None:
    left = play("sweep", "2,2 1,1")
    kept = account(left, 1, forfeited="I pass")
    assert (kept.result, kept.forfeited, kept.rest) == ("lost", "I pass", expected_rest(left, 1))
    assert Account.from_json(json.loads(json.dumps(kept.to_json()))) == kept
    before = {key: value for key, value in kept.to_json().items() if key not in ("rest", "group")}
    assert Account.from_json(before) == kept  # written before there was such a thing
    for lie in (-1, float("nan"), float("inf"), "2", True):
        with pytest.raises(RecordError, match="rest"):
            Account.from_json({**kept.to_json(), "rest": lie})
    with pytest.raises(RecordError, match="the rest of this game cannot cost 1"):
        Account.from_json({**true().to_json(), "rest": 1})


def test_what_makes_a_board_another_one() -> None:
    accounts = [
        *(game(), game(seat=2), game(opponent="greedy")),
        *(game(seed=1), game(book="flip"), game(board="1 2 3/4 5 6/7 8 9")),
        *(game(moves=("1,1", "1,2"), begun=1), game(moves=("1,1",), begun=1)),
    ]
    assert report(accounts).boards == 5


def test_perfect_play_has_no_doubt() -> None:
    assert report([game(seed=seed, decisions=(solved(0, 3),)) for seed in range(6)]).skill == (1, 1, 1)


def test_over_several_books_skill_is_the_plain_mean() -> None:
    """However many games there are of each, and whatever is to be lost in them."""
    many = [game(seed=seed, decisions=(solved(0, 45),)) for seed in range(30)]
    few = [
        game(seed=seed, book="chain", board="1 1/1 1", decisions=(solved(seed % 2, 1),))
        for seed in range(8)
    ]
    found = report([*many, *few])
    assert found.skill.value == pytest.approx((1 + 0.5) / 2)
    assert found.books == {"sweep": report(many).skill, "chain": report(few).skill}
    low, high = report(few).skill[1:]
    assert low is not None
    assert high is not None
    assert found.skill.low == pytest.approx((1 + low) / 2, abs=0.1)
    assert found.skill.high == pytest.approx((1 + high) / 2, abs=0.1)
    assert dict(found.table())["skill in sweep"] == "1.00 (1.00 to 1.00)"
    assert report([*many, *few[:5]]).skill[1:] == (None, None)  # five boards of a book say too little
    calm = game(book="flip", decisions=(Decision(1, "1,1", "end", fs.Regret(0, 0, False, 0)),))
    assert report([*many, *few, calm]).skill == found.skill  # where nothing can be lost there is no skill


def test_books_of_ones_own_with_the_same_title_are_told_apart() -> None:
    books = [{"like": "sweep", "title": "Mine", "tie": tie} for tie in ("last", "second")]
    assert list(report([game(book=book) for book in books]).books) == ["Mine", "Mine (2)"]


def test_a_level_of_the_family_is_one_book_whatever_the_rules_of_its_games() -> None:
    games = [
        game(seed=1, group="family:3", decisions=(solved(0, 45),)),
        game(seed=2, group="family:3", book="chain", board="1 1/1 1", decisions=(solved(0.5, 0.5),)),
    ]
    found = report(games)
    assert found.books == {"family:3": found.skill}
    assert found.skill.value == pytest.approx(1 - 0.5 / (45 / 45 + 0.5))


def test_a_difference_is_told_from_the_boards_that_both_have_played() -> None:
    """Boards that are hard for both of them do not hide who is better."""
    chance = random.Random(3)
    hard = [chance.uniform(0.5, 2) for _ in range(20)]
    ours = [game(seed=seed, decisions=(solved(lost - 0.2, 1),)) for seed, lost in enumerate(hard)]
    theirs = [game(seed=seed, decisions=(solved(lost, 1),)) for seed, lost in enumerate(hard)]
    found, boards = difference(ours, theirs)
    assert (found.value, found.low, found.high) == pytest.approx((0.2, 0.2, 0.2))
    assert boards == 20
    one, other = report(ours).skill, report(theirs).skill
    assert one.low is not None
    assert other.high is not None
    assert one.low < other.high  # the intervals of the two overlap
    alone = game(seed=99, decisions=(solved(0, 100),))
    assert difference([*ours, alone], theirs) == (found, 20)
    assert difference(theirs, ours)[0].value == pytest.approx(-0.2)
    assert difference(ours, [alone]) == (Estimate(None), 0)
    assert difference(ours[:5], theirs[:5])[0].low is None
    mixed = [replace(each, book="flip") for each in ours], [replace(each, book="flip") for each in ours]
    assert difference([*ours, *mixed[0]], [*theirs, *mixed[1]])[0].value == pytest.approx(0.1)


def test_a_difference_holds_the_truth_95_times_in_100() -> None:
    chance, hits = random.Random(5), 0
    for _ in range(100):
        boards = [chance.random() for _ in range(12)]
        ours, theirs = (
            [
                game(seed=seed, decisions=(solved(board + chance.random(), 1),))
                for seed, board in enumerate(boards)
            ]
            for _ in range(2)
        )
        _, low, high = difference(ours, theirs)[0]
        assert low is not None
        assert high is not None
        hits += low <= 0 <= high
    assert 92 <= hits <= 98


def test_points_of_one_book_do_not_outweigh_another() -> None:
    """Over several books what was lost is told by what there is to lose in a game."""
    other = game(book="chain", board="1 1/1 1", decisions=(solved(0.5, 0.5),))
    found = report([game(decisions=(solved(0, 45),)), other])
    assert found.unit == "stakes"
    assert found.total.lost == 0.5
    assert found.total.expected == pytest.approx(45 / 45 + 0.5)
    assert report([other]).unit == "results"
    assert report([other]).skill.value == 0
    zeros = {**find_book("sweep").answers, "values": [0, 1]}
    assert game(book=zeros, board="0 0 0/0 0 0/0 0 0").stake == 1


@settings(max_examples=20)
@given(
    st.lists(st.tuples(st.integers(0, 9), st.integers(1, 2), st.integers(0, 5)), max_size=24), st.randoms()
)
def test_the_order_of_games_makes_no_difference(
    games: list[tuple[int, int, int]], chance: random.Random
) -> None:
    accounts = [game(seed=seed, seat=seat, decisions=(solved(lost, 2.1),)) for seed, seat, lost in games]
    found = report(accounts)
    chance.shuffle(accounts)
    assert report(accounts) == found
    if found.skill.low is not None and found.skill.value is not None and found.skill.high is not None:
        assert found.skill.low <= found.skill.value <= found.skill.high


def test_an_interval_does_not_depend_on_the_order_of_boards() -> None:
    chance = random.Random(1)
    accounts = [game(seed=seed, decisions=(solved(chance.random(), 1),)) for seed in range(15)]
    assert report(reversed(accounts)) == report(accounts)


def test_an_interval_narrows_with_more_boards() -> None:
    def width(boards: int) -> float:
        found = report([game(seed=seed, decisions=(solved(seed % 3, 2),)) for seed in range(boards)]).skill
        assert found.low is not None
        assert found.high is not None
        return found.high - found.low

    assert width(240) < width(24) / 2


@pytest.mark.parametrize(("boards", "student"), [(6, 2.571), (11, 2.228), (31, 2.042), (1001, 1.962)])
def test_few_boards_have_a_wider_interval(boards: int, student: float) -> None:
    """Student's quantiles are those of the tables."""
    tail = NormalDist().cdf(-student * (boards / (boards - 1)) ** 0.5)
    assert estimates.tail(boards) == pytest.approx(tail, rel=0.1)


def test_an_interval_is_right_95_times_in_100() -> None:
    """Of a mover who is as good as chance, on eight boards."""
    chance, hits = random.Random(5), 0
    for _ in range(100):
        games = [game(seed=seed, decisions=(solved(2 * chance.random(), 1),)) for seed in range(8)]
        _, low, high = report(games).skill
        assert low is not None
        assert high is not None
        hits += low <= 0 <= high
    assert 92 <= hits <= 98


def test_a_mean_has_students_interval() -> None:
    """The quantiles for 5, 9 and 99 others, from tables: 2.571, 2.262, 1.984."""
    for number, student in ((6, 2.571), (10, 2.262), (100, 1.984)):
        mean, low, high = estimates.averaged([1.0, 3.0] * (number // 2))
        half = student * (number / (number - 1)) ** 0.5 / number**0.5
        assert (mean, low, high) == pytest.approx((2, 2 - half, 2 + half), abs=0.015)
    assert estimates.averaged([4, 5, 6]) == Estimate(5)
    assert estimates.averaged([]) == Estimate(None)


def test_a_mean_lies_within_its_interval_as_often_as_it_says() -> None:
    chance, hits = random.Random(3), 0
    for _ in range(1000):
        _, low, high = estimates.averaged([chance.expovariate(1) for _ in range(60)])
        assert low is not None
        assert high is not None
        hits += low < 1 < high
    assert 910 <= hits <= 970


def test_wilson() -> None:
    """The values that textbooks give."""
    assert wilson(0, 0) == Estimate(None)
    assert tuple(wilson(10, 10)) == pytest.approx((1, 0.7225, 1), abs=1e-4)
    assert tuple(wilson(0, 10)) == pytest.approx((0, 0, 0.2775), abs=1e-4)
    assert tuple(wilson(81, 263)) == pytest.approx((0.308, 0.2553, 0.3662), abs=1e-4)


# --- What it means ---

SMALL: dict[str, dict[str, Any]] = {
    "flip": {"like": "flip", "size": [3, 3]},
    "sweep": {"like": "sweep"},
    "grow": {"like": "grow", "size": [4, 4]},
    "chain": {"like": "chain", "size": [3, 4]},
    "fifteen": {"like": "fifteen", "size": [3, 4]},
}
"""The five, on boards that are solved in a moment."""
BOARDS = 40


@cache
def measured(book: str, name: str) -> skill.Report:
    """What the report says about a player of known strength, from both seats of the same boards."""
    adviser = Adviser()
    accounts = []
    for seed in range(BOARDS):
        for seat in (1, 2):
            player = fs.make_player(name, fs.Luck(f"{name} {seed} {seat}", "player"), adviser=adviser)
            opponent = fs.make_player("greedy", fs.Luck(f"{name} {seed} {seat}", "opponent"))
            match = Match(
                fs.start(SMALL[book], seed=seed), *((player, opponent) if seat == 1 else (opponent, player))
            )
            for _ in match:
                pass
            accounts.append(account(match.position, seat, opponent="greedy", seed=seed, adviser=adviser))
    return report(accounts)


@pytest.mark.parametrize("book", fs.CATALOGUE)
def test_chance_is_0_and_perfection_1(book: str) -> None:
    chance, perfect = measured(book, "random").skill, measured(book, "perfect")
    assert chance.low is not None
    assert chance.high is not None
    assert chance.low <= 0 <= chance.high
    assert perfect.skill == (1, 1, 1)
    assert (perfect.results_lost, perfect.total.lost) == (0, 0)


@pytest.mark.parametrize("book", fs.CATALOGUE)
def test_levels_are_in_order(book: str) -> None:
    values = [measured(book, f"level:{level}").skill.value for level in (1, 4, 7, 10)]
    assert all(value is not None for value in values)
    assert values == sorted(values, key=lambda value: value or 0.0)
    assert len({*values}) == len(values)
    assert values[-1] == 1


@pytest.mark.parametrize(
    ("book", "least", "most"),
    [
        ("flip", 0.95, 1.0),  # what brings the most at once is nearly always best
        ("sweep", 0.9, 0.999),
        ("grow", 0.05, 0.3),  # a little better than chance
        ("chain", 0.4, 0.8),
        ("fifteen", -0.2, 0.2),  # no better than chance: points are not what wins
    ],
)
def test_greedy_is_where_it_stands(book: str, least: float, most: float) -> None:
    value = measured(book, "greedy").skill.value
    assert value is not None
    assert least <= value <= most
