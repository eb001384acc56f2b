"""Positions set up by hand: read, written, refused; and played like any other, against the plain rules."""

import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fivesquare as fs
import plain
from fivesquare.errors import RecordError
from fivesquare.perft import perft
from games import books, random_game, seeds
from solver_oracle import brute_force, random_book

BOARD = [[5, 3, 8], [2, 9, 1], [6, 4, 7]]
FIFTEEN = [[5, 5, 5], [4, 3, 2], [1, 1, 1]]


def set_up(book: Any, owners: list[list[int]], turn: int = 1, **more: Any) -> fs.Position:
    board = more.pop("board", BOARD)
    return fs.Position.from_record(
        {"book": book, "board": board, "setup": {"owners": owners, "turn": turn, **more}, "moves": []}
    )


def random_setup(chance: random.Random, position: fs.Position) -> dict[str, Any]:
    """Any owners, with one player to move; sometimes in the middle of a chain."""
    rows, columns = position.size
    share = chance.choice([0.1, 0.3, 0.5, 0.7, 0.9, 1.0])
    players = [1] if chance.random() < 0.15 else [2] if chance.random() < 0.1 else [1, 2]
    owners = [
        [chance.choice(players) if chance.random() < share else 0 for _ in range(columns)]
        for _ in range(rows)
    ]
    turn = chance.choice([1, 2])
    setup: dict[str, Any] = {"owners": owners, "turn": turn}
    own = [(row, column) for row in range(rows) for column in range(columns) if owners[row][column] == turn]
    if position.book.again == "chain" and own and chance.random() < 0.7:
        row, column = chance.choice(own)
        setup["link"] = f"{row + 1},{column + 1}"
    return setup


def drawn(chance: random.Random, most_cells: int = 9) -> tuple[fs.Position, dict[str, Any]]:
    """A random setup that is not refused, and the position it makes."""
    while True:
        opening = fs.start(random_book(chance, most_cells), seed=chance.randrange(1 << 30))
        setup = random_setup(chance, opening)
        try:
            return fs.start(opening.book, board=opening.board, setup=setup), setup
        except RecordError:
            continue


def plainly(position: fs.Position, setup: dict[str, Any]) -> plain.Game:
    """The same setup by the plain rules."""
    game = plain.Game(position.book.answers, position.board.rows)
    link = setup.get("link")
    row, column = (int(number) - 1 for number in link.split(",")) if link else (0, 0)
    game.set_up(setup["owners"], setup["turn"], (row, column) if link else None)
    return game


# --- Records ---


def test_a_setup_is_read_played_on_and_written() -> None:
    position = set_up("sweep", [[1, 0, 0], [0, 0, 2], [0, 0, 0]], turn=2)
    assert position.turn == 2
    assert position.scores == (5, 1)
    after = position.play("1,3")
    assert after.to_record() == {
        "book": "sweep",
        "board": BOARD,
        "setup": {"owners": [[1, 0, 0], [0, 0, 2], [0, 0, 0]], "turn": 2},
        "moves": ["1,3"],
    }
    assert fs.Position.from_record(after.to_record()) == after
    assert [len(each.moves) for each in after.history()] == [0, 1]
    assert after.back() == position


def test_a_record_without_a_setup_is_written_as_before() -> None:
    record = {"book": "sweep", "board": BOARD, "moves": ["1,2"], "seed": 7}
    assert json.dumps(fs.Position.from_record(record).to_record()) == json.dumps(record)


def test_a_setup_that_is_the_opening_is_not_written() -> None:
    position = set_up("sweep", [[0] * 3] * 3)
    assert position == fs.start("sweep", board=BOARD)
    assert "setup" not in position.to_record()


def test_setup_is_no_further_key() -> None:
    with pytest.raises(RecordError, match='"setup" is not an extra key'):
        fs.Position(
            fs.start("sweep").book, fs.start("sweep").board, fs.start("sweep").state, extra={"setup": 1}
        )


def test_a_position_made_of_a_state_is_written_with_it() -> None:
    later = fs.start("sweep", board=BOARD).play("1,2")
    alone = fs.Position(later.book, later.board, later.state)
    assert fs.Position.from_record(alone.to_record()) == later


@given(books, seeds)
def test_every_position_of_a_game_can_be_set_up(book: dict[str, Any], seed: int) -> None:
    for position in random_game(book, seed, longest=12):
        alone = fs.Position(position.book, position.board, position.state)
        again = fs.Position.from_record(alone.to_record())
        assert again == position
        assert again.view() == position.view()
        assert again.to_record() == alone.to_record()


