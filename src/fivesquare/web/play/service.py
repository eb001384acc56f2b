"""What can be done in a game, by whom: begin one, sit down, move, take back, resign, play again.

Everything becomes an entry of the store before it is shown. The store refuses an entry whose number is
taken: of two requests that race, the later one reads the game again.
"""

import asyncio
import logging
import math
import time
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import replace
from typing import Any

from fivesquare.engine import other_player
from fivesquare.errors import FivesquareError, many
from fivesquare.lanes import BusyError
from fivesquare.players.base import Luck
from fivesquare.web.exceptions import NoSeatError, StaleError, UnknownGameError, UnusableError
from fivesquare.web.observer import UNOBSERVED, Observer
from fivesquare.web.play import credentials, ladders
from fivesquare.web.play.clock import timed
from fivesquare.web.play.credentials import BOTH, new_secret
from fivesquare.web.play.evenings import Evenings
from fivesquare.web.play.game_state import HUMAN, RESIGNATION, TIME, Folds, GameState
from fivesquare.web.play.models import NewGame
from fivesquare.web.play.names import checked_name
from fivesquare.web.play.new_games import again, begin, checked_seats, name_entry
from fivesquare.web.play.open_games import RunningGames
from fivesquare.web.play.people import People
from fivesquare.web.play.presence import Presence
from fivesquare.web.play.pruner import Pruner
from fivesquare.web.play.rooms import NO_GAME, Room, Rooms
from fivesquare.web.play.timekeeper import Timekeeper
from fivesquare.web.store.base import Store, StoredGame, StoreError
from fivesquare.web.study.solver_pool import SolverPool

_PACE = 0.9  # seconds between two moves where only the computer plays
_PAUSE = 1.0  # seconds, before the computer tries again
_LONG_PAUSE = 60.0  # the same after an error that should not be
_MOST_ENTRIES = 2000  # of a game; from there on nothing is taken back, so that it comes to an end
_MOST_FORGOTTEN = 2000  # games, of one browser
_PATIENCE = 5.0  # seconds for the store to say that it is there
_TRIES = 5  # to enter something while others enter as well

_HOW_LOST = {RESIGNATION: "resigned", TIME: "lost on time"}

_log = logging.getLogger(__name__)


