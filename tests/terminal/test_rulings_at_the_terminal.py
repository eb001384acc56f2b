"""The rulings that a player meets at the prompt, each by its id."""

import json
from pathlib import Path

import pytest

from fivesquare.books import CATALOGUE

from .running import Result, run

FLIP = "5 12 3 16/10 1 14 6/11 8 2 15/9 13 4 7"
FLIP_DRAW = (
    *("3,3", "4,3", "1,4", "2,1", "1,1", "2,4", "1,3", "3,1"),
    *("4,1", "4,4", "2,2", "3,2", "4,2", "1,2", "2,3", "3,4"),
)
SWEEP = "5 3 8/2 9 1/6 4 7"
FIFTEEN = "1 4 2 3/5 2 3 1/4 1 5 2/3 2 1 4"


def play(book: str, *lines: str, options: tuple[str, ...] = ()) -> Result:
    given = "".join(f"{line}\n" for line in lines)
    Path("game.json").unlink(missing_ok=True)
    return run("play", book, "--save", "game.json", *options, given=given)


def moves() -> list[str]:
    """What has been played, as the file has it."""
    kept: list[str] = json.loads(Path("game.json").read_text())["moves"]
    return kept


def test_flip_1_the_sample_turn_with_1_beside_10_captures_nothing() -> None:
    result = play("flip", "1,4", "3,4", "2,3", "4,2", "2,1", "2,2", options=("--board", FLIP))
    answer = (
        "You claimed cell (2,2) with number 1.\nCapturing adjacent opponent cells...\nNo cells captured.\n"
    )
    assert answer in result.out
    assert "| A10| B1 | A14|" in result.out


def test_flip_2_68_to_68_is_announced_as_a_draw() -> None:
    result = play("flip", *FLIP_DRAW, options=("--board", FLIP))
    assert "Total score for Player A: 68\nTotal score for Player B: 68\n" in result.out
    assert "The scores are equal: the game is a draw.\n" in result.out
    assert "wins" not in result.out


def test_flip_3_captures_are_reported_up_left_right_down() -> None:
    board = "16 1 15 14/2 9 3 13/12 4 11 10/5 6 7 8"
    lines = ("1,2", "4,4", "2,1", "4,3", "2,3", "4,2", "3,2", "2,2")
    result = play("flip", *lines, options=("--board", board))
    assert [line for line in result.out.splitlines() if line.startswith("Captured")][-4:] == [
        "Captured cell (1,2) from Player A.",
        "Captured cell (2,1) from Player A.",
        "Captured cell (2,3) from Player A.",
        "Captured cell (3,2) from Player A.",
    ]


def test_sweep_1_lower_neighbours_come_along_without_a_question() -> None:
    result = play("sweep", "2 2", options=("--board", SWEEP))
    assert result.out.count("Please enter the position") == 2
    assert "Captured squares: (2,2)=9, (1,2)=3, (2,1)=2, (2,3)=1, (3,2)=4" in result.out


@pytest.mark.parametrize("number", range(1, 10))
def test_sweep_2_a_position_that_holds_its_own_number_names_a_square(number: int) -> None:
    row, column = divmod(number - 1, 3)
    result = play("sweep", str(number), options=("--board", "1 2 3/4 5 6/7 8 9"))
    assert f"at position ({row + 1},{column + 1})." in result.out
    assert moves() == [f"{row + 1},{column + 1}"]


def test_sweep_2_a_lone_number_that_may_mean_another_square_is_not_played() -> None:
    output = play("sweep", "9", options=("--board", SWEEP)).out.replace("\n", " ")
    assert "Player 1: 9 9 is position (3,3), which holds 7; type 3 3 to take it. " in output
    assert "The number 9 is at (2,2); type 2 2 to take it. You may capture any" in output
    assert moves() == []


