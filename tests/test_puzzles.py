"""Puzzles: exactly one move wins, and the same wish gives the same puzzle."""

from functools import cache
from typing import Any

import pytest

import fivesquare as fs
from fivesquare.players.simple import Greedy
from fivesquare.puzzles import DIFFICULTIES, Difficulty, Puzzle, next_seed
from games import play, random_game
from truth import winners

SEEDS = range(3)
SMALL_ENOUGH = 7  # free cells, for the plain rules to try everything


def free_cells(puzzle: Puzzle) -> int:
    return puzzle.position.size.cells - sum(puzzle.position.counts)


@cache
def made(book: str, difficulty: Difficulty, seed: int) -> Puzzle:
    return fs.puzzle(book, seed=seed, difficulty=difficulty)


def check_proof(puzzle: Puzzle) -> None:
    turn = puzzle.position.turn
    assert [move for move, winner in winners(puzzle.position).items() if winner == turn] == [puzzle.move]


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
@pytest.mark.parametrize("book", fs.CATALOGUE)
def test_exactly_one_move_wins(book: str, difficulty: Difficulty) -> None:
    for seed in SEEDS:
        puzzle = made(book, difficulty, seed)
        position = puzzle.position
        assert (puzzle.difficulty, puzzle.seed) == (difficulty, seed)
        assert tuple(puzzle.each) == position.legal
        assert len(position.legal) >= 3
        assert [move for move in position.legal if puzzle.each[move].winner == position.turn] == [
            puzzle.move
        ]
        if free_cells(puzzle) <= SMALL_ENOUGH:
            check_proof(puzzle)


@pytest.mark.parametrize("book", ["flip", "sweep", "grow", "fifteen"])
def test_the_plain_rules_prove_puzzles_on_small_boards(book: str) -> None:
    for seed in range(4):
        check_proof(fs.puzzle(book, seed=seed, difficulty="easy", size=(2, 4)))


def test_the_plain_rules_prove_puzzles_with_chains() -> None:
    """On 3x3 there are puzzles inside a chain as well as before one."""
    puzzles = [fs.puzzle("chain", seed=seed, difficulty="easy", size=(3, 3)) for seed in range(12)]
    for puzzle in puzzles:
        check_proof(puzzle)
    assert len({puzzle.position.in_chain for puzzle in puzzles}) == 2


@pytest.mark.parametrize("book", fs.CATALOGUE)
def test_what_the_difficulties_mean(book: str) -> None:
    for difficulty in DIFFICULTIES:
        for seed in SEEDS:
            puzzle = made(book, difficulty, seed)
            eager = Greedy.best_moves(puzzle.position)
            assert (puzzle.move in eager and len(eager) <= 2) == (difficulty == "easy")
            if difficulty != "easy":
                assert (3 * free_cells(puzzle) > 2 * puzzle.position.size.cells) == (difficulty == "hard")


@pytest.mark.parametrize("book", fs.CATALOGUE)
def test_the_same_wish_gives_the_same_puzzle(book: str) -> None:
    one, another = made(book, "medium", 0), made(book, "medium", 1)
    same = fs.puzzle(book, seed=0, difficulty="medium")
    assert one.position.to_record() == same.position.to_record()
    assert (one.move, one.each) == (same.move, same.each)
    assert one.position != another.position


def test_a_board_that_is_too_large_is_refused() -> None:
    with pytest.raises(fs.PuzzleError, match="puzzles have at most 25 cells, not 4x7"):
        fs.puzzle("sweep", size=(4, 7))


def test_a_book_of_ones_own() -> None:
    answers: dict[str, Any] = {
        "size": [3, 3],
        "values": [1, 9],
        "reach": "adjacent",
        "take": "lower-enemy",
        "again": "chain",
        "goal": "points",
        "tie": "last",
    }
    check_proof(fs.puzzle(answers, seed=2, difficulty="easy"))


def test_where_there_is_no_puzzle_that_is_said() -> None:
    games: list[int] = []
    with pytest.raises(fs.PuzzleError, match="no puzzle that is hard was found in 5000 games; try another"):
        fs.puzzle("chain", size=(1, 2), difficulty="hard", progress=games.append)
    assert games == list(range(5000))


@pytest.mark.parametrize("difficulty", ["Hard", "", 3, None])
def test_an_unknown_difficulty_is_refused(difficulty: Any) -> None:
    with pytest.raises(fs.PuzzleError, match="puzzles are easy, medium, hard, not "):
        fs.puzzle("sweep", difficulty=difficulty)


@pytest.mark.parametrize("size", [(0, 3), (9, 9), 4])
def test_an_impossible_size_is_refused(size: Any) -> None:
    with pytest.raises(fs.BoardError):
        fs.puzzle("sweep", size=size)


def test_a_seed_that_is_no_number() -> None:
    with pytest.raises(fs.PuzzleError, match="a seed is a whole number, not 'x'"):
        fs.puzzle("sweep", seed="x")  # type: ignore[arg-type]


# --- A series of puzzles ---


def test_one_seed_gives_a_whole_series() -> None:
    series = [1]
    for _ in range(50):
        series.append(next_seed(series[-1]))
    assert len(set(series)) == 51
    assert next_seed(1) == series[1]


# --- Lessons: the mistakes of a game ---


def of_player(review: fs.Review, player: int) -> list[int]:
    return [len(lesson.position.moves) + 1 for lesson in fs.lessons(review, player=player)]


@pytest.mark.parametrize("book", fs.CATALOGUE)
def test_every_move_that_keeps_the_result_is_right(book: str) -> None:
    *_, end = random_game(fs.CATALOGUE[book].answers, seed=8)
    review = fs.review(end)
    lessons = fs.lessons(review)
    assert [lesson.played for lesson in lessons] == [move.move for move in review.moves if move.result_lost]
    assert lessons
    for lesson in lessons:
        turn = lesson.position.state.turn
        assert lesson.position.legal == tuple(lesson.each)
        results = {move: worth.result(turn) for move, worth in lesson.each.items()}
        best = max(results.values())
        assert lesson.right == tuple(move for move, result in results.items() if result == best)
        assert results[lesson.played] < best
        if lesson.position.size.cells - sum(lesson.position.counts) <= SMALL_ENOUGH and best > 0:
            true = winners(lesson.position)
            assert lesson.right == tuple(move for move, winner in true.items() if winner == turn)


def test_the_lessons_of_one_player() -> None:
    review = fs.review(play("sweep", "1,2 1,3 2,2"))
    assert [lesson.played for lesson in fs.lessons(review)] == ["1,2", "1,3"]
    assert (of_player(review, 1), of_player(review, 2)) == ([1], [2])


def test_where_no_result_was_given_away_points_were() -> None:
    review = fs.review(play("sweep", "1,1"))
    (lesson,) = fs.lessons(review)
    assert review.moves[0].verdict == "gives away 14 points"
    assert (lesson.played, lesson.right) == ("1,1", ("2,2",))


def test_a_game_without_mistakes_or_without_answers_teaches_nothing() -> None:
    assert fs.lessons(fs.review(play("sweep", "2,2 1,3 3,3 3,1 1,1"))) == ()
    unsolved = fs.review(fs.start("chain", size=(8, 8)).play("1,1").play("8,8"), seconds=0)
    assert fs.lessons(unsolved) == ()
