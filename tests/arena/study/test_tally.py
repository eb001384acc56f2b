"""What a study counts, against counting every board by itself and trying everything on it."""

import json
import random
from collections import Counter
from statistics import fmean, quantiles
from typing import Any

import pytest

import fivesquare as fs
from arena.study.test_study_plan import all_boards
from fivesquare.arena.board_analysis import ON_THE_WAY, SHARES, analyze_board
from fivesquare.arena.study.study_plan import StudyPlan, every, make_study
from fivesquare.arena.study.tally import Study
from fivesquare.arena.work import serial
from fivesquare.books import find_book
from fivesquare.research.skill import wilson
from fivesquare.research.skill.estimates import averaged
from fivesquare.rulebook import RuleBook
from solver_oracle import brute_force, random_book


def studied(book: RuleBook, size: tuple[int, int], number: int | None, **more: int) -> Study:
    study = make_study(StudyPlan(book, fs.Size(*size), number, **more), serial())
    assert json.loads(json.dumps(study)) == study
    return study


def counted(boards: list[fs.Position]) -> dict[str, Any]:
    """The same by brute force, each board by itself."""
    winners: Counter[int] = Counter()
    margins: list[float] = []
    wins: Counter[str] = Counter()
    draws: Counter[str] = Counter()
    legal: Counter[str] = Counter()
    winning: Counter[int] = Counter()
    best: Counter[int] = Counter()
    values: Counter[int] = Counter()
    for start in boards:
        worth, each = brute_force(start)
        winners[worth.winner] += 1
        margins += [] if worth.margin is None else [worth.margin]
        legal.update(list(each))
        wins.update(move for move in each if each[move].winner == 1)
        draws.update(move for move in each if each[move].winner == 0)
        winning[sum(found.winner == 1 for found in each.values())] += 1
        top = [move for move in each if each[move] == worth]
        best[len(top)] += 1
        cells = [tuple(int(number) - 1 for number in move.split(",")) for move in top]
        values.update({start.board.rows[row][column] for row, column in cells})
    return {
        "winners": {"first": winners[1], "second": winners[2], "nobody": winners[0]},
        "margins": sorted(Counter(margins).items()),
        "mean": fmean(margins) if margins else None,
        "quartiles": quantiles(margins, n=4) if len(margins) > 1 else None,
        "claims": {move: (legal[move], wins[move], draws[move]) for move in legal},
        "winning": sorted(winning.items()),
        "best": sorted(best.items()),
        "values": dict(values),
    }


def check(study: Study, boards: list[fs.Position]) -> None:
    expected = counted(boards)
    assert study["boards"] == study["solved"] == len(boards)
    assert {who: told["boards"] for who, told in study["winners"].items()} == expected["winners"]
    margin = study["margin"]
    assert (margin is None) == (expected["margins"] == [])
    if margin is not None:
        assert [tuple(each) for each in margin["counts"]] == expected["margins"]
        assert margin["mean"]["value"] == pytest.approx(expected["mean"])
        assert margin["quartiles"] == (expected["quartiles"] or margin["quartiles"])
    claims = {
        move: (told["legal"], told["wins"]["boards"], told["draws"])
        for move, told in study["claims"].items()
    }
    assert claims == expected["claims"]
    assert [tuple(each) for each in study["winning_claims"]] == expected["winning"]
    assert [tuple(each) for each in study["best_claims"]] == expected["best"]
    assert {value: told["boards"] for value, told in study["best_values"]} == expected["values"]


