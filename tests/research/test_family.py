"""The family: names and games are a pair, splits protect boards, and all of it stays as it is."""

import json
import pickle
import subprocess
import sys
from hashlib import sha256
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fivesquare as fs
import truth
from fivesquare.board import Board, Size, symmetries
from fivesquare.research import family
from fivesquare.research.family import FamilyError
from fivesquare.rulebook import AGAINS, REACHES, TAKES, TIES, Between, Values
from solver_oracle import brute_force

NEW_VERSION = "names mean the same for ever: whatever changes this is FS-2"

GOLDEN = [
    (
        "FS-1/anywhere-lower-enemy-never-points-draw/4x4/shuffled/1",
        "8 1 3 11/13 12 14 2/6 7 10 4/16 15 9 5",
        *("public", 1, 8, "4,1"),
    ),
    (
        "FS-1/anywhere-lower-free-never-points-draw/3x3/shuffled/7",
        "5 3 4/6 7 8/2 1 9",
        *("public", 1, 13, "2,3"),
    ),
    (
        "FS-1/edge-nothing-never-points-last/5x5/1-9/17",
        "1 7 7 3 1/5 9 9 4 1/4 9 4 4 7/4 7 3 5 3/9 3 5 2 2",
        *("public", 1, 24, "3,1"),
    ),
    (
        "FS-1/adjacent-nothing-never-exactly-second/4x4/1-5/3",
        "5 2 4 1/2 4 3 4/2 3 4 4/1 5 3 1",
        *("public", 1, None, "2,2 2,3 3,2 3,3"),
    ),
    (
        "FS-1/edge-lower-enemy-chain-exactly-last/3x4/0-3/9223372036854775807",
        "0 2 1 0/3 0 3 0/1 0 0 3",
        *("public", 1, None, "1,2"),
    ),
    (
        "FS-1/adjacent-lower-free-chain-majority-second/4x3/1-99/0",
        "53 89 38/78 63 18/53 24 87/58 94 80",
        *("public", 1, None, "2,2"),
    ),
    (
        "FS-1/adjacent-lower-enemy-chain-points-last/2x5/1-9/42",
        "3 5 9 8 6/4 9 5 6 8",
        *("public", 1, 7, "1,3"),
    ),
    (
        "FS-1/edge-lower-enemy-never-points-draw/3x4/1-5/3347830660",
        "1 4 2 3/5 3 5 4/2 5 2 1",
        *("held-out", 2, -3, "2,4"),
    ),
    (
        "FS-1/edge-lower-enemy-never-majority-last/3x4/1-9/1621377133",
        "5 7 7 4/7 4 8 5/2 5 8 2",
        *("held-out", 2, None, "1,1 1,2 1,3 1,4 2,1 2,4 3,1 3,2 3,3 3,4"),
    ),
    (
        "FS-1/anywhere-nothing-chain-majority-draw/2x2/ones/0",
        "1 1/1 1",
        *("held-out", 0, None, "1,1 1,2 2,1 2,2"),
    ),
]

seeds = st.one_of(st.integers(0, 99), st.integers(0, 2**63 - 1))
sizes = st.builds(Size, st.integers(2, 5), st.integers(2, 5))
spans = st.tuples(st.integers(0, 998), st.integers(1, 999)).filter(lambda pair: pair[0] < pair[1])
values: st.SearchStrategy[Values] = st.one_of(
    st.sampled_from(["shuffled", "ones"]), spans.map(lambda pair: Between(*pair))
)
kinds = st.sampled_from(list(family.KINDS.values()))


def a_name(kind: family.Kind, size: Size, values: Values, seed: int) -> family.Name:
    return family.Name(kind, size, values, 0 if values == "ones" else seed)


names = st.builds(a_name, kinds, sizes, values, seeds)


# --- Names ---


@given(names)
def test_a_name_and_its_parts_are_a_pair(name: family.Name) -> None:
    assert family.parse_name(str(name)) == name
    game = family.game(str(name))
    assert game.name == str(name)
    assert game == family.FamilyGame(name)
    assert family.kind_of(game.book) == game.kind == name.kind
    assert game.position.size == name.size
    assert not game.position.moves