class GameService:
    """The games of one server process."""

    def __init__(
        self,
        store: Store,
        pool: SolverPool,
        *,
        keep_days: float,
        keep_games: int,
        remove_old: bool = False,
        by_links: bool = False,
        clock: Callable[[], float] = time.time,
        observer: Observer = UNOBSERVED,
    ) -> None:
        """`by_links`: no one else reaches these games, so who does not play here plays by links."""
        self.rooms = Rooms(store, clock=clock)
        self.folds = Folds()
        self.browsers = credentials.Browsers(store)
        self._store = store
        self._pool = pool
        self._by_links = by_links
        self._observer = observer
        self._pruner = Pruner(store, keep_days=keep_days, keep_games=keep_games, remove_old=remove_old)
        self._clock = clock
        self._presence = Presence(self.rooms, store)
        self.people = People(store, self._presence, self.enter)
        self.running = RunningGames(store, self.rooms, self.folds, self._wake)
        self.evenings = Evenings(store, self.find, clock)
        self._timekeeper = Timekeeper(self.rooms, store, self.enter, clock)
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        await self._store.open(self._heard, self._told)
        await self._timekeeper.open()
        self._start(self._presence.run())
        self._start(self._timekeeper.run())
        self._start(self._pruner.run())

    async def close(self) -> None:
        self.rooms.close()
        await self.evenings.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._timekeeper.close()
        await self._store.close()

    async def check(self) -> None:
        """Raise a StoreError if games cannot be saved."""
        async with asyncio.timeout(_PATIENCE):
            await self._store.check()

    # --- Finding one ---

    async def find(self, game: str) -> Room:
        """The room of a game; wakes the computer if it is to move."""
        room = await self.rooms.find(game)
        if room is None:
            raise UnknownGameError(NO_GAME)
        room.asked_for = time.monotonic()
        self._wake(room)
        return room

    async def sit_at(self, room: Room, key: bytes | None) -> frozenset[int]:
        """The seats that a secret opens; refuses one that opens none."""
        held = credentials.opened_by(room.keys, key)
        if not held and key is not None:  # another process may have let it in meanwhile
            await self.rooms.refresh(room)
            held = credentials.opened_by(room.keys, key)
        if not held:
            raise NoSeatError("this needs the secret of a seat of this game")
        return held

    async def games_of(self, key: bytes, most: int = 20) -> list[tuple[GameState, frozenset[int]]]:
        """The games in which a browser has a seat, and which ones, the newest first."""
        found = await self._store.games_of(key, most)
        return [(await self.folds.of(kept), credentials.opened_by(kept.keys, key)) for kept in found]

    # --- Beginning one ---

    async def create(self, wish: NewGame, browser: bytes) -> tuple[Room, dict[int, str | None]]:
        """A new game, and for each seat of a person its secret; the browser sits down as it wishes."""
        beginning, moves = begin(wish)
        people = [seat for seat in BOTH if beginning.players[seat - 1] == HUMAN]
        mine = people if wish.sit is None else checked_seats(wish.sit, people)
        given = {seat: None if self._by_links or seat not in people else new_secret() for seat in BOTH}
        first, second = (
            tuple(credentials.hash_of(secret) for secret in [given[seat]] if secret is not None)
            + ((browser,) if seat in mine else ())
            for seat in BOTH
        )
        named = [] if len(mine) != 1 else await self._introduction(mine[0], wish.name, browser)
        sat = [f"sit {seat}" for seat in mine]
        if self._by_links and len(mine) < len(people):
            beginning = replace(beginning, clock=None)
            sat += [f"elsewhere {seat}" for seat in people if seat not in mine]
        return await self.keep(StoredGame(beginning, (first, second), (*sat, *named, *moves))), given

    async def _introduction(self, seat: int, name: str | None, browser: bytes) -> list[str]:
        """The entry that names the player who begins a game: as they ask, or as their browser keeps."""
        called = await self.people.name_of(browser) if name is None else checked_name(name)
        return [] if called is None else [name_entry(seat, called)]

    async def keep(self, kept: StoredGame) -> Room:
        """A game that has begun, here or elsewhere."""
        await self._store.create(kept)
        room = self.rooms.add(kept)
        self._wake(room)
        return room

    async def rematch(self, room: Room, board: str) -> tuple[Room, bool]:
        """The game after this one, with the seats swapped, and whether it began just now.

        It is the same for both players.
        """
        began = False
        while room.game.rematch is None:
            if not room.game.is_over:
                raise StaleError("there is a rematch when the game is over", room.body)
            game, next_one = room.game, again(room.game, room.keys, board)
            what = f"rematch {next_one.beginning.id}"
            writing = self._store.follow(game.id, game.version, what, next_one)
            began = await self._entered(room, game.after(what), writing)
        return await self.find(room.game.rematch), began

    # --- Sitting down ---

    async def sit_down(self, room: Room, key: bytes, browser: bytes, both: bool) -> frozenset[int]:
        """Let a browser have the seats that a key opens, and say which these are.

        A browser that has the one seat gets the other only if it wants `both`.
        """
        mine = credentials.opened_by(room.keys, browser)
        try:
            opens = await self.sit_at(room, key)
        except NoSeatError:
            if mine:  # it sat down with this key, and never heard of it
                return mine
            raise
        for seat in opens if both or not mine else opens & mine:
            await self._sit(room, seat, key, browser)
        if not mine and len(opens) == 1:
            await self.people.introduce(room, min(opens), browser)
        return opens

    async def _sit(self, room: Room, seat: int, key: bytes, browser: bytes) -> None:
        """Let a browser have the seat that a key opens. Who is first at an open one has it alone."""
        for _ in range(_TRIES):
            game, keys = room.game, room.keys[seat - 1]
            if seat in game.sat and browser in keys:
                return
            if key not in keys:
                raise NoSeatError("this seat is taken")
            if seat in game.sat:
                await self._let_in(room, seat, browser)
                return
            what = f"sit {seat}"
            writing = self._store.take_seat(game.id, game.version, what, seat, browser)
            if await self._entered(room, game.after(what), writing):
                room.let_in(seat, browser, alone=True)
                return
        raise BusyError("too much is happening at once; try again", wait=1)

    async def _let_in(self, room: Room, seat: int, browser: bytes) -> None:
        """Another device of the player in this seat."""
        if not await self._store.add_key(room.game.id, seat, browser):
            await self.rooms.refresh(room)  # one that is gone says so
            raise StaleError("too many devices have this seat already", room.body)
        room.let_in(seat, browser)

    async def invite(self, room: Room, held: frozenset[int], seat: int) -> str:
        """A fresh secret for one's own seat, or for the other one while it is open."""
        game = room.game
        if seat not in held and (not game.is_human(seat) or seat in game.sat):
            raise StaleError("that seat is not yours to give", room.body)
        secret = credentials.new_secret()
        key = credentials.hash_of(secret)
        taken = None if seat in game.sat else f"sit {seat}"  # perhaps at this very moment
        if not await self._store.add_key(game.id, seat, key, unless=taken):
            await self.rooms.refresh(room)  # one that is gone says so
            raise StaleError("this seat has as many links as it may have", room.body)
        room.let_in(seat, key)
        return secret

    async def forget(self, browser: bytes) -> None:
        """Forget a browser: its name in every game and evening, its notes, and what it did in its seats.

        The name is shown nowhere from then on; the log of a game has it until the game is removed.
        """
        for game, held in await self.games_of(browser, _MOST_FORGOTTEN):
            for seat in held:
                if game.names[seat - 1] is not None:
                    await self.people.rename(await self.find(game.id), held, seat, None)
        await self.evenings.forget_names(browser)
        for room in self.rooms:
            room.browsers.discard(browser)
        await self._store.forget(browser)

    # --- Moves ---

    async def move(
        self, room: Room, held: frozenset[int], ply: int, move: str, version: int | None = None
    ) -> None:
        """Make a move; the same one at the same place again is no news.

        `version` is that of the game in which it was chosen: if moves were taken back since then, it may
        have been among them, and is not made again.
        """
        for attempt in range(_TRIES):
            game = room.game
            if ply < game.ply and game.position.moves[ply] == move and game.mover(ply) in held:
                return
            if (ply > game.ply or game.turn not in held) and attempt == 0 and self._store.is_shared:
                await self.rooms.refresh(room)  # another process may be ahead of this one
                continue
            if game.clock is not None and await self._timekeeper.settle(room):
                continue
            _check_turn(room, held, ply)
            if version is not None and version < game.taken_back:
                raise StaleError("a move has since been taken back", room.body)
            at = None if game.clock is None else self._timekeeper.now()
            try:
                after = game.moved(move, at)
            except FivesquareError as error:
                raise UnusableError(str(error)) from None
            if await self.enter(room, game, move if at is None else timed(move, at), after):
                return
        raise BusyError("too much is happening at once; try again", wait=1)

    async def take_back(self, room: Room, held: frozenset[int], version: int, answer: str) -> None:
        """Ask for a takeback, withdraw or answer one. Without a human opponent it is done immediately."""
        await self._timekeeper.settle(room)
        game = room.game
        if game.version != version:
            raise StaleError("the game has changed in the meantime", room.body)
        if game.loser is not None:
            raise StaleError(f"a game that was {_HOW_LOST[game.result['reason']]} is over", room.body)
        if game.rematch is not None:
            raise StaleError("there is a rematch already, so this game stays over", room.body)
        if game.is_over and game.beginning.evening is not None:
            raise StaleError("the result counts for the evening, so it stays", room.body)
        if game.version >= _MOST_ENTRIES:
            raise StaleError("so much was taken back that this game must go on now", room.body)
        now = self._clock()
        if not await self.enter(room, game, _stamped(game, _takeback(room, held, answer, now), now)):
            raise StaleError("the game has changed in the meantime", room.body)

    async def resign(self, room: Room, held: frozenset[int], version: int) -> None:
        await self._timekeeper.settle(room)
        game = room.game
        if game.is_over:
            raise StaleError("the game is over", room.body)
        seat = game.turn if game.turn in held else min(held)
        what = _stamped(game, f"resign {seat}", self._clock())
        if game.version != version or not await self.enter(room, game, what):
            raise StaleError("the game has changed in the meantime", room.body)

    async def enter(self, room: Room, game: GameState, what: str, after: GameState | None = None) -> bool:
        """Append what happened to `game`, and show it; False if something else happened first.

        UnknownGameError if the game is gone.
        """
        writing = self._store.append(game.id, game.version, what)
        return await self._entered(room, after or game.after(what), writing)

    async def _entered(self, room: Room, after: GameState, writing: Awaitable[bool]) -> bool:
        """Wait until an entry is on disk, then show the game after it."""
        try:
            is_next = await writing
        except StoreError:
            room.is_stale = True  # it may have been written all the same
            raise
        if is_next:
            self._tell(room.game, after)
            if after.is_over and not room.game.is_over:
                await self._note_win(room, after)
            room.show(after)
            self._wake(room)
            return True
        if room.game.version < after.version:  # else the other entry has been shown already
            await self.rooms.refresh(room)
        return False

    def _tell(self, before: GameState, after: GameState) -> None:
        """Tell whoever observes this server what is durable now."""
        if after.ply > before.ply:
            self._observer.moved(after.beginning.book, is_computer=before.computer_to_move is not None)
        if after.is_over and not before.is_over:
            self._observer.ended(after.result["reason"])

    # --- Ladders ---

    async def ladder(self, room: Room, key: bytes | None) -> dict[str, Any] | None:
        """What the end of a game means for the ladder of a browser."""
        held = credentials.opened_by(room.keys, key)
        return await ladders.settle(self._store, room.game, held, key)

    async def _note_win(self, room: Room, game: GameState) -> None:
        """Note a level that is beaten, before the end of the game is shown.

        What could not be noted is made good when the browser next looks at this game.
        """
        for browser in room.browsers:
            held = credentials.opened_by(room.keys, browser)
            try:
                await ladders.settle(self._store, game, held, browser)
            except StoreError as error:
                _log.warning("a level that was beaten could not be noted: %s", error)

    async def note_help(self, room: Room, held: frozenset[int], ply: int, kind: str | None) -> None:
        """Enter that a player is being helped, once for each kind; refuse what would be unfair."""
        for _ in range(_TRIES):
            game = room.game
            if game.is_over or game.ply != ply:
                raise StaleError("the game has changed in the meantime", room.body)
            if game.is_between_people:
                if len(held) < len(BOTH):
                    raise StaleError("there is no advice in a game between two people", room.body)
                return
            (seat,) = held
            if kind is None or kind in game.helped[seat - 1]:
                return
            if await self.enter(room, game, f"help {seat} {kind}"):
                return
        raise BusyError("too much is happening at once; try again", wait=1)

    # --- The computer ---

    def _wake(self, room: Room) -> None:
        """Let the computer think, if it is to move and does not already; or the clock wait for its flag."""
        self._timekeeper.arm(room)
        if room.game.computer_to_move is not None and not room.is_thinking:
            room.is_thinking = True
            self._start(self._play_for_computer(room))

    async def _play_for_computer(self, room: Room) -> None:
        try:
            while (name := room.game.computer_to_move) is not None:
                if not any(map(room.game.is_human, BOTH)):
                    if not room.is_looked_at:
                        break  # it continues at the next request
                    await asyncio.sleep(_PACE)
                await self._computer_move(room, room.game, name)
        except UnknownGameError:
            pass  # it was removed meanwhile: there is nothing to move in
        finally:
            room.is_thinking = False

    async def _computer_move(self, room: Room, game: GameState, name: str) -> None:
        seat = game.turn
        luck = Luck(game.beginning.seed, "first" if seat == 1 else "second")
        try:
            move = await self._pool.move(game.position, name, luck)
            await self.enter(room, game, move, game.moved(move))
        except (BusyError, StoreError):  # no one else makes this move: retry for as long as it takes
            await asyncio.sleep(_PAUSE)
        except UnknownGameError:
            raise
        except Exception:  # a solver that cannot start: an operator has to look, not the log to fill up
            _log.exception("the computer could not move; it tries again in %d seconds", _LONG_PAUSE)
            await asyncio.sleep(_LONG_PAUSE)

    # --- In the background ---

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            _log.error("work in the background failed", exc_info=task.exception())

    def _heard(self, game: str, entries: int) -> None:
        self._start(self._catch_up(game, entries))
        if not game:
            self._start(self.evenings.rooms.heard("", 0))

    def _told(self, process: str, words: str) -> None:
        subject, _, news = words.partition(" ")
        if subject == "evening":
            evening, _, entries = news.partition("@")
            self._start(self.evenings.rooms.heard(evening, int(entries)))
        else:
            self._presence.told(process, words)

    async def _catch_up(self, game: str, entries: int) -> None:
        """Take in what another process wrote, and keep the time of it."""
        await self.rooms.heard(game, entries)
        room = self.rooms.get(game)
        if room is not None:
            self._timekeeper.arm(room)


