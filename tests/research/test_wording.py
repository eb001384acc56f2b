"""A game in words: rules, boards, moves, and what can be read of an answer."""

import itertools
import json
import pickle
import re
from random import Random
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import fivesquare as fs
from fivesquare.board import LONGEST_SIDE, Size
from fivesquare.books.explain import paragraphs
from fivesquare.books.rulings import RULINGS
from fivesquare.errors import RecordError
from fivesquare.match import Step
from fivesquare.research.wording import PLAIN, Disguise, Places, Wording, Words, wording_from_json, words
from fivesquare.research.wording.move_parser import named_move
from fivesquare.research.wording.places import NAMINGS, normal
from fivesquare.research.wording.renderings import RENDERINGS
from games import books, combinations, named, play, random_game, seeds, sizes

EVERY_SIZE = [
    Size(rows, columns)
    for rows in range(1, LONGEST_SIDE + 1)
    for columns in range(1, LONGEST_SIDE + 1)
    if rows * columns > 1
]
wordings = seeds.map(lambda seed: Wording.drawn(Random(seed)))

# --- Rules and boards ---


@pytest.mark.parametrize("name", fs.CATALOGUE)
def test_the_rules_are_those_of_the_book_in_our_words_without_rulings(name: str) -> None:
    book = fs.find_book(name)
    rules = PLAIN.rules(book, book.size)
    for title, text in paragraphs(book, book.size):
        assert f"{title}: {text}" in rules
    assert not any(ruling.ruling in rules or ruling.id in rules for ruling in RULINGS)


def test_the_rules_say_what_words_mean_as_far_as_they_are_used() -> None:
    grow, chain = fs.find_book("grow"), fs.find_book("chain")
    assert "The values of the cells that you own, added together, are your sum" in PLAIN.rules(
        grow, grow.size
    )
    assert "sum" not in PLAIN.rules(chain, chain.size)
    assert "Beside is directly above, below, left or right" in PLAIN.rules(chain, chain.size)
    anywhere = fs.find_book({"like": "chain", "again": "never"})
    assert "eside" not in PLAIN.rules(anywhere, anywhere.size)


def test_the_rules_say_who_makes_a_first_claim_after_a_swap() -> None:
    book = fs.find_book({"like": "grow", "size": [3, 3], "balance": "swap"})
    rules = PLAIN.rules(book, book.size)
    assert "as if that player had claimed it, and the first player makes a first claim again" in rules
    after = fs.start(book, seed=1).play("1,1").play("swap")
    assert after.legal == ("1,2", "1,3", "2,1", "2,3", "3,1", "3,2", "3,3")  # a first claim: the edge
    assert after.play("3,3").legal == ("1,2", "2,1")  # not a first claim


def test_small_boards_are_told_as_they_are() -> None:
    """Where every cell lies on the edge, that has to be known."""
    book = fs.find_book("grow")
    assert "Board: 1 row of 5 cells." in PLAIN.rules(book, Size(1, 5))
    assert "Board: 5 rows of 1 cell." in PLAIN.rules(book, Size(5, 1))
    assert "The outer edge is the first and the last row and column." in PLAIN.rules(book, Size(1, 5))
    assert "edge" not in PLAIN.rules(fs.find_book("flip"), Size(1, 5))
    assert len(fs.start(book, size=(1, 5), seed=1).legal) == 5


def test_a_board_in_plain_words() -> None:
    position = play("fifteen", "1,2 4,4")
    assert PLAIN.board(position, 1) == (
        "You are the first player (A).\n\n"
        "     1  2  3  4\n"
        " 1   1 A4  2  3\n"
        " 2   5  2  3  1\n"
        " 3   4  1  5  2\n"
        " 4   3  2  1 B4\n\n"
        "Free cells show their value alone. Cells of the first player have A before their value, "
        "cells of the second player B.\n\n"
        "The first player has 4 points, the second player 4 points.\n\n"
        "It is your turn."
    )
    assert PLAIN.board(position, 2).endswith("It is the turn of the first player.")
    assert PLAIN.legal(position) == "Legal moves: 1,1 1,3 2,2"


