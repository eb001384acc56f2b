"""Compiled functions that only compiled functions call, opened so that a test can call them."""

from functools import cache
from types import ModuleType
from typing import Any

import numba


def compiled(function: Any) -> Any:
    """Compile a function so that Python can call it."""
    return numba.njit(nogil=True, error_model="numpy")(function)


@cache
def opened(function: Any) -> Any:
    """The same function, compiled so that Python can call it."""
    return compiled(function.py_func)


class Opened:
    """A module whose functions Python can call."""

    def __init__(self, module: ModuleType) -> None:
        self._module = module

    def __getattr__(self, name: str) -> Any:
        return opened(getattr(self._module, name))
