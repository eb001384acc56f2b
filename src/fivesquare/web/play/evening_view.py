"""An evening of a club as JSON: all of it in one pass, with the boards of the newest round."""

import json
from collections.abc import Container, Mapping
from datetime import UTC, datetime
from typing import Any

from fivesquare import json_view
from fivesquare.web.play.credentials import BOTH
from fivesquare.web.play.evening import EveningState, Pairing, Round, Table
from fivesquare.web.play.game_state import GameState
from fivesquare.web.play.rooms import Room
from fivesquare.web.play.standings import Place

_SETTING = ("title", "label", "brief", "form", "legs", "clock", "size")
_NONE = Round((), ())
_text = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode


def to_json(evening: EveningState, rooms: Mapping[str, Room], boards: "Boards") -> bytes:
    """The *evening* of the HTTP contract; `rooms` are those of its games that are in memory."""
    current, left = evening.current or _NONE, evening.rounds_left
    told = {
        "id": evening.id,
        "version": evening.version,
        **{key: evening.setting[key] for key in _SETTING},
        "created": datetime.fromtimestamp(evening.created, UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "open": evening.is_open,
        "over": evening.is_over,
        "playing": evening.is_playing,
        "round": len(evening.rounds),
        "rounds": None if left is None else len(evening.rounds) + left,
        "players": [
            {"number": each.number, "name": each.name, "state": each.state} for each in evening.guests
        ],
        "tables": [_table(each, rooms.get(each.game), boards) for each in current.tables],
        "free": current.free,
        "next": _next(evening.next_round),
        "standing": [_place(each) for each in evening.standing],
        "results": [
            [number, table.first, table.second, table.result.winner, table.game]
            for number, round_ in enumerate(evening.rounds, 1)
            for table in round_.tables
            if table.result is not None
        ],
    }
    return _text(told).encode()


def _table(table: Table, room: Room | None, boards: "Boards") -> dict[str, Any]:
    result = table.result
    return {
        "first": table.first,
        "second": table.second,
        "game": table.game,
        "settled": result is not None,
        "winner": None if result is None else result.winner,
        "decided": result is not None and result.is_decided,
        "reason": room.game.result["reason"] if room is not None and room.game.is_over else None,
        "here": [] if room is None else [room.is_here(seat) for seat in BOTH],
        "view": None if room is None else boards.of(room.game),
    }


class Boards:
    """The boards of tables, drawn up once after each move."""

    def __init__(self) -> None:
        self._made: dict[str, tuple[int, dict[str, Any]]] = {}  # by game, with its version

    def of(self, game: GameState) -> dict[str, Any]:
        version, made = self._made.get(game.id, (-1, {}))
        if version != game.version:
            made = _view(game)
            self._made[game.id] = game.version, made
        return made

    def keep(self, games: Container[str]) -> None:
        """Forget all others."""
        self._made = {game: made for game, made in self._made.items() if game in games}


def _view(game: GameState) -> dict[str, Any]:
    """A board as a small picture of it needs it."""
    position = game.position
    view, setting = position.view(), json_view.setting(position)
    return {
        **{key: setting[key] for key in ("board", "size", "has_numbers", "goal")},
        "owners": view["owners"],
        "scores": view["scores"],
        "counts": list(position.counts),
        "legal": [] if game.is_over else view["legal"],
        "turn": game.turn,
        "over": game.is_over,
        "last": json_view.last(position),
    }


def _next(pairing: Pairing | None) -> dict[str, Any] | None:
    return None if pairing is None else pairing._asdict()


def _place(place: Place) -> dict[str, Any]:
    return {
        "player": place.player,
        "rank": place.rank,
        "tied": place.is_tied,
        "points": place.halves / 2,
        "won": place.won,
        "drawn": place.drawn,
        "lost": place.lost,
        "free": place.free,
    }