def test_the_other_renderings() -> None:
    position = fs.start({"like": "sweep", "size": [1, 3]}, board="2 1 3").play("1,1")

    def shown(wording: Wording) -> str:
        return wording.board(position, 2).split("\n\n", 1)[1].rsplit("\n\n", 2)[0]

    assert shown(Wording(rendering="rows")) == (
        "The rows from top to bottom, each from left to right:\n"
        "Row 1: 1,1 value 2 (the first player); 1,2 value 1 (the first player); 1,3 value 3 (free)"
    )
    assert shown(Wording(Places("letters"), "grids")) == (
        "The values of the cells:\n    a b c\n 1  2 1 3\n\n"
        "Who owns them (A the first player, B the second player, . is free):\n    a b c\n 1  A A ."
    )
    assert shown(Wording(Places("numbers"), "grid")).startswith(
        "1:A2 2:A1  3:3\n\nEach cell is shown as its name, a colon, and its value. Free cells show"
    )
    assert "colon" not in shown(Wording(Places("pairs"), "grid"))
    rows = json.loads(shown(Wording(Places("r1c2"), "json")).split("\n", 1)[1])
    owner = "the first player"
    assert rows == [
        [
            {"cell": "R1C1", "value": 2, "owner": owner},
            {"cell": "R1C2", "value": 1, "owner": owner},
            {"cell": "R1C3", "value": 3, "owner": None},
        ]
    ]


def test_what_is_special_about_a_turn_is_said() -> None:
    chain = play("chain", "1,1 5,5 1,2")
    assert "you have claimed 1,2 and may claim one more cell beside it, or stop" in PLAIN.board(chain, 1)
    assert "MOVE: stop" in PLAIN.how_to_answer(chain)
    assert "MOVE: swap" not in PLAIN.how_to_answer(chain)
    swap = fs.start({"like": "sweep", "balance": "swap"}, seed=1).play("1,1")
    assert "It is your turn: claim a cell, or swap." in PLAIN.board(swap, 2)
    assert "MOVE: swap" in PLAIN.how_to_answer(swap)
    komi = fs.start({"like": "grow", "balance": {"komi": 2.5}}, seed=1)
    assert "the second player 0 points + 2.5 komi." in PLAIN.board(komi, 1)
    assert "The first player has 2 cells, the second player 1 cell." in PLAIN.board(chain, 1)


def test_how_a_game_ended_is_said_from_either_seat() -> None:
    end = fs.start({"like": "sweep", "size": [1, 2]}, board="1 2").play("1,2")
    assert PLAIN.board(end, 1).endswith("The game is over. You have won (higher score).")
    assert PLAIN.board(end, 2).endswith("The game is over. You have lost (higher score).")
    draw = fs.start({"like": "chain", "size": [1, 2]}, board="1 1").play("1,1").play("1,2")
    assert PLAIN.board(draw, 1).endswith("The game is over. It is a draw (tie).")


def test_what_a_move_did_is_said_from_either_seat() -> None:
    position = fs.start("sweep", board="5 3 8/2 9 1/6 4 7")
    step = Step(position, "2,2", position.play("2,2"))
    assert PLAIN.told(step, 1) == "You played 2,2. With it came 1,2, 2,1, 2,3, 3,2."
    assert PLAIN.told(step, 2).startswith("The first player played 2,2.")
    step = next(step for step in _random_steps("fifteen") if step.skipped is not None)
    assert PLAIN.told(step, step.player).endswith(" cannot claim and is skipped.")
    assert PLAIN.told(step, 3 - step.player).endswith(" You cannot claim and are skipped.")


