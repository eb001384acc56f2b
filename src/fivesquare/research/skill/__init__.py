"""How good decisions were, against chance and against perfection.

Skill is 1 - (what was lost) / (what a random mover would have lost in the same positions), summed over
critical decisions: those where the best and the worst move differ. A random mover has 0, a perfect one 1,
and one that is worse than chance less than 0. A game that is given up adds to both sums what a random mover
is expected to lose in the rest of it: giving up is worth what chance is worth. The share of optimal moves
is not here: where most decisions are not critical it says nothing.

Every decision is exact, or it is not there: one that could not be solved is counted apart.
"""

from fivesquare.intervals import Estimate, wilson
from fivesquare.research.skill.accounts import (
    FAULTS,
    RESULTS,
    Account,
    Fault,
    Result,
    account,
    expected_rest,
    result,
)
from fivesquare.research.skill.decisions import PHASES, Decision, Phase, decision, phase
from fivesquare.research.skill.estimates import Losses
from fivesquare.research.skill.reports import Report, Standing, difference, report

__all__ = [
    "FAULTS",
    "PHASES",
    "RESULTS",
    "Account",
    "Decision",
    "Estimate",
    "Fault",
    "Losses",
    "Phase",
    "Report",
    "Result",
    "Standing",
    "account",
    "decision",
    "difference",
    "expected_rest",
    "phase",
    "report",
    "result",
    "wilson",
]
