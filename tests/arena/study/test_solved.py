"""docs/solved.md says what is kept of its studies, and these say what is found again."""

import json
import random
from collections import Counter
from math import factorial
from pathlib import Path
from typing import Any

import fill_solved
import pytest

import fivesquare as fs
from fivesquare.arena.boards import go_over, winning_claims
from fivesquare.arena.study.studying import Plan, make
from fivesquare.arena.work import serial
from fivesquare.books import find_book
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
        row = go_over(start.book, start.board)
        found = {"winner": row["winner"], "margin": row["margin"], "wins": " ".join(winning_claims(row))}
        assert boards[seed] == {"seed": seed, **found}
        if name == "flip":
            assert [start.play(move).scores[0] for move in row["best"]] == [16]


def test_chain_studied_again() -> None:
    assert make(Plan(find_book("chain"), fs.Size(5, 5), None), serial()) == kept("chain")


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
