"""NumPy, imported when something of it is first used: it takes a tenth of a second, and is an extra."""

from importlib import import_module
from typing import Any

from fivesquare.errors import needing


class _NumPy:
    """In the place of NumPy's module."""

    def __getattr__(self, name: str) -> Any:
        with needing("This", "arrays"):
            found = getattr(import_module("numpy"), name)
        setattr(self, name, found)
        return found


np = _NumPy()
