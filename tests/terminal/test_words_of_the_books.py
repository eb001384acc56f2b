"""What the rule books print, cut out of them, is what the program prints for the same board and input."""

import re

import pytest

from .running import run


def shows(output: str, *blocks: str) -> None:
    """Each block stands in the output as whole lines, in this order; a prompt may go on with input."""
    rest = output
    for block in blocks:
        found = re.search(rf"^{re.escape(block)}(?= |$)", rest, re.MULTILINE)
        assert found is not None, block
        rest = rest[found.end() :]


def play(book: str, *lines: str, board: str | None = None) -> str:
    """What is shown up to the prompt after the last of the lines."""
    options = [] if board is None else ["--board", board]
    return run("play", book, *options, given="".join(f"{line}\n" for line in lines)).out


# --- flip: 000 ---

FLIP = "5 12 3 16/10 1 14 6/11 8 2 15/9 13 4 7"

FLIP_OPENING = """\
+----+----+----+----+
|  5 | 12 |  3 | 16 |
+----+----+----+----+
| 10 |  1 | 14 |  6 |
+----+----+----+----+
| 11 |  8 |  2 | 15 |
+----+----+----+----+
|  9 | 13 |  4 |  7 |
+----+----+----+----+"""

FLIP_TURNS = {
    "1,4": """\
+----+----+----+----+
|  5 | 12 |  3 | A16|
+----+----+----+----+
| 10 |  1 | 14 |  6 |
+----+----+----+----+
| 11 |  8 |  2 | 15 |
+----+----+----+----+
|  9 | 13 |  4 |  7 |
+----+----+----+----+""",
    "3,4": """\
+----+----+----+----+
|  5 | 12 |  3 | A16|
+----+----+----+----+
| 10 |  1 | 14 |  6 |
+----+----+----+----+
| 11 |  8 |  2 | B15|
+----+----+----+----+
|  9 | 13 |  4 |  7 |
+----+----+----+----+""",
    "2,3": """\
+----+----+----+----+
|  5 | 12 |  3 | A16|
+----+----+----+----+
| 10 |  1 | A14|  6 |
+----+----+----+----+
| 11 |  8 |  2 | B15|
+----+----+----+----+
|  9 | 13 |  4 |  7 |
+----+----+----+----+""",
    "4,2": """\
+----+----+----+----+
|  5 | 12 |  3 | A16|
+----+----+----+----+
| 10 |  1 | A14|  6 |
+----+----+----+----+
| 11 |  8 |  2 | B15|
+----+----+----+----+
|  9 | B13|  4 |  7 |
+----+----+----+----+""",
}

FLIP_LAST_BOARD = """\
+----+----+----+----+
|  5 | 12 |  3 | A16|
+----+----+----+----+
| B10| B1 | A14|  6 |
+----+----+----+----+
| 11 |  8 |  2 | B15|
+----+----+----+----+
|  9 | B13|  4 |  7 |
+----+----+----+----+"""

FLIP_PROMPTS = (
    "Player A, enter the position of the cell you want to claim (row,column):",
    "Player B, enter the position of the cell you want to claim (row,column):",
)


def test_flip_shows_the_boards_of_the_book() -> None:
    output = play("flip", *FLIP_TURNS, board=FLIP)
    shows(output, FLIP_OPENING, *FLIP_TURNS.values())


def test_flip_prompts_and_answers_as_the_book() -> None:
    output = play("flip", *FLIP_TURNS, "2,1", board=FLIP)
    shows(
        output,
        *FLIP_PROMPTS,
        *FLIP_PROMPTS,
        FLIP_PROMPTS[0] + " 2,1",
        """\
You claimed cell (2,1) with number 10.
Capturing adjacent opponent cells...
No cells captured.""",
        FLIP_PROMPTS[1],
    )


def test_flip_announces_a_capture_as_the_book() -> None:
    output = play("flip", "2,1", "2,2", board="5 12 3 16/1 10 14 6/11 8 2 15/9 13 4 7")
    shows(
        output,
        FLIP_PROMPTS[1] + " 2,2",
        """\
You claimed cell (2,2) with number 10.
Capturing adjacent opponent cells...
Captured cell (2,1) from Player A.""",
    )


def test_flip_shows_the_last_board_of_the_book_reached_by_its_rules() -> None:
    output = play("flip", *FLIP_TURNS, "2,2", "2,1", board=FLIP)
    shows(output, "Captured cell (2,2) from Player A.", FLIP_LAST_BOARD)


# --- sweep: 001 ---

