"""What the theme's pages lack for readers who cannot see them or use no mouse, added when they are written.

Headings of the navigation get a level, the columns beside the text a name, and the search a heading; the
keyboard can scroll blocks of code and tables; and parameters are no longer definitions of nothing.
"""

import re
from pathlib import Path

from sphinx.application import Sphinx

REPAIRS = [
    (re.compile(r'role="heading">'), r'role="heading" aria-level="2">'),
    (re.compile(r'<aside class="sidebar-drawer"'), r'\g<0> aria-label="All pages"'),
    (re.compile(r'<aside class="toc-drawer[^"]*"'), r'\g<0> aria-label="On this page"'),
    (re.compile(r'(?=<div id="search-results">)'), "<h1>Search</h1>\n"),
    (re.compile(r"<pre>"), r'<pre tabindex="0">'),
    (re.compile(r'<div class="table-wrapper'), r'<div tabindex="0" class="table-wrapper'),
    (re.compile(r'<th class="head[^"]*"><p></p></th>'), "<td></td>"),
]
PARAMETERS = re.compile(r"<dl>\n((?:<dd>.*?</dd>\n?)+)</dl>", re.DOTALL)
PARAMETER = re.compile(r"<dd>(.*?)</dd>", re.DOTALL)


def repaired(page: str) -> str:
    for what, instead in REPAIRS:
        page = what.sub(instead, page)
    return PARAMETERS.sub(lambda found: PARAMETER.sub(r'<span class="parameter">\1</span>', found[1]), page)


def _repair(app: Sphinx, error: Exception | None) -> None:
    for path in sorted(Path(app.outdir).glob("*.html")):
        path.write_text(repaired(path.read_text(encoding="utf-8")), encoding="utf-8")


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("build-finished", _repair)
    return {"parallel_read_safe": True}
