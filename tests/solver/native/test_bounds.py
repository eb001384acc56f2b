"""Each bound and each dominance, by itself, in every position of many small games."""

import itertools
import random
from array import array
from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest

import fivesquare as fs
from fivesquare import engine
from fivesquare.board import cells_of
from fivesquare.engine import NONE, State
from fivesquare.native import engine as native_engine
from fivesquare.packed import address_of, signed
from fivesquare.rulebook import (
    AGAINS,
    REACHES,
    TAKES,
    TIES,
    Again,
    Between,
    Exactly,
    Goal,
    Reach,
    RuleBook,
    Values,
)
from fivesquare.solver.machine import Machine
from fivesquare.solver.model import (
    AWARD,
    LAST_CLAIM,
    MARGIN,
    REGIONS,
    SURE_PICKS,
    SWEEPS,
    THREATS,
    Model,
    make_model,
)
from fivesquare.solver.native import bounds as native_bounds
from fivesquare.solver.native import canonical as native_canonical
from fivesquare.solver.native import ordering as native_ordering
from fivesquare.solver.native.table import NO_MOVE
from opened import Opened, opened
from solver_oracle import all_states, inner_worth, random_book, unbalanced

bounds, ordering, canonical = map(Opened, (native_bounds, native_ordering, native_canonical))
unpack = opened(native_engine.unpack)

CHAINS = [
    RuleBook(fs.Size(*size), "ones", "anywhere", "nothing", "chain", "points", "draw")
    for size in [(1, 7), (2, 3), (2, 4), (3, 3)]
]
SPREADING = [
    RuleBook(fs.Size(*size), Between(1, 5), reach, "nothing", again, "points", "last")
    for size in [(2, 3), (1, 7), (2, 4)]
    for reach in REACHES
    for again in AGAINS
    if reach != "anywhere"
]


def sweeping(
    size: tuple[int, int], values: Values = "shuffled", reach: Reach = "anywhere", again: Again = "never"
) -> RuleBook:
    return RuleBook(fs.Size(*size), values, reach, "lower-free", again, "points", "last")


class Case(NamedTuple):
    """One position of a game, one kind of question, and the answer."""

    machine: Machine
    model: Model
    state: State
    kind: int
    worth_of: Callable[[State], int]

    @property
    def worth(self) -> int:
        return self.worth_of(self.state)

    @property
    def own(self) -> int:
        return signed(self.state.own)

    @property
    def other(self) -> int:
        return signed(self.state.other)

    @property
    def frame(self) -> int:
        return self.machine._address


def cases(book: RuleBook, seed: int) -> Iterator[Case]:
    """All positions of a game that are not over."""
    position = fs.start(book, seed=seed)
    model = make_model(position.setup, position.board)
    machine = Machine(model)
    states = all_states(model.setup, model.state(position.state))
    for kind in (MARGIN, LAST_CLAIM):
        worth = inner_worth(model, kind)
        for state in states:
            if engine.claims(model.setup, state):
                yield Case(machine, model, state, kind, worth)


def books(seed: int) -> Iterator[RuleBook]:
    chance = random.Random(seed)
    yield from (unbalanced(random_book(chance, most_cells=6)) for _ in range(25))
    yield from CHAINS if seed == 0 else SPREADING


def all_cases(seed: int) -> Iterator[Case]:
    for number, book in enumerate(books(seed), start=1000 * seed):
        yield from cases(book, number)


@pytest.mark.parametrize("seed", range(4))
def test_bounds_hold(seed: int) -> None:
    for case in all_cases(seed):
        setup = unpack(case.frame)
        low, high = bounds.bounds(
            case.frame, setup, case.model.flags, case.kind, case.own, case.other, case.state.link
        )
        assert low <= case.worth <= high, case


@pytest.mark.parametrize("seed", range(1, 4))
def test_regions_and_sure_picks_hold(seed: int) -> None:
    seen = 0
    for case in all_cases(seed):
        flags, state = case.model.flags, case.state
        if not (flags & REGIONS and state.own and state.other):
            continue
        seen += 1
        setup = unpack(case.frame)
        mine, theirs, both = bounds.contested_regions(setup, case.own, case.other)
        values = case.model.setup.values
        sums = [sum(values[cell] for cell in cells_of(cells)) for cells in (mine, theirs, both)]
        certain, swing = 2 * (sums[0] - sums[1]), 2 * sums[2] + case.kind
        assert certain - swing <= case.worth <= certain + swing, case
        if flags & AWARD and flags & SURE_PICKS and case.kind == MARGIN and both:
            for aim in (-swing, swing):
                low, high = bounds.picks_bounds(
                    case.frame, setup, case.own | mine, case.other | theirs, aim, -swing, swing
                )
                assert low <= case.worth - certain <= high, case
    assert seen > 0


def sweeps_are_wrong(case: Case) -> bool:
    """Whether the bound for claims that take free cells along does not hold here, on either side."""
    values = case.model.setup.values
    free = case.model.setup.full & ~(case.state.own | case.state.other)
    swing = 2 * sum(values[cell] for cell in cells_of(free)) + case.kind
    found = [
        bounds.sweeps_bounds(case.frame, unpack(case.frame), case.own, case.other, aim, -swing, swing)
        for aim in (-swing, swing + 1)
    ]
    return not max(low for low, _ in found) <= case.worth <= min(high for _, high in found)