@pytest.mark.parametrize(
    ("number", "answer"),
    [
        ("2", "2 is position (1,2), which is already captured."),
        ("3", "3 is position (1,3), which holds 8; type 1 3 to take it."),
        ("5", "5 is position (2,2), which is already captured. The number 5 is at (1,1); type 1 1"),
    ],
)
def test_sweep_2_what_is_captured_is_not_offered(number: str, answer: str) -> None:
    result = play("sweep", "2 2", number, options=("--board", SWEEP))
    assert f"Player 2: {number} {answer} " in result.out.replace("\n", " ")
    assert moves() == ["2,2"]


def test_sweep_3_both_totals_stand_between_the_turn_score_and_the_grid() -> None:
    result = play("sweep", "2 2", "1 3", options=("--board", SWEEP))
    assert (
        "Your turn score: 19\nPlayer 1: 19, Player 2: 0; 23 points win.\n\nUpdated Grid:\n+" in result.out
    )
    assert "Your turn score: 8\nPlayer 1: 19, Player 2: 8; 23 points win.\n\nUpdated Grid:\n+" in result.out


def test_grow_1_a_player_shut_in_is_skipped_and_told_so() -> None:
    result = play("grow", "1 2", "1 1", "2 2", "2 1", "1 3", options=("--board", "1 1 1/1 1 1"))
    assert "Player 2 has no valid move and is skipped. (No free cell beside their own.)\n\n" in result.out


def test_grow_2_without_toss_player_1_is_who_was_named_first() -> None:
    result = play("grow", options=("--first", "random", "--second", "human"))
    assert "(You are Player 2. Player 1 is played by the computer: random.)" in result.out
    assert "drawn at random" not in result.out


def test_grow_2_toss_draws_lots_by_the_seed_and_says_who_begins() -> None:
    begins = {}
    for seed in range(12):
        options = ("--toss", "--first", "human", "--second", "greedy", "--seed", str(seed))
        result = play("grow", options=options)
        is_computer = "(You are Player 2. Player 1 is played by the computer" in result.out
        begins[seed] = "Greedy plays" if is_computer else "You play"
        assert result.out.startswith(f"{begins[seed]} first (drawn at random).\n")
        assert play("grow", options=options).out == result.out
    assert set(begins.values()) == {"You play", "Greedy plays"}


def test_grow_2_toss_between_two_people_says_which_of_them_begins() -> None:
    said = {play("grow", options=("--toss", "--seed", str(seed))).out.splitlines()[0] for seed in range(12)}
    assert said == {
        "You play first (drawn at random).",
        "Your friend plays first (drawn at random).",
    }


@pytest.mark.parametrize("line", ["", "   ", "stop", "STOP", " Stop "])
def test_chain_1_an_empty_line_or_stop_declines(line: str) -> None:
    result = play("chain", "3 3", "1 1", "3 2", line)
    assert "You make no chain claim.\n\nTurn ends.\n" in result.out
    assert moves() == ["3,3", "1,1", "3,2", "stop"]


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("3 3", "Cell (3,3) is already claimed."),
        ("5 5", "Cell (5,5) is not beside the cell just claimed."),
        ("2,3", "Cell (2,3) is not beside the cell just claimed."),
    ],
)
@pytest.mark.parametrize("style", ["book", "clear"])
def test_chain_2_an_illegal_chain_claim_is_asked_again_and_costs_nothing(
    line: str, problem: str, style: str
) -> None:
    result = play("chain", "3 3", "1 1", "3 2", line, "2 2", options=("--style", style))
    told = f"{problem}\nYou may claim (2,2), (3,1), (4,2), or stop with an empty line.\n"
    assert told in result.out
    assert "forfeit" not in result.out
    assert moves() == ["3,3", "1,1", "3,2", "2,2"]


