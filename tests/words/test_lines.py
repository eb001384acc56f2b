"""Lines in words: who moves when, where a line is cut, how it ends, and what answers a mistake."""

import pytest

import fivesquare as fs
from fivesquare.terminal.voices import voice_for
from fivesquare.terminal.voices.base import Voice
from fivesquare.words.lines import WHOLE, answered, continued, ending, refutation, told
from games import play

COUNTED = {"size": [1, 4], "values": [0, 9], "reach": "anywhere", "take": "nothing", "again": "never"}
POINTS = {**COUNTED, "goal": "points", "tie": "draw"}


def voice_of(position: fs.Position) -> Voice:
    return voice_for(position.book, lambda text, _position, _cell: text)


def line(position: fs.Position, moves: str, most: int | None = None) -> str:
    return told(position, moves.split(), voice_of(position), most)


# --- Who moves ---


def test_players_alternate() -> None:
    position = play("sweep", "2,2")
    assert line(position, "1,3 3,3 3,1 1,1") == "(1,3), (3,3), (3,1), (1,1), and it ends 31-14"


def test_a_claim_that_goes_on_in_a_chain() -> None:
    position = play("chain", "1,1", board="1 1 1 1 1")
    assert line(position, "1,5 1,2 1,3") == "(1,5), (1,2), again (1,3), and Player 1 (X) has the majority"


def test_stop_is_the_word_of_whoever_has_claimed() -> None:
    position = play("chain", "1,1", board="1 1 1 1")
    assert (
        line(position, "1,4 1,2 stop 1,3") == "(1,4), (1,2), stop, (1,3), and it ends 2-2 in cells, a draw"
    )


def test_a_player_who_is_skipped() -> None:
    position = play("grow", "1,1 1,2", board="1 2 3/4 5 6")
    assert line(position, "2,1 2,2 2,3 1,3") == ("(2,1), (2,2), again (2,3), again (1,3), and it ends 5-16")


def test_a_line_that_begins_with_the_same_player() -> None:
    position = play("chain", "1,1 1,5 1,2", board="1 1 1 1 1")
    assert continued(position, ["1,3"], voice_of(position)) == (
        "Best play goes on again (1,3), and Player 1 (X) has the majority"
    )
    assert line(position, "1,3") == "(1,3), and Player 1 (X) has the majority"


def test_a_swap() -> None:
    position = play({**POINTS, "balance": "swap"}, "1,1", board="9 4 3 2")
    assert continued(position, ["swap", "1,2", "1,3", "1,4"], voice_of(position)) == (
        "Best play goes on swap, (1,2), (1,3), (1,4) and ends 6-12"
    )


# --- Where it is cut ---


def test_six_moves_are_told_whole_though_it_is_decided_before() -> None:
    position = fs.start(POINTS, board="9 1 1 1 1 1")
    assert WHOLE == 6
    text = line(position, "1,1 1,2 1,3 1,4 1,5 1,6")
    assert text == "(1,1), (1,2), (1,3), (1,4), (1,5), (1,6), and it ends 11-3"


def test_more_are_told_up_to_the_move_that_decides() -> None:
    position = fs.start(POINTS, board="3 3 3 3 9 1 1 1")
    text = line(position, "1,1 1,2 1,3 1,4 1,5 1,6 1,7 1,8")
    assert text == "(1,1), (1,2), (1,3), (1,4), (1,5) ... ends 16-8"


def test_a_sentence_has_room_for_six_moves() -> None:
    position = fs.start(POINTS, board="1 1 1 1 1 1 2 3")
    moves = [f"1,{column}" for column in range(1, 9)]
    assert told(position, moves, voice_of(position), WHOLE) == (
        "(1,1), (1,2), (1,3), (1,4), (1,5), (1,6) ... ends 5-6"
    )
    assert told(position, moves, voice_of(position)).endswith("(1,6), (1,7), (1,8), and it ends 5-6")


# --- How it ends ---


def test_komi_stands_beside_the_score() -> None:
    position = play({**POINTS, "balance": {"komi": 1.5}}, "1,1 1,2", board="5 4")
    assert ending(position, voice_of(position)) == "it ends 5-4 plus 1.5 komi"


def test_a_tie_that_somebody_wins() -> None:
    position = play("grow", "1,1 1,2", board="4 4")
    assert ending(position, voice_of(position)) == "it ends 4-4, and Player 2 wins the tie"


def test_an_exact_score() -> None:
    position = play("fifteen", "1,1 2,1 1,2 2,2 1,3", board="5 5 5/1 5 1")
    assert ending(position, voice_of(position)) == "Player 1 has exactly 15"
    assert continued(position, [], voice_of(position)) == "Player 1 has exactly 15"


# --- What answers a move ---


def test_the_refutation_of_a_mistake() -> None:
    position = play("sweep")
    solver = fs.Solver(position.book, position.board)
    voice = voice_of(position)
    after = "after (1,2) {} takes (2,2) and wins by 11"
    assert refutation(position, solver, "1,2", voice) == after.format("Player 2")
    assert refutation(position, solver, "1,2", voice, "your opponent") == after.format("your opponent")


@pytest.mark.parametrize(
    ("book", "board", "before", "move", "rest", "words"),
    [
        ("sweep", "3 1 2", "", "1,1", "1,3", "after (1,1) Player 2 takes (1,3) and loses by only 2"),
        ("grow", "4 4", "", "1,1", "1,2", "after (1,1) Player 2 takes (1,2) and wins on the tie"),
        ("chain", "1 1", "", "1,1", "1,2", "after (1,1) Player 2 (O) takes (1,2) and has a draw"),
        (
            "chain",
            "1 1 1 1 1 1",
            "1,1 1,6",
            "1,2",
            "stop 1,5 1,4 1,3",
            "after (1,2) and stop Player 2 (O) takes (1,5) and has a draw",
        ),
        ("sweep", "1 2", "", "1,2", "", "after (1,2) it is over, and Player 2 loses by only 3"),
    ],
)
def test_answers(book: str, board: str, before: str, move: str, rest: str, words: str) -> None:
    position = play(book, before, board=board)
    assert answered(position, move, rest.split(), voice_of(position)) == words


def test_a_swap_answers_too() -> None:
    position = play({**POINTS, "balance": "swap"}, board="9 4 3 2")
    assert answered(position, "1,1", ["swap", "1,2", "1,3", "1,4"], voice_of(position)) == (
        "after (1,1) Player 2 swaps and wins by 6"
    )
