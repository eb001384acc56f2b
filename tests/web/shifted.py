"""The whole application, in a process whose clock is wrong by as many days as DAYS_AHEAD says."""

import os
import time

from fivesquare.web.messages import App
from fivesquare.web.settings import Settings

_real = time.time


def create_app(settings: Settings) -> App:
    ahead = float(os.environ["DAYS_AHEAD"]) * 24 * 60 * 60
    time.time = lambda: _real() + ahead
    from fivesquare.web import app  # not before: whatever asks for the time asks the wrong clock

    return app.create_app(settings)