def _random_steps(book: str) -> list[Step]:
    steps = []
    for seed in range(20):
        positions = list(random_game({"like": book}, seed))
        steps += [Step(before, after.moves[-1], after) for before, after in itertools.pairwise(positions)]
    return steps


@pytest.mark.parametrize("answers", [*combinations()], ids=named)
def test_every_refusal_is_that_of_the_position(answers: dict[str, object]) -> None:
    for position in random_game(answers, 7, longest=6):
        for move in (*position.all_moves, "stop", "swap"):
            refusal = PLAIN.refusal(position, move)
            if move in position.legal:
                assert refusal is None
                continue
            with pytest.raises(fs.IllegalMoveError) as refused:
                position.play(move)
            assert refusal is not None
            sentence = refusal.removesuffix(".").replace(
                move, f'"{move}"' if move.isalpha() else f"cell {move}"
            )
            assert str(refused.value).startswith(f"{sentence}, after ")


# --- Moves ---


@pytest.mark.parametrize("kind", NAMINGS)
def test_no_two_cells_of_any_board_have_one_name_and_none_is_a_word(kind: str) -> None:
    for seed in range(5):
        places = Places(kind, seed)  # type: ignore[arg-type]
        for size in EVERY_SIZE:
            names = [normal(name) for name in places.names(size)]
            assert len({*names}) == size.cells
            assert not any(re.fullmatch("[a-z]{3,}", name) for name in names)  # as all words are


@given(books, wordings, seeds)
def test_read_is_the_inverse_of_tell(book: dict[str, object], wording: Wording, seed: int) -> None:
    for position in random_game(book, seed, longest=3):
        told = {move: wording.tell(position, move) for move in (*position.all_moves, "stop", "swap")}
        assert len({text.casefold() for text in told.values()}) == len(told)
        for move, text in told.items():
            assert wording.read(position, text) == move
            assert wording.read(position, f" {text.upper()}\t") == move
            assert wording.read(position, text.lower().replace(",", " , ")) == move


@given(wordings, sizes, st.text(st.sampled_from("0123456789,;. abcRCKTstopQX-\u0662²"), max_size=5))
@example(PLAIN, (3, 3), "1 2")
@example(PLAIN, (3, 3), "01,2")
@example(PLAIN, (3, 3), "1,,2")
@example(Wording(Places("numbers")), (4, 4), "1 2")
@example(Wording(Places("numbers")), (4, 4), "1²")
def test_nothing_is_read_but_what_is_told(wording: Wording, size: tuple[int, int], text: str) -> None:
    position = fs.start({"like": "chain", "size": list(size)})
    try:
        move = wording.read(position, text)
    except fs.NotationError:
        return
    assert re.sub(r" *, *", ",", text.strip()).casefold() == wording.tell(position, move).casefold()


def test_what_cannot_be_read_is_quoted_as_it_was_written() -> None:
    position = fs.start("sweep", seed=1)
    words = Words(cell="tile", cells="tiles", claim="pick")
    with pytest.raises(fs.NotationError) as error:
        Wording(words=words).read(position, "claim cell 1")
    assert str(error.value) == """a tile is written "row,col", like "1,2", not 'claim cell 1'"""
    with pytest.raises(fs.NotationError, match="'2,2' is not a tile of this board"):
        Wording(Places("codes"), words=words).read(position, "2,2")


# --- Words ---


