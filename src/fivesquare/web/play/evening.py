"""An evening of a club, folded from the entries of its store.

What an entry says: "join N NAME", player N came, with the name percent-encoded; "name N NAME", is called
differently; "leave N" and "back N"; "out N", the host removed them; "round A-B:GAME ...", a round began,
whose tables have a game each, and A begins; "won R T W", the game of table T in round R is over, and W is
1 or 2, 0 for a draw, or "-" if it is gone; "decide R T W", the host decided so, and "?" takes that back;
"door open" and "door shut", whether others can join; "end", the evening is over.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal, NamedTuple

from fivesquare.web.play import pairings
from fivesquare.web.play.names import decoded
from fivesquare.web.play.pairings import Pair
from fivesquare.web.play.standings import WIN, Outcome, Place, standing
from fivesquare.web.store.base import StoredEvening

LADDER = "ladder"
NOBODY, UNDECIDED = "-", "?"

PlayerState = Literal["here", "left", "removed"]


class Guest(NamedTuple):
    """A player of an evening."""

    number: int
    name: str
    state: PlayerState = "here"
    changes: int = 0  # of the name, and of being here


class Result(NamedTuple):
    """How a meeting ended."""

    winner: int | None  # 1 or 2, 0 for a draw; None: it counts for nobody
    is_decided: bool  # by the host, not by the game


class Table(NamedTuple):
    """A meeting of two players at a game."""

    first: int
    second: int
    game: str
    result: Result | None = None

    @property
    def pair(self) -> Pair:
        return self.first, self.second


class Round(NamedTuple):
    """What is played at one time, and who sits out."""

    tables: tuple[Table, ...]
    free: tuple[int, ...]

    @property
    def is_settled(self) -> bool:
        return all(table.result is not None for table in self.tables)


class Pairing(NamedTuple):
    """The round to come."""

    pairs: tuple[Pair, ...]
    free: tuple[int, ...]


@dataclass(frozen=True)
class EveningState:
    """An evening at one moment. `version` counts what has happened: the higher one is the newer."""

    id: str
    setting: Mapping[str, Any]
    created: float
    version: int = 0
    guests: tuple[Guest, ...] = ()  # by number, from 1
    rounds: tuple[Round, ...] = ()
    is_open: bool = True
    is_over: bool = False

    @classmethod
    def of(cls, kept: StoredEvening) -> "EveningState":
        return cls(kept.id, kept.setting, kept.created).after_all(kept.entries)

    def after_all(self, entries: Iterable[str]) -> "EveningState":
        evening = self
        for what in entries:
            evening = evening.after(what)
        return evening

    def after(self, what: str) -> "EveningState":
        """The evening after one more entry."""
        word, _, detail = what.partition(" ")
        changed: dict[str, Any] = {}
        match word:
            case "join":
                number, _, name = detail.partition(" ")
                changed["guests"] = (*self.guests, Guest(int(number), decoded(name)))
            case "name":
                number, _, name = detail.partition(" ")
                changed["guests"] = self._changed(int(number), name=decoded(name))
            case "leave":
                changed["guests"] = self._changed(int(detail), state="left")
            case "back":
                changed["guests"] = self._changed(int(detail), state="here")
            case "out":
                changed["guests"] = self._changed(int(detail), state="removed")
            case "round":
                changed["rounds"] = (*self.rounds, self._begun(detail.split(" ")))
            case "won" | "decide":
                changed["rounds"] = self._after_result(word == "decide", *detail.split(" "))
            case "door":
                changed["is_open"] = detail == "open"
            case "end":
                changed["is_over"] = True
        return replace(self, version=self.version + 1, **changed)

    def _changed(self, number: int, **keys: Any) -> tuple[Guest, ...]:
        guest = self.guests[number - 1]
        guest = guest._replace(changes=guest.changes + 1, **keys)
        return (*self.guests[: number - 1], guest, *self.guests[number:])

    def _begun(self, tables: Iterable[str]) -> Round:
        begun = []
        for text in tables:
            pair, _, game = text.partition(":")
            first, _, second = pair.partition("-")
            begun.append(Table(int(first), int(second), game))
        paired = {player for table in begun for player in table.pair}
        return Round(tuple(begun), tuple(each for each in self.here if each not in paired))

    def _after_result(self, is_decided: bool, number: str, table: str, said: str) -> tuple[Round, ...]:
        """What a game says counts only while nothing else does."""
        at, place = int(number) - 1, int(table) - 1
        round_ = self.rounds[at]
        before = round_.tables[place]
        if not is_decided and before.result is not None:
            return self.rounds
        winner = None if said in (NOBODY, UNDECIDED) else int(said)
        result = None if said == UNDECIDED else Result(winner, is_decided)
        tables = (*round_.tables[:place], before._replace(result=result), *round_.tables[place + 1 :])
        return (*self.rounds[:at], round_._replace(tables=tables), *self.rounds[at + 1 :])

    # --- Looking at it ---

    @property
    def is_ladder(self) -> bool:
        return bool(self.setting["form"] == LADDER)

    @property
    def legs(self) -> int:
        """How often two players meet, where everybody meets everybody."""
        return int(self.setting["legs"])

    @property
    def here(self) -> tuple[int, ...]:
        """The players who take part, as they came."""
        return tuple(guest.number for guest in self.guests if guest.state == "here")

    @property
    def current(self) -> Round | None:
        """The newest round."""
        return self.rounds[-1] if self.rounds else None

    @property
    def is_playing(self) -> bool:
        """Whether a table is still without a result."""
        return self.current is not None and not self.current.is_settled

    @cached_property
    def past(self) -> tuple[Pair, ...]:
        """All meetings so far, those of the newest round too."""
        return tuple(table.pair for round_ in self.rounds for table in round_.tables)

    @cached_property
    def standing(self) -> list[Place]:
        """All who have played or take part, by points. In a ladder a free round counts as a win."""
        every = self.rounds if not self.is_playing else self.rounds[:-1]
        outcomes = [
            Outcome(table.first, table.second, table.result.winner)
            for round_ in self.rounds
            for table in round_.tables
            if table.result is not None
        ]
        free = [player for round_ in every for player in round_.free]
        met = {player for outcome in outcomes for player in outcome[:2]} | {*free}
        players = [guest.number for guest in self.guests if guest.state == "here" or guest.number in met]
        return standing(players, outcomes, free, WIN if self.is_ladder else 0)

    @cached_property
    def next_round(self) -> Pairing | None:
        """Who meets whom next; None where it depends on what is still being played, or there is none."""
        if self.is_over or (self.is_ladder and self.is_playing):
            return None
        pairs = self._pairs()
        paired = {player for pair in pairs for player in pair}
        return Pairing(pairs, tuple(each for each in self.here if each not in paired)) if pairs else None

    def _pairs(self) -> tuple[Pair, ...]:
        if not self.is_ladder:
            return next(iter(self._ahead), ())
        here = set(self.here)
        order = [place.player for place in self.standing if place.player in here]
        return tuple(
            pairings.ladder(order, self.past, {place.player: place.free for place in self.standing})
        )

    @property
    def _ahead(self) -> tuple[tuple[Pair, ...], ...]:
        return pairings.rounds_ahead(self.here, self.past, self.legs)

    @property
    def rounds_left(self) -> int | None:
        """How many rounds are ahead if all stay; None in a ladder, which goes on as long as one likes."""
        return None if self.is_ladder else len(self._ahead)
