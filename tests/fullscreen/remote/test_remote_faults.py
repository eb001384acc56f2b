"""What can go wrong between a terminal and a server: nothing is lost, and all is said in a sentence."""

import json
import random
from functools import partial
from pathlib import Path
from typing import Any

import httpx2
import pytest

import fivesquare as fs
from fivesquare.background import Work
from fivesquare.fullscreen.remote.remote_errors import RemoteError, ServerError
from fivesquare.fullscreen.remote.server_answers import LARGEST
from fullscreen.remote.joined import PATIENT, Begun, Joined, Terminals, play_on
from fullscreen.remote.relay import LOST, Relay, answer
from patience import PATIENCE
from web.server import NO_LIMITS, Server, eventually, running

AT_ONCE = PATIENT._replace(request=0.0)
"""Asks once."""

NO_GAME = "there is no such game here"


def said(**told: Any) -> str:
    return json.dumps(told)


def result_of(work: Work[Any]) -> Any:
    assert work.wait(PATIENCE)
    return work.result()


# --- A server that is away for a while ---


@pytest.mark.parametrize("end", ["kill", "stop"])
def test_a_server_that_is_restarted_loses_nothing(tmp_path: Path, terminals: Terminals, end: str) -> None:
    chance = random.Random(end)
    with running(tmp_path / "server", **NO_LIMITS) as server:
        begun = Begun(server.url, book="flip")
        players = [terminals.join(link, link) for link in begun.links]
        watcher = terminals.join(begun.page, "watcher")
        moves = []
        for restart in range(1, 4):
            moves += play_on(players, chance, 2)
            getattr(server, end)()
            for each in (*players, watcher):
                assert each.until_state("reconnecting", restart).reason
            mover = next(player for player in players if player.remote.is_mine)
            moves.append(chance.choice(mover.game.position.legal))
            played = Work(partial(mover.remote.play, moves[-1]))
            server.start()
            assert result_of(played).position.moves == tuple(moves)
            for each in (*players, watcher):
                each.until_state("connected", restart + 1)
                each.until(lambda game: list(game.position.moves) == moves)  # noqa: B023
        moves += play_on(players, chance)
        assert list(watcher.until(lambda game: game.is_over).position.moves) == moves
        kept = httpx2.get(f"{begun.page}/record.json").json()
        assert kept["moves"] == moves
        assert fs.Position.from_record(kept).is_over


def test_a_move_waits_for_the_line_and_for_whoever_leaves(
    relay: Relay, server: Server, terminals: Terminals
) -> None:
    begun = Begun(server.url, relay.url)
    one = terminals.join(begun.links[0])
    one.until_state("connected")
    relay.cut()
    one.until_state("reconnecting")
    played = Work(partial(one.remote.play, "1,1"))
    eventually(one.remote._moving.locked)
    with pytest.raises(RemoteError, match="your move is still on its way"):
        one.remote.play("1,1")
    relay.mend()
    assert result_of(played).ply == 1
    one.until_state("connected", 2)
    relay.cut()
    resigned = Work(one.remote.resign)
    one.until_state("reconnecting", 2)
    one.remote.close()
    assert resigned.wait(PATIENCE)
    with pytest.raises(RemoteError, match=r"left this game|was lost|does not answer"):
        resigned.result()


def test_a_game_that_was_deleted_is_gone(tmp_path: Path, terminals: Terminals) -> None:
    with running(tmp_path / "server", **NO_LIMITS) as server:
        begun = Begun(server.url)
        one = terminals.join(begun.links[0])
        one.until_state("connected")
        server.kill()
        one.until_state("reconnecting")
        for file in (tmp_path / "server").glob("games.db*"):
            file.unlink()
        played = Work(partial(one.remote.play, "1,1"))
        server.start()
        assert one.until_state("gone").reason == "this game has been deleted"
        assert played.wait(PATIENCE)
        with pytest.raises(RemoteError, match=f"deleted|{NO_GAME}|lost its seat"):
            played.result()
        with pytest.raises(RemoteError, match="this game has been deleted"):
            one.remote.play("1,1")
        assert [state.status for state in one.states] == ["connected", "reconnecting", "gone"]
        with pytest.raises(RemoteError, match="has no such game"):
            terminals.join(begun.page)


# --- Answers that are lost ---


