"""What the tutor and a hint say, and that it is so."""

import random

import pytest

import fivesquare as fs
from fivesquare.match import Step
from fivesquare.solver import Solver
from fivesquare.table.advice import is_costly
from fivesquare.words.guidance import caution, is_safe, objection, suggestion
from fivesquare.words.listener import NumberListener
from solver_oracle import random_book

pytestmark = pytest.mark.usefixtures("warm")

FLIP = {
    "book": "flip",
    "board": [[11, 15, 16, 13], [2, 12, 6, 4], [10, 7, 8, 5], [9, 14, 3, 1]],
    "moves": ["2,1", "4,3", "1,3", "4,1", "1,2", "2,2", "4,4", "1,4"],
}
NAMES = ("First", "Level 6")


@pytest.fixture
def flip() -> fs.Position:
    return fs.Position.from_record(FLIP)


def test_a_caution_says_what_happens_what_it_comes_to_and_what_it_was(flip: fs.Position) -> None:
    solver = Solver(flip.book, flip.board, threads=1)
    solution = solver.solve(flip)
    found = caution(solution, "3,1", solver.line(flip, after="3,1"), NumberListener(flip.book, 1, NAMES))
    assert found.title == "Wait, that gives the win away"
    assert found.text == (
        "The 10 turns over the 2 and the 9, but Level 6 answers with the 14 and takes back the 9. "
        "Then you lose by 2 points. As it is, you win by 8 points."
    )
    assert found.answer == "4,2"


def test_the_terminal_hears_the_cost_alone(flip: fs.Position) -> None:
    solution = fs.solve(flip)
    said = objection(solution, "3,1", NumberListener(flip.book, 1, NAMES))
    assert said == "the 10 would give away the win."


def test_the_rule_is_that_the_result_changes_for_the_worse(flip: fs.Position) -> None:
    solution = fs.solve(flip)
    worse = {move for move, worth in solution.each.items() if worth.winner != 1}
    assert {move for move in solution.each if is_costly(solution.regret(move))} == worse
    assert is_costly(solution.regret("4,2"), points=2)
    assert not is_costly(solution.regret("4,2"), points=3)


def test_a_hint_says_which_and_why(flip: fs.Position) -> None:
    found = suggestion(fs.solve(flip), "1,1", NumberListener(flip.book, 1, NAMES))
    assert found == ("Claim the 11.", "It turns over the 2, and you win by 8 points.")


def test_what_cannot_be_taken_back_never_is() -> None:
    chance, safe = random.Random(3), 0
    for _ in range(150):
        position = fs.start(random_book(chance), seed=chance.randrange(10**6))
        if not position.book.captures:
            continue
        kept: list[tuple[int, int]] = []  # a cell, and whose it stays
        while not position.is_over:
            step = Step(position, (move := chance.choice(position.legal)), position.play(move))
            position = step.after
            owners = [owner for row in position.owners for owner in row]
            if step.move == "swap":
                kept.clear()
            assert all(owners[cell] == owner for cell, owner in kept)
            if step.is_claim and is_safe(step):
                kept += [(cell, step.player) for cell in (step.cell, *step.taken)]
                safe += 1
    assert safe > 50
