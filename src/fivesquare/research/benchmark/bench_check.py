"""Results checked: every number found again from the transcripts in the logs, with the solver."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from fivesquare.errors import FileError
from fivesquare.files import named
from fivesquare.research.benchmark.bench_logs import (
    Tell,
    contradiction,
    log_of,
    logs_in,
    missing_in,
    replayed,
)
from fivesquare.research.benchmark.bench_result import BenchRun, PlayedPart, read_result, result_of
from fivesquare.research.benchmark.bench_run import parts_of
from fivesquare.research.benchmark.log_conditions import TamperedError
from fivesquare.research.benchmark.protocol import SET_NAMES
from fivesquare.research.benchmark.set_parts import Part


def check(path: Path, folder: Path, fresh_file: str | None, tell: Tell) -> list[str]:
    """What in a result is not so, a line each; nothing if all of it is true."""
    result = read_result(path)
    run = run_of(result, fresh_file)
    logs = logs_in(folder)
    played, wrong = dict[Part, PlayedPart](), list[str]()
    for part in parts_of(run):
        log = log_of(run, part, logs)
        missing, _ = missing_in(run, part, log)
        if log is None or missing:
            raise FileError(f"{named(folder)} has no complete log of the {part} for {run.player}")
        try:
            played[part] = replayed(run, part, log, tell)
        except TamperedError as error:
            return [f"the log of the {part}: {error}"]
        found = contradiction(run, part, log, played[part])
        if found is not None:
            wrong.append(f"the log of the {part}: {found}")
    return [*wrong, *_apart(result_of(run, played), result)]


def run_of(result: Mapping[str, Any], fresh_file: str | None) -> BenchRun:
    """The run that a result says it is of."""
    price = result["price"]
    return BenchRun(
        player=result["player"],
        lite=result["set"] == SET_NAMES[True],
        fresh_seed=result["contamination"]["seed"] if "contamination" in result else None,
        fresh_file=fresh_file,
        price=(price[0], price[1]) if price is not None else None,
    )


def _apart(true: Any, told: Any, where: str = "") -> Iterator[str]:
    """Where two JSON values differ."""
    if isinstance(true, dict) and isinstance(told, dict):
        for name in sorted(true.keys() | told.keys()):
            inside = f"{where}.{name}" if where else name
            if name not in told:
                yield f"{inside} is missing"
            elif name not in true:
                yield f"{inside} does not belong there"
            else:
                yield from _apart(true[name], told[name], inside)
    elif isinstance(true, list) and isinstance(told, list) and len(true) == len(told):
        for place, (one, other) in enumerate(zip(true, told, strict=True)):
            yield from _apart(one, other, f"{where}[{place}]")
    elif type(true) is not type(told) or true != told:
        yield f"{where} is {_short(told)}, and should be {_short(true)}"


def _short(thing: Any) -> str:
    text = str(thing)
    return text if len(text) <= 60 else f"{text[:57]}..."