SWEEP = "5 3 8/2 9 1/6 4 7"

SWEEP_WELCOME = """\
Welcome to Capture Squares!

Initial Grid:
+---+---+---+
| 5 | 3 | 8 |
+---+---+---+
| 2 | 9 | 1 |
+---+---+---+
| 6 | 4 | 7 |
+---+---+---+

Player 1, it's your turn.
Please enter the position of the square you want to capture (e.g., 2 2 for row 2, column 2):"""

SWEEP_INPUT = """\
Player 1: 2 2

You have selected number 9 at position (2,2).
Captured squares: (2,2)=9, (1,2)=3, (2,1)=2, (2,3)=1, (3,2)=4
Your turn score: 19"""

SWEEP_UPDATE = """\
Updated Grid:
+---+---+---+
| 5 |   | 8 |
+---+---+---+
|   |   |   |
+---+---+---+
| 6 |   | 7 |
+---+---+---+

Player 2, it's your turn.
Please enter the position of the square you want to capture:"""

SWEEP_GRIDS = {
    "1 3": """\
+---+---+---+
| 5 |   |   |
+---+---+---+
|   |   |   |
+---+---+---+
| 6 |   | 7 |
+---+---+---+""",
    "3 3": """\
+---+---+---+
| 5 |   |   |
+---+---+---+
|   |   |   |
+---+---+---+
| 6 |   |   |
+---+---+---+""",
    "3 1": """\
+---+---+---+
| 5 |   |   |
+---+---+---+
|   |   |   |
+---+---+---+
|   |   |   |
+---+---+---+""",
    "1 1": """\
+---+---+---+
|   |   |   |
+---+---+---+
|   |   |   |
+---+---+---+
|   |   |   |
+---+---+---+""",
}


def test_sweep_starts_as_the_book_without_a_gap() -> None:
    output = play("sweep", "2 2", board=SWEEP)
    totals = "Player 1: 19, Player 2: 0; 23 points win."
    shows(output, "\n".join([SWEEP_WELCOME, SWEEP_INPUT, totals, "", SWEEP_UPDATE]))


def test_sweep_gives_its_example_only_the_first_time() -> None:
    output = play("sweep", "2 2", "1 3", board=SWEEP)
    assert output.count("(e.g., 2 2 for row 2, column 2)") == 1


def test_sweep_plays_the_game_of_the_book() -> None:
    output = play("sweep", "2 2", *SWEEP_GRIDS, board=SWEEP)
    totals = ("Player 1 Total Score: 19 + 7 + 5 = 31", "Player 2 Total Score: 8 + 6 = 14")
    shows(output, *SWEEP_GRIDS.values(), *totals)
    shows(output, "Winner: Player 1")


# --- grow: 002 ---

GROW = "5 3 2 6 1/7 4 9 2 8/1 5 3 7 4/2 8 6 1 5/9 3 2 4 7"

GROW_BOARD = """\
     1    2    3    4    5
   +----+----+----+----+----+
1  | 5  | 3  | 2  | 6  | 1  |
   +----+----+----+----+----+
2  | 7  | 4  | 9  | 2  | 8  |
   +----+----+----+----+----+
3  | 1  | 5  | 3  | 7  | 4  |
   +----+----+----+----+----+
4  | 2  | 8  | 6  | 1  | 5  |
   +----+----+----+----+----+
5  | 9  | 3  | 2  | 4  | 7  |
   +----+----+----+----+----+"""


def test_grow_prompts_answers_and_shows_as_the_book() -> None:
    shows(
        play("grow", "1 1", board=GROW),
        GROW_BOARD,
        "Player 1, enter the coordinates of the cell you wish to claim (row column): 1 1",
        "Player 1 claimed cell (1,1) worth 5 points. Total score: 5.",
        GROW_BOARD.replace("\n1  | 5  |", "\n1  | P1 |"),
        "Player 2, enter the coordinates of the cell you wish to claim (row column):",
    )


def test_grow_counts_the_scores_of_the_example() -> None:
    shows(
        play("grow", "1 1", "5 5", "1 2", "4 5", board=GROW),
        "Player 1 claimed cell (1,1) worth 5 points. Total score: 5.",
        "Player 2 claimed cell (5,5) worth 7 points. Total score: 7.",
        "Player 1 claimed cell (1,2) worth 3 points. Total score: 8.",
        "Player 2 claimed cell (4,5) worth 5 points. Total score: 12.",
    )


# --- chain: 003 ---