# --- What is refused ---


@pytest.mark.parametrize(
    ("book", "setup", "message"),
    [
        ("sweep", None, '"setup" must be an object, not null'),
        ("sweep", [], '"setup" must be an object, not a list of 0'),
        ("sweep", {"turn": 1}, 'the "setup" has no "owners"'),
        ("sweep", {"owners": [[0] * 3] * 3}, 'the "setup" has no "turn"'),
        (
            "sweep",
            {"owners": [[0] * 3] * 3, "turn": 1, "last": 2},
            "'last' means nothing in a \"setup\", which has owners, turn and link",
        ),
        (
            "sweep",
            {"owners": [[0] * 3] * 2, "turn": 1},
            '"owners" of the setup are 3 rows, not a list of 2',
        ),
        (
            "sweep",
            {"owners": [[0] * 3, [0] * 4, [0] * 3], "turn": 1},
            "row 2 of the setup must have 3 owners",
        ),
        (
            "sweep",
            {"owners": [[0] * 3, "000", [0] * 3], "turn": 1},
            "row 2 of the setup must have 3 owners",
        ),
        (
            "sweep",
            {"owners": [[0, 3, 0], [0] * 3, [0] * 3], "turn": 1},
            "the owner of cell 1,2 is 0, 1 or 2, not 3",
        ),
        (
            "sweep",
            {"owners": [[0, True, 0], [0] * 3, [0] * 3], "turn": 1},
            "the owner of cell 1,2 is 0, 1 or 2",
        ),
        ("sweep", {"owners": [[0] * 3] * 3, "turn": 0}, '"turn" of the setup is 1 or 2, not 0'),
        ("sweep", {"owners": [[0] * 3] * 3, "turn": "1"}, "\"turn\" of the setup is 1 or 2, not '1'"),
        (
            "sweep",
            {"owners": [[1] * 3] * 3, "turn": 1, "link": "1,1"},
            "a setup has a link only in a book with chains",
        ),
    ],
)
def test_what_is_no_setup(book: str, setup: object, message: str) -> None:
    with pytest.raises(RecordError) as caught:
        fs.Position.from_record({"book": book, "board": BOARD, "setup": setup, "moves": []})
    assert message in str(caught.value)


CHAIN = {"owners": [[1, 1, 0], [0, 2, 0], [0, 0, 1]], "turn": 1}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"link": 2}, '"link" of the setup is a cell like "1,2", not 2'),
        ({"link": "4,1"}, '"link" of the setup: there is no cell 4,1'),
        ({"link": "2,2"}, "cell 2,2, the link of the setup, must be a cell of the player whose turn it is"),
        (
            {"link": "3,3"},
            "cell 3,3, the link of the setup, must lie beside another cell of the same player",
        ),
        (
            {"owners": [[1, 1, 2], [2, 2, 0], [0, 0, 0]], "link": "1,1"},
            "cell 1,1, the link of the setup, has no free neighbour that may be claimed",
        ),
        (
            {"owners": [[1, 1, 1], [1, 1, 0], [0, 0, 0]], "link": "1,3"},
            "the game of this setup is over, so there is no link",
        ),
    ],
)
def test_what_is_no_link(change: dict[str, Any], message: str) -> None:
    record = {"book": "chain", "board": [[1] * 3] * 3, "setup": {**CHAIN, **change}, "moves": []}
    with pytest.raises(RecordError) as caught:
        fs.Position.from_record(record)
    assert message in str(caught.value)


def test_a_score_above_the_target_is_refused() -> None:
    with pytest.raises(
        RecordError, match="the second player has 16 points in this setup, and no claim may"
    ):
        set_up("fifteen", [[2, 2, 2], [0, 0, 0], [2, 0, 0]], board=FIFTEEN)


def test_both_cannot_have_the_target() -> None:
    with pytest.raises(RecordError, match="both players have exactly 15 points in this setup"):
        set_up("fifteen", [[1, 1, 1], [1, 2, 2], [2, 2, 0]], board=[[5, 5, 4], [1, 5, 5], [4, 1, 1]])


# --- What it means ---


