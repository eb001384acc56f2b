"""The engine against the plain rules, and what every game has in common whatever its book says."""

import pytest
from hypothesis import given

import fivesquare as fs
from fivesquare import engine
from fivesquare.board import Symmetry, cell_name, parse_cell, symmetries
from fivesquare.engine import State
from games import Answers, books, combinations, named, plain_game, random_game, seeds
from plain import Game


def assert_same(position: fs.Position, game: Game) -> None:
    """The two implementations agree on everything that can be seen."""
    assert list(position.legal) == game.legal()
    assert position.owners == game.owners
    assert position.scores == (game.score(1), game.score(2))
    assert position.turn == game.turn
    assert (position.outcome.winner if position.outcome else None) == game.winner()


def assert_same_throughout(book: Answers, seed: int) -> None:
    game: Game | None = None
    for position in random_game(book, seed):
        if game is None:
            game = plain_game(position)
        else:
            game.play(position.moves[-1])
        assert_same(position, game)


@pytest.mark.parametrize("book", list(combinations()), ids=named)
def test_every_combination_of_answers_agrees_with_the_plain_rules(book: Answers) -> None:
    for size in ([3, 3], [2, 4], [1, 6], [5, 2]):
        for seed in range(3):
            assert_same_throughout({**book, "size": size}, seed)


@given(books, seeds)
def test_random_games_agree_with_the_plain_rules(book: Answers, seed: int) -> None:
    assert_same_throughout(book, seed)


@given(books, seeds)
def test_a_cell_has_one_owner_and_scores_are_sums_of_owned_values(book: Answers, seed: int) -> None:
    for position in random_game(book, seed):
        first, second = position.masks
        assert first & second == 0
        assert (first | second) & ~position.setup.full == 0
        owned = [0, 0, 0]
        for owner_row, value_row in zip(position.owners, position.board.rows, strict=True):
            for owner, value in zip(owner_row, value_row, strict=True):
                owned[owner] += value
        assert position.scores == (owned[1], owned[2])
        assert sum(owned) == sum(position.board.values)
        assert position.counts == (first.bit_count(), second.bit_count())


@given(books, seeds)
def test_every_game_ends_and_only_then_has_an_outcome(book: Answers, seed: int) -> None:
    *before, last = random_game(book, seed)
    assert all(not position.is_over and position.outcome is None for position in before)
    assert all(position.turn in (1, 2) and position.legal for position in before)
    assert last.is_over
    assert last.turn is None
    assert last.legal == ()
    assert last.outcome is not None
    claims = [move for move in last.moves if move not in (fs.STOP, fs.SWAP)]
    assert len(claims) == len(set(claims)) <= last.size.cells


@given(books, seeds)
def test_play_accepts_exactly_the_legal_moves(book: Answers, seed: int) -> None:
    for position in random_game(book, seed):
        moves = [cell_name(cell, position.size) for cell in range(position.size.cells)]
        assert set(position.legal) <= {*moves, fs.STOP, fs.SWAP}
        for move in (*moves, fs.STOP, fs.SWAP):
            if move in position.legal:
                after = position.play(move)
                assert after.moves == (*position.moves, move)
            else:
                with pytest.raises(fs.IllegalMoveError):
                    position.play(move)


@given(books, seeds)
def test_symmetries_of_the_board_commute_with_play(book: Answers, seed: int) -> None:
    games = list(random_game(book, seed))
    for symmetry in symmetries(games[0].size):
        mirrored = fs.start(book, board=games[0].board.mapped(symmetry))
        for position, after in zip(games, [*games[1:], None], strict=True):
            assert set(mirrored.legal) == {mapped(move, position, symmetry) for move in position.legal}
            assert mirrored.scores == position.scores
            assert mirrored.turn == position.turn
            assert mirrored.outcome == position.outcome
            if after is not None:
                mirrored = mirrored.play(mapped(after.moves[-1], position, symmetry))


def mapped(move: str, position: fs.Position, symmetry: Symmetry) -> str:
    if move in (fs.STOP, fs.SWAP):
        return move
    return cell_name(symmetry.goes_to[parse_cell(move, position.size)], symmetry.size)


@given(books, seeds)
def test_a_game_that_goes_on_has_claims_for_whoever_acts(book: Answers, seed: int) -> None:
    """Skips are made by the rules: a state whose player cannot claim is the end of the game."""
    for position in random_game(book, seed):
        own, other, turn, link = position.state
        theirs = State(other, own, engine.other_player(turn), engine.NONE)
        if position.is_over and not engine.has_won(position.setup, own):
            assert engine.claims(position.setup, theirs) == 0
        assert (link != engine.NONE) == position.in_chain == (fs.STOP in position.legal)


