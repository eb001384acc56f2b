"""Runs of the benchmark by Inspect: results, their check, and everything that can go wrong."""

import copy
import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from inspect_ai.log import read_eval_log, write_eval_log
from inspect_ai.model import ChatMessage, ModelOutput, ModelUsage, get_model

from fivesquare.errors import FileError
from fivesquare.research.benchmark import bench_check, bench_run
from fivesquare.research.benchmark.baseline_runs import baseline_result
from fivesquare.research.benchmark.bench_logs import log_of, logs_in, replayed
from fivesquare.research.benchmark.bench_result import (
    BenchRun,
    as_text,
    check_place,
    read_result,
    result_of,
)
from fivesquare.research.benchmark.bench_run import IncompleteError
from fivesquare.research.benchmark.set_parts import samples_of
from research.benchmark.small import small_sets
from research.inspect_isolation import FOREIGN, nothing_outside

__all__ = ["nothing_outside", "small_sets"]  # fixtures

pytestmark = [FOREIGN, pytest.mark.usefixtures("small_sets")]


def result_of_folder(folder: Path) -> Path:
    return folder.with_suffix(".json")


def played(name: str, folder: Path = Path("logs/one")) -> dict[str, Any]:
    """The result of a player of ours, which is written beside its logs."""
    run = BenchRun(name, True)
    result = bench_run.play(run, folder, 10, "plain")
    result_of_folder(folder).write_text(as_text(result))
    return result


def wrong(folder: Path = Path("logs/one")) -> list[str]:
    return bench_check.check(result_of_folder(folder), folder, None, lambda _done, _of: None)


@pytest.mark.parametrize("name", ["random", "perfect", "uct:100"])
def test_a_run_is_what_the_players_do_without_inspect(name: str) -> None:
    assert played(name) == json.loads(as_text(baseline_result(name, lite=True)))
    assert wrong() == []
    assert read_result(Path("logs/one.json"))["player"] == name


def test_perfect_play_has_1_in_everything() -> None:
    result = baseline_result("perfect", lite=True)
    for part in (result["positions"], result["games"]):
        assert part["skill"]["value"] == 1
        assert set(part["lost"]) == {0}
        assert part["results_lost"] == part["forfeits"] == 0


# --- Tampering ---