def test_a_link_continues_the_chain() -> None:
    position = fs.start("chain", board=[[1] * 3] * 3, setup={**CHAIN, "link": "1,2"})
    assert position.in_chain
    assert position.legal == ("1,3", "stop")
    assert position.last_claim == 1
    stopped = position.play("stop")
    assert stopped.turn == 2
    assert stopped.last_claim == 1
    assert stopped.last_taken == ()


def test_a_player_who_cannot_claim_is_skipped() -> None:
    """The first player is walled in."""
    owners = [[1, 2, 0], [2, 0, 0], [0, 0, 0]]
    position = set_up("grow", owners, turn=1, board=[[1] * 3] * 3)
    assert position.turn == 2
    assert position.to_record()["setup"] == {"owners": owners, "turn": 2}


@pytest.mark.parametrize("turn", [1, 2])
def test_the_other_player_claimed_last_on_a_full_board(turn: int) -> None:
    position = set_up("grow", [[1, 2], [2, 1]], turn=turn, board=[[3, 3], [3, 3]])
    assert position.outcome == fs.Outcome(3 - turn, fs.Reason.TIE_LAST)
    assert position.to_record()["setup"]["turn"] == turn


@pytest.mark.parametrize("turn", [1, 2])
def test_who_has_reached_the_goal_has_won(turn: int) -> None:
    position = set_up("fifteen", [[2, 2, 2], [0, 0, 0], [0, 0, 0]], turn=turn, board=FIFTEEN)
    assert position.outcome == fs.Outcome(2, fs.Reason.EXACT)
    majority = set_up("chain", [[1, 1, 1], [1, 1, 0], [0, 0, 0]], turn=turn, board=[[1] * 3] * 3)
    assert majority.outcome == fs.Outcome(1, fs.Reason.MAJORITY)


def test_a_second_player_who_owns_nothing_can_still_swap() -> None:
    book = {"like": "sweep", "balance": "swap"}
    assert "swap" in set_up(book, [[1, 0, 0], [0, 0, 0], [0, 0, 0]], turn=2).legal
    assert "swap" not in set_up(book, [[1, 0, 0], [0, 0, 2], [0, 0, 0]], turn=2).legal
    assert "swap" not in set_up(book, [[0] * 3] * 3, turn=2).legal


def test_a_swap_after_a_chain_that_was_set_up_is_counted() -> None:
    """Only a setup has a chain before the second player's first turn."""
    book = {"like": "chain", "balance": "swap"}
    setup = {"owners": [[1, 1, 0], [0, 0, 0]], "turn": 1, "link": "1,2"}
    position = fs.start(book, board=[[1] * 3] * 2, setup=setup)
    game = plainly(position, setup)
    for depth in range(5):
        assert perft(position.setup, position.state, depth) == plain.perft(game.copy(), depth)


def test_a_position_can_be_set_up_in_python_and_says_so() -> None:
    position = fs.start(
        "sweep", board=BOARD, setup={"owners": [[1, 0, 0], [0, 0, 2], [0, 0, 0]], "turn": 2}
    )
    assert "set up by hand" in position.to_svg()
    assert "set up by hand" not in position.play("1,3").to_svg()


# --- Against the plain rules, and by trying everything ---


@given(st.integers(0, 2**32))
def test_a_setup_is_played_by_the_plain_rules(seed: int) -> None:
    chance = random.Random(seed)
    position, setup = drawn(chance)
    game, start = plainly(position, setup), position
    while True:
        assert list(position.legal) == game.legal()
        assert (position.owners, position.turn) == (game.owners, game.turn)
        record = position.to_record()
        assert fs.Position.from_record(record) == position
        assert fs.Position.from_record(record).to_record() == record
        if position.is_over:
            break
        move = chance.choice(position.legal)
        position = position.play(move)
        game.play(move)
    assert position.outcome is not None
    assert position.outcome.winner == game.winner()
    assert position.history()[0] == start


@given(st.integers(0, 2**32))
def test_a_setup_is_solved_like_any_position(seed: int) -> None:
    position, _ = drawn(random.Random(seed), most_cells=6)
    found = fs.solve(position)
    if position.outcome is not None:
        assert found.worth is not None
        assert found.worth.winner == position.outcome.winner
        return
    worth, each = brute_force(position)
    assert found.worth == worth
    assert found.each == each
    assert position.decided in (None, worth.winner)
    end = position
    for move in found.line:
        end = end.play(move)
    assert end.outcome is not None
    assert end.outcome.winner == worth.winner
