"""What is in the library of this package, and what in its WebAssembly: rules for callers without Python."""

from fivesquare.native.perft import ENTRIES as COUNTS
from fivesquare.native.rule_calls import ENTRIES as RULES
from fivesquare.solver.native import ENTRIES as SEARCH

ENTRIES = {**SEARCH, **COUNTS}
WASM_ENTRIES = {**SEARCH, **RULES}
