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
from inspect_ai.log import read_eval_log
from inspect_ai.model._model import _models

import fivesquare as fs
from fivesquare.board import Board
from fivesquare.cli.evaluate import evaluate
from fivesquare.cli.main import cli
from fivesquare.pictures import is_ours
from fivesquare.research.evaluation import comparison
from fivesquare.research.evaluation.eval_logs import EvalRow, read
from fivesquare.research.evaluation.eval_logs import row as row_of
from fivesquare.research.evaluation.task import play
from fivesquare.research.family.splits import SPLITS, split_of
from fivesquare.research.skill import Estimate, Losses, Report, Standing, account
from games import play as played
from research.inspect_isolation import FOREIGN, nothing_outside

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
    above, _ = run.stdout.split("Difference in skill")
    rows = [each for each in above.splitlines() if each.startswith("fivesquare/")]
    assert [each.split()[0] for each in rows] == [
        f"fivesquare/{name}" for name in ("perfect", "level:2", "random")
    ]
    assert line(run.stdout, "fivesquare/perfect")[1:3] == ["1.00", "-"]  # too few boards for an interval
    assert run.stdout.startswith("Book sweep, opponent level:3, boards 2, seed 1, retries 2\n")
    assert "Inspect" not in run.stdout
    for name in comparison.PICTURES:
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
    assert sorted(path.name for path in out.iterdir()) == sorted(comparison.PICTURES)


def test_json_has_everything_that_the_report_has(tmp_path: Path) -> None:
    run = called("random", "greedy", *SWEEP, "--json", "--legal", "--disguise", "3", "--size", "3x4")
    told = json.loads(run.stdout)
    assert [each["model"] for each in told] == ["fivesquare/random", "fivesquare/greedy"]
    rows = {row.model: row for row in read([str(tmp_path / "logs")])}
    for each in told:
        row = rows[each["model"]]
        assert each == json.loads(json.dumps({**row.to_json(), "differences": each["differences"]}))
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