def test_words_take_the_place_of_plain_ones_whole_and_once() -> None:
    words = Words(cell="point", point="cell", points="cells", cells="points", first="Ruby", claimed="taken")
    text = "The first player claimed a cell; the first player's cells: 2 points. Excellent. FREE claims."
    assert words.told(text) == "Ruby taken a point; Ruby's points: 2 cells. Excellent. Free claims."
    assert Words().told(text.replace("FREE", "free")) == text.replace("FREE", "free")


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        ({"stop": "b3"}, "stop: a word has three letters or more, unlike 'b3'"),
        ({"swap": "12345"}, "swap: a word"),
        ({"cell": "QX"}, "cell: a word"),
        ({"cell": ""}, "cell: a word"),
        ({"cell": 3}, "cell: a word"),
        ({"stop": "swap"}, "one word stands for two things: 'swap'"),
        ({"stop": "Claim"}, "one word stands for two things: 'claim'"),
        ({"first": "the second player"}, "one word stands for two things"),
        ({"marks": ("A", "A")}, "two capital letters"),
        ({"marks": ("A", "12")}, "two capital letters"),
        ({"marks": ("A",)}, "two capital letters"),
        ({"marks": (1, 2)}, "two capital letters"),
    ],
)
def test_words_that_would_be_confused_are_refused(wrong: dict[str, str], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        Words(**wrong)  # type: ignore[arg-type]


def test_other_nonsense_is_refused() -> None:
    with pytest.raises(ValueError, match="a board is shown as grid, grids, rows, json, not as 'picture'"):
        Wording(rendering="picture")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a wording has Places and Words, not"):
        Wording("letters")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="a seed is a whole number, not 'x'"):
        Places("codes", "x")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="cells are named by row,col"):
        Places("chess")  # type: ignore[arg-type]
    wrong: list[Any] = [
        {},
        {"places": {}, "rendering": "grid"},
        [],
        None,
        {**PLAIN.to_json(), "words": {"x": 1}},
    ]
    for told in wrong:
        with pytest.raises(RecordError):
            wording_from_json(told)


@given(seeds)
def test_wordings_survive_json_and_pickling(seed: int) -> None:
    for wording in (Wording.drawn(Random(seed)), Disguise.drawn(seed)):
        assert wording_from_json(json.loads(json.dumps(wording.to_json()))) == wording
        assert pickle.loads(pickle.dumps(wording)) == wording
        assert hash(wording) == hash(wording_from_json(wording.to_json()))


def test_everything_there_is_gets_drawn() -> None:
    drawn = [Wording.drawn(Random(seed)) for seed in range(200)]
    assert {wording.places.kind for wording in drawn} == {*NAMINGS}
    assert {wording.rendering for wording in drawn} == {*RENDERINGS}
    assert len({wording.words.cell for wording in drawn}) > 20


def test_no_word_is_invented_that_the_texts_have_already() -> None:
    parts = (
        words._BEGINNINGS,
        tuple(words._VOWELS),
        words._BEGINNINGS,
        tuple(words._VOWELS),
        words._ENDINGS,
    )
    invented = re.compile("".join(f"(?:{'|'.join(part)})" for part in parts))
    texts = set()
    for number, answers in enumerate([*combinations()][::4]):
        *_, position = random_game(answers, number, longest=number % 6)
        for rendering in RENDERINGS:
            wording = Wording(Places(NAMINGS[number % len(NAMINGS)]), rendering)
            told = [wording.rules(position.book, position.size), wording.legal(position)]
            told += [wording.board(position, 1), wording.how_to_answer(position)]
            told += [wording.refusal(position, move) or "" for move in position.all_moves]
            texts |= set(re.findall("[a-z]+", " ".join(told).casefold()))
    assert {text for text in texts if invented.fullmatch(text)} == {*words._TAKEN}


def test_a_word_that_is_taken_is_not_drawn() -> None:
    class Stubborn(Random):
        """Wants to say "never" until it cannot but say something else."""

        wanted = iter("never" * 3)

        def choice(self, seq: Any) -> Any:
            return next((one for one in self.wanted if one in seq), None) or super().choice(seq)

    assert "never" not in words._invented(Stubborn(1)).to_json().values()


@given(seeds)
def test_a_player_is_marked_with_a_letter_of_its_name(seed: int) -> None:
    drawn = Words.drawn(Random(seed))
    for name, mark, other in ((drawn.first, *drawn.marks), (drawn.second, *drawn.marks[::-1])):
        assert mark in name.upper()
        assert not name.startswith(other)


