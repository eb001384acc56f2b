"""The baselines in results/: made again here as far as that is quick, in order, and told side by side."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import fivesquare as fs
from fivesquare.errors import FileError, FivesquareError, PlayerError, RecordError
from fivesquare.players.base import Luck
from fivesquare.research.baselines import NAMES, baseline, check_baseline
from fivesquare.research.benchmark import leaderboard, power
from fivesquare.research.benchmark.baseline_runs import baseline_result
from fivesquare.research.benchmark.bench_compare import compared, to_json
from fivesquare.research.benchmark.bench_result import as_text, read_result
from fivesquare.research.benchmark.bench_text import told

_QUICK = ("random", "first", "greedy", "level:5", "uct:1000", "look:1000", "perfect")
"""The net is left out: its sums are floats, which another processor may round to another move."""
_WRONG = ("uct", "uct:0", "uct:x", "look:99999999999", "level:11", "first:1", "humann", "human")

_GONE = object()

RESULTS = Path(__file__).parents[3] / "results"


def result(name: str, *, lite: bool = False) -> dict[str, Any]:
    return read_result(RESULTS / f"{name.replace(':', '-')}{'-lite' * lite}.json")


def value(name: str, part: str = "positions", *, lite: bool = False) -> float:
    found: float = result(name, lite=lite)[part]["skill"]["value"]
    return found


@pytest.mark.parametrize("lite", [False, True])
def test_every_baseline_has_a_result(lite: bool) -> None:
    players = {each["player"] for each in leaderboard.results_in(RESULTS, lite)}
    assert players >= set(NAMES)


@pytest.mark.parametrize("name", _QUICK)
def test_the_same_command_gives_the_same_result(name: str) -> None:
    made = json.loads(as_text(baseline_result(name, lite=True)))
    assert {**made, "version": None} == {**result(name, lite=True), "version": None}


@pytest.mark.parametrize("lite", [False, True])
@pytest.mark.parametrize("part", ["positions", "games"])
def test_random_has_0_and_perfect_1(part: str, lite: bool) -> None:
    chance = result("random", lite=lite)[part]["skill"]
    assert chance["low"] <= 0 <= chance["high"]
    assert result("perfect", lite=lite)[part]["skill"] == {"value": 1, "low": 1, "high": 1}


def test_the_order_of_the_levels_holds() -> None:
    """Neighbours may change places by chance; two apart may not."""
    skills = [value(f"level:{level}") for level in range(1, 11)]
    assert all(skills[place] < skills[place + 2] for place in range(len(skills) - 2))
    assert value("random") < skills[0]
    assert skills[-1] == 1


@pytest.mark.parametrize("kind", ["uct", "look"])
def test_a_larger_budget_plays_better(kind: str) -> None:
    assert value(f"{kind}:100") < value(f"{kind}:1000") < value(f"{kind}:10000")


def test_traps_are_harder_than_what_is_plain() -> None:
    found = result("greedy")["positions"]["difficulties"]
    assert found["trap"]["skill"]["high"] < found["plain"]["skill"]["low"]


def test_two_results_are_compared() -> None:
    one, other = result("level:9"), result("level:2")
    assert "more than chance" in compared(one, other)
    shown = to_json(one, other)
    assert shown["differences"]["all"]["low"] > 0
    assert shown["needed"]["positions"] < 2500
    near = compared(result("level:6"), result("level:6"))
    assert "no difference was seen" in near or "more than chance" not in near


def test_the_lite_set_is_not_compared_with_the_full_one() -> None:
    with pytest.raises(RecordError, match="one is a result of the lite set"):
        compared(result("random"), result("random", lite=True))


def test_the_leaderboard_has_a_row_for_each(tmp_path: Path) -> None:
    results = leaderboard.results_in(RESULTS, lite=False)
    table = leaderboard.table(results).splitlines()
    assert {row.split(" | ")[0] for row in table[2:4]} == {"| level:10", "| perfect"}
    assert len(table) == 2 + len(results)
    page, picture = leaderboard.write_page(results, tmp_path)
    assert "| player | skill |" in page.read_text()
    assert picture.read_text().startswith("<svg")


def test_smaller_differences_need_more_questions() -> None:
    needed = power.needed(leaderboard.results_in(RESULTS, lite=False), "positions")
    numbers = [needed[apart] for apart in power.DIFFERENCES]
    assert numbers == sorted(numbers, reverse=True)
    assert numbers[0] == pytest.approx(400 * numbers[-1], rel=0.3)


def test_what_is_no_result_is_refused(tmp_path: Path) -> None:
    for text, problem in (("{", "is not JSON"), ("{}", "is not a result"), ("[]", "is not a result")):
        (tmp_path / "one.json").write_text(text)
        with pytest.raises(FileError, match=problem):
            read_result(tmp_path / "one.json")
    with pytest.raises(FileError, match="it is a folder"):
        read_result(tmp_path)
    with pytest.raises(FileError, match="is not a folder"):
        leaderboard.results_in(tmp_path / "none", lite=False)


def places(thing: Any, where: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The places of everything in a result, and of the first numbers of each list."""
    for name, value in thing.items() if isinstance(thing, dict) else list(enumerate(thing))[:2]:
        yield (*where, name)
        if isinstance(value, dict | list):
            yield from places(value, (*where, name))


def test_a_damaged_result_is_refused_or_can_be_shown(tmp_path: Path) -> None:
    path, other = tmp_path / "damaged.json", result("perfect", lite=True)
    text = (RESULTS / "random-lite.json").read_text()
    refused = 0
    for where in places(json.loads(text)):
        for junk in (None, "x", -1.5, [1], {}, float("nan"), 1e300, _GONE):
            damaged = json.loads(text)
            inside = damaged
            for name in where[:-1]:
                inside = inside[name]
            if junk is _GONE:
                del inside[where[-1]]
            else:
                inside[where[-1]] = junk
            path.write_text(json.dumps(damaged))
            try:
                found = read_result(path)
                leaderboard.table([found]), leaderboard.picture([found]), told(found)
                compared(found, other)
            except FivesquareError:
                refused += 1
    assert refused > 500
    path.write_text("[" * 100_000)
    with pytest.raises(FileError, match="is not JSON"):
        read_result(path)


def test_a_folder_with_lite_results_alone_says_so(tmp_path: Path) -> None:
    (tmp_path / "one.json").write_text((RESULTS / "first-lite.json").read_text())
    with pytest.raises(FileError, match="--lite shows those"):
        leaderboard.results_in(tmp_path, lite=False)


@pytest.mark.parametrize("name", _WRONG)
def test_a_wrong_player_is_refused_in_a_sentence(name: str) -> None:
    with pytest.raises(PlayerError):
        check_baseline(name)


@pytest.mark.parametrize("name", NAMES)
def test_every_baseline_plays_legal_moves_and_the_same_ones(name: str) -> None:
    position = fs.start("sweep", seed=5)
    while not position.is_over:
        moves = [baseline(name, Luck(3)).choose(position) for _ in range(2)]
        assert moves[0] == moves[1]
        position = position.play(moves[0])
