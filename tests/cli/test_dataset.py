"""`fivesquare dataset`: the rows of the library, in files that are whole or not there."""

import json
import os
import re
import shlex
import signal
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow.json
import pyarrow.parquet
import pytest

import fivesquare as fs
from fivesquare.errors import FileError
from fivesquare.research import dataset, family
from fivesquare.research.dataset import Plan
from fivesquare.research.dataset.row_files import write_rows
from fivesquare.terminal.screen import Screen
from patience import PATIENCE
from research.test_dataset import verify
from terminal.running import run

SMALL = ("--size", "2x3,3x3", "--values", "1-5")
PLAN = Plan(family.wish(sizes=["2x3", "3x3"], values="1-5"))


@pytest.fixture(autouse=True)
def _quiet(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Compiled, silent however slow the machine, in a folder of its own."""
    fs.solver.warm_up()
    monkeypatch.setattr("fivesquare.terminal.progress._FIRST_WORD", float("inf"))
    monkeypatch.chdir(tmp_path)


def lines(*arguments: str) -> list[dict[str, Any]]:
    result = run("dataset", *arguments)
    assert (result.err, result.status) == ("", 0)
    return [json.loads(line) for line in result.out.splitlines()]


def expected(number: int, plan: Plan = PLAN, **more: int) -> list[dict[str, Any]]:
    first = more.pop("start", 0)
    return [dataset.row(index, plan=plan, **more) for index in range(first, first + number)]


def test_the_rows_of_the_library_come_out_and_are_right() -> None:
    rows = lines("--rows", "7", "--seed", "3", *SMALL)
    assert rows == expected(7, seed=3)
    assert rows[5:] == lines("--rows", "2", "--start", "5", "--seed", "3", *SMALL)
    for row in rows:
        verify(row)


def test_every_answer_is_what_the_solver_says_to_whoever_pipes_the_records_into_it() -> None:
    rows = lines("--rows", "6", "--start", "4", *SMALL, "--disguise")
    records = "".join(row["metadata"]["record"] + "\n" for row in rows)
    for row, line in zip(rows, run("solve", given=records).out.splitlines(), strict=True):
        solved, metadata = json.loads(line), row["metadata"]
        assert solved["best"] == metadata["best"]
        assert solved["line"] == metadata["line"]
        assert (solved["winner"], solved["margin"]) == (metadata["winner"], metadata["margin"])
        assert [{"move": move, **worth} for move, worth in solved["each"].items()] == metadata["each"]


def test_options_choose_the_rows() -> None:
    for options, plan in (
        (("--questions", "legal,score", *SMALL), Plan(PLAN.wanted, ("legal", "score"))),
        (
            ("--split", "held-out", "--kind", "edge-*, *-chain-points-last", "--size", "3x3"),
            Plan(family.wish(split="held-out", kinds=["edge-*", "*-chain-points-last"], sizes="3x3")),
        ),
        (("--level", "2"), Plan(family.wish(**family.wanted(2)))),
        (("--disguise", *SMALL), Plan(PLAN.wanted, disguise=True)),
        (("--difficulty", *SMALL), Plan(PLAN.wanted, difficulty=True)),
        (("--book", "Sweep", "--size", "2x3"), Plan(book=fs.CATALOGUE["sweep"], size=fs.Size(2, 3))),
    ):
        assert lines("--rows", "3", *options) == expected(3, plan), options


BOOKS = ("chain", "sweep", "fifteen", "grow")  # without margins, with them, and so again


def written(*options: str) -> dict[str, list[str]]:
    """Files of some books, without and with difficulties, in both formats."""
    found: dict[str, list[str]] = {"jsonl": [], "parquet": []}
    for number, book in enumerate(BOOKS):
        more = ("--difficulty",) if number % 2 else ()
        for form, files in found.items():
            files.append(f"{book}.{form}")
            run("dataset", "--rows", "6", "--book", book, "--size", "2x3", "--out", files[-1], *more)
    return found


def test_json_and_parquet_of_every_book_have_the_same_types() -> None:
    files, schema = written(), dataset.schema()
    reading = pyarrow.json.ParseOptions(explicit_schema=schema, unexpected_field_behavior="error")
    for lines_file, parquet_file in zip(files["jsonl"], files["parquet"], strict=True):
        columns = pyarrow.parquet.read_table(parquet_file)
        assert columns.schema == schema
        assert pyarrow.json.read_json(lines_file, parse_options=reading) == columns


@pytest.mark.parametrize("turned", [False, True], ids=["one way", "the other way"])
def test_hugging_face_loads_files_of_several_books_together(turned: bool, tmp_path: Path) -> None:
    import datasets  # heavy: only here

    features = datasets.Features.from_arrow_schema(dataset.schema())
    files = written()
    kept = str(tmp_path / "kept")

    def loaded(kind: str, names: list[str]) -> Any:
        """In that order or the other."""
        data = [str(tmp_path / name) for name in (names[::-1] if turned else names)]
        return datasets.load_dataset(
            kind, data_files=data, split="train", features=features, cache_dir=kept
        )

    of_lines, of_columns = loaded("json", files["jsonl"]), loaded("parquet", files["parquet"])
    assert of_lines.features == of_columns.features == features
    assert of_lines.to_list() == of_columns.to_list()
    both = [of_lines, of_columns]
    together = datasets.concatenate_datasets(both[::-1] if turned else both)
    assert together.num_rows == 2 * 6 * len(BOOKS)
    assert all(dataset.score(row, row["answer"]) == 1.0 for row in together.to_list())


def test_a_book_of_ones_own_is_read_from_a_file() -> None:
    book = {"like": "grow", "size": [2, 3], "balance": "swap", "title": "Mine"}
    Path("mine.json").write_text(json.dumps(book))
    assert lines("--rows", "4", "--book", "mine.json") == expected(4, Plan(book=fs.find_book(book)))


def test_the_commands_of_the_data_card_run() -> None:
    card = (Path(__file__).parents[2] / "docs" / "dataset.md").read_text(encoding="utf-8")
    commands = [
        line for block in re.findall(r"```sh\n(.*?)```", card, re.DOTALL) for line in block.splitlines()
    ]
    written = [shlex.split(line)[1:] for line in commands if line.startswith("fivesquare dataset")]
    assert len(written) == 4
    for words in written:
        result = run(*words)
        assert (result.err, result.status) == ("", 0), words
        rows = [json.loads(line) for line in result.out.splitlines()]
        if "--out" in words:
            place = words[words.index("--out") + 1]
            is_parquet = place.endswith(".parquet")
            read = pyarrow.parquet.read_table if is_parquet else pyarrow.json.read_json
            rows = read(place).to_pylist()
        assert len(rows) == int(words[words.index("--rows") + 1])
        assert all(dataset.score(row, row["answer"]) == 1.0 for row in rows)
        fields = re.findall(
            r"`(\w+)`", "".join(re.findall(r"^\| (`.*?) \|", card.split("## Fields")[1], re.M))
        )
        assert fields == [*rows[0], *rows[0]["metadata"]]


def test_both_formats_hold_the_same_rows(tmp_path: Path) -> None:
    for name in ("rows.jsonl", "rows.parquet"):
        assert run("dataset", "--rows", "8", *SMALL, "--out", name).out == ""
    rows = [json.loads(line) for line in Path("rows.jsonl").read_text().splitlines()]
    assert rows == expected(8)
    assert pyarrow.parquet.read_table("rows.parquet").to_pylist() == rows
    assert (
        pyarrow.json.read_json("rows.jsonl").to_pylist() == rows
    )  # what loads JSON lines finds one schema
    for row in pyarrow.parquet.read_table("rows.parquet").to_pylist():
        verify(row)
        assert dataset.score(row, row["answer"]) == 1.0


def test_an_ending_in_capitals_is_the_same_ending() -> None:
    run("dataset", "--rows", "1", *SMALL, "--out", "ROWS.PARQUET")
    assert pyarrow.parquet.read_table("ROWS.PARQUET").to_pylist() == expected(1)


def test_parquet_has_the_same_types_whatever_the_rows_are(tmp_path: Path) -> None:
    schemas = []
    for number, plan in enumerate((PLAN, Plan(book=fs.find_book({"like": "grow", "size": [2, 2]})))):
        path = tmp_path / f"{number}.parquet"
        write_rows(path, expected(2, plan), "parquet")
        schemas.append(pyarrow.parquet.read_schema(path))
    assert schemas[0] == schemas[1]


def test_a_file_that_exists_is_kept_unless_one_insists() -> None:
    place = Path("rows.jsonl")
    place.write_text("mine")
    refused = run("dataset", "--rows", "1", *SMALL, "--out", "rows.jsonl")
    assert (refused.status, place.read_text()) == (1, "mine")
    assert (
        refused.err == "fivesquare: 'rows.jsonl' exists: choose another name, or --force to write over it\n"
    )
    assert run("dataset", "--rows", "1", *SMALL, "--out", "rows.jsonl", "--force").status == 0
    assert json.loads(place.read_text()) == expected(1)[0]
    assert run("dataset", "--rows", "1", *SMALL, "--out", "new.jsonl", "--force").status == 0
    assert Path("new.jsonl").read_text() == place.read_text()


def test_who_writes_over_a_file_keeps_its_mode(tmp_path: Path) -> None:
    place = tmp_path / "rows.jsonl"
    place.touch(0o600)
    assert run("dataset", "--rows", "1", *SMALL, "--out", "rows.jsonl", "--force").status == 0
    assert place.stat().st_mode & 0o777 == 0o600
    assert place.read_text() != ""


@pytest.mark.parametrize("has_links", [True, False])
def test_a_file_that_somebody_made_meanwhile_is_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, has_links: bool
) -> None:
    def no_links(*_: object) -> None:
        raise OSError(95, "Operation not supported")

    def slow(**_: object) -> Iterator[dict[str, Any]]:
        (tmp_path / "rows.jsonl").write_text("theirs")
        yield from expected(1)

    if not has_links:
        monkeypatch.setattr(Path, "hardlink_to", no_links)
    assert run("dataset", "--rows", "1", *SMALL, "--out", "free.jsonl").status == 0
    assert [path.name for path in tmp_path.glob("*fr*")] == ["free.jsonl"]
    monkeypatch.setattr("fivesquare.cli.dataset.rows", slow)
    result = run("dataset", "--rows", "1", "--out", "rows.jsonl")
    assert (result.status, (tmp_path / "rows.jsonl").read_text()) == (1, "theirs")
    assert "'rows.jsonl' exists: choose another name" in result.err
    assert not list(tmp_path.glob(".five*"))


def test_a_folder_that_is_not_there_is_told_before_anything_is_made() -> None:
    problem = "fivesquare: cannot write 'no/rows.jsonl': there is no such folder\n"
    for options in ((), ("--force",)):
        result = run("dataset", "--rows", "1", "--out", "no/rows.jsonl", *options)
        assert (result.status, result.err) == (1, problem)


def test_a_name_that_no_file_can_have_is_told_before_anything_is_made(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("fivesquare.cli.dataset.rows", lambda **_: pytest.fail("rows are made"))
    result = run("dataset", "--rows", "1", "--out", "a" * 300)
    assert result.status == 1
    assert result.err.endswith("': File name too long\n")


def test_what_is_no_file_is_not_written_over(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    result = run("dataset", "--rows", "1", "--out", "pipe", "--force")
    assert (result.status, result.err) == (1, "fivesquare: 'pipe' exists: choose another name\n")


@pytest.mark.parametrize("error", [KeyboardInterrupt, OSError(28, "No space left on device")])
@pytest.mark.parametrize("form", ["jsonl", "parquet"])
def test_whatever_goes_wrong_leaves_no_half_file(
    tmp_path: Path, error: BaseException | type[BaseException], form: Any
) -> None:
    def stopped() -> Iterator[dict[str, Any]]:
        yield from expected(2)
        raise error

    old = tmp_path / "old"
    old.write_text("old")
    for place in (tmp_path / "new", old):
        with pytest.raises((KeyboardInterrupt, FileError)):
            write_rows(place, stopped(), form, force=True)
    assert [path.name for path in tmp_path.iterdir()] == ["old"]
    assert old.read_text() == "old"


def test_ctrl_c_ends_with_130_and_no_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def interrupted(**_: object) -> Iterator[dict[str, Any]]:
        yield expected(1)[0]
        raise KeyboardInterrupt

    monkeypatch.setattr("fivesquare.cli.dataset.rows", interrupted)
    result = run("dataset", "--rows", "5", "--out", "rows.jsonl")
    assert (result.status, list(tmp_path.glob("*rows*")), list(tmp_path.glob(".five*"))) == (130, [], [])


def test_whoever_is_told_to_end_leaves_no_half_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def ended(**_: object) -> Iterator[dict[str, Any]]:
        yield expected(1)[0]
        signal.raise_signal(signal.SIGTERM)

    before = signal.getsignal(signal.SIGTERM)
    monkeypatch.setattr("fivesquare.cli.dataset.rows", ended)
    result = run("dataset", "--rows", "5", "--out", "rows.jsonl")
    assert (result.status, list(tmp_path.glob("*rows*")), list(tmp_path.glob(".five*"))) == (143, [], [])
    assert signal.getsignal(signal.SIGTERM) is before


def test_somebody_who_waits_for_a_row_is_told_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    told, write = threading.Event(), Screen.warn

    def warn(screen: Screen, text: str) -> None:
        write(screen, text)
        told.set()

    def slow(**_: object) -> Iterator[dict[str, Any]]:
        yield expected(1)[0]
        assert told.wait(PATIENCE)
        yield expected(2)[1]

    monkeypatch.setattr("fivesquare.terminal.progress._FIRST_WORD", 0.0)
    monkeypatch.setattr("fivesquare.terminal.progress._NEXT_WORD", 2.0 * PATIENCE)
    monkeypatch.setattr(Screen, "warn", warn)
    monkeypatch.setattr("fivesquare.cli.dataset.rows", slow)
    result = run("dataset", "--rows", "2", *SMALL)
    assert result.err in ("(making rows: 0 of 2)\n", "(making rows: 1 of 2)\n")
    assert len(result.out.splitlines()) == 2


def test_without_pyarrow_one_is_told_how_to_get_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    result = run("dataset", "--rows", "1", *SMALL, "--out", "rows.parquet")
    assert result.status == 1
    assert result.err == (
        "fivesquare: Parquet needs pyarrow, which is not installed: pip install 'fivesquare[research]'\n"
    )
    assert not list(tmp_path.glob("*rows*"))


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--format", "parquet"), "Parquet goes into a file: name it with --out."),
        (("--rows", "0"), "'--rows'"),
        (("--seed", "-1"), "'--seed'"),
        (("--start", str(2**63 - 2), "--rows", "3"), "rows are numbered up to 9223372036854775807"),
        (("--level", "7"), "'--level'"),
        (("--level", "2", "--size", "3x3"), "--level chooses its own games"),
        (("--level", "2", "--book", "grow"), "--level chooses its own games"),
        (("--book", "grow", "--kind", "edge-*"), "--book has its own rules and values"),
        (("--book", "grow", "--size", "3x3,4x4"), "--book has its own rules and values"),
        (("--book", "grow", "--size", "9x9"), "'--size': a board has 1x2 to 8x8 cells, not 9x9"),
        (("--book", "gorw"), "'--book': 'gorw' is neither a book nor a file with one (did you mean grow?)"),
        (("--questions", "best,bst"), "'--questions': the questions are best, legal, "),
        (("--questions", "best,,legal"), "'--questions': 'best,,legal' is not a list like a,b,c."),
        (("--kind", "edges-*"), "'--kind': no kind of rule book is called 'edges-*'"),
        (("--size", "9x9"), "'--size': sizes of the family are written like"),
        (("--values", "1..9"), "'--values': values are"),
        (("--split", "test"), "'--split'"),
    ],
)
def test_a_command_line_that_is_wrong_is_told(arguments: tuple[str, ...], told: str) -> None:
    result = run("dataset", *arguments)
    assert (result.status, result.out) == (2, "")
    assert told in result.err
