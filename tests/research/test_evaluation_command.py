"""`fivesquare evaluate`: its table, its pictures, and what it says when something is wrong."""

import inspect
import json
import re
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result
from inspect_ai.model._model import _models

from fivesquare.pictures import is_ours
from fivesquare.research.evaluation import tables
from fivesquare.research.evaluation.command import evaluate
from fivesquare.research.evaluation.results import Row, read
from fivesquare.research.evaluation.tasks import play
from fivesquare.research.skill import Estimate, Losses, Report, Standing
from fivesquare.terminal.cli import cli
from research.inspecting import FOREIGN, nothing_outside

__all__ = ["nothing_outside"]  # a fixture of every test

pytestmark = FOREIGN

SWEEP = ("--book", "sweep", "--boards", "2", "--plain")


def called(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["evaluate", *arguments])


def line(table: str, name: str) -> list[str]:
    """The words of the row of that name."""
    [found] = [line.split() for line in table.splitlines() if line.startswith(f"{name}  ")]
    return found


# --- What it writes ---


def test_rows_stand_side_by_side_in_the_order_that_was_asked_for(tmp_path: Path) -> None:
    run = called("perfect", "level 2", "fivesquare/random", "perfect", *SWEEP)
    assert run.exit_code == 0, run.output
    rows = [each for each in run.stdout.splitlines() if each.startswith("fivesquare/")]
    assert [each.split()[0] for each in rows] == [
        f"fivesquare/{name}" for name in ("perfect", "level:2", "random")
    ]
    assert line(run.stdout, "fivesquare/perfect")[1:3] == ["1.00", "-"]  # too few boards for an interval
    assert run.stdout.startswith("Book sweep, opponent level:3, boards 2, seed 1, retries 2\n")
    assert "Inspect" not in run.stdout
    for name in tables.PICTURES:
        picture = (tmp_path / "logs" / name).read_text(encoding="utf-8")
        assert is_ours(picture)
        assert "fivesquare/level:2" in "".join(ElementTree.fromstring(picture).itertext())


def test_one_row_is_told_in_full_and_a_log_says_the_same_later(tmp_path: Path) -> None:
    run = called("greedy", *SWEEP, "--opponent", "random", "--seed", "0")
    assert run.stdout.startswith("Book sweep, opponent random, boards 2, seed 0, retries 2\n")
    assert line(run.stdout, "games")[1:] == ["4", "on", "2", "boards"]
    assert line(run.stdout, "against random")
    [log] = tmp_path.glob("logs/*.eval")
    for place in (log, log.parent):
        again = called("--log", str(place))
        assert (again.exit_code, again.stdout) == (0, run.stdout)
    out = tmp_path / "deep" / "pictures"
    assert called("--log", str(log), "--out", str(out)).exit_code == 0
    assert sorted(path.name for path in out.iterdir()) == sorted(tables.PICTURES)


def test_json_has_everything_that_the_report_has(tmp_path: Path) -> None:
    run = called("random", "greedy", *SWEEP, "--json", "--legal", "--disguise", "3", "--size", "3x4")
    told = json.loads(run.stdout)
    assert [each["model"] for each in told] == ["fivesquare/random", "fivesquare/greedy"]
    rows = {row.model: row for row in read([str(tmp_path / "logs")])}
    for each in told:
        row = rows[each["model"]]
        assert each == json.loads(json.dumps(row.to_json()))
        assert each["report"] == json.loads(json.dumps(row.report.to_json()))
        assert each["task"]["legal"] is True
        assert (each["task"]["disguise"], each["task"]["size"], each["planned"]) == (3, "3x4", 4)


def test_a_book_of_ones_own_is_kept_in_the_log_and_not_its_file(tmp_path: Path) -> None:
    book = tmp_path / "mine.json"
    book.write_text('{"like": "sweep", "title": "Mine", "balance": "swap"}')
    run = called("random", *SWEEP[2:], "--book", str(book))
    assert run.exit_code == 0, run.output
    assert run.stdout.startswith("Book Mine,")
    book.unlink()
    assert called("--log", "logs").stdout == run.stdout