@pytest.mark.parametrize(("name", "board", "split", "winner", "margin", "best"), GOLDEN)
def test_a_name_means_the_same_for_ever(
    name: str, board: str, split: str, winner: int, margin: int | None, best: str
) -> None:
    game = family.game(name)
    assert (str(game.position.board), game.split) == (board, split), NEW_VERSION
    solution = game.solution
    assert (solution.winner, solution.margin, " ".join(solution.best)) == (winner, margin, best), (
        NEW_VERSION
    )


def test_it_means_the_same_in_another_process_with_other_hashes() -> None:
    code = (
        "import json, sys; from fivesquare.research import family\n"
        "games = [family.game(name) for name in json.load(sys.stdin)]\n"
        "print(json.dumps([[str(game.position.board), game.split] for game in games]))"
    )
    told = json.dumps([row[0] for row in GOLDEN])
    paths = {"PYTHONPATH": ":".join(sys.path), "PYTHONHASHSEED": "1"}
    run = subprocess.run(
        [sys.executable, "-c", code], input=told, env=paths, capture_output=True, text=True, check=True
    )
    assert json.loads(run.stdout) == [[board, split] for _, board, split, *_ in GOLDEN]


NAME = "FS-1/edge-nothing-never-points-last/5x5/1-9/17"


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ("", "five parts"),
        (None, "five parts"),
        ("FS-1", "five parts.*like FS-1/edge-nothing-never-points-last/5x5/1-9/17"),
        (NAME + "/", "five parts"),
        (NAME.lower(), "the version is FS-1, in capitals, not 'fs-1'"),
        (NAME.replace("FS-1", "FS-2"), "the version is FS-1.*not 'FS-2'"),
        (" " + NAME, "not ' FS-1'"),
        (NAME.replace("edge", "Edge"), r"'Edge-nothing.*\(is it edge-nothing-never-points-last\?\)"),
        (NAME.replace("last", "lst"), r"\(is it edge-nothing-never-points-last\?\)"),
        (NAME.replace("edge-nothing", "edge_nothing"), "is it edge-nothing-never-points-last"),
        (
            NAME.replace("edge-nothing-never-points-last", "grow"),
            "five words: anywhere, adjacent or edge; noth",
        ),
        (NAME.replace("5x5", "5X5"), "written like \"3x4\".*not '5X5'"),
        (NAME.replace("5x5", "6x5"), "each from 2 to 5, not '6x5'"),
        (NAME.replace("5x5", "1x5"), "each from 2 to 5, not '1x5'"),
        (NAME.replace("1-9", "9-1"), "the low one first.*not '9-1'"),
        (NAME.replace("1-9", "5-5"), "not '5-5'"),
        (NAME.replace("1-9", "01-9"), "not '01-9'"),
        (NAME.replace("1-9", "1-1000"), "not '1-1000'"),
        (NAME.replace("1-9", "Shuffled"), "not 'Shuffled'"),
        (NAME.replace("17", "017"), "without further zeros, not '017'"),
        (NAME.replace("17", "-1"), "whole number from 0"),
        (NAME.replace("17", "٣"), "whole number from 0"),
        (NAME.replace("17", "9223372036854775808"), "from 0 to 9223372036854775807"),
        (NAME.replace("1-9", "ones"), "one board only, whose seed is 0, not 17"),
    ],
)
def test_what_is_nearly_a_name_is_told_what_would_be_right(wrong: str, told: str) -> None:
    with pytest.raises(FamilyError, match=told):
        family.game(wrong)


def test_errors_survive_pickling() -> None:
    for error in (FamilyError("a"), family.TooLargeError("b")):
        assert str(pickle.loads(pickle.dumps(error))) == str(error)


# --- Kinds ---


def test_there_are_all_162_kinds() -> None:
    assert len(family.KINDS) == len(REACHES) * len(TAKES) * len(AGAINS) * 3 * len(TIES) == 162
    assert all(name == str(kind) for name, kind in family.KINDS.items())


def test_the_five_books_are_of_the_family() -> None:
    kinds = {name: str(family.kind_of(book)) for name, book in fs.CATALOGUE.items()}
    assert kinds == {
        "flip": "anywhere-lower-enemy-never-points-draw",
        "sweep": "anywhere-lower-free-never-points-draw",
        "grow": "edge-nothing-never-points-last",
        "chain": "anywhere-nothing-chain-majority-draw",
        "fifteen": "adjacent-nothing-never-exactly-second",
    }


def test_a_book_with_another_target_or_balance_is_not_of_the_family() -> None:
    assert family.kind_of(fs.find_book({"like": "fifteen", "goal": {"exactly": 21}})) is None
    assert family.kind_of(fs.find_book({"like": "grow", "balance": "swap"})) is None