CHAIN_GRID = """\
(1,1) .  (1,2) .  (1,3) .  (1,4) .  (1,5) .
(2,1) .  (2,2) .  (2,3) .  (2,4) .  (2,5) .
(3,1) .  (3,2) .  (3,3) .  (3,4) .  (3,5) .
(4,1) .  (4,2) .  (4,3) .  (4,4) .  (4,5) .
(5,1) .  (5,2) .  (5,3) .  (5,4) .  (5,5) ."""

CHAIN_FIRST_TURN = """\
Player 1 (X), enter the row and column of the cell you want to claim (e.g., "3 3"): 3 3
You have claimed cell (3,3).

You have no adjacent claimed cells for a chain claim.
Turn ends.

"""

CHAIN_SECOND_TURN = """\
Player 2 (O), enter the row and column of the cell you want to claim: 3 4
You have claimed cell (3,4).

You have no adjacent claimed cells for a chain claim.
Turn ends.

"""

CHAIN_THIRD_TURN = """\
Player 1 (X), enter the row and column of the cell you want to claim: 3 2
You have claimed cell (3,2).

This cell is adjacent to one of your previously claimed cells.
You are eligible for a chain claim.

Enter the row and column of the adjacent cell you want to claim: 2 2
You have claimed cell (2,2).

Turn ends.

"""

CHAIN_ROWS = (
    "(3,1) .  (3,2) .  (3,3) X  (3,4) .  (3,5) .",
    "(3,1) .  (3,2) .  (3,3) X  (3,4) O  (3,5) .",
    """\
(2,1) .  (2,2) X  (2,3) .  (2,4) .  (2,5) .
(3,1) .  (3,2) X  (3,3) X  (3,4) O  (3,5) .""",
)


def test_chain_plays_the_interaction_of_the_book() -> None:
    output = play("chain", "3 3", "3 4", "3 2", "2 2")
    shows(output, CHAIN_GRID)
    for turn, row in zip((CHAIN_FIRST_TURN, CHAIN_SECOND_TURN, CHAIN_THIRD_TURN), CHAIN_ROWS, strict=True):
        _, found, rest = output.partition(turn)
        assert found, turn
        assert rest.startswith("(1,1) .")  # [Display updated grid]
        shows(rest, row)


# --- fifteen: 004 ---

FIFTEEN = "1 4 2 3/5 2 3 1/4 1 5 2/3 2 1 4"

FIFTEEN_BOARD = """\
[1][4][2][3]
[5][2][3][1]
[4][1][5][2]
[3][2][1][4]"""

FIFTEEN_FIRST_TURN = """\
Your current score: 5
Your claimed squares: (2,1)
Available squares to conquer:
1. (1,1) - Value: 1
2. (2,2) - Value: 2
3. (3,1) - Value: 4
Enter the number of the square you wish to conquer: 3
You have conquered square (3,1) with value 4.
Your new total score: 9"""

FIFTEEN_SECOND_TURN = """\
Your current score: 4
Your claimed squares: (1,2)
Available squares to conquer:
1. (1,1) - Value: 1
2. (1,3) - Value: 2
3. (2,2) - Value: 2
Enter the number of the square you wish to conquer: 2
You have conquered square (1,3) with value 2.
Your new total score: 6"""


def test_fifteen_plays_the_interaction_of_the_book() -> None:
    output = play("fifteen", "2,1", "1,2", "3", "2", board=FIFTEEN)
    shows(output, FIFTEEN_BOARD, FIFTEEN_FIRST_TURN, FIFTEEN_SECOND_TURN)


def test_fifteen_plays_the_game_of_the_book() -> None:
    cells = ("2,1", "1,2", "3,1", "1,3", "4,1", "1,4", "3,2", "2,3", "4,2")
    scores = (5, 4, 9, 6, 12, 9, 13, 12, 15)
    output = play("fifteen", *cells, board=FIFTEEN)
    shows(output, *[f"Your new total score: {score}" for score in scores], "Player 1 wins!")


# --- All ---


@pytest.mark.parametrize(
    ("book", "prompt"),
    [
        ("flip", "Player A, enter the position of the cell you want to claim (row,column): "),
        ("sweep", "Player 1: "),
        ("grow", "Player 1, enter the coordinates of the cell you wish to claim (row column): "),
        ("chain", 'Player 1 (X), enter the row and column of the cell you want to claim (e.g., "3 3"): '),
        ("fifteen", "Enter the number of the square you wish to conquer: "),
    ],
)
def test_prompt_ends_with_one_space_for_the_input(book: str, prompt: str) -> None:
    assert play(book).splitlines()[-2] == prompt