def made_up(model: str, skill: Estimate, **changes: Any) -> EvalRow:
    task = {"book": "grow", "opponent": "level:3", "legal": False}
    losses = Losses(4, 10.0, 20.0)
    report = Report(
        **{
            "games": 4,
            "unfinished": 0,
            "boards": 2,
            "unit": "points",
            "skill": skill,
            "decision_skill": Estimate(0.75),
            "books": {"grow": skill},
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
    return EvalRow(model, task, report, planned=4, errors=(), tokens=(12_000, 345), log="x.eval")


def test_several_books_are_told_as_they_were_asked_for() -> None:
    row = replace(made_up("m/a", Estimate(0.5)), task={"book": ["sweep", {"like": "grow"}]})
    assert comparison.table([row]).startswith("Book sweep,like grow\n")
    assert comparison.named([row, made_up("m/b", Estimate(0.5))])[0] == "m/a book=sweep,like grow"


def test_the_numbers_of_a_row() -> None:
    rows = [made_up("a/b", Estimate(0.5, 0.25, 0.75)), made_up("c/d", Estimate(None))]
    shown = comparison.table(rows)
    assert " ".join(line(shown, "a/b")) == "a/b 0.50 0.25 to 0.75 0.38 7 2.50 - 0.50 5 12,345"
    assert line(shown, "c/d")[1:3] == ["-", "-"]


def test_where_there_is_no_room_rows_are_told_one_below_the_other() -> None:
    rows = [made_up("a/b", Estimate(0.5, 0.25, 0.75)), made_up("c/d", Estimate(0.1, 0, 0.2))]
    assert "95% interval" in comparison.table(rows, 200)
    narrow = comparison.table(rows, 60)
    assert "95% interval" not in narrow
    assert narrow.index("a/b") < narrow.index("0.25 to 0.75") < narrow.index("c/d")


def test_json_says_how_the_models_were_asked(tmp_path: Path) -> None:
    options = ("--samples", "2", "--temperature", "0.5", "--max-tokens", "99", "--retries", "1")
    [told] = json.loads(called("random", *SWEEP, *options, "--json").stdout)
    assert told["version"] == fs.__version__
    assert told["settings"] == {"temperature": 0.5, "max_tokens": 99, "retries": 1, "samples": 2}
    assert (told["planned"], told["report"]["games"], told["report"]["boards"]) == (8, 8, 2)
    assert len(bytes.fromhex(told["prompt_sha256"])) == 32
    [again] = json.loads(called("--log", "logs", "--json").stdout)
    assert again == told
    [bare] = json.loads(called("random", *SWEEP, "--logs", "others", "--json").stdout)
    assert bare["settings"] == {"temperature": None, "max_tokens": None, "retries": 2, "samples": 1}
    assert bare["prompt_sha256"] == told["prompt_sha256"]  # the same questions
    for number, other in enumerate((("--legal",), ("--seed", "2"), ("--disguise", "1"))):
        [changed] = json.loads(called("random", *SWEEP, *other, "--logs", f"{number}", "--json").stdout)
        assert changed["prompt_sha256"] != told["prompt_sha256"]


def test_a_row_of_an_earlier_version_has_no_version(tmp_path: Path) -> None:
    called("random", *SWEEP)
    [path] = (tmp_path / "logs").glob("*.eval")
    log = read_eval_log(str(path))
    log.eval.metadata = None
    assert (row_of(log).version, row_of(log).prompt_sha256) == (None, None)


def test_differences_on_the_same_boards_are_told_and_written() -> None:
    six = ("--book", "sweep", "--boards", "6")
    run = called("random", "greedy", "perfect", *six)
    lines = run.stdout.split("Difference in skill on the same boards, with its 95% interval:\n")[1]
    assert [line.split("  ")[0].rstrip() for line in lines.splitlines()] == [
        "fivesquare/greedy - fivesquare/perfect",  # equals stay as they were named
        "fivesquare/greedy - fivesquare/random",
        "fivesquare/perfect - fivesquare/random",
    ]
    told = json.loads(called("random", "greedy", "perfect", *six, "--json").stdout)
    assert [each["model"] for each in told[0]["differences"]] == ["fivesquare/greedy", "fivesquare/perfect"]
    skills = [each["report"]["skill"]["value"] for each in told]
    for each in told[0]["differences"]:
        other = next(row for row in told if row["model"] == each["model"])
        value = skills[0] - other["report"]["skill"]["value"]
        assert each["skill"]["value"] == pytest.approx(value)
        assert each["skill"]["low"] <= value <= each["skill"]["high"]
        assert (each["boards"], each["log"]) == (6, other["log"])


def test_of_many_rows_those_are_compared_that_follow_each_other() -> None:
    games = tuple(account(played("sweep", "2,2 1,1 1,3 3,1 3,3"), 1, seed=seed) for seed in range(2))
    rows = [
        replace(made_up(f"m/{number}", Estimate(number / 10)), games=games) for number in (3, 1, 5, 2, 4)
    ]
    compared = comparison.table(rows).split("interval:\n")[1].splitlines()
    assert [line.split("  ")[0] for line in compared] == [
        f"m/{number} - m/{number - 1}" for number in (5, 4, 3, 2)
    ]


def test_several_books_have_a_skill_each_and_the_mean_above() -> None:
    run = called("random", "perfect", "--book", "sweep,fifteen", "--boards", "2")
    assert run.stdout.startswith("Book sweep,fifteen, opponent level:3,")
    told = run.stdout.split("Skill in each book, of which the skill above is the mean:\n")[1]
    name, *books = re.split(r"  +|, ", told.splitlines()[0])
    assert name == "fivesquare/random"
    skills = {book.split()[0]: float(book.split()[1]) for book in books}
    assert {*skills} == {"sweep", "fifteen"}
    above = line(run.stdout.split("Skill in each book")[0], "fivesquare/random")
    assert float(above[1]) == pytest.approx(sum(skills.values()) / 2, abs=0.011)
    assert [book.split()[1] for book in told.splitlines()[1].split(", ")[-1:]] == ["1.00"]


def test_whoever_has_no_network_is_told_what_to_use_instead_of_mockllm() -> None:
    row = replace(made_up("mockllm/model", Estimate(None), games=0), errors=("ConnectionError",))
    assert comparison.table([row]).endswith(
        "4 of 4 games not played (ConnectionError); "
        "mockllm downloads its tokenizer; offline name a player of ours, like random."
    )
    assert "mockllm" not in comparison.table([replace(row, model="m/a")])


def test_boards_come_from_one_split() -> None:
    for split in SPLITS:
        [told] = json.loads(called("random", *SWEEP, "--split", split, "--logs", split, "--json").stdout)
        assert told["task"]["split"] == split
        [row] = read([split])
        assert {split_of(Board.parse(game.board)) for game in row.games} == {split}


def test_what_is_wrong_with_a_row_is_told_below_the_table() -> None:
    row = made_up("a/b", Estimate(0.5), forfeits=1, unfinished=2, unsolved=3, games=3)
    row = EvalRow(**{**vars(row), "planned": 5, "errors": ("out of money", "again")})
    note = comparison.table([row]).splitlines()[-1]
    assert note == (
        "a/b: 1 game forfeited (skill of the moves made: 0.75); 2 games unfinished; "
        "3 decisions too large to solve, counted nowhere; "
        "2 of 5 games not played (out of money)."
    )


@pytest.mark.parametrize("skill", [Estimate(None), Estimate(-3.0, -4.0, -1.0), Estimate(1.0, 1.0, 1.0)])
def test_pictures_are_whole_whatever_the_numbers(skill: Estimate) -> None:
    nothing = dict.fromkeys(("opening", "middle", "end"), Losses(0, 0, 0))
    row = made_up("<a>/" + "long" * 40, skill, phases=nothing)
    for picture in comparison.pictures([row]).values():
        root = ElementTree.fromstring(picture)
        width = float(root.attrib["width"])
        marks = [float(mark.attrib["cx"]) for mark in root.iter() if "cx" in mark.attrib]
        assert all(0 < x < width for x in marks)


def test_marks_stand_where_their_numbers_are() -> None:
    rows = [made_up(f"m/{skill}", Estimate(skill)) for skill in (0.0, 0.5, 1.0)]
    root = ElementTree.fromstring(comparison.pictures(rows)["skill.svg"])
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
        (("gpt-5",), "there is no player 'gpt-5'; a model has its provider before it", 2),
        (("nosuch/model",), "nosuch/model: Model API nosuch", 1),
        (("openai-api/stub/x",), "No STUB_API_KEY defined in the environment", 1),
        (("human",), "a human is not a model", 2),
        (("random", "--book", "gro"), "no book is called 'gro'", 2),
        (("random", "--book", "family:99"), "levels go from 1", 2),
        (("random", "--size", "9x9"), "not 9x9", 2),
        (("random", "--opponent", "human"), "cannot play against a human", 2),
        (("random", "--opponent", "kasparov"), "kasparov", 2),
        ((".",), "'.' is no model; logs are read with --log", 2),
        (("--log", "nowhere"), "'nowhere': there is no such file or folder", 1),
        (("--log", "."), "there is no log of a game in '.'", 1),
        (("--log", "x", "--boards", "3"), "--boards does not go with --log", 2),
        (("--log", "x", "--legal"), "--legal does not go with --log", 2),
        (("--log", "x", "--samples", "2"), "--samples does not go with --log", 2),
        (("random", "--book", "family:3:public", "--split", "held-out"), "is not held-out", 2),
        (("random", "--book", "chain", "--split", "held-out"), "were not held-out", 2),
        (
            ("random", "--book", "FS-1/edge-nothing-never-points-last/3x3/1-9/17", "--split", "held-out"),
            "is public, not held-out",
            2,
        ),
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
    assert "exists and was not drawn by Fivesquare" in str(run.exception)
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
        "from fivesquare.cli.main import main; main()"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert run.returncode == 1
    assert run.stderr == (
        "fivesquare: Evaluating needs inspect_ai, which is not installed: pip install 'fivesquare[eval]'\n"
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
