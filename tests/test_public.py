"""What `import fivesquare as fs` promises."""

import doctest

import pytest

import fivesquare as fs
from fivesquare import actions, position, puzzles, reviews
from fivesquare.solver import analysis


def test_every_public_name_is_there_and_no_other_seems_to_be() -> None:
    assert set(fs.__all__) <= set(dir(fs))
    assert not hasattr(fs, "nonsense")
    assert not hasattr(fs, "__getattr__")  # it would let mypy believe in any name


def test_every_public_name_exists() -> None:
    assert [name for name in fs.__all__ if not hasattr(fs, name)] == []


@pytest.mark.parametrize(
    "module", [fs, position, actions, analysis, reviews, puzzles], ids=lambda module: str(module.__name__)
)
def test_the_examples_in_the_docstrings_run(module: object) -> None:
    result = doctest.testmod(module)  # type: ignore[arg-type]
    assert result.attempted > 0
    assert result.failed == 0