@pytest.mark.parametrize(
    ("answers", "size"),
    [
        ({"like": "sweep"}, (2, 2)),
        ({"like": "sweep"}, (1, 4)),
        ({"like": "sweep", "balance": {"komi": 2}}, (2, 3)),
        ({"like": "flip", "reach": "adjacent", "balance": "swap"}, (2, 2)),
        ({"like": "fifteen", "values": [1, 3], "goal": {"exactly": 4}, "tie": "draw"}, (2, 2)),
        ({"like": "grow", "values": [0, 1]}, (2, 3)),
        ({"like": "grow", "values": [0, 2], "take": "lower-enemy"}, (3, 1)),
        ({"like": "chain"}, (3, 3)),
        ({"like": "chain"}, (1, 8)),
    ],
)
def test_all_boards_are_counted_as_if_each_were_solved(
    answers: dict[str, object], size: tuple[int, int]
) -> None:
    book = find_book(answers)
    study = studied(book, size, None)
    boards = [fs.start(book, board=rows) for rows in sorted(all_boards(book, *size))]
    check(study, boards)
    for told in study["winners"].values():
        assert told == {
            "boards": told["boards"],
            "value": told["boards"] / len(boards),
            "low": None,
            "high": None,
        }
    rows = [(analyze_board(book, board), weight) for board, weight in every(book, fs.Size(*size))]
    for name in ON_THE_WAY:
        numbers = [row[name] for row, weight in rows if row[name] is not None for _ in range(weight)]
        assert study[name]["value"] == (pytest.approx(fmean(numbers)) if numbers else None)
        assert study[name]["low"] is None


@pytest.mark.parametrize("seed", range(12))
def test_random_boards_are_counted_one_by_one(seed: int) -> None:
    book = random_book(random.Random(f"study {seed}"), most_cells=6)
    if book.values == "ones":
        book = find_book({**book.answers, "values": [1, 2]})
    study = studied(book, book.size, 9, seed=seed)
    check(study, [fs.start(book, seed=seed + number) for number in range(9)])


def test_numbers_from_a_sample_come_with_their_intervals() -> None:
    study = studied(find_book("fifteen"), (2, 3), 40, seed=3)
    rows = [
        analyze_board(find_book("fifteen"), fs.start("fifteen", seed=3 + n, size=(2, 3)).board)
        for n in range(40)
    ]
    wins = sum(row["winner"] == 1 for row in rows)
    assert 0 < wins < 40
    assert study["winners"]["first"] == {"boards": wins, **wilson(wins, 40)._asdict()}
    for name in ON_THE_WAY:
        mean, low, high = averaged([row[name] for row in rows if row[name] is not None])
        assert low is not None
        assert high is not None
        ends = (max(0, low), min(1, high)) if name in SHARES else (low, high)
        assert study[name] == {"value": mean, "low": ends[0], "high": ends[1]}
    told = study["claims"]["1,2"]["wins"]
    assert told["low"] < told["value"] < told["high"]


def test_boards_that_are_too_large_are_counted_apart() -> None:
    studies = (studied(find_book("sweep"), (3, 3), 10, effort=effort) for effort in range(150, 1000, 50))
    study = next(study for study in studies if study["solved"])
    assert 0 < study["solved"] < 10
    assert study["too_large"] == 10 - study["solved"]
    assert study["winners"]["first"] == {
        "boards": study["solved"],
        **wilson(study["solved"], study["solved"])._asdict(),
    }
    nothing = studied(find_book("sweep"), (3, 3), 3, effort=1)
    assert (nothing["solved"], nothing["too_large"], nothing["winners"]["first"]["value"]) == (0, 3, None)


def test_boards_whose_games_take_too_long_are_still_won_by_somebody() -> None:
    book, boards = find_book("sweep"), [fs.start("sweep", seed=seed) for seed in range(10)]
    effort = max(analyze_board(book, start.board)["nodes"] for start in boards)
    study = studied(book, (3, 3), 10, effort=effort)
    check(study, boards)
    assert 0 < study["played"] < study["solved"]
    rows = [analyze_board(book, start.board, effort=effort) for start in boards]
    played = [row for row in rows if row["length"] is not None]
    assert study["played"] == len(played)
    assert study["length"] == averaged([row["length"] for row in played])._asdict()
    assert all(row[name] is None for row in rows if row not in played for name in ON_THE_WAY)


def test_a_book_of_ones_has_one_board_however_many_are_wanted() -> None:
    assert studied(find_book("chain"), (2, 3), 50) == studied(find_book("chain"), (2, 3), None)
