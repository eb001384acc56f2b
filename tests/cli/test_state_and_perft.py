"""The commands for other programs, byte for byte as their contract says."""

import json
from typing import Any

import pytest

import fivesquare as fs
from fivesquare.books import CATALOGUE
from terminal.running import run, run_piped

GROW = (
    '{"book": "grow", "board": [[5,3,2,6,1],[7,4,9,2,8],[1,5,3,7,4],[2,8,6,1,5],[9,3,2,4,7]],'
    ' "moves": ["1,1", "5,5", "1,2", "4,5"]}'
)
GROW_STATE = (
    '{"turn": 1, "legal": ["1,3", "2,1", "2,2"], "owners": [[1, 1, 0, 0, 0], [0, 0, 0, 0, 0], '
    '[0, 0, 0, 0, 0], [0, 0, 0, 0, 2], [0, 0, 0, 0, 2]], "scores": [8, 12], "over": false, '
    '"winner": null, "reason": null}'
)
CHAIN = '{"book": "chain", "board": [[1,1,1,1]], "moves": ["1,1", "1,4", "1,2"]}'
CHAIN_STATE = (
    '{"turn": 1, "legal": ["1,3", "stop"], "owners": [[1, 1, 0, 2]], "scores": [2, 1], "over": false, '
    '"winner": null, "reason": null}'
)


def lines(*records: str) -> str:
    return "".join(f"{record}\n" for record in records)


def ended(book: str, board: str, *moves: str) -> dict[str, Any]:
    record = {"book": book, "board": fs.Board.parse(board).rows, "moves": list(moves)}
    answer: dict[str, Any] = json.loads(run("state", given=lines(json.dumps(record))).out)
    return answer


def test_state_of_the_example_in_the_contract() -> None:
    result = run("state", given=lines(GROW))
    assert (result.out, result.err, result.status) == (GROW_STATE + "\n", "", 0)


def test_state_inside_a_chain_lists_stop_last() -> None:
    assert run("state", given=lines(CHAIN)).out == CHAIN_STATE + "\n"


@pytest.mark.parametrize(
    ("game", "winner", "reason"),
    [
        (("chain", "1 1", "1,1", "1,2"), 0, "tie"),
        (("chain", "1 1 1", "1,1", "1,3", "1,2"), 1, "majority"),
        (("sweep", "1 2", "1,2"), 1, "higher score"),
        (("flip", "1 2", "1,1", "1,2"), 2, "higher score"),
        (("grow", "4 4", "1,1", "1,2"), 2, "tie, last claim wins"),
        (("fifteen", "4 4", "1,1", "1,2"), 2, "tie, second player wins"),
        (("fifteen", "5 1 5 5", "1,4", "1,1", "1,3", "1,2"), 1, "higher score"),
    ],
)
def test_state_of_a_game_that_is_over(game: tuple[str, ...], winner: int, reason: str) -> None:
    answer = ended(*game)
    assert (answer["turn"], answer["legal"], answer["over"]) == (None, [], True)
    assert (answer["winner"], answer["reason"]) == (winner, reason)


@pytest.mark.parametrize("book", CATALOGUE)
def test_state_has_the_keys_of_the_contract_in_order(book: str) -> None:
    record = json.dumps(fs.start(book, seed=1).to_record())
    answer = json.loads(run("state", given=lines(record)).out)
    assert list(answer) == ["turn", "legal", "owners", "scores", "over", "winner", "reason"]
    assert answer == fs.start(book, seed=1).view()


BAD = {
    "blank": ("", None),
    "spaces": ("   ", None),
    "word": ("grow", None),
    "list": ("[1]", None),
    "open": ('{"book": ', None),
    "not a number": ('{"book": NaN}', None),
    "empty": ("{}", None),
    "NUL": ("\x00", None),
    "deep": ("[" * 100_000, None),
    "long number": ("9" * 10_000, None),
    "megabyte": ("x" * 2**20, None),
    "second move": (GROW.replace("5,5", "1,1"), 1),
    "last move": (GROW.replace("4,5", "9,9"), 3),
    "move is a number": (GROW.replace('"1,1"', "11"), 0),
    "stop": (GROW.replace("1,1", "stop"), 0),
    "odd board": (GROW.replace("[5,3", "[5,[3]"), None),
    "huge value": (GROW.replace("[5,3", "[5," + "9" * 400), None),
    "book of numbers": ('{"book": 5, "board": [[1,2]], "moves": []}', None),
}


@pytest.mark.parametrize("kind", BAD)
@pytest.mark.parametrize("command", [("state",), ("perft", "--depth", "1")], ids=["state", "perft"])
def test_a_bad_line_is_answered_in_its_place_and_the_others_go_on(
    command: tuple[str, ...], kind: str
) -> None:
    bad, at = BAD[kind]
    result = run(*command, given=lines(GROW, bad, CHAIN))
    first, answer, last = result.out.splitlines()
    error = json.loads(answer)
    assert list(error) == ["error", "at"]
    assert error["at"] == at
    assert 0 < len(error["error"]) < 250
    assert (result.err, result.status) == ("", 1)
    smooth = run(*command, given=lines(GROW, CHAIN))
    assert [first, last] == smooth.out.splitlines()
    assert smooth.status == 0


def test_bytes_that_are_no_text_are_a_bad_line() -> None:
    result = run_piped("state", given=b"\xff\xfe\n" + GROW.encode() + b"\n")
    assert result.out.splitlines()[1] == GROW_STATE
    assert (result.err, result.status) == ("", 1)


def test_a_last_line_without_its_end_and_other_line_ends_are_read() -> None:
    assert run("state", given=GROW).out == GROW_STATE + "\n"
    assert run("state", given=f"{GROW}\r\n{CHAIN}\r\n").out == f"{GROW_STATE}\n{CHAIN_STATE}\n"


@pytest.mark.parametrize("command", [("state",), ("perft", "--depth", "1")], ids=["state", "perft"])
def test_nothing_in_gives_nothing_out(command: tuple[str, ...]) -> None:
    result = run(*command)
    assert (result.out, result.err, result.status) == ("", "", 0)


@pytest.mark.parametrize(("depth", "grow", "chain"), [(0, 1, 1), (1, 3, 2), (2, 9, 1), (3, 33, 0)])
def test_perft_counts_sequences_of_exactly_that_many_moves(depth: int, grow: int, chain: int) -> None:
    """Grow by hand: 3 claims, 3 answers to each, then 4 + 3 + 4 claims beside three times 3 answers."""
    result = run("perft", "--depth", str(depth), given=lines(GROW, CHAIN))
    assert result.out == lines(*[f'{{"depth": {depth}, "count": {count}}}' for count in (grow, chain)])
    assert (result.err, result.status) == ("", 0)


def test_perft_deeper_than_any_game_is_nought() -> None:
    assert run("perft", "--depth", "200", given=lines(CHAIN)).out == '{"depth": 200, "count": 0}\n'


@pytest.mark.parametrize("depth", ["-1", "201", "x", "", "9" * 5000], ids=range(5))
def test_perft_refuses_a_depth_that_makes_no_sense(depth: str) -> None:
    result = run("perft", f"--depth={depth}", given=lines(GROW))
    assert result.status == 2
    assert "Invalid value for '--depth'" in result.err


def test_perft_needs_a_depth() -> None:
    result = run("perft", given=lines(GROW))
    assert result.status == 2
    assert "Missing option '--depth'" in result.err
