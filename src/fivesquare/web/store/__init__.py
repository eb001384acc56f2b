"""Where games are stored: all SQL is here."""

from fivesquare.web.observer import UNOBSERVED, Observer
from fivesquare.web.store.base import Store, StoreError

__all__ = ["Store", "StoreError", "open_store"]


def open_store(url: str, observer: Observer = UNOBSERVED) -> Store:
    """A store for `sqlite:///FILE` or `postgresql://...`; nothing is touched before its `open`."""
    from fivesquare.web.store.sql import open_sql_store  # loads SQLAlchemy, which other stores do without

    return open_sql_store(url, observer)
