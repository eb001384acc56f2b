"""Batches and playouts: every step is that of `Position`, every game follows from the seed."""

import copy
import os
import pickle
import random
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba.core.registry import cpu_target

import fivesquare as fs
from fivesquare import actions, engine
from fivesquare.native import jit
from fivesquare.packed import signed
from fivesquare.players.simple import RandomPlayer
from fivesquare.research.batch import Batch, Playouts, playouts
from fivesquare.research.batch_code import words_of
from fivesquare.research.native.chance import nth, nth_by_deposit, nth_by_halves
from fivesquare.streams import stream
from games import FLIP_BOARD, GROW_BOARD
from opened import opened
from research.kinds import BOOKS, Book

every_book = pytest.mark.parametrize("book", BOOKS.values(), ids=BOOKS)

WORD = (1 << 64) - 1


NOTICE = "Compiling the code of games"


def told_on_first_use(code: str, folder: Path) -> str:
    """What a new process writes to standard error, with this folder for compiled code."""
    run = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "XDG_CACHE_HOME": str(folder)},
        capture_output=True,
        text=True,
        check=True,
    )
    return run.stderr


@pytest.mark.parametrize(
    "use",
    [
        "from fivesquare.research.batch import Batch; b = Batch('sweep', 2, 1); b.step(b.sample())",
        "from fivesquare.research.vector import FivesquareVectorEnv as V; V(2, 'sweep').reset(seed=1)",
    ],
    ids=["Batch", "vector"],
)
def test_the_first_use_says_that_it_compiles_once_and_can_be_silenced(use: str, tmp_path: Path) -> None:
    told = told_on_first_use(use, tmp_path / "cold").splitlines()
    assert len(told) == 1
    assert told[0].startswith(NOTICE)
    assert told_on_first_use(use, tmp_path / "cold") == ""  # now it is kept
    quiet = f"import logging; logging.getLogger('fivesquare').setLevel('ERROR'); {use}"
    assert told_on_first_use(quiet, tmp_path / "silent") == ""


# --- The same chance, in ordinary Python ---


def word(key: int, number: int) -> int:
    """SplitMix64, from its paper."""
    z = key + (number + 1) * 0x9E3779B97F4A7C15 & WORD
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & WORD
    z = (z ^ z >> 27) * 0x94D049BB133111EB & WORD
    return z ^ z >> 31


def below(bound: int, drawn: int) -> int:
    return (drawn >> 32) * bound >> 32


def key_of(seed: int, name: str, game: int, episode: int = 0) -> int:
    return word(word(stream(seed, name).getrandbits(64), game), episode)


def dealt(book: Book, seed: int, game: int, episode: int = 0) -> fs.Position:
    """The opening that machine code deals."""
    some = fs.start(book, seed=0)
    key, cells, values = key_of(seed, "boards", game, episode), some.size.cells, some.book.values
    if values == "ones":
        return some
    if values == "shuffled":
        flat: list[int] = []
        for cell in range(cells):
            place = below(cell + 1, word(key, cell)) if cell else 0
            flat.append(cell + 1)
            flat[cell], flat[place] = flat[place], flat[cell]
    else:
        low, high = values
        flat = [low + below(high - low + 1, word(key, cell)) for cell in range(cells)]
    return fs.start(book, board=fs.Board(some.size, tuple(flat)))


def played(position: fs.Position, seed: int, game: int, episode: int = 0) -> fs.Position:
    """The end of the random game that machine code plays."""
    key = key_of(seed, "choices", game, episode)
    while not position.is_over:
        drawn = word(key, len(position.moves))
        position = position.play(position.legal[below(len(position.legal), drawn)])
    return position


def winner_of(position: fs.Position) -> int:
    assert position.outcome is not None
    return position.outcome.winner


# --- Chance ---


def test_words_are_those_of_splitmix() -> None:
    """The first words for the key 0 are those that its authors' programs print."""
    known = [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]
    assert [word(0, number) for number in range(3)] == known
    for key in (0, 7, WORD, 1 << 63):
        ours = words_of(signed(key), 10).astype(np.uint64)
        assert ours.tolist() == [word(key, number) for number in range(10)]


def test_the_nth_cell_on_any_processor() -> None:
    chance = random.Random(1)
    masks = [chance.getrandbits(64) & chance.getrandbits(64) for _ in range(500)] + [1 << 63, WORD, 1]
    for mask in masks:
        cells = [cell for cell in range(64) if mask >> cell & 1]
        for number, cell in enumerate(cells):
            assert opened(nth_by_halves)(signed(mask), number) == cell
            if jit.has_fast_deposit():
                assert opened(nth_by_deposit)(signed(mask), number) == cell


