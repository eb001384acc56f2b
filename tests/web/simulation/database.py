"""The database as it is, read with no code of the product."""

import sqlite3
from json import loads

from fivesquare.web.store.base import Beginning, Keys
from web.simulation.invariant import InvariantError


def contents(
    connection: sqlite3.Connection,
) -> tuple[dict[str, Beginning], dict[str, list[str]], dict[str, Keys]]:
    """Games, entries and keys as they are in the database, read with no code of the product."""
    games: dict[str, Beginning] = {}
    entries: dict[str, list[str]] = {}
    keys: dict[str, Keys] = {}
    for game, record, created in connection.execute("SELECT id, record, created FROM games ORDER BY id"):
        told = loads(record)
        games[game] = Beginning(
            game, told["book"], told["board"], tuple(told["players"]), told["seed"], created,
            clock=told.get("clock"), dealt=told.get("dealt", False),
        )  # fmt: skip
        entries[game] = []
        keys[game] = ((), ())
    found = connection.execute("SELECT game, number, what FROM entries ORDER BY game, number")
    for game, number, what in found:
        if game not in games:
            raise InvariantError(f"an entry of game {game} is there without its game")
        if number != len(entries[game]):
            raise InvariantError(f"entry {len(entries[game])} of {game} is missing: the next is {number}")
        entries[game].append(what)
    for game, seat, key in connection.execute(
        "SELECT game, seat, hash FROM keys ORDER BY game, seat, hash"
    ):
        first, second = keys[game]
        keys[game] = ((*first, key), second) if seat == 1 else (first, (*second, key))
    return games, entries, keys
