"""Games kept by the browser: a store beside SQLite and PostgreSQL, over documents in IndexedDB.

A document is a text under a key, with a version that rises with each change. A transaction of IndexedDB
ends as soon as Python is asked anything, so none is held open: documents are read, changed here, and
committed only if all that were read still have their versions (optimistic concurrency); else it is tried
again. The tabs of a browser are to this store what the processes of several servers are to PostgreSQL.

    seal                        what seals the secrets of this browser
    cookies                     those secrets
    game/ID                     a game with its keys and entries
    note/BROWSER/KIND/NAME      a note

Evenings of a club need a server: there are none here.
"""

import asyncio
import json
import secrets
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any, Protocol, TypeVar

from fivesquare.errors import quote
from fivesquare.web.store.base import (
    LONGEST_NOTE,
    LONGEST_WORD,
    MOST_KEYS,
    MOST_NOTES,
    Beginning,
    EveningEntry,
    Heard,
    Note,
    OldBrowser,
    OldEvening,
    OldGame,
    StoredEvening,
    StoredGame,
    StoreError,
    Told,
    ignore,
)

Answer = TypeVar("Answer")
Document = dict[str, Any]
Found = dict[str, Document | None]
Writes = dict[str, Document | None]
"""Documents by key; None removes one."""

_SEAL, _COOKIES = "seal", "cookies"
_GAMES, _NOTES = "game/", "note/"
_LONGEST_ID = 32
_NO_EVENING = "an evening at the club needs a server"


class Documents(Protocol):
    """Texts under keys, each with a version; `documents.js` keeps them in IndexedDB."""

    async def read(self, keys: Sequence[str]) -> Sequence[tuple[int, str] | None]:
        """The version and the text of each, or None."""
        ...

    async def range(self, prefix: str) -> Sequence[tuple[str, int, str]]:
        """Key, version and text of all whose keys begin like this, by key."""
        ...

    async def commit(self, versions: Mapping[str, int], writes: Mapping[str, str | None]) -> bool:
        """Write all, durably, if each of those has this version (0: is not there); else nothing."""
        ...

    def tell(self, words: str) -> None:
        """Send words to the other tabs."""
        ...

    def listen(self, heard: Callable[[str], None]) -> None:
        """Have it called with what other tabs tell."""
        ...


