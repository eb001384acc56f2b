"""The compiled engine equals the one that runs as ordinary Python, at every step, up to 64 cells."""

import itertools
from typing import Any, NamedTuple

import pytest
from hypothesis import example, given

import fivesquare as fs
from fivesquare import engine
from fivesquare.engine import Setup, State
from fivesquare.native import engine as native_engine
from fivesquare.packed import PACKED_WORDS, Words, address_of, pack, signed, unsigned, words_of
from games import Answers, books, combinations, named, random_game, seeds
from opened import Opened

compiled = Opened(native_engine)

LARGEST = {
    "size": [8, 8],
    "values": [0, 9],
    "reach": "edge",
    "take": "lower-enemy",
    "again": "chain",
    "goal": "points",
    "tie": "last",
}


class Machine(NamedTuple):
    """A setup as compiled code reads it; `packed` holds the tables and must live as long."""

    packed: Words
    setup: Setup


def machine(setup: Setup) -> Machine:
    packed = pack(setup)
    return Machine(packed, compiled.unpack(address_of(packed)))


def in_words(state: State) -> State:
    return State(*words_of(state))


def from_words(state: Any) -> State:
    own, other, turn, link = state
    return State(unsigned(own), unsigned(other), turn, link)


def assert_same_here(fast: Machine, position: fs.Position) -> None:
    """What can be asked about a position has the same answer in both."""
    setup, state = position.setup, position.state
    word_state = in_words(state)
    assert unsigned(compiled.claims(fast.setup, word_state)) == position.claims
    assert compiled.has_won(fast.setup, word_state.own) == engine.has_won(setup, state.own)
    assert compiled.lead(fast.setup, word_state) == engine.lead(setup, state)
    assert compiled.balanced_lead(fast.setup, word_state) == engine.balanced_lead(setup, state)
    assert compiled.may_swap(fast.setup, word_state) == (fs.SWAP in position.legal)
    assert compiled.winner(fast.setup, word_state) == engine.winner(setup, state)
    assert compiled.score(fast.setup, word_state.own) == engine.score(setup, state.own)
    assert unsigned(compiled.all_beside(fast.setup, word_state.own)) == engine.all_beside(setup, state.own)


def assert_same_move(fast: Machine, before: fs.Position, after: fs.Position) -> None:
    word_state = in_words(before.state)
    if after.moves[-1] == fs.STOP:
        assert from_words(compiled.stop(fast.setup, word_state)) == after.state
        return
    if after.moves[-1] == fs.SWAP:
        assert from_words(compiled.swap(fast.setup, word_state)) == after.state
        return
    cell = fs_cell(after)
    assert from_words(compiled.claim(fast.setup, word_state, cell)) == after.state
    state, open_cells = compiled.claim_and_look(fast.setup, word_state, cell)
    assert from_words(state) == after.state
    assert unsigned(open_cells) == after.claims


def fs_cell(position: fs.Position) -> int:
    row, column = map(int, position.moves[-1].split(","))
    return (row - 1) * position.size.columns + column - 1


def assert_same_throughout(book: Answers, seed: int) -> None:
    fast: Machine | None = None
    before: fs.Position | None = None
    for position in random_game(book, seed):
        fast = fast or machine(position.setup)
        assert_same_here(fast, position)
        if before is not None:
            assert_same_move(fast, before, position)
        before = position


@given(books, seeds)
@example(LARGEST, 1)
@example({**LARGEST, "take": "lower-free", "reach": "anywhere"}, 2)
@example({**LARGEST, "take": "nothing", "goal": "majority"}, 3)
@example({**LARGEST, "goal": {"exactly": 150}}, 4)
@example({**LARGEST, "balance": "swap"}, 5)
@example({**LARGEST, "balance": {"komi": 12.5}}, 6)
def test_compiled_equals_uncompiled_at_every_step(book: Answers, seed: int) -> None:
    assert_same_throughout(book, seed)


@pytest.mark.parametrize("book", list(combinations()), ids=named)
def test_compiled_equals_uncompiled_for_every_combination(book: Answers) -> None:
    assert_same_throughout(book, 1)


def test_claim_and_look_gives_the_claims_of_the_state_after_a_claim() -> None:
    for book in combinations():
        positions = list(random_game(book, 3))
        for before, after in itertools.pairwise(positions):
            if after.moves[-1] not in (fs.STOP, fs.SWAP):
                result = engine.claim_and_look(before.setup, before.state, fs_cell(after))
                assert result == (after.state, engine.claims(after.setup, after.state))


def test_the_last_cell_of_an_8x8_board_is_the_sign_bit() -> None:
    corner = fs.start("grow", seed=1, size=(8, 8)).play("8,8")
    assert corner.masks == (1 << 63, 0)
    assert words_of(corner.state) == (0, -(2**63), 2, -1)
    assert_same_here(machine(corner.setup), corner)
    assert corner.play("1,1").legal == ("7,8", "8,7")


@pytest.mark.parametrize("mask", [0, 1, 1 << 62, 1 << 63, (1 << 64) - 1])
def test_signed_and_unsigned_are_inverse(mask: int) -> None:
    assert unsigned(signed(mask)) == mask
    assert -(1 << 63) <= signed(mask) < 1 << 63


def test_unpack_is_the_inverse_of_pack() -> None:
    setup = fs.start({"like": "grow", "balance": {"komi": 12.5}}, seed=1).setup
    assert (setup.swap, setup.komi) == (0, 25)
    fast = machine(setup)
    assert fast.setup[:-3] == setup[:-3]
    tables = [fast.packed[start : start + setup.cells] for start in range(16, PACKED_WORDS, 64)]
    assert [tuple(table) for table in tables] == [setup.values, setup.beside, setup.lower]


def test_every_function_of_the_engine_that_runs_is_compiled() -> None:
    """The list in native/engine.py names functions that exist, and each is the engine's own code."""
    for name in (
        "claims",
        "claim",
        "claim_and_look",
        "hand_over",
        "stop",
        "may_swap",
        "swap",
        "winner",
        "score",
        "has_won",
        "lead",
    ):
        assert getattr(compiled, name).py_func.__code__ is getattr(engine, name).__code__
