"""The result of a player: one JSON object, all of which follows from the transcripts in its logs."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import fsum
from pathlib import Path
from typing import Any

from fivesquare.errors import FileError, RecordError
from fivesquare.files import named, read_text
from fivesquare.research.baselines import PROVIDER
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
from fivesquare.research.benchmark.result_shape import faults_of
from fivesquare.research.benchmark.set_parts import PARTS, Asked, Part, hash_of, samples_of
from fivesquare.research.skill import FAULTS, PHASES, Account, Decision, Phase, wilson

_DIGITS = 6  # of every number: more say nothing, and differ from one machine to the next


@dataclass(frozen=True)
class PlayedPart:
    """What a player did in one part."""

    accounts: Mapping[str, Account]
    """By the names of the samples."""
    tokens: tuple[int, int]
    """Read and written by the model."""
    log_sha256: str
    """SHA-256 of everything that was asked and answered."""
    release: str
    """Of the version of Fivesquare that asked."""


@dataclass(frozen=True)
class BenchRun:
    """What was run."""

    player: str
    """A model with its provider, or a player of ours by its name."""
    lite: bool
    fresh_seed: int | None = None
    fresh_file: str | None = None
    price: tuple[float, float] | None = None
    """Of a million tokens, read and written."""

    @property
    def model(self) -> str:
        """The player as Inspect names it."""
        return self.player if "/" in self.player else f"{PROVIDER}/{self.player}"

    @property
    def fresh_name(self) -> str:
        """The name of the file of its fresh set."""
        return f"fresh-{self.fresh_seed}{'-lite' if self.lite else ''}.parquet"

    def samples(self, part: Part) -> Mapping[str, Asked]:
        return samples_of(part, self.lite, _file(self, part))


def result_of(run: BenchRun, played: Mapping[Part, PlayedPart]) -> dict[str, Any]:
    """The whole result."""
    parts = {part: _part(run, part, played[part]) for part in PARTS if part in played}
    settings = protocol.settings()
    spreads = [skill(units(run, part, played[part])) for part in protocol.TRACKS]
    tokens = [sum(each.tokens[place] for each in played.values()) for place in range(2)]
    result: dict[str, Any] = {
        "benchmark": protocol.TITLE,
        "set": protocol.SET_NAMES[run.lite],
        "player": run.player,
        "version": ", ".join(sorted({each.release for each in played.values()})),
        "canary": protocol.CANARY,
        "settings": settings,
        "prompt_sha256": protocol.digest([settings, *(part["set_sha256"] for part in parts.values())]),
        "log_sha256": protocol.digest({part: played[part].log_sha256 for part in parts}),
        "skill": _estimate(mean_of(spreads)),
        **{str(part): told for part, told in parts.items()},
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
    skills = skill_by_group(groups)
    found: dict[str, Any] = {
        "set_sha256": hash_of(part, run.lite, _file(run, part)),
        "samples": len(accounts),
        "skill": _estimate(skill(groups)),
        "books": {
            name: {"skill": _estimate(skills.get(name)), "decisions": number}
            for name, number in _decisions_by_group(run, part, played).items()
        },
        "phases": {each: _phase(run, part, played, each) for each in PHASES},
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
        found["difficulties"] = {each: _difficulty(run, part, played, each) for each in DIFFICULTIES}
    listed = [unit for of in groups.values() for unit in of]
    return {**found, "lost": [unit.lost for unit in listed], "expected": [unit.expected for unit in listed]}


def _file(run: BenchRun, part: Part) -> str | None:
    return run.fresh_file if part == "fresh" else None


def _decisions_by_group(run: BenchRun, part: Part, played: PlayedPart) -> Counter[str]:
    """How many decisions were made and could be solved; those that were forfeited are not among them."""
    found = Counter[str]()
    for name, each in run.samples(part).items():
        found[each.row.group] += sum(_is_solved(made) for made in played.accounts[name].decisions)
    return found


def _phase(run: BenchRun, part: Part, played: PlayedPart, phase: Phase) -> dict[str, Any]:
    def is_of(made: Decision) -> bool:
        return made.phase == phase

    made = [one for each in played.accounts.values() for one in each.decisions if is_of(one)]
    return {
        "skill": _estimate(skill(units(run, part, played, is_of))),
        "decisions": sum(map(_is_solved, made)),
    }


def _difficulty(run: BenchRun, part: Part, played: PlayedPart, difficulty: str) -> dict[str, Any]:
    found, decisions = dict[str, list[Unit]](), 0
    for name, each in run.samples(part).items():
        if isinstance(each.row, Question) and each.row.difficulty == difficulty:
            account = played.accounts[name]
            found.setdefault(each.row.group, []).append(_unit(each.row, account, None))
            decisions += sum(map(_is_solved, account.decisions))
    return {"skill": _estimate(skill(found)), "decisions": decisions}


def _is_solved(made: Decision) -> bool:
    return made.regret is not None


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
    except FileError:
        raise
    except (ValueError, RecursionError) as error:
        raise FileError(f"{named(path)} is not JSON: {error}") from None
    if not isinstance(result, dict) or result.get("benchmark") != protocol.TITLE:
        raise FileError(f"{named(path)} is not a result of {protocol.TITLE}")
    for fault in faults_of(result):
        raise FileError(f"{named(path)} is not a whole result: {fault}")
    return result


def check_place(path: Path, run: BenchRun) -> None:
    """Refuse to overwrite anything but an earlier result of the same run."""
    if not path.exists():
        return
    found = read_result(path)
    if (found["player"], found["set"]) != (run.player, protocol.SET_NAMES[run.lite]):
        what = f"of {found['player']}, {found['set']} set"
        raise FileError(f"{named(path)} is the result {what}: choose another file")


def logs_of(path: Path) -> Path:
    """The folder of the logs of a result: beside its file."""
    return path.with_name(f"{path.name.removesuffix('.json')}.logs")


def groups_of(result: Mapping[str, Any], part: Part) -> Groups:
    """The units of a part as a result lists them."""
    told, is_lite = result[part], result["set"] == protocol.SET_NAMES[True]
    rows = dict.fromkeys((each.row.group, each.row.id) for each in samples_of(part, is_lite).values())
    if len(rows) != len(told["lost"]):
        raise RecordError(f"the {part} of {result['player']} are {len(told['lost'])}, not {len(rows)}")
    found = dict[str, list[Unit]]()
    for (group, _), lost, expected in zip(rows, told["lost"], told["expected"], strict=True):
        found.setdefault(group, []).append(Unit(lost, expected))
    return found


def slug(run: BenchRun) -> str:
    """The name of a run's folder and file: "openai-gpt-5-mini-lite"."""
    name = re.sub(r"[^A-Za-z0-9._-]+", "-", run.player)
    return f"{name}{'-lite' if run.lite else ''}{'' if run.fresh_seed is None else '-fresh'}"