# --- Answers ---

CLEAR = [
    "MOVE: 2,3",
    "move:2,3",
    "Move :  2,3  ",
    "  MOVE: 2,3\r\n\r\n",
    "I like it.\nMOVE: 2,3",
    "MOVE: 2,3\nStill thinking.\nMOVE: 2, 3",
    "**MOVE: 2,3**",
    "**MOVE:** 2,3",
    "**Move**: `2,3`",
    "- MOVE: 2,3",
    "### MOVE: 2,3",
    "* **MOVE: 2,3**",
    "```\nMOVE: 2,3\n```",
    "```text\nMOVE: 2,3\n```\n\n",
    "`MOVE: 2,3`",
    "MOVE: (2, 3)",
    "MOVE: [2,3].",
    'MOVE: "2,3"',
    "MOVE: 2,3.",
    "<answer>MOVE: 2,3</answer>",
    "<answer>\nMOVE: 2,3\n</answer>",
    "MOVE: 2,3<|im_end|>",
    "MOVE:\u00a02,3",
    "\uff2d\uff2f\uff36\uff25\uff1a\uff12\uff0c\uff13",
    "MOVE: 2,3!",
    "MOVE: 2,3\u3002",
    "MOVE: 2,\u202f3",
    "\ufeffMOVE: 2,3",
    "MOVE: \u200e2,3\u200b",
    "MOVE: 2,3\n---",
    "=====\nMOVE: 2,3\n=====",
    "MOVE: $2,3$",
    "MOVE: \\boxed{2,3}",
    "\\boxed{MOVE: 2,3}",
    "$$\\boxed{\\text{MOVE: } (2, 3)}$$",
    "\\[\n\\boxed{\\textbf{MOVE: 2,3}}\n\\]",
    "\\*\\*MOVE: 2,3\\*\\*",
    '{"move": "2,3"}',
    '{\n  "why": "MOVE: 1,1 loses",\n  "move": "2,3"\n}',
    "<Final_Answer>MOVE: 2,3</Final_Answer>",
    "> MOVE: 1,1\n\nI would not.\nMOVE: 2,3",
    "not MOVE: 1,1\nMOVE: 2,3",
    "~~MOVE: 1,1~~\nMOVE: 2,3",
    "<think>MOVE: 1,1\nor so</think>\nMOVE: 2,3",
    "<thinking>\nMOVE: 1,1 loses\n</thinking>\nMOVE: 2,3",
    "Well.\n<Reasoning>MOVE: 1,1</reasoning>\nSo:\n<plan>MOVE: 3,1</plan>\nMOVE: 2,3",
    "[THINK]MOVE: 1,1[/THINK]MOVE: 2,3",
    "\u25c1think\u25b7MOVE: 1,1\u25c1/think\u25b7MOVE: 2,3",
    "<example>\nMOVE: 1,1\n</example>\nMOVE: 2,3",
    "MOVE: 1,1 perhaps\n</think>MOVE: 2,3",
]
UNCLEAR = {
    "": "the answer is empty",
    " \n\t\r\n": "the answer is empty",
    "```\n```": "the answer is empty",
    "2,3": "the last line of the answer is '2,3'",
    "I play 2,3": "the last line",
    "My MOVE: 2,3": "the last line",
    "So MOVE: 2,3": "the last line",
    "MOVE 2,3": "the last line",
    "MOVES: 2,3": "the last line",
    "REMOVE: 2,3": "the last line",
    "> MOVE: 2,3": "the last line",
    "1. MOVE: 2,3": "the last line",
    "MOVE: 2,3\nWait, 3,2 is better.": "the last line of the answer is 'Wait, 3,2 is better.'",
    "MOVE: 2,3\n\nOpponent: 1,1": "the last line",
    "MOVE:": "there is no move after MOVE:",
    "MOVE: **": "there is no move after MOVE:",
    "MOVE: .": "there is no move after MOVE:",
    "MOVE: 2,3\nMOVE: 3,2": "the answer names several moves: '2,3' and '3,2'",
    "MOVE: 2,3\nMOVE: stop": "several moves",
    "MOVE: 2,3 or so\nMOVE: 2,3": "several moves",
    "- MOVE: 1,1\n- MOVE: 2,3": "several moves",
    "MOVE: 2,3\n</think>\n<think>\n</think>MOVE: 3,2": "where the thoughts end",
    "MOVE: 1,1\n<think>no</think>\nMOVE: 2,3": "several moves",
    "MOVE: 2,3\n<think>or not</think>": "no answer follows the thoughts",
    "<thinking>I could play\nMOVE: 2,3": "where the thoughts end",
    "<thinking>I could play\nMOVE: 2,3\n</thinking>": "no answer follows the thoughts",
    "<scratchpad>\nMOVE: 2,3": "where the thoughts end",
    "<think>so\n</thinking>\nMOVE: 2,3": "where the thoughts end",
    "<think><think>so</think></think>\nMOVE: 2,3": "where the thoughts end",
    "Hm.</think>\nMOVE: 1,1</think>\nMOVE: 2,3": "where the thoughts end",
    "[THINK]\nMOVE: 2,3": "where the thoughts end",
    "<example>\nMOVE: 2,3\n</example>": "no answer follows the thoughts",
    "<del>MOVE: 2,3</del>": "the last line",
    "<s>MOVE: 2,3</s>": "the last line",
    "<wrong>MOVE: 2,3</wrong>": "the last line",
    "<wrong>\nMOVE: 2,3\n</wrong>": "the last line",
    "<del><b>MOVE: 2,3</b></del>": "the last line",
    "~~MOVE: 2,3~~": "the last line",
    "\\boxed{2,3}": "the last line",
    "not MOVE: 2,3": "the last line",
    "\u202eMOVE: 2,3": "the last line",
    "\u041cOVE: 2,3": "the last line",
    '{"worst_move": "2,3"}': "the last line",
    "<think>\nMOVE: 2,3": "where the thoughts end",
    "MOVE: 2,3\n<think>": "where the thoughts end",
    "<think>I have it.</think>": "no answer follows the thoughts",
    "MO\u200bVE: 2,3": "the last line",
    "\x1b[1mMOVE: 2,3": "the last line",
}
NO_MOVES = [
    "MOVE: 2,3 or 3,2",
    "MOVE: 2,3 and 2,4",
    "MOVE: 2,3 (value 9)",
    "MOVE: 2,3?",
    "MOVE: 2,3...",
    "MOVE: 2,3!?",
    "MOVE: 2,3 \u2705",
    "MOVE: 2,3 -> 1,1",
    "MOVE: (2,3), (1,1)",
    "MOVE: <del>2,3</del>",
    "MOVE: \u202e2,3",
    "MOVE: 2\u201a3",
    "MOVE: cell 2,3",
    "MOVE: row 2, column 3",
    "MOVE: -2,3",
    "MOVE: - 2,3",
    "MOVE: # 2,3",
    "MOVE: 2,3\x00",
    "MOVE: 2,\u200b3",
    "MOVE: 2,3\x0b",
    "MOVE: 2,3\u2028MOVE: 2,3",
    "MOVE: \u0662,\u0663",
    "MOVE: 2\u00b2,3",
    "MOVE: 2;3",
    "MOVE: 2.3",
    "MOVE: 2 3",
    "MOVE: 02,3",
    "MOVE: 2<br>,3",
    "MOVE: 2,,3",
    "MOVE: MOVE: 2,3",
    "MOVE: 2,3 MOVE: 2,3",
    "MOVE: 4,1",
    "MOVE: none",
    "MOVE: 1,1" + " " * 2000 + "x",
]


