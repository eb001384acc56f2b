"""A result, and what a run will cost, as text."""

from collections.abc import Iterator, Mapping
from typing import Any

from fivesquare.errors import many
from fivesquare.research.benchmark.bench_result import BenchRun
from fivesquare.research.benchmark.leaderboard import shown
from fivesquare.research.benchmark.protocol import TITLE, TRACKS
from fivesquare.research.benchmark.question_sets import BenchBoard, Question
from fivesquare.research.benchmark.set_parts import PARTS, Asked, samples_of

_CHARACTERS_A_TOKEN = 4


def cost(run: BenchRun) -> str:
    """How much is asked, and what it costs to read as far as the price is known."""
    positions = samples_of("positions", run.lite)
    games = samples_of("games", run.lite)
    sets = [positions.values()] * (1 if run.fresh_seed is None else 2)
    questions = sum(map(len, sets)) + sum(map(_questions, games.values()))
    characters = sum(each.characters for each in [*(each for of in sets for each in of), *games.values()])
    tokens = characters / _CHARACTERS_A_TOKEN
    kind = f"{TITLE}{', lite' if run.lite else ''}"
    asked = f"{sum(map(len, sets)):,} questions and {many(len(games), 'game')}"
    told = [
        f"{kind}: {asked}, about {questions:,} prompts with {tokens / 1e6:.2f} million tokens",
        "(From the real prompts, four characters a token; of the games, those of a player of level 5.)",
    ]
    if run.price is not None:
        read, written = run.price
        told.append(
            f"Reading them costs about {tokens * read / 1e6:.2f}; every 1,000 tokens of an answer add "
            f"{questions * written / 1e3:.2f} in all."
        )
    return "\n".join(told)


def _questions(asked: Asked) -> int:
    return asked.row.questions // 2 if isinstance(asked.row, BenchBoard) else 1


def told(result: Mapping[str, Any]) -> str:
    """A result, line by line."""
    lines = list(_lines(result))
    wide = max(len(name) for name, _ in lines)
    return "\n".join(f"{name:<{wide}}  {text}".rstrip() for name, text in lines)


def _lines(result: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    yield "player", result["player"]
    yield "benchmark", f"{TITLE}, {result['set']} set"
    yield "skill", f"{shown(result['skill'])}  (0 is random, 1 perfect; the mean of both tracks)"
    for part in PARTS:
        if part in result:
            yield from _part(part, result[part])
    if "contamination" in result:
        yield "frozen - fresh", shown(result["contamination"]["gap"], sign="+")
    tokens = result["tokens"]
    yield "tokens", f"{tokens['read']:,} read, {tokens['written']:,} written"
    if result["cost"] is not None:
        yield "cost", f"{result['cost']:.2f}"


def _part(name: str, part: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    yield (
        name,
        f"{shown(part['skill'])}  ({many(part['samples'], 'game' if name == 'games' else 'question')})",
    )
    for book, found in part["books"].items():
        yield f"  {book}", shown(found["skill"])
    yield "  by phase", _skills(part["phases"])
    if name in TRACKS and "difficulties" in part:
        yield "  by difficulty", _skills(part["difficulties"])
    if "wins" in part:
        yield "  wins", ", ".join(f"{level} {shown(rate)}" for level, rate in part["wins"].items())
    faults = ", ".join(f"{number} {fault}" for fault, number in part["faults"].items())
    yield (
        "  faults",
        f"{faults}; {many(part['forfeits'], 'forfeit')}; {part['results_lost']} results thrown",
    )


def _skills(kinds: Mapping[str, Any]) -> str:
    return ", ".join(f"{kind} {shown(found['skill'])}" for kind, found in kinds.items())


def question(row: Question) -> str:
    """A question as it is asked, and what every answer costs."""
    costs = sorted(zip(row.lost, row.answers, strict=True))
    listed = ", ".join(f"{answer} {lost:g}" for lost, answer in costs)
    kind = f"{row.id}: {row.phase}, {row.difficulty}"
    about = f"({kind}. What each answer costs: {listed}; at random {row.expected:.3g}.)"
    return f"{row.prompt}\n\n{about}"
