"""Games on a real server, played, watched and talked in from terminals."""

import random
import threading
from pathlib import Path

import httpx2
import pytest

import fivesquare as fs
from fivesquare.background import OURS, Work
from fivesquare.books import NAMED
from fivesquare.fullscreen.remote.followed_game import LOST_SEAT
from fivesquare.fullscreen.remote.game_snapshot import GameSnapshot
from fivesquare.fullscreen.remote.joining import CLOSED_SEAT
from fivesquare.fullscreen.remote.remote_errors import RemoteError, ServerError
from fivesquare.words.friends import PHRASES
from fullscreen.remote.joined import Begun, Joined, Terminals, play_on
from patience import PATIENCE
from web.server import NO_LIMITS, Server, eventually, running

UNKNOWN = "A" * 22


# --- Whole games ---


@pytest.mark.parametrize("book", NAMED)
def test_two_play_a_whole_game_and_a_third_watches(book: str, server: Server, terminals: Terminals) -> None:
    begun = Begun(server.url, book=book)
    players = [terminals.join(link, link) for link in begun.links]
    watcher = terminals.join(begun.page, "watcher")
    assert [each.seats for each in (*players, watcher)] == [[1], [2], []]
    moves = play_on(players, random.Random(book))
    watcher.until(lambda game: game.is_over)
    position = fs.start(book, board=watcher.game.position.board)
    for move in moves:
        position = position.play(move)
    assert position.outcome is not None
    for each in (*players, watcher):
        assert list(each.game.position.moves) == moves
        assert (each.game.turn, each.game.winner) == (None, position.outcome.winner)
        versions = [game.version for game in each.games]
        assert versions == sorted(versions)
    kept = httpx2.get(f"{begun.page}/record.json").json()
    assert fs.Position.from_record(kept) == watcher.game.position
    assert kept["result"] == watcher.game.position.extra["result"]


def test_a_game_against_the_computer_has_hints_and_takebacks(server: Server, terminals: Terminals) -> None:
    begun = Begun(server.url, second="level:1")
    me = terminals.join(begun.links[0])
    assert me.remote.is_alone
    assert not me.remote.may_take_back
    hint = me.remote.advise("hint")
    assert isinstance(hint["advice"], str)
    assert me.until(lambda game: game.helped[0] == ("hint",)).version > 0
    me.remote.play(me.game.position.legal[0])
    me.until(lambda game: game.turn == 1 or game.is_over)
    assert me.remote.may_take_back
    assert me.remote.take_back().ply == 0
    while not me.game.is_over:
        me.remote.play(me.game.position.legal[0])
        me.until(lambda game: game.turn in (1, None))
    assert me.remote.ladder() is None or isinstance(me.remote.ladder(), dict)
    assert me.remote.take_back().turn == 1  # a game against the computer goes on


# --- Two people ---


@pytest.fixture
def two(server: Server, terminals: Terminals) -> list[Joined]:
    """Two terminals at one game, which have heard of each other."""
    begun = Begun(server.url)
    players = [terminals.join(link, link) for link in begun.links]
    for player in players:
        player.until(lambda game: game.seats == ("sat", "sat"))
    return players


def are_both_here(game: GameSnapshot) -> bool:
    return all(each is not None and each.is_here for each in game.presence)


def test_names_phrases_and_presence_are_heard(two: list[Joined]) -> None:
    one, other = two
    one.remote.rename("Mara")
    other.until(lambda game: game.names == ("Mara", None))
    assert other.remote.say("nice").said[1] is not None
    said = one.until(lambda game: game.said[1] is not None).said[1]
    assert said is not None
    assert one.remote.seconds_since(said.at) < PATIENCE
    assert one.remote.phrase(1) is None
    assert one.remote.phrase(2) in (PHRASES["nice"], None)  # None only if that took long
    one.until(are_both_here)
    other.remote.close()
    away = one.until(lambda game: not are_both_here(game)).presence[1]
    assert away is not None
    assert not away.is_here


