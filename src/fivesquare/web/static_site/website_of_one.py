"""The website for one browser: without a server, without threads, with the games in the browser."""

from fivesquare.lanes import LoopLane
from fivesquare.web.settings import Settings
from fivesquare.web.static_site.letters import LetterHandlers
from fivesquare.web.store.base import Store
from fivesquare.web.study.solver_pool import SolverPool
from fivesquare.web.website import Website

TABLE = 64  # MiB for the solver's table, which a phone can spare
_FOR_EVER = 1_000_000  # days, games
_OF_SERVERS = ("/api", "/openapi.json", "/games/{id}/qr.svg", "/api/games/{id}/links")
"""What is for other programs and devices, and needs libraries that no browser has."""


def website_of_one(store: Store) -> Website:
    """Everything but what needs a second machine: no club, and a friend plays by links.

    No game is ever removed.
    """
    settings = Settings(
        database="",
        most_streams=1,
        solve_memory=TABLE,
        solve_threads=1,
        keep_days=_FOR_EVER,
        keep_games=_FOR_EVER,
    )
    website = Website(settings, store, SolverPool(settings, LoopLane), by_links=True)
    website.operations = [each for each in website.operations if each.path not in _OF_SERVERS]
    website.pages = [each for each in website.pages if each.path not in _OF_SERVERS]
    website.operations.extend(LetterHandlers(website.service, store).operations())
    return website