@pytest.mark.parametrize("line", ["no", "3", "9 9", "0 1", "3 2 1", "\u0663 \u0662", "22"])
def test_chain_2_text_that_is_no_cell_is_asked_again(line: str) -> None:
    result = play("chain", "3 3", "1 1", "3 2", line, "2 2")
    assert "forfeit" not in result.out
    assert result.out.count("Enter the row and column of the adjacent cell you want to claim: ") == 2
    assert moves() == ["3,3", "1,1", "3,2", "2,2"]


def test_chain_3_eligible_without_a_free_neighbour_ends_the_turn_and_says_why() -> None:
    result = play("chain", "1 2", "2 1", "2 2", "stop", "5 5", "1 1", options=("--size", "5x5"))
    assert (
        "You have claimed cell (1,1).\n\n"
        "This cell is adjacent to one of your previously claimed cells.\n"
        "It has no valid adjacent cell: you forfeit the additional claim for this turn.\n"
        "Turn ends.\n"
    ) in result.out
    assert result.out.endswith(
        "Player 2 (O), enter the row and column of the cell you want to claim: \n" + KEPT
    )


def test_chain_4_a_majority_by_the_first_claim_of_a_turn_ends_the_game_at_once() -> None:
    result = play("chain", "1 1", "1 3", "1 2", options=("--size", "1x3"))
    assert "Player 1 (X) has claimed a majority: 2 of 3 cells.\nPlayer 1 (X) wins!\n" in result.out
    assert "eligible" not in result.out


def test_chain_4_a_majority_by_a_chain_claim_ends_the_game_at_once() -> None:
    result = play("chain", "1 1", "1 5", "1 2", "1 3", options=("--size", "1x5"))
    assert "Player 1 (X) has claimed a majority: 3 of 5 cells.\nPlayer 1 (X) wins!\n" in result.out
    assert "Turn ends." not in result.out.partition("(1,3).")[2]


def test_chain_5_half_and_half_is_a_draw() -> None:
    result = play("chain", "1 1", "1 2", options=("--size", "1x2"))
    assert "All cells are claimed and no player has a majority.\nIt is a draw.\n" in result.out


def test_fifteen_1_every_square_that_the_rules_allow_is_offered() -> None:
    """Turn 5 of the book's example leaves out (1,1); turn 6 leaves out (2,3)."""
    result = play("fifteen", "2,1", "1,2", "3,1", "1,3", "4,1", options=("--board", FIFTEEN))
    turns = result.out.split("'s Turn:\n")
    assert (
        "1. (1,1) - Value: 1\n2. (2,2) - Value: 2\n3. (3,2) - Value: 1\n4. (4,1) - Value: 3\n" in turns[5]
    )
    assert (
        "1. (1,1) - Value: 1\n2. (1,4) - Value: 3\n3. (2,2) - Value: 2\n4. (2,3) - Value: 3\n" in turns[6]
    )


def test_fifteen_1_a_square_above_15_is_not_offered_and_refused() -> None:
    board = "5 4 3 4/1 1 1 1/1 1 1 1/1 1 1 1"
    lines = ("1 1", "4 4", "1 2", "4 3", "1 3", "4 2", "1 4")
    result = play("fifteen", *lines, options=("--board", board))
    turn = result.out.split("'s Turn:\n")[-1]
    assert turn.startswith("Your current score: 12\nYour claimed squares: (1,1), (1,2), (1,3)\n")
    assert "\n1. (2,1) - Value: 1\n2. (2,2) - Value: 1\n3. (2,3) - Value: 1\nEnter" in turn
    assert "Square (1,4) would bring the score above 15." in turn


def test_fifteen_2_a_pass_is_announced_and_made_for_the_player() -> None:
    lines = ["2,4", "4,3", "1,4", "4,4", "3,4", "4,2", "3,3", "4,1", "2,3", "3,2"]
    result = play("fifteen", *lines, options=("--board", FIFTEEN))
    why = "(All in reach would exceed 15.)"
    assert f"Player 1 has no valid moves and must pass. {why}\n\nPlayer 2's Turn:\n" in result.out
    assert moves() == lines