@pytest.fixture
def both(relay: Relay, server: Server, terminals: Terminals) -> Joined:
    """A game of which one terminal has both seats, at the other end of a line."""
    begun = Begun(server.url, relay.url)
    terminals.join(begun.links[0], follows=False)
    joined = terminals.join(begun.links[1])
    joined.remote.take_both()
    assert joined.seats == [1, 2]
    return joined


def test_a_move_whose_answer_is_lost_is_made_once(relay: Relay, both: Joined) -> None:
    relay.plan("/moves", LOST, LOST, LOST)
    assert both.remote.play("1,1").ply == 1
    relay.hold()  # now it cannot be heard of in another way
    relay.plan("/moves", LOST, LOST, LOST)
    assert both.remote.play(both.game.position.legal[0]).ply == 2
    assert relay.count("/moves") >= 5
    relay.release()


def test_a_takeback_whose_answer_is_lost_is_made_once(relay: Relay, both: Joined) -> None:
    for _ in range(3):
        both.remote.play(both.game.position.legal[0])
    relay.plan("/takeback", LOST, LOST)
    assert both.remote.take_back().ply == 2
    relay.hold()
    relay.plan("/takeback", LOST, LOST)
    assert both.remote.take_back().ply == 1
    relay.release()
    both.until(lambda game: game.ply == 1)


def test_a_resignation_and_a_rematch_whose_answers_are_lost_are_made_once(
    relay: Relay, both: Joined
) -> None:
    relay.hold()
    relay.plan("/resign", LOST, LOST)
    assert both.remote.resign().is_over
    relay.plan("/rematch", LOST, LOST)
    link = both.remote.rematch()
    relay.release()
    assert both.until(lambda game: game.rematch is not None).rematch == link.id


def test_a_name_whose_answer_is_lost_is_given(relay: Relay, server: Server, terminals: Terminals) -> None:
    one = terminals.join(Begun(server.url, relay.url).links[0])
    relay.plan("/name", LOST)
    assert one.remote.rename("Mara").names == ("Mara", None)


def test_a_seat_whose_answer_is_lost_is_taken(relay: Relay, server: Server, terminals: Terminals) -> None:
    begun = Begun(server.url, relay.url)
    relay.plan("/seat", LOST)
    one = terminals.join(begun.links[0])
    assert (one.seats, one.remote.note) == ([1], None)
    relay.plan("/seat", LOST)
    with pytest.raises(ServerError, match="was lost"):
        terminals.join(begun.links[1], "other", AT_ONCE)
    again = terminals.join(begun.links[1], "other")
    assert (again.seats, again.remote.note) == ([2], None)


# --- Events that are late, or do not come ---


def test_an_older_game_that_comes_late_is_ignored(
    relay: Relay, server: Server, terminals: Terminals
) -> None:
    begun = Begun(server.url, relay.url)
    one = terminals.join(begun.links[0], "one")
    other = terminals.join(f"{server.url}/games/{begun.id}#{begun.secrets[1]}", "other")
    one.until(lambda game: game.seats == ("sat", "sat"))
    relay.hold()
    one.remote.play("1,1")
    other.until(lambda game: game.ply == 1)
    other.remote.play(other.game.position.legal[0])
    assert one.game.ply == 1
    assert one.remote.rename("Mara").ply == 2  # by the answer, before any event
    relay.release()
    other.until(lambda game: game.names[0] == "Mara")
    other.remote.say("nice")
    one.until(lambda game: game.said[1] is not None)
    versions = [game.version for game in one.games]
    assert versions == sorted(versions)


def test_a_line_that_has_died_silently_is_noticed(
    relay: Relay, server: Server, terminals: Terminals
) -> None:
    impatient = PATIENT._replace(silence=0.2)
    one = terminals.join(Begun(server.url, relay.url).links[0], patience=impatient)
    one.until_state("connected")
    relay.hold()
    assert "takes too long" in one.until_state("reconnecting").reason
    relay.release()
    one.until_state("connected", 2)


def test_where_streams_are_refused_the_game_is_asked_for(tmp_path: Path, terminals: Terminals) -> None:
    with running(tmp_path / "server", streams=0, **NO_LIMITS) as server:
        begun = Begun(server.url)
        impatient = PATIENT._replace(longest_asked_wait=0.05)
        players = [terminals.join(link, link, impatient) for link in begun.links]
        for player in players:
            player.until_state("connected")
        moves = play_on(players, random.Random(1))
        assert list(players[0].game.position.moves) == moves
        assert all(player.count("reconnecting") == 1 for player in players)