@pytest.mark.parametrize("answer", CLEAR)
def test_a_clear_answer_is_read(answer: str) -> None:
    assert PLAIN.read(fs.start("sweep", seed=1), named_move(answer)) == "2,3"


@pytest.mark.parametrize("answer", UNCLEAR)
def test_an_unclear_answer_is_not_read(answer: str) -> None:
    with pytest.raises(fs.NotationError, match=re.escape(UNCLEAR[answer])):
        named_move(answer)


@given(books, wordings)
def test_who_repeats_the_question_has_chosen_nothing(book: dict[str, object], wording: Wording) -> None:
    """Up to any line; and who repeats it all and then answers has answered."""
    position = fs.start(book, seed=1)
    shown = f"{wording.rules(position.book, position.size)}\n{wording.board(position, 1)}\n"
    shown += f"{wording.legal(position)}\n{wording.how_to_answer(position)}"
    lines = shown.split("\n")
    for end in range(1, len(lines) + 1):
        with pytest.raises(fs.NotationError):
            named_move("\n".join(lines[:end]))
    name = wording.tell(position, position.legal[-1])
    assert wording.read(position, named_move(f"{shown}\n\nMOVE: {name}")) == position.legal[-1]


@pytest.mark.parametrize("answer", NO_MOVES)
def test_what_stands_behind_the_keyword_must_be_one_move(answer: str) -> None:
    with pytest.raises(fs.NotationError):
        PLAIN.read(fs.start("sweep", seed=1), named_move(answer))


