"""Games by links: two people without a server, who send each other the whole game.

A letter is the game as one of the two has it, packed into the fragment of a link. It says who sends it;
whoever opens it plays the other seat, and takes over what is new in it. There are no secrets: who has the
link has the game. What contradicts the game that is here changes nothing, unless the player wants it.
"""

import base64
import binascii
import json
import re
import zlib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

from pydantic import BaseModel, Field, ValidationError

from fivesquare.engine import other_player
from fivesquare.errors import FivesquareError
from fivesquare.lanes import BusyError
from fivesquare.position import Position
from fivesquare.web import links
from fivesquare.web.exceptions import NoSeatError, RefusalError, StaleError, UnusableError
from fivesquare.web.messages import Request, Response, answer, read
from fivesquare.web.models import Board, Book, Placement, Seat, Wire
from fivesquare.web.openapi import Operation
from fivesquare.web.play import credentials
from fivesquare.web.play.game_state import HUMAN, GameState
from fivesquare.web.play.models import NewGame
from fivesquare.web.play.names import checked_name
from fivesquare.web.play.new_games import begin, name_entry
from fivesquare.web.play.rooms import Room
from fivesquare.web.play.service import GameService
from fivesquare.web.store.base import Beginning, Store, StoredGame, StoreError

_FORMAT = "1"
"""How every letter begins; a later format begins with another character."""

_USUAL = (
    b'"setup":{"owners":[[0,0,0,0],[0,0,0,1],[0,0,0,2]],"turn":2,"link":"like":"goal":"exactly":"balance":'
    b'{"komi":"score","take":"adjacent","again":"chain","reach":"resigned":2,"names":[null,"fifteen"harvest"'
    b'sweep"majority"crown"grow"flip","takebacks":1,"moves":"stop swap 5,1 5,2 5,3 5,4 4,1 4,2 4,3 4,4 3,1 '
    b'3,2 3,3 3,4 2,1 2,2 2,3 2,4 1,1 1,2 1,3 1,4","seed":{"sender":1,"book":"grow","board":[[1,2,3,4],'
    b"[5,6,7,8],[9,10,11,12],[13,14,15,16]]"
)
"""What letters often contain, for their compression; part of the format."""

_MOST_BYTES = 65536
_MOST_TAKEBACKS = 999
_TRIES = 5
_ID = re.compile(r"[\w-]{16,64}", re.ASCII)

_UNREADABLE = "this link cannot be read: perhaps a part of it is missing"
_OTHER_GAME = "this link belongs to another game, so nothing was changed here"
_OWN = "This link is your own: send it to your friend, and open the one that comes back."
_SEEN = "You have already seen this move."
_OPENED = "You have already opened this link."
_RESIGNED = "You have resigned this game: send your friend your link, so that they see it."
_CORRECTED = "Your friend has taken a move back and played another one."
_BEGUN = "You play {colour} in this game with your friend. Each of your moves is a link to send back."
_COLOURS = "blue", "amber"


class Letter(NamedTuple):
    """A game as its sender has it."""

    sender: int
    beginning: Beginning
    end: Position
    names: tuple[str | None, str | None]
    resigned: int | None
    takebacks: int
    """How often moves were taken back so far, so that a correction can be told from an older letter."""


# --- As text ---


class Contents(Wire):
    """What is packed. The id of the game is in the address."""

    sender: Seat
    book: Book
    board: Board
    setup: Placement | None = None
    moves: str = ""
    seed: int | None = Field(None, description="If the board was dealt.")
    names: list[str | None] = Field([None, None])
    resigned: Seat | None = None
    takebacks: int = Field(0, ge=0, le=_MOST_TAKEBACKS)


def packed(game: GameState, sender: int, takebacks: int) -> str:
    """The text of a letter, which an address can carry."""
    beginning = game.beginning
    contents = {
        "sender": sender,
        "book": beginning.book,
        "board": beginning.board,
        "setup": beginning.setup,
        "moves": " ".join(game.position.moves),
        "seed": beginning.seed if beginning.dealt else None,
        "names": game.names if any(game.names) else None,
        "resigned": game.resigned,
        "takebacks": takebacks,
    }
    text = json.dumps({name: each for name, each in contents.items() if each}, separators=(",", ":"))
    squeezer = zlib.compressobj(level=9, wbits=-15, zdict=_USUAL)
    squeezed = squeezer.compress(text.encode()) + squeezer.flush()
    return _FORMAT + base64.urlsafe_b64encode(squeezed).rstrip(b"=").decode()


