"""Primers: a rule book learnt by playing, in up to four small positions made from the engine's answers.

Each exercise shows one thing that the book does, and every legal move in it has an answer: right, or played
out with the opponent's reply. The last is a real choice, in which the obvious move loses and another wins;
the solver has proved it. A primer is determined by the answers of its book alone.
"""

from fivesquare.primer.boards import small_sizes
from fivesquare.primer.curriculum import make_primer
from fivesquare.primer.exercises import TOPICS, Answer, Exercise, Primer, Topic

__all__ = ["TOPICS", "Answer", "Exercise", "Primer", "Topic", "make_primer", "small_sizes"]
