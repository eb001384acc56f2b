"""The player that is a small network."""

import hashlib
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import fivesquare as fs
from fivesquare.board import symmetries
from fivesquare.books import NAMED, find_book
from fivesquare.engine import NONE, State
from fivesquare.players import Player, make_player
from fivesquare.players.base import Luck
from fivesquare.players.net import Net, weights_for
from fivesquare.players.network import WEIGHTS, Answers, Inputs, Network, Situations, inputs, trained
from fivesquare.position import SWAP
from fivesquare.research.family.splits import deal
from solver_oracle import random_book

ROOT = Path(__file__).parents[2]


def positions(book: str, seed: int, size: tuple[int, int] | None = None) -> list[fs.Position]:
    """Those of a random game in which there is a choice."""
    chance, found = random.Random(seed), []
    position = fs.start(book, seed=seed, size=size)
    while not position.is_over:
        found.append(position)
        position = position.play(chance.choice(position.legal))
    return found


def said_of(position: fs.Position, network: Network) -> Answers:
    return network(inputs(Situations.of([position])))


def slowly(network: Network, seen: Inputs) -> list[float]:
    """The preferences of the first position, cell by cell, without any array arithmetic."""
    cells = [list(map(float, cell)) for cell in seen.planes[0]]
    groups = [[np.flatnonzero(row).tolist() for row in group[0]] for group in seen.sums]
    for number, (kernel, bias, pool) in enumerate(network.layers):
        wide = range(len(cells[0]))
        means = [sum(cell[plane] for cell in cells) / len(cells) for plane in wide]
        tops = [max(cell[plane] for cell in cells) for plane in wide]
        made = []
        for place, cell in enumerate(cells):
            parts = [cell]
            for group in groups:
                near = [cells[other] for other in group[place]]
                parts.append([sum(one[plane] for one in near) for plane in wide])
            out = []
            for channel in range(len(bias)):
                total = float(bias[channel])
                for part, weights in zip(parts, kernel, strict=True):
                    total += sum(part[plane] * float(weights[plane, channel]) for plane in wide)
                if number:
                    both = [*means, *tops]
                    total += sum(value * float(pool[at, channel]) for at, value in enumerate(both))
                    total += cell[channel]
                out.append(max(0.0, total))
            made.append(out)
        cells = made
    return [sum(a * float(b) for a, b in zip(cell, network.cell, strict=True)) for cell in cells]


@pytest.mark.parametrize("book", ["grow", "flip", "chain", "twenty-one"])
def test_a_forward_pass_is_what_it_says(book: str) -> None:
    position = positions(book, 3, (3, 4))[3]
    network = trained(book)
    expected = slowly(network, inputs(Situations.of([position])))
    assert said_of(position, network).cells[0] == pytest.approx(expected, rel=1e-3, abs=1e-3)


@pytest.mark.parametrize("book", NAMED)
def test_many_positions_get_the_answers_that_each_gets(book: str) -> None:
    each = positions(book, 5)
    together = trained(book)(inputs(Situations.of(each)))
    for number, position in enumerate(each):
        alone = said_of(position, trained(book))
        for one, all_of_them in zip(alone, together, strict=True):
            assert one[0] == pytest.approx(all_of_them[number], abs=1e-3)


@pytest.mark.parametrize("book", NAMED)
def test_a_board_turned_or_mirrored_gets_the_same_answers(book: str) -> None:
    position = positions(book, 7)[2]
    said = said_of(position, trained(book))
    own, other, turn, link = position.state
    for symmetry in symmetries(position.size):
        board = position.board.mapped(symmetry)
        state = State(
            sum(1 << new for old, new in enumerate(symmetry.goes_to) if own >> old & 1),
            sum(1 << new for old, new in enumerate(symmetry.goes_to) if other >> old & 1),
            turn,
            link if link == NONE else symmetry.goes_to[link],
        )
        image = fs.Position(position.book, board, state)
        again = said_of(image, trained(book))
        for old, new in enumerate(symmetry.goes_to):
            assert again.cells[0][new] == pytest.approx(said.cells[0][old], abs=1e-3)
        assert again.result[0] == pytest.approx(said.result[0], abs=1e-3)


