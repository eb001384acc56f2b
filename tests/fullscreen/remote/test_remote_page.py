"""Games on a real server at full screens: played against each other, watched, interrupted, left."""

import json
import random
from functools import partial
from pathlib import Path

import pytest

from fivesquare.books import NAMED
from fivesquare.fullscreen import followed_page
from fivesquare.fullscreen.page import Page
from fivesquare.fullscreen.remote_page import RemotePage
from fivesquare.fullscreen.review_page import ReviewPage
from fullscreen.remote.joined import Begun, Joined, Terminals
from fullscreen.remote.relay import Relay, answer
from fullscreen.remote.seats import Seat, claim, is_connected, sit
from patience import PATIENCE
from web.server import NO_LIMITS, Server, running

NEVER = PATIENCE * 2
SMALL = ((60, 20), (60, 20), (60, 20))


def links(begun: Begun) -> list[str]:
    """Those of both seats and of whoever watches."""
    return [*begun.links, begun.page]


def mention_losses(monkeypatch: pytest.MonkeyPatch, after: float) -> None:
    monkeypatch.setattr(followed_page, "QUIET", after)


# --- Whole games ---


@pytest.mark.parametrize("book", NAMED)
def test_two_play_a_whole_game_and_one_watches(book: str, server: Server, terminals: Terminals) -> None:
    chance = random.Random(book)

    async def script(seats: list[Seat]) -> None:
        one, other, watcher = seats
        while not watcher.page.game.is_over:
            mover = next(seat for seat in seats if seat.page.is_my_move)
            await claim(seats, chance.choice(mover.page.game.position.legal))
        assert one.moves == other.moves == watcher.moves
        for seat in seats:
            assert seat.shown.board.position.moves == watcher.moves
            assert not seat.shown.board.live
        await one.until_said("Enter rematch")
        await watcher.until_said("Watching")
        assert "Enter" not in watcher.text

    sit(terminals, links(Begun(server.url, book=book)), script)


def test_against_the_computer_there_are_hints_values_and_undo(server: Server, terminals: Terminals) -> None:
    async def script(seats: list[Seat]) -> None:
        (me,) = seats
        await me.press("h")
        await me.until(lambda: bool(me.shown.board.ghosts))
        assert "Hint: " in me.text
        await me.press("v")
        await me.until(lambda: len(me.shown.board.notes) == 9)
        assert any(note.is_best for note in me.shown.board.notes.values())
        assert me.page.game.helped[0] == ("hint", "values")
        await me.shown.claim("1,1")
        assert not me.shown.board.ghosts
        await me.until(
            lambda: me.page.is_my_move and len(me.shown.board.notes) == len(me.shown.board.position.legal)
        )
        await me.press("v")
        assert not me.shown.board.notes
        await me.press("u")
        await me.until(lambda: not me.moves)
        assert "A move was taken back." in me.text

    sit(terminals, Begun(server.url, second="level:1").links[:1], script)


# --- Claims ---


def test_a_claim_is_shown_before_the_server_has_it(
    relay: Relay, server: Server, terminals: Terminals, monkeypatch: pytest.MonkeyPatch
) -> None:
    mention_losses(monkeypatch, 0.0)

    async def script(seats: list[Seat]) -> None:
        (me,) = seats
        relay.cut()
        await me.until_said("Reconnecting ...")
        await me.shown.claim("1,1", is_settled=False)
        await me.until(lambda: me.shown.board.position.moves == ("1,1",))
        assert me.shown.board.ghosts == {0: "…"}
        assert not me.moves
        await me.shown.pilot.press("2", "2", "enter")
        await me.until_said("Your move is still on its way.")
        await me.until_said("c connect")
        relay.mend()
        await me.shown.pilot.press("c")
        await me.until(lambda: me.moves == ("1,1",))
        await me.until(lambda: not me.shown.board.ghosts)
        assert "Reconnecting" not in me.text

    sit(terminals, Begun(server.url, relay.url).links[:1], script)