@pytest.mark.parametrize(
    ("size", "values", "target"),
    [
        ((4, 4), Between(1, 5), 15),  # 16 cells of 3 hold 48
        ((4, 4), Between(1, 9), 25),
        ((3, 3), "shuffled", 14),  # 45
        ((5, 5), "ones", 7),
        ((2, 2), "ones", 1),
        ((2, 2), Between(0, 1), 1),
        ((3, 4), Between(0, 3), 5),  # 18: 5.625
    ],
)
def test_the_target_is_five_sixteenths_of_what_a_board_is_expected_to_hold(
    size: tuple[int, int], values: Values, target: int
) -> None:
    assert family.target(Size(*size), values) == target


def test_the_same_seed_gives_every_kind_the_same_board() -> None:
    boards = {family.game(f"FS-1/{kind}/3x4/1-9/5").position.board for kind in family.KINDS}
    assert len(boards) == 1
    others = [family.game(f"FS-1/{next(iter(family.KINDS))}/3x4/1-9/{seed}") for seed in range(20)]
    assert all(one.position.board != other.position.board for one, other in pairwise(others))


# --- Solutions ---


@pytest.mark.parametrize("kind", family.KINDS)
def test_solutions_of_every_kind_are_those_of_brute_force_and_of_the_plain_rules(kind: str) -> None:
    values = ("1-5", "shuffled", "0-3")[len(kind) % 3]
    game = family.game(f"FS-1/{kind}/2x3/{values}/{len(kind)}")
    worth, each = brute_force(game.position)
    assert (game.solution.worth, dict(game.solution.each)) == (worth, each)
    winners = truth.winners(game.position)
    assert {move: worth.winner for move, worth in game.solution.each.items()} == winners


def test_a_solution_keeps_no_solver_and_has_its_line() -> None:
    game = family.game("FS-1/edge-nothing-never-points-last/3x3/1-9/17")
    assert game.solution._solver is None
    position = game.position
    for move in game.solution.line:
        position = position.play(move)
    assert position.is_over
    assert position.scores[0] - position.scores[1] == game.solution.margin


def test_rules_are_sentences_about_this_board() -> None:
    game = family.game("FS-1/edge-lower-enemy-chain-exactly-second/3x4/1-5/2")
    rules = game.rules
    for words in (
        "3 rows of 4",
        "1 to 5",
        "outer edge",
        "becomes yours",
        "one more",
        "exactly 11",
        "second",
    ):
        assert words in rules
    assert "ruling" not in rules.lower()


# --- Splits ---


@given(names, st.integers(0, 7), kinds)
def test_a_board_is_in_one_split_however_it_lies_and_whatever_is_played_on_it(
    name: family.Name, number: int, kind: family.Kind
) -> None:
    game = family.game(str(name))
    board = game.position.board
    turned = board.mapped(symmetries(board.size)[number])
    assert family.split_of(turned) == game.split
    assert family.plain_form(turned) == family.plain_form(board)
    assert family.FamilyGame(name._replace(kind=kind)).split == game.split


def test_the_split_is_a_hash_that_anybody_can_work_out() -> None:
    board = Board.parse("9 3/1 5")
    number = int(sha256(b"FS-1 2x2 1 5/9 3").hexdigest()[:16], 16)
    assert family.split_of(board) == ("held-out" if number % 5 == 0 else "public")
    assert family.plain_form(Board.parse("2 2 2 2 1/1 2 2 2 2")) == Board.parse("1 2 2 2 2/2 2 2 2 1")
    assert family.plain_form(Board.parse("5 4/3 2/2 1")) == Board.parse("1 2 4/2 3 5")


def test_one_board_in_five_is_held_out() -> None:
    kind = next(iter(family.KINDS))
    splits = [family.game(f"FS-1/{kind}/3x3/1-9/{seed}").split for seed in range(2000)]
    assert 350 < splits.count("held-out") < 450  # 400 and three deviations of 18
    assert set(splits) == set(family.SPLITS)


def test_a_set_means_the_same_in_every_process() -> None:
    several = ["3x3", "2x3", "2x2", "2x4"]
    assert family.wish(sizes=set(several)) == family.wish(sizes=sorted(several))
    assert family.wish(kinds=frozenset(family.KINDS)) == family.wish(kinds=sorted(family.KINDS))
