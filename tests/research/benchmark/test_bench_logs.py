"""Logs that were edited, or left by runs that were killed or asked something else."""

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from inspect_ai.event import ModelEvent
from inspect_ai.log import EvalLog, EvalPlanStep, EvalSample, read_eval_log, write_eval_log
from inspect_ai.model import (
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageUser,
    GenerateConfig,
    ModelUsage,
)

from fivesquare.errors import FivesquareError
from fivesquare.research.benchmark import bench_check, bench_run
from fivesquare.research.benchmark.bench_logs import kept, log_of, logs_in, replayed
from fivesquare.research.benchmark.bench_result import BenchRun, as_text, result_of
from fivesquare.research.benchmark.question_sets import make_questions
from fivesquare.research.benchmark.set_files import frozen_boards_of_positions, write_rows
from research.benchmark.small import small_sets
from research.benchmark.test_bench_run import mock, result_of_folder
from research.inspect_isolation import FOREIGN, nothing_outside

__all__ = ["nothing_outside", "small_sets"]  # fixtures

pytestmark = [FOREIGN, pytest.mark.usefixtures("small_sets")]

FOLDER = Path("logs/one")
RUN = BenchRun("mockllm/model", True)


def answer(prompt: str) -> str:
    """What an example in the prompt says, where it has one: legal in some places."""
    example = next(line for line in prompt.splitlines() if "MOVE: " in line and "would be" in line)
    return f"MOVE: {example.rpartition('MOVE: ')[2]}"


def run(monkeypatch: pytest.MonkeyPatch, folder: Path = FOLDER) -> str:
    monkeypatch.setattr(bench_run, "made_model", lambda _name: mock(answer))
    text = as_text(bench_run.play(RUN, folder, 10, "plain"))
    result_of_folder(folder).write_text(text)
    return text


def wrong(fresh_file: str | None = None) -> list[str]:
    """The lines of a check, or the one of its error."""
    try:
        return bench_check.check(result_of_folder(FOLDER), FOLDER, fresh_file, lambda _done, _of: None)
    except FivesquareError as error:
        return [str(error)]


# --- Edited logs ---


def first(log: EvalLog) -> EvalSample:
    """The first sample of a log in which a move was made at once."""
    return next(sample for sample in log.samples or [] if len(sample.messages) == 2)


def calls(log: EvalLog) -> list[ModelEvent]:
    return [event for event in first(log).events if isinstance(event, ModelEvent)]


def score(log: EvalLog) -> Any:
    return (first(log).scores or {})["skill"]


def doubled(log: EvalLog) -> None:
    assert log.samples is not None
    log.samples.append(first(log).model_copy(update={"epoch": 2}))


def removed(log: EvalLog) -> None:
    assert log.samples is not None
    log.samples.remove(first(log))


def added_step(log: EvalLog) -> None:
    log.plan.steps.insert(0, EvalPlanStep(solver="system_message", params={"template": "Play well."}))


def edited_account(log: EvalLog) -> None:
    score(log).metadata["account"]["seat"] = 2 if score(log).metadata["account"]["seat"] == 1 else 1


EDITS: dict[str, Callable[[EvalLog], object]] = {
    "a system prompt": lambda log: first(log).messages.insert(0, ChatMessageSystem(content="Play well.")),
    "a user turn more": lambda log: first(log).messages.insert(0, ChatMessageUser(content="Ready?")),
    "a prefilled answer": lambda log: first(log).messages.insert(1, ChatMessageAssistant(content="MOVE: ")),
    "questions after the end": lambda log: first(log).messages.extend(first(log).messages[:]),
    "another answer": lambda log: setattr(first(log).messages[1], "content", "MOVE: nothing"),
    "a call more": lambda log: first(log).events.append(calls(log)[0]),
    "a call of another model": lambda log: setattr(calls(log)[0], "model", "other/model"),
    "a hidden system prompt": lambda log: calls(log)[0].input.insert(0, ChatMessageSystem(content="Win.")),
    "another output": lambda log: setattr(calls(log)[0].output.choices[0].message, "content", "no"),
    "a cool call": lambda log: setattr(calls(log)[0], "config", GenerateConfig(temperature=0)),
    "a score": lambda log: score(log).value.update(skill=1.0),
    "an explanation": lambda log: setattr(score(log), "explanation", "perfect"),
    "an account": edited_account,
    "metadata": lambda log: first(log).metadata.update(group="grow!"),
    "an input": lambda log: setattr(first(log), "input", "Hello"),
    "tokens": lambda log: first(log).model_usage.update({RUN.model: ModelUsage(input_tokens=7)}),
    "tokens of another model": lambda log: first(log).model_usage.update(other=ModelUsage()),
    "a sample twice": doubled,
    "a sample less": removed,
    "another solver": added_step,
    "a system prompt for all": lambda log: setattr(log.plan.config, "system_message", "Play well."),
    "settings of the model": lambda log: setattr(log.eval.model_generate_config, "top_p", 0.1),
    "a limit": lambda log: setattr(log.eval.config, "message_limit", 4),
    "epochs": lambda log: setattr(log.eval.config, "epochs", 5),
    "another version": lambda log: setattr(log.eval, "task_version", "0.9"),
    "another set": lambda log: (log.eval.metadata or {}).update(set_sha256="0"),
    "another release": lambda log: (log.eval.metadata or {}).update(fivesquare="0.0"),
    "another model": lambda log: setattr(log.eval, "model", "mockllm/other"),
}


