"""The documentation as a site: complete, connected, and nothing from anywhere else."""

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from importlib import import_module
from pathlib import Path
from urllib.parse import unquote

import pytest
from site_pages import SitePages

import fivesquare
from fivesquare import actions
from fivesquare.position import Position
from fivesquare.web.static_site.documentation import DocumentationError, build

ROOT = Path(__file__).parents[2]
ASSETS = {"script": "src", "img": "src", "link": "href", "source": "src", "iframe": "src", "object": "data"}
PACKAGES = ("batch", "family", "dataset", "wording", "skill")
Tag = tuple[str, dict[str, str]]


class Tags(HTMLParser):
    """Every tag of a page with its attributes, in order."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[Tag] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, {name: value or "" for name, value in attrs}))


@pytest.fixture(scope="module")
def pages(documentation: Path) -> dict[str, list[Tag]]:
    return {
        path.name: Tags(path.read_text(encoding="utf-8")).found
        for path in sorted(documentation.glob("*.html"))
    }


def links(tags: list[Tag]) -> Iterator[str]:
    """Where a page leads within the site and beside it."""
    for tag, values in tags:
        address = values.get("href" if tag in ("a", "link") else ASSETS.get(tag, ""), "")
        if address and not address.startswith(("http:", "https:", "mailto:", "data:")):
            yield unquote(address)


def leads_somewhere(folder: Path, pages: dict[str, list[Tag]], page: str, address: str) -> bool:
    target, _, anchor = address.partition("#")
    name = target.partition("?")[0] or page
    if name == "./../":  # the playing site
        return True
    if not anchor or not name.endswith(".html"):
        return (folder / name).is_file()
    return any(values.get("id") == anchor for _, values in pages.get(name, []))


def test_every_link_leads_somewhere(documentation: Path, pages: dict[str, list[Tag]]) -> None:
    for page, tags in pages.items():
        lost = [each for each in links(tags) if not leads_somewhere(documentation, pages, page, each)]
        assert lost == [], page


def test_every_page_of_ours_is_in_the_navigation(pages: dict[str, list[Tag]]) -> None:
    tags = pages["reference.html"]  # its part of the tree is open there
    listed = {
        values["href"].partition("#")[0]
        for tag, values in tags
        if tag == "a" and values.get("class", "").startswith("reference internal")
    }
    ours = {f"{Path(name).stem}.html" for name in SitePages(ROOT).pages.values()}
    assert sorted(ours - listed - {"index.html", "reference.html"}) == []


def test_what_is_generated_is_reached_too(pages: dict[str, list[Tag]]) -> None:
    reached, new = set[str](), {"index.html"}
    while new:
        reached |= new
        linked = {each.partition("#")[0] for page in new for each in links(pages[page])}
        new = (linked & pages.keys()) - reached
    assert sorted(pages.keys() - reached - {"search.html", "genindex.html"}) == []


def test_nothing_comes_from_another_host(documentation: Path, pages: dict[str, list[Tag]]) -> None:
    for page, tags in pages.items():
        for tag, values in tags:
            asset = values.get(ASSETS.get(tag, ""), "")
            assert not re.match(r"(\w+:)?//", asset), f"{page}: {asset}"
    for path in documentation.rglob("*.css"):
        style = path.read_text(encoding="utf-8")
        assert not re.search(r"url\(['\"]?(\w+:)?//|@import", style), path.name


def test_every_public_name_is_in_the_reference(pages: dict[str, list[Tag]]) -> None:
    described = {
        values["id"]
        for page, tags in pages.items()
        if page.startswith("reference-")
        for _, values in tags
        if "id" in values
    }
    wanted = {f"fivesquare.{name}" for name in fivesquare.__all__}
    for name in ("actions", *(f"research.{part}" for part in PACKAGES)):
        wanted |= {f"fivesquare.{name}.{each}" for each in import_module(f"fivesquare.{name}").__all__}
    wanted |= {f"fivesquare.Position.{name}" for name in dir(Position) if not name.startswith("_")}
    wanted |= {
        "fivesquare.research.gym.FivesquareEnv.reset",
        "fivesquare.research.openspiel.OpenSpielGame",
        "fivesquare.research.batch.Batch.step",
    }
    assert sorted(wanted - described) == []


def test_names_in_the_python_guide_lead_into_the_reference(pages: dict[str, list[Tag]]) -> None:
    led = {address.partition("#")[2] for address in links(pages["python.html"]) if "reference-" in address}
    wanted = {f"fivesquare.{name}" for name in fivesquare.__all__}
    wanted |= {f"fivesquare.actions.{name}" for name in actions.__all__}
    assert sorted(wanted - led) == []


def test_docstrings_are_read_as_markdown(documentation: Path) -> None:
    page = (documentation / "reference-perfect-play.html").read_text(encoding="utf-8")
    assert '<code class="docutils literal notranslate"><span class="pre">value_only</span></code>' in page
    assert "`" not in re.sub(r"<[^>]*>", "", page)
    assert "Alias for field" not in page


def test_boards_have_records_and_pictures_for_readers_without_scripts(
    documentation: Path, pages: dict[str, list[Tag]]
) -> None:
    boards: list[tuple[str, dict[str, str]]] = []
    for page, tags in pages.items():
        for number, (tag, values) in enumerate(tags):
            if tag == "fivesquare-board":
                assert any(
                    inner == "img" and picture["alt"] for inner, picture in tags[number : number + 3]
                )
                boards.append((page, values))
    assert {page for page, _ in boards} >= {"index.html", "first-game.html", "flip.html", "chain.html"}
    for page, values in boards:
        Position.from_record(json.loads(values["record"]))
        assert values["mode"] in ("play", "values", "replay")
        scripts = [each["src"] for tag, each in pages[page] if tag == "script" and "src" in each]
        assert any(script.startswith("_static/fivesquare-board.js") for script in scripts)
    assert (documentation / "_static" / "fivesquare-board.js").is_file()
    assert not any("fivesquare-board" in values.get("src", "") for _, values in pages["arena.html"])


def test_two_builds_are_the_same_and_lead_to_no_games_elsewhere(tmp_path: Path) -> None:
    for name in ("one", "two"):
        build(tmp_path / name)
    files = {path.relative_to(tmp_path / "one") for path in (tmp_path / "one").rglob("*")}
    assert files == {path.relative_to(tmp_path / "two") for path in (tmp_path / "two").rglob("*")}
    for file in filter(lambda file: (tmp_path / "one" / file).is_file(), files):
        assert (tmp_path / "one" / file).read_bytes() == (tmp_path / "two" / file).read_bytes(), file
    page = (tmp_path / "one" / "flip.html").read_text(encoding="utf-8")
    assert "Play the games" not in page


def test_outside_of_a_clone_there_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(DocumentationError, match=r"from a clone, .*: pip install '\.\[site\]'"):
        build(tmp_path / "site", source=tmp_path)


def test_what_is_wrong_with_a_page_is_said(tmp_path: Path) -> None:
    source = tmp_path / "docs"
    source.mkdir()
    (source / "conf.py").write_text("extensions = ['myst_parser']\nroot_doc = 'missing'\n")
    with pytest.raises(DocumentationError, match="missing"):
        build(tmp_path / "site", source=source)


def test_links_out_of_the_folder_lead_to_pages_files_or_names() -> None:
    page = SitePages(ROOT).page(ROOT / "docs" / "solver.md")
    assert "](results.md#beside-openspiel)" in page
    assert "](../" not in page
    assert "src/fivesquare/solver/model.py" in page
