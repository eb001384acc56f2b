"""Fivesquare for reasoning_gym: questions about solved games, and answers that are proved.

import reasoning_gym
import fivesquare_reasoning_gym

data = reasoning_gym.create_dataset("fivesquare", level=2, size=100, seed=7)
"""

from dataclasses import dataclass
from typing import Any

from reasoning_gym.coaching import BaseCurriculum, ScalarAttributeDefinition
from reasoning_gym.factory import ProceduralDataset, register_dataset

from fivesquare.research import dataset
from fivesquare.research.dataset import QUESTIONS, Plan
from fivesquare.research.family.family_levels import LEVELS, wanted
from fivesquare.research.family.wishes import wish

NAME = "fivesquare"


@dataclass
class FivesquareConfig:
    """Which rows are wanted."""

    questions: tuple[str, ...] = tuple(QUESTIONS)
    level: int | None = None
    """Of the curriculum of the family, 1 to 6; None for games of any kind."""
    split: str | None = "public"
    """Train on the public split only; "held-out" is for what was learned."""
    disguise: bool = False
    """Other names for cells, players and words, other renderings, turned boards: the same games."""
    size: int = 500
    seed: int | None = None

    def validate(self) -> None:
        self.plan()

    def plan(self) -> Plan:
        """As the dataset knows it; refuses what there is not, and says why."""
        games = wish(split=self.split, **({} if self.level is None else wanted(self.level)))
        return Plan(games, tuple(self.questions), self.disguise)


class FivesquareDataset(ProceduralDataset):
    """Rows that are made when they are asked for, each from the seed and its number alone."""

    def __init__(self, config: FivesquareConfig) -> None:
        super().__init__(config=config, seed=config.seed, size=config.size)
        self._plan = config.plan()

    def __getitem__(self, idx: int) -> dict[str, Any]:
        if not 0 <= idx < self.size:
            raise IndexError(f"rows go from 0 to {self.size - 1}, not {idx}")
        row = dataset.row(idx, seed=self.seed, plan=self._plan)
        return {key: row[key] for key in ("question", "answer", "metadata")}

    def score_answer(self, answer: str | None, entry: dict[str, Any]) -> float:
        """1.0 for any answer that the solver proves right, be it another than ours; else 0.0."""
        return dataset.score(entry, answer)


class FivesquareCurriculum(BaseCurriculum):
    """The levels of the family, each harder than the one before, as was measured."""

    def __init__(self) -> None:
        super().__init__(FivesquareCurriculum.__name__, FivesquareConfig)
        self._define_attributes(
            ScalarAttributeDefinition(
                name="level", field_name="level", levels=list(LEVELS), description="How hard the games are"
            )
        )


register_dataset(NAME, FivesquareDataset, FivesquareConfig, FivesquareCurriculum)