# --- The contract, sentence by sentence ---

BASE: Answers = {
    "size": [1, 4],
    "values": [0, 9],
    "reach": "anywhere",
    "take": "nothing",
    "again": "never",
    "goal": "points",
    "tie": "draw",
}


def game(board: str, moves: str = "", **answers: object) -> fs.Position:
    position = fs.start({**BASE, **answers}, board=board)
    for move in moves.split():
        position = position.play(move)
    return position


def test_exactly_counts_what_a_claim_takes_along() -> None:
    position = game("1 3 9", goal={"exactly": 3}, take="lower-free")
    assert position.legal == ("1,1",)
    assert game("1 3 9", goal={"exactly": 4}, take="lower-free").legal == ("1,1", "1,2")


def test_whoever_has_lost_all_cells_starts_afresh() -> None:
    adjacent = game("1 2 9 9", "1,1 1,2", reach="adjacent", take="lower-enemy")
    assert adjacent.owners == [[2, 2, 0, 0]]
    assert adjacent.legal == ("1,3", "1,4")
    edge = game("1 2 9/9 9 9/9 9 9", "1,1 1,2", reach="edge", take="lower-enemy")
    assert edge.legal == ("1,3", "2,1", "2,3", "3,1", "3,2", "3,3")


def test_chain_needs_a_cell_owned_before_this_claim_not_one_just_taken() -> None:
    """The neighbour taken by the claim itself does not make a chain."""
    taken = game("1 9 9 9", "1,1 1,2", again="chain", take="lower-enemy")
    assert taken.owners == [[2, 2, 0, 0]]
    assert not taken.in_chain
    assert taken.turn == 1


def test_chain_is_offered_once_a_turn() -> None:
    position = game("1 1 1 1 1 1", "1,1 1,6 1,2", again="chain")
    assert position.legal == ("1,3", "stop")
    assert position.turn == 1
    position = position.play("1,3")
    assert (position.turn, position.in_chain) == (2, False)


def test_chain_offers_only_neighbours_within_the_target() -> None:
    position = game("1 1 9 0/1 5 0 0", "1,1 2,4 1,2", again="chain", goal={"exactly": 7})
    assert position.legal == ("2,2", "stop")
    without = game("1 1 9 0/1 9 0 0", "1,1 2,4 1,2", again="chain", goal={"exactly": 7})
    assert (without.turn, without.in_chain) == (2, False)


def test_a_win_in_the_first_claim_of_a_chain_ends_the_game_at_once() -> None:
    position = game("1 1 1 1", "1,1 1,4 1,2", again="chain", goal={"exactly": 2})
    assert position.outcome == fs.Outcome(1, fs.Reason.EXACT)


def test_majority_counts_cells_and_not_points() -> None:
    position = game("0 0 9 9", "1,1 1,3 1,2", goal="majority")
    assert not position.is_over
    assert game("0 0 9 9 0", "1,1 1,3 1,2 1,4 1,5", goal="majority").outcome == fs.Outcome(
        1, fs.Reason.MAJORITY
    )


def test_the_tie_answer_decides_equal_scores() -> None:
    ended = {tie: game("1 1", "1,1 1,2", tie=tie).outcome for tie in ("draw", "last", "second")}
    assert ended == {
        "draw": fs.Outcome(0, fs.Reason.DRAW),
        "last": fs.Outcome(2, fs.Reason.TIE_LAST),
        "second": fs.Outcome(2, fs.Reason.TIE_SECOND),
    }


def test_last_is_whoever_claimed_last_even_after_a_skip() -> None:
    position = game("2 3 1", "1,2 1,1 1,3", tie="last", reach="adjacent")
    assert position.scores == (4, 2)
    tied = game("2 1 1", "1,2 1,1 1,3", tie="last", reach="adjacent")
    assert tied.scores == (2, 2)
    assert tied.outcome == fs.Outcome(1, fs.Reason.TIE_LAST)


def test_a_game_in_which_nobody_can_ever_claim_is_over_before_it_begins() -> None:
    for tie, winner in (("draw", 0), ("last", 0), ("second", 2)):
        position = game("5 5", goal={"exactly": 3}, tie=tie)
        assert position.is_over
        assert position.outcome is not None
        assert position.outcome.winner == winner


# --- Balance ---