@pytest.mark.parametrize("values", ["shuffled", Between(0, 3)], ids=str)
@pytest.mark.parametrize("size", [(1, 7), (2, 3), (2, 4), (3, 3)])
def test_sweeps_hold(size: tuple[int, int], values: Values) -> None:
    for seed in range(3):
        for case in cases(sweeping(size, values), seed):
            assert case.model.flags & SWEEPS
            assert not sweeps_are_wrong(case), case


@pytest.mark.parametrize(
    ("reach", "again"), [("edge", "never"), ("adjacent", "never"), ("anywhere", "chain")]
)
def test_sweeps_do_not_hold_everywhere(reach: Reach, again: Again) -> None:
    """Who cannot claim the highest cell, or whose opponent claims twice, is sure of less."""
    found = [case for seed in range(5) for case in cases(sweeping((3, 3), "shuffled", reach, again), seed)]
    assert any(sweeps_are_wrong(case) for case in found if case.state.link == NONE)


def test_sweeps_are_used_only_where_they_hold() -> None:
    goals: list[Goal] = ["points", "majority", Exactly(9)]
    for reach, take, again, goal, tie in itertools.product(REACHES, TAKES, AGAINS, goals, TIES):
        position = fs.start(RuleBook(fs.Size(3, 3), "shuffled", reach, take, again, goal, tie), seed=1)
        holds = (reach, take, again) == ("anywhere", "lower-free", "never") and goal in (
            "points",
            "majority",
        )
        flags = make_model(position.setup, position.board).flags
        assert bool(flags & SWEEPS) == holds


@pytest.mark.parametrize("seed", range(4))
def test_one_key_one_worth(seed: int) -> None:
    """Positions that share an entry of the table are worth the same."""
    for number, book in enumerate(books(seed), start=1000 * seed):
        worths: dict[tuple[int, int, int], Case] = {}
        for case in cases(book, number):
            if case.state.link == NONE:
                setup = unpack(case.frame)
                key = canonical.what_matters(
                    case.frame, setup, case.model.flags, case.kind, case.own, case.other
                )
                assert 0 <= key[2] < case.model.tags, case
                assert worths.setdefault(key, case).worth == case.worth, (case, worths[key])


@pytest.mark.parametrize("seed", range(4))
def test_a_best_claim_is_worth_trying(seed: int) -> None:
    for case in all_cases(seed):
        if case.state.link != NONE:
            continue
        claims = engine.claims(case.model.setup, case.state)
        tried = canonical.worth_trying(
            case.frame,
            unpack(case.frame),
            case.model.flags,
            case.kind,
            case.own,
            case.other,
            signed(claims),
        )
        assert tried & ~claims == 0
        assert max(worth_of_claim(case, cell) for cell in cells_of(tried)) == case.worth, case


def test_a_best_turn_is_listed() -> None:
    """Every turn in the list can be played, none is there twice, and one is best."""
    for case in (case for book in CHAINS for case in cases(book, 0)):
        if case.state.link != NONE or case.kind != MARGIN:
            continue
        turns = listed_turns(case)
        assert len({1 << cell | 1 << second for cell, second in turns}) == len(turns), case
        assert max(worth_of_turn(case, *turn) for turn in turns) == case.worth, case


def listed_turns(case: Case) -> list[tuple[int, int]]:
    setup, flags = unpack(case.frame), case.model.flags
    claims = signed(engine.claims(case.model.setup, case.state))
    tried = canonical.worth_trying(case.frame, setup, flags, case.kind, case.own, case.other, claims)
    entries = array("q", bytes(8 * 3 * case.model.setup.cells))
    arguments = (case.own, case.other, tried, NO_MOVE, address_of(entries))
    amount = ordering.list_turns(case.frame, setup, *arguments)
    return [(entry & 63, entry >> 6 & 63) for entry in entries[:amount]]


def worth_of_turn(case: Case, cell: int, second: int) -> int:
    """What a turn is worth that is played claim by claim."""
    after = engine.claim(case.model.setup, case.state, cell)
    if cell == second:
        assert after.link == NONE, case
        return worth_of_claim(case, cell)
    assert after.link == cell, case
    assert engine.claims(case.model.setup, after) >> second & 1, case
    return 2 + worth_of_claim(case._replace(state=after), second)


def worth_of_claim(case: Case, cell: int) -> int:
    setup = case.model.setup
    after = engine.claim(setup, case.state, cell)
    sign = 1 if after.turn == case.state.turn else -1
    gain = 0
    if case.model.is_relative:
        gain = 2 * (sign * engine.lead(setup, after) - engine.lead(setup, case.state))
    return gain + sign * case.worth_of(after)


def test_a_hit_is_a_claim_that_reaches_the_target() -> None:
    chance = random.Random(1)
    seen = 0
    for number in range(40):
        goal = Exactly(chance.randint(2, 9))
        book = RuleBook(
            fs.Size(2, 3), Between(1, 5), chance.choice(REACHES), "nothing", "never", goal, "draw"
        )
        for case in cases(book, number):
            assert case.model.flags & THREATS
            setup, state = case.model.setup, case.state
            hits = bounds.hits(unpack(case.frame), case.own, case.other)
            for cell in cells_of(engine.claims(setup, state)):
                after = engine.claim(setup, state, cell)
                won = after.own if after.turn == state.turn else after.other
                assert engine.has_won(setup, won) == bool(hits >> cell & 1), case
                seen += hits >> cell & 1
    assert seen > 0
