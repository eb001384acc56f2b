"""What is in the WebAssembly module: the search, and the rules for programs without Python."""

from fivesquare.native.rules import ENTRIES as RULES
from fivesquare.solver.native import ENTRIES as SEARCH

ENTRIES = {**SEARCH, **RULES}