def test_a_swap_exchanges_the_cells_and_the_first_player_acts() -> None:
    position = game("1 2 3 4", "1,4", balance="swap")
    assert position.legal == ("1,1", "1,2", "1,3", "swap")
    swapped = position.play("swap")
    assert swapped.owners == [[0, 0, 0, 2]]
    assert swapped.turn == 1
    assert swapped.legal == ("1,1", "1,2", "1,3")
    assert swapped.scores == (0, 4)


def test_a_swap_is_offered_only_on_the_second_player_s_first_turn_and_only_once() -> None:
    assert "swap" not in game("1 2 3 4", balance="swap").legal
    assert "swap" not in game("1 2 3 4", "1,4 1,1", balance="swap").legal
    assert "swap" not in game("1 2 3 4", "1,4 1,1 1,2", balance="swap").legal
    assert "swap" not in game("1 2 3 4", "1,4 swap 1,1", balance="swap").legal
    assert "swap" not in game("1 2 3 4", "1,4").legal
    assert "swap" not in game("1 2 3 4", "1,4", balance={"komi": 8}).legal


def test_whoever_has_lost_all_cells_does_not_get_to_swap() -> None:
    robbed = game("1 2 9 9", "1,4 1,1 1,2", take="lower-enemy", balance="swap")
    assert robbed.owners == [[1, 1, 0, 1]]
    assert robbed.turn == 2
    assert robbed.legal == ("1,3",)
    after_a_swap = game("1 2 9 9", "1,1 swap 1,2", take="lower-enemy", balance="swap")
    assert after_a_swap.owners == [[1, 1, 0, 0]]
    assert after_a_swap.legal == ("1,3", "1,4")


def test_a_first_claim_that_ends_the_game_leaves_nothing_to_swap() -> None:
    assert game("3 1 1", "1,1", goal={"exactly": 3}, balance="swap").is_over
    assert game("1 3 1", "1,2", take="lower-free", balance="swap").is_over
    assert game("1 3 1 1", "1,2", take="lower-free", goal="majority", balance="swap").is_over


def test_a_player_who_is_skipped_first_still_has_the_first_turn_ahead() -> None:
    """After 2,1 every claim of the second player would go above 4; the swap does not stand in for one."""
    board = "9 4 9/1 1 9/9 9 9"
    answers = {"reach": "edge", "take": "lower-free", "goal": {"exactly": 4}, "balance": "swap"}
    skipped = game(board, "2,1", **answers)
    assert (skipped.turn, skipped.legal) == (1, ("2,2",))
    assert skipped.play("2,2").legal == ("1,2", "swap")
    assert skipped.play("2,2").play("swap").owners == [[0, 0, 0], [2, 2, 0], [0, 0, 0]]


def test_last_is_whoever_claimed_last_after_a_swap() -> None:
    assert game("1 1", "1,1 swap 1,2", tie="last", balance="swap").outcome == fs.Outcome(
        1, fs.Reason.TIE_LAST
    )
    assert game("1 1", "1,1 1,2", tie="last", balance="swap").outcome == fs.Outcome(2, fs.Reason.TIE_LAST)


def test_a_komi_is_taken_off_the_first_player_s_lead_and_leaves_the_scores() -> None:
    ends = {komi: game("5 2", "1,1 1,2", balance={"komi": komi}) for komi in (0, 2.5, 3, 3.5)}
    assert {end.scores for end in ends.values()} == {(5, 2)}
    assert [end.outcome for end in ends.values()] == [
        fs.Outcome(1, fs.Reason.POINTS),
        fs.Outcome(1, fs.Reason.POINTS),
        fs.Outcome(0, fs.Reason.DRAW),
        fs.Outcome(2, fs.Reason.POINTS),
    ]


def test_the_tie_answer_decides_sums_that_the_komi_has_made_equal() -> None:
    for tie, winner in (("draw", 0), ("last", 1), ("second", 2)):
        position = game("5 1 1", "1,1 1,2 1,3", tie=tie, balance={"komi": 5})
        assert position.outcome is not None
        assert position.outcome.winner == winner


@given(books, seeds)
def test_swapping_and_komi_change_nothing_else(book: Answers, seed: int) -> None:
    """Without the word "swap" the same claims can be made, with the same scores, as without balance."""
    bare = {question: answer for question, answer in book.items() if question != "balance"}
    *_, end = random_game(bare, seed)
    balanced = fs.start(book, board=end.board)
    plainly = fs.start(bare, board=end.board)
    for move in end.moves:
        assert [legal for legal in balanced.legal if legal != "swap"] == list(plainly.legal)
        balanced, plainly = balanced.play(move), plainly.play(move)
        assert balanced.scores == plainly.scores
        assert balanced.owners == plainly.owners
    assert balanced.is_over
