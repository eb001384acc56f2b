"""Labels of many positions are what `solve` says of each, in every book, every tie and every order."""

import _thread
import random
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fivesquare as fs
from fivesquare.background import OURS
from fivesquare.engine import NOBODY
from fivesquare.solver import Labels, Solution, Solver
from fivesquare.solver.limits import DEFAULT_MEMORY
from fivesquare.solver.machine import Machine
from solver_oracle import brute_force, random_book, random_position
from wasm import searching_in_wasm


def random_game(chance: random.Random, start: fs.Position) -> list[fs.Position]:
    """The positions of a random game, its end among them."""
    game = [start]
    while not game[-1].is_over:
        game.append(game[-1].play(chance.choice(game[-1].legal)))
    return game


def together(position: fs.Position, threads: int, memory: int = DEFAULT_MEMORY) -> Solver:
    """A solver whose threads join at once."""
    solver = Solver(position)
    solver._machine = Machine(solver._model, memory, threads, moment=0)
    return solver


def check(labels: Labels, positions: list[fs.Position]) -> None:
    """The same as `solve`, in the order of the positions, with every regret."""
    assert len(labels) == len(positions)
    for position, solution in zip(positions, labels, strict=True):
        expected = fs.solve(position, threads=1)
        assert solution == expected, position.to_record()
        assert list(solution.each) == list(position.legal)
        for move in position.legal:
            assert solution.regret(move) == expected.regret(move), position.to_record()


@pytest.fixture(autouse=True)
def _nobody_is_left() -> Iterator[None]:
    before = set(threading.enumerate())  # lanes of other tests stay for good
    yield
    left = [thread for thread in threading.enumerate() if thread.name.startswith(f"{OURS} ")]
    for thread in set(left) - before:
        thread.join(10)
        assert not thread.is_alive()


# --- The same answers ---


@given(st.integers(0, 1 << 40))
def test_random_games_of_random_books(seed: int) -> None:
    chance = random.Random(seed)
    game = random_game(chance, fs.start(random_book(chance), seed=seed))
    chance.shuffle(game)
    check(Solver(game[0]).label(game), game)


@given(st.integers(0, 1 << 40))
def test_the_plain_oracle_agrees(seed: int) -> None:
    chance = random.Random(seed)
    position = random_position(chance, random_book(chance))
    (solution,) = Solver(position).label([position])
    assert (solution.worth, dict(solution.each)) == brute_force(position), position.to_record()


@pytest.mark.parametrize("tie", ["draw", "last", "second"])
@pytest.mark.parametrize("goal", ["points", "majority"])
def test_a_tie_belongs_to_whom_the_book_says(tie: str, goal: str) -> None:
    """Small boards of ones end level often, with every answer to where one may claim."""
    chance, winners = random.Random(tie), set()
    for reach in ("anywhere", "adjacent", "edge"):
        for size in ([2, 2], [2, 3], [3, 3], [2, 4]):
            answers = {"values": "ones", "goal": goal, "tie": tie, "reach": reach, "size": size}
            game = random_game(chance, fs.start({"like": "flip", **answers}, seed=0))
            labels = Solver(game[0]).label(game)
            check(labels, game)
            level = [each for each in labels if each.margin == 0 or each.winner == NOBODY]
            winners |= {each.winner for each in level if each.worth}
    if goal == "points":
        assert winners
        assert winners <= {"draw": {0}, "last": {1, 2}, "second": {2}}[tie]


@pytest.mark.parametrize("name", fs.CATALOGUE | fs.VARIANTS)
def test_named_books(name: str) -> None:
    chance = random.Random(name)
    for seed in range(4):
        start = random_position(chance, fs.find_book(name), free=11)
        game = random_game(chance, start)
        check(Solver(start).label(game), game)
        small = random_game(chance, fs.start(name, seed=seed, size=(3, 3)))
        check(Solver(small[0]).label(small), small)


@pytest.mark.parametrize("balance", ["swap", {"komi": 3}, {"komi": 2.5}])
def test_balanced_books(balance: object) -> None:
    for again in ("never", "chain"):
        book = {"like": "sweep", "size": [2, 4], "take": "nothing", "again": again, "balance": balance}
        game = random_game(random.Random(7), fs.start(book, seed=3))
        check(Solver(game[0]).label(game), game)


def test_positions_inside_of_chains() -> None:
    chance, inside = random.Random(5), list[fs.Position]()
    start = fs.start("chain", seed=0, size=(3, 4))
    while len(inside) < 20:
        inside += [position for position in random_game(chance, start) if position.in_chain]
    check(Solver(start).label(inside), inside)


@given(st.integers(0, 1 << 40))
def test_positions_set_up_by_hand(seed: int) -> None:
    chance = random.Random(seed)
    book = random_book(chance, most_cells=8)
    start = fs.start(book, seed=seed)
    positions = [start]
    for _ in range(6):
        owners = [
            [chance.choice([0, 0, 1, 2]) for _ in range(start.size.columns)] for _ in range(start.size.rows)
        ]
        with suppress(fs.RecordError):
            setup = {"owners": owners, "turn": chance.choice([1, 2])}
            positions.append(fs.start(book, board=start.board, setup=setup))
    check(Solver(start).label(positions), positions)


def test_large_boards_have_wide_keys_and_a_last_cell() -> None:
    for name in fs.CATALOGUE:
        position = random_position(random.Random(name), fs.CATALOGUE[name], size=(8, 8), free=6)
        check(Solver(position).label([position]), [position])


