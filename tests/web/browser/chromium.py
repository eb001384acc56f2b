"""Where the browser is."""

import os
import shutil

from web.postgres import missing

# The shell is the same engine without windows around it: a page costs a quarter of the time.
_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


def chromium() -> str:
    """The one that CHROMIUM names, or one of the system."""
    names = [os.environ["CHROMIUM"]] if "CHROMIUM" in os.environ else _NAMES
    found = next(filter(None, map(shutil.which, names)), None)
    return found or missing("there is no Chromium: install it, or say where it is in CHROMIUM")
