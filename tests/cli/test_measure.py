"""The command `measure`: one row for a rule book."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import fivesquare as fs
from fivesquare.cli.main import cli


def measure(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["measure", "--workers", "1", *arguments])


def row(*arguments: str) -> dict[str, Any]:
    result = measure(*arguments)
    assert result.exit_code == 0, result.output
    (line,) = result.stdout.splitlines()
    told: dict[str, Any] = json.loads(line)
    return told


def test_where_it_is_clear_it_stops_early() -> None:
    found = row("--book", "sweep", "--boards", "1000", "--games", "6")
    assert found["boards"] == 100
    assert found["is_clear"] is True
    assert found["first"]["value"] == 1.0
    assert found["share"]["low"] > 0.9


def test_a_row_tells_what_the_boards_tell() -> None:
    found = row("--book", "raid", "--size", "3x3", "--boards", "30", "--games", "7", "--seed", "4")
    worths = [
        fs.solve(fs.start("raid", seed=seed, size=(3, 3)), value_only=True).worth for seed in range(4, 34)
    ]
    assert found["boards"] == 30
    for player, name in ((1, "first"), (2, "second"), (0, "draw")):
        share = sum(worth is not None and worth.winner == player for worth in worths) / 30
        assert found[name]["value"] == pytest.approx(share, abs=1e-4)
    margins = [worth.margin for worth in worths if worth is not None and worth.margin is not None]
    assert found["margin"] == pytest.approx(sum(margins) / 30)
    assert found["games"] == 7
    assert found["size"] == [3, 3]
    assert fs.find_book(found["book"]).take == "lower-enemy"


def test_every_number_lies_in_its_interval() -> None:
    found = row("--book", "grow", "--size", "3x3", "--boards", "20", "--games", "8")
    estimates = [value for value in found.values() if isinstance(value, dict) and "low" in value]
    for each in (*estimates, *found["ladder"].values(), *found["equals"].values()):
        assert each["low"] <= each["value"] <= each["high"]
    for name in ("critical", "decisive", "greedy"):
        assert 0 <= found[name]["low"] <= found[name]["high"] <= 1


def test_where_there_is_one_board_it_is_solved_once_and_nothing_is_left_to_chance() -> None:
    found = row("--book", "chain", "--size", "3x3", "--boards", "200", "--games", "7")
    assert (found["boards"], found["is_clear"], found["games"]) == (1, True, 7)
    winner = fs.solve(fs.start("chain", size=(3, 3))).winner
    for player, name in ((1, "first"), (2, "second"), (0, "draw")):
        assert found[name] == {"value": float(winner == player), "low": None, "high": None}
    assert found["critical"]["low"] is found["length"]["high"] is None
    assert found["equals"]["1"]["low"] is not None  # of luck there is enough


def test_no_margin_is_told_where_nobody_counts_points() -> None:
    assert row("--book", "fifteen", "--boards", "10", "--games", "1")["margin"] is None


def test_balance_is_measured_as_well() -> None:
    few = ("--boards", "20", "--games", "2")
    assert row("--book", "sweep", "--komi", "fair", *few)["draw"]["value"] == 1.0
    assert row("--book", "sweep", "--swap", *few)["second"]["value"] == 1.0
    assert row("--book", "sweep", "--komi", "99.5", *few)["margin"] < -50


def test_from_a_journal_it_goes_on(tmp_path: Path) -> None:
    words = ("--book", "grow", "--size", "3x3", "--boards", "40", "--games", "3")
    kept = ("--journal", str(tmp_path / "journal.jsonl"))
    fresh = row(*words)
    assert row(*words, *kept) == fresh
    before = (tmp_path / "journal.jsonl").read_bytes()
    assert row(*words, *kept) == fresh
    assert (tmp_path / "journal.jsonl").read_bytes() == before
    row(*words[:4], "--boards", "60", "--games", "4", *kept)  # which goes on from there
    assert (tmp_path / "journal.jsonl").read_bytes().startswith(before)


def test_a_file_of_somebody_elses_is_no_journal(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear\n")
    result = measure("--book", "sweep", "--journal", str(tmp_path / "letter.txt"))
    assert result.exit_code == 1
    assert (tmp_path / "letter.txt").read_text() == "dear\n"


def test_no_journal_is_made_for_work_that_cannot_begin(tmp_path: Path) -> None:
    journal = tmp_path / "journal.jsonl"
    result = measure("--book", "sweep", "--journal", str(journal), "--cluster", "tcp://127.0.0.1:1")
    assert result.exit_code == 2
    assert not journal.exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "Missing option '--book'"),
        (("--book", "chess"), "neither a book"),
        (("--book", "grow", "--size", "9x9"), "--size"),
        (("--book", "grow", "--swap", "--komi", "3"), "not both"),
        (("--book", "chain", "--komi", "fair"), "komi is only for a goal"),
        (("--book", "grow", "--komi", "much"), "--komi"),
        (("--book", "grow", "--boards", "0"), "--boards"),
    ],
)
def test_what_cannot_be_measured_is_refused(arguments: tuple[str, ...], said: str) -> None:
    result = measure(*arguments)
    assert result.exit_code == 2
    assert said in result.output