def test_a_claim_that_is_refused_says_why_and_shows_the_game(
    relay: Relay, server: Server, terminals: Terminals
) -> None:
    async def script(seats: list[Seat]) -> None:
        (me,) = seats
        relay.plan("/moves", answer(422, json.dumps({"error": "not today"})))
        await me.shown.claim("1,1")
        await me.until_said("Not today.")
        assert not me.shown.board.position.moves
        assert me.shown.board.live

    sit(terminals, Begun(server.url, relay.url).links[:1], script)


def test_a_claim_that_comes_too_late_shows_the_one_that_came_first(
    relay: Relay, server: Server, terminals: Terminals
) -> None:
    begun = Begun(server.url, relay.url)

    async def script(seats: list[Seat]) -> None:
        (me,) = seats
        window = terminals.join(begun.links[0], begun.links[0], follows=False)  # the same terminal
        relay.hold()
        window.remote.play("2,2")
        await me.shown.claim("1,1")
        await me.until_said("Your move 1,1 came too late.")
        assert me.shown.board.position.moves == ("2,2",)
        relay.release()

    sit(terminals, begun.links[:1], script)


def test_what_cannot_be_claimed_is_said(server: Server, terminals: Terminals) -> None:
    async def script(seats: list[Seat]) -> None:
        _, other, watcher = seats
        await other.press("1", "1", "enter")
        assert "It is not your turn." in other.text
        await watcher.press("enter")
        assert "You are watching." not in watcher.text  # Enter does nothing there, and no key says it would
        await watcher.shown.click(4)
        assert "You are watching." in watcher.text
        await claim(seats, "1,1")
        await other.press("1", "1", "enter")
        assert "(1,1) is already claimed." in other.text

    sit(terminals, links(Begun(server.url)), script)


# --- A server that is away ---


