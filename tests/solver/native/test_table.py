"""Whatever the table has kept or lost, the answers are the same."""

import itertools
import random
from array import array

import nodes
import pytest

import fivesquare as fs
from fivesquare.packed import signed
from fivesquare.rulebook import Between, RuleBook
from fivesquare.solver import Solution, Solver, solve
from fivesquare.solver.frame import (
    BOUND_BITS,
    FILLED,
    KEY_BITS,
    KIND,
    MOVE_BITS,
    SPAN,
    TABLE_BITS,
    TAGS,
    WIDE_WORDS,
)
from fivesquare.solver.machine import Machine
from fivesquare.solver.model import LAST_CLAIM, MARGIN, make_model
from fivesquare.solver.native import table
from fivesquare.solver.native.table import Key
from opened import opened
from solver_oracle import brute_force, random_book, random_position

find, keep, key_of = map(opened, (table.find, table.keep, table.key_of))
pack_known, known_lower, known_upper, known_move = map(
    opened, (table.pack_known, table.known_lower, table.known_upper, table.known_move)
)

TINY = 16  # bytes


def answers(solution: Solution) -> list[object]:
    assert solution.exact
    return [solution.winner, solution.margin, solution.best, dict(solution.each)]


@pytest.mark.parametrize("name", fs.CATALOGUE)
def test_a_tiny_table(name: str) -> None:
    chance = random.Random(name)
    for _ in range(10):
        position = random_position(chance, fs.CATALOGUE[name], free=10)
        assert answers(solve(position, memory=TINY)) == answers(solve(position))


def test_a_table_that_grows_and_one_that_may_not() -> None:
    position = fs.start("grow", seed=5)
    grown = Solver(position.book, position.board)
    full = Solver(position.book, position.board, memory=32 * 1024)
    assert answers(grown.solve(position)) == answers(full.solve(position))


@pytest.mark.parametrize("position", nodes.wide_tables(), ids=lambda position: position.book.name)
def test_a_wide_table_that_grows_and_one_that_may_not(position: fs.Position) -> None:
    grown = Solver(position.book, position.board)
    full = Solver(position.book, position.board, memory=4096)
    assert answers(grown.solve(position)) == answers(full.solve(position))


# --- Entries, one by one ---

NARROW, WIDE, TIGHT = fs.Size(5, 5), fs.Size(8, 8), fs.Size(6, 6)
SIZES = pytest.mark.parametrize("size", [NARROW, WIDE], ids=["narrow", "wide"])


def machine_for(size: fs.Size) -> Machine:
    position = fs.start("grow" if size == TIGHT else "chain", seed=1, size=size)
    machine = Machine(make_model(position.setup, position.board))
    assert (machine._frame[KEY_BITS] == 0) == (size == WIDE)
    return machine


def random_key(chance: random.Random, machine: Machine, size: fs.Size) -> Key:
    own = chance.getrandbits(size.cells)
    other = chance.getrandbits(size.cells) & ~own
    return Key(
        *key_of(machine._address, signed(own), signed(other), chance.randrange(machine._frame[TAGS]))
    )


def known(machine: Machine, key: Key) -> int:
    return int(find(machine._address, key))


def in_one_pair(chance: random.Random, machine: Machine, size: fs.Size, amount: int) -> list[Key]:
    """Keys of different positions that choose the same two slots."""
    key_bits = machine._frame[KEY_BITS] or 62
    pairs: dict[int, list[Key]] = {}
    while True:
        key = random_key(chance, machine, size)
        pair = pairs.setdefault(key.word >> (key_bits - machine._frame[TABLE_BITS] + 1), [])
        pair.append(key)
        if len(pair) == amount:
            return pair


