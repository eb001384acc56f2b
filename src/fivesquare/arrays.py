"""NumPy, imported when something of it is first used: it takes a tenth of a second, and is an extra."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from fivesquare.errors import needing

__all__ = ["need_numpy", "np"]


def need_numpy(what: str) -> None:
    """Say now what is missing, and not after hours."""
    with needing(what, "arrays"):
        import_module("numpy")


class _NumPy:
    """In the place of NumPy's module."""

    def __getattr__(self, name: str) -> Any:
        with needing("This", "arrays"):
            found = getattr(import_module("numpy"), name)
        setattr(self, name, found)
        return found


if TYPE_CHECKING:
    import numpy as np
else:
    np = _NumPy()