def test_a_variant_is_a_book_whatever_its_capitals_and_whatever_files_there_are(tmp_path: Path) -> None:
    (tmp_path / "raid").write_text("a file of that name is not meant")
    run = called("random", *SWEEP[2:], "--book", "Raid", "--size", "2x2")
    assert run.exit_code == 0, run.output
    assert run.stdout.startswith("Book raid,")


def test_what_differs_between_rows_is_told_with_their_names() -> None:
    called("random", *SWEEP)
    called("random", *SWEEP, "--opponent", "greedy")
    shown = called("--log", "logs").stdout
    assert shown.startswith("Book sweep, boards 2, seed 1, retries 2\n")
    assert line(shown, "fivesquare/random opponent=greedy")
    assert line(shown, "fivesquare/random opponent=level:3")


# --- A table from rows that are made up ---


def made_up(model: str, skill: Estimate, **changes: Any) -> Row:
    task = {"book": "grow", "opponent": "level:3", "legal": False}
    losses = Losses(4, 10.0, 20.0)
    report = Report(
        **{
            "games": 4,
            "unfinished": 0,
            "boards": 2,
            "unit": "points",
            "skill": skill,
            "decisions": 9,
            "unsolved": 0,
            "total": losses,
            "phases": {"opening": losses, "middle": Losses(0, 0, 0), "end": Losses(2, 1.0, 3.0)},
            "results_lost": 7,
            "faults": {"illegal": 2, "unreadable": 3},
            "forfeits": 0,
            "opponents": {"level:3": Standing(1, 1, 2, Estimate(0.375, 0.1, 0.7))},
            **changes,
        }
    )
    return Row(model, task, report, planned=4, errors=(), tokens=(12_000, 345), log="x.eval")


def test_several_books_are_told_as_they_were_asked_for() -> None:
    row = replace(made_up("m/a", Estimate(0.5)), task={"book": ["sweep", {"like": "grow"}]})
    assert tables.table([row]).startswith("Book sweep,like grow\n")
    assert tables.named([row, made_up("m/b", Estimate(0.5))])[0] == "m/a book=sweep,like grow"


def test_the_numbers_of_a_row() -> None:
    rows = [made_up("a/b", Estimate(0.5, 0.25, 0.75)), made_up("c/d", Estimate(None))]
    shown = tables.table(rows)
    assert " ".join(line(shown, "a/b")) == "a/b 0.50 0.25 to 0.75 0.38 7 2.50 - 0.50 5 12,345"
    assert line(shown, "c/d")[1:3] == ["-", "-"]


def test_where_there_is_no_room_rows_are_told_one_below_the_other() -> None:
    rows = [made_up("a/b", Estimate(0.5, 0.25, 0.75)), made_up("c/d", Estimate(0.1, 0, 0.2))]
    assert "95% interval" in tables.table(rows, 200)
    narrow = tables.table(rows, 60)
    assert "95% interval" not in narrow
    assert narrow.index("a/b") < narrow.index("0.25 to 0.75") < narrow.index("c/d")


def test_what_is_wrong_with_a_row_is_told_below_the_table() -> None:
    row = made_up("a/b", Estimate(0.5), forfeits=1, unfinished=2, unsolved=3, games=3)
    row = Row(**{**vars(row), "planned": 5, "errors": ("out of money", "again")})
    note = tables.table([row]).splitlines()[-1]
    assert note == (
        "a/b: 1 game forfeited; 2 games unfinished; 3 decisions too large to solve, counted nowhere; "
        "2 of 5 games not played (out of money)."
    )


@pytest.mark.parametrize("skill", [Estimate(None), Estimate(-3.0, -4.0, -1.0), Estimate(1.0, 1.0, 1.0)])
def test_pictures_are_whole_whatever_the_numbers(skill: Estimate) -> None:
    nothing = dict.fromkeys(("opening", "middle", "end"), Losses(0, 0, 0))
    row = made_up("<a>/" + "long" * 40, skill, phases=nothing)
    for picture in tables.pictures([row]).values():
        root = ElementTree.fromstring(picture)
        width = float(root.attrib["width"])
        marks = [float(mark.attrib["cx"]) for mark in root.iter() if "cx" in mark.attrib]
        assert all(0 < x < width for x in marks)


