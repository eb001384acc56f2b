"""Primers: for any rule book, exercises whose answers the plain rules and the solver confirm."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fivesquare as fs
import games
import plain
from fivesquare.books import NAMED, find_book
from fivesquare.primer import TOPICS, Answer, Exercise, Primer, make_primer, small_sizes
from fivesquare.rulebook import RuleBook

NAMES = list(NAMED)
FEWER = 40  # books of the costlier properties


def replayed(position: fs.Position) -> plain.Game:
    """The position by the plain rules."""
    game = games.plain_game(fs.start(position.book, board=position.board))
    for move in position.moves:
        game.play(move)
    return game


def after(game: plain.Game, move: str) -> plain.Game:
    copied = game.copy()
    copied.play(move)
    return copied


def assert_true(primer: Primer) -> None:
    """Every position, answer and reply is what the plain rules say."""
    assert len(primer.exercises) <= 4
    assert list(primer.topics) == [topic for topic in TOPICS if topic in primer.topics]
    for exercise in primer.exercises:
        game = replayed(exercise.position)
        assert list(exercise.answers) == game.legal()
        assert exercise.right
        for move, answer in exercise.answers.items():
            assert answer.line[0].move == move
            assert answer.is_right == is_right(exercise, game, move), (exercise.topic, move)
            assert_played(exercise, game, answer)


def is_right(exercise: Exercise, game: plain.Game, move: str) -> bool:
    you = game.turn
    assert you is not None
    if move in ("stop", "swap"):
        return exercise.topic == "swap" and move == "swap"
    if exercise.topic == "swap":
        return False
    row, column = (int(part) - 1 for part in move.split(","))
    if exercise.topic == "take":
        return bool(game.taken_along(you, (row, column)))
    if exercise.topic == "end" and game.book["goal"] != "points":
        then = after(game, move)
        return then.turn is None and then.has_won_at_once(you)
    if exercise.topic == "choice":
        return fs.solve(exercise.position.play(move), threads=1).winner == you
    return True


def assert_played(exercise: Exercise, game: plain.Game, answer: Answer) -> None:
    """The line is a legal continuation; the opponent replies in it, unless it ends before."""
    you, now = game.turn, game
    replied = False
    for step in answer.line:
        assert step.move in now.legal()
        replied = replied or now.turn != you
        now = after(now, step.move)
        assert step.after.owners == now.owners
        assert step.after.turn == now.turn
    if exercise.topic == "choice":
        assert answer.is_right == (answer.winner == you)
        if answer.is_right:
            assert now.turn is None
            assert now.winner() == you
        else:
            assert now.turn is None or (replied and now.turn == you)


@pytest.mark.parametrize("name", NAMES)
def test_a_named_book_has_three_or_four_exercises_and_ends_with_a_choice(name: str) -> None:
    primer = make_primer(NAMED[name])
    assert 3 <= len(primer.exercises) <= 4
    assert primer.topics[-1] == "choice"
    assert_true(primer)


@pytest.mark.parametrize("name", [name for name in NAMES if name != "chain"])
def test_the_choice_of_a_named_book_is_a_trap(name: str) -> None:
    """The biggest number does not win; in chain all are alike."""
    choice = make_primer(NAMED[name]).exercises[-1]
    values = {move: answer.line[0].value for move, answer in choice.answers.items()}
    biggest = [move for move, value in values.items() if value == max(values.values())]
    assert choice.tempting in biggest
    assert not set(biggest) & set(choice.right)
    assert choice.answers[choice.tempting].winner == 2


@given(games.books)
def test_every_answer_of_any_book_is_true(answers: dict[str, Any]) -> None:
    assert_true(make_primer(find_book(answers)))


@settings(max_examples=FEWER)
@given(games.books, st.integers(0, 99))
def test_it_depends_on_the_answers_alone(answers: dict[str, Any], salt: int) -> None:
    book = find_book(answers)
    random.seed(salt)  # what others draw changes nothing
    assert told(make_primer(book)) == told(make_primer(find_book({**answers, "title": f"Other {salt}"})))


def told(primer: Primer) -> list[Any]:
    return [
        (
            exercise.topic,
            exercise.position.board,
            exercise.position.moves,
            {move: [step.move for step in answer.line] for move, answer in exercise.answers.items()},
        )
        for exercise in primer.exercises
    ]


@settings(max_examples=FEWER)
@given(games.books)
def test_each_rule_that_can_happen_on_a_roomy_board_is_shown(answers: dict[str, Any]) -> None:
    """On 5x5 with different values, whatever the rules: nothing is missing but what is beyond four."""
    answers = {**answers, "size": [5, 5], "values": [1, 9], "goal": "points", "balance": "none"}
    topics = set(make_primer(find_book(answers)).topics)
    wanted = {"take"} if answers["take"] != "nothing" else set()
    wanted |= {"again"} if answers["again"] == "chain" else set()
    wanted |= {"claim"} if answers["reach"] == "anywhere" else {"beside"}
    assert wanted <= topics


@given(games.books)
def test_boards_are_small_and_no_larger_than_the_books_own(answers: dict[str, Any]) -> None:
    book = find_book(answers)
    sizes = small_sizes(book)
    assert all(size.rows <= book.size.rows and size.columns <= book.size.columns for size in sizes)
    assert sizes[0].cells <= 9 or sizes[0] == book.size
    assert [size.cells for size in sizes] == sorted(size.cells for size in sizes)


def test_a_book_in_which_nothing_can_be_claimed_has_no_exercise() -> None:
    book = find_book({**plain.BOOKS["fifteen"], "goal": {"exactly": 1}, "values": [2, 5]})
    assert make_primer(book).exercises == ()


def test_it_can_be_given_up() -> None:
    class GaveUpError(Exception):
        pass

    def give_up() -> None:
        raise GaveUpError

    with pytest.raises(GaveUpError):
        make_primer(NAMED["flip"], give_up)


def test_no_question_to_the_solver_is_unbounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """A position too large for the limit is passed over, and the lesson still comes."""
    asked: list[int | None] = []

    def solve(self: fs.Solver, position: fs.Position, **limits: Any) -> fs.Solution:
        asked.append(limits.get("nodes"))
        limits["nodes"] = 1
        return real(self, position, **limits)

    real = fs.Solver.solve
    monkeypatch.setattr(fs.Solver, "solve", solve)
    monkeypatch.delattr(fs.Solver, "line")
    book: RuleBook = NAMED["forty-two"]
    assert_true(make_primer(book))
    assert asked
    assert None not in asked
