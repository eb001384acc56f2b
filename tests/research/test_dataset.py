"""Rows are right by the plain rules and by brute force, from what stands in them alone."""

import itertools
import json
from collections.abc import Mapping
from typing import Any

import pytest

import fivesquare as fs
import plain
import truth
from fivesquare.board import Board, symmetries
from fivesquare.errors import RecordError
from fivesquare.research import dataset, family
from fivesquare.research.dataset import Plan, dataset_questions
from fivesquare.research.family import FamilyError
from fivesquare.research.wording import Wording
from fivesquare.solver import Worth
from fivesquare.solver.limits import Budget
from solver_oracle import brute_force

SMALL = Plan(family.wish(sizes=["2x3", "3x2", "3x3"], values=["1-5", "shuffled"]))
DISGUISED = Plan(SMALL.wanted, disguise=True)
CHAINS = Plan(family.wish(kinds="*-chain-*", sizes=["2x3", "2x4"]))
OWN = Plan(
    book=fs.find_book({"like": "chain", "size": [2, 3], "values": [0, 4], "balance": "swap"}),
)
KOMI = Plan(book=fs.find_book({"like": "grow", "size": [2, 3], "balance": {"komi": 2.5}}), disguise=True)
PLANS = {"small": SMALL, "disguised": DISGUISED, "chains": CHAINS, "own": OWN, "komi": KOMI}

Row = dict[str, Any]


def told(row: Row) -> tuple[Mapping[str, Any], plain.Game, Wording]:
    """What stands in a row, the position by the plain rules, and the names of things in it."""
    metadata = row["metadata"]
    record = json.loads(metadata["record"])
    answers = record["book"]
    if isinstance(answers, str):
        answers = plain.BOOKS[answers]
    elif "like" in answers:
        answers = plain.BOOKS[answers["like"]] | answers
    game = plain.Game(answers, record["board"])
    for move in record["moves"]:
        game.play(move)
    return metadata, game, Wording.from_json(json.loads(metadata["wording"]))


def verify(row: Row) -> None:
    """Check a row by means that share nothing with how it was made, but for the names of cells."""
    metadata, game, wording = told(row)
    position = fs.Position.from_record(json.loads(metadata["record"]))
    worth, each = brute_force(position)
    assert {each["move"]: (each["winner"], each["margin"]) for each in metadata["each"]} == each
    assert Worth(metadata["winner"], metadata["margin"]) == worth
    assert {each["move"]: each["winner"] for each in metadata["each"]} == truth.winners(position)
    assert metadata["best"] == [move for move in game.legal() if each[move] == worth]
    verify_line(position, metadata["line"])

    def names(moves: list[str]) -> str:
        return " ".join(wording.tell(position, move) for move in moves)

    marks = (".", *wording.words.marks)
    question, answer = metadata["question"], row["answer"]
    if question == "best":
        assert answer == names(metadata["best"][:1])
        assert len(set(each.values())) > 1
    elif question == "legal":
        assert answer == names(game.legal())
    elif question == "winner":
        points = "" if worth.margin is None else f" by {abs(worth.margin):g}"
        assert answer == (f"{marks[worth.winner]}{points}" if worth.winner else "draw")
    elif question == "line":
        assert answer == names(metadata["line"])
    else:
        after = game.copy()
        after.play(metadata["move"])
        assert names([metadata["move"]]) in row["question"]
        if question == "next":
            owners = "/".join("".join(marks[owner] for owner in row) for row in after.owners)
            assert answer == f"{owners} {marks[after.turn or 0]}"
        elif game.book["goal"] == "majority":
            assert answer == f"{len(after.cells_of(1))} {len(after.cells_of(2))}"
        else:
            assert answer == f"{after.score(1)} {after.score(2)}"


def verify_line(position: fs.Position, line: list[str]) -> None:
    worth, _ = brute_force(position)
    for move in line:
        assert brute_force(position)[1][move] == worth
        position = position.play(move)
    assert position.is_over


@pytest.mark.parametrize("plan", PLANS.values(), ids=PLANS)
@pytest.mark.parametrize("seed", [0, 1])
def test_rows_are_right_by_other_means(plan: Plan, seed: int) -> None:
    for index, row in enumerate(itertools.islice(dataset.rows(seed=seed, plan=plan), 12)):
        verify(row)
        assert dataset.score(row, row["answer"]) == 1.0
        assert row["metadata"]["question"] == list(dataset.QUESTIONS)[index % 6]


