"""The one sentence about a finished game, against reviews by brute force over random games."""

import random
import re

import pytest

import fivesquare as fs
from fivesquare.engine import NOBODY, other_player
from fivesquare.reviews import Review, review
from fivesquare.solver import Worth
from fivesquare.words.listener import Listener
from fivesquare.words.takeaway import takeaway
from solver_oracle import brute_force, random_book

pytestmark = pytest.mark.usefixtures("warm")

NUMBERS = {"One": 1, "Two": 2, "Three": 3, "Four": 4}


def random_game(chance: random.Random) -> fs.Position:
    position = fs.start(random_book(chance, most_cells=7), seed=chance.randrange(10**6))
    while not position.is_over:
        position = position.play(chance.choice(position.legal))
    return position


def results(position: fs.Position, player: int) -> list[int]:
    """A player's result at the start and after each move, by trying everything."""
    worths = [brute_force(ply)[0] for ply in position.history()[:-1]]
    assert position.outcome is not None
    return [
        *(worth.result(player) for worth in worths),
        Worth(position.outcome.winner, None).result(player),
    ]


def is_true(sentence: str, position: fs.Position, player: int) -> bool:
    """Whether what is said to a player is so, by the plainest reading of it."""
    course = results(position, player)
    movers = [ply.state.turn for ply in position.history()[:-1]]
    number = int(found[0]) if (found := re.findall(r"\d+", sentence)) else 0
    slips = [n for n in range(len(movers)) if course[n] == 1 and course[n + 1] < 1]
    if "winning until" in sentence:
        return number - 1 == slips[-1] and movers[number - 1] == player and max(course[number:]) < 1
    if "had a draw until" in sentence:
        lost_it = course[number - 1] == 0 and course[number] == -1 and movers[number - 1] == player
        return lost_it and max(course[:number]) == 0 and max(course[number:]) == -1
    if "lost from the start" in sentence:
        return set(course) == {-1}
    if "never let go" in sentence:
        return set(course[1:]) == {1}
    if "way back" in sentence:
        return NUMBERS[sentence.split()[0]] == len(slips) > 0 and course[-1] == 1
    if "turned the game" in sentence:
        given = max(n for n, result in enumerate(course) if result < 1) + 1
        mine = [n + 1 for n in range(given, len(movers)) if movers[n] == player]
        return not slips and movers[given - 1] != player and number == (mine[0] if mine else given)
    if "saved the draw" in sentence:
        given = max(n for n, result in enumerate(course) if result == -1) + 1
        mine = [n + 1 for n in range(given, len(movers)) if movers[n] == player]
        return course[-1] == 0 and 1 not in course[given:] and number == (mine[0] if mine else given)
    return "level all the way" in sentence and set(course) == {0}


def kind(sentence: str) -> str:
    return re.sub(r"\d+", "N", re.sub("^(Two|Three|Four) slips", "One slip", sentence))


def test_whatever_is_said_to_a_player_is_so() -> None:
    chance, told = random.Random(20), set[str]()
    for _ in range(250):
        end = random_game(chance)
        assert end.outcome is not None
        gone_over = review(end, threads=1)
        for player in (1, 2):
            said = takeaway(gone_over, Listener(end.book, player), end.outcome.winner)
            if not end.moves:
                assert said is None
                continue
            assert said is not None
            assert is_true(said.sentence, end, player), (said, player, end.to_record())
            assert said.move is None or 1 <= said.move <= len(end.moves)
            told.add(kind(said.sentence))
    assert told >= {
        "You were winning until move N.",
        "You had a draw until move N.",
        "This board was lost from the start, and Player N never slipped.",
        "You led from the first claim and never let go.",
        "You turned the game at move N.",
        "One slip, and you found the way back.",
        "It was level all the way: neither side slipped.",
    }


SWEEP = fs.start("sweep", board=[[5, 3, 8], [2, 9, 1], [6, 4, 7]])


def finished(*moves: str) -> Review:
    position = SWEEP
    for move in moves:
        position = position.play(move)
    while not position.is_over:
        position = position.play(fs.solve(position).best[0])
    return review(position, threads=1)


def said(gone_over: Review, you: int, winner: int | None = None) -> str | None:
    outcome = gone_over.outcome
    won = winner if winner is not None else outcome.winner if outcome else NOBODY
    found = takeaway(gone_over, Listener(gone_over.position.book, you), won)
    return None if found is None else found.sentence


def test_two_at_one_screen_hear_of_the_one_who_let_it_go() -> None:
    gone_over = finished("1,2")
    assert said(gone_over, 1) == "You were winning until move 1."
    assert said(gone_over, NOBODY) == "Player 1 was winning until move 1."
    assert said(gone_over, 2) == "You led from the first claim and never let go."
    perfect = finished()
    assert said(perfect, NOBODY) == "Player 1 led from the first claim and never let go."


def stopped(*moves: str) -> Review:
    position = SWEEP
    for move in moves:
        position = position.play(move)
    return review(position, threads=1)


def test_who_resigns_a_won_game_hears_that_it_was_won() -> None:
    gone_over = stopped("2,2", "1,1")
    first = gone_over.curve[-1]
    assert first is not None
    winner = first.winner
    assert said(gone_over, winner, other_player(winner)) == "You were still winning when the game stopped."
    assert said(gone_over, other_player(winner), other_player(winner)) is None


def test_nothing_is_said_of_what_was_not_solved() -> None:
    gone_over = finished("1,2")
    unsolved = Review(gone_over.position, None, gone_over.moves)
    assert said(unsolved, 2) is None  # perhaps they did not lead from the first claim
    assert said(unsolved, 1) is None
