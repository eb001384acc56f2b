"""Rows with proofs: questions about solved games, each with its answer and what shows that it is right.

>>> from fivesquare.research import dataset
>>> row = dataset.row(0, seed=7)
>>> dataset.score(row, row["answer"])
1.0
"""

from fivesquare.research.dataset.dataset_questions import QUESTIONS, score
from fivesquare.research.dataset.dataset_rows import Plan, row, rows
from fivesquare.research.dataset.row_files import schema

__all__ = ["QUESTIONS", "Plan", "row", "rows", "schema", "score"]
