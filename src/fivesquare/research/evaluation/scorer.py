"""What Inspect notes of a game, and the numbers it shows for all of them.

Every score carries the account of its game, so that a log holds all that the report is made of.
"""

from collections.abc import Iterable
from typing import Any

from inspect_ai.scorer import Metric, SampleScore, Score, Scorer, Target, metric, scorer
from inspect_ai.solver import TaskState

from fivesquare.research.skill import FAULTS, PHASES, Account, Estimate, Losses, Report, report

ACCOUNT = "account"
"""The name of the account of a game, in the store of its sample while it is played, and in its score."""

SCORER = "skill"


@metric(scores="unreduced")
def summary() -> Metric:
    """The report as numbers: every game of every epoch counts."""

    def compute(scores: list[SampleScore]) -> Any:
        return numbers(report(accounts(score.score for score in scores)))

    return compute


@scorer(metrics=[summary()], name=SCORER)
def skill() -> Scorer:
    """The account of a game, and in short how it went."""

    async def score(state: TaskState, target: Target) -> Score:
        return scored(state.store.get(ACCOUNT))

    return score


def scored(told: dict[str, Any]) -> Score:
    """The score of a game, by its account."""
    game = Account.from_json(told)
    of_it = report([game])
    return Score(
        value={
            "skill": of_it.skill.value,
            "result": game.result,
            "results_lost": of_it.results_lost,
            "faults": sum(game.faults.values()),
        },
        explanation="\n".join(f"{name}: {text}" for name, text in of_it.table()),
        metadata={ACCOUNT: told},
    )


def accounts(scores: Iterable[Score]) -> list[Account]:
    """The accounts that scores carry."""
    return [Account.from_json((score.metadata or {})[ACCOUNT]) for score in scores]


def numbers(found: Report) -> dict[str, float | None]:
    """A report as Inspect shows it: a number for each name that has one."""
    told: dict[str, float | None] = _estimated("skill", found.skill)
    told["decision_skill"] = found.decision_skill.value
    for standing in found.opponents.values():  # a run has one opponent
        told |= _estimated("win_rate", standing.rate)
    told |= {f"regret_{name}": mean_regret(found.phases[name]) for name in PHASES}
    told |= {"results_lost": found.results_lost}
    told |= {fault: found.faults[fault] for fault in FAULTS}
    told |= {
        name: getattr(found, name) for name in ("forfeits", "unfinished", "unsolved", "games", "boards")
    }
    return told


def mean_regret(losses: Losses) -> float | None:
    """What a critical decision cost on average."""
    return losses.lost / losses.critical if losses.critical else None


def _estimated(name: str, estimate: Estimate) -> dict[str, float | None]:
    return {name: estimate.value, f"{name}_low": estimate.low, f"{name}_high": estimate.high}
