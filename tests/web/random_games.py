"""Games with random moves, and questions about them: asked here, and to be asked again elsewhere.

    python tests/web/random_games.py 300

plays that many games twice, here and in Chromium on a site that it builds, and prints how many answers
of each kind there were, the digest of all of them, and those that differ.
"""

import asyncio
import hashlib
import json
import random
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Page

from fivesquare.books import CATALOGUE
from fivesquare.players.registry import LEVELS
from fivesquare.web.static_site.browser_store import BrowserStore
from fivesquare.web.static_site.desk import Desk
from fivesquare.web.static_site.memory_documents import MemoryDocuments
from fivesquare.web.static_site.website_of_one import website_of_one

OWN_BOOKS: tuple[dict[str, Any], ...] = (
    {"like": "grow", "size": [4, 4], "title": "Small Grow"},
    {"like": "flip", "size": [3, 5]},
    {"like": "sweep", "size": [2, 7]},
    {"like": "chain", "size": [4, 5]},
)
VALUES_FROM = 12
"""How many cells may be free when values are asked for: then they are exact, whatever the machine."""

_GAME = "GAME"
_OPPONENTS = (*(f"level:{level}" for level in LEVELS), "perfect")
_NEVER_THE_SAME = re.compile(r'"(id|created|1|2|seconds)": ?("[^"]*"|[\d.e-]+)')
_ASK = """async ([root, steps]) => {
    const answers = [];
    let game = "";
    for (const { method, path, body, waits } of steps) {
        const address = root + path.slice(1).replace("GAME", game);
        for (;;) {
            const headers = { "content-type": "application/json" };
            const answer = await fetch(address, body === null ? {} : { method, headers, body });
            const text = await answer.text();
            if (waits && text.includes('"thinking":true')) {
                await new Promise((resolve) => { setTimeout(resolve, 2); });
                continue;
            }
            if (path === "/api/games" && answer.ok) game = JSON.parse(text).id;
            answers.push([answer.status, text.replaceAll(game || "no game", "GAME")]);
            break;
        }
    }
    return answers;
}"""


class Step(NamedTuple):
    """Something that is asked; `waits`: until the computer has moved."""

    method: str
    path: str
    body: str | None
    waits: bool


class Answer(NamedTuple):
    status: int
    body: str


Conversation = list[tuple[Step, Answer]]


def native(games: Sequence[int]) -> list[Conversation]:
    """A conversation about each of these games, with our own Python; in a thread that has no event loop."""
    with ThreadPoolExecutor(1) as alone:
        return alone.submit(lambda: asyncio.run(_all(games))).result()


def asked_on(page: Page, root: str, conversation: Conversation) -> list[Answer]:
    """The same, asked of a page."""
    steps = [step._asdict() for step, _ in conversation]
    return [Answer(status, _steady(body)) for status, body in page.evaluate(_ASK, [root, steps])]


def digest(conversations: Sequence[Conversation]) -> str:
    """The SHA-256 of all answers, each with what it answers."""
    told = [[step.path, *answer] for conversation in conversations for step, answer in conversation]
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()


def counts(conversations: Sequence[Conversation]) -> Counter[str]:
    """How many answers there are of each kind."""
    answers = [each for conversation in conversations for each in conversation]
    found = Counter(re.sub(r"[?].*", "", f"{step.method} {step.path}") for step, _ in answers)
    found["refusals"] = sum(answer.status >= 400 for _, answer in answers)
    found["characters"] = sum(len(answer.body) for _, answer in answers)
    return found


async def _all(games: Sequence[int]) -> list[Conversation]:
    website = website_of_one(BrowserStore(MemoryDocuments()))
    await website.open()
    try:
        desk = Desk(website)
        return [await _Talk(desk).about(number) for number in games]
    finally:
        await website.close()


