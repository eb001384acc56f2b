"""The frozen sets: their hashes, what is in them, and that sibling sets are of the same kind."""

from collections import Counter
from dataclasses import asdict, fields, replace
from itertools import islice
from pathlib import Path

import pytest

import fivesquare as fs
from fivesquare.errors import FileError
from fivesquare.players.simple import Greedy
from fivesquare.research.benchmark.data_card import croissant, export
from fivesquare.research.benchmark.protocol import CANARY, GROUPS, SIZES, TRAPS_ONLY
from fivesquare.research.benchmark.question_sets import Question, asked, make_questions
from fivesquare.research.benchmark.set_files import (
    FOLDER,
    frozen_boards,
    frozen_boards_of_positions,
    frozen_questions,
    read_rows,
    set_hash,
    write_rows,
)
from fivesquare.research.family.splits import plain_form, split_of
from fivesquare.research.skill import phase
from fivesquare.research.wording import Disguise

QUESTIONS = "b7b67f7036ba52ce410954b7ae3b4b74792cc4d9946f0b59942a98e263902be5"
BOARDS = "3241b86408eae69478ffbba876d7d802fcd96f1748904c7656e8099f27806328"


def some() -> list[Question]:
    """A tenth of the questions, of every group."""
    return list(islice(frozen_questions(), 0, None, 10))


def test_the_sets_are_frozen() -> None:
    assert set_hash(frozen_questions()) == QUESTIONS
    assert set_hash(frozen_boards()) == BOARDS


@pytest.mark.parametrize("lite", [False, True])
def test_every_group_has_its_number(lite: bool) -> None:
    groups = Counter(row.group for row in frozen_questions(lite))
    assert groups == dict.fromkeys(GROUPS["positions"], SIZES["positions"][lite])
    assert Counter(row.group for row in frozen_boards(lite)) == dict.fromkeys(
        GROUPS["games"], SIZES["games"][lite]
    )


def test_no_board_comes_twice_and_all_are_held_out() -> None:
    boards = [row.position.board for row in frozen_questions()]
    boards += [row.position.board for row in frozen_boards()]
    assert {split_of(board) for board in boards} == {"held-out"}
    for rows in (frozen_questions(), frozen_boards()):
        for group in {row.group for row in rows}:
            plain = [plain_form(row.position.board) for row in rows if row.group == group]
            assert len(set(plain)) == len(plain)


def test_every_row_has_the_canary() -> None:
    assert {row.canary for row in frozen_questions()} == {CANARY}
    assert {row.canary for row in frozen_boards()} == {CANARY}


def test_a_question_says_what_is_so() -> None:
    for row in some():
        solution = fs.solve(row.position)
        regrets = [solution.regret(move) for move in row.position.legal]
        assert row.moves == row.position.legal
        assert row.lost == tuple(regret.lost for regret in regrets)
        assert row.expected == pytest.approx(regrets[0].expected)
        assert regrets[0].is_critical
        assert row.phase == phase(row.position)
        is_trap = not set(Greedy.best_moves(row.position)) & set(solution.best)
        assert row.difficulty == ("trap" if is_trap else "plain")
        assert is_trap or row.group not in TRAPS_ONLY


def test_prompts_are_those_that_are_asked() -> None:
    for row in some():
        disguise = Disguise.drawn(row.disguise)
        assert row.prompt == asked(row.position, disguise).prompt()
        assert [disguise.read(row.position, answer) for answer in row.answers] == list(row.moves)


def test_regret_does_not_change_under_a_disguise() -> None:
    for row in some():
        disguise = Disguise.drawn(row.disguise)
        laid = disguise.disguised(row.position)
        solution = fs.solve(laid)
        moves = [disguise.disguised_move(row.position, move) for move in row.moves]
        assert tuple(solution.regret(move).lost for move in moves) == row.lost


def test_disguises_differ() -> None:
    assert len({row.disguise for row in frozen_questions()}) == len(frozen_questions())


def test_a_fresh_set_has_the_same_kinds_and_other_boards() -> None:
    rows = make_questions(2, 1, 7, avoid=frozen_boards_of_positions())
    assert rows == make_questions(2, 1, 7, avoid=frozen_boards_of_positions())
    assert Counter(row.group for row in rows) == dict.fromkeys(GROUPS["positions"], 2)
    assert sum(row.lite for row in rows) == len(GROUPS["positions"])
    assert not {plain_form(row.position.board) for row in rows} & frozen_boards_of_positions()
    assert rows != make_questions(2, 1, 8, avoid=frozen_boards_of_positions())


def test_a_set_can_be_written_and_read(tmp_path: Path) -> None:
    rows = some()[:5]
    write_rows(tmp_path / "set.parquet", rows)
    assert read_rows(tmp_path / "set.parquet", Question) == rows
    assert set_hash(rows) != set_hash([replace(rows[0], lost=(0.0,)), *rows[1:]])


def test_what_is_no_set_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("no Parquet")
    with pytest.raises(FileError, match="cannot read"):
        read_rows(tmp_path / "text", Question)
    with pytest.raises(FileError, match="is not a set"):
        read_rows(FOLDER / "games.parquet", Question)


def test_the_export_describes_every_column(tmp_path: Path) -> None:
    names = [path.name for path in export(tmp_path)]
    assert names == ["positions.parquet", "games.parquet", "README.md", "croissant.json"]
    card = (tmp_path / "README.md").read_text()
    assert CANARY in card
    assert QUESTIONS in card
    told = croissant(tmp_path)
    columns = {field["name"] for field in told["recordSet"][0]["field"]}
    assert columns == {field.name for field in fields(Question)} == set(asdict(some()[0]))
