"""What Inspect finds under our name: `inspect eval fivesquare/play`, and `--model fivesquare/level:3`."""

from fivesquare.research.benchmark.bench_tasks import answer, bench
from fivesquare.research.evaluation.provider import House
from fivesquare.research.evaluation.scorer import skill, summary
from fivesquare.research.evaluation.task import play, sit

__all__ = ["House", "answer", "bench", "play", "sit", "skill", "summary"]
