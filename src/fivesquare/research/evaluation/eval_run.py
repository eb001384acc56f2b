"""A run: models at a task, by Inspect's eval sets, which continue an interrupted run."""

import os
import re
import sys
from collections.abc import Iterable
from contextlib import redirect_stdout, suppress
from pathlib import Path
from typing import Any, Literal

from inspect_ai import Task, eval_set
from inspect_ai._util.error import PrerequisiteError
from inspect_ai.log import read_eval_log
from inspect_ai.model import Model, get_model

from fivesquare.books import NAMED
from fivesquare.errors import PlayerError, quote
from fivesquare.record import read_json
from fivesquare.research.baselines import PROVIDER, check_baseline
from fivesquare.research.evaluation.eval_logs import EvalRow, row
from fivesquare.research.evaluation.task import play
from fivesquare.words.typed import read_player


class NotStartedError(Exception):
    """The run could not begin, and why: one line."""


def prepared(arguments: dict[str, Any]) -> Task:
    """The task with these arguments."""
    try:
        return play(**arguments)
    except PrerequisiteError as error:
        raise NotStartedError(plain(error)) from None


def model_name(name: str) -> str:
    """A model as Inspect names it; a player of ours needs no provider."""
    if os.path.lexists(name):
        raise PlayerError(f"{quote(name)} is no model; logs are read with --log")
    if "/" in name:
        return name
    with suppress(PlayerError):
        name = read_player(name)
    try:
        check_baseline(name)
    except PlayerError as error:
        raise PlayerError(f"{error}; a model has its provider before it, like openai/gpt-5-mini") from None
    return f"{PROVIDER}/{name}"


def books_named(names: str) -> Any:
    """The `book` of the task: one, or a list where there are commas.

    What is in a file is read now: a log must not depend on a file that may change.
    """
    found = [_book(name.strip()) for name in names.split(",")]
    return found if len(found) > 1 else found[0]


def _book(name: str) -> str | dict[str, Any]:
    if name.lower() in NAMED:
        return name.lower()
    return read_json(Path(name)) if Path(name).is_file() else name


def run(
    models: Iterable[str],
    task: Task,
    folder: str,
    at_once: int,
    display: Literal["rich", "plain"],
    *,
    samples: int = 1,
    temperature: float | None = None,
    max_tokens: int | None = None,
) -> list[EvalRow]:
    """Play what of this was not played yet; a row for each model, in their order.

    Every game is played `samples` times. What is None is left to the provider. Inspect's progress
    goes to standard error.
    """
    names = list(dict.fromkeys(models))
    made = [made_model(name) for name in names]
    with redirect_stdout(sys.stderr):
        try:
            _, headers = eval_set(
                task,
                log_dir=folder,
                log_dir_allow_dirty=True,  # other runs may be kept in the same folder
                model=made,
                max_connections=at_once,
                epochs=samples,
                temperature=temperature,
                max_tokens=max_tokens,
                retry_attempts=0,  # a failure is reported, and played in the next run
                retry_immediate=False,
                log_buffer=1,  # every game is on disk as soon as it is over
                ctl_server=False,
                display=display,
            )
        except PrerequisiteError as error:
            raise NotStartedError(plain(error)) from None
    if len(headers) < len(names):  # of a run that is stopped with Ctrl-C nothing, or not all, comes back
        raise KeyboardInterrupt
    rows = [row(read_eval_log(header.location)) for header in headers]
    return sorted(rows, key=lambda row: names.index(row.model))


def made_model(name: str) -> Model:
    try:
        return get_model(name)
    except PrerequisiteError as error:
        raise NotStartedError(f"{name}: {plain(error)}") from None
    except Exception as error:  # every provider has its own
        raise NotStartedError(f"{name}: {error}") from None


def plain(error: PrerequisiteError) -> str:
    """What Inspect says, without its markup and on one line."""
    text = re.sub(r"(?<!\\)\[/?[a-z ]*\]", "", str(error.message)).replace(r"\[", "[")
    lines = [line.strip() for line in text.replace("ERROR:", "").splitlines() if line.strip()]
    return " ".join(line if line[-1] in ".:" else f"{line}." for line in lines).removesuffix(".")
