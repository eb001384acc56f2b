"""Where the browser is."""

import os
import shutil

from web.postgres import missing

_NAMES = ("chromium", "chromium-browser", "google-chrome")


def chromium() -> str:
    """The system's, or the one that CHROMIUM names."""
    names = [os.environ["CHROMIUM"]] if "CHROMIUM" in os.environ else _NAMES
    found = next(filter(None, map(shutil.which, names)), None)
    return found or missing("there is no Chromium: install it, or say where it is in CHROMIUM")