def test_fields_are_those_of_reasoning_gym_and_of_trainers() -> None:
    row = dataset.row(3, seed=2, plan=SMALL)
    assert list(row) == ["question", "answer", "metadata", "prompt", "info"]
    assert row["prompt"] == [{"role": "user", "content": row["question"]}]
    assert json.loads(row["info"]) == row["metadata"]
    metadata = row["metadata"]
    assert (metadata["source_dataset"], metadata["source_index"], metadata["seed"]) == ("fivesquare", 3, 2)
    game = family.game(metadata["game"])
    assert metadata["split"] == game.split
    assert metadata["difficulty"] is None
    assert json.loads(metadata["record"])["board"] == game.position.board.rows


def test_difficulty_is_measured_for_whoever_asks_for_it_and_changes_nothing_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = Plan(SMALL.wanted, difficulty=True)
    for index in range(6):
        row, plain_row = (dataset.row(index, seed=2, plan=plan) for plan in (asked, SMALL))
        game = family.game(row["metadata"]["game"])
        assert row["metadata"]["difficulty"] == game.difficulty._asdict()
        assert {**row["metadata"], "difficulty": None} == plain_row["metadata"]
        assert row["question"] == plain_row["question"]
    bounded = Plan(family.wish(sizes="2x3", values="1-5", critical=(0.5, None)))
    assert bounded.difficulty
    assert dataset.row(0, plan=bounded)["metadata"]["difficulty"]["critical"] >= 0.5
    own = Plan(book=OWN.book, difficulty=True)
    assert dataset.row(0, plan=own)["metadata"]["difficulty"]["winner"] in (0, 1, 2)

    def measured(*_: object) -> None:
        raise AssertionError("nobody asked for it")

    monkeypatch.setattr("fivesquare.research.family.difficulty.Study.measure", measured)
    for plan in PLANS.values():
        dataset.row(0, seed=5, plan=plan)


