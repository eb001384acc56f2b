"""The papers are true: their code runs, their outputs are current, their lists are complete."""

import dataclasses
import os
import re
import subprocess
import sys
from pathlib import Path

import fill_docs
import pytest

import fivesquare
from fivesquare import CATALOGUE, Position, actions
from fivesquare.books.rulings import RULINGS
from fivesquare.books.strategy import STRATEGY

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
HEADINGS = ["Objective", "Board", "A turn", "How it ends", "Rulings", "An illustrated example", "Strategy"]


NOTICE = re.compile(r"\((Compiling|Done in|solving:|reviewing:|looking for) ?.*\)")
"""What a slow machine is told while it works; whether it is depends on the clock."""

PAPERS = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))]


def blocks(language: str, page: str = README) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", page, re.DOTALL)


PYTHON = [
    pytest.param(code, id=f"{paper.name}-{number}")
    for paper in PAPERS
    for number, code in enumerate(blocks("python", paper.read_text(encoding="utf-8")), 1)
]


def said_by_comments(code: str) -> list[str]:
    """What comments say is printed: behind a `print`, or in whole lines after one."""
    behind = re.findall(r"print\(.*\)  # (.*)", code)
    below = re.findall(r"print\(.*\)\n((?:#.*\n)+)", code)
    return behind + [re.sub("^# ?", "", text, flags=re.MULTILINE) for text in below]