@pytest.mark.parametrize("name", ["You", "", "x" * 100, "Level 3"])
def test_what_is_no_name_is_refused_in_a_sentence(two: list[Joined], name: str) -> None:
    with pytest.raises(ServerError) as caught:
        two[0].remote.rename(name)
    assert caught.value.status == 422
    assert str(caught.value).isprintable()


def test_a_flood_of_phrases_is_refused_and_says_when_it_passes(two: list[Joined]) -> None:
    def say_much() -> None:
        for _ in range(30):
            two[0].remote.say("hello")

    with pytest.raises(ServerError, match="you have said a lot") as caught:
        say_much()
    assert caught.value.status == 429
    assert caught.value.retry_after is not None


def test_a_takeback_is_asked_for_and_granted(two: list[Joined]) -> None:
    one, other = two
    assert not one.remote.is_alone
    one.remote.play("1,1")
    assert one.remote.take_back().asks == 1
    assert not one.remote.may_take_back
    other.until(lambda game: game.asks == 1)
    assert other.remote.take_back("yes").ply == 0
    assert one.until(lambda game: game.ply == 0).asks is None


def test_a_takeback_is_declined_or_withdrawn(two: list[Joined]) -> None:
    one, other = two
    one.remote.play("1,1")
    one.remote.take_back()
    other.until(lambda game: game.asks == 1)
    assert other.remote.take_back("no").waits[0] > 0
    one.until(lambda game: game.asks is None)
    one.until(lambda game: game.turn == 2)
    other.until(lambda game: game.asks is None)
    other.remote.play(other.game.position.legal[0])
    other.remote.take_back()
    assert other.remote.take_back("no").asks is None
    assert other.game.ply == 2


def test_whoever_resigns_has_lost(two: list[Joined]) -> None:
    one, other = two
    one.remote.play("1,1")
    other.until(lambda game: game.ply == 1)
    game = one.remote.resign()  # it is not even their turn
    assert (game.is_over, game.resigned, game.winner, game.reason) == (True, 1, 2, "resignation")
    assert other.until(lambda game: game.is_over).resigned == 1
    with pytest.raises(RemoteError, match="the game is over"):
        other.remote.play("1,2")
    assert not one.remote.may_take_back


def test_a_rematch_is_one_game_for_both_and_for_who_watches(
    two: list[Joined], terminals: Terminals
) -> None:
    one, other = two
    watcher = terminals.join(one.remote.link.page, "watcher")
    one.remote.rename("Mara")
    one.remote.resign()
    other.until(lambda game: game.is_over)
    link = other.remote.rematch("same")
    assert one.remote.rematch("new") == link
    for each in (one, watcher):
        each.until(lambda game: game.rematch is not None)
        assert each.remote.next_game == link
    again = [terminals.join(link.page, name) for name in (*one_and_other(two), "watcher")]
    assert [each.seats for each in again] == [[2], [1], []]
    assert again[0].game.names == (None, "Mara")
    assert again[0].game.position.board == one.game.position.board
    again[1].remote.play("1,1")
    again[0].until(lambda game: game.ply == 1)


def one_and_other(two: list[Joined]) -> list[str]:
    """The names of their terminals."""
    return [f"{each.remote.link.page}#{each.remote.link.secret}" for each in two]


def test_a_clock_counts_on_from_the_servers_numbers(server: Server, terminals: Terminals) -> None:
    begun = Begun(server.url, clock={"move": 3600})
    one, other = (terminals.join(link, link) for link in begun.links)
    assert one.remote.left(1) == one.remote.left(2) == 3600
    play_on([one, other], random.Random(1), 2)
    one.until(lambda game: game.clock is not None and game.clock.runs == 1)
    assert one.remote.left(2) == 3600
    eventually(lambda: (one.remote.left(1) or 0) < 3600)
    assert terminals.join(begun.page, "watcher", follows=False).remote.left(1) is not None