def test_a_game_that_is_too_large_to_measure_is_left_out_whether_or_not_it_is_measured(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """So that the rows are the same."""
    monkeypatch.setattr("fivesquare.research.family.difficulty.GAME", Budget(1500))
    wanted = family.wish(sizes=["3x3", "3x4"], kinds="anywhere-*-points-*")
    names = [
        [dataset.row(index, plan=Plan(wanted, difficulty=asked))["metadata"]["game"] for index in range(12)]
        for asked in (True, False)
    ]
    assert names[0] == names[1]
    monkeypatch.undo()
    assert [dataset.row(index, plan=Plan(wanted))["metadata"]["game"] for index in range(12)] != names[0]


def test_numbers_have_the_same_type_in_every_row() -> None:
    for plan in PLANS.values():
        for row in itertools.islice(dataset.rows(seed=3, plan=plan), 6):
            for metadata in (row["metadata"], json.loads(row["info"])):
                has_margins = json.loads(metadata["record"])["book"]
                margins = [metadata["margin"], *(each["margin"] for each in metadata["each"])]
                assert {type(margin) for margin in margins} <= ({float}, {type(None)})[
                    fs.find_book(has_margins).goal != "points"
                ]
                assert type(metadata["winner"]) is int


def test_a_question_says_all_that_is_needed() -> None:
    for row in itertools.islice(dataset.rows(seed=4, plan=SMALL), 6):
        position = fs.Position.from_record(json.loads(row["metadata"]["record"]))
        wording = Wording.from_json(json.loads(row["metadata"]["wording"]))
        assert wording.rules(position.book, position.size) in row["question"]
        assert position.turn is not None
        assert wording.board(position, position.turn) in row["question"]
        assert row["question"].endswith("ANSWER: and the answer, and nothing else.")


def test_every_word_of_an_answer_stands_in_its_question() -> None:
    """Whoever knows nothing else must be able to write it: how one stops or swaps, too."""
    words = set()
    for plan in (CHAINS, OWN, Plan(CHAINS.wanted, ("line",), disguise=True)):
        for row in itertools.islice(dataset.rows(seed=5, plan=plan), 30):
            told = json.loads(row["metadata"]["wording"])["words"]
            for move in {"stop", "swap"} & {*row["metadata"]["line"], *row["metadata"]["best"]}:
                words.add((row["metadata"]["question"], move))
                assert f" {told[move]}" in row["question"]
    assert {("line", "stop"), ("line", "swap")} <= words


@pytest.mark.parametrize("question", ["score", "winner"])
def test_whether_komi_counts_is_said(question: str) -> None:
    book = fs.find_book({"like": "grow", "size": [2, 3], "balance": {"komi": 2.5}})
    counted = {"score": "without komi", "winner": "komi counted"}[question]
    assert counted in dataset.row(0, plan=Plan(questions=(question,), book=book))["question"]
    assert "komi" not in dataset.row(0, plan=Plan(SMALL.wanted, (question,)))["question"]


def test_a_row_depends_on_its_number_and_the_seed_alone() -> None:
    rows = list(itertools.islice(dataset.rows(seed=9, plan=SMALL), 7))
    assert rows[5] == dataset.row(5, seed=9, plan=SMALL)
    assert rows[4:] == list(itertools.islice(dataset.rows(seed=9, start=4, plan=SMALL), 3))
    assert rows != list(itertools.islice(dataset.rows(seed=10, plan=SMALL), 7))
    assert len({row["metadata"]["game"] for row in rows}) == 7


def test_rows_are_of_the_split_that_is_wanted() -> None:
    for split in family.SPLITS:
        for plan in (
            Plan(family.wish(split=split, sizes="3x3")),
            Plan(family.wish(split=split), book=fs.CATALOGUE["sweep"]),
        ):
            for row in itertools.islice(dataset.rows(plan=plan), 6):
                board = Board.of(json.loads(row["metadata"]["record"])["board"])
                assert row["metadata"]["split"] == split == family.split_of(board)


def test_a_disguised_row_is_about_the_same_game() -> None:
    kinds = set()
    for row in itertools.islice(dataset.rows(seed=3, plan=DISGUISED), 12):
        metadata = row["metadata"]
        board = Board.of(json.loads(metadata["record"])["board"])
        original = family.game(metadata["game"]).position.board
        assert board in [original.mapped(symmetry) for symmetry in symmetries(original.size)]
        kinds.add((json.loads(metadata["wording"])["places"]["kind"], board == original))
    assert len({kind for kind, _ in kinds}) > 3
    assert False in {is_as_it_was for _, is_as_it_was in kinds}


# --- Scores ---


def a_row(question: str, plan: Plan = SMALL, several: bool = False) -> Row:
    """A row with this question, whose position has several best moves if that is wanted."""
    chosen = Plan(plan.wanted, (question,), plan.disguise, plan.book)
    for row in itertools.islice(dataset.rows(seed=1, plan=chosen), 50):
        if not several or len(row["metadata"]["best"]) > 1:
            return row
    raise AssertionError("no such row")


def test_every_best_move_is_right_and_no_other() -> None:
    row = a_row("best", several=True)
    for each in row["metadata"]["each"]:
        is_best = each["move"] in row["metadata"]["best"]
        assert dataset.score(row, each["move"]) == float(is_best)
    assert dataset.score(row, "9,9") == dataset.score(row, "best") == dataset.score(row, "") == 0.0


def test_legal_moves_are_right_in_any_order_and_only_all_of_them() -> None:
    row = a_row("legal", CHAINS)
    moves = row["answer"].split()
    assert dataset.score(row, " ".join(reversed(moves))) == 1.0
    assert dataset.score(row, " ".join(moves[1:])) == 0.0
    assert dataset.score(row, " ".join([*moves, moves[0]])) == 0.0
    assert dataset.score(row, " ".join([*moves, "swap"])) == 0.0


def test_every_perfect_line_is_right_and_no_other() -> None:
    row = a_row("line", several=True)
    position = fs.Position.from_record(json.loads(row["metadata"]["record"]))
    solver = fs.Solver(position.book, position.board)
    for each in row["metadata"]["each"]:
        line = [each["move"], *solver.line(position, after=each["move"])]
        assert dataset.score(row, " ".join(line)) == float(each["move"] in row["metadata"]["best"])
    best = row["answer"].split()
    assert dataset.score(row, " ".join(best[:-1])) == 0.0
    assert dataset.score(row, " ".join([*best, best[0]])) == 0.0
    other = next(move for move in row["metadata"]["best"] if move != best[0])
    assert dataset.score(row, other) == float(position.play(other).is_over)


@pytest.mark.parametrize("question", ["next", "score", "winner"])
def test_other_answers_are_wrong(question: str) -> None:
    rows = list(itertools.islice(dataset.rows(seed=1, plan=Plan(SMALL.wanted, (question,))), 8))
    for row in rows:
        assert dataset.score(row, row["answer"].lower()) == 1.0
        for wrong in ("", "draws", row["answer"] + " 1", row["answer"][:-1], "7 7 7"):
            assert dataset.score(row, wrong) == 0.0
    answers = {row["answer"] for row in rows}
    for row in rows:
        assert [answer for answer in answers if dataset.score(row, answer)] == [row["answer"]]


@pytest.mark.parametrize(
    ("reply", "answer"),
    [
        ("1,2", "1,2"),
        ("ANSWER: 1,2", "1,2"),
        ("I think.\n\n**ANSWER: 1,2**\n", "1,2"),
        ("answer : `1,2`", "1,2"),
        ("ANSWER: 1,2\nANSWER:  1,2", "1,2"),
        ("ANSWER: \\boxed{1,2}", "1,2"),
        ("$\\boxed{\\text{A by 3}}$", "A by 3"),
        ("<answer>1,2</answer>", "1,2"),
        ("- ANSWER: (1,2)<|im_end|>\n---", "1,2"),
        ("\u201cANSWER\uff1a 1,2\u201d", "1,2"),
        ("ANSWER: A../B.. .", "A../B.. ."),
        ("ANSWER: <del>1,2</del>", "<del>1,2</del>"),
        ("No answer: 1,2", "No answer: 1,2"),
        ("ANSWER: 1,1\nANSWER: 1,2", None),
        ("ANSWER: 1,2\nOr is it?", None),
        ("<think>\nANSWER: 1,1\nor\n</think>\nANSWER: 1,2", "1,2"),
        ("<think>\nANSWER: 1,2", None),
        ("ANSWER: 1,2\n<think>or 1,1</think>", None),
        ("ANSWER:", ""),
        ("It is 1,2", "It is 1,2"),
        ("", ""),
    ],
)
def test_what_a_reply_answers(reply: str, answer: str | None) -> None:
    assert dataset_questions.stated(reply) == answer


def test_a_row_can_be_scored_by_its_metadata_its_info_or_as_text() -> None:
    row = a_row("best")
    for form in (row, row["metadata"], row["info"], json.dumps(row), {"metadata": row["info"]}):
        assert dataset.score(form, row["answer"]) == 1.0
        assert dataset.score(form, f"Well.\nANSWER: {row['answer']}") == 1.0
        assert dataset.score(form, None) == 0.0
    no_rows: list[Any] = [
        {},
        "x",
        3,
        {"metadata": {}},
        {"question": "best"},
        {"question": "best", "record": "{"},
    ]
    for wrong in no_rows:
        with pytest.raises(RecordError):
            dataset.score(wrong, "1,1")


# --- What cannot be ---


def test_a_wrong_plan_is_told() -> None:
    with pytest.raises(FamilyError, match=r"the questions are best, legal, .*not 'bst'"):
        Plan(questions=("best", "bst"))
    with pytest.raises(FamilyError, match="the questions are"):
        Plan(questions=())
    for wrong in (-1, 1.5, "3"):
        with pytest.raises(FamilyError, match="a row is a whole number from 0 on"):
            dataset.row(wrong)  # type: ignore[arg-type]
        with pytest.raises(FamilyError, match="a seed is a whole number from 0 on"):
            dataset.row(0, seed=wrong)  # type: ignore[arg-type]


def test_a_book_whose_moves_never_matter_has_no_best_move_to_ask_for() -> None:
    ones = Plan(questions=("best",), book=fs.find_book({"like": "chain", "size": [1, 2]}))
    with pytest.raises(FamilyError, match="1,000 boards of this book"):
        dataset.row(0, plan=ones)


def test_boards_that_are_too_large_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fivesquare.research.family.difficulty.GAME", Budget(10))
    for plan in (Plan(book=fs.CATALOGUE["grow"]), Plan(family.wish(sizes="4x4"))):
        with pytest.raises(family.TooLargeError):
            dataset.row(0, plan=plan)


def test_a_full_stop_behind_an_answer_makes_no_difference() -> None:
    seen = set()
    for row in itertools.islice(dataset.rows(seed=2, plan=SMALL), 18):
        metadata, answer = row["metadata"], row["answer"]
        is_end = metadata["question"] == "next" and answer.endswith(" .")
        seen.add((metadata["question"], is_end))
        assert dataset.score(row, f"ANSWER: {answer}.") == float(not is_end)
        assert dataset.score(row, f"ANSWER: {answer} .") == 0.0
        if is_end:
            assert dataset.score(row, f"ANSWER: {answer}") == 1.0
            assert dataset.score(row, f"ANSWER: {answer[:-2]}") == 0.0
    assert {name for name, _ in seen} == set(dataset.QUESTIONS)
