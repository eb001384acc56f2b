"""How Sphinx makes the documentation as a site of these pages: `make documentation`.

The pages are Markdown that also reads well in the repository; `extensions/site_pages.py` gathers them.
"""

import re
import sys
from pathlib import Path

HERE = Path(__file__).parent
STATIC = HERE.parent / "src" / "fivesquare" / "web" / "pages" / "static"
sys.path[:0] = [str(HERE / "extensions"), str(HERE.parent / "src")]

import fivesquare  # noqa: E402 (the checkout, wherever it is)


def colours(theme: int) -> dict[str, str]:
    """The colours of the playing site in the light theme (0) or the dark one (1)."""
    tokens = (STATIC / "tokens.css").read_text(encoding="utf-8")
    pairs = re.findall(r"--([\w-]+): light-dark\((#\w+), (#\w+)\)", tokens)
    return {name: pair[theme] for name, *pair in pairs}


def furo_colours(theme: int) -> dict[str, str]:
    """The same as Furo names them."""
    ours = colours(theme)
    names = {
        "background-primary": "bg",
        "background-secondary": "bg",
        "background-hover": "tray",
        "background-border": "line",
        "background-item": "line",
        "foreground-primary": "ink",
        "foreground-secondary": "muted",
        "foreground-muted": "muted",
        "foreground-border": "border",
        "brand-primary": "first-text",
        "brand-content": "first-text",
        "brand-visited": "first-text",
        "link": "first-text",
        "link--visited": "first-text",
        "link--hover": "first-text",
        "link--visited--hover": "first-text",
        "link-underline": "border",
        "link-underline--visited": "border",
        "inline-code-background": "surface",
        "code-background": "surface",
        "code-foreground": "ink",
        "api-background": "surface",
        "api-background-hover": "tray",
        "api-keyword": "muted",
        "api-name": "ink",
        "api-pre-name": "muted",
        "card-background": "surface",
        "highlight-on-target": "good-wash",
        "table-header-background": "tray",
        "sidebar-caption-text": "muted",
        "sidebar-search-border": "border",
        "sidebar-link-text": "ink",
        "sidebar-link-text--top-level": "ink",
        "toc-item-text": "muted",
        "admonition-background": "surface",
    }
    fonts = {
        "font-stack": '"Atkinson Hyperlegible Next", system-ui, -apple-system, "Segoe UI", sans-serif',
        "font-stack--monospace": 'ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace',
    }
    return {f"color-{name}": ours[token] for name, token in names.items()} | fonts


project = "Fivesquare"
author = "Fivesquare contributors"
release = version = fivesquare.__version__
language = "en"

extensions = ["myst_parser", "sphinx.ext.autodoc"]
extensions += ["site_pages", "docstrings", "live_boards", "accessible_pages"]  # ours
root_doc = "index"
nitpicky = True
# Annotations name the standard library, NumPy and what is not public: these are no pages of ours.
nitpick_ignore_regex = [("py:.*", ".*")]

myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence"]
suppress_warnings = ["misc.highlighting_failure"]  # a block that is called json may hold three dots

autodoc_inherit_docstrings = False
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 80
add_module_names = False
toc_object_entries_show_parents = "hide"

html_theme = "furo"
html_title = "Fivesquare"
html_favicon = str(STATIC / "icon.svg")
html_static_path = ["style", str(STATIC / "fonts")]
html_css_files = ["documentation.css"]
html_js_files = ["documentation.js"]
html_logo = str(STATIC / "icon.svg")
templates_path = ["templates"]
html_sidebars = {
    "**": [
        "sidebar/brand.html",
        "sidebar/site.html",
        "sidebar/search.html",
        "sidebar/scroll-start.html",
        "sidebar/navigation.html",
        "sidebar/scroll-end.html",
    ]
}
html_domain_indices = False
smartquotes = False
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False
html_theme_options = {
    "light_css_variables": furo_colours(0),
    "dark_css_variables": furo_colours(1),
}
pygments_style = "a11y-light"
pygments_dark_style = "a11y-dark"