def test_no_positions() -> None:
    labels = Solver(fs.start("grow", seed=1)).label([])
    assert (len(labels), list(labels), labels.moves, len(labels.values)) == (0, [], (), 0)


# --- Arrays ---


def test_the_numbers_are_values_of_the_player_to_move() -> None:
    game = random_game(random.Random(2), fs.start("chain", seed=2, size=(3, 3)))
    labels = Solver(game[0]).label(game)
    assert labels.moves == game[0].all_moves
    assert len(labels.values) == len(game) * len(labels.moves)
    for number, solution in enumerate(labels):
        player, row = game[number].state.turn, labels.row(number)
        assert solution.worth is not None
        assert labels.worths[number] == solution.worth.value(player)
        for move, value in zip(labels.moves, row, strict=True):
            known = solution.each.get(move)
            assert value == (Labels.NOT_KNOWN if known is None else known.value(player))


def test_a_part_of_them_is_a_list() -> None:
    game = random_game(random.Random(2), fs.start("sweep", seed=2))
    labels = Solver(game[0]).label(game)
    assert labels[1:3] == [labels[1], labels[2]]
    assert labels[-1] == labels[len(game) - 1]
    with pytest.raises(IndexError):
        labels[len(game)]


def test_lines_are_found_by_the_solver() -> None:
    game = random_game(random.Random(2), fs.start("fifteen", seed=2))
    solver = Solver(game[0])
    assert [each.line for each in solver.label(game)] == [solver.line(position) for position in game]


# --- Tables, threads, limits ---


@pytest.mark.parametrize("memory", [64, 4096, DEFAULT_MEMORY])
@pytest.mark.parametrize("threads", [1, 2, 5])
def test_however_many_threads_and_however_small_the_table(threads: int, memory: int) -> None:
    chance = random.Random(threads)
    for _ in range(10):
        game = random_game(chance, fs.start(random_book(chance, most_cells=8), seed=chance.randrange(99)))
        check(together(game[0], threads, memory).label(game), game)


def test_a_table_that_grows_while_several_search() -> None:
    start = fs.start("grow", seed=2)
    game = random_game(random.Random(1), start)
    expected = Solver(start, threads=1).label(game)
    solver = together(start, 3)
    found = solver.label(game)
    assert (found.worths, found.values) == (expected.worths, expected.values)
    assert solver.nodes > 50_000


def test_in_webassembly_and_without_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    game = random_game(random.Random(1), fs.start("grow", seed=2, size=(4, 5)))
    expected = Solver(game[0], threads=1).label(game)
    monkeypatch.setattr("fivesquare.solver.team._SLICE", 1000)
    with searching_in_wasm():
        found = Solver(game[0]).label(game)
        chances = [random.Random(seed) for seed in range(30)]
        others = [random_game(chance, fs.start(random_book(chance), seed=1)) for chance in chances]
        labels = [list(Solver(other[0]).label(other)) for other in others]
    assert (found.worths, found.values) == (expected.worths, expected.values)
    for other, solutions in zip(others, labels, strict=True):
        assert solutions == [fs.solve(position, threads=1) for position in other]


def long_game() -> list[fs.Position]:
    """The end of a game of chain, and its beginning, which nobody solves in a second."""
    start = fs.start("chain", size=(8, 8))
    return [random_position(random.Random(1), start.book, (8, 8), free=8), start]


@pytest.mark.parametrize("limit", [{"nodes": 50_000}, {"seconds": 0.3}], ids=str)
def test_a_limit_leaves_positions_out(limit: dict[str, int]) -> None:
    end, start = long_game()
    solver = Solver(start)
    labels = solver.label([end, start], **limit)  # type: ignore[arg-type]
    assert [each.exact for each in labels] == [True, False]
    assert labels[0] == fs.solve(end)
    left_out = labels[1]
    assert left_out == Solution(
        start, None, exact=False, at_least=fs.Worth(2, None), at_most=fs.Worth(1, None)
    )
    assert set(labels.row(1)) <= {Labels.NOT_KNOWN}


def test_limits_by_positions_are_the_same_everywhere() -> None:
    game = random_game(random.Random(3), fs.start("grow", seed=5))
    found = [together(game[0], threads).label(game, nodes=100_000) for threads in (1, 4)]
    assert found[0].worths == found[1].worths
    assert {Labels.NOT_KNOWN} < set(found[0].worths)


def raise_it() -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize("how", [raise_it, _thread.interrupt_main])
@pytest.mark.parametrize("threads", [1, 3])
def test_an_interrupt_leaves_only_facts(threads: int, how: Callable[[], None]) -> None:
    end, start = long_game()
    solver = Solver(start, threads=threads)
    with pytest.raises(KeyboardInterrupt):
        solver.label([start] * 4, progress=lambda *_: how())
    assert solver.label([end])[0] == fs.solve(end)


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    end, start = long_game()
    Solver(start).label([end, start], seconds=0.3, progress=lambda *how_far: told.append(how_far))
    assert told
    assert {of for _, of in told} == {2}
    assert told == sorted(told)


# --- What cannot be labelled ---


def test_refusals() -> None:
    position = fs.start("grow", seed=1)
    with pytest.raises(ValueError, match="another book or another board"):
        Solver(position).label([position, fs.start("grow", seed=2)])
    with pytest.raises(TypeError, match="a Position is solved, not"):
        Solver(position).label(["2,2"])  # type: ignore[list-item]