def unpacked(game: str, text: str) -> Letter:
    """The letter that was packed; UnusableError if it is none."""
    contents = _contents(text)
    if _ID.fullmatch(game) is None or len(contents.names) != len(credentials.BOTH):
        raise UnusableError(_UNREADABLE)
    board = {"book": contents.book, "board": contents.board, "setup": contents.setup, "seed": contents.seed}
    wish = NewGame.model_validate(
        {**board, "moves": contents.moves.split(), "first": HUMAN, "second": HUMAN}
    )
    beginning, moves = begin(wish)
    beginning = replace(beginning, id=game, dealt=contents.seed is not None)
    end = GameState.begin(beginning).after_all(moves).position
    first, second = (None if name is None else checked_name(name) for name in contents.names)
    return Letter(contents.sender, beginning, end, (first, second), contents.resigned, contents.takebacks)


def _contents(text: str) -> Contents:
    squeezed = text.removeprefix(_FORMAT)
    try:
        if squeezed == text:
            raise UnusableError(_UNREADABLE)
        reader = zlib.decompressobj(wbits=-15, zdict=_USUAL)
        whole = reader.decompress(_bytes_of(squeezed), _MOST_BYTES)
        if not reader.eof:
            raise UnusableError(_UNREADABLE)
        return Contents.model_validate(json.loads(whole))
    except (binascii.Error, zlib.error, ValueError, RecursionError, ValidationError):
        raise UnusableError(_UNREADABLE) from None


def _bytes_of(text: str) -> bytes:
    return base64.b64decode(text + "=" * (-len(text) % 4), b"-_", validate=True)


# --- What is new ---


class News(NamedTuple):
    """What a letter brings: entries of the game, and what is said to the player."""

    entries: tuple[str, ...]
    sentence: str = ""


def news(game: GameState, takebacks: int, letter: Letter, *, instead: bool = False) -> News:
    """What a letter of the other player brings to a game; StaleError if it contradicts it.

    `takebacks` is how often moves were taken back here. With `instead` the letter prevails.
    """
    here, there = game.position.moves, letter.end.moves
    same = _length_of_common(here, there)
    is_corrected = same < min(len(here), len(there))
    if same < len(there) and game.loser is not None:
        return News((), _RESIGNED)
    if not instead:
        _check(game, takebacks, letter, same)
    entries = [*([f"back {same}"] if is_corrected else []), *there[same:]]
    is_over = game.is_over or letter.end.is_over
    if letter.resigned == letter.sender and not is_over:
        entries.append(f"resign {letter.sender}")
    if not entries:
        return News((), _SEEN if there else _OPENED)
    missing = letter.takebacks - takebacks - is_corrected
    sentence = _CORRECTED if is_corrected and not instead else ""
    return News((*entries, *[f"back {len(there)}"] * missing), sentence)


def _check(game: GameState, takebacks: int, letter: Letter, same: int) -> None:
    """Refuse a letter that undoes moves of who opens it, makes some for them, or is an older one."""
    here, there = game.position.moves, letter.end.moves
    if same == len(there):
        return
    is_mine = [letter.end.history()[ply].state.turn != letter.sender for ply in range(same, len(there))]
    if same == len(here) and any(is_mine):
        raise StaleError("this link has moves of yours that were not made in this browser")
    is_answered = any(game.mover(ply) != letter.sender for ply in range(same, len(here)))
    if same < len(here) and (is_answered or letter.takebacks <= takebacks):
        raise StaleError(
            f"this link has a different game from move {same + 1} on: it may be older, or one of you "
            "took a move back after sending it"
        )


def _length_of_common(one: tuple[str, ...], other: tuple[str, ...]) -> int:
    """How many moves two games have in common before they part."""
    return next(
        (number for number, (a, b) in enumerate(zip(one, other, strict=False)) if a != b),
        min(len(one), len(other)),
    )


# --- As requests ---


class Opened(Wire):
    """A link that was opened."""

    game: str
    letter: str
    instead: bool = Field(False, description="Whether it prevails where it contradicts the game here.")