@pytest.mark.parametrize(
    "stream",
    [
        "data: nonsense\n\n",
        "data: {}\n\n",
        'data: {"id": "x"}\n\n',
        "data: " + "x" * (LARGEST + 1),
        "x" * (LARGEST + 1),
        "",
    ],
)
def test_a_stream_of_anything_else_is_requested_again(
    relay: Relay, server: Server, terminals: Terminals, stream: str
) -> None:
    begun = Begun(server.url, relay.url)
    relay.plan("/events", answer(200, stream, "text/event-stream"))
    one = terminals.join(begun.links[0])
    assert one.until_state("connected").since >= one.until_state("reconnecting").since
    assert one.remote.play("1,1").ply == 1


@pytest.mark.parametrize(
    "refusal",
    [
        answer(503, said(error="too many people are watching games here"), Retry_After="0"),
        answer(429, said(error="too many games are open"), Retry_After="0"),
        answer(503, "<h1>Bad Gateway</h1>", "text/html", Retry_After="0"),
        answer(404, "<h1>Not found</h1>", "text/html"),
        answer(200, "<h1>Welcome to this hotel</h1>", "text/html"),
        answer(302, Location="http://login.example/"),
        answer(401, said(error="who are you?")),
        b"SSH-2.0-OpenSSH\r\n",
        b"",
    ],
)
def test_a_refused_stream_is_requested_again(
    relay: Relay, server: Server, terminals: Terminals, refusal: bytes
) -> None:
    begun = Begun(server.url, relay.url)
    relay.plan("/events", *[refusal] * 3)
    one = terminals.join(begun.links[0])
    one.until_state("connected")
    eventually(lambda: relay.count("/events") >= 4)
    assert one.remote.play("1,1").ply == 1


# --- A server that is busy ---


def test_a_busy_server_is_asked_again_when_it_says(
    relay: Relay, server: Server, terminals: Terminals
) -> None:
    begun = Begun(server.url, relay.url)
    busy = answer(503, said(error="the server is too busy"), Retry_After="0")
    relay.plan(begun.id, busy, busy, answer(429, said(error="too many"), Retry_After="0"))
    relay.plan("/seat", busy)
    one = terminals.join(begun.links[0])
    assert one.seats == [1]
    relay.plan(
        "/moves", busy, answer(500, "<h1>Oh</h1>", "text/html"), answer(502), b"", b"nonsense\r\n\r\n", LOST
    )
    assert one.remote.play("1,1").ply == 1
    relay.plan("/resign", busy, busy)
    assert one.remote.resign().is_over


def test_a_server_that_is_busy_for_long_is_said_to_be_so(
    relay: Relay, server: Server, terminals: Terminals
) -> None:
    begun = Begun(server.url, relay.url)
    one = terminals.join(begun.links[0], patience=AT_ONCE)
    for word, call in (
        ("/resign", one.remote.resign),
        ("/name", lambda: one.remote.rename("Mara")),
        (begun.id, lambda: terminals.join(begun.page, patience=AT_ONCE)),
    ):
        relay.plan(word, answer(503, said(error="the server is too busy"), Retry_After="3600"))
        with pytest.raises(ServerError, match=r"^the server is too busy$") as caught:
            call()
        assert (caught.value.status, caught.value.retry_after) == (503, 3600)
    relay.plan(
        "/resign", answer(503, "<h1>Bad</h1>", "text/html", Retry_After="Fri, 31 Dec 2027 23:59:59 GMT")
    )
    with pytest.raises(ServerError, match=r"is in trouble \(status 503\): try again later$") as caught:
        one.remote.resign()
    assert caught.value.retry_after is None


def test_other_answers_are_told_in_the_words_of_the_server(
    relay: Relay, server: Server, terminals: Terminals
) -> None:
    one = terminals.join(Begun(server.url, relay.url).links[0])
    relay.plan("/moves", answer(422, said(error="the rules \x1b[31mrefuse\x07 this\n" + "x" * 1000)))
    with pytest.raises(ServerError) as caught:
        one.remote.play("1,1")
    assert str(caught.value).startswith("the rules \ufffd[31mrefuse\ufffd this\ufffdx")
    assert len(str(caught.value)) == 300
    relay.plan("/phrases", answer(403, said(error="not from here")))
    with pytest.raises(ServerError, match="not from here"):
        one.remote.say("hello")