@pytest.mark.parametrize("code", PYTHON)
def test_python_in_the_papers_runs_and_prints_what_its_comments_say(
    code: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # whatever the code writes lands here
    exec(compile(code, "a paper", "exec"), {})
    printed = capsys.readouterr().out
    for said in said_by_comments(code):
        assert said in printed


def listed_names(heading: str) -> list[str]:
    """The names that stand at the beginning of a line of a list, under this heading of the Python page."""
    page = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    section = page.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    return re.findall(r"^- `(\w+)(?:\(.*?\))?`: \S", section, re.MULTILINE)


@pytest.mark.parametrize(
    ("heading", "names"),
    [
        ("Names", set(fivesquare.__all__)),
        (
            "Position",
            {name for name in dir(Position) if not name.startswith("_")}
            | {field.name for field in dataclasses.fields(Position)},
        ),
        ("Moves as numbers", set(actions.__all__)),
    ],
    ids=["fs", "Position", "actions"],
)
def test_the_python_page_lists_every_public_name_once(heading: str, names: set[str]) -> None:
    listed = listed_names(heading)
    assert sorted(names - set(listed)) == [], f"these have no line in docs/python.md, {heading}"
    assert sorted(set(listed) - names) == [], f"these are listed in docs/python.md, {heading}, and are gone"
    assert len(listed) == len(set(listed)), "a name is listed twice"


def test_readme_commands_run(tmp_path: Path) -> None:
    games = tmp_path / "state" / "fivesquare" / "games"
    games.mkdir(parents=True)
    finished = (ROOT / "docs" / "examples" / "sweep.json").read_text(encoding="utf-8")
    (games / "finished.json").write_text(finished, encoding="utf-8")
    left = '{"book": "chain", "board": [[1, 1, 1]], "moves": ["1,1"]}'
    (games / "left.json").write_text(left, encoding="utf-8")
    book = (
        '{"size": [3, 3], "values": "ones", "reach": "edge", "take": "nothing",'
        ' "again": "chain", "goal": "points", "tie": "last"}'
    )
    (tmp_path / "mine.json").write_text(book, encoding="utf-8")
    (tmp_path / "fivesquare").write_text(f'#!/bin/sh\nexec {sys.executable} -m fivesquare "$@"\n')
    (tmp_path / "fivesquare").chmod(0o755)
    environment = {
        **os.environ,
        "PATH": f"{tmp_path}:{os.environ['PATH']}",
        "XDG_STATE_HOME": str(tmp_path / "state"),
        "PYTHONPATH": str(ROOT / "src"),
    }
    lines = [line for block in blocks("sh") for line in block.splitlines() if "fivesquare" in line]
    assert len(lines) > 5
    for line in lines:
        run = subprocess.run(
            ["sh", "-c", line],
            cwd=tmp_path,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )
        problems = [said for said in run.stderr.splitlines() if not NOTICE.fullmatch(said)]
        assert (run.returncode, problems) == (0, []), line


@pytest.mark.parametrize("name", CATALOGUE)
def test_every_game_has_a_page_with_the_same_headings_and_a_row_in_the_readme(name: str) -> None:
    page = (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")
    assert re.findall(r"^## (.*)$", page, re.MULTILINE) == HEADINGS
    assert f"| [{name}](docs/{name}.md) |" in README


@pytest.mark.parametrize("name", CATALOGUE)
def test_the_strategy_on_a_page_is_that_of_the_rules(name: str) -> None:
    page = (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")
    tips = page.partition("## Strategy\n\n")[2].partition("\n\n")[0]
    assert tuple(" ".join(tip.split()) for tip in f"\n{tips}".split("\n- ")[1:]) == STRATEGY[name]


def test_every_ruling_stands_with_its_reason_in_the_docs() -> None:
    rulings = (ROOT / "docs" / "rulings.md").read_text(encoding="utf-8")
    for ruling in RULINGS:
        line = f"- **{ruling.id}**: {ruling.ruling} {ruling.reason}\n"
        assert line in rulings
        if ruling.book != "all":
            assert line in (ROOT / "docs" / f"{ruling.book}.md").read_text(encoding="utf-8")
    assert rulings.count("- **") == len(RULINGS)


@pytest.mark.parametrize("name", [path.name for path in fill_docs.pages()])
def test_outputs_in_the_docs_are_current(name: str) -> None:
    path = ROOT / name if name == "README.md" else ROOT / "docs" / name
    page = path.read_text(encoding="utf-8")
    assert fill_docs.filled(page) == page, "run: make docs"
    for place, picture in fill_docs.pictures(page).items():
        assert place.read_text(encoding="utf-8") == picture, "run: make docs"


def test_every_picture_in_the_docs_is_shown_and_made_by_a_command() -> None:
    shown: set[str] = set()
    for path in [*fill_docs.pages(), ROOT / "CONTRIBUTING.md"]:
        page = path.read_text(encoding="utf-8")
        images = re.findall(r"!\[.+\]\((?:docs/)?pictures/(.*?)\)", page)
        made = [Path(place["path"]).name for place in fill_docs.PICTURE.finditer(page)]
        made += re.findall(r"<!-- \$ python scripts/record_session\.py -->\n!\[.+/(session\.svg)\)", page)
        made += re.findall(r"<!-- \$ python scripts/draw_screens\.py -->\n!\[.+/(full-screen\.svg)\)", page)
        made += re.findall(r"<!-- \$ python scripts/photograph_pages\.py -->\n!\[.+/(web-.+\.png)\)", page)
        made += re.findall(r"<!-- \$ python scripts/fill_solved\.py -->\n!\[.+/(solved-.+\.svg)\)", page)
        made += re.findall(r"<!-- \$ python scripts/fill_fair\.py -->\n!\[.+/(fair-.+\.svg)\)", page)
        made += re.findall(r"<!-- \$ python scripts/draw_house\.py -->\n!\[.+/(house\.svg)\)", page)
        assert sorted(images) == sorted(made), path.name
        shown.update(images)
    assert shown == {path.name for path in (ROOT / "docs" / "pictures").iterdir()}


def test_links_between_the_papers_lead_somewhere() -> None:
    papers = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "bench").glob("*.md")]
    for paper in papers:
        page = paper.read_text(encoding="utf-8")
        for link, heading in re.findall(r"\]\(([^)#:]*)(?:#([^)]+))?\)", page):
            place = paper.parent / link if link else paper
            assert place.exists(), f"{paper.name}: {link}"
            if heading:
                assert heading in anchors(place.read_text(encoding="utf-8")), (
                    f"{paper.name}: {link}#{heading}"
                )


def test_the_citation_names_this_version() -> None:
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {fivesquare.__version__}\n" in citation


def anchors(page: str) -> set[str]:
    """What headings are called in links."""
    headings = re.findall(r"^#+ (.*)$", page, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings}


PROMISES = re.findall(
    r"^- \*\*(.+?)\*\*((?:.*\n)(?:  .*\n)*)",
    (ROOT / "docs" / "security.md").read_text(encoding="utf-8").partition("\n## What is not promised")[0],
    re.MULTILINE,
)
"""What docs/security.md promises, each with the rest of its paragraph."""


@pytest.mark.parametrize("rest", [pytest.param(rest, id=promise) for promise, rest in PROMISES])
def test_every_promise_of_the_security_page_names_tests_that_there_are(rest: str) -> None:
    named = re.findall(r"`(tests/\S+\.py)`:((?:\s+`test_\w+`,?)+)", rest)
    assert named, "no test holds this promise"
    assert len(re.findall(r"`test_", rest)) == sum(tests.count("`test_") for _, tests in named)
    for path, tests in named:
        text = (ROOT / path).read_text(encoding="utf-8")
        for test in re.findall(r"test_\w+", tests):
            assert f"def {test}(" in text, f"{path} has no {test}"


def test_the_security_page_has_promises() -> None:
    assert len(PROMISES) > 20