@pytest.mark.parametrize("sizes", [((80, 24),) * 3, SMALL])
def test_a_server_is_killed_in_mid_game_and_comes_back(
    sizes: tuple[tuple[int, int], ...],
    tmp_path: Path,
    terminals: Terminals,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    mention_losses(monkeypatch, 0.0)
    with running(tmp_path / "server", **NO_LIMITS) as server:

        async def script(seats: list[Seat]) -> None:
            _, other, _ = seats
            await claim(seats, "1,1")
            server.kill()
            for seat in seats:
                await seat.until_said("Reconnecting ...")
            await other.shown.claim("3,3", is_settled=False)
            server.start()
            for seat in seats:
                await seat.until_moved(("1,1", "3,3"))
                await seat.until(partial(is_connected, seat))
                assert "Reconnecting" not in seat.text
            assert not other.shown.board.ghosts

        sit(terminals, links(Begun(server.url)), script, sizes)


def test_a_short_loss_is_not_mentioned(
    relay: Relay, server: Server, terminals: Terminals, monkeypatch: pytest.MonkeyPatch
) -> None:
    mention_losses(monkeypatch, NEVER)

    async def script(seats: list[Seat]) -> None:
        (me,) = seats
        before = me.text
        relay.cut()
        await me.until(lambda: status_of(me) == "reconnecting")
        assert me.text == before
        relay.mend()
        await me.until(lambda: status_of(me) == "connected")
        assert me.text == before

    sit(terminals, Begun(server.url, relay.url).links[:1], script)


def status_of(seat: Seat) -> str:
    assert seat.page.connection is not None
    return seat.page.connection.status


def test_a_game_that_was_deleted_is_gone(tmp_path: Path, terminals: Terminals) -> None:
    with running(tmp_path / "server", **NO_LIMITS) as server:

        async def script(seats: list[Seat]) -> None:
            (me,) = seats
            server.kill()
            for file in (tmp_path / "server").glob("games.db*"):
                file.unlink()
            server.start()
            await me.until_said("This game has been deleted.")
            await me.press("1", "1", "enter")
            assert "This game has been deleted." in me.text
            await me.press("escape")
            assert not me.shown.program.left_link

        sit(terminals, Begun(server.url).links[:1], script)


# --- Wishes ---


@pytest.mark.parametrize("sizes", [((80, 24),) * 3, SMALL])
def test_a_takeback_is_declined_withdrawn_and_granted(
    sizes: tuple[tuple[int, int], ...], server: Server, terminals: Terminals
) -> None:
    async def script(seats: list[Seat]) -> None:
        one, other, watcher = seats
        await claim(seats, "1,1")
        await one.press("u")
        await other.until_said("Your opponent asks to take back their last move. y accepts, n declines.")
        await watcher.until_said("First asks to take back their last move.")
        await other.press("n")
        await one.until_said("Your opponent declined. You can ask again in 10 seconds.")
        await one.press("u")
        await one.until_said("Your opponent declined; you may ask again in")
        await claim(seats, "3,3")
        await other.press("u")
        await other.until_said("You asked to take back your last move. n withdraws that.")
        await other.press("n")
        await other.until_said("You no longer ask to take back.")
        await one.until_said("Your opponent no longer asks to take back.")
        await other.press("u")
        await one.until_said("asks to take back")
        await one.press("y")
        for seat in seats:
            await seat.until_moved(("1,1",))
            await seat.until_said("A move was taken back.")
            assert seat.shown.board.position.moves == ("1,1",)

    sit(terminals, links(Begun(server.url)), script, sizes)


def test_resigning_takes_two_presses(server: Server, terminals: Terminals) -> None:
    async def script(seats: list[Seat]) -> None:
        one, other, watcher = seats
        await claim(seats, "1,1")
        await one.press("R")
        assert "Resign? The game ends and your opponent wins. Press R again." in one.text
        await one.press("right", "R")
        assert "Press R again." in one.text
        await one.press("1", "R")
        assert not one.page.game.is_over
        await one.press("R")
        await one.until_said("You resigned. Your opponent wins!")
        await other.until_said("Your opponent resigned. You win!")
        await watcher.until_said("First resigned. Second wins!")
        await watcher.press("r")
        assert page_of(watcher) is ReviewPage
        await watcher.press("escape")
        assert page_of(watcher) is RemotePage

    sit(terminals, links(Begun(server.url)), script)


def page_of(seat: Seat) -> type[Page]:
    """The kind of page that is shown."""
    return type(seat.shown.page)


def test_a_rematch_is_one_game_for_both_and_for_who_watches(server: Server, terminals: Terminals) -> None:
    async def script(seats: list[Seat]) -> None:
        one, other, watcher = seats
        before = one.page.game
        await claim(seats, "1,1")
        await one.press("R", "R")
        await other.until_said("rematch")
        await other.press("enter")
        await other.until(lambda: other.page.game.id != before.id)
        await one.until_said("Your opponent wants a rematch. Enter plays it.")
        await one.press("enter")
        await watcher.until_said("The rematch has begun. Enter watches it.")
        await watcher.press("enter")
        for seat in seats:
            await seat.until(partial(is_another_game, seat, before.id))
        assert [set(seat.page.remote.mine) for seat in seats] == [{2}, {1}, set()]
        assert one.page.game.position.board == before.position.board
        await claim(seats, "2,2")
        await other.press("R", "R")
        await one.until_said("resigned")
        await one.press("b")
        await one.until(lambda: not one.page.game.is_over)
        assert one.page.game.position.board != before.position.board

    sit(terminals, links(Begun(server.url)), script)


def is_another_game(seat: Seat, game: str) -> bool:
    return seat.page.game.id != game


def test_phrases_names_and_who_is_here(server: Server, terminals: Terminals) -> None:
    async def script(seats: list[Seat]) -> None:
        one, other = seats
        await one.until_said("here")
        await one.press("p")
        assert "One more?" in one.text
        await one.press("down", "enter")
        await other.until_said("Your opponent says: Nice one!")
        await other.press("p", "4")
        await one.until_said("Your opponent says: Hm …")
        await other.press("m", *"Mara", "enter")
        await one.until_said("Mara")
        await one.press("m", *"You", "enter")
        await one.until_said("name")
        assert one.shown.page is not one.page
        await one.press("escape")
        assert one.shown.page is one.page
        assert one.page.game.names == (None, "Mara")
        await other.press("escape")
        await one.until_said("away since")

    sit(terminals, Begun(server.url).links, script)


def test_a_clock_counts_down(server: Server, terminals: Terminals) -> None:
    async def script(seats: list[Seat]) -> None:
        one, *_ = seats
        assert one.text.count("60:00") == 2
        await claim(seats, "1,1")
        await claim(seats, "3,3")
        for seat in seats:
            await seat.until_said("59:5")

    sit(terminals, links(Begun(server.url, clock={"move": 3600})), script, ((80, 24), (60, 20), (60, 20)))


def test_a_game_can_end_on_time(server: Server, terminals: Terminals) -> None:
    async def script(seats: list[Seat]) -> None:
        await claim(seats, "1,1")
        await claim(seats, "3,3")
        await seats[0].until_said("0:0")
        await seats[0].until_said("You ran out of time. Your opponent wins!")
        await seats[2].until_said("First ran out of time. Second wins!")

    sit(terminals, links(Begun(server.url, clock={"move": 5})), script)


# --- Seats ---


def test_a_friend_is_invited(server: Server, terminals: Terminals) -> None:
    friends = list[Joined]()

    async def script(seats: list[Seat]) -> None:
        (me,) = seats
        assert "The other seat is free. f makes a link for a friend." in me.text
        assert "f invite" in me.text
        await me.press("f")
        await me.until_said("The first to open it takes the other seat.")
        await me.press("enter")
        link = me.shown.program.clipboard
        assert f"<{link}>" in "".join(me.shown.lines).replace(" ", "")
        friends.append(terminals.join(link, "friend"))
        assert friends[0].seats == [2]
        await me.press("escape")
        await me.until_said("Your opponent is here.")
        await me.press("f")
        await me.until_said("This link opens your own seat")

    sit(terminals, Begun(server.url).links[:1], script, SMALL)


def test_both_seats_can_be_taken_with_the_link_to_the_other_one(
    server: Server, terminals: Terminals
) -> None:
    begun = Begun(server.url)
    terminals.join(begun.links[0], begun.links[1], follows=False)

    async def script(seats: list[Seat]) -> None:
        (me,) = seats
        assert "This link is for the other seat: send it to your friend. Or press o" in me.text
        await me.press("o")
        await me.until(lambda: len(me.page.remote.mine) == 2)
        await claim(seats, "1,1")
        await claim(seats, "3,3")
        assert "First" in me.text

    sit(terminals, begun.links[1:], script)


def test_a_seat_that_cannot_be_saved_is_said_to_be_so(server: Server, terminals: Terminals) -> None:
    begun = Begun(server.url)
    terminals.file(begun.links[0]).mkdir(parents=True)

    async def script(seats: list[Seat]) -> None:
        (me,) = seats
        assert "Your seat cannot be saved here" in me.text
        await me.press("escape")
        assert not me.shown.program.left_link

    sit(terminals, begun.links[:1], script)


def test_leaving_and_coming_back(relay: Relay, server: Server, terminals: Terminals) -> None:
    begun = Begun(server.url, relay.url)

    async def leave(seats: list[Seat]) -> None:
        (me,) = seats
        await me.shown.claim("1,1")
        await me.until(lambda: me.moves == ("1,1",))
        remote = me.page.remote
        await me.press("escape")
        assert me.shown.program.left_link == begun.page
        with pytest.raises(Exception, match="you have left this game"):
            remote.say("bye")

    async def come_back(seats: list[Seat]) -> None:
        (me,) = seats
        assert set(me.page.remote.mine) == {1}
        assert me.shown.board.position.moves == ("1,1",)

    sit(terminals, begun.links[:1], leave)
    sit(terminals, begun.links[:1], come_back)


def test_who_leaves_while_a_move_is_on_its_way_is_asked(
    relay: Relay, server: Server, terminals: Terminals
) -> None:
    async def script(seats: list[Seat]) -> None:
        (me,) = seats
        page = me.page
        relay.cut()
        await me.shown.claim("1,1", is_settled=False)
        await me.until(lambda: page.sent is not None)
        await me.shown.pilot.press("escape")
        await me.until_said("Your move is still on its way. Esc again leaves all the same.")
        assert me.shown.page is page
        await me.shown.pilot.press("escape")
        await me.until(lambda: me.shown.program.page is not page)

    sit(terminals, Begun(server.url, relay.url).links[:1], script)