class _Talk:
    """A game, and what is asked about it; every choice follows from its number."""

    def __init__(self, desk: Desk) -> None:
        self._desk, self._game = desk, ""
        self._said: Conversation = []

    async def about(self, number: int) -> Conversation:
        chance = random.Random(number)
        begun = await self._ask("POST", "/api/games", _wish(number, chance))
        if self._said[-1][1].status == 201:
            self._game = begun["id"]
            await self._play(number, chance)
        await self._questions(number)
        return self._said

    async def _play(self, number: int, chance: random.Random) -> None:
        game = await self._ask("GET", f"/api/games/{_GAME}", waits=True)
        while not game["over"]:
            record = {word: game[word] for word in ("book", "board", "moves")}
            free = sum(row.count(0) for row in game["owners"])
            if free <= VALUES_FROM and chance.random() < 0.3:
                await self._ask("POST", "/api/values", record)
            if free <= VALUES_FROM and chance.random() < 0.1:
                advice = {"ply": game["ply"], "kind": "hint"}
                await self._ask("POST", f"/api/games/{_GAME}/advice", advice)
            if chance.random() < 0.03:
                for move in ("9,9", "stop", ""):
                    told = {"ply": game["ply"] + (move == "stop"), "move": move}
                    await self._ask("POST", f"/api/games/{_GAME}/moves", told)
            told = {"ply": game["ply"], "move": chance.choice(game["legal"])}
            await self._ask("POST", f"/api/games/{_GAME}/moves", told)
            game = await self._ask("GET", f"/api/games/{_GAME}", waits=True)
        record = {word: game[word] for word in ("book", "board", "moves")}
        await self._ask("POST", "/api/takeaway", {"record": record, "player": 1})
        if number % 7 == 0 and len(game["moves"]) <= VALUES_FROM + 6:
            await self._ask("POST", "/api/walk", record)
            await self._ask("POST", "/api/review", record)

    async def _questions(self, number: int) -> None:
        """A question that is about no game, now and then."""
        book = list(CATALOGUE)[number % len(CATALOGUE)]
        if number % 5 == 1:
            difficulty = ("easy", "medium")[number % 2]
            await self._ask("GET", f"/api/puzzles?book={book}&difficulty={difficulty}&seed={number}")
        if number % 15 == 2:
            await self._ask("POST", "/api/lessons", {"book": book})
        if number % 20 == 3:
            await self._ask("GET", f"/api/daily/2026-11-{1 + number % 28:02}")
        if number % 20 == 4:
            await self._ask("POST", "/api/books", {"book": OWN_BOOKS[number % len(OWN_BOOKS)]})
            await self._ask("POST", "/api/position", {"book": book, "seed": number, "moves": []})
            await self._ask("POST", "/api/solve", {"book": book, "seed": number})
            await self._ask("GET", "/api/nothing")

    async def _ask(
        self, method: str, path: str, told: dict[str, Any] | None = None, waits: bool = False
    ) -> Any:
        body = None if told is None else json.dumps(told)
        headers = {"content-type": "application/json"}
        while True:
            address = f"http://here{path.replace(_GAME, self._game)}"
            answer = await self._desk.ask(address, method, headers, (body or "").encode())
            found = json.loads(answer.body)
            if not (waits and found["thinking"]):
                break
            await asyncio.sleep(0.002)
        game = found["id"] if path == "/api/games" and answer.status == 201 else self._game
        text = answer.body.decode().replace(game or "no game", _GAME)
        self._said.append((Step(method, path, body, waits), Answer(answer.status, _steady(text))))
        return found


def _wish(number: int, chance: random.Random) -> dict[str, Any]:
    """A game to begin: all books, opponents and sides in turn, and now and then one that cannot be."""
    names = list(CATALOGUE)
    wish: dict[str, Any] = {"book": names[number % len(names)], "seed": number}
    if number % 6 == 5:
        wish["book"] = OWN_BOOKS[number // 6 % len(OWN_BOOKS)]
    opponent = _OPPONENTS[number % len(_OPPONENTS)]
    wish[chance.choice(["first", "second"])] = opponent
    if number % 11 == 9:
        wish["balance"] = "swap"
    elif number % 9 == 4:
        wish["balance"] = {"komi": chance.choice([0.5, 3.5, 12])}
    if number % 25 == 24:
        wish["book"] = chance.choice(["gorw", {"like": "grow", "size": [9, 9]}, {}])
    return wish


def _steady(body: str) -> str:
    """An answer without what is never the same twice: ids, secrets and moments."""
    return _NEVER_THE_SAME.sub(r'"\1":"..."', body)


def main() -> None:
    from playwright.sync_api import sync_playwright

    from web.browser.chromium import chromium
    from web.built_site import build, hosting

    games = range(int(sys.argv[1]))
    ours = native(games)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        build(Path(folder) / "site")
        with hosting(Path(folder) / "site") as host:
            browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
            page = browser.new_page()
            page.goto(host.url)
            theirs = [asked_on(page, host.path, conversation) for conversation in ours]
            browser.close()
    answered = [
        [(step, answer) for (step, _), answer in zip(conversation, answers, strict=True)]
        for conversation, answers in zip(ours, theirs, strict=True)
    ]
    sys.stdout.writelines(f"{count:10,} {kind}\n" for kind, count in sorted(counts(ours).items()))
    sys.stdout.write(f"{digest(ours)} here\n{digest(answered)} in Chromium\n")
    for game, (here, there) in enumerate(zip(ours, answered, strict=True)):
        for (step, ours_is), (_, theirs_is) in zip(here, there, strict=True):
            if ours_is != theirs_is:
                sys.stdout.write(f"game {game}: {step}\n  here {ours_is}\n  in Chromium {theirs_is}\n")


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent.parent))
    main()
