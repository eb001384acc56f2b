"""Shows that the example works: rows through reasoning_gym, and scores held against the solver."""

import contextlib
import io
import re
from pathlib import Path
from typing import Any

import fivesquare_reasoning_gym
import reasoning_gym
from reasoning_gym.dataset import ReseedingDataset
from reasoning_gym.factory import create_curriculum

import fivesquare as fs
from fivesquare.record import parse_record
from fivesquare.research.dataset import QUESTIONS
from fivesquare.research.wording import PLAIN

NAME = fivesquare_reasoning_gym.NAME
ROWS = 3 * len(QUESTIONS)
HERE = Path(__file__).parent


def check_rows() -> None:
    data = reasoning_gym.create_dataset(NAME, size=ROWS, seed=7)
    again = reasoning_gym.create_dataset(NAME, size=ROWS, seed=7)
    entries = list(data)
    assert len(entries) == len(data) == ROWS
    assert entries[-1] == again[ROWS - 1]
    assert {entry["metadata"]["question"] for entry in entries} == set(QUESTIONS)
    assert {entry["metadata"]["split"] for entry in entries} == {"public"}
    for entry in entries:
        assert set(entry) == {"question", "answer", "metadata"}
        assert data.score_answer(entry["answer"], entry) == 1.0
        assert data.score_answer(f"So it is.\nANSWER: {entry['answer']}", entry) == 1.0
        for wrong in ("", None, "no idea", f"{entry['answer']} or 9,9"):
            assert data.score_answer(wrong, entry) == 0.0
    chunks = iter(ReseedingDataset(data, chunk_size=2))
    assert [next(chunks) for _ in range(3)][:2] == entries[:2]


def check_best_moves() -> None:
    """Whichever of the best moves is named is right, and no other is."""
    data = reasoning_gym.create_dataset(NAME, questions=("best",), size=8, seed=1)
    for entry in data:
        position = fs.Position.from_record(parse_record(entry["metadata"]["record"]))
        best = fs.solve(position).best
        for move in position.legal:
            assert data.score_answer(PLAIN.tell(position, move), entry) == float(move in best)


def check_levels() -> None:
    curriculum = create_curriculum(NAME)
    curriculum.set_attr_level("level", 3)
    config = curriculum.generate_configuration({"size": 2, "seed": 1})
    assert config.level == 4
    for entry in fivesquare_reasoning_gym.FivesquareDataset(config):
        position = fs.Position.from_record(parse_record(entry["metadata"]["record"]))
        assert position.size.cells == 12
    assert "levels go from 1 to 6, not 9" in refusal(level=9)
    assert "the questions are" in refusal(questions=("why",))


def refusal(**config: Any) -> str:
    """Why there is no such dataset."""
    try:
        reasoning_gym.create_dataset(NAME, **config)
    except ValueError as error:
        return str(error)
    return ""


def check_readme() -> None:
    """Its code prints what it says."""
    [code] = re.findall(r"```python\n(.*?)```", (HERE / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(code, {})
    assert printed.getvalue().splitlines() == re.findall(r"print\(.*\)  # (.*)", code), printed.getvalue()


if __name__ == "__main__":
    check_rows()
    check_best_moves()
    check_levels()
    check_readme()
