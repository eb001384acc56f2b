"""The task of Inspect: what a track asks, with the settings that the protocol fixes."""

from typing import Any

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import GenerateConfig
from inspect_ai.solver import Generate, Solver, TaskState, solver

from fivesquare import __version__
from fivesquare.research.benchmark.protocol import CANARY, MAX_TOKENS, TEMPERATURE, VERSION
from fivesquare.research.benchmark.set_parts import Asked, Part, hash_of, samples_of
from fivesquare.research.evaluation.scorer import SCORER, skill
from fivesquare.research.evaluation.task import LANE, RELEASE, answered

SOLVER = "answer"
"""The name of the solver below."""

SET_HASH = "set_sha256"
"""What the metadata of a log says: the hash of the set that was asked."""


def told_of(asked: Asked) -> dict[str, Any]:
    """The metadata of a sample."""
    return {"group": asked.row.group, "canary": CANARY}


@solver(name=SOLVER)
def answer(part: Part, lite: bool, fresh: str | None) -> Solver:
    """Lets the model answer a question, or play a game; every prompt is complete by itself."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        wanted = samples_of(part, lite, fresh)[str(state.sample_id)]
        return await answered(state, await LANE.do(wanted.begin), wanted.row.group)

    return solve


@task
def bench(part: Part = "positions", lite: bool = False, fresh: str | None = None) -> Task:
    """A part of FS-Bench. `fivesquare benchmark` runs all of it, and makes the result.

    Args:
        part: positions, games, or fresh.
        lite: The lite set alone.
        fresh: The file of the fresh set.
    """
    samples = [
        Sample(id=name, input=each.row.prompt, metadata=told_of(each))
        for name, each in samples_of(part, lite, fresh).items()
    ]
    return Task(
        dataset=MemoryDataset(samples, name=f"fs-bench-{VERSION}-{part}"),
        solver=answer(part, lite, fresh),
        scorer=skill(),
        config=GenerateConfig(temperature=TEMPERATURE, max_tokens=MAX_TOKENS),
        continue_on_fail=True,
        headline_metric=SCORER,
        version=VERSION,
        metadata={RELEASE: __version__, SET_HASH: hash_of(part, lite, fresh)},
    )
