"""What stands in for pydantic in the browser accepts, refuses and says what pydantic does."""

import asyncio
import importlib
import sys
import types
import typing
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, NamedTuple, cast

import pydantic
import pytest
from hypothesis import given
from hypothesis import strategies as st

import fivesquare
from fivesquare.web.static_site import letters, pydantic_standin
from fivesquare.web.static_site.browser_store import BrowserStore
from fivesquare.web.static_site.memory_documents import MemoryDocuments
from fivesquare.web.static_site.website_of_one import website_of_one

_WEB = "fivesquare.web"


async def _taken() -> list[type[pydantic.BaseModel]]:
    """The models of all that pages may send to the site's worker, and of the letters in its links."""
    operations = website_of_one(BrowserStore(MemoryDocuments())).operations
    return list(dict.fromkeys([*(each.takes for each in operations if each.takes), letters.Contents]))


@contextmanager
def standing_in() -> Iterator[None]:
    """Have modules of the website be imported anew, with the stand-in."""
    kept = {name: module for name, module in sys.modules.items() if name.startswith(_WEB)}
    for name in kept:
        del sys.modules[name]
    sys.modules["pydantic"] = pydantic_standin
    try:
        yield
    finally:
        for name in [name for name in sys.modules if name.startswith(_WEB)]:
            del sys.modules[name]
        sys.modules.update({**kept, "pydantic": pydantic})
        vars(fivesquare)["web"] = kept[_WEB]


def _ours(models: list[type[pydantic.BaseModel]]) -> dict[str, type[pydantic_standin.BaseModel]]:
    with standing_in():
        return {
            model.__name__: getattr(importlib.import_module(model.__module__), model.__name__)
            for model in models
        }


MODELS = asyncio.run(_taken())
OURS = _ours(MODELS)


class Judgement(NamedTuple):
    """What is made of a body, or what is said about it: places and words."""

    made: dict[str, Any] | None
    faults: list[tuple[tuple[str | int, ...], str]]


def judged(model: Any, body: Any) -> Judgement:
    """As `messages.read` tells it, which leaves out the types that are parts of a place."""
    try:
        return Judgement(model.model_validate(body).model_dump(), [])
    except (pydantic.ValidationError, pydantic_standin.ValidationError) as error:
        found = error.errors(include_url=False, include_input=False, include_context=False)
        return Judgement(
            None,
            [(tuple(part for part in each["loc"] if "[" not in str(part)), each["msg"]) for each in found],
        )


# --- Bodies ---

_KEYS = st.text(max_size=12)
_TEXTS = _KEYS | st.text("a\ud800", max_size=2)
"""JSON may write half of a character."""

_NUMBERS = (
    st.integers(-3, 120) | st.integers(-(2**65), 2**65) | st.sampled_from([10**308, -(10**309), 2**63])
)
_SCALARS = st.none() | st.booleans() | _NUMBERS | st.floats(allow_nan=False, allow_infinity=False) | _TEXTS
_ANYTHING = st.recursive(
    _SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_KEYS, inner, max_size=3),
    max_leaves=6,
)
_LIMITS = st.text(max_size=1).map(lambda letter: letter * 201) | st.lists(_TEXTS, min_size=7, max_size=10)
"""Things at the limits of what models allow, or beyond."""


@cache
def of_kind(kind: Hashable) -> st.SearchStrategy[Any]:
    """What fits a type, and now and then what does not."""
    return st.one_of(_fitting(kind), _fitting(kind), _fitting(kind), _ANYTHING, _LIMITS)


def _fitting(kind: Any) -> st.SearchStrategy[Any]:
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if origin is typing.Annotated:
        return of_kind(inner[0])
    if origin in (typing.Union, types.UnionType):
        return st.one_of([of_kind(each) for each in inner])
    if origin is typing.Literal:
        return st.sampled_from(inner) | st.sampled_from([True, 1.0, 2.0, 2**63, ""])
    if origin is list:
        return st.lists(of_kind(inner[0]), max_size=3)
    if origin is dict:
        return st.dictionaries(_KEYS, of_kind(inner[1]), max_size=3)
    if isinstance(kind, type) and issubclass(kind, pydantic.BaseModel):
        return bodies(kind)
    plain = {
        str: _TEXTS,
        int: _NUMBERS,
        float: _SCALARS,
        bool: st.booleans(),
        type(None): st.none(),
        Any: _ANYTHING,
    }
    return plain[kind]


@cache
def bodies(model: type[pydantic.BaseModel]) -> st.SearchStrategy[dict[str, Any]]:
    """What might be sent: right, of a wrong type, incomplete, or with keys that are not known."""
    fields = {
        name: of_kind(cast("Hashable", field.annotation)) for name, field in model.model_fields.items()
    }
    whole = st.fixed_dictionaries(fields)
    partial = st.fixed_dictionaries({}, optional=fields)
    more = st.dictionaries(st.sampled_from(["extra", "book", ""]) | _TEXTS, _ANYTHING, max_size=2)
    return st.one_of(whole, partial, st.builds(lambda body, extra: extra | body, partial, more))


# --- Tests ---


def test_the_site_knows_models_by_the_dozen() -> None:
    assert len(MODELS) > 20
    assert all(issubclass(model, pydantic_standin.BaseModel) for model in OURS.values())


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_it_judges_as_pydantic_does(model: type[pydantic.BaseModel]) -> None:
    @given(bodies(model))
    def holds(body: dict[str, Any]) -> None:
        assert judged(OURS[model.__name__], body) == judged(model, body)

    holds()
