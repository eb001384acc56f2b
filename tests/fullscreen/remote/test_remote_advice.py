"""The advice of a server is checked before it is shown: it may be anything."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fivesquare as fs
from fivesquare.fullscreen.remote.remote_advice import RemoteHint, RemoteValues
from fivesquare.fullscreen.remote.remote_errors import RemoteError

SWEEP = fs.start("sweep", board=[[5, 3, 8], [2, 9, 1], [6, 4, 7]])
HINT = {"advice": "Claim the 9.", "reason": "It wins.", "steps": [{"move": "2,2"}, {"move": "1,1"}]}
WORTH = {"winner": 1, "margin": 5, "is_best": True, "lead": 5}
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


def test_a_hint_is_a_sentence_and_its_moves() -> None:
    assert RemoteHint.read(HINT, SWEEP) == ("Claim the 9. It wins.", ("2,2", "1,1"))


def test_values_are_written_as_those_of_our_own_solver() -> None:
    estimate = {"winner": None, "margin": None, "is_best": False, "lead": -2}
    exact = RemoteValues.read({"exact": True, "each": {"2,2": WORTH, "stop": WORTH}}, SWEEP)
    assert exact.notes == {4: ("+5", 1, True)}
    about = RemoteValues.read({"exact": False, "each": {"1,1": estimate}}, SWEEP)
    assert (about.notes, about.is_exact) == ({0: ("~-2", 0, False)}, False)


@pytest.mark.parametrize(
    "told", [{}, {**HINT, "steps": [{"move": "9,9"}]}, {**HINT, "advice": 3}, {**HINT, "steps": [3]}]
)
def test_what_is_no_hint_is_refused(told: dict[str, object]) -> None:
    with pytest.raises(RemoteError, match="what the server sent is not a hint"):
        RemoteHint.read(told, SWEEP)


@given(
    st.fixed_dictionaries({}, optional={"winner": JSON, "margin": JSON, "is_best": JSON, "lead": JSON}),
    JSON,
)
def test_whatever_comes_as_values_is_shown_or_refused(worth: object, exact: object) -> None:
    for told in ({"exact": exact, "each": {"1,1": worth}}, {"exact": exact, "each": worth}):
        with suppress(RemoteError):
            assert isinstance(RemoteValues.read(told, SWEEP).notes, dict)
