"""`fivesquare benchmark`."""

import json
from pathlib import Path

import pytest

from fivesquare.research.benchmark import bench_run
from fivesquare.research.benchmark.protocol import SIZES
from research.inspect_isolation import FOREIGN
from terminal.running import run

pytestmark = FOREIGN

RESULTS = Path(__file__).parents[2] / "results"


def test_a_dry_run_asks_nothing_and_says_what_it_would_cost() -> None:
    result = run("benchmark", "openai/gpt-5-mini", "--lite", "--dry-run", "--price", "0.25,2")
    assert "300 questions and 48 games" in result.out
    assert "Reading them costs about 0.07" in result.out
    assert not Path("fs-bench").exists()


def test_a_model_needs_a_name_and_a_price_two_numbers() -> None:
    assert run("benchmark", "gpt", "--dry-run").status == 2
    assert run("benchmark", "random", "--dry-run", "--price", "cheap").status == 2
    assert "did you mean greedy" in run("benchmark", "baselines", "gredy").err


def test_a_word_that_is_nearly_a_command_is_told() -> None:
    assert "Did you mean check?" in run("benchmark", "chek", "x").err
    assert "300 questions" in run("benchmark", "first", "--lite", "--dry-run").out


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("perfekt", "did you mean perfect?"),
        ("level:99", "levels go from level:1 to level:10"),
        ("human", "a human is not a model"),
        ("uct:0", "like uct:1000, not '0'"),
    ],
)
def test_a_player_that_is_none_is_told_what_would_be_one(name: str, problem: str) -> None:
    assert problem in run("benchmark", name, "--lite", "--dry-run").err


def test_results_are_compared_and_listed() -> None:
    files = [str(RESULTS / f"{name}-lite.json") for name in ("perfect", "random")]
    assert "more than chance" in run("benchmark", "compare", *files).out
    told = json.loads(run("benchmark", "compare", "--json", *files).out)
    assert told["players"] == ["perfect", "random"]
    assert "| perfect | 1.00" in run("benchmark", "table", str(RESULTS), "--lite").out
    assert "| difference in skill |" in run("benchmark", "table", str(RESULTS), "--power").out


def test_a_page_is_written() -> None:
    result = run("benchmark", "table", str(RESULTS), "--lite", "--out", "page")
    assert sorted(path.name for path in Path("page").iterdir()) == ["leaderboard.md", "leaderboard.svg"]
    assert "Written:" in result.err


def test_baselines_that_are_there_are_not_made_again() -> None:
    first = run("benchmark", "baselines", "first", "--lite", "--out", "made")
    path = Path("made/first-lite.json")
    before = path.stat().st_mtime_ns
    assert run("benchmark", "baselines", "first", "--lite", "--out", "made").out == first.out
    assert path.stat().st_mtime_ns == before


def test_a_file_that_is_no_result_is_not_taken_for_a_baseline() -> None:
    Path("made").mkdir()
    Path("made/first-lite.json").write_text("{}")
    result = run("benchmark", "baselines", "first", "--lite", "--out", "made")
    assert result.status == 1
    assert "is not a result of FS-Bench" in result.err


def test_a_fresh_set_is_made_again_and_replaces_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SIZES["positions"], True, 1)
    path = Path("sets/fresh.parquet")
    made = list[bytes]()
    for seed in ("7", "8", "7"):
        assert run("benchmark", "fresh", "--seed", seed, "--lite", "--out", str(path)).status == 0
        made.append(path.read_bytes())
    assert made[0] == made[2] != made[1]
    Path("mine.txt").write_text("mine")
    result = run("benchmark", "fresh", "--seed", "7", "--lite", "--out", "mine.txt")
    assert (result.status, Path("mine.txt").read_text()) == (1, "mine")


def test_a_second_run_into_the_same_folder_is_refused() -> None:
    folder = Path("fs-bench/first-lite.logs")
    folder.mkdir(parents=True)
    with bench_run.alone_in(folder):
        result = run("benchmark", "first", "--lite")
    assert result.status == 1
    assert "another run is writing into" in result.err
    assert list(folder.iterdir()) == []


def test_the_frozen_sets_are_exported() -> None:
    assert "croissant.json" in run("benchmark", "export", "sets").out
    again = run("benchmark", "export", "sets")
    assert (again.status, "is not empty" in again.err) == (
        1,
        True,
    )  # the README.md could be the user's
    assert Path("sets/positions.parquet").stat().st_size > 100_000


@pytest.mark.parametrize("command", ["check", "compare", "table"])
def test_what_is_not_there_is_named(command: str) -> None:
    result = run("benchmark", command, *["none"] * (2 if command == "compare" else 1))
    assert result.status == 1
    assert "none" in result.err