def leaves(thing: Any, where: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The places of all numbers, texts and switches."""
    if isinstance(thing, dict | list):
        for name, value in thing.items() if isinstance(thing, dict) else enumerate(thing):
            yield from leaves(value, (*where, name))
    else:
        yield where


def changed(result: dict[str, Any], where: tuple[Any, ...]) -> dict[str, Any]:
    """The result with another value somewhere."""
    other = copy.deepcopy(result)
    place: Any = other
    for name in where[:-1]:
        place = place[name]
    value = place[where[-1]]
    place[where[-1]] = (
        not value
        if isinstance(value, bool)
        else f"{value}x"
        if isinstance(value, str)
        else 0.5
        if value is None
        else value + 1
    )
    return other


def test_a_change_of_any_field_is_found() -> None:
    result = played("random")
    run = bench_check.run_of(result, None)
    logs = logs_in(Path("logs/one"))
    parts = {}
    for part in bench_run.parts_of(run):
        log = log_of(run, part, logs)
        assert log is not None
        parts[part] = replayed(run, part, log, lambda _done, _of: None)
    true = result_of(run, parts)
    assert true == result
    told = ("player", "set")  # by which the check finds the logs: others there are none, tested below
    for where in leaves(result):
        other = changed(result, where)
        if where[0] not in told:
            assert list(bench_check._apart(true, other)) != [], where
    assert "is missing" in next(bench_check._apart(true, {}))
    assert "does not belong" in next(bench_check._apart({}, true))


@pytest.mark.parametrize("name", ["player", "set"])
def test_a_result_of_another_run_has_no_logs(name: str) -> None:
    result = played("first")
    Path("logs/one.json").write_text(as_text(changed(result, (name,))))
    with pytest.raises(Exception, match="no complete log"):
        wrong()


def test_a_changed_answer_is_found() -> None:
    played("random")
    [log] = [each for each in logs_in(Path("logs/one")) if each.eval.task_args["part"] == "positions"]
    whole = read_eval_log(log.location)
    assert whole.samples is not None
    sample = next(each for each in whole.samples if each.id == "grow/001")
    row = samples_of("positions", True)["grow/001"].row
    said = sample.messages[-1].text
    other = next(answer for answer in row.answers if answer not in said)  # type: ignore[union-attr]
    sample.messages[-1].content = f"MOVE: {other}"
    write_eval_log(whole, log.location)
    assert any("log_sha256" in line for line in wrong())


def test_a_changed_prompt_is_found() -> None:
    played("random")
    [log] = [each for each in logs_in(Path("logs/one")) if each.eval.task_args["part"] == "games"]
    whole = read_eval_log(log.location)
    assert whole.samples is not None
    whole.samples[0].messages[0].content = "Play well.\n" + whole.samples[0].messages[0].text
    write_eval_log(whole, log.location)
    assert wrong() == [
        f"the log of the games: sample {whole.samples[0].id}: a prompt is not the one of the benchmark"
    ]


def test_other_settings_are_found() -> None:
    played("random")
    for log in logs_in(Path("logs/one")):
        whole = read_eval_log(log.location)
        whole.plan.config.temperature = 0.0
        write_eval_log(whole, log.location)
    assert "were asked with" in wrong()[0]


def test_logs_without_an_answer_or_damaged_are_told_in_a_line() -> None:
    played("first")
    [log] = [each for each in logs_in(Path("logs/one")) if each.eval.task_args["part"] == "games"]
    whole = read_eval_log(log.location)
    assert whole.samples is not None
    del whole.samples[0].messages[-1]
    write_eval_log(whole, log.location)
    assert wrong() == [f"the log of the games: sample {whole.samples[0].id}: a question has no answer"]
    for path in Path("logs/one").glob("*.eval"):
        path.write_bytes(path.read_bytes()[:1000])
    with pytest.raises(FileError, match="cannot read the log"):
        wrong()


def test_a_result_replaces_only_one_of_the_same_run() -> None:
    path = Path("mine.json")
    check_place(path, BenchRun("first", True))
    path.write_text("{}")
    with pytest.raises(FileError, match="is not a result of FS-Bench"):
        check_place(path, BenchRun("first", True))
    path.write_text(as_text(played("first")))
    check_place(path, BenchRun("first", True))
    for other in (BenchRun("first", False), BenchRun("random", True)):
        with pytest.raises(FileError, match="is the result of first, lite set: choose another file"):
            check_place(path, other)


# --- Models that misbehave ---


def mock(answer: Callable[[str], str]) -> Any:
    def output(messages: list[ChatMessage], *_rest: object) -> ModelOutput:
        said = ModelOutput.from_content("mock", answer(messages[-1].text))
        said.usage = ModelUsage(input_tokens=2, output_tokens=1)  # else tokens are counted, with a download
        return said

    return get_model("mockllm/model", custom_outputs=output)


def run_mock(answer: Callable[[str], str], monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    monkeypatch.setattr(bench_run, "made_model", lambda _name: mock(answer))
    run = BenchRun("mockllm/model", True)
    return bench_run.play(run, Path("logs/one"), 10, "plain")


def test_nonsense_is_worth_what_chance_is_worth(monkeypatch: pytest.MonkeyPatch) -> None:
    result = run_mock(lambda _prompt: "I resign.", monkeypatch)
    for part in (result["positions"], result["games"]):
        assert part["skill"]["value"] == 0
        assert part["lost"] == part["expected"]
        assert part["forfeits"] == part["samples"]
        assert part["faults"] == {"illegal": 0, "unreadable": 3 * part["samples"]}
    assert result["skill"]["value"] == 0


def test_a_model_that_stumbles_is_checked_like_any_other(monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random("stumbling")

    def answer(prompt: str) -> str:
        example = next(line for line in prompt.splitlines() if "MOVE: " in line and "would be" in line)
        return chance.choice(["no idea", "MOVE: 99,99", f"MOVE: {example.rpartition('MOVE: ')[2]}"])

    result = run_mock(answer, monkeypatch)
    Path("logs/one.json").write_text(as_text(result))
    assert wrong() == []
    assert sum(result["positions"]["faults"].values()) > 0


def test_a_run_that_failed_goes_on_where_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    """The answers follow from the prompts, so that an interrupted run must come to the same result."""
    asked = list[str]()

    def answer(prompt: str) -> str:
        asked.append(prompt)
        if len(asked) > 32 and not is_mended:
            raise ConnectionError("the server is gone")
        return "MOVE: A1" if "A1" in prompt else "nothing"

    is_mended = False
    with pytest.raises(IncompleteError, match="could not be played"):
        run_mock(answer, monkeypatch)
    before, is_mended = len(asked), True
    result = run_mock(answer, monkeypatch)
    again = len(asked) - before
    monkeypatch.setattr(bench_run, "made_model", lambda _name: mock(answer))
    whole = bench_run.play(BenchRun("mockllm/model", True), Path("logs/two"), 10, "plain")
    assert whole == result
    assert again < len(asked) - before - again
