"""The survey of fair games: a small map, continued, and what is refused."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result
from survey_fairness import survey_fairness

SMALL = ["--kind", "edge-lower-enemy-never-*", "--size", "3x3", "--values", "1-9,shuffled"]


def fair(out: Path, *arguments: str) -> Result:
    words = ["--out", str(out), "--boards", "100", "--games", "8", "--workers", "1"]
    return CliRunner().invoke(survey_fairness, [*words, *SMALL, *arguments])


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("fair") / "map"
    assert fair(out).exit_code == 0
    return out


def contents(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in folder.iterdir() if path.name != "journal.jsonl"}


def test_the_folder_has_the_map_as_rows_and_as_a_picture(made: Path) -> None:
    rows = [json.loads(line) for line in (made / "map.jsonl").read_text().splitlines()]
    assert len(rows) == 18
    assert {row["boards"] for row in rows} == {100}
    fair_ones = [row for row in rows if 0.45 <= row["share"]["value"] <= 0.55]
    assert fair_ones
    picture = ElementTree.fromstring((made / "map.svg").read_text())
    rings = picture.findall(".//{*}g[{*}title]/{*}circle")
    assert len(rings) == len(fair_ones)
    assert picture.findtext("{*}title") == "Which games are fair"


def test_the_fair_ones_are_measured(made: Path) -> None:
    measured = json.loads((made / "fair.json").read_text())
    assert measured
    for row in measured:
        assert 0.45 <= row["share"]["value"] <= 0.55
        assert set(row["equals"]) == {"1", "3", "6", "9"}
        assert row["games"] == 8


def test_started_again_it_does_nothing_twice_and_says_the_same(made: Path) -> None:
    before, journal = contents(made), (made / "journal.jsonl").read_bytes()
    assert fair(made).exit_code == 0
    assert contents(made) == before
    assert (made / "journal.jsonl").read_bytes() == journal


def test_from_half_a_journal_it_goes_on_to_the_same_end(made: Path, tmp_path: Path) -> None:
    lines = (made / "journal.jsonl").read_bytes().splitlines(keepends=True)
    (tmp_path / "map").mkdir()
    (tmp_path / "map" / "journal.jsonl").write_bytes(b"".join(lines[: len(lines) // 2]) + lines[-1][:9])
    assert fair(tmp_path / "map").exit_code == 0
    assert contents(tmp_path / "map") == contents(made)


def test_it_says_how_many_are_fair(made: Path) -> None:
    said = fair(made).output
    assert "18 games, 1,800 boards solved." in said
    assert "perfect play" in said
    assert re.search(r"; greed is right in \d+% of critical decisions$", said, re.MULTILINE)
    assert max(map(len, said.splitlines())) <= 80


def test_a_folder_of_somebody_elses_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear")
    result = fair(tmp_path)
    assert result.exit_code == 1
    assert "has other things in it" in str(result.exception)
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_no_folder_is_made_for_work_that_cannot_begin(tmp_path: Path) -> None:
    result = fair(tmp_path / "map", "--cluster", "tcp://127.0.0.1:1")  # and --workers
    assert result.exit_code == 2
    assert not (tmp_path / "map").exists()


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        ("--kind", "nowhere-*", "no kind of rule book"),
        ("--size", "9x9", "sizes of the family"),
        ("--values", "5-1", "the low one first"),
    ],
)
def test_what_is_no_place_of_the_map_is_refused(tmp_path: Path, option: str, value: str, said: str) -> None:
    result = fair(tmp_path / "map", option, value)
    assert result.exit_code == 2
    assert said in result.output
    assert not (tmp_path / "map").exists()
