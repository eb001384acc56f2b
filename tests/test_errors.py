"""Every error is one of our tree and a ValueError, and quotes what was wrong on one short line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fivesquare as fs
from fivesquare import errors
from fivesquare.errors import quote

KINDS = [
    kind
    for kind in vars(errors).values()
    if isinstance(kind, type) and issubclass(kind, fs.FivesquareError)
]


@pytest.mark.parametrize("kind", KINDS)
def test_every_error_but_the_root_is_a_value_error_as_well(kind: type[fs.FivesquareError]) -> None:
    assert issubclass(kind, ValueError) == (kind is not fs.FivesquareError)
    assert kind.at is None


def test_every_kind_of_error_is_a_public_name() -> None:
    assert {kind.__name__ for kind in KINDS} <= set(fs.__all__)


class Unspeakable:
    def __repr__(self) -> str:
        raise RuntimeError("no")


class ManyLines:
    def __repr__(self) -> str:
        return "one\n  two\nthree"


@pytest.mark.parametrize(
    ("thing", "quoted"),
    [
        ("1;1", "'1;1'"),
        ("it's", '"it\'s"'),
        ("a\nb\0", "'a\\nb\\x00'"),
        ("\ud800", "'\\ud800'"),
        ("x" * 1_000_000, "'" + "x" * 37 + "...'"),
        (None, "null"),
        (True, "true"),
        (False, "false"),
        (5, "5"),
        (1.5, "1.5"),
        (float("nan"), "nan"),
        (-(10**39), "-1" + "0" * 35 + "..."),
        (10**5000, "a huge number"),
        (-(10**5000), "a huge number"),
        ([1, 2], "a list of 2"),
        ((), "a list of 0"),
        ({"a": 1}, "an object"),
        (Unspeakable(), "a Unspeakable"),
        (ManyLines(), "one two three"),
    ],
    ids=[str(number) for number in range(19)],
)
def test_what_a_message_quotes(thing: object, quoted: str) -> None:
    assert quote(thing) == quoted


def test_endless_nesting_is_quoted_too() -> None:
    nested: list[object] = []
    nested.append(nested)
    assert quote(nested) == "a list of 1"


@given(st.one_of(st.text(), st.binary(), st.integers(), st.floats(), st.complex_numbers()))
def test_a_quote_is_printable_and_short(thing: object) -> None:
    assert quote(thing).isprintable()
    assert len(quote(thing)) <= 402