PLAY = """
from fivesquare.research.native import chance
from fivesquare.players.simple import RandomPlayer
from fivesquare.research.batch import Batch, playouts
print(chance.nth is chance.nth_by_deposit)
print(playouts("flip", 501, 3))
"""


def test_a_processor_without_deposit_plays_the_same_games(tmp_path: Path) -> None:
    """In a process whose compiler is told that there is none; and of how it is chosen."""
    features = cpu_target.target_context.codegen().magic_tuple()[2].replace("+bmi2", "-bmi2")
    result = subprocess.run(
        [sys.executable, "-c", PLAY],
        env={**os.environ, "NUMBA_CPU_FEATURES": features, "XDG_CACHE_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    is_by_deposit, games = result.stdout.splitlines()
    assert is_by_deposit == "False"
    assert games == str(playouts("flip", 501, 3))
    assert nth is (nth_by_deposit if jit.has_fast_deposit() else nth_by_halves)


@pytest.mark.parametrize(
    ("processor", "expected"),
    [
        (("x86_64-unknown-linux-gnu", "skylake", "+avx2,+bmi2"), True),
        (("x86_64-unknown-linux-gnu", "znver2", "+avx2,+bmi2"), False),  # it has it, but slow
        (("x86_64-unknown-linux-gnu", "generic", ""), False),
        (("aarch64-unknown-linux-gnu", "neoverse-n1", "+neon"), False),
    ],
)
def test_who_has_a_fast_deposit(
    processor: tuple[str, ...], expected: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    codegen = cpu_target.target_context.codegen()
    monkeypatch.setattr(type(codegen), "magic_tuple", lambda _: processor)
    assert jit.has_fast_deposit() is expected


# --- Playouts ---


@every_book
def test_playouts_are_the_games_that_python_plays_by_the_same_chance(book: Book) -> None:
    ends = [played(dealt(book, 5, game), 5, game) for game in range(41)]
    winners = [winner_of(end) for end in ends]
    expected = Playouts(
        games=41,
        first_wins=winners.count(1),
        second_wins=winners.count(2),
        draws=winners.count(0),
        moves=sum(len(end.moves) for end in ends),
    )
    assert playouts(book, 41, 5, threads=1) == expected


def test_playouts_do_not_depend_on_the_number_of_threads() -> None:
    results = {playouts("grow", 100_001, 3, threads=threads) for threads in (None, 1, 2, 5)}
    assert len(results) == 1
    assert playouts("grow", 100_001, 4) not in results


ENDLESS = """
from fivesquare.research.batch import playouts
playouts("grow", 10, 1)
print("ready", flush=True)
playouts("grow", 10**12, 1)
"""


def test_playouts_end_with_ctrl_c() -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", ENDLESS], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    process.send_signal(signal.SIGINT)
    _, error = process.communicate()
    assert "KeyboardInterrupt" in error
    assert process.returncode == -signal.SIGINT


def test_playouts_on_one_board() -> None:
    position = fs.start("flip", board=FLIP_BOARD)
    winners = [winner_of(played(position, 5, game)) for game in range(30)]
    result = playouts("flip", 30, 5, board=FLIP_BOARD)
    assert (result.first_wins, result.second_wins) == (winners.count(1), winners.count(2))


def test_playouts_on_boards_of_another_size() -> None:
    assert playouts("flip", 10, 1, size=(8, 8)).moves == 640


@pytest.mark.parametrize("book", fs.CATALOGUE)
def test_playouts_go_as_random_players_play(book: str) -> None:
    """Within four standard errors of two shares."""
    games = 1500
    wins = moves = 0
    for seed in range(games):
        player = RandomPlayer(fs.Luck(seed))
        position = fs.start(book, seed=seed)
        while not position.is_over:
            position = position.play(player.choose(position))
        wins += winner_of(position) == 1
        moves += len(position.moves)
    many = playouts(book, 200_000, 1)
    share = many.first_wins / many.games
    assert abs(wins / games - share) < 4 * np.sqrt(share * (1 - share) / games)
    assert abs(moves / games - many.moves / many.games) < 0.5


@pytest.mark.parametrize("n", [0, -1, 1.5, "many", True, None])
def test_a_number_of_games_that_is_none(n: Any) -> None:
    with pytest.raises(ValueError, match="n is a whole number from 1"):
        playouts("grow", n, 1)
    with pytest.raises(ValueError, match="n is a whole number from 1"):
        Batch("grow", n, 1)


def test_other_arguments_that_cannot_be_used() -> None:
    with pytest.raises(ValueError, match="threads is a whole number"):
        playouts("grow", 1, 1, threads=0)
    with pytest.raises(fs.BoardError, match="a seed is a whole number, not 'x'"):
        Batch("grow", 1, "x")  # type: ignore[arg-type]
    with pytest.raises(fs.RuleBookError):
        playouts("chess", 1, 1)
    with pytest.raises(fs.BoardError, match="not both"):
        Batch("grow", 1, 1, board=GROW_BOARD, size=(5, 5))


# --- Batches ---


@every_book
def test_every_step_is_that_of_position(book: Book) -> None:
    """Two games after the other: `sample` plays those of `playouts`, and then those on the next boards."""
    games = range(64)
    batch = Batch(book, len(games), 9)
    for episode in range(2):
        positions = [dealt(book, 9, game, episode) for game in games]
        check(batch, positions, batch.rewards[:, 0].tolist())
        while not batch.done.all():
            choices = batch.sample()
            was_over = batch.done.copy()
            batch.step(choices)
            for game, choice in enumerate(choices.tolist()):
                if not positions[game].is_over:
                    positions[game] = positions[game].play_action(choice)
            check(
                batch,
                positions,
                [0 if over else winner_sign(p) for over, p in zip(was_over, positions, strict=True)],
            )
        ends = [played(dealt(book, 9, game, episode), 9, game, episode) for game in games]
        assert positions == ends
        assert batch.winners.tolist() == [winner_of(end) for end in ends]
        leads = [engine.balanced_lead(end.setup, end.state) / 2 for end in ends]
        leads = [lead if end.state.turn == 1 else -lead for lead, end in zip(leads, ends, strict=True)]
        assert batch.leads.tolist() == leads
        batch.reset()


def winner_sign(position: fs.Position) -> float:
    """What the first player gets for this position, when it has just come about."""
    return 0 if position.outcome is None else (0, 1, -1)[position.outcome.winner]


def check(batch: Batch, positions: list[fs.Position], rewards: list[float]) -> None:
    """A batch shows these positions."""
    for game, position in enumerate(positions):
        assert batch.position(game) == position
        assert np.array_equal(batch.masks[game], actions.mask(position))
        assert np.array_equal(batch.planes[game], actions.planes(position, position.state.turn))
    assert batch.boards.tolist() == [position.board.rows for position in positions]
    assert batch.done.tolist() == [position.is_over for position in positions]
    assert batch.turn.tolist() == [position.turn or 0 for position in positions]
    assert batch.rewards.tolist() == [[reward, -reward] for reward in rewards]
    assert [winner == -1 for winner in batch.winners] == [not position.is_over for position in positions]


def test_arrays_have_the_shapes_that_are_promised() -> None:
    batch = Batch({"like": "chain", "balance": "swap"}, 3, 1, size=(4, 5))
    shapes = {name: (getattr(batch, name).shape, str(getattr(batch, name).dtype)) for name in SHOWN}
    assert shapes == {
        "masks": ((3, 22), "bool"),
        "planes": ((3, 6, 4, 5), "float32"),
        "rewards": ((3, 2), "float32"),
        "done": ((3,), "bool"),
        "turn": ((3,), "int8"),
    }
    assert len(batch) == 3
    assert repr(batch) == "<Batch own book 4x5, 3 games, 0 over>"


SHOWN = ("masks", "planes", "rewards", "done", "turn")


@pytest.mark.parametrize("name", SHOWN)
def test_arrays_go_to_other_libraries_without_a_copy(name: str) -> None:
    batch = Batch("grow", 3, 1)
    array = getattr(batch, name)
    other = np.from_dlpack(array)
    assert np.shares_memory(array, other)
    batch.step(batch.sample())
    np.testing.assert_array_equal(other, getattr(batch, name))


def test_what_is_no_part_of_the_arrays_is_a_copy() -> None:
    batch = Batch("sweep", 3, 1)
    names = ("winners", "leads", "boards", "numbers", "episodes")
    told = {name: getattr(batch, name) for name in names}
    told["sample"] = batch.sample()
    before = {name: array.copy() for name, array in told.items()}
    while not batch.done.all():
        batch.step(batch.sample())
    batch.reset([0])
    for name, array in told.items():
        np.testing.assert_array_equal(array, before[name])


def test_a_game_is_the_same_in_a_batch_of_any_size() -> None:
    few, many = Batch("sweep", 3, 4), Batch("sweep", 100, 4)
    np.testing.assert_array_equal(few.boards, many.boards[:3])
    np.testing.assert_array_equal(few.sample(), many.sample()[:3])
    assert len({str(board.tolist()) for board in many.boards}) > 95
    assert not np.array_equal(few.boards, Batch("sweep", 3, 5).boards)


def test_all_games_on_one_board() -> None:
    batch = Batch("grow", 4, 1, board=GROW_BOARD)
    rows = fs.Board.parse(GROW_BOARD).rows
    assert batch.boards.tolist() == [rows] * 4
    assert len(set(batch.sample().tolist())) > 1
    batch.reset()
    assert batch.boards.tolist() == [rows] * 4


def test_only_the_games_that_are_meant_go_on_or_begin_anew() -> None:
    batch = Batch("flip", 4, 1)
    openings = batch.boards
    batch.step([0, 1, 2, 3])
    batch.step(batch.sample(), which=[1, 3])
    assert [position.masks[1].bit_count() for position in map(batch.position, range(4))] == [0, 1, 0, 1]
    batch.reset(np.array([True, False, False, True]))
    assert [sum(position.counts) for position in map(batch.position, range(4))] == [0, 2, 1, 0]
    same = [np.array_equal(batch.boards[game], openings[game]) for game in range(4)]
    assert same == [False, True, True, False]
    before = batch.boards
    batch.reset([])
    assert np.array_equal(batch.boards, before)
    batch.reset(np.array([2], np.uint8))
    assert [sum(batch.position(game).counts) for game in range(4)] == [0, 2, 0, 0]


def test_rewards_are_for_the_step_that_ended_the_game() -> None:
    batch = Batch("sweep", 1, 1)
    while not batch.done.all():
        batch.step(batch.sample())
    assert abs(batch.rewards).tolist() == [[1.0, 1.0]]
    before = batch.planes.copy()
    batch.step([8])
    assert batch.rewards.tolist() == [[0.0, 0.0]]
    np.testing.assert_array_equal(batch.planes, before)


def snapshot(batch: Batch) -> list[bytes]:
    return [getattr(batch, name).tobytes() for name in (*SHOWN, "_games")]


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        (3, "game 2: cell 1,4, move number 3, is already claimed"),
        (12, "game 2: cell 3,3, move number 12, is not on the outer edge"),
        (25, "game 2: there is no move number 25: they go from 0 to 24"),
        (-1, "game 2: there is no move number -1: they go from 0 to 24"),
        (1 << 62, f"game 2: there is no move number {1 << 62}: they go from 0 to 24"),
    ],
)
def test_an_illegal_action_names_the_game_and_changes_nothing(bad: int, message: str) -> None:
    batch = Batch("grow", 4, 1)
    batch.step([0, 1, 3, 3])
    before = snapshot(batch)
    with pytest.raises(fs.IllegalMoveError, match=f"^{message}$"):
        batch.step([1, 2, bad, 4])
    assert snapshot(batch) == before
    batch.step([1, 2, 0, 4])


def test_stop_and_swap_at_the_wrong_time() -> None:
    batch = Batch({"like": "chain", "size": [3, 3], "balance": "swap"}, 1, 1)
    for action, name in ((9, "stop"), (10, "swap")):
        with pytest.raises(
            fs.IllegalMoveError, match=f'game 0: "{name}", move number {action}, is not a move now'
        ):
            batch.step([action])
    batch.step([0])
    batch.step([10])
    assert batch.turn.tolist() == [1]


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        ([1, 2], ValueError, r"actions have the shape \(3,\), not \(2,\)"),
        ([[1], [2], [3]], ValueError, r"not \(3, 1\)"),
        (5, ValueError, r"not \(\)"),
        ([1.0, 2.0, 3.0], TypeError, "actions are whole numbers, one for each game, not float64"),
        ([True, True, True], TypeError, "not bool"),
        (["1,1", "1,2", "1,3"], TypeError, "not <U3"),
    ],
)
def test_actions_that_are_none(given: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        Batch("grow", 3, 1).step(given)


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int32, np.uint64])
def test_actions_of_any_whole_kind(kind: Any) -> None:
    batch = Batch("flip", 6, 1)
    batch.step(np.arange(12, dtype=kind)[::2])
    assert [batch.position(game).masks[0] for game in range(6)] == [1 << 2 * game for game in range(6)]


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        ([True], ValueError, r"a mask has the shape \(3,\), not \(1,\)"),
        ([0, 3], IndexError, "games are numbered from 0 to 2, not 3"),
        ([-1], IndexError, "games are numbered from 0 to 2, not -1"),
        ([0.5], TypeError, "games are chosen by a mask or by whole numbers, not by float64"),
    ],
)
def test_games_that_are_none(given: Any, error: type[Exception], message: str) -> None:
    batch = Batch("grow", 3, 1)
    with pytest.raises(error, match=message):
        batch.reset(given)
    with pytest.raises(IndexError, match="games are numbered from 0 to 2, not 3"):
        batch.position(3)


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda batch: pickle.loads(pickle.dumps(batch))])
def test_a_copy_goes_its_own_way(copied: Any) -> None:
    batch = Batch("flip", 5, 1)
    batch.step(batch.sample())
    other = copied(batch)
    assert snapshot(other) == snapshot(batch)
    before = snapshot(batch)
    choices = other.sample()
    other.step(choices)
    assert snapshot(batch) == before
    batch.sample()
    batch.step(choices)
    assert snapshot(other) == snapshot(batch)


