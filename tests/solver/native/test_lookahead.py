"""Looking ahead, where solving takes too long."""

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

import fivesquare as fs
from fivesquare import engine
from fivesquare.engine import NONE, State
from fivesquare.native.engine import unpack
from fivesquare.native.jit import look
from fivesquare.packed import signed
from fivesquare.solver import Solver
from fivesquare.solver.frame import FLAGS
from fivesquare.solver.machine import Machine
from fivesquare.solver.model import DECIDED, IDEAS, MARGIN, RELATIVE, make_model
from fivesquare.solver.native.search import at_first_sight
from games import play
from opened import compiled
from solver_oracle import random_book, random_position, successors, unbalanced

FAR = 2 * DECIDED
TRIES_EVERYTHING = frozenset(IDEAS) & {"award", "go on", "singles", "whole turns"}


@compiled
def at_sight(frame: int, own: int, other: int, link: int, is_low: bool) -> Any:
    """What is proved of a position at first sight: the lower or the upper bound."""
    flags = look(frame, FLAGS)
    sight = at_first_sight(frame, unpack(frame), flags, MARGIN, own, other, link, 0)
    worth = sight.low if is_low else sight.high
    return sight.base + (worth if flags & RELATIVE else worth * DECIDED // 2)


class Looker:
    """Estimates by trying everything: no window, no notes, no order. The machine only judges."""

    def __init__(self, position: fs.Position) -> None:
        self.model = make_model(position.setup, position.board, TRIES_EVERYTHING)
        self.machine = Machine(self.model)
        self.state = self.model.state(position.state)

    def estimate(self, state: State, depth: int) -> int:
        if state.link != NONE:
            return max(self._after(state, depth))
        own, other = signed(state.own), signed(state.other)
        low, high = (int(at_sight(self.machine._address, own, other, NONE, end)) for end in (True, False))
        if low == high:
            return low
        if engine.claims(self.model.setup, state) == 0:
            return 0
        if depth <= 0:
            return self.machine.estimate(state, 0, (-FAR, FAR))
        return max(low, min(high, max(self._after(state, depth))))

    def _after(self, state: State, depth: int) -> Iterator[int]:
        """What each move looks worth."""
        for after in successors(self.model.setup, state):
            sign = 1 if after.turn == state.turn else -1
            left = depth if after.link != NONE else depth - 1
            gain = 0
            if self.model.is_relative:
                gain = 2 * (sign * self.model.lead(after) - self.model.lead(state))
            yield gain + sign * self.estimate(after, left)


@pytest.mark.parametrize("seed", range(6))
def test_random_books_to_any_depth(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(25):
        position = random_position(chance, unbalanced(random_book(chance)))
        looker = Looker(position)
        machine, state = looker.machine, looker.state
        for depth in range(4):
            with machine.looking():
                expected = looker.estimate(state, depth)
            where = f"{depth} {position.to_record()}"
            with machine.looking():
                assert machine.estimate(state, depth, (expected, expected + 2)) <= expected, where
                assert machine.estimate(state, depth, (expected - 2, expected)) >= expected, where
                assert machine.estimate(state, depth, (expected - 1, expected + 1)) == expected, where
                assert machine.estimate(state, depth, (-FAR, FAR)) == expected, where


@pytest.mark.parametrize("seed", range(3))
def test_whole_turns_look_worth_what_their_claims_do(seed: int) -> None:
    chance, chains = random.Random(seed), 0
    for _ in range(40):
        position = random_position(chance, fs.CATALOGUE["chain"], (4, 5))
        state = position.state
        chains += position.in_chain
        for depth in range(4):
            assert seen(position, depth) == seen(position, depth, "whole turns"), (depth, state)
    assert chains


def seen(position: fs.Position, depth: int = 0, *without: str) -> int:
    model = make_model(position.setup, position.board, frozenset(without))
    machine = Machine(model)
    with machine.looking():
        return machine.estimate(model.state(position.state), depth, (-FAR, FAR))


# --- What is judged, in points twice ---


def test_where_claims_spread_a_cell_goes_to_whoever_is_nearer() -> None:
    """Each has a corner; of the three cells between them the middle one is as near to both."""
    position = play("grow", "1,2 1,6", board="1 2 3 4 5 6 7")
    assert seen(position) == 2 * (1 + 3 + 4 - 5 - 7)


def test_also_where_cells_are_captured_or_chains_are_made() -> None:
    for answers in ({"take": "lower-enemy"}, {"take": "lower-free"}, {"again": "chain"}):
        position = play({"like": "grow", **answers}, "1,2 1,6", board="9 9 9 9 9 9 9")
        assert seen(position) == 2 * 9 * (3 - 2)


def test_a_majority_that_can_be_lost_is_judged_by_cells() -> None:
    book = {"like": "grow", "take": "lower-enemy", "goal": "majority"}
    assert seen(play(book, "1,2 1,6", board="9 9 9 9 9 9 9")) == 2 * (3 - 2)


def test_nobody_is_judged_to_get_beyond_the_target() -> None:
    """4 to 5 now; the first player would get to 16, the second to 12."""
    position = play({"like": "fifteen", "goal": {"exactly": 14}}, "1,2 1,6", board="3 4 5 4 4 5 3")
    assert seen(position) == 2 * (4 - 5) + 2 * (14 - 12)


def test_where_one_may_claim_anywhere_the_cells_go_in_turns() -> None:
    assert seen(fs.start("flip", board="1 2 3 4 5")) == 2 * (5 - 4 + 3 - 2 + 1)
    assert seen(fs.start("sweep", board="1 2 3 4 5")) == 2 * (5 - 4 + 3 - 2 + 1)
    values: Any = {"like": "chain", "values": [1, 9], "goal": "points"}
    assert seen(fs.start(values, board="1 2 3 4 5")) == 2 * (5 - 4 + 3 - 2 + 1)


@pytest.mark.parametrize(
    ("moves", "mine", "theirs"), [("3,3 1,8", 4, 2), ("1,1 3,3", 2, 4), ("1,1 8,8", 2, 2)]
)
def test_where_a_turn_may_bring_two_those_at_hand_count(moves: str, mine: int, theirs: int) -> None:
    """In a corner two doubles can be made side by side, further inside four."""
    assert seen(play("chain", moves, board=of_one_value(1))) == 2 + (mine - theirs) / 2


def of_one_value(value: int) -> str:
    """A board of 8x8."""
    return "/".join([" ".join([str(value)] * 8)] * 8)


def test_where_all_values_are_alike_a_double_is_worth_more() -> None:
    book = {"like": "chain", "values": [5, 5], "goal": "points"}
    assert seen(play(book, "3,3 1,8", board=of_one_value(5))) == 5 * 3


def test_what_may_be_captured_is_nobodys() -> None:
    position = play("flip", "1,2", board="1 2 3 4 5")  # the 3 would capture the 2
    assert seen(position) == 2 * (5 - 4 + 3 - 1) + 2 * 2


# --- What a look ahead leaves behind ---


@pytest.mark.parametrize("name", fs.CATALOGUE)
def test_it_depends_on_nothing_that_was_asked_before(name: str) -> None:
    chance = random.Random(name)
    position = random_position(chance, fs.CATALOGUE[name], (6, 6), free=26)
    before = position.history()[-2]
    solver, other = (Solver(position.book, position.board) for _ in range(2))
    solver.solve(position, nodes=30_000)
    solver.look_ahead(before, seconds=None, nodes=5000)
    for each in (False, True):
        one, two = (
            it.look_ahead(position, seconds=None, nodes=20_000, each=each) for it in (solver, other)
        )
        assert one._replace(seconds=0) == two._replace(seconds=0)


@pytest.mark.parametrize("seed", range(3))
def test_nor_does_what_is_asked_later_depend_on_it(seed: int) -> None:
    """The same facts in the table, found in the same order."""
    chance = random.Random(f"later {seed}")
    for _ in range(20):
        position = random_position(chance, random_book(chance, most_cells=12))
        solver, other = (Solver(position.book, position.board) for _ in range(2))
        solver.look_ahead(position, seconds=None, nodes=3000, each=chance.random() < 0.5)
        one, two = solver.solve(position), other.solve(position)
        assert (one, one.nodes) == (two, two.nodes)


def test_it_stops_where_everything_is_seen() -> None:
    position = play("grow", "1,2 1,6", board="1 2 3 4 5 6 7")
    hunch = Solver(position.book, position.board).look_ahead(position, seconds=None)
    assert (hunch.move, hunch.depth) == ("1,3", 3)


@pytest.mark.parametrize("name", fs.CATALOGUE)
def test_a_legal_move_on_the_largest_board(name: str) -> None:
    position = fs.start(name, seed=1, size=(8, 8))
    hunch = Solver(position.book, position.board).look_ahead(position, seconds=None, nodes=50_000)
    assert hunch.move in position.legal
    assert hunch.depth >= 1


@pytest.mark.parametrize("name", ["flip", "sweep", "chain"])
def test_to_the_end_it_is_as_good_as_solving(name: str) -> None:
    """These books have no tie to break, so that the deepest look is exact."""
    chance = random.Random(name)
    for _ in range(15):
        position = random_position(chance, fs.CATALOGUE[name], free=6)
        solver = Solver(position.book, position.board)
        hunch = solver.look_ahead(position, seconds=60.0, depth=12)
        best = solver.solve(position)
        assert best.each[hunch.move].winner == best.winner, position.to_record()
        assert name == "chain" or hunch.move in best.best, position.to_record()


def test_the_first_look_is_finished_without_any_time() -> None:
    position = fs.start("grow", seed=1, size=(8, 8))
    assert Solver(position.book, position.board).look_ahead(position, seconds=0.0).depth == 1


def test_a_game_that_is_over_has_no_move() -> None:
    position = fs.start("sweep", board=[[1, 2]]).play("1,2")
    with pytest.raises(ValueError, match="over"):
        Solver(position.book, position.board).look_ahead(position)


def test_the_first_look_is_finished_whatever_the_limits() -> None:
    position = fs.start("grow", seed=1, size=(8, 8))
    solver = Solver(position.book, position.board)
    one = solver.look_ahead(position, depth=1)
    none = solver.look_ahead(position, seconds=None, nodes=0)
    assert (none.move, none.depth) == (one.move, 1)


# --- Every move with an estimate of its own ---


@pytest.mark.parametrize("seed", range(5))
def test_to_the_end_every_estimate_is_the_margin(seed: int) -> None:
    """Where a tie is nobody's and nothing is left open, with komi and swap as well."""
    chance = random.Random(f"each {seed}")
    for _ in range(25):
        book = replace(random_book(chance), goal="points", tie="draw")
        position = random_position(chance, book)
        solver = Solver(book, position.board)
        hunch = solver.look_ahead(position, seconds=None, depth=20, each=True)
        solution = solver.solve(position)
        if may_be_swapped(position):
            continue
        assert set(hunch.each) == set(position.legal)
        leads = {move: worth.lead(position.state.turn) for move, worth in solution.each.items()}
        assert dict(hunch.each) == leads, position.to_record()
        assert hunch.move in solution.best
        assert list(hunch.each.values()) == sorted(hunch.each.values(), reverse=True)


def may_be_swapped(position: fs.Position) -> bool:
    """Before that, the look ahead sees only whether the next move would be swapped."""
    return position.may_swap or engine.is_before_swap(position.setup, position.state)


def test_a_majority_is_counted_in_cells() -> None:
    position = fs.start("chain", board="1 1 1 1 1").play("1,1").play("1,5").play("1,2")
    hunch = Solver(position.book, position.board).look_ahead(position, depth=9, each=True)
    assert dict(hunch.each) == {"1,3": 2, "stop": -1}


def test_an_exact_score_has_no_estimate_in_points() -> None:
    position = fs.start("fifteen", seed=1, size=(8, 8))
    hunch = Solver(position.book, position.board).look_ahead(position, depth=2, each=True)
    assert (dict(hunch.each), hunch.depth) == ({}, 2)


def test_a_hunch_without_each_has_none() -> None:
    position = fs.start("grow", seed=1, size=(8, 8))
    assert dict(Solver(position.book, position.board).look_ahead(position, depth=1).each) == {}