scraps = st.sampled_from(
    [
        *(
            "MOVE:",
            "move :",
            "MOVE",
            "1,1",
            "2,3",
            "3 , 3",
            "stop",
            "5",
            "c2",
            "\n",
            "\r\n",
            " ",
            "\t",
            "```",
            "**",
        ),
        *(
            "`",
            "(",
            ")",
            "<think>",
            "</think>",
            "<b>",
            "</b>",
            "- ",
            ".",
            "or",
            "\x00",
            "\u200b",
            "\uff12",
            "x",
        ),
    ]
)


@given(st.lists(scraps, max_size=14).map("".join), wordings)
@example("MOVE: 2,3\nMOVE: 1,1", PLAIN)
@example("MOVE: 5\n5<b>", Wording(Places("numbers")))
def test_never_a_move_that_was_not_chosen(answer: str, wording: Wording) -> None:
    """By other means: what was read stands alone, markup aside, behind the only keyword of its line."""
    position = fs.start({"like": "chain", "size": [3, 3]})
    try:
        move = wording.read(position, named_move(answer))
    except fs.NotationError:
        return
    answer = answer.replace("\uff12", "2").rpartition("</think>")[2]
    lines = [
        line for line in re.split(r"[\r\n]+", answer) if re.sub(r"</?[a-z]+>", "", line).strip("`*()\t .-")
    ]
    name = re.escape(wording.tell(position, move)).replace(",", "[ \t]*,[ \t]*")
    markup = r"(?:[^\w\x00\u200b]|</?\w+>)*"
    assert re.fullmatch(rf"{markup}move{markup}:{markup}{name}{markup}", lines[-1], re.IGNORECASE)


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(answer: str) -> None:
    if "move" not in answer.casefold():
        with pytest.raises(fs.NotationError):
            named_move(answer)
    lines = answer.replace("<", "").replace(":", "") + "\nMOVE: 3,1"
    assert named_move(lines) == "3,1"


@pytest.mark.parametrize("filler", ["x", "<b>", "MOVE: ", "MOVE: 1,1\n", "**", "((", "\n", "<think>", "- "])
def test_huge_answers_are_read_in_a_moment(filler: str) -> None:
    """Two million characters; anything worse than linear would not come back."""
    with pytest.raises(fs.NotationError):
        named_move(filler * (2_000_000 // len(filler)) + "\n?")
