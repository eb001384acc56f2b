"""Every error is one of our tree and a ValueError, and quotes what was wrong on one short line."""

import copy
import multiprocessing
import pickle
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from inspect import signature
from types import FunctionType

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fivesquare as fs
from fivesquare.errors import MissingExtraError, many, quote


def tree(root: type[fs.FivesquareError]) -> Iterator[type[fs.FivesquareError]]:
    yield root
    for kind in root.__subclasses__():
        yield from tree(kind)


KINDS = [kind for kind in tree(fs.FivesquareError) if kind.__module__ == "fivesquare.errors"]


def raised(kind: type[fs.FivesquareError], at: int | None) -> fs.FivesquareError:
    """An error of this kind as our code raises it, whatever it wants to be told."""
    has_its_own = isinstance(kind.__init__, FunctionType)
    names = list(signature(kind).parameters) if has_its_own else ["problem"]
    error = kind(*[f"the {name}" for name in names])
    error.at = at
    return error


@pytest.mark.parametrize("kind", KINDS)
def test_every_error_but_the_root_is_a_value_error_as_well(kind: type[fs.FivesquareError]) -> None:
    assert issubclass(kind, ValueError) == (kind not in (fs.FivesquareError, MissingExtraError))
    assert kind.at is None


def test_every_kind_of_error_is_a_public_name() -> None:
    assert {kind.__name__ for kind in KINDS} <= set(fs.__all__)


def pickled(error: fs.FivesquareError) -> fs.FivesquareError:
    again = pickle.loads(pickle.dumps(error))
    assert isinstance(again, fs.FivesquareError)
    return again


@pytest.mark.parametrize("again", [pickled, copy.copy, copy.deepcopy], ids=["pickle", "copy", "deepcopy"])
@pytest.mark.parametrize("at", [None, 3])
@pytest.mark.parametrize("kind", KINDS)
def test_every_error_survives_pickling_and_copying(
    kind: type[fs.FivesquareError],
    at: int | None,
    again: Callable[[fs.FivesquareError], fs.FivesquareError],
) -> None:
    error = raised(kind, at)
    same = again(error)
    assert type(same) is kind
    assert (str(same), same.at, same.args) == (str(error), at, error.args)
    assert vars(same) == vars(error)


def test_a_bad_rule_book_says_which_answer_is_at_fault() -> None:
    with pytest.raises(fs.RuleBookError, match=r"^book: no book is called 'whist'") as caught:
        fs.find_book("whist")
    assert pickled(caught.value).field == "book"  # type: ignore[attr-defined]


def test_errors_come_back_from_a_pool_of_processes_which_goes_on() -> None:
    record = {**fs.start("sweep", seed=1).to_record(), "moves": ["1,1", "1,1"]}
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        with pytest.raises(fs.RuleBookError, match="no book is called 'whist'") as bad_book:
            pool.submit(fs.start, "whist").result()
        with pytest.raises(fs.IllegalMoveError) as bad_move:
            pool.submit(fs.Position.from_record, record).result()
        assert pool.submit(fs.start, "sweep", seed=1).result() == fs.start("sweep", seed=1)
    assert bad_book.value.field == "book"
    assert bad_move.value.at == 1


def test_one_is_written_without_an_s() -> None:
    assert [many(number, "move") for number in (0, 1, 2)] == ["0 moves", "1 move", "2 moves"]
    assert [many(number, "point") for number in (0.5, 1.0, 12.0)] == ["0.5 points", "1 point", "12 points"]


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
