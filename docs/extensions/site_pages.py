"""The pages of the site: those of docs/, and what they link to elsewhere in the repository.

Sphinx reads one folder, and the pages link beyond docs/: to the list of changes, to measurements, to
examples. So an empty folder is the source, and is filled from the repository before Sphinx looks at it.
Links are rewritten to where their pages are in the site; a link to a file that is no page becomes its name.
The lists of links under the headings of docs/index.md are the navigation.
"""

import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import api_reference
from live_boards import with_boards
from sphinx.application import Sphinx

BESIDES = {
    "README.md": "index.md",
    "CHANGELOG.md": "changes.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "reporting.md",
    "bench/results.md": "results.md",
    "examples": "examples.md",
}
"""Pages outside of docs/, and what they are called in the site. The README has its own beginning there."""

FENCE = re.compile(r"^(```+).*?^\1$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\(([^)#\s:]+)(#[^)\s]*)?\)")
COMMENT = re.compile(r"^<!-- (?:\$|study) .*-->\n", re.MULTILINE)
PART = re.compile(r"^## (.+)\n((?:(?!^## ).*\n)*)", re.MULTILINE)
ENTRY = re.compile(r"^- \[([^]]+)\]\(([^)]+)\)", re.MULTILINE)
TABLE = re.compile(r"^(?:\|.*\n){3,}", re.MULTILINE)
LONG_TABLE = 14


class SitePages:
    """What is a page of the site, and where."""

    def __init__(self, root: Path) -> None:
        self.root = root
        index = (root / "docs" / "index.md").read_text(encoding="utf-8")
        self.labels = {target: words for words, target in ENTRY.findall(index)}
        self.pages = {path: path.name for path in sorted((root / "docs").glob("*.md"))}
        self.pages |= {root / path: name for path, name in BESIDES.items()}
        for path in sorted(root.glob("examples/*/README.md")):
            self.pages[path] = self.pages[path.parent] = f"example-{path.parent.name.replace('_', '-')}.md"

    def write(self, folder: Path) -> None:
        """Fill a folder with everything that Sphinx is to read."""
        for part in ("pictures", "examples", "fair", "solved"):
            shutil.copytree(self.root / "docs" / part, folder / part)
        shutil.copytree(
            self.root / "examples", folder / "examples", dirs_exist_ok=True, ignore=_is_no_example
        )
        for path, name in self.pages.items():
            if path.is_file() and path != self.root / "README.md":
                (folder / name).write_text(self.page(path), encoding="utf-8")
        (folder / "examples.md").write_text(self._examples(), encoding="utf-8")
        for name, text in api_reference.pages(self.root).items():
            (folder / name).write_text(text, encoding="utf-8")

    def page(self, path: Path) -> str:
        """A page as Sphinx reads it."""
        text = with_boards(path.read_text(encoding="utf-8"))
        text = outside_of_code(lambda prose: LINK.sub(lambda link: self._link(link, path), prose), text)
        text = COMMENT.sub("", text)
        if path == self.root / "bench" / "results.md":
            text = TABLE.sub(_folded, text)
        if path == self.root / "docs" / "python.md":
            text = api_reference.with_links(text)
        return with_navigation(text) if path == self.root / "docs" / "index.md" else text

    def _link(self, link: re.Match[str], page: Path) -> str:
        mark, words, target, anchor = link[1], link[2], link[3], link[4] or ""
        aim = Path(os.path.normpath(page.parent / target))
        if aim in self.pages:
            shown = self._label(aim) if words.endswith(".md") else words
            return f"{mark}[{shown}]({self.pages[aim]}{anchor})"
        for folder in (self.root / "docs", self.root):
            inside = aim.is_relative_to(folder) and aim.relative_to(folder)
            if inside and aim.is_file() and (folder != self.root or inside.parts[0] == "examples"):
                return f"{mark}[{words}]({inside}{anchor})"
        name = str(aim.relative_to(self.root))
        return words if words.startswith("`") else f"{words} (`{name}`)" if words != name else f"`{name}`"

    def _label(self, page: Path) -> str:
        """What the navigation calls a page that a link calls by its file."""
        return str(self.labels.get(os.path.relpath(page, self.root / "docs"), page.stem))

    def _examples(self) -> str:
        """The page behind links to the folder of examples."""
        lines = [
            "# Examples",
            "",
            "In the folder `examples` of the repository, each with its requirements.",
        ]
        names = sorted({name for name in self.pages.values() if name.startswith("example-")})
        return "\n".join(
            [*lines, "", "```{toctree}", *(name.removesuffix(".md") for name in names), "```", ""]
        )


def outside_of_code(change: Callable[[str], str], text: str) -> str:
    """Change what is not in a block of code."""
    done, at = [], 0
    for block in FENCE.finditer(text):
        done += [change(text[at : block.start()]), block[0]]
        at = block.end()
    return "".join([*done, change(text[at:])])


def with_navigation(index: str) -> str:
    """The first page with the links of each part as its part of the navigation."""
    trees = []
    for part in PART.finditer(index):
        entries = [f"{words} <{name.removesuffix('.md')}>" for words, name in ENTRY.findall(part[2])]
        trees.append("\n".join(["```{toctree}", ":hidden:", f":caption: {part[1]}", "", *entries, "```"]))
    return "\n\n".join([index.rstrip(), *trees, ""])


def _folded(table: re.Match[str]) -> str:
    """A long table of measurements behind its size; short ones stay."""
    rows = table[0].count("\n") - 2
    if rows < LONG_TABLE:
        return table[0]
    return f"<details>\n<summary>All {rows} rows</summary>\n\n{table[0]}\n</details>\n"


def _is_no_example(folder: str, names: list[str]) -> set[str]:
    """Environments and caches that somebody made there, and pages, which are pages of the site."""
    wanted = (".py", ".c", ".txt")
    return {
        n for n in names if not (Path(folder, n).is_dir() or n.endswith(wanted)) or n.startswith((".", "_"))
    }


def _fill(app: Sphinx) -> None:
    source = Path(app.srcdir)
    if source != Path(app.confdir):
        SitePages(Path(app.confdir).parent).write(source)


def _add_address(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: object) -> None:
    context["site_address"] = app.config.site_address


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_config_value("site_address", "", "html", [str])  # of the playing site, seen from the first page
    app.connect("builder-inited", _fill)
    app.connect("html-page-context", _add_address)
    return {"parallel_read_safe": True}
