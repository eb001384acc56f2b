"""What the logs of a run say: a row for each, which is a model at one task."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlparse

from inspect_ai.log import EvalLog, EvalSample, list_eval_logs, read_eval_log

from fivesquare.errors import FileError
from fivesquare.files import named
from fivesquare.research.evaluation.scorer import SCORER, accounts
from fivesquare.research.evaluation.task import PROMPT_SHA256, RELEASE
from fivesquare.research.skill import Account, Report, report

TASK = "play"


@dataclass(frozen=True)
class EvalRow:
    """One log: a model, what it was asked to do, and how it did."""

    model: str
    task: dict[str, Any]
    """The arguments of the task."""
    report: Report
    planned: int
    """How many games there are to play."""
    errors: tuple[str, ...]
    """Why games could not be played, one line each."""
    tokens: tuple[int, int]
    """Read and written by the model."""
    log: str
    version: str | None = None
    """Of Fivesquare, when it was played."""
    settings: dict[str, Any] = field(default_factory=dict)
    """How the model was asked: temperature, max_tokens, retries, samples; null is the provider's own."""
    prompt_sha256: str | None = None
    games: tuple[Account, ...] = ()

    @property
    def missing(self) -> int:
        """Games that are not in the report: not played yet, or not to be played."""
        return self.planned - self.report.games

    def to_json(self) -> dict[str, Any]:
        return {
            "model": self.model,
            "version": self.version,
            "settings": self.settings,
            PROMPT_SHA256: self.prompt_sha256,
            "task": self.task,
            "report": self.report.to_json(),
            "planned": self.planned,
            "errors": list(self.errors),
            "tokens": {"read": self.tokens[0], "written": self.tokens[1]},
            "log": self.log,
        }


def read(paths: Iterable[str]) -> list[EvalRow]:
    """The rows of these logs, or of those in these folders; of logs of one run, the last one alone."""
    rows: dict[str, tuple[str, EvalRow]] = {}
    for path in _files(paths):
        log = _read(path)
        if log.eval.task.rpartition("/")[2] != TASK:
            raise FileError(f"{named(path)} is the log of another task: {log.eval.task}")
        known = rows.get(log.eval.task_id)
        if known is None or known[0] <= log.eval.created:
            rows[log.eval.task_id] = log.eval.created, row(log)
    return [row for _, row in rows.values()]


def row(log: EvalLog) -> EvalRow:
    """What one log says."""
    samples = log.samples or []
    scores = [sample.scores[SCORER] for sample in samples if sample.scores and SCORER in sample.scores]
    usages = log.stats.model_usage.values()
    epochs = log.eval.config.epochs or 1
    games = accounts(scores)
    about = log.eval.metadata or {}
    return EvalRow(
        model=log.eval.model,
        task=log.eval.task_args,
        report=report(games),
        planned=len(log.eval.dataset.sample_ids or samples) * epochs,
        errors=tuple(_fault(sample) for sample in samples if sample.error is not None),
        tokens=(sum(usage.input_tokens for usage in usages), sum(usage.output_tokens for usage in usages)),
        log=place(log.location),
        version=about.get(RELEASE),
        settings={
            "temperature": log.plan.config.temperature,
            "max_tokens": log.plan.config.max_tokens,
            "retries": log.eval.task_args.get("retries"),
            "samples": epochs,
        },
        prompt_sha256=about.get(PROMPT_SHA256),
        games=tuple(games),
    )


def place(location: str) -> str:
    """Where a log is, as a path if it is on this machine."""
    parts = urlparse(location)
    return unquote(parts.path) if parts.scheme == "file" else location


def _fault(sample: EvalSample) -> str:
    assert sample.error is not None
    return " ".join(sample.error.message.split())


def _files(paths: Iterable[str]) -> list[str]:
    found: list[str] = []
    for path in paths:
        if not Path(path).exists():
            raise FileError(f"cannot read {named(path)}: there is no such file or folder")
        if not Path(path).is_dir():
            found.append(path)
            continue
        inside = [log.name for log in list_eval_logs(path) if log.task == TASK]
        if not inside:
            raise FileError(f"there is no log of a game in {named(path)}")
        found += [place(name) for name in reversed(inside)]
    return found


def _read(path: str) -> EvalLog:
    try:
        return read_eval_log(path)
    except Exception as error:  # of many kinds: no zip, no JSON, another version
        raise FileError(f"{named(path)} is no log of Inspect: {error}") from None