def _check_turn(room: Room, held: frozenset[int], ply: int) -> None:
    game = room.game
    if game.is_over:
        is_late = game.flagged in held
        raise StaleError("your time is over" if is_late else "the game is over", room.body)
    if ply != game.ply:
        raise StaleError(f"the game has {game.ply} moves, so this would be no move {ply}", room.body)
    if game.turn not in held:
        raise StaleError("it is not your turn", room.body)


def _stamped(game: GameState, what: str, now: float) -> str:
    """An entry with its moment, where a clock needs it: what changes whose time runs."""
    is_timed = game.clock is not None and what.partition(" ")[0] in ("back", "resign")
    return timed(what, now) if is_timed else what


def _takeback(room: Room, held: frozenset[int], answer: str, now: float) -> str:
    """The entry for asking for a takeback, withdrawing or answering one."""
    game = room.game
    if answer == "ask":
        return _wish(room, held, now)
    asker = game.asks
    if asker is None or (answer == "yes" and held == {asker}):
        raise StaleError("no takeback has been asked for", room.body)
    if answer == "yes":
        return _back(room, frozenset([asker]))
    return f"no {asker if held == {asker} else other_player(asker)} {math.floor(now)}"


def _wish(room: Room, held: frozenset[int], now: float) -> str:
    """The entry for asking: the takeback itself where no other person plays."""
    game, entry = room.game, _back(room, held)
    if not any(map(game.is_taken, set(BOTH) - held)):
        return entry
    if game.is_over:
        raise StaleError("the game is over", room.body)
    seat = min(held)
    wait = game.declined[seat - 1].seconds_left(now)
    if wait:
        raise StaleError(f"your opponent declined; you may ask again in {many(wait, 'second')}", room.body)
    return f"ask {seat}"


def _back(room: Room, held: frozenset[int]) -> str:
    game = room.game
    moves = game.moves_before_last_decision(held)
    if moves is None:
        raise StaleError("there is no move of yours to take back", room.body)
    if any(game.mover(ply) in game.elsewhere - held for ply in range(moves, game.ply)):
        raise StaleError("your friend has answered that move, so it stays", room.body)
    return f"back {moves}"