class BrowserStore:
    """Keeps games in a browser, for all of its tabs."""

    def __init__(self, documents: Documents) -> None:
        self._documents = documents
        self._heard: Heard = ignore_news
        self._seal: Document = {}
        self._is_closed = False
        self._turn = asyncio.Lock()  # entries of one tab are made in the order in which they were asked for

    @property
    def is_shared(self) -> bool:
        return True

    @property
    def seal_key(self) -> bytes:
        return bytes.fromhex(self._seal["key"])

    async def open(self, heard: Heard, told: Told = ignore) -> None:
        self._heard = heard
        self._documents.listen(self._hear)

        def make(found: Found) -> tuple[Document, Writes]:
            seal = found[_SEAL] or {"key": secrets.token_bytes(32).hex(), "since": time.time()}
            return seal, {} if found[_SEAL] else {_SEAL: seal}

        self._seal = await self._change([_SEAL], make)

    async def cookies(self, first: Callable[[], Mapping[str, str]]) -> dict[str, str]:
        """The cookies of this browser, the same in all of its tabs; at first those."""

        def begin(found: Found) -> tuple[dict[str, str], Writes]:
            known = found[_COOKIES]
            made = known or dict(first())
            return made, {} if known else {_COOKIES: made}

        return await self._change([_COOKIES], begin)

    async def keep_cookies(self, cookies: Mapping[str, str]) -> None:
        await self._change([_COOKIES], lambda _: (None, {_COOKIES: dict(cookies)}))

    async def close(self) -> None:
        """Finish what was asked for."""
        async with self._turn:
            self._is_closed = True

    async def check(self) -> None:
        name = f"check/{secrets.token_urlsafe(16)}"
        await self._change([name], lambda _: (None, {name: {}}))
        await self._change([name], lambda _: (None, {name: None}))

    async def tell(self, words: str) -> None:
        """There is no one else to be told: presence is for two people."""
        if len(words) > LONGEST_WORD:
            raise ValueError(f"{quote(words)} is too long to be told")

    def _hear(self, words: str) -> None:
        game, _, entries = words.partition(" ")
        self._heard(game, int(entries))

    # --- Documents ---

    async def _change(
        self, keys: Sequence[str], work: Callable[[Found], tuple[Answer, Writes]], *, told: str = ""
    ) -> Answer:
        """Read documents, and write what `work` makes of them, as if no one else wrote meanwhile.

        `told` goes to the other tabs if something was written.
        """
        async with self._turn:
            answer, is_written = await self._change_alone(keys, work)
        if told and is_written:
            self._documents.tell(told)
        return answer

    async def _change_alone(
        self, keys: Sequence[str], work: Callable[[Found], tuple[Answer, Writes]]
    ) -> tuple[Answer, bool]:
        while True:
            read = await self._asked(self._documents.read, keys)
            versions = {key: each[0] if each else 0 for key, each in zip(keys, read, strict=True)}
            found = {key: each and json.loads(each[1]) for key, each in zip(keys, read, strict=True)}
            answer, writes = work(found)
            texts = {key: None if each is None else _text(each) for key, each in writes.items()}
            if not texts or await self._asked(self._documents.commit, versions, texts):
                return answer, bool(texts)

    async def _all(self, prefix: str) -> dict[str, Document]:
        found = await self._asked(self._documents.range, prefix)
        return {key: json.loads(text) for key, _, text in found}

    async def _asked(self, ask: Callable[..., Awaitable[Any]], *told: Any) -> Any:
        if self._is_closed:
            raise StoreError("the store is closed")
        try:
            return await ask(*told)
        except OSError as error:
            raise StoreError(f"this browser cannot keep games: {error}") from error

    # --- Games ---

    async def create(self, kept: StoredGame) -> None:
        (place,) = new = _new(kept)

        def begin(found: Found) -> tuple[None, Writes]:
            if found[place] is not None:
                raise StoreError(f"there is a game {quote(kept.beginning.id)} already")
            return None, new

        await self._change([place], begin)

    async def follow(self, game: str, number: int, what: str, kept: StoredGame) -> bool:
        return await self._enter(game, number, what, also=_new(kept))

    async def append(self, game: str, number: int, what: str) -> bool:
        return await self._enter(game, number, what)

    async def take_seat(self, game: str, number: int, what: str, seat: int, key: bytes) -> bool:
        def alone(document: Document) -> None:
            document["keys"][seat - 1] = [key.hex()]

        return await self._enter(game, number, what, alone)

    async def _enter(
        self,
        game: str,
        number: int,
        what: str,
        change: Callable[[Document], object] = lambda _: None,
        also: Writes | None = None,
    ) -> bool:
        if not (_is_plain(game) and _is_plain(what)):
            raise ValueError(f"{quote(what)} cannot be an entry of {quote(game)}")
        place = _key(game)

        def enter(found: Found) -> tuple[bool, Writes]:
            document = found[place]
            if document is None or len(document["entries"]) != number:
                return False, {}
            document["entries"].append([what, time.time()])
            change(document)
            return True, {place: document, **(also or {})}

        return await self._change([place], enter, told=f"{game} {number + 1}")

    async def add_key(self, game: str, seat: int, key: bytes, unless: str | None = None) -> bool:
        if not _is_id(game):
            return False
        place = _key(game)

        def add(found: Found) -> tuple[bool, Writes]:
            document = found[place]
            if document is None or any(what == unless for what, _ in document["entries"]):
                return False, {}
            held = document["keys"][seat - 1]
            if key.hex() in held:
                return True, {}
            if len(held) >= MOST_KEYS:
                return False, {}
            held.append(key.hex())
            return True, {place: document}

        return await self._change([place], add, told=f"{game} 0")

    async def read(self, game: str) -> StoredGame | None:
        if not _is_id(game):
            return None
        (found,) = await self._asked(self._documents.read, [_key(game)])
        return None if found is None else _stored(json.loads(found[1]))

    async def games_of(self, key: bytes, most: int) -> list[StoredGame]:
        wanted = key.hex()
        found = [
            each
            for each in (await self._all(_GAMES)).values()
            if any(wanted in held for held in each["keys"])
        ]
        found.sort(key=lambda each: (-each["beginning"]["created"], each["beginning"]["id"]))
        return [_stored(each) for each in found[:most]]

    async def is_older_than_seals(self, key: bytes) -> bool:
        """No game is: the seal came first."""
        return False

    async def count(self) -> int:
        return len(await self._all(_GAMES))

    async def clocked_since(self, moment: float) -> list[str]:
        return [
            each["beginning"]["id"]
            for each in (await self._all(_GAMES)).values()
            if each["beginning"]["clock"] is not None and _last(each) >= moment
        ]

    async def last(self) -> float | None:
        return max(map(_last, (await self._all(_GAMES)).values()), default=None)

    async def untouched_since(self, moment: float) -> list[OldGame]:
        return [old for old in await self._old_games() if old.last < moment]

    async def surplus(self, most: int) -> list[OldGame]:
        return (await self._old_games())[most:]

    async def _old_games(self) -> list[OldGame]:
        """All, the newest first."""
        found = [
            OldGame(each["beginning"]["id"], _last(each)) for each in (await self._all(_GAMES)).values()
        ]
        return sorted(found, key=lambda old: (-old.last, old.game))

    async def remove(self, old: Sequence[OldGame]) -> list[str]:
        return [each.game for each in old if await self._remove(each)]

    async def _remove(self, old: OldGame) -> bool:
        place = _key(old.game)

        def drop(found: Found) -> tuple[bool, Writes]:
            document = found[place]
            is_old = document is not None and _last(document) <= old.last
            return is_old, {place: None} if is_old else {}

        is_gone = await self._change([place], drop, told=f"{old.game} 0")
        if is_gone:
            self._heard(old.game, 0)
        return is_gone

    # --- Notes ---

    async def note(
        self, browser: bytes, kind: str, name: str, value: Mapping[str, Any], *, rolling: bool = False
    ) -> bool:
        text = _text(value)
        if not (_is_id(kind) and _is_id(name) and len(text) <= LONGEST_NOTE):
            raise ValueError(f"{quote(name)} cannot be noted as {quote(kind)}")
        place = _place_of_note(browser, kind, name)
        held = await self._all(_place_of_note(browser, kind))
        oldest = None
        if place not in held and len(held) >= MOST_NOTES:
            if not rolling:
                return False
            oldest = min(held, key=lambda key: (held[key]["at"], key))
        written: Writes = {place: {"value": value, "at": time.time()}}
        if oldest is not None:
            written[oldest] = None
        return await self._change([place], lambda _: (True, written))

    async def notes(self, browser: bytes, kind: str | None = None) -> list[Note]:
        prefix = _place_of_note(browser) if kind is None else _place_of_note(browser, kind)
        found = []
        for key, document in (await self._all(prefix)).items():
            _, _, kind_of_it, name = key.split("/", 3)
            found.append(Note(kind_of_it, name, document["value"], document["at"]))
        return sorted(found, key=lambda note: (note.kind, note.name))

    async def forget(self, browser: bytes) -> None:
        """Unlike a server's, it also removes the games that nobody can open any more."""
        await self._drop_notes(browser)
        for kept in await self.games_of(browser, most=MOST_NOTES * 1000):
            await self._leave(kept.beginning.id, browser.hex())

    async def _leave(self, game: str, key: str) -> None:
        place = _key(game)

        def leave(found: Found) -> tuple[None, Writes]:
            document = found[place]
            if document is None:
                return None, {}
            document["keys"] = [[each for each in held if each != key] for held in document["keys"]]
            return None, {place: document if any(document["keys"]) else None}

        await self._change([place], leave, told=f"{game} 0")
        self._heard(game, 0)

    async def count_browsers(self) -> int:
        return len(await self._newest_notes())

    async def silent_since(self, moment: float) -> list[OldBrowser]:
        return [old for old in await self._newest_notes() if old.last < moment]

    async def surplus_browsers(self, most: int) -> list[OldBrowser]:
        return (await self._newest_notes())[most:]

    async def _newest_notes(self) -> list[OldBrowser]:
        """The browsers with notes, the one with the newest first."""
        newest: dict[str, float] = {}
        for key, document in (await self._all(_NOTES)).items():
            browser = key.split("/")[1]
            newest[browser] = max(document["at"], newest.get(browser, 0.0))
        found = [OldBrowser(bytes.fromhex(browser), last) for browser, last in newest.items()]
        return sorted(found, key=lambda old: (-old.last, old.browser))

    async def remove_notes(self, old: Sequence[OldBrowser]) -> int:
        newest = {each.browser: each.last for each in await self._newest_notes()}
        silent = [each for each in old if each.browser in newest and newest[each.browser] <= each.last]
        for each in silent:
            await self._drop_notes(each.browser)
        return len(silent)

    async def _drop_notes(self, browser: bytes) -> None:
        notes = await self._all(_place_of_note(browser))
        await self._change(list(notes), lambda _: (None, dict.fromkeys(notes)))

    # --- Evenings ---

    async def create_evening(self, kept: StoredEvening, most: int, since: float) -> bool:
        raise StoreError(_NO_EVENING)

    async def append_evening(self, entry: EveningEntry) -> bool:
        raise StoreError(_NO_EVENING)

    async def read_evening(self, evening: str) -> StoredEvening | None:
        return None

    async def evenings_of(self, key: bytes, most: int) -> list[StoredEvening]:
        return []

    async def count_evenings(self) -> int:
        return 0

    async def evenings_untouched_since(self, moment: float) -> list[OldEvening]:
        return []

    async def surplus_evenings(self, most: int) -> list[OldEvening]:
        return []

    async def remove_evenings(self, old: Sequence[OldEvening]) -> list[str]:
        return []


