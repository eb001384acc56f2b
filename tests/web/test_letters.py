"""Games by links: letters between browsers that share nothing, over documents in memory."""

import asyncio
import json
import random
import re
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import fivesquare as fs
import games
from fivesquare.web.exceptions import StaleError, UnusableError
from fivesquare.web.play.game_state import GameState
from fivesquare.web.static_site.browser_store import BrowserStore
from fivesquare.web.static_site.desk import Desk
from fivesquare.web.static_site.letters import Letter, news, packed, unpacked
from fivesquare.web.static_site.memory_documents import MemoryDocuments
from fivesquare.web.static_site.website_of_one import website_of_one
from fivesquare.web.store.base import Beginning

HOST = "https://example.org"
ID = "a-game-of-two-browsers"
SETUP: dict[str, Any] = {"owners": [[1, 0, 0], [0, 0, 2], [0, 0, 0]], "turn": 2}
SWEEP: dict[str, Any] = {"book": "sweep", "board": [[5, 3, 8], [2, 9, 1], [6, 4, 7]]}


class Person:
    """Somebody with a browser of their own."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def ask(self, path: str, body: Any = None, status: int = 200) -> dict[str, Any]:
        method = "GET" if body is None else "POST"
        answer = await self._desk.ask(f"{HOST}{path}", method, body=json.dumps(body or {}).encode())
        assert answer.status == status, answer.body
        told: dict[str, Any] = json.loads(answer.body)
        return told

    async def begin(self, **wish: Any) -> str:
        """Begin a game with a friend."""
        game: str = (await self.ask("/api/games", {"book": "flip", "sit": [1], **wish}, 201))["id"]
        return game

    async def game(self, game: str) -> dict[str, Any]:
        return await self.ask(f"/api/games/{game}")

    async def play(self, game: str, *moves: str) -> None:
        for move in moves:
            ply = (await self.game(game))["ply"]
            await self.ask(f"/api/games/{game}/moves", {"ply": ply, "move": move})

    async def take_back(self, game: str, status: int = 200) -> dict[str, Any]:
        version = (await self.game(game))["version"]
        return await self.ask(f"/api/games/{game}/takeback", {"version": version}, status)

    async def resign(self, game: str) -> None:
        version = (await self.game(game))["version"]
        await self.ask(f"/api/games/{game}/resign", {"version": version})

    async def link(self, game: str) -> str:
        link: str = (await self.ask(f"/api/games/{game}/letter"))["link"]
        return link

    async def open(self, link: str, status: int = 200, **more: Any) -> str:
        """What is said to who opens a link."""
        found = re.fullmatch(rf"{HOST}/games/([\w-]+)#letter=([\w-]+)", link)
        assert found is not None, link
        told = await self.ask("/api/letters", {"game": found[1], "letter": found[2], **more}, status)
        said: str = told["sentence" if status == 200 else "error"]
        return said

    async def send(self, game: str, other: "Person") -> str:
        return await other.open(await self.link(game))


@asynccontextmanager
async def person() -> AsyncIterator[Person]:
    website = website_of_one(BrowserStore(MemoryDocuments()))
    await website.open()
    try:
        yield Person(Desk(website))
    finally:
        await website.close()


def between(play: Callable[[Person, Person], Coroutine[Any, Any, None]]) -> None:
    async def run() -> None:
        async with person() as ann, person() as ben:
            await play(ann, ben)

    asyncio.run(run())


async def assert_same(ann: Person, ben: Person, game: str) -> None:
    one, other = await ann.game(game), await ben.game(game)
    for key in ("moves", "turn", "over", "winner", "resigned", "board", "book", "scores"):
        assert one[key] == other[key], key


# --- Whole games ---


async def exchange(ann: Person, ben: Person, wish: dict[str, Any], chance: random.Random) -> None:
    """A whole random game: whoever is to move does so, and sends the link as soon as they are not."""
    game = await ann.begin(**wish)
    if wish.get("sit") == [2] or (await ann.game(game))["turn"] == 2:
        await ann.send(game, ben)
    movers = {1: ann, 2: ben} if wish.get("sit", [1]) == [1] else {1: ben, 2: ann}
    while not (now := await movers[1].game(game))["over"]:
        mover, other = movers[now["turn"]], movers[3 - now["turn"]]
        while (mine := await mover.game(game))["turn"] == now["turn"]:
            await mover.play(game, chance.choice(mine["legal"]))
        link = await mover.link(game)
        assert len(link) < 2000
        await other.open(link)
        await assert_same(ann, ben, game)


WISHES: list[dict[str, Any]] = [
    *({"book": name, "seed": 4} for name in ("flip", "sweep", "grow", "chain", "fifteen")),
    {"book": "flip", "sit": [2]},
    {"book": "flip", "balance": "swap"},
    {"book": "grow", "balance": {"komi": 12.5}},
    {**SWEEP, "setup": SETUP},
    {"book": {"like": "sweep", "again": "chain", "goal": "majority"}, "size": [4, 5]},
]


@pytest.mark.parametrize("wish", WISHES, ids=str)
def test_a_whole_game_by_links(wish: dict[str, Any]) -> None:
    between(lambda ann, ben: exchange(ann, ben, wish, random.Random(5)))


def test_the_longest_game_fits_into_a_link() -> None:
    *_, end = games.random_game({"like": "flip", "size": [8, 8]}, seed=3)
    beginning = Beginning(ID, {"like": "flip", "size": [8, 8]}, end.board.rows, ("human", "human"), 3, 0.0)
    game = GameState.begin(beginning).after_all(end.moves)
    assert game.ply == 64
    assert len(packed(game, 1, 0)) < 700


# --- Letters as text ---


def state(end: fs.Position, **more: Any) -> GameState:
    """The game of a position, in a browser."""
    start = end.history()[0]
    book: Any = end.to_record()["book"]
    beginning = Beginning(
        ID, book, start.board.rows, ("human", "human"), 3, 0.0, setup=start.written_setup, **more
    )
    return GameState.begin(beginning).after_all(end.moves)


@given(games.books, games.seeds, st.data())
def test_a_letter_holds_any_game(book: dict[str, Any], seed: int, data: st.DataObject) -> None:
    moments = list(games.random_game(book, seed))
    game = state(data.draw(st.sampled_from(moments)), dealt=data.draw(st.booleans()))
    sender, takebacks = data.draw(st.sampled_from((1, 2))), data.draw(st.integers(0, 999))
    letter = unpacked(ID, packed(game, sender, takebacks))
    assert (letter.sender, letter.takebacks, letter.resigned) == (sender, takebacks, None)
    assert letter.end == game.position
    assert (letter.beginning.id, letter.beginning.dealt) == (ID, game.beginning.dealt)
    assert not game.beginning.dealt or letter.beginning.seed == 3


def test_a_letter_holds_names_and_who_resigned() -> None:
    game = state(fs.start("flip", seed=3)).after_all(["name 2 Z%C3%B6e", "resign 2"])
    letter = unpacked(ID, packed(game, 1, 0))
    assert (letter.names, letter.resigned) == ((None, "Zöe"), 2)


@given(st.one_of(st.text(max_size=60), st.from_regex(r"1[\w-]{0,200}", fullmatch=True)))
def test_garbage_is_no_letter(text: str) -> None:
    with pytest.raises(UnusableError):
        unpacked(ID, text)


@given(st.data())
def test_a_letter_that_is_cut_off_is_refused(data: st.DataObject) -> None:
    text = packed(state(fs.start("grow", seed=2).play("1,1")), 1, 0)
    end = data.draw(st.integers(0, len(text) - 1))
    with pytest.raises(UnusableError):
        unpacked(ID, text[:end])


def test_a_letter_that_unfolds_to_too_much_is_refused() -> None:
    game = state(fs.start("flip", seed=3)).after("name 1 " + "A" * 100_000)
    with pytest.raises(UnusableError, match="cannot be read"):
        unpacked(ID, packed(game, 1, 0))


# --- What is new in one ---


def letter_of(end: fs.Position, sender: int, takebacks: int = 0, resigned: int | None = None) -> Letter:
    return Letter(sender, state(end).beginning, end, (None, None), resigned, takebacks)


@given(games.books, games.seeds, st.data())
def test_older_letters_change_nothing_and_newer_ones_bring_the_rest(
    book: dict[str, Any], seed: int, data: st.DataObject
) -> None:
    moments = list(games.random_game(book, seed))
    here, there = (data.draw(st.sampled_from(moments)) for _ in range(2))
    sender = data.draw(st.sampled_from((1, 2)))
    new = there.moves[len(here.moves) :]
    movers = {moments[ply].state.turn for ply in range(len(here.moves), len(there.moves))}
    assume(movers <= {sender})
    found = news(state(here), 0, letter_of(there, sender))
    assert found.entries == new
    assert state(here).after_all(found.entries).position in (here, there)


@given(games.books, games.seeds, games.seeds, st.sampled_from((1, 2)), st.integers(0, 2), st.integers(0, 2))
def test_a_letter_replaces_only_moves_of_its_sender(
    book: dict[str, Any], seed: int, other_seed: int, sender: int, had: int, has: int
) -> None:
    here = [*games.random_game(book, seed)][-1]
    chance, there = random.Random(other_seed), here.history()[0]
    while not there.is_over and len(there.moves) < 3:
        there = there.play(chance.choice(there.legal))
    same = next((n for n, (a, b) in enumerate(zip(here.moves, there.moves, strict=False)) if a != b), None)
    assume(same is not None)
    letter = letter_of(there, sender, has)
    try:
        found = news(state(here), had, letter)
    except StaleError:
        forced = news(state(here), had, letter, instead=True)
        assert state(here).after_all(forced.entries).position == there
    else:
        assert has > had
        assert {moment.state.turn for moment in here.history()[same:-1]} == {sender}
        assert state(here).after_all(found.entries).position == there


def test_a_letter_with_moves_that_were_not_made_here_needs_consent() -> None:
    here = fs.start("flip", seed=3)
    there = here.play("1,1").play("1,2")
    with pytest.raises(StaleError, match="not made in this browser"):
        news(state(here), 0, letter_of(there, 1))
    assert news(state(here), 0, letter_of(there, 1), instead=True).entries == ("1,1", "1,2")


# --- What happens between two people ---


def test_the_same_link_again_changes_nothing() -> None:
    async def play(ann: Person, ben: Person) -> None:
        game = await ann.begin()
        opened = await ann.link(game)
        assert (await ben.open(opened)) == (
            "You play amber in this game with your friend. Each of your moves is a link to send back."
        )
        assert await ben.open(opened) == "You have already opened this link."
        await ann.play(game, "1,1")
        first = await ann.link(game)
        assert await ben.open(first) == ""
        before = await ben.game(game)
        assert await ben.open(first) == "You have already seen this move."
        assert await ben.game(game) == before
        await ben.play(game, "1,2")
        assert await ben.open(first) == "You have already seen this move."
        assert (await ben.game(game))["moves"] == ["1,1", "1,2"]

    between(play)


def test_who_opens_their_own_link_keeps_their_seat_and_no_more() -> None:
    async def play(ann: Person, ben: Person) -> None:
        game = await ann.begin()
        await ann.play(game, "1,1")
        assert "send it to your friend" in await ann.open(await ann.link(game))
        told = await ann.ask(f"/api/games/{game}/moves", {"ply": 1, "move": "1,2"}, 409)
        assert told["error"] == "it is not your turn"

    between(play)


def test_seats_are_shown_as_they_are() -> None:
    async def play(ann: Person, ben: Person) -> None:
        game = await ann.begin(clock={"game": 300})
        await ann.send(game, ben)
        one, other = await ann.game(game), await ben.game(game)
        assert (one["seats"], other["seats"]) == (["sat", "elsewhere"], ["elsewhere", "sat"])
        assert one["clock"] is other["clock"] is None
        assert one["presence"][1] is other["presence"][0] is None

    between(play)


def test_names_travel_with_letters() -> None:
    async def play(ann: Person, ben: Person) -> None:
        await ben.ask("/api/me/name", {"name": "Ben"})
        game = await ann.begin(name="Ann")
        await ann.send(game, ben)
        assert (await ben.game(game))["names"] == ["Ann", "Ben"]
        await ben.ask(f"/api/games/{game}/name", {"name": "Benny"})
        await ann.play(game, "1,1")
        await ann.send(game, ben)
        assert (await ben.game(game))["names"] == ["Ann", "Benny"]
        await ben.play(game, "1,2")
        await ben.send(game, ann)
        assert (await ann.game(game))["names"] == ["Ann", "Benny"]

    between(play)


def test_a_move_is_taken_back_until_it_is_answered() -> None:
    async def play(ann: Person, ben: Person) -> None:
        game = await ann.begin(board=[[1, 2], [3, 4]], book="flip")
        await ann.play(game, "1,1")
        first = await ann.link(game)
        await ben.open(first)
        await ann.take_back(game)
        await ann.play(game, "2,2")
        second = await ann.link(game)
        assert await ben.open(second) == "Your friend has taken a move back and played another one."
        assert (await ben.game(game))["moves"] == ["2,2"]
        assert "may be older" in await ben.open(first, 409)
        assert (await ben.game(game))["moves"] == ["2,2"]
        await ben.play(game, "1,2")
        await ben.send(game, ann)
        told = await ann.take_back(game, 409)
        assert told["error"] == "your friend has answered that move, so it stays"

    between(play)


def test_two_who_have_parted_come_together_if_one_wants_to() -> None:
    async def play(ann: Person, ben: Person) -> None:
        game = await ann.begin()
        await ann.play(game, "1,1")
        await ann.send(game, ben)
        await ben.play(game, "1,2")
        await ann.take_back(game)
        await ann.play(game, "2,2")
        theirs, mine = await ben.link(game), await ann.link(game)
        assert "from move 1 on" in await ann.open(theirs, 409)
        assert "from move 1 on" in await ben.open(mine, 409)
        assert (await ann.game(game))["moves"] == ["2,2"]
        assert await ann.open(theirs, instead=True) == ""
        await assert_same(ann, ben, game)
        await ann.play(game, "3,3")
        assert await ann.send(game, ben) == ""
        await assert_same(ann, ben, game)

    between(play)


def test_resigning_and_playing_again_by_links() -> None:
    async def play(ann: Person, ben: Person) -> None:
        game = await ann.begin()
        await ann.play(game, "1,1")
        await ann.send(game, ben)
        await ben.resign(game)
        await ben.send(game, ann)
        now = await ann.game(game)
        assert (now["over"], now["resigned"], now["winner"]) == (True, 2, 1)
        again = (await ben.ask(f"/api/games/{game}/rematch", {"board": "new"}))["id"]
        assert (await ben.game(again))["seats"] == ["sat", "elsewhere"]
        await ben.play(again, "1,1")
        await ben.send(again, ann)
        await assert_same(ann, ben, again)
        await ann.play(again, "2,2")
        await ann.send(again, ben)
        await assert_same(ann, ben, again)

    between(play)


def test_a_resignation_ends_what_was_not_sent_yet() -> None:
    async def play(ann: Person, ben: Person) -> None:
        game = await ann.begin()
        await ann.play(game, "1,1")
        await ann.send(game, ben)
        await ben.play(game, "1,2")
        await ann.resign(game)
        await ann.send(game, ben)
        assert (await ben.game(game))["winner"] == 2
        assert "You have resigned" in await ben.send(game, ann)

    between(play)


def test_a_third_browser_has_the_same_seat() -> None:
    async def play(ann: Person, ben: Person) -> None:
        game = await ann.begin()
        await ann.play(game, "1,1")
        link = await ann.link(game)
        async with person() as phone:
            await ben.open(link)
            await phone.open(link)
            await phone.play(game, "1,2")
            await phone.send(game, ann)
            await ann.play(game, "1,3")
            sent = await ann.link(game)
            assert "not made in this browser" in await ben.open(sent, 409)
            await ben.open(sent, instead=True)
            await assert_same(ann, ben, game)

    between(play)


def test_a_link_of_another_game_is_refused() -> None:
    async def play(ann: Person, ben: Person) -> None:
        game, other = await ann.begin(seed=1), await ann.begin(seed=2)
        await ann.send(game, ben)
        wrong = (await ann.link(other)).replace(other, game)
        assert "another game" in await ben.open(wrong, 422)
        assert "cannot be read" in await ben.open(f"{HOST}/games/{game}#letter=1AAAA", 422)

    between(play)


def test_only_games_by_links_have_letters() -> None:
    async def play(ann: Person, ben: Person) -> None:
        game = (await ann.ask("/api/games", {"book": "flip", "sit": [1, 2]}, 201))["id"]
        told = await ann.ask(f"/api/games/{game}/letter", status=409)
        assert told["error"] == "nobody plays this game elsewhere"
        assert (await ann.game(game))["seats"] == ["sat", "sat"]

    between(play)


def test_the_game_comes_back_to_a_browser_that_has_forgotten() -> None:
    async def play(ann: Person, ben: Person) -> None:
        game = await ann.begin()
        await ann.play(game, "1,1")
        await ann.send(game, ben)
        await ben.play(game, "1,2")
        link = await ben.link(game)
        await ann.ask("/api/me/forget", {})
        await asyncio.sleep(0)  # the room hears of it in its turn
        await ann.ask(f"/api/games/{game}", status=404)
        await ann.open(link)
        await ann.play(game, "1,3")
        assert (await ann.game(game))["moves"] == ["1,1", "1,2", "1,3"]

    between(play)