def test_what_is_unpickled_from_memory_that_is_not_its_own_leaves_that_alone() -> None:
    """Stores of shared objects hand out arrays that nobody may write to."""
    batch = Batch("flip", 5, 1)
    buffers: list[pickle.PickleBuffer] = []
    text = pickle.dumps(batch, protocol=5, buffer_callback=buffers.append)
    stored = [bytes(buffer.raw()) for buffer in buffers]
    before = [bytes(bytearray(buffer)) for buffer in stored]
    other = pickle.loads(text, buffers=stored)
    choices = batch.sample()
    assert other.sample().tolist() == choices.tolist()
    other.step(choices)
    batch.step(choices)
    assert snapshot(other) == snapshot(batch)
    assert stored == before


def test_threads_cannot_exchange_actions_between_check_and_move() -> None:
    """One hands in nonsense all the time: another's moves, found legal, must be those that are made."""
    batch = Batch("sweep", 3000, 1)
    nonsense = np.full(3000, 9)  # no move of this game has that number
    refused = 0

    def play() -> None:
        while refused < 200:
            batch.step(batch.sample())
            batch.reset(batch.done)

    player = threading.Thread(target=play)
    player.start()
    while player.is_alive():
        try:
            batch.step(nonsense)
        except fs.IllegalMoveError:
            refused += 1
    player.join()
    for game in range(3000):
        np.testing.assert_array_equal(batch.masks[game], actions.mask(batch.position(game)))


