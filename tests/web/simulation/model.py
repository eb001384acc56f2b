"""What has to hold: a plain model of the store, of who may do what, and of what has been shown.

It knows an entry of a game from when the store has acknowledged it, or from when it was found in the
database. Whatever it knows stays: through every crash, once, in that place. The rest is where an
`InvariantError` is raised.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from urllib.parse import unquote

from fivesquare.position import Position
from fivesquare.web.store.base import Beginning, Keys, StoredGame
from web.simulation.clock_model import ClockModel, Turn
from web.simulation.invariant import InvariantError
from web.simulation.scheduler import Scheduler

BOTH = (1, 2)
HUMAN = "human"
_OTHERS = ("time", "pause", "sit")  # entries that need no seat: the server's own; and sitting, see `take`


@dataclass(eq=False)
class Intent:
    """What somebody wants, however often it is sent. `keys` are the hashes of the secrets it comes with."""

    number: int
    what: str
    game: str = ""
    key: bytes | None = None
    moves_made: int = 0


INTENT: ContextVar[Intent | None] = ContextVar("intent", default=None)
"""Whose request is being answered; background work that a request started inherits it."""


@dataclass(eq=False)
class Attempt:
    """A write that was asked for, and may have been made until its answer is known."""

    game: str
    number: int = -1
    what: str = ""
    begun: float = 0.0  # in true time
    intent: Intent | None = None
    key: tuple[int, bytes] | None = None  # a seat, and the secret that shall open it
    is_alone: bool = False  # then no other secret opens it any more
    creates: StoredGame | None = None
    is_over: bool = False  # no answer will come any more


class Shown(NamedTuple):
    """What somebody was shown of a game, as far as it follows from its entries."""

    moves: tuple[str, ...]
    asks: int | None
    resigned: int | None
    rematch: str | None
    names: tuple[str | None, ...]
    seats: tuple[str, ...]

    @classmethod
    def of(cls, body: Mapping[str, Any]) -> "Shown":
        return cls(
            tuple(body["moves"]),
            body["asks"],
            body["resigned"],
            body["rematch"],
            tuple(body["names"]),
            tuple(body["seats"]),
        )


@dataclass(eq=False)
class GameModel:
    """A game as it has to be."""

    beginning: Beginning
    keys: tuple[dict[bytes, None], dict[bytes, None]]
    position: Position
    entries: list[str] = field(default_factory=list)
    touched: float = 0.0  # true time of the last entry
    ahead: dict[int, str] = field(default_factory=dict)  # acknowledged before what precedes them is known
    acknowledged: set[int] = field(default_factory=set)
    begun: dict[int, float] = field(default_factory=dict)  # when an entry was first attempted
    attempts: list[Attempt] = field(default_factory=list)
    revoked: dict[tuple[int, bytes], float] = field(default_factory=dict)
    shown: dict[int, tuple[Shown, Any]] = field(default_factory=dict)
    states: list[Shown] = field(default_factory=list)  # by version
    made: set[tuple[int, str]] = field(default_factory=set)  # ply and move, taken back or not
    is_leaving: bool = False  # its removal was asked for
    clock: ClockModel | None = None
    flagged: int | None = None

    @property
    def version(self) -> int:
        return len(self.entries)

    @property
    def is_over(self) -> bool:
        return self.states[-1].resigned is not None or self.flagged is not None or self.position.is_over

    @property
    def turn(self) -> int | None:
        return None if self.is_over else self.position.turn

    def opened_by(self, key: bytes | None) -> frozenset[int]:
        return frozenset(seat for seat in BOTH if key is not None and key in self.keys[seat - 1])


def _first_state(beginning: Beginning) -> Shown:
    seats = tuple("open" if player == HUMAN else "computer" for player in beginning.players)
    return Shown((), None, None, None, (None, None), seats)


class Model:
    """All games of one database, as they have to be."""

    def __init__(
        self, scheduler: Scheduler, writes: Callable[[], int], keep_games: int, keep_days: float
    ) -> None:
        self._scheduler, self.writes = scheduler, writes
        self.look: Callable[[], None] = lambda: None  # compares this with the database; set by the world
        self.games: dict[str, GameModel] = {}
        self.removed: dict[str, float] = {}
        self.creating: dict[str, Attempt] = {}
        self.found: set[str] = set()  # games whose creation is still to be acknowledged
        self.clock_was_wrong = False
        self._keep_games, self._keep_days = keep_games, keep_days
        self._listed: dict[str, tuple[str, float]] = {}  # games found to be old: why, and when
        self._round: list[str] = []  # removed for their age since they were last looked for
        self._round_size = 0
        self.downtimes: list[Turn] = []  # when no server ran
        self.jumps: list[tuple[float, float]] = []  # when the clock was set, and by how much
        self.checks: dict[str, int] = defaultdict(int)

    @property
    def now(self) -> float:
        """The true time."""
        return self._scheduler.now

    def was_down(self, start: float) -> None:
        """No server ran from then until now; whether the machine slept meanwhile makes no difference."""
        self.downtimes = [each for each in self.downtimes if each.end < start]
        self.downtimes.append(Turn(start, self.now))

    # --- Writes, as the store answers them ---

    def ask(self, attempt: Attempt) -> Attempt:
        """A write was asked for."""
        attempt.begun = self.now
        attempt.intent = INTENT.get()
        game = self.games.get(attempt.game)
        if attempt.creates is not None:
            self.creating[attempt.creates.beginning.id] = attempt
        if game is not None:
            game.attempts.append(attempt)
            if attempt.number >= 0:
                game.begun.setdefault(attempt.number, self.now)
            self._check_authority(game, attempt)
        return attempt

    def created(self, attempt: Attempt) -> None:
        assert attempt.creates is not None
        name = attempt.creates.beginning.id
        if self.creating.get(name) is attempt:
            self._adopt(attempt.creates)
        elif name not in self.found:  # else it was found in the database already
            raise InvariantError(f"game {name} was created twice")
        self.found.discard(name)

    def _adopt(self, kept: StoredGame) -> None:
        beginning = kept.beginning
        self.creating.pop(beginning.id, None)
        if beginning.id in self.games:
            raise InvariantError(f"game {beginning.id} was created twice")
        position = Position.start(beginning.book, board=beginning.board, setup=beginning.setup)
        first, second = (dict.fromkeys(held) for held in kept.keys)
        game = GameModel(beginning, (first, second), position, touched=self.now)
        game.states.append(_first_state(beginning))
        if beginning.clock is not None:
            game.clock = ClockModel(beginning.clock)
        self.games[beginning.id] = game
        for what in kept.entries:
            self._append(game, what)

    def entered(self, attempt: Attempt) -> None:
        """The store has acknowledged an entry."""
        self._end(attempt)
        game = self.games.get(attempt.game)
        if game is None:
            if attempt.game in self.removed:
                raise InvariantError(
                    f"{attempt.what!r} was acknowledged in {attempt.game}, which is removed"
                )
            return
        self.checks["acknowledged"] += 1
        number, what = attempt.number, attempt.what
        has_it = number < game.version and game.entries[number] == what and number not in game.acknowledged
        if (number < game.version and not has_it) or number in game.ahead:
            raise InvariantError(
                f"{what!r} was acknowledged as entry {number} of {attempt.game}, which has that already: "
                f"{game.ahead[number] if number in game.ahead else game.entries[number]!r}"
            )
        game.acknowledged.add(number)
        if not has_it:  # else it was found in the database already
            self._count_moves(attempt)
            game.ahead[number] = what
            self._move_up(game)
        if attempt.key is not None:
            self._grant(game, attempt)

    def _count_moves(self, attempt: Attempt) -> None:
        intent, game = attempt.intent, self.games[attempt.game]
        is_move = attempt.what[0].isdigit() or attempt.what.startswith(("stop", "swap"))
        if intent is None or intent.what != "move" or not is_move or attempt.number != game.version:
            return
        if game.turn is None or game.beginning.players[game.turn - 1] != HUMAN:
            return  # the computer's answer, which the request has woken
        intent.moves_made += 1
        if intent.moves_made > 1:
            raise InvariantError(
                f"request {intent.number} has made {intent.moves_made} moves in {intent.game}"
            )

    def refused(self, attempt: Attempt) -> None:
        """The store says that an entry was not the next of its game."""
        self._end(attempt)
        game = self.games.get(attempt.game)
        if game is None or game.is_leaving or game.attempts:
            return
        if attempt.number == game.version and not game.ahead:
            raise InvariantError(
                f"entry {attempt.number} of {attempt.game} was refused, though it is the next"
            )

    def unknown(self, attempt: Attempt) -> None:
        """It failed: it may have been made all the same."""
        attempt.is_over = True

    def key_added(self, attempt: Attempt, is_there: bool) -> None:
        self._end(attempt)
        game = self.games.get(attempt.game)
        if game is not None and is_there:
            self._grant(game, attempt)

    def _grant(self, game: GameModel, attempt: Attempt) -> None:
        assert attempt.key is not None
        seat, key = attempt.key
        held = game.keys[seat - 1]
        if attempt.is_alone:
            for old in held:
                game.revoked[seat, old] = self.now
            held.clear()
        held[key] = None

    def is_there(self, name: str | None) -> bool:
        """Whether a game is there for certain."""
        return name in self.games and not self.games[name].is_leaving

    def crashed(self) -> None:
        """No answer will come to what was asked for until now."""
        self.found.clear()
        for game in self.games.values():
            for attempt in game.attempts:
                attempt.is_over = True
        for attempt in self.creating.values():
            attempt.is_over = True

    def _end(self, attempt: Attempt) -> None:
        game = self.games.get(attempt.game)
        if game is not None and attempt in game.attempts:
            game.attempts.remove(attempt)

    def _move_up(self, game: GameModel) -> None:
        while game.version in game.ahead:
            self._append(game, game.ahead.pop(game.version))

    # --- Entries, read plainly ---

    def _append(self, game: GameModel, what: str) -> None:
        number = game.version
        before = game.states[-1]
        said = what.partition(" @")[0]  # a moment, in games with a clock
        word, _, detail = said.partition(" ")
        keeps_wish = word in ("sit", "name", "pause", "help", "elsewhere")
        state = before if keeps_wish else before._replace(asks=None)
        match word:
            case "sit" | "elsewhere":
                seat = int(detail)
                seats = list(state.seats)
                seats[seat - 1] = "sat" if word == "sit" else word
                state = state._replace(seats=tuple(seats))
            case "name":
                named, _, name = detail.partition(" ")
                names = list(state.names)
                names[int(named) - 1] = name or None
                state = state._replace(names=tuple(names))
            case "ask":
                state = state._replace(asks=int(detail))
            case "resign":
                state = state._replace(resigned=int(detail))
            case "rematch":
                state = state._replace(rematch=detail)
            case "back":
                moves = state.moves[: int(detail)]
                game.position = game.position.back(len(state.moves) - len(moves))
                state = state._replace(moves=moves)
            case "no" | "time" | "pause" | "help":
                if word == "time":
                    game.flagged = int(detail)
            case _:
                self._append_move(game, said)
                state = state._replace(moves=(*state.moves, said))
        game.entries.append(what)
        game.states.append(state)
        if game.clock is not None:
            self._wind(game, number, word, game.turn)
        game.touched = self.now

    def _append_move(self, game: GameModel, move: str) -> None:
        ply = len(game.position.moves)
        try:
            game.position = game.position.play(move)
        except ValueError as error:
            raise InvariantError(f"{move!r} was entered in {game.beginning.id}: {error}") from None
        game.made.add((ply, move))

    def _wind(self, game: GameModel, number: int, word: str, turn: int | None) -> None:
        """Tell the model of the clock when this entry was made, as far as can be known."""
        assert game.clock is not None
        began = game.begun.get(number, game.touched)
        problem = game.clock.entry(word, turn, Turn(began, self.now), self.downtimes, self.jumps)
        if problem:
            raise InvariantError(f"the clock of {game.beginning.id}: {problem}")

    # --- Who may do what ---

    def _check_authority(self, game: GameModel, attempt: Attempt) -> None:
        """Whether the request that leads to a write holds the seat for it."""
        intent = attempt.intent
        if intent is not None and attempt.key is not None:
            self._check_grant(game, intent, attempt.key[0])
        if intent is None or attempt.number != game.version:  # else it is refused, or looks to be soon
            return
        word = attempt.what.partition(" ")[0]
        if word in _OTHERS or attempt.creates is not None:
            return
        computer = game.turn is not None and game.beginning.players[game.turn - 1] != HUMAN
        if computer and word not in ("back", "resign", "name", "help"):
            return
        held = {seat for seat in BOTH if self._held(game, seat, intent.key)}
        if not held:
            raise InvariantError(
                f"request {intent.number} enters {attempt.what!r} in {attempt.game} without a seat"
            )
        is_move = word not in ("back", "ask", "no", "resign", "name", "help", "rematch")
        if is_move and game.turn not in held:
            raise InvariantError(
                f"request {intent.number} moves {attempt.what!r} for seat {game.turn} of others"
            )
        if word in ("ask", "resign", "name") and int(attempt.what.split()[1]) not in held:
            raise InvariantError(f"request {intent.number} enters {attempt.what!r} for the seat of others")

    def _check_grant(self, game: GameModel, intent: Intent, seat: int) -> None:
        """Whether somebody may let a secret open a seat: their own, or one that is still open."""
        held = {each for each in BOTH if self._held(game, each, intent.key)}
        if seat not in held and not (held and game.states[-1].seats[seat - 1] == "open"):
            raise InvariantError(
                f"request {intent.number} opens seat {seat} of {game.beginning.id} to others"
            )

    def _held(self, game: GameModel, seat: int, key: bytes | None) -> bool:
        """Whether a secret opens a seat, or did when a request that is still being answered came."""
        if key is None:
            return False
        if key in game.keys[seat - 1] or self.now - game.revoked.get((seat, key), -1e9) < GRACE:
            return True
        return any(attempt.key is not None and attempt.key == (seat, key) for attempt in game.attempts)

    def is_certainly_held(self, game: str, key: bytes | None) -> bool:
        """Whether a secret opens a seat, and will, whatever is still being written."""
        found = self.games.get(game)
        if found is None or found.is_leaving:
            return False
        for seat in found.opened_by(key):
            if not any(each.is_alone and each.key and each.key[0] == seat for each in found.attempts):
                return True
        return False

    # --- What is shown ---

    def show(self, body: Mapping[str, Any]) -> None:
        """Somebody was shown a game: it has to be as its entries say, and these on disk."""
        game = self.games.get(body["id"])
        if game is None:
            attempt = self.creating.get(body["id"])
            if attempt is None and body["id"] not in self.removed:
                raise InvariantError(f"game {body['id']} was shown, and never stored")
            if attempt is not None and not attempt.is_over:
                raise InvariantError(f"game {body['id']} was shown before it was stored")
            return
        self.checks["shown"] += 1
        seen, clock = Shown.of(body), body["clock"]
        version = body["version"]
        known = game.shown.setdefault(version, (seen, clock))
        if known != (seen, clock):
            raise InvariantError(
                f"version {version} of {body['id']} was shown as {known}, and now {seen, clock}"
            )
        if version > game.version:  # then it must be in the database at least
            self.look()
            if version > game.version:
                raise InvariantError(
                    f"version {version} of {body['id']} was shown, and only {game.version} are there"
                )
        self._check_shown(game, version)
        if game.clock is not None and clock is not None and version == game.version:
            problem = game.clock.check(clock, body["over"])
            if problem:
                raise InvariantError(f"the clock of {body['id']} at version {version}: {problem}")

    def _check_shown(self, game: GameModel, version: int) -> None:
        seen = game.shown[version][0]
        names = tuple(None if name is None else unquote(name) for name in game.states[version].names)
        expected = game.states[version]._replace(names=names)
        if seen != expected:
            raise InvariantError(
                f"version {version} of {game.beginning.id} was shown as {seen}, but is {expected}"
            )

    # --- Removal ---

    def list_old(self, games: Iterable[str], reason: str) -> None:
        """The store was asked for games to be removed."""
        if reason == "age":
            self._round, self._round_size = [], len(self.games)
        for game in games:
            self._listed[game] = (reason, self.now)

    def leave(self, games: Iterable[str]) -> None:
        """Their removal was asked for."""
        for game in games:
            if game in self.games:
                self.games[game].is_leaving = True

    def stay(self, games: Iterable[str]) -> None:
        """They were not removed."""
        for game in games:
            if game in self.games:
                self.games[game].is_leaving = False

    def remove(self, name: str) -> None:
        """A game was removed: it must have been one too many, or old indeed."""
        game = self.games.pop(name, None)
        if game is None:
            return
        self.removed[name] = self.now
        reason, when = self._listed.get(name, ("", 0.0))
        self.checks["removed"] += 1
        if not reason:
            raise InvariantError(f"game {name} was removed, and nobody found it old")
        if game.touched > when + GRACE:
            raise InvariantError(
                f"game {name} was removed, though something happened in it since it was found old"
            )
        if reason == "age":
            self._check_age(name, game)
        elif len(self.games) < self._keep_games:
            raise InvariantError(f"game {name} was removed as one of too many: {len(self.games)} are left")
        elif not self.clock_was_wrong:
            younger = [each for each in self.games.values() if each.touched > game.touched - GRACE]
            if len(younger) < self._keep_games:
                raise InvariantError(f"game {name} was removed as one of too many, and older ones are kept")

    def _check_age(self, name: str, game: GameModel) -> None:
        self._round.append(name)
        days = (self.now - game.touched) / 86400
        if days < self._keep_days and not self.clock_was_wrong:
            raise InvariantError(f"game {name} was removed for its age, {days:.1f} days")
        if len(self._round) > 0.05 * self._round_size + 1e-9:
            raise InvariantError(
                f"{len(self._round)} of {self._round_size} games were removed for their age at one time, "
                f"the last of them {days:.1f} days old"
            )

    # --- The database ---

    def compare(
        self, games: Mapping[str, Beginning], entries: Mapping[str, list[str]], keys: Mapping[str, Keys]
    ) -> None:
        """What the model knows must be in the database, and nothing there that nobody asked for."""
        self.checks["compared"] += 1
        for name in games:
            if name in self.games:
                continue
            attempt = self.creating.get(name)
            if attempt is None or attempt.creates is None:
                what = "which is removed, is there again" if name in self.removed else "that nobody began"
                raise InvariantError(f"a game {what}: {name}")
            self._adopt(attempt.creates)
            if not attempt.is_over:
                self.found.add(name)
        for name, game in list(self.games.items()):
            if name in games:
                self._compare_entries(name, game, entries.get(name, []))
                self._compare_keys(name, game, keys[name])
            elif game.is_leaving:
                self.remove(name)
            else:
                raise InvariantError(f"game {name} is lost; it has {game.version} entries")

    def _compare_entries(self, name: str, game: GameModel, there: list[str]) -> None:
        known = game.entries
        if there[: len(known)] != known:
            place = next(
                (at for at, (a, b) in enumerate(zip(known, there, strict=False)) if a != b), len(there)
            )
            raise InvariantError(
                f"entry {place} of {name} is {(there[place:] or ['lost'])[0]!r}, and was {known[place]!r}; "
                f"of {len(known)} entries {len(there)} are left"
            )
        for number, what in sorted(game.ahead.items()):
            if there[number : number + 1] != [what]:
                raise InvariantError(f"entry {number} of {name} was acknowledged as {what!r}, and is lost")
        touched = game.touched
        for number in range(len(known), len(there)):
            what = there[number]
            tried = [each for each in game.attempts if (each.number, each.what) == (number, what)]
            if not tried and number not in game.ahead:
                raise InvariantError(f"entry {number} of {name} is {what!r}, which nobody asked for")
            game.ahead.pop(number, None)
            if len(tried) == 1:
                self._count_moves(tried[0])
            self._append(game, what)
            touched = max([touched, *(each.begun for each in tried)])
        game.touched = touched
        self._move_up(game)
        for version in game.shown:
            if version > game.version:
                raise InvariantError(
                    f"version {version} of {name} was shown, and only {game.version} are there"
                )
            self._check_shown(game, version)

    def _compare_keys(self, name: str, game: GameModel, there: Keys) -> None:
        for seat in BOTH:
            held, found = set(game.keys[seat - 1]), set(there[seat - 1])
            open_ones = [each for each in game.attempts if each.key is not None and each.key[0] == seat]
            may = held | {each.key[1] for each in open_ones if each.key is not None}
            sits = [each.key[1] for each in open_ones if each.is_alone and each.key is not None]
            if found - may:
                raise InvariantError(f"seat {seat} of {name} is opened by a secret that nobody gave it")
            if held - found and not any(found == {key} or key in found for key in sits):
                raise InvariantError(
                    f"seat {seat} of {name} is no longer opened by a secret that opened it"
                )
            if all(each.is_over for each in open_ones):
                game.keys[seat - 1].clear()
                game.keys[seat - 1].update(dict.fromkeys(sorted(found)))
        game.attempts = [each for each in game.attempts if not each.is_over]


GRACE = 30.0
"""Seconds that a request may take to be answered."""


def parsed(body: bytes) -> dict[str, Any]:
    """A game as JSON."""
    found: dict[str, Any] = json.loads(body)
    return found
