"""Compile everything once, so that nothing later has to wait for it."""

from fivesquare.solver.code import code, is_compiled


def is_warm() -> bool:
    """Whether the solver was compiled from these sources before."""
    return is_compiled()


def warm_up() -> None:
    """Compile, or load what was compiled before. The first search would do the same."""
    code()