# --- One seat of each game ---


@pytest.mark.parametrize(
    "book", ["grow", "chain", "often over before it begins", "swap where cells are lost"]
)
def test_a_seat_sees_what_it_would_see_in_position(book: str) -> None:
    seats = [1, 2, 1, 2, 2, 1, 2, 1]
    batch = Batch(BOOKS[book], 8, 3)
    batch.view_as(seats)
    batch.reset()
    for _ in range(60):
        for game, seat in enumerate(seats):
            position = batch.position(game)
            np.testing.assert_array_equal(batch.planes[game], actions.planes(position, seat))
            sees = position.turn in (None, seat)
            mask = actions.mask(position) if sees else np.zeros(len(position.all_moves))
            np.testing.assert_array_equal(batch.masks[game], mask)
        batch.reply()
        assert all(turn in (0, seat) for turn, seat in zip(batch.turn, seats, strict=True))
        batch.step(batch.sample())
    assert batch.done.all()


def test_games_with_seeds_of_their_own() -> None:
    batch = Batch("flip", 3, 0)
    first = batch.boards.tolist()
    batch.rekey({0: 5, 2: 6})
    batch.reset([0, 2])
    expected = [Batch("flip", 1, seed).boards[0].tolist() for seed in (5, 6)]
    assert batch.boards.tolist() == [expected[0], first[1], expected[1]]
    assert batch.sample()[0] == Batch("flip", 1, 5).sample()[0]


def test_some_games_on_a_board_for_once() -> None:
    for board in (None, "1 2 3/4 5 6/7 8 9"):
        batch = Batch("sweep", 3, 1, board=board)
        usual = batch.boards.tolist()
        batch.reset([1], board="9 8 7/6 5 4/3 2 1")
        assert batch.boards.tolist() == [usual[0], [[9, 8, 7], [6, 5, 4], [3, 2, 1]], usual[2]]
        batch.step([0, 0, 0])
        assert batch.position(1).scores == (9 + 8 + 6, 0)
        batch.reset()
        assert (batch.boards.tolist() == usual) == (board is not None)
        assert batch.boards[1].tolist() != [[9, 8, 7], [6, 5, 4], [3, 2, 1]]
        with pytest.raises(fs.BoardError, match="the boards here are 3x3, not 1x2"):
            batch.reset(board="1 2")
