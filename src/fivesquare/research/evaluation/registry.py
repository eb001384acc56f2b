"""What Inspect finds under our name: `inspect eval fivesquare/play`, and `--model fivesquare/level:3`."""

from fivesquare.research.evaluation.house import House
from fivesquare.research.evaluation.playing import sit
from fivesquare.research.evaluation.scoring import skill, summary
from fivesquare.research.evaluation.tasks import play

__all__ = ["House", "play", "sit", "skill", "summary"]
