"""The result of a model: one JSON object, all of which follows from the transcripts in its logs."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import fsum
from pathlib import Path
from typing import Any

from fivesquare.errors import FileError
from fivesquare.files import named, read_text
from fivesquare.research.benchmark import protocol
from fivesquare.research.benchmark.bench_scores import (
    Groups,
    Spread,
    Unit,
    gap,
    mean_of,
    skill,
    skill_by_group,
)
from fivesquare.research.benchmark.question_drawing import DIFFICULTIES, FAMILY
from fivesquare.research.benchmark.question_sets import BenchBoard, Question
from fivesquare.research.benchmark.set_parts import PARTS, Asked, Part, hash_of, samples_of
from fivesquare.research.skill import FAULTS, PHASES, Account, Decision, Phase, wilson

_DIGITS = 6  # of every number: more say nothing, and differ from one machine to the next


@dataclass(frozen=True)
class PlayedPart:
    """What a model did in one part."""

    accounts: Mapping[str, Account]
    """By the names of the samples."""
    tokens: tuple[int, int]
    """Read and written by the model."""
    transcript: str
    """SHA-256 of everything that was asked and answered."""


@dataclass(frozen=True)
class BenchRun:
    """What was run."""

    model: str
    lite: bool
    release: str
    """Of Fivesquare."""
    fresh_seed: int | None = None
    fresh_file: str | None = None
    price: tuple[float, float] | None = None
    """Of a million tokens, read and written."""

    def samples(self, part: Part) -> Mapping[str, Asked]:
        return samples_of(part, self.lite, self.fresh_file if part == "fresh" else None)


def result_of(run: BenchRun, played: Mapping[Part, PlayedPart]) -> dict[str, Any]:
    """The whole result."""
    parts = {part: _part(run, part, played[part]) for part in PARTS if part in played}
    spreads = [skill(units(run, part, played[part])) for part in protocol.TRACKS]
    tokens = [sum(each.tokens[place] for each in played.values()) for place in range(2)]
    result = {
        "benchmark": protocol.NAME,
        "version": protocol.VERSION,
        "lite": run.lite,
        "canary": protocol.CANARY,
        "model": run.model,
        "fivesquare": run.release,
        "settings": protocol.settings(),
        "protocol_sha256": protocol.digest(protocol.settings()),
        "skill": _estimate(mean_of(spreads)),
        "parts": parts,
        "tokens": {"read": tokens[0], "written": tokens[1]},
        "price": None if run.price is None else list(run.price),
        "cost": _cost(run.price, tokens),
    }
    if "fresh" in played:
        ours, theirs = (units(run, part, played[part]) for part in ("positions", "fresh"))
        result["contamination"] = {"seed": run.fresh_seed, "gap": _estimate(gap(ours, theirs))}
    rounded: dict[str, Any] = _rounded(result)
    return rounded


def _cost(price: tuple[float, float] | None, tokens: Sequence[int]) -> float | None:
    if price is None:
        return None
    return sum(each * number for each, number in zip(price, tokens, strict=True)) / 1e6


def _part(run: BenchRun, part: Part, played: PlayedPart) -> dict[str, Any]:
    accounts = list(played.accounts.values())
    groups = units(run, part, played)
    found = {
        "set_sha256": hash_of(part, run.lite, run.fresh_file if part == "fresh" else None),
        "transcript_sha256": played.transcript,
        "samples": len(accounts),
        "skill": _estimate(skill(groups)),
        "groups": {name: _estimate(each) for name, each in skill_by_group(groups).items()},
        "phases": {
            each: _estimate(skill(units(run, part, played, partial(_is_of, each)))) for each in PHASES
        },
        "forfeits": sum(each.forfeited is not None for each in accounts),
        "faults": {fault: sum(each.faults.get(fault, 0) for each in accounts) for fault in FAULTS},
        "results_lost": sum(
            made.regret.result_lost
            for each in accounts
            for made in each.decisions
            if made.regret is not None
        ),
        "tokens": {"read": played.tokens[0], "written": played.tokens[1]},
    }
    if part == "games":
        found["wins"] = _wins(accounts)
        found["unsolved"] = sum(made.regret is None for each in accounts for made in each.decisions)
    else:
        found["difficulties"] = {
            each: _estimate(skill(_of_difficulty(run, part, played, each))) for each in DIFFICULTIES
        }
    listed = [unit for of in groups.values() for unit in of]
    return {**found, "lost": [unit.lost for unit in listed], "expected": [unit.expected for unit in listed]}


def _is_of(phase: Phase, made: Decision) -> bool:
    return made.phase == phase


def _wins(accounts: Iterable[Account]) -> dict[str, Any]:
    """Won games against each opponent, and half of those drawn."""
    points, games = Counter[str](), Counter[str]()
    for each in accounts:
        points[each.opponent] += {"won": 2, "drawn": 1}.get(each.result or "", 0)
        games[each.opponent] += 1
    return {name: wilson(points[name] / 2, games[name])._asdict() for name in sorted(games)}


# --- What was lost ---


def units(
    run: BenchRun, part: Part, played: PlayedPart, counts: Callable[[Decision], bool] | None = None
) -> Groups:
    """What was lost in each question, or on each board by both of its games, in the order of the set.

    With `counts` only in decisions that it holds for, without what was forfeited.
    """
    found = dict[str, dict[str, list[Unit]]]()
    for name, each in run.samples(part).items():
        of = found.setdefault(each.row.group, {}).setdefault(each.row.id, [])
        of.append(_unit(each.row, played.accounts[name], counts))
    return {group: [_added(of) for of in rows.values()] for group, rows in found.items()}


def _of_difficulty(run: BenchRun, part: Part, played: PlayedPart, difficulty: str) -> Groups:
    found = dict[str, list[Unit]]()
    for name, each in run.samples(part).items():
        if isinstance(each.row, Question) and each.row.difficulty == difficulty:
            found.setdefault(each.row.group, []).append(_unit(each.row, played.accounts[name], None))
    return found


def _unit(row: Question | BenchBoard, account: Account, counts: Callable[[Decision], bool] | None) -> Unit:
    """Games of a level of the family have units of their own: there all is a share of the stake."""
    scale = account.stake if row.group.startswith(FAMILY) else 1.0
    counted = [made for made in account.decisions if counts is None or counts(made)]
    regrets = [made.regret for made in counted if made.regret is not None]
    rest = account.rest if counts is None else 0.0
    return Unit(
        (fsum(regret.lost for regret in regrets) + rest) / scale,
        (fsum(regret.expected for regret in regrets) + rest) / scale,
    )


def _added(of: Sequence[Unit]) -> Unit:
    return Unit(fsum(unit.lost for unit in of), fsum(unit.expected for unit in of))


# --- Numbers and files ---


def _estimate(spread: Spread | None) -> dict[str, Any] | None:
    return None if spread is None else spread.estimate._asdict()


def _rounded(thing: Any) -> Any:
    if isinstance(thing, float):
        return round(thing, _DIGITS) + 0.0  # no minus zero
    if isinstance(thing, Mapping):
        return {name: _rounded(value) for name, value in thing.items()}
    return [_rounded(each) for each in thing] if isinstance(thing, list | tuple) else thing


def as_text(result: Mapping[str, Any]) -> str:
    """The result as a file has it: a line for each number, and one for each list."""
    lists = dict[str, str]()

    def marked(thing: Any) -> Any:
        if isinstance(thing, Mapping):
            return {name: marked(value) for name, value in thing.items()}
        if isinstance(thing, list):
            mark = f"list {len(lists)}"
            lists[json.dumps(mark)] = json.dumps(thing)
            return mark
        return thing

    text = json.dumps(marked(result), indent=2, ensure_ascii=False)
    for mark, shown in lists.items():
        text = text.replace(mark, shown, 1)
    return text + "\n"


def read_result(path: Path) -> dict[str, Any]:
    """The result in a file, if it is one of this version of the benchmark."""
    try:
        result = json.loads(read_text(path))
    except ValueError as error:
        raise FileError(f"{named(path)} is not JSON: {error}") from None
    known = (protocol.NAME, protocol.VERSION)
    if not isinstance(result, dict) or (result.get("benchmark"), result.get("version")) != known:
        raise FileError(f"{named(path)} is not a result of {' '.join(known)}")
    return result


def groups_of(result: Mapping[str, Any], part: Part) -> Groups:
    """The units of a part as a result lists them."""
    told = result["parts"][part]
    rows = dict.fromkeys(
        (each.row.group, each.row.id) for each in samples_of(part, result["lite"]).values()
    )
    found = dict[str, list[Unit]]()
    for (group, _), lost, expected in zip(rows, told["lost"], told["expected"], strict=True):
        found.setdefault(group, []).append(Unit(lost, expected))
    return found


def slug(run: BenchRun) -> str:
    """The name of a run's folder and file: "openai-gpt-5-mini-lite"."""
    name = re.sub(r"[^A-Za-z0-9._-]+", "-", run.model)
    return f"{name}{'-lite' if run.lite else ''}{'' if run.fresh_seed is None else '-fresh'}"
