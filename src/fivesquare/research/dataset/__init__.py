"""Rows with proofs: questions about solved games, each with its answer and what shows that it is right.

>>> from fivesquare.research import dataset
>>> row = dataset.row(0, seed=7)
>>> dataset.score(row, row["answer"])
1.0
"""

from fivesquare.research.dataset.questions import QUESTIONS
from fivesquare.research.dataset.rows import Plan, row, rows
from fivesquare.research.dataset.scoring import score

__all__ = ["QUESTIONS", "Plan", "row", "rows", "score"]