@pytest.mark.parametrize("book", CATALOGUE)
def test_all_1_an_unusable_line_is_answered_and_the_same_player_asked_again(book: str) -> None:
    smooth = play(book, "1,1", "1,2", options=("--seed", "5"))
    result = play(book, "1,1", "what?", "1,2", options=("--seed", "5"))
    before, typed, after = result.out.partition("what?\n")
    answer, _, again = after.partition("\n\n")
    assert smooth.out.startswith(before)
    assert typed
    assert answer.startswith("'what?' is not a ")
    assert "row and column, like " in answer
    assert smooth.out.endswith(again.partition("1,2\n")[2])
    assert moves() == ["1,1", "1,2"]


KEPT = "The game is saved. Continue with: fivesquare resume game.json\n"


def test_fifteen_4_claimed_squares_are_listed_in_the_order_of_claiming() -> None:
    lines = ("3,1", "1,4", "2,1", "2,4", "4,1", "score")
    out = play("fifteen", *lines, options=("--board", FIFTEEN)).out
    assert "\nYour claimed squares: (3,1), (2,1)\n" in out
    assert (
        "Player 1's claimed squares: (3,1), (2,1), (4,1)\nPlayer 2's claimed squares: (1,4), (2,4)\n"
    ) in out
    assert "[1][4][2]{3}\n<5>[2][3]{1}\n<4>[1][5][2]\n<3>[2][1][4]\n" in out


def test_fifteen_4_a_swap_takes_the_order_along() -> None:
    swap = ("--board", FIFTEEN, "--swap")
    out = play("fifteen", "2,1", "swap", "1,4", "1,1", "score", options=swap).out
    assert "Player 1's claimed squares: (1,4)\nPlayer 2's claimed squares: (2,1), (1,1)\n" in out


def test_the_end_of_sweep_adds_up_the_turns_as_its_book_does() -> None:
    out = play("sweep", "2 2", "1 3", "3 3", "3 1", "1 1", options=("--board", SWEEP)).out
    assert (
        "Player 1 Total Score: 19 + 7 + 5 = 31\nPlayer 2 Total Score: 8 + 6 = 14\nWinner: Player 1\n" in out
    )
    swapped = play("sweep", "2 2", "swap", "1 3", "score", options=("--board", SWEEP, "--swap")).out
    assert "Player 1 Total Score: 8\nPlayer 2 Total Score: 19\n" in swapped


def test_grow_counts_one_point_as_one() -> None:
    assert "worth 1 point. Total score: 1." in play("grow", "1 1", options=("--board", "1 2/3 4")).out


def test_all_3_no_sum_is_said_to_win_where_it_can_be_captured() -> None:
    """Player A had 103 of 136 points in a real game, and lost it."""
    board = "16 15 14 13/12 11 10 9/8 7 6 5/4 3 2 1"
    out = play("flip", "4,4", "1,1", options=("--board", board)).out
    assert "Player A: 1, Player B: 16; most points on the full board win.\n" in out
    assert "points win." not in out


def test_all_3_a_game_is_called_decided_once_it_is() -> None:
    out = play("sweep", "2 2", "1 3", "3 3", options=("--board", SWEEP)).out
    assert "Player 1: 19, Player 2: 8; 23 points win.\n" in out
    assert "Player 1: 26, Player 2: 8; Player 1 can't be caught; play on for the margin.\n" in out


@pytest.mark.parametrize("typed", ["2,3", "2 3", "(2, 3)", "row 2 column 3", "(Row 2, Column 3)", "[2;3]"])
@pytest.mark.parametrize("book", CATALOGUE)
def test_all_4_a_cell_may_be_typed_in_the_form_of_any_book(book: str, typed: str) -> None:
    play(book, typed, options=("--size", "3x3"))
    assert moves() == ["2,3"]
