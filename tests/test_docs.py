"""The papers are true: their code runs, their outputs are current, their lists are complete."""

import os
import re
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from fivesquare import CATALOGUE
from fivesquare.books.rulings import RULINGS
from fivesquare.solver import warm_up

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
HEADINGS = ["Objective", "Board", "A turn", "How it ends", "Rulings", "An illustrated example", "Strategy"]


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, re.DOTALL)


@pytest.mark.parametrize("code", blocks("python"))
def test_readme_python_runs_and_prints_what_its_comments_say(
    code: str, capsys: pytest.CaptureFixture[str]
) -> None:
    exec(compile(code, "README.md", "exec"), {})
    printed = capsys.readouterr().out
    for said in re.findall(r"print\(.*\)  # (.*)", code):
        assert said in printed


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
    warm_up()  # the commands would say on standard error that they compile
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
        assert (run.returncode, run.stderr) == (0, ""), line


@pytest.mark.parametrize("name", CATALOGUE)
def test_every_game_has_a_page_with_the_same_headings_and_a_row_in_the_readme(name: str) -> None:
    page = (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")
    assert re.findall(r"^## (.*)$", page, re.MULTILINE) == HEADINGS
    assert f"| [{name}](docs/{name}.md) |" in README


def test_every_ruling_stands_with_its_reason_in_the_docs() -> None:
    rulings = (ROOT / "docs" / "rulings.md").read_text(encoding="utf-8")
    for ruling in RULINGS:
        line = f"- **{ruling.id}**: {ruling.ruling} {ruling.reason}\n"
        assert line in rulings
        if ruling.book != "all":
            assert line in (ROOT / "docs" / f"{ruling.book}.md").read_text(encoding="utf-8")
    assert rulings.count("- **") == len(RULINGS)


def fill_docs() -> ModuleType:
    spec = spec_from_file_location("fill_docs", ROOT / "scripts" / "fill_docs.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", [path.name for path in fill_docs().pages()])
def test_outputs_in_the_docs_are_current(name: str) -> None:
    path = ROOT / name if name == "README.md" else ROOT / "docs" / name
    page = path.read_text(encoding="utf-8")
    assert fill_docs().filled(page) == page, "run: make docs"


def test_links_between_the_papers_lead_somewhere() -> None:
    papers = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "bench").glob("*.md")]
    for paper in papers:
        for link in re.findall(r"\]\(([^)#:]+)\)", paper.read_text(encoding="utf-8")):
            assert (paper.parent / link).exists(), f"{paper.name}: {link}"