def ignore_news(game: str, entries: int) -> None:
    """Ignore what other tabs write: nothing is open yet."""


# --- Documents ---


def _text(thing: Any) -> str:
    return json.dumps(thing, separators=(",", ":"))


def _key(game: str) -> str:
    return f"{_GAMES}{game}"


def _place_of_note(browser: bytes, *more: str) -> str:
    """The key of a note, or what the keys of several have in common."""
    return "/".join((f"{_NOTES}{browser.hex()}", *more, *([""] if len(more) < 2 else [])))


def _is_plain(text: str) -> bool:
    return text != "" and text.isascii() and text.isprintable()


def _is_id(text: str) -> bool:
    return len(text) <= _LONGEST_ID and _is_plain(text)


def _new(kept: StoredGame) -> Writes:
    """A new game, to be written."""
    if not (_is_id(kept.beginning.id) and all(map(_is_plain, kept.entries))):
        raise ValueError(f"{quote(kept.beginning.id)} cannot be kept")
    now = kept.beginning.created
    return {
        _key(kept.beginning.id): {
            "beginning": {**asdict(kept.beginning)},
            "keys": [_hex(keys) for keys in kept.keys],
            "entries": [[what, now] for what in kept.entries],
        }
    }


def _hex(keys: Iterable[bytes]) -> list[str]:
    return sorted({key.hex() for key in keys})


def _stored(document: Document) -> StoredGame:
    first, second = document["beginning"]["players"]
    beginning = Beginning(**{**document["beginning"], "players": (first, second)})
    own, other = (tuple(map(bytes.fromhex, keys)) for keys in document["keys"])
    return StoredGame(beginning, (own, other), tuple(what for what, _ in document["entries"]))


def _last(document: Document) -> float:
    """When something last happened in a game."""
    created: float = document["beginning"]["created"]
    last: float = document["entries"][-1][1] if document["entries"] else created
    return max(created, last)
