"""Where games are kept: everything that speaks SQL, and nothing else does."""

from fivesquare.web.store.base import Store, StoreError
from fivesquare.web.store.sql import open_store

__all__ = ["Store", "StoreError", "open_store"]