@pytest.mark.parametrize("size", [NARROW, WIDE, TIGHT], ids=["narrow", "wide", "tight"])
def test_what_is_kept_is_found(size: fs.Size) -> None:
    """Whatever the key and whatever is known; tight is a table whose entries fill their word."""
    chance = random.Random(0)
    machine = machine_for(size)
    frame = machine._frame
    most = (1 << (2 * frame[BOUND_BITS] + MOVE_BITS)) - 1
    spare = 64 - most.bit_length() - (frame[KEY_BITS] - frame[TABLE_BITS] + 1)
    assert (spare == 0) == (size == TIGHT)
    for _ in range(500):
        key = random_key(chance, machine, size)
        for content in (most, chance.randint(1, most)):
            keep(machine._address, key, content)
            assert known(machine, key) == content


@pytest.mark.parametrize("change", [{"own": 6}, {"other": 9}, {"tag": 1}], ids=str)
def test_wide_entries_are_told_apart_by_what_they_say(change: dict[str, int]) -> None:
    """Their words only choose the slots: here they are the same."""
    machine = machine_for(WIDE)
    one = Key(*key_of(machine._address, 5, 10, 0))
    two = one._replace(**change)
    keep(machine._address, one, 1)
    assert known(machine, two) == 0
    keep(machine._address, two, 2)
    assert (known(machine, one), known(machine, two)) == (1, 2)


def words_of(machine: Machine) -> memoryview:
    """The table as words."""
    return memoryview(machine._tables[-1]._pages).cast("B").cast("q")


@pytest.mark.parametrize("two", [{"own": 6}, {"other": 9}, {"tag": 1}, {"own": 6, "other": 9}, {}], ids=str)
def test_what_two_threads_wrote_at_once_is_no_entry(two: dict[str, int]) -> None:
    """Each of the four words from either entry: found, and moved into a larger table, is what was kept."""
    machine = machine_for(WIDE)
    one = Key(*key_of(machine._address, 5, 10, 0))
    keys = [one, one._replace(**two)]
    slots = []
    for content, key in enumerate(keys, start=1):
        machine.clear()
        keep(machine._address, key, content)
        words = words_of(machine)
        at = next(place for place, word in enumerate(words) if word) // WIDE_WORDS * WIDE_WORDS
        slots.append(list(words[at : at + WIDE_WORDS]))
    for mixture in itertools.product((0, 1), repeat=WIDE_WORDS):
        mixed = [slots[which][place] for place, which in enumerate(mixture)]
        kept = {content for content, slot in enumerate(slots, start=1) if mixed == slot}
        machine.clear()
        words_of(machine)[at : at + WIDE_WORDS] = array("q", mixed)
        assert {known(machine, key) for key in keys} - {0} == kept, mixture
        machine.grow()
        moved = [Key(*key_of(machine._address, key.own, key.other, key.tag)) for key in keys]
        assert {known(machine, key) for key in moved} - {0} == kept, mixture


@pytest.mark.parametrize("kind", [MARGIN, LAST_CLAIM])
def test_what_is_known_is_read_as_it_was_written(kind: int) -> None:
    """Bounds from one end of the scale to the other; all worths of a kind are even, or all odd."""
    machine = machine_for(NARROW)
    machine._frame[KIND] = kind
    span = machine._frame[SPAN]
    frame = machine._address
    for low in range(-2 * span - kind, 2 * span + kind + 1, 2):
        for high in range(low, 2 * span + kind + 1, 2):
            word = pack_known(frame, low, high, 63)
            assert 0 < word < 1 << (2 * machine._frame[BOUND_BITS] + MOVE_BITS)
            assert (known_lower(frame, word), known_upper(frame, word)) == (low, high)
            assert known_move(frame, word) == 63


@SIZES
def test_both_slots_of_a_pair_are_used(size: fs.Size) -> None:
    chance = random.Random(1)
    for _ in range(20):
        machine = machine_for(size)
        one, two, three = in_one_pair(chance, machine, size, 3)
        keep(machine._address, one, 1)
        assert known(machine, two) == 0
        keep(machine._address, two, 2)
        assert [known(machine, key) for key in (one, two, three)] == [1, 2, 0]
        keep(machine._address, one, 3)
        keep(machine._address, two, 4)
        assert [known(machine, key) for key in (one, two)] == [3, 4]
        assert machine._frame[FILLED] == 2
        keep(machine._address, three, 5)
        assert known(machine, three) == 5
        assert sorted([known(machine, one), known(machine, two)]) in ([0, 3], [0, 4])
        assert machine._frame[FILLED] == 2