def test_marks_stand_where_their_numbers_are() -> None:
    rows = [made_up(f"m/{skill}", Estimate(skill)) for skill in (0.0, 0.5, 1.0)]
    root = ElementTree.fromstring(tables.pictures(rows)["skill.svg"])
    places = [float(mark.attrib["cx"]) for mark in root.iter() if "cx" in mark.attrib]
    lines = [
        float(mark.attrib["d"][1:].split()[0]) for mark in root.iter() if "V" in mark.attrib.get("d", "")
    ]
    assert places == pytest.approx([lines[0], lines[2], lines[4]], abs=0.2)


# --- What is wrong ---


@pytest.mark.parametrize(
    ("arguments", "problem", "status"),
    [
        ((), "Missing argument", 2),
        (("gpt-5",), "'gpt-5' is neither a model with its provider", 2),
        (("nosuch/model",), "nosuch/model: Model API nosuch", 1),
        (("openai-api/stub/x",), "No STUB_API_KEY defined in the environment", 1),
        (("human",), "a human is no model", 1),
        (("random", "--book", "gro"), "no book is called 'gro'", 2),
        (("random", "--book", "family:99"), "levels go from 1", 2),
        (("random", "--size", "9x9"), "not 9x9", 2),
        (("random", "--opponent", "human"), "no human", 2),
        (("random", "--opponent", "kasparov"), "kasparov", 2),
        ((".",), "'.' is no model; logs are read with --log", 2),
        (("--log", "nowhere"), "'nowhere': there is no such file or folder", 1),
        (("--log", "."), "there is no log of a game in '.'", 1),
        (("--log", "x", "--boards", "3"), "--boards does not go with --log", 2),
        (("--log", "x", "--legal"), "--legal does not go with --log", 2),
    ],
    ids=str,
)
def test_what_is_wrong_is_one_clear_line(
    arguments: Iterable[str], problem: str, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("STUB_API_KEY", "STUB_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    _models.clear()
    run = called(*arguments)
    said = run.stderr + ("" if run.exception is None else str(run.exception))
    assert problem in said
    assert "Traceback" not in said
    assert run.exit_code == status
    assert run.stdout == ""


def test_a_file_that_is_no_log_is_named(tmp_path: Path) -> None:
    (tmp_path / "x.eval").write_text("nothing")
    run = called("--log", "x.eval")
    assert "'x.eval' is no log of Inspect" in str(run.exception)


def test_a_picture_of_somebody_else_is_not_written_over_and_nothing_is_played(tmp_path: Path) -> None:
    (tmp_path / "skill.svg").write_text("<svg/>")
    run = called("random", *SWEEP, "--out", str(tmp_path))
    assert "exists and is no picture that Fivesquare drew" in str(run.exception)
    assert not (tmp_path / "logs").exists()


def test_a_folder_that_cannot_be_made_is_told_before_anything_is_played(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    run = called("random", *SWEEP, "--out", str(tmp_path / "file" / "pictures"))
    assert isinstance(run.exception, NotADirectoryError)
    assert run.stdout == ""
    assert not (tmp_path / "logs").exists()


def test_without_the_extra_one_is_told_how_to_get_it() -> None:
    code = (
        "import sys; sys.modules['inspect_ai'] = None; sys.argv = ['fivesquare', 'evaluate', 'random']\n"
        "from fivesquare.terminal.cli import main; main()"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert run.returncode == 1
    assert run.stderr == (
        "Error: evaluating needs inspect_ai, which is not here: pip install 'fivesquare[eval]'\n"
    )


# --- The page ---

PAGE = (Path(__file__).parents[2] / "docs" / "evaluating.md").read_text(encoding="utf-8")


def test_the_page_shows_what_is_written() -> None:
    [command] = re.findall(r"^    fivesquare evaluate (random .*)$", PAGE, re.MULTILINE)
    [shown] = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)
    assert called(*command.split()).stdout == shown


def test_the_page_lists_every_argument_of_the_task_with_its_option() -> None:
    listed = re.findall(r"^\| `(\w+)` \| `(--[\w-]+)` \|", PAGE, re.MULTILINE)
    arguments = list(inspect.signature(play).parameters)
    assert [argument for argument, _ in listed] == arguments
    options = {option.name: option.opts[0] for option in evaluate.params}
    assert dict(listed) == {argument: options[argument] for argument in arguments}