class Taken(BaseModel):
    sentence: str = Field(description="What there is to say; nothing if the game says it all.")


class LetterLink(BaseModel):
    link: str


class LetterHandlers:
    """Sends games as links, and takes them in."""

    def __init__(self, service: GameService, store: Store) -> None:
        self._service, self._store = service, store

    def operations(self) -> Iterator[Operation]:
        yield Operation("GET", "/api/games/{id}/letter", self.write, gives=LetterLink)
        yield Operation("POST", "/api/letters", self.open_letter, takes=Opened, gives=Taken)

    async def write(self, request: Request) -> Response:
        """The link with which the other player gets the game as it is now."""
        room = await self._service.find(request.path_params["id"])
        held = await self._service.sit_at(room, self._service.browsers.key_of(request))
        if not room.game.elsewhere:
            raise StaleError("nobody plays this game elsewhere", room.body)
        text = packed(room.game, min(held), await self._takebacks(room))
        link = f"{links.link_to(request, room.game.id)}#letter={text}"
        return answer(LetterLink(link=link).model_dump_json().encode())

    async def open_letter(self, request: Request) -> Response:
        """Take in what is new in a letter."""
        wish = await read(request, Opened)
        letter = _read(wish)
        secret = await self._service.browsers.secret(request)
        sentence = await self._take(letter, credentials.hash_of(secret), wish.instead)
        response = answer(Taken(sentence=sentence).model_dump_json().encode())
        response.headers["set-cookie"] = self._service.browsers.cookie(request, secret)
        return response

    async def _take(self, letter: Letter, browser: bytes, instead: bool) -> str:
        room = await self._service.rooms.find(letter.beginning.id)
        if room is None:
            try:
                return await self._begin(letter, browser)
            except StoreError:  # another tab may have been faster
                room = await self._service.find(letter.beginning.id)
        await self._service.rooms.refresh(room)
        held = credentials.opened_by(room.keys, browser)
        if room.game.position.history()[0] != letter.end.history()[0]:
            raise UnusableError(_OTHER_GAME)
        if not held:
            raise NoSeatError("this browser has no seat in that game")
        if letter.sender in held:
            return _OWN
        return await self._go_on(room, letter, instead)

    async def _begin(self, letter: Letter, browser: bytes) -> str:
        """Keep a game of which nothing was known here."""
        mine = other_player(letter.sender)
        keys = ((browser,), ()) if mine == 1 else ((), (browser,))
        entries = (
            f"sit {mine}",
            f"elsewhere {letter.sender}",
            *(name_entry(seat, name) for seat, name in enumerate(letter.names, 1) if name is not None),
            *letter.end.moves,
            *[f"back {len(letter.end.moves)}"] * letter.takebacks,
            *([f"resign {letter.resigned}"] if letter.resigned and not letter.end.is_over else []),
        )
        room = await self._service.keep(StoredGame(letter.beginning, keys, entries))
        await self._service.people.introduce(room, mine, browser)
        return _BEGUN.format(colour=_COLOURS[mine - 1])

    async def _go_on(self, room: Room, letter: Letter, instead: bool) -> str:
        for _ in range(_TRIES):
            found = news(room.game, await self._takebacks(room), letter, instead=instead)
            if await self._entered(room, found.entries):
                await self._rename(room, letter)
                return found.sentence
        raise BusyError("this game is changing in another tab; try again", wait=1)

    async def _entered(self, room: Room, entries: Sequence[str]) -> bool:
        """Enter one after the other; False as soon as another tab was faster."""
        for what in entries:
            if not await self._service.enter(room, room.game, what):
                return False
        return True

    async def _rename(self, room: Room, letter: Letter) -> None:
        """Call the sender as they wish, if that can be done."""
        name = letter.names[letter.sender - 1]
        if name is not None:
            with suppress(RefusalError):
                await self._service.people.rename(room, frozenset([letter.sender]), letter.sender, name)

    async def _takebacks(self, room: Room) -> int:
        kept = await self._store.read(room.game.id)
        return 0 if kept is None else sum(what.startswith("back ") for what in kept.entries)


def _read(wish: Opened) -> Letter:
    try:
        return unpacked(wish.game, wish.letter)
    except FivesquareError:  # a move that the rules refuse is no news for who has opened a link
        raise UnusableError(_UNREADABLE) from None