@SIZES
def test_either_slot_of_a_pair_gives_way(size: fs.Size) -> None:
    chance = random.Random(2)
    lost = set()
    for _ in range(20):
        machine = machine_for(size)
        keys = in_one_pair(chance, machine, size, 3)
        for key in keys:
            keep(machine._address, key, 1)
        lost |= {number for number, key in enumerate(keys) if known(machine, key) == 0}
    assert lost == {0, 1}


@SIZES
def test_nothing_is_lost_when_a_table_grows(size: fs.Size) -> None:
    chance = random.Random(3)
    machine = machine_for(size)
    bits = machine._frame[TABLE_BITS]
    keys = [random_key(chance, machine, size) for _ in range(2 << bits)]
    for number, key in enumerate(keys, start=1):
        keep(machine._address, key, number)
    before = [known(machine, key) for key in keys]
    assert machine._frame[FILLED] > 9 << bits >> 4
    machine.grow()
    assert machine._frame[TABLE_BITS] == bits + 3
    assert [known(machine, key) for key in keys] == before
    assert machine._frame[FILLED] == len(set(before) - {0})


@pytest.mark.parametrize("seed", range(5))
def test_one_solver_for_a_whole_game(seed: int) -> None:
    """Forwards and backwards, with a table that fills up and is cleared in between."""
    chance = random.Random(seed)
    book = random_book(chance)
    position = fs.start(book, seed=seed)
    game = [position]
    while not position.is_over:
        position = position.play(chance.choice(position.legal))
        game.append(position)
    solver = Solver(book, position.board, memory=4096)
    for moment in [*game, *reversed(game)]:
        worth, each = brute_force(moment)
        solution = solver.solve(moment)
        assert (solution.winner, solution.margin) == worth
        assert dict(solution.each) == each
        if chance.random() < 0.3:
            solver.clear()


def test_another_game_is_refused() -> None:
    one, two = fs.start("grow", seed=1), fs.start("grow", seed=2)
    with pytest.raises(ValueError, match="another book or another board"):
        Solver(one.book, one.board).solve(two)


LARGE = [
    RuleBook(fs.Size(8, 8), Between(0, 999), "anywhere", "lower-enemy", "never", "points", "last"),
    RuleBook(fs.Size(8, 8), Between(1, 9), "edge", "nothing", "never", "points", "last"),
    RuleBook(fs.Size(8, 8), "ones", "anywhere", "nothing", "chain", "majority", "draw"),
    RuleBook(fs.Size(8, 8), "shuffled", "adjacent", "lower-enemy", "chain", "points", "second"),
    RuleBook(fs.Size(8, 5), Between(0, 999), "adjacent", "lower-free", "chain", "points", "draw"),
    RuleBook(fs.Size(7, 7), "shuffled", "anywhere", "lower-free", "never", "points", "draw"),
    RuleBook(fs.Size(6, 6), Between(0, 999), "anywhere", "nothing", "chain", "points", "last"),
    RuleBook(fs.Size(8, 8), "shuffled", "anywhere", "lower-enemy", "chain", "majority", "last"),
    RuleBook(fs.Size(6, 6), "ones", "anywhere", "nothing", "chain", "majority", "last"),
]


@pytest.mark.parametrize("book", LARGE, ids=range(len(LARGE)))
def test_endgames_on_large_boards(book: RuleBook) -> None:
    """The last cell of 8x8 is the sign of a word; keys do not fit into one."""
    chance = random.Random(4)
    positions = [random_position(chance, book, free=7) for _ in range(9)]
    endgames = [position for position in positions if sum(position.counts) >= book.size.cells - 8]
    assert len(endgames) >= 5  # some games end earlier, with more free cells than brute force likes
    for position in endgames:
        worth, each = brute_force(position)
        solution = solve(position)
        assert (solution.winner, solution.margin) == worth, position.to_record()
        assert dict(solution.each) == each, position.to_record()
