"""The licences of what a site is made of, which lie in it."""

from importlib.metadata import PackageNotFoundError, files
from pathlib import Path

from fivesquare.web.pages.assets import assets
from fivesquare.web.static_site.errors import SiteError

_TEXTS = Path(__file__).parents[1] / "licences"  # of what comes without its own
_OURS = Path(__file__).parents[5] / "LICENSE"  # in a clone
_INSTALLED = {"fivesquare": "Fivesquare.txt", "jinja2": "Jinja2.txt", "markupsafe": "MarkupSafe.txt"}


def licences() -> dict[str, bytes]:
    """Their texts by file name, with an overview in README.txt."""
    found = {path.name: path.read_bytes() for path in sorted(_TEXTS.glob("*.txt"))}
    found["OFL-LICENSE.txt"] = assets()["fonts/OFL-LICENSE.txt"].body
    return {**found, **{name: _licence_of(package) for package, name in _INSTALLED.items()}}


def _licence_of(package: str) -> bytes:
    if package == "fivesquare" and _OURS.is_file():
        return _OURS.read_bytes()
    try:
        installed = files(package) or []
    except PackageNotFoundError:
        installed = []
    found = next((file for file in installed if file.name.upper().startswith("LICENSE")), None)
    if found is None:
        raise SiteError(f"the licence of {package} is not installed with it")
    return Path(str(found.locate())).read_bytes()
