"""Stand-ins for optional packages: what imports them can be imported, and read, without them.

The reference is the same whether they are installed or not. (autodoc's own mocks cannot be combined by `|`,
and are left aside wherever it looks at the module of a base class.)
"""

import sys
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any, Union

PACKAGES = ("gymnasium", "pettingzoo", "pyspiel", "open_spiel", "pyarrow", "inspect_ai", "mcp")


class _StandInType(type):
    """The type of classes that have any attribute; what is derived from them has its own only."""

    def __getattr__(cls, name: str) -> "_StandInType":
        if name.startswith("_") or "stands_in" not in vars(cls):
            raise AttributeError(name)
        return stand_in(cls.__module__, f"{cls.__qualname__}.{name}")

    def __or__(cls, other: Any) -> Any:
        return Union[cls, other]  # noqa: UP007 (this is what `|` is made of)

    def __ror__(cls, other: Any) -> Any:
        return Union[other, cls]  # noqa: UP007

    def __int__(cls) -> int:
        return 0

    def __repr__(cls) -> str:
        return cls.__qualname__


class _StandIn(metaclass=_StandInType):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Whatever is given is ignored."""

    def __class_getitem__(cls, item: Any) -> type:
        return cls


def stand_in(module: str, name: str) -> _StandInType:
    """A class of a package that is not imported."""
    names = {"__module__": module, "__qualname__": name, "stands_in": True}
    return _StandInType(name.rpartition(".")[2], (_StandIn,), names)


class _Module(ModuleType):
    def __getattr__(self, name: str) -> _StandInType:
        if name.startswith("__"):
            raise AttributeError(name)
        return stand_in(self.__name__, name)


class _Finder(MetaPathFinder, Loader):
    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        return ModuleSpec(name, self, is_package=True) if name.partition(".")[0] in PACKAGES else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return _Module(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """There is nothing to run."""


def install() -> None:
    """From now on, importing one of the packages gives its stand-in."""
    sys.meta_path.insert(0, _Finder())
