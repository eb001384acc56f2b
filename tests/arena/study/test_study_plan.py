"""docs/solved.md says what is kept of its studies, and these say what is found again."""

import itertools
import json
import random
from collections import Counter
from math import factorial
from pathlib import Path
from typing import Any

import fill_solved
import pytest

import fivesquare as fs
from fivesquare.arena.board_analysis import analyze_board, winning_claims
from fivesquare.arena.study.study_plan import MOST, StudyPlan, dealt, every, how_many, make_study
from fivesquare.arena.work import serial
from fivesquare.books import find_book
from fivesquare.errors import BoardError
from fivesquare.research.skill import wilson

ROOT = Path(__file__).parents[3]
KEPT = ROOT / "docs" / "solved"
RANDOM = ("flip", "grow", "fifteen")


def kept(name: str) -> dict[str, Any]:
    study: dict[str, Any] = json.loads((KEPT / f"{name}.json").read_text(encoding="utf-8"))
    return study


def outcomes(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (KEPT / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]


def test_the_page_and_its_pictures_are_what_is_kept() -> None:
    page = fill_solved.PAGE.read_text(encoding="utf-8")
    assert fill_solved.filled(page) == page, "run: python scripts/fill_solved.py --page"
    for path, picture in fill_solved.drawn(page).items():
        assert path.read_text(encoding="utf-8") == picture, "run: python scripts/fill_solved.py --page"
    assert (
        {place["name"] for place in fill_solved.REPORT.finditer(page)}
        == set(fill_solved.STUDIES)
        == set(fs.CATALOGUE)
    )
    for name, arguments in fill_solved.STUDIES.items():
        assert " ".join(["    fivesquare study", name, *arguments]) + "\n" in page


@pytest.mark.parametrize("name", RANDOM)
def test_what_is_kept_is_what_its_boards_add_up_to(name: str) -> None:
    study, boards = kept(name), outcomes(name)
    assert [board["seed"] for board in boards] == list(range(1000))
    assert (study["solved"], study["seed"], study["all"]) == (1000, 0, False)
    winners = Counter(board["winner"] for board in boards)
    for who, number in (("first", 1), ("second", 2), ("nobody", 0)):
        told = {"boards": winners[number], **wilson(winners[number], 1000)._asdict()}
        assert study["winners"][who] == pytest.approx(told)
    wins = Counter(move for board in boards for move in board["wins"].split())
    assert {move: told["wins"]["boards"] for move, told in study["claims"].items()} == {
        move: wins[move] for move in study["claims"]
    }
    amounts = Counter(len(board["wins"].split()) for board in boards)
    assert study["winning_claims"] == [list(each) for each in sorted(amounts.items())]
    if study["margin"] is not None:
        margins = Counter(board["margin"] for board in boards)
        assert study["margin"]["counts"] == [list(each) for each in sorted(margins.items())]


@pytest.mark.parametrize(("name", "number"), [("flip", 8), ("grow", 6), ("fifteen", 15)])
def test_some_of_the_boards_solved_again(name: str, number: int) -> None:
    boards = outcomes(name)
    for seed in random.Random(f"solved {name}").sample(range(1000), number):
        start = fs.start(name, seed=seed)
        row = analyze_board(start.book, start.board)
        found = {"winner": row["winner"], "margin": row["margin"], "wins": " ".join(winning_claims(row))}
        assert boards[seed] == {"seed": seed, **found}
        if name == "flip":
            assert [start.play(move).scores[0] for move in row["best"]] == [16]


def test_chain_studied_again() -> None:
    assert make_study(StudyPlan(find_book("chain"), fs.Size(5, 5), None), serial()) == kept("chain")


def test_some_of_the_boards_of_sweep_solved_again() -> None:
    """Few of them; but margins that were less or more frequent than is said would show."""
    study, chance = kept("sweep"), random.Random("solved sweep")
    counts = dict(study["margin"]["counts"])
    assert sum(counts.values()) == study["solved"] == factorial(9)
    assert study["winners"]["first"]["boards"] == factorial(9)
    found: Counter[float | None] = Counter()
    for _ in range(400):
        values = chance.sample(range(1, 10), 9)
        board = fs.Board(fs.Size(3, 3), tuple(values))
        found[fs.solve(fs.start("sweep", board=board), value_only=True).margin] += 1
    assert set(found) <= set(counts)
    for margin, boards in counts.items():
        share = wilson(found[margin], 400)
        assert share.low is not None
        assert share.high is not None
        assert share.low - 0.03 < boards / factorial(9) < share.high + 0.03


def test_the_readme_says_the_same() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    for name in ("grow", "fifteen"):
        assert f"first player, on {kept(name)['winners']['first']['boards']} of 1000 boards" in readme


SMALL = [
    ({"like": "sweep"}, (2, 2)),
    ({"like": "sweep"}, (2, 3)),
    ({"like": "sweep"}, (1, 4)),
    ({"like": "sweep"}, (3, 2)),
    ({"like": "fifteen", "values": [1, 3]}, (2, 2)),
    ({"like": "grow", "values": [0, 1]}, (2, 3)),
    ({"like": "grow", "values": [4, 4]}, (3, 3)),
    ({"like": "chain"}, (2, 3)),
]


def all_boards(book: fs.RuleBook, rows: int, columns: int) -> set[tuple[tuple[int, ...], ...]]:
    """Every board, by writing numbers into cells in every way."""
    cells = rows * columns
    if book.values == "shuffled":
        ways = set(itertools.permutations(range(1, cells + 1)))
    elif book.values == "ones":
        ways = {(1,) * cells}
    else:
        low, high = book.values
        ways = set(itertools.product(range(low, high + 1), repeat=cells))
    return {tuple(way[row * columns : (row + 1) * columns] for row in range(rows)) for way in ways}


def images(board: tuple[tuple[int, ...], ...]) -> set[tuple[tuple[int, ...], ...]]:
    """The board turned and mirrored, as far as it keeps its shape."""
    found = set()
    for _ in range(4):
        board = tuple(zip(*board[::-1], strict=True))  # a quarter turn
        found |= {board, board[::-1]}
    return {image for image in found if len(image) == len(board)}


@pytest.mark.parametrize(("answers", "size"), SMALL)
def test_all_boards_are_there_once_with_their_images(
    answers: dict[str, object], size: tuple[int, int]
) -> None:
    book = find_book(answers)
    expected = all_boards(book, *size)
    assert how_many(book, fs.Size(*size)) == len(expected)
    seen: Counter[tuple[tuple[int, ...], ...]] = Counter()
    for board, weight in every(book, fs.Size(*size)):
        found = images(tuple(map(tuple, board.rows)))
        assert len(found) == weight
        seen.update(found)
    assert seen == Counter(dict.fromkeys(expected, 1))


def test_what_is_too_much_is_refused_with_its_number() -> None:
    assert how_many(find_book("sweep"), fs.Size(3, 3)) == MOST
    with pytest.raises(BoardError, match="there are 3,628,800 boards of 2x5"):
        every(find_book("sweep"), fs.Size(2, 5))
    with pytest.raises(BoardError, match=r"about 10\^23 boards of 5x5"):
        every(find_book("grow"), fs.Size(5, 5))


def test_boards_are_those_of_their_seeds() -> None:
    seed = random.Random(5).randrange(1000)
    boards = dealt(find_book("grow"), fs.Size(4, 4), seed, 3)
    expected = [fs.start("grow", seed=seed + number, size=(4, 4)).board for number in range(3)]
    assert [board for board, _ in boards] == expected
    assert {weight for _, weight in boards} == {1}
