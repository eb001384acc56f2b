"""A run of the benchmark, by Inspect's eval sets, which continue an interrupted run."""

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import Any, Literal

from inspect_ai import eval_set
from inspect_ai._util.error import PrerequisiteError
from inspect_ai.log import EvalLog

from fivesquare.errors import BusyFileError, FivesquareError, many
from fivesquare.files import LockedFile, named
from fivesquare.research.benchmark.bench_logs import kept, log_of, logs_in, missing_in
from fivesquare.research.benchmark.bench_result import BenchRun, result_of
from fivesquare.research.benchmark.bench_tasks import bench
from fivesquare.research.benchmark.protocol import TRACKS
from fivesquare.research.benchmark.set_parts import Part
from fivesquare.research.evaluation.eval_run import NotStartedError, made_model, plain

_LOCK = "run.lock"


class IncompleteError(FivesquareError):
    """Not everything was answered; the same command goes on."""


def parts_of(run: BenchRun) -> tuple[Part, ...]:
    """What is run: both tracks, and the fresh set if there is one."""
    return (*TRACKS, "fresh") if run.fresh_seed is not None else TRACKS


def play(run: BenchRun, folder: Path, at_once: int, display: Literal["rich", "plain"]) -> dict[str, Any]:
    """Ask what was not asked yet, and make the result. Progress goes to standard error."""
    tasks = [bench(part, run.lite, run.fresh_file if part == "fresh" else None) for part in parts_of(run)]
    model = made_model(run.model)
    with redirect_stdout(sys.stderr):
        try:
            _, headers = eval_set(
                tasks,
                log_dir=str(folder),
                log_dir_allow_dirty=True,
                model=model,
                max_connections=at_once,
                retry_attempts=0,  # a failure is reported, and asked again by the next run
                retry_immediate=False,
                log_buffer=1,  # every answer is on disk as soon as it is there
                log_realtime=False,  # else a killed run leaves games recovered with their last answer alone
                ctl_server=False,
                display=display,
            )
        except PrerequisiteError as error:
            raise NotStartedError(plain(error)) from None
    if len(headers) < len(tasks):  # of a run that is stopped with Ctrl-C nothing, or not all, comes back
        raise KeyboardInterrupt
    return result_in(run, folder)


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Keep the folder to this run: a second one at the same time would ask everything once more."""
    try:
        hold = LockedFile(folder / _LOCK, create=True)
    except BusyFileError:
        raise BusyFileError(f"another run is writing into {named(folder)}: wait for it") from None
    try:
        yield
    finally:
        hold.release()


def result_in(run: BenchRun, folder: Path) -> dict[str, Any]:
    """The result of the logs in a folder; IncompleteError if something is missing."""
    logs = logs_in(folder)
    found: Mapping[Part, EvalLog | None] = {part: log_of(run, part, logs) for part in parts_of(run)}
    for part, log in found.items():
        missing, why = missing_in(run, part, log)
        if missing:
            told = f" ({why})" if why else ""
            failed = f"{many(missing, 'sample')} of the {part} could not be played{told}"
            raise IncompleteError(f"{failed}; run the same command again to ask them")
    return result_of(run, {part: kept(log) for part, log in found.items() if log is not None})
