"""What is in the WebAssembly module: the search, and the rules for programs without Python."""

from fivesquare.native.rule_calls import ENTRIES as RULES
from fivesquare.solver.native import ENTRIES as SEARCH

ENTRIES = {**SEARCH, **RULES}