def test_every_edit_of_a_log_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    run(monkeypatch)
    assert wrong() == []
    [path] = [
        Path(log.location.removeprefix("file://"))
        for log in logs_in(FOLDER)
        if log.eval.task_args["part"] == "positions"
    ]
    before = path.read_bytes()
    for name, edit in EDITS.items():
        log = read_eval_log(str(path), resolve_attachments="core")
        edit(log)
        write_eval_log(log, str(path))
        found = wrong()
        assert found, f"{name} was not found"
        assert all("\n" not in line for line in found)
        path.write_bytes(before)
    assert wrong() == []


def test_a_better_answer_is_found_though_the_result_follows_from_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    run(monkeypatch)
    [header] = [each for each in logs_in(FOLDER) if each.eval.task_args["part"] == "positions"]
    log = read_eval_log(header.location, resolve_attachments="core")
    for sample in log.samples or []:
        row = RUN.samples("positions")[str(sample.id)].row
        best = min(zip(row.lost, row.answers, strict=True))[1]  # type: ignore[union-attr]
        sample.messages[1:] = [ChatMessageAssistant(content=f"MOVE: {best}")]
    write_eval_log(log, header.location)
    played = {}
    for part in bench_run.parts_of(RUN):
        found = log_of(RUN, part, logs_in(FOLDER))
        assert found is not None
        played[part] = replayed(RUN, part, found, lambda _done, _of: None)
    assert kept(log).log_sha256 == played["positions"].log_sha256
    result_of_folder(FOLDER).write_text(as_text(result_of(RUN, played)))
    [line] = wrong()
    assert "the model" in line


# --- Interrupted runs ---

_KILLED = """
import os, sys
from pathlib import Path
import pytest
from fivesquare.research.benchmark import bench_run
from research.benchmark.small import make_small
from research.benchmark.test_bench_logs import RUN, answer
from research.benchmark.test_bench_run import mock

left = int(sys.argv[1])

def last(prompt):
    global left
    left -= 1
    if left < 0:
        os._exit(9)
    return answer(prompt)

make_small(pytest.MonkeyPatch())
bench_run.made_model = lambda _name: mock(last)
bench_run.play(RUN, Path("logs/one"), 10, "plain")
"""


def test_a_run_that_is_killed_goes_on_to_the_same_file(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = run(monkeypatch, Path("logs/two"))
    tests = str(Path(__file__).parents[2])
    for asked in (4, 14):
        killed = subprocess.run(
            [sys.executable, "-c", f"import sys; sys.path.insert(0, {tests!r})\n{_KILLED}", str(asked)],
            capture_output=True,
            check=False,
        )
        assert killed.returncode == 9, killed.stderr.decode()[-2000:]
    assert run(monkeypatch) == whole
    assert wrong() == []


def test_inspect_recovers_no_half_of_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a game that it recovers from its own cache, after a full disk, it knows the last answer alone."""
    run(monkeypatch)
    assert {log.eval.config.log_realtime for log in logs_in(FOLDER)} == {False}


# --- Fresh sets ---


def test_each_fresh_set_has_logs_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_run, "made_model", lambda _name: mock(answer))
    FOLDER.mkdir(parents=True)
    avoid = frozen_boards_of_positions()

    def played(seed: int) -> tuple[dict[str, Any], str]:
        path = FOLDER / BenchRun("", True, seed).fresh_name
        if not path.exists():
            write_rows(path, make_questions(1, 1, seed, avoid=avoid))
        wanted = BenchRun(RUN.player, True, seed, str(path))
        return bench_run.play(wanted, FOLDER, 10, "plain"), str(path)

    before, path = played(7)
    other, other_path = played(8)
    assert before["fresh"]["set_sha256"] != other["fresh"]["set_sha256"]
    assert played(7)[0] == before
    result_of_folder(FOLDER).write_text(as_text(before))
    assert wrong(path) == []
    made_elsewhere = Path("elsewhere") / Path(path).name
    made_elsewhere.parent.mkdir()
    shutil.copyfile(path, made_elsewhere)
    assert wrong(str(made_elsewhere)) == []
    shutil.copyfile(other_path, made_elsewhere.with_name("other.parquet"))
    assert wrong(str(made_elsewhere.with_name("other.parquet"))) != []