def test_a_game_can_end_on_time(server: Server, terminals: Terminals) -> None:
    begun = Begun(server.url, clock={"move": 5})
    players = [terminals.join(link, link) for link in begun.links]
    play_on(players, random.Random(1), 2)
    game = players[1].until(lambda game: game.is_over)
    assert (game.winner, game.reason, game.turn) == (2, "time", None)
    players[0].until(lambda game: game.is_over)
    with pytest.raises(RemoteError, match="the game is over"):
        players[0].remote.play("2,2")


# --- What the rules, and the state of the game, do not allow ---


def test_what_cannot_be_played_is_refused_here(two: list[Joined], terminals: Terminals) -> None:
    one, other = two
    with pytest.raises(RemoteError, match="it is not your turn"):
        other.remote.play("1,1")
    watcher = terminals.join(one.remote.link.page, "watcher")
    with pytest.raises(RemoteError, match="you are watching"):
        watcher.remote.play("1,1")
    with pytest.raises(ServerError, match="you are watching"):
        watcher.remote.resign()
    with pytest.raises(fs.NotationError):
        one.remote.play("9,9")
    one.remote.play("1,1")
    other.until(lambda game: game.ply == 1)
    with pytest.raises(fs.IllegalMoveError, match="already claimed"):
        other.remote.play("1,1")
    with pytest.raises(ServerError, match="there is a rematch when the game is over"):
        one.remote.rematch()
    with pytest.raises(ServerError, match="no advice in a game between two people"):
        one.remote.advise("hint")


def test_a_move_that_comes_too_late_brings_the_game_as_it_is(server: Server, terminals: Terminals) -> None:
    begun = Begun(server.url)
    here = terminals.join(begun.links[0], "mine", follows=False)
    there = terminals.join(begun.links[0], "mine", follows=False)  # another window of the same terminal
    assert here.seats == there.seats == [1]
    here.remote.play("1,1")
    with pytest.raises(RemoteError, match="your move 1,2 came too late"):
        there.remote.play("1,2")
    assert there.game.position.moves == ("1,1",)
    here.remote.take_back()
    assert there.remote.game.ply == 1


def test_the_same_move_of_two_windows_is_one_move(server: Server, terminals: Terminals) -> None:
    begun = Begun(server.url)
    windows = [terminals.join(begun.links[0], "mine", follows=False) for _ in range(4)]
    works = [Work(lambda window=window: window.remote.play("1,1")) for window in windows]  # type: ignore[misc]
    for work in works:
        assert work.wait(PATIENCE)
        assert work.result().position.moves == ("1,1",)


# --- Seats ---


def test_a_seat_is_kept_for_whoever_comes_back(server: Server, terminals: Terminals) -> None:
    begun = Begun(server.url)
    one = terminals.join(begun.links[0], "one")
    assert one.remote.is_seat_kept
    one.remote.play("1,1")
    one.remote.close()
    for link in (begun.links[0], begun.page, f"{begun.page}#{UNKNOWN}"):
        again = terminals.join(link, "one", follows=False)
        assert (again.seats, again.remote.note, again.game.ply) == ([1], None, 1)
    other = terminals.join(begun.links[0], "other")
    assert (other.seats, other.remote.note) == ([], CLOSED_SEAT)


def test_a_full_table_is_watched(two: list[Joined], terminals: Terminals) -> None:
    for link in one_and_other(two):
        late = terminals.join(link, "late")
        assert (late.seats, late.remote.note) == ([], CLOSED_SEAT)
        two[0].until(lambda game: game.watching > 0)
        late.remote.close()
        two[0].until(lambda game: game.watching == 0)


def test_a_wrong_secret_opens_nothing(server: Server, terminals: Terminals) -> None:
    begun = Begun(server.url)
    guest = terminals.join(f"{begun.page}#{UNKNOWN}")
    assert (guest.seats, guest.remote.note) == ([], CLOSED_SEAT)
    assert guest.game.seats == ("open", "open")


