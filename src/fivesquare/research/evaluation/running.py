"""A run: models at a task, by Inspect's eval sets, which go on where an earlier run was interrupted."""

import re
import sys
from collections.abc import Iterable
from contextlib import redirect_stdout
from typing import Any, Literal

from inspect_ai import Task, eval_set
from inspect_ai._util.error import PrerequisiteError
from inspect_ai.log import read_eval_log
from inspect_ai.model import Model, get_model

from fivesquare.research.evaluation.results import Row, row
from fivesquare.research.evaluation.tasks import play


class NotStartedError(Exception):
    """The run could not begin, and why: one line."""


def prepared(arguments: dict[str, Any]) -> Task:
    """The task with these arguments."""
    try:
        return play(**arguments)
    except PrerequisiteError as error:
        raise NotStartedError(plain(error)) from None


def run(
    models: Iterable[str],
    task: Task,
    folder: str,
    at_once: int,
    display: Literal["rich", "plain"],
) -> list[Row]:
    """Play what of this was not played yet; a row for each model, in their order.

    What Inspect shows meanwhile goes to standard error.
    """
    names = list(dict.fromkeys(models))
    made = [_made(name) for name in names]
    with redirect_stdout(sys.stderr):
        try:
            _, headers = eval_set(
                task,
                log_dir=folder,
                log_dir_allow_dirty=True,  # other runs may be kept in the same folder
                model=made,
                max_connections=at_once,
                retry_attempts=0,  # what fails is told, and played when one comes again
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


def _made(name: str) -> Model:
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