@given(st.integers(0, 10**9), st.integers(1, 8), st.integers(1, 8))
def test_every_move_is_legal_in_any_book_on_any_board(seed: int, rows: int, columns: int) -> None:
    chance = random.Random(seed)
    net, position = Net(), fs.start(random_book(chance), size=(rows, max(columns, 3 - rows)), seed=seed)
    for _ in range(chance.randrange(12)):
        if not position.is_over:
            position = position.play(chance.choice(position.legal))
    while not position.is_over:
        move = net.choose(position)
        assert move in position.legal
        assert Net().choose(position) == move
        position = position.play(move)


def test_a_book_of_ones_own_gets_the_weights_of_the_most_similar_one() -> None:
    assert [weights_for(book) for book in NAMED.values()] == list(NAMED)
    assert weights_for(find_book({"like": "grow", "balance": {"komi": 3}})) == "grow"
    assert weights_for(find_book({"like": "grow", "again": "chain"})) == "grow"
    assert weights_for(find_book({"like": "flip", "size": [6, 6], "tie": "last"})) == "flip"
    assert weights_for(find_book({"like": "fifteen", "goal": {"exactly": 30}})) == "fifteen"


def test_a_swap_is_taken_where_the_first_claim_is_worth_it() -> None:
    values = [[9, 1, 1], [1, 1, 1], [1, 1, 1]]
    book = {"like": "grow", "reach": "anywhere", "balance": "swap"}
    start = fs.start(book, board=values)
    assert Net().choose(start.play("1,1")) == SWAP
    assert Net().choose(start) != "1,1"


def test_the_first_of_equal_moves_is_chosen() -> None:
    assert Net().choose(fs.start("chain", size=(1, 2))) == "1,1"


@pytest.mark.parametrize("book", ["sweep", "grow"])
def test_it_beats_a_random_player_on_boards_that_it_has_not_seen(book: str) -> None:
    won = 0
    for seed in range(20):
        start = deal(book, seed=seed, split="held-out").position
        players: list[Player] = [Net(), make_player("random", Luck(seed))]
        for seat in (1, 2):
            ended = fs.Match(start, *(players if seat == 1 else players[::-1]))
            for _ in ended:
                pass
            assert ended.position.outcome is not None
            won += ended.position.outcome.winner == seat
    assert won >= 34


def test_the_weights_are_those_that_were_measured() -> None:
    digest = hashlib.sha256()
    for book in sorted(NAMED):
        for name, array in sorted(trained(book).arrays().items()):
            assert np.isfinite(array).all()
            digest.update(f"{book} {name} {array.shape} ".encode() + array.astype(np.float16).tobytes())
    assert digest.hexdigest()[:16] == "42153aca66b056f2"
    assert sum(path.stat().st_size for path in WEIGHTS.iterdir()) < 1_000_000


def test_without_numpy_it_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("fivesquare.players.network")
    monkeypatch.setitem(sys.modules, "fivesquare.players.network", None)
    with pytest.raises(
        fs.PlayerError, match=r"net needs NumPy, which is not installed: pip install 'fivesquare\[arrays\]'"
    ):
        make_player("net")


def test_numpy_is_not_imported_for_other_players() -> None:
    code = "import sys, fivesquare as fs; fs.make_player('level:3'); print('numpy' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "False\n"


def test_the_training_for_large_boards_begins_with_these_weights(tmp_path: Path) -> None:
    program = str(ROOT / "examples" / "net" / "large.py")
    command = [sys.executable, program, "--quick", "--output", str(tmp_path), "--book", "chain"]
    subprocess.run(command, check=True, capture_output=True)
    after, before = Network.load(tmp_path / "chain.npz").arrays(), trained("chain").arrays()
    assert all(np.abs(after[name] - before[name]).max(initial=0) < 0.1 for name in before)


def test_the_training_makes_weights_that_play(tmp_path: Path) -> None:
    program = str(ROOT / "examples" / "net" / "train.py")
    command = [sys.executable, program, "--quick", "--output", str(tmp_path)]
    for book in ("sweep", "chain"):
        subprocess.run([*command, "--book", book, "--seed", "1"], check=True, capture_output=True)
        network = Network.load(tmp_path / f"{book}.npz")
        shapes = {name: array.shape for name, array in network.arrays().items()}
        assert shapes == {name: array.shape for name, array in trained(book).arrays().items()}
        assert np.isfinite(said_of(fs.start(book, seed=1), network).cells).all()
