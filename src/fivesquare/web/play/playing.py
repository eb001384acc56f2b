"""What can be done in a game, by whom: begin one, sit down, move, take back, resign, play again.

Everything becomes an entry of the store before anybody is told. Who comes too late learns it from the
store: it refuses an entry whose number is taken, and the game is looked at again.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Coroutine
from typing import Any

from fivesquare.engine import other_player
from fivesquare.errors import FivesquareError
from fivesquare.players.luck import Luck
from fivesquare.web.play import seats
from fivesquare.web.play.beginnings import Wish, again, begin, checked_seats
from fivesquare.web.play.games import HUMAN, Game
from fivesquare.web.play.presence import Presence
from fivesquare.web.play.rooms import Room, Rooms
from fivesquare.web.play.seats import BOTH
from fivesquare.web.refusals import BusyError, NoGameError, NoSeatError, StaleError, UnusableError
from fivesquare.web.store.base import Kept, Store, StoreError
from fivesquare.web.study.thinking import Thinkers

_DAY = 24 * 60 * 60
_HOUR = 60 * 60
_PACE = 0.9  # seconds between two moves where nobody but the computer plays
_PAUSE = 1.0  # seconds, before the computer tries again
_MOST_ENTRIES = 2000  # of a game; from there on nothing is taken back, so that it comes to an end
_PATIENCE = 5.0  # seconds for the store to say that it is there
_TRIES = 5  # to enter something while others enter as well

_log = logging.getLogger(__name__)


class Playing:
    """The games of one server process."""

    def __init__(self, store: Store, thinkers: Thinkers, *, keep_days: float, keep_games: int) -> None:
        self.rooms = Rooms(store)
        self._store = store
        self._thinkers = thinkers
        self._keep_seconds = keep_days * _DAY
        self._keep_games = keep_games
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        presence = Presence(self.rooms, self._store)
        await self._store.open(self._heard, presence.told)
        self._start(presence.run())
        self._start(self._prune())

    async def close(self) -> None:
        self.rooms.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._store.close()

    async def check(self) -> None:
        """Whether games can be kept; a StoreError if not."""
        async with asyncio.timeout(_PATIENCE):
            await self._store.check()

    # --- Finding one ---

    async def find(self, game: str) -> Room:
        """The room of a game; the computer goes on there, should it be its turn."""
        room = await self.rooms.find(game)
        if room is None:
            raise NoGameError("there is no such game here")
        room.asked_for = time.monotonic()
        self._wake(room)
        return room

    async def sit_at(self, room: Room, key: bytes | None) -> frozenset[int]:
        """The seats that a secret opens; refuses one that opens none."""
        held = seats.opened_by(room.keys, key)
        if not held and key is not None:  # another process may have let it in meanwhile
            await self.rooms.refresh(room)
            held = seats.opened_by(room.keys, key)
        if not held:
            raise NoSeatError("this needs the secret of a seat of this game")
        return held

    async def games_of(self, key: bytes, most: int = 20) -> list[tuple[Game, frozenset[int]]]:
        """The games in which a browser has a seat, and which ones, the newest first."""
        found = await self._store.games_of(key, most)
        return [(Game.of(kept), seats.opened_by(kept.keys, key)) for kept in found]

    # --- Beginning one ---

    async def create(self, wish: Wish, browser: bytes) -> tuple[Room, dict[int, str | None]]:
        """A new game, and for each seat of a person its secret; the browser sits down as it wishes."""
        beginning, moves = begin(wish)
        people = [seat for seat in BOTH if beginning.players[seat - 1] == HUMAN]
        mine = people if wish.sit is None else checked_seats(wish.sit, people)
        given = {seat: seats.new_secret() if seat in people else None for seat in BOTH}
        first, second = (
            tuple(seats.hash_of(secret) for secret in [given[seat]] if secret is not None)
            + ((browser,) if seat in mine else ())
            for seat in BOTH
        )
        entries = (*(f"sit {seat}" for seat in mine), *moves)
        return await self._keep(Kept(beginning, (first, second), entries)), given

    async def _keep(self, kept: Kept) -> Room:
        await self._store.create(kept)
        room = self.rooms.add(kept)
        self._wake(room)
        return room

    async def rematch(self, room: Room, board: str) -> Room:
        """The game after this one, with the seats swapped; the same for everybody who asks."""
        while room.game.rematch is None:
            if not room.game.is_over:
                raise StaleError("there is a rematch when the game is over", room.body)
            game, next_one = room.game, again(room.game, room.keys, board)
            what = f"rematch {next_one.beginning.id}"
            writing = self._store.follow(game.id, game.version, what, next_one)
            await self._entered(room, game.after(what), writing)
        return await self.find(room.game.rematch)

    # --- Sitting down ---

    async def sit_down(self, room: Room, key: bytes, browser: bytes, both: bool) -> frozenset[int]:
        """Let a browser have the seats that a key opens, and say which these are.

        A browser that has the one seat gets the other only if it wants `both`.
        """
        mine = seats.opened_by(room.keys, browser)
        try:
            opens = await self.sit_at(room, key)
        except NoSeatError:
            if mine:  # it sat down with this key, and never heard of it
                return mine
            raise
        for seat in opens if both or not mine else opens & mine:
            await self._sit(room, seat, key, browser)
        return opens

    async def _sit(self, room: Room, seat: int, key: bytes, browser: bytes) -> None:
        """Let a browser have the seat that a key opens. Who is first at an open one has it alone."""
        for _ in range(_TRIES):
            game, keys = room.game, room.keys[seat - 1]
            if seat in game.sat and browser in keys:
                return
            if key not in keys:
                raise NoSeatError("somebody else has taken this seat")
            if seat in game.sat:
                await self._let_in(room, seat, browser)
                return
            what = f"sit {seat}"
            writing = self._store.take_seat(game.id, game.version, what, seat, browser)
            if await self._entered(room, game.after(what), writing):
                room.let_in(seat, browser, alone=True)
                return
        raise BusyError("too many are writing at once; try again", wait=1)

    async def _let_in(self, room: Room, seat: int, browser: bytes) -> None:
        """Another device of somebody who sits there."""
        if not await self._store.add_key(room.game.id, seat, browser):
            raise StaleError("too many devices have this seat already", room.body)
        room.let_in(seat, browser)

    async def invite(self, room: Room, held: frozenset[int], seat: int) -> str:
        """A fresh secret for one's own seat, or for the other one while nobody has taken it."""
        game = room.game
        if seat not in held and (not game.is_human(seat) or seat in game.sat):
            raise StaleError("that seat is not yours to give", room.body)
        secret = seats.new_secret()
        key = seats.hash_of(secret)
        taken = None if seat in game.sat else f"sit {seat}"  # perhaps at this very moment
        if not await self._store.add_key(game.id, seat, key, unless=taken):
            raise StaleError("this seat has as many links as it may have", room.body)
        room.let_in(seat, key)
        return secret

    # --- Playing ---

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
            _check_turn(room, held, ply)
            if version is not None and version < game.taken_back:
                raise StaleError("a move was taken back meanwhile", room.body)
            try:
                after = game.moved(move)
            except FivesquareError as error:
                raise UnusableError(str(error)) from None
            if await self._enter(room, game, move, after):
                return
        raise BusyError("too many are writing at once; try again", wait=1)

    async def take_back(self, room: Room, held: frozenset[int], version: int, answer: str) -> None:
        """Ask for a takeback, or answer who asks. Where nobody is to be asked it is done at once."""
        game = room.game
        if game.version != version:
            raise StaleError("the game has gone on meanwhile", room.body)
        if game.resigned is not None:
            raise StaleError("a game that was resigned is over", room.body)
        if game.rematch is not None:
            raise StaleError("there is a rematch already, so this game stays over", room.body)
        if game.version >= _MOST_ENTRIES:
            raise StaleError("so much was taken back that this game must go on now", room.body)
        if not await self._enter(room, game, _takeback(room, held, answer)):
            raise StaleError("the game has gone on meanwhile", room.body)

    async def resign(self, room: Room, held: frozenset[int], version: int) -> None:
        game = room.game
        if game.is_over:
            raise StaleError("the game is over", room.body)
        seat = game.turn if game.turn in held else min(held)
        if game.version != version or not await self._enter(room, game, f"resign {seat}"):
            raise StaleError("the game has gone on meanwhile", room.body)

    async def _enter(self, room: Room, game: Game, what: str, after: Game | None = None) -> bool:
        """Enter what happened to `game`, and tell everybody; False if something else happened before."""
        writing = self._store.append(game.id, game.version, what)
        return await self._entered(room, after or game.after(what), writing)

    async def _entered(self, room: Room, after: Game, writing: Awaitable[bool]) -> bool:
        """Wait until what happened is on disk, and tell everybody of the game after it."""
        try:
            is_next = await writing
        except StoreError:
            room.is_stale = True  # it may have been written all the same
            raise
        if is_next:
            room.show(after)
            self._wake(room)
            return True
        if room.game.version < after.version:  # unless whoever was first has told already
            await self.rooms.refresh(room)
        return False

    # --- The computer ---

    def _wake(self, room: Room) -> None:
        """Let the computer think, if it is to move and does not already."""
        if room.game.computer_to_move is not None and not room.is_thinking:
            room.is_thinking = True
            self._start(self._play_for_computer(room))

    async def _play_for_computer(self, room: Room) -> None:
        try:
            while (name := room.game.computer_to_move) is not None:
                if not any(map(room.game.is_human, BOTH)):
                    if not room.is_looked_at:
                        break  # it goes on when somebody asks for it again
                    await asyncio.sleep(_PACE)
                await self._computer_move(room, room.game, name)
        finally:
            room.is_thinking = False

    async def _computer_move(self, room: Room, game: Game, name: str) -> None:
        seat = game.turn
        luck = Luck(game.beginning.seed, "first" if seat == 1 else "second")
        try:
            move = await self._thinkers.move(game.position, name, luck)
            await self._enter(room, game, move, game.moved(move))
        except (BusyError, StoreError):  # nobody else makes this move: try again, however long it takes
            await asyncio.sleep(_PAUSE)

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
        self._start(self.rooms.heard(game, entries))

    async def _prune(self) -> None:
        """Remove old games now, and then every hour.

        Their age is counted from when something last happened in any of them: a clock that went wrong while
        nobody played must not make all of them old.
        """
        while True:
            try:
                now = min(time.time(), await self._store.last() or 0.0)
                removed = await self._store.prune(now - self._keep_seconds, self._keep_games)
                if removed:
                    _log.info("removed %d old games", removed)
            except StoreError as error:
                _log.warning("old games could not be removed: %s", error)
            await asyncio.sleep(_HOUR)


def _check_turn(room: Room, held: frozenset[int], ply: int) -> None:
    game = room.game
    if game.is_over:
        raise StaleError("the game is over", room.body)
    if ply != game.ply:
        raise StaleError(f"the game has {game.ply} moves, so this would be no move {ply}", room.body)
    if game.turn not in held:
        raise StaleError("it is not your turn", room.body)


def _takeback(room: Room, held: frozenset[int], answer: str) -> str:
    """What is to be entered when somebody asks for a takeback, or answers."""
    game = room.game
    asker = game.asks
    if answer != "ask":
        if asker is None or (asker in held and len(held) == 1):
            raise StaleError("nobody asks for a takeback", room.body)
        return _back(room, frozenset([asker])) if answer == "yes" else f"no {other_player(asker)}"
    entry = _back(room, held)
    if not any(map(game.is_taken, set(BOTH) - held)):
        return entry
    if game.is_over:
        raise StaleError("the game is over", room.body)
    return f"ask {min(held)}"


def _back(room: Room, held: frozenset[int]) -> str:
    moves = room.game.moves_before_last_decision(held)
    if moves is None:
        raise StaleError("there is no move of yours to take back", room.body)
    return f"back {moves}"