def test_an_unknown_game_is_said_to_be_none(server: Server, terminals: Terminals) -> None:
    with pytest.raises(RemoteError, match=r"^127\.0\.0\.1:\d+ has no such game: check the link$"):
        terminals.join(f"{server.url}/games/{UNKNOWN}#{UNKNOWN}")


def test_the_other_seat_is_offered_to_who_has_one(server: Server, terminals: Terminals) -> None:
    begun = Begun(server.url)
    terminals.join(begun.links[0], "one", follows=False)
    one = terminals.join(begun.links[1], "one")
    assert (one.seats, one.remote.offered, one.game.seats) == ([1], frozenset([2]), ("sat", "open"))
    one.remote.take_both()
    assert (one.seats, one.remote.offered) == ([1, 2], frozenset())
    assert len(play_on([one], random.Random(3))) > 2
    assert one.remote.is_alone
    assert one.remote.take_back().turn is not None


def test_a_seat_is_passed_to_a_friend_and_to_another_device(server: Server, terminals: Terminals) -> None:
    begun = Begun(server.url)
    one = terminals.join(begun.links[0], "one")
    friend = terminals.join(one.remote.invite(2), "friend")
    assert friend.seats == [2]
    device = terminals.join(one.remote.invite(1), "device")
    assert device.seats == [1]
    device.remote.play("1,1")
    one.until(lambda game: game.ply == 1)
    with pytest.raises(ServerError, match="not yours to give"):
        one.remote.invite(2)


def test_a_seat_that_is_gone_is_said_to_be_lost(two: list[Joined]) -> None:
    one, _ = two
    one.remote._server._cookies.clear()
    with pytest.raises(ServerError, match=LOST_SEAT):
        one.remote.play("1,1")
    with pytest.raises(ServerError, match=LOST_SEAT):
        one.remote.resign()


def test_a_terminal_that_cannot_write_keeps_its_seat_until_it_leaves(
    server: Server, terminals: Terminals
) -> None:
    begun = Begun(server.url)
    terminals.file("one").mkdir()
    one = terminals.join(begun.links[0], "one")
    assert (one.seats, one.remote.is_seat_kept) == ([1], False)
    assert one.remote.play("1,1").ply == 1
    assert terminals.join(begun.page, "one").seats == []


def test_one_server_after_another_at_the_same_address(tmp_path: Path, terminals: Terminals) -> None:
    games = {}
    with running(tmp_path / "first", **NO_LIMITS) as first:
        port = first.port
        begun = Begun(first.url)
        games["first"] = begun.page
        assert terminals.join(begun.links[0], "one", follows=False).seats == [1]
    with running(tmp_path / "second", **{**NO_LIMITS, "port": port}) as second:
        begun = Begun(second.url)
        assert terminals.join(begun.links[1], "one", follows=False).seats == [2]
    with running(tmp_path / "first", **{**NO_LIMITS, "port": port}) as first:
        assert terminals.join(games["first"], "one", follows=False).seats == [1]


# --- Leaving ---


def test_leaving_ends_the_thread_and_whatever_is_under_way(server: Server, terminals: Terminals) -> None:
    begun = Begun(server.url)
    one = terminals.join(begun.links[0])
    one.until_state("connected")
    name = f"{OURS} remote game"
    assert name in [thread.name for thread in threading.enumerate()]
    one.remote.close()
    one.remote.close()
    eventually(lambda: name not in [thread.name for thread in threading.enumerate()])
    with pytest.raises(RemoteError, match="you have left this game"):
        one.remote.play("1,1")
    with pytest.raises(RemoteError, match="you have left this game"):
        one.remote.say("hello")
    assert [state.status for state in one.states] == ["connected"]


def test_a_game_that_nobody_follows_is_left_without_a_word(server: Server, terminals: Terminals) -> None:
    one = terminals.join(Begun(server.url).page, follows=False)
    one.remote.close()
    one.remote.reconnect()
